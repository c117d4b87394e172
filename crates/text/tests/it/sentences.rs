//! Sentence boundaries: a table of cases for the rules, and properties for any text.

use grice_text::sentences;
use proptest::prelude::*;

/// Each line is a text in which a bar marks where one sentence ends.
const CASES: &str = "\
Plain stops.| And another.| A third one
It was late. and he slept.
The first! The second? The third.=>The first!| The second?| The third.

# titles and other abbreviations that always lead
Dr. Smith met Mr. Jones and Mrs. Brown.| They talked.
Prof. Ada Lovelace wrote to Gen. Grant.| He answered.
Sen. Warren and Rep. Pelosi voted.| Gov. Brown did not.
Rev. King spoke to Capt. Cook and Lt. Col. Mustard.
Ms. Marple vs. Dr. No was a draw.| Nobody won.
Use fruit, e.g. Apples or pears.| Or do not.
That is, i.e. Mars, is red.
See cf. Darwin on this.| It helps.
It weighs approx. 5 kg.| It is heavy.
He lived ca. 300 BC.| It was long ago.
Roe v. Wade was decided in 1973.| It was overturned.
St. Louis lies near Mt. Rainier and Ft. Worth, more or less.
(Mr. Smith came.)| Then he left.
\u{201c}Mr. Smith came.\u{201d}| Then he left.
The Lt.-Col. Mustard affair.

# abbreviations before numbers
No. 5 is alive.| See Fig. 3 and pp. 12.| The end.
He said no.| Then he left.
I ate a fig.| It was good.
See vol. 2, ch. 7, sec. 4.| It is there.
He was born c. 1540 and d. 1600.| He wrote.
Attila (fl. 434) ruled.| He won.
It is 5 ft. 3 in. tall.
Symphony No. 9, Op. 125, is long.| It ends well.

# abbreviations that may end a sentence
He sells pears, plums, etc.| The shop is old.
He sells pears, etc. and more.
He left at 5 p.m.| The train was late.
He left at 5 p.m. Monday with Ann.
He rose at 6 a.m.| It was dark.
He works for Acme Inc.| She works for Beta Ltd.| They met.
Apple Inc. Chairman Bob left.
Martin Luther King Jr.| He had a dream.
Martin Luther King Jr. Boulevard is long.
Robert Downey Sr.| It was him.
He lives in the U.S.| It is big.
The U.S. Congress met.| The U.S. Army did not.
Made in the U.K. by hand.| In the U.N. they spoke.
She has a Ph.D.| In fact she has two.
She took her Ph.D. Exam early.
On Main St.| The house is blue.
In Jan. 1990 and Sept. 11 it rained.| In Dec.| The snow fell.
Smith et al. Nature 5 says so.| Jones et al.| They disagree.
Bros. Warner and Co. Ltd. merged.| It worked.
In Washington, D.C.| The mall is green.
In Washington, D.C. Mayor Barry spoke.
Pvt. Ryan met Bldg. Seven staff.
It happened in 44 B.C.| The senate met.

# initials and single letters
J. R. R. Tolkien wrote it.| George W. Bush did not.
J.P. Morgan bought it.| J.R.R. Tolkien did not.
Take vitamin C.| The orange has it.
Take vitamin C.| Oranges have it.
He went to Plan B.| Nobody cared.
World War I.| Germany lost.
Was it John F. Kennedy?| It was.
Jean-J. Rousseau and J.-P. Sartre wrote.| I read.
Solve for x.| Then solve for y.
E. coli is small.| So is B. subtilis.
E. Hemingway and A. A. Milne met.

# numbers, versions, money
Pi is 3.14.| It is not 3.| Really.
Use v1.2.3 now.| It costs $5.50 or .5 euros.
It was 1990.| 2000 came later.
It fell by 3.5 percent in 1999.| Then it rose.

# ellipses
He was... late.| She was not... ever.
He waited...| Then she came.
He waited\u{2026} and waited\u{2026}| Then she came.
He said . . . nothing.| She said so . . .| Then he left.
... and so it ended.| Nobody knew.
\u{2026} The rest is silence.

# quotes and brackets
He said \"Stop.\"| Then he left.
He said \u{201c}Stop!\u{201d}| Then he left.
\"Why?\" he asked.| \"Because,\" she said.
\u{2018}Go.\u{2019}| She went.
(See below.)| Next came rain.
He left (it was late).| She stayed.
He left (why?) in a hurry.| She stayed.
Chaucer (born 1340?) English poet.
[Emphasis added.]| Then more.
\u{ab}Non.\u{bb}| Then he left.
He left.| \"It was late,\" he said.| (It was.)| [So it was.]
It was so.[1]| Then not.[2][3]| And again.[a]
It is known.:274 Einstein said.=>It is known.:274| Einstein said.

