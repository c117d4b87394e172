//! Porter's stemmer of 1980, as Lucene's `PorterStemFilter` computes it.
//!
//! M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, with
//! the two departures of the author's own later programs, which Lucene shares:
//! `bli` becomes `ble` (for `abli` to `able`) and `logi` becomes `log`. It is not
//! the later Porter2 ("English") stemmer of Snowball.
//!
//! Lucene works on UTF-16 units, and any unit that is no ASCII vowel is a
//! consonant. ASCII words are stemmed as bytes and all others as units, by the
//! same code.

/// Reduces a lower-case word to its stem, in place.
///
/// ```
/// let mut word = String::from("relational");
/// grice_text::porter::stem(&mut word);
/// assert_eq!(word, "relat");
/// ```
pub fn stem(word: &mut String) {
    if word.is_ascii() {
        let mut bytes = std::mem::take(word).into_bytes();
        stem_units(&mut bytes);
        // The rules put only ASCII letters into an ASCII word.
        *word = String::from_utf8(bytes).unwrap_or_default();
    } else {
        let mut units: Vec<u16> = word.encode_utf16().collect();
        stem_units(&mut units);
        *word = String::from_utf16_lossy(&units);
    }
}

/// A letter of the word: a byte of an ASCII word or a unit of any other.
trait Unit: Copy + PartialEq + From<u8> {
    /// The ASCII char, or 0 for any other unit.
    fn ascii(self) -> u8;
}

impl Unit for u8 {
    fn ascii(self) -> u8 {
        self
    }
}

impl Unit for u16 {
    fn ascii(self) -> u8 {
        u8::try_from(self).ok().filter(u8::is_ascii).unwrap_or(0)
    }
}

/// A suffix and what takes its place.
type Rule = (&'static [u8], &'static [u8]);

fn stem_units<U: Unit>(letters: &mut Vec<U>) {
    // A stem of one or two letters would conflate unrelated words.
    if letters.len() <= 2 {
        return;
    }
    let mut word = Stemming { letters, stem: 0 };
    word.plurals_and_participles();
    word.final_y();
    word.double_suffixes();
    word.single_suffixes();
    word.last_suffixes();
    word.final_e_and_ll();
}

/// A word on its way to its stem. The original's `k` is `letters.len() - 1` and
/// its `j` is `stem - 1`.
struct Stemming<'w, U> {
    letters: &'w mut Vec<U>,
    /// The length of the word without the suffix that matched last.
    stem: usize,
}

