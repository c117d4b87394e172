"""Writes lucene_english.tsv: texts and the terms Lucene's English analysis makes of them.

The terms are those of Anserini's DefaultEnglishAnalyzer: Lucene's standard
tokenizer, possessive filter, lower case, stop words and Porter stemmer. The
texts are words of the demo pages, made-up words of many suffixes, and tricky
strings written here. Chars that are not printable are written as \\u{...}.

    pip install jpype1
    python3 make_lucene_english.py anserini-fatjar.jar [libjvm.so] > lucene_english.tsv
"""

import pathlib
import random
import re
import sys

import jpype

DEMO = pathlib.Path(__file__).resolve().parents[4] / "demo" / "solar-system"

STEMS = "act form nation relat oper sens happ hop fil agre plast contr roll caress pon tann y sk".split()
SUFFIXES = """s es ed ing ies ied y ly ness ful fulness ousness iveness ization ational tional ence ance
izer able ably ally al ently ent ously ous ation ator alism ality ivity ibility ology ologi icate ative
alize icity ical ement ment ion ism ate ity ive ize eed ee er ers e ll lle lled yed ying zzing ssing""".split()

TRICKY = [
    "The U.S. Navy's well-known ship-wrecks, don't they're", "It's the dogs' bowls and the dog's bowl",
    "Kepler’s laws; Hubble＇s law; THE MOON'S phases", "'s s's 'tis o'clock rock'n'roll O'Neil's",
    "3.14 1,000.5 1;2 1'000 10:30 a:b a.b a,b 1.a a.1 3a.b v1.2.3", "foo_bar __init__ _ __ _a_ 1_000 a_.b",
    "e-mail@example.com http://www.example.com/a_b?c=d&e=f#g C++ C# .NET node.js", "AT&T R&B 50% $5.50 #1 @home",
    "naïve café’s résumés Über straße ŒUVRE İSTANBUL ΟΔΥΣΣΕΥΣ ПРИВЕТ", "e\u0301te\u0301 cafe\u0301s x\u0301 \u0301y a\u00adb",
    "漢字 ひらがな カタカナ ﾊﾝｶｸ 한국어 東京タワー ㍿ 々 〇", "สวัสดีครับ ลาว ភាសាខ្មែរ မြန်မာ ไทย123abc", "שלום צה״ל צה\"ל ג'ירפה العربية ٣٤٥ १२३ हिन्दी தமிழ்",
    "😀 😀😀 👍🏽 👨‍👩‍👧 🇩🇪🇫🇷 🇩 #️⃣ 1️⃣ *⃣ ❤️ ☺︎ ☉ ★ © ™ ✓", "½ ² ³ ① Ⅷ Ⓐ ª º µ Å K ﬁ ﬂ", "a\u200bb a\u200db a\u202fb a\u00a0b a\u2028b a·b l·l a‧b a：b",
    "１２３ ＡＢＣ ａｂｃ’ｓ full＿width", "is it in the into then there these they this to was will with no not of on or such",
    "a an and are as at be but by for if that their", "IS It NOT iT's This's", "y yy yyy yes yed ying yyyed", "ies ied ing ed s ss sses ion ions",
    "sky skies dying lying tying news proceed exceed succeed inning outing", "generalizations oscillators vietnamization conformably radically differently vilely analogously",
    "rates rated rating rate hating hated fizzed hissing falling failing filing sized tanned conflated troubled",
    "controlling rolled rolls parallel embezzelle installation bells", "x-ray T-shirt 20th-century mid-1990s post-war", "…dots... and—dashes – here", "a/b and/or 24/7 w/o", "", " ", "...", "'", "’s",
]


def demo_texts():
    return [page.read_text(encoding="utf-8") for page in sorted(DEMO.glob("*.md"))]


def texts():
    source = random.Random(5)
    pages = demo_texts()
    words = sorted(set(re.findall(r"[\w'’.-]+", " ".join(pages))))
    yield from TRICKY
    yield from (stem + suffix for stem in STEMS for suffix in SUFFIXES)
    yield from source.sample(words, min(1500, len(words)))
    lines = sorted({line for page in pages for line in page.splitlines() if 40 < len(line) < 400})
    yield from source.sample(lines, min(100, len(lines)))
    for length in (254, 255, 256, 300, 511):
        yield "a" * length + " b"
        yield "é" * length + "'s"
        yield "x" * length + ".y"


def escaped(text):
    return "".join(ch if ch.isprintable() and ch != "\\" else f"\\u{{{ord(ch):x}}}" for ch in text)


def main():
    jvm = sys.argv[2] if len(sys.argv) > 2 else jpype.getDefaultJVMPath()
    jpype.startJVM(jvm, classpath=[sys.argv[1]], convertStrings=False)
    analyzer = jpype.JClass("io.anserini.analysis.DefaultEnglishAnalyzer").newDefaultInstance()
    analyze = jpype.JClass("io.anserini.analysis.AnalyzerUtils").analyze
    for text in dict.fromkeys(texts()):
        terms = [str(term) for term in analyze(analyzer, text)]
        print(escaped(text), escaped(" ".join(terms)), sep="\t")


main()
