"""Writes python_normal.tsv: texts, their SQuAD normal form and their ROUGE tokens.

The two functions are those of the official SQuAD evaluation script and of
Google's rouge_score (without its stemmer), written out again. Every text is made
here. Chars that are not printable ASCII are written as \\u{...}.

    python3 make_python_normal.py > python_normal.tsv
"""

import itertools
import random
import re
import string
import unicodedata


def squad(text):
    text = "".join(ch for ch in text.lower() if ch not in set(string.punctuation))
    text = re.sub(r"\b(a|an|the)\b", " ", text)
    return " ".join(text.split())


def rouge(text):
    text = re.sub(r"[^a-z0-9]+", " ", text.lower())
    return [token for token in re.split(r"\s+", text) if re.match(r"^[a-z0-9]+$", token)]


HAND = [
    "", " ", "The U.S. Army", "a well-known fact", "An apple a day", "THE THE the", "a.n", "t-h-e",
    "theatre and anthem", "A_b a_ _a __", "it's the dog's", "$5.50 (approx.)", "50% of a whole",
    "“The” end", "‘a’ ’an’", "x–a–y", "a—an—the", "a/the", "a…b", "the…", "naïve café a",
    "É the é", "Straße A", "İstanbul", "ΟΔΥΣΣΕΥΣ ΑΣ Σ", "ΑΣ.Β", "Σ'", "Kelvin \u212a", "\u212bngström", "ﬁnal ﬂow",
    "a\u0301 the\u0301", "the\u200bend", "a\u200da", "a\u00a0b\u3000the\u2003c", "x\x1cy\x1dz\x1ew\x1fv",
    "x\x85the\x85y", "a\x0bb\x0cc", "line\nthe\r\nline", "漢字 the 漢字", "the漢", "漢the漢", "aの", "カa",
    "a\u093f", "a\u0915", "\u0915a", "the\u0903x", "Ⓐ a Ⓐ", "ⓐthe", "🅐a", "a²", "a½", "½a½", "①the", "Ⅷ a", "aⅧ",
    "a\uff9e", "the\uff9f", "٣a", "a٣", "1a a1 1 a", "a😀the😀an", "the🇩🇪", "a\u20e3", "ª the º", "aª",
    "a\u0e33", "a\u0e31", "the\u0e01", "ʰa aʰ", "a\u02c2", "a'the", "a‐the", "l’a", "Ǆ ǅ ǆ", "ẞ", "ΐ a",
    "#hashtag @a", "[the]", "(a)", "{an}", "<the>", "~a~", "`the`", "^a", "|an|", "\\the\\", "a+an=the",
    "e.g. the i.e. a", "No. 5 the", "3.14 a 1,000", "A.M. and P.M.", "R&B the", "AT&T", "a" * 80,
]


def made(count):
    """Random strings of pieces that press on the rules."""
    pieces = ["a", "an", "the", "The", "AN", "x", "I", "Σ", "İ", "é", "ß", "–", "’", "“", ".", "-", "_",
              "'", " ", "  ", "\t", "\x1f", "\u00a0", "\u2028", "\u200b", "\u0301", "\u093e", "²", "५",
              "Ⓑ", "漢", "😀", "7", "\uff21", "\u212a", "\u1e9e", "\u0345", "\ufb01", "&", "%"]
    source = random.Random(7)
    return ["".join(source.choices(pieces, k=source.randint(2, 12))) for _ in range(count)]


def neighbours():
    """An article next to one char of every general category."""
    by_category = {}
    for code in itertools.chain(range(0x80, 0x3000), range(0xFF00, 0x10000), range(0x1F000, 0x1F700)):
        by_category.setdefault(unicodedata.category(chr(code)), []).append(chr(code))
    source = random.Random(11)
    for category in sorted(set(by_category) - {"Cs", "Cn", "Co"}):
        chars = by_category[category]
        for char in source.sample(chars, min(6, len(chars))):
            yield f"the{char}a x"
            yield f"{char}an {char.upper()}"


def escaped(text):
    return "".join(ch if " " <= ch <= "~" and ch != "\\" else f"\\u{{{ord(ch):x}}}" for ch in text)


for text in dict.fromkeys(HAND + made(250) + list(neighbours())):
    print(escaped(text), escaped(squad(text)), escaped(" ".join(rouge(text))), sep="\t")