# question and exclamation marks
What?!| No!!| Really?| Yes.
Yahoo! is old.| Yahoo! Inc. is gone.| I like Yahoo!| The end.
Panic! at the Disco played.| Who came?| Everyone.
He lived 1340? \u{2013} 1400 or so.
Is it so? yes it is.

# list markers
1. First item| 
a) The first.| b) The second.| (c) The third.| ii) The last.
(iv) The fourth.| Then more.
12. The twelfth of them.| Then more.
A. The answer.| B.| The other.=>A. The answer.| B. The other.
IV. The Empire.| It fell.
1.2. The subsection.| It is short.
1.) The first.| It is short.
Steps: 1. Open it.| 2. Close it.

# addresses
Visit www.example.com now.| Or example.org.| Or http://a.b/c?d=e.f!g today.
Mail me@example.co.uk.| I answer.
Use .NET or Node.js.| Then leave.
See file.txt. it is there.

# names that start small
He bought one.| iPhone sales rose.| eBay did too.

# other scripts
\u{4ed6}\u{6765}\u{4e86}\u{3002}|\u{5979}\u{8d70}\u{4e86}\u{ff01}|\u{771f}\u{7684}\u{5417}\u{ff1f}|\u{662f}
\u{300c}\u{884c}\u{304f}\u{3002}\u{300d}|\u{5f7c}\u{306f}\u{8a00}\u{3063}\u{305f}\u{3002}
\u{c9}cole was out.| \u{c9}t\u{e9} came. \u{e9}t\u{e9} again.
";

/// The text of a case and its sentences. Where the plain text would read as a
/// case of its own, an arrow stands between the text and the marked text.
fn read_case(line: &str) -> (String, Vec<&str>) {
    let (plain, marked) = line.split_once("=>").unwrap_or(("", line));
    let expected =
        marked.split('|').map(str::trim).filter(|sentence| !sentence.is_empty()).collect();
    let text = if plain.is_empty() { marked.replace('|', "") } else { plain.replace('|', "") };
    (text, expected)
}

#[test]
fn every_case_splits_where_marked() {
    let mut wrong = Vec::new();
    let cases = CASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in cases {
        let (text, expected) = read_case(line);
        let found: Vec<&str> = sentences(&text).map(|range| &text[range]).collect();
        if found != expected {
            wrong.push(format!("{found:#?} for {line}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_is_large() {
    let cases = CASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    assert!(cases.count() >= 80);
}

#[test]
fn a_line_break_ends_a_sentence_after_anything() {
    let text = "Dr.\nSmith, J.\nSee e.g.\n1.\nFirst";
    let found: Vec<&str> = sentences(text).map(|range| &text[range]).collect();
    assert_eq!(found, ["Dr.", "Smith, J.", "See e.g.", "1.", "First"]);
}

#[test]
fn hostile_texts_take_linear_time() {
    for unit in [".", "?)", "(", "a. ", ". ", "A", "\u{2026}", "J. ", "(a.) ", "U.S. ", "。", " \n"]
    {
        let text = unit.repeat(1_000_000 / unit.len());
        let started = std::time::Instant::now();
        let _ = sentences(&text).count();
        assert!(started.elapsed().as_secs() < 5, "{unit:?}");
    }
}

/// Texts in which the marks that matter are common.
fn prose() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just(". "),
        Just("."),
        Just("!"),
        Just("?"),
        Just("\n"),
        Just(" "),
        Just("\u{2026}"),
        Just("\""),
        Just(")"),
        Just("("),
        Just("Dr"),
        Just("U.S"),
        Just("The"),
        Just("word"),
        Just("J"),
        Just("3"),
        Just("\u{3002}"),
        Just("\u{e9}"),
        Just("\u{a0}"),
        Just("[1]"),
        Just("\u{301}"),
        Just("etc"),
        Just(":12"),
        Just("\u{201d}"),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn check(text: &str) -> Result<(), TestCaseError> {
    let mut end = 0;
    for range in sentences(text) {
        prop_assert!(range.start >= end && range.start < range.end);
        prop_assert!(text.is_char_boundary(range.start) && text.is_char_boundary(range.end));
        prop_assert!(text[end..range.start].trim().is_empty());
        let sentence = &text[range.clone()];
        prop_assert_eq!(sentence.trim(), sentence);
        prop_assert!(!sentence.contains('\n'));
        end = range.end;
    }
    prop_assert!(text[end..].trim().is_empty());
    Ok(())
}

proptest! {
    #[test]
    fn sentences_cover_any_text_in_order(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn sentences_cover_prose_in_order(text in prose()) {
        check(&text)?;
    }
}