impl<U: Unit> Stemming<'_, U> {
    /// Step 1a and 1b: caresses, ponies, cats; agreed, plastered, motoring.
    fn plurals_and_participles(&mut self) {
        if self.last(0) == b's' {
            if self.ends(b"sses") {
                self.drop(2);
            } else if self.ends(b"ies") {
                self.replace(b"i");
            } else if self.last(1) != b's' {
                self.drop(1);
            }
        }
        if self.ends(b"eed") {
            if self.measure() > 0 {
                self.drop(1);
            }
        } else if (self.ends(b"ed") || self.ends(b"ing")) && self.has_vowel() {
            self.letters.truncate(self.stem);
            self.mend_stem();
        }
    }

    /// The rest of step 1b: conflat(ed) to conflate, hopp(ing) to hop, fil(ing) to file.
    fn mend_stem(&mut self) {
        if self.ends(b"at") || self.ends(b"bl") || self.ends(b"iz") {
            self.letters.push(U::from(b'e'));
        } else if self.ends_in_double() {
            if !matches!(self.last(0), b'l' | b's' | b'z') {
                self.drop(1);
            }
        } else if self.measure() == 1 && self.ends_short(self.letters.len()) {
            self.letters.push(U::from(b'e'));
        }
    }

    /// Step 1c: happy to happi, where the stem has another vowel.
    fn final_y(&mut self) {
        if self.ends(b"y") && self.has_vowel() {
            self.replace(b"i");
        }
    }

    /// Step 2: double suffixes to single ones, -ization to -ize.
    fn double_suffixes(&mut self) {
        let rules: &[Rule] = match self.last(1) {
            b'a' => &[(b"ational", b"ate"), (b"tional", b"tion")],
            b'c' => &[(b"enci", b"ence"), (b"anci", b"ance")],
            b'e' => &[(b"izer", b"ize")],
            b'l' => &[
                (b"bli", b"ble"),
                (b"alli", b"al"),
                (b"entli", b"ent"),
                (b"eli", b"e"),
                (b"ousli", b"ous"),
            ],
            b'o' => &[(b"ization", b"ize"), (b"ation", b"ate"), (b"ator", b"ate")],
            b's' => &[
                (b"alism", b"al"),
                (b"iveness", b"ive"),
                (b"fulness", b"ful"),
                (b"ousness", b"ous"),
            ],
            b't' => &[(b"aliti", b"al"), (b"iviti", b"ive"), (b"biliti", b"ble")],
            b'g' => &[(b"logi", b"log")],
            _ => return,
        };
        self.apply(rules);
    }

    /// Step 3: -ic-, -full, -ness and the like.
    fn single_suffixes(&mut self) {
        let rules: &[Rule] = match self.last(0) {
            b'e' => &[(b"icate", b"ic"), (b"ative", b""), (b"alize", b"al")],
            b'i' => &[(b"iciti", b"ic")],
            b'l' => &[(b"ical", b"ic"), (b"ful", b"")],
            b's' => &[(b"ness", b"")],
            _ => return,
        };
        self.apply(rules);
    }

    /// Step 4: -ant, -ence and the like go, after two syllables.
    fn last_suffixes(&mut self) {
        let suffixes: &[&[u8]] = match self.last(1) {
            b'a' => &[b"al"],
            b'c' => &[b"ance", b"ence"],
            b'e' => &[b"er"],
            b'i' => &[b"ic"],
            b'l' => &[b"able", b"ible"],
            b'n' => &[b"ant", b"ement", b"ment", b"ent"],
            b'o' => &[b"ion", b"ou"],
            b's' => &[b"ism"],
            b't' => &[b"ate", b"iti"],
            b'u' => &[b"ous"],
            b'v' => &[b"ive"],
            b'z' => &[b"ize"],
            _ => return,
        };
        let matched = suffixes.iter().any(|&suffix| {
            self.ends(suffix) && (suffix != b"ion" || matches!(self.stem_last(), b's' | b't'))
        });
        if matched && self.measure() > 1 {
            self.letters.truncate(self.stem);
        }
    }

    /// Step 5: a final -e goes, and -ll becomes -l, after two syllables.
    fn final_e_and_ll(&mut self) {
        self.stem = self.letters.len();
        let measure = self.measure(); // that of the word without its -e is the same
        if self.last(0) == b'e' {
            let keeps = self.ends_short(self.letters.len() - 1);
            if measure > 1 || measure == 1 && !keeps {
                self.drop(1);
            }
        }
        if self.last(0) == b'l' && self.ends_in_double() && measure > 1 {
            self.drop(1);
        }
    }

    /// Applies the first rule whose suffix matches, if a syllable is left before it.
    fn apply(&mut self, rules: &[Rule]) {
        for &(suffix, ending) in rules {
            if self.ends(suffix) {
                if self.measure() > 0 {
                    self.replace(ending);
                }
                return;
            }
        }
    }

    /// The ASCII letter `back` places before the last one; 0 if there is none.
    fn last(&self, back: usize) -> u8 {
        let index = self.letters.len().checked_sub(back + 1);
        index.map_or(0, |index| self.letters[index].ascii())
    }

    /// The last letter of the stem; 0 if it is empty.
    fn stem_last(&self) -> u8 {
        self.stem.checked_sub(1).map_or(0, |index| self.letters[index].ascii())
    }

    fn drop(&mut self, count: usize) {
        self.letters.truncate(self.letters.len().saturating_sub(count));
    }

    /// Whether the word ends in a suffix; if so, marks the stem before it.
    fn ends(&mut self, suffix: &[u8]) -> bool {
        let Some(stem) = self.letters.len().checked_sub(suffix.len()) else {
            return false;
        };
        let same = self.letters[stem..].iter().zip(suffix).all(|(a, &b)| a.ascii() == b);
        if same {
            self.stem = stem;
        }
        same
    }

    /// Puts an ending in the place of the suffix that matched last.
    fn replace(&mut self, ending: &[u8]) {
        self.letters.truncate(self.stem);
        self.letters.extend(ending.iter().map(|&byte| U::from(byte)));
    }

    fn is_consonant(&self, index: usize) -> bool {
        match self.letters[index].ascii() {
            b'a' | b'e' | b'i' | b'o' | b'u' => false,
            // A y is a vowel after a consonant; walk back over a run of them.
            b'y' => {
                let run = self.letters[..=index].iter().rev();
                let run = run.take_while(|letter| letter.ascii() == b'y').count();
                let first = index + 1 - run;
                let before_is_vowel = first > 0 && !self.is_consonant(first - 1);
                (first == 0 || before_is_vowel) == (run % 2 == 1)
            }
            _ => true,
        }
    }

    /// Porter's m: how often a vowel is followed by a consonant in the stem.
    fn measure(&self) -> usize {
        let mut count = 0;
        let mut after_vowel = false;
        for index in 0..self.stem {
            let consonant = self.is_consonant(index);
            count += usize::from(after_vowel && consonant);
            after_vowel = !consonant;
        }
        count
    }

    fn has_vowel(&self) -> bool {
        (0..self.stem).any(|index| !self.is_consonant(index))
    }

    /// Whether the word ends in the same consonant twice.
    fn ends_in_double(&self) -> bool {
        let Some(last) = self.letters.len().checked_sub(1) else {
            return false;
        };
        last > 0 && self.letters[last] == self.letters[last - 1] && self.is_consonant(last)
    }

    /// Whether the first `length` letters end in consonant, vowel, consonant, the
    /// last of them not w, x or y, as a short syllable that lost an e does.
    fn ends_short(&self, length: usize) -> bool {
        length >= 3
            && self.is_consonant(length - 1)
            && !self.is_consonant(length - 2)
            && self.is_consonant(length - 3)
            && !matches!(self.letters[length - 1].ascii(), b'w' | b'x' | b'y')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stemmed(word: &str) -> String {
        let mut word = word.to_owned();
        stem(&mut word);
        word
    }

    /// As word:stem. The last one tries both rules of step 5.
    const EXAMPLES: &str = "
        caresses:caress ponies:poni ties:ti cats:cat feed:feed agreed:agre
        plastered:plaster bled:bled motoring:motor sing:sing conflated:conflat
        troubled:troubl sized:size hopping:hop tanned:tan falling:fall hissing:hiss
        fizzed:fizz failing:fail filing:file happy:happi sky:sky relational:relat
        conditional:condit rational:ration digitizer:digit vietnamization:vietnam
        operator:oper feudalism:feudal decisiveness:decis hopefulness:hope
        formaliti:formal sensibiliti:sensibl triplicate:triplic formative:form
        electrical:electr goodness:good revival:reviv allowance:allow adjustable:adjust
        replacement:replac adoption:adopt communism:commun effective:effect
        probate:probat rate:rate cease:ceas controll:control roll:roll
        embezzelle:embezzel generalizations:gener oscillators:oscil
    ";

    #[test]
    fn the_examples_of_the_paper() {
        for pair in EXAMPLES.split_whitespace() {
            let (word, expected) = pair.split_once(':').unwrap();
            assert_eq!(stemmed(word), expected, "{word}");
        }
    }

    #[test]
    fn short_words_stay() {
        for word in ["", "s", "is", "as", "éé"] {
            assert_eq!(stemmed(word), word);
        }
    }

    #[test]
    fn a_word_that_is_only_a_suffix_survives() {
        for (word, expected) in [("ies", "i"), ("ing", "ing"), ("ion", "ion"), ("sses", "ss")] {
            assert_eq!(stemmed(word), expected);
        }
    }

    #[test]
    fn non_ascii_letters_are_consonants() {
        assert_eq!(stemmed("cafés"), "café");
        assert_eq!(stemmed("ééeded"), "ééede"); // a short syllable: é-e-d
        assert_eq!(stemmed("aééed"), "aé"); // a double consonant
        assert_eq!(stemmed("漢字カタカナ"), "漢字カタカナ");
    }

    #[test]
    fn a_long_run_of_y_takes_linear_time_to_judge() {
        assert_eq!(stemmed(&("y".repeat(255) + "s")).len(), 255);
    }
}
