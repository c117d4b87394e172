"""The texts that models are compared on: the demo's own sentences and passages, and hard cases."""

import pathlib
import random
import re

DEMO = pathlib.Path(__file__).parents[3] / "demo" / "solar-system"

HARD = [
    "", " ", "\n\t ", "a", ".", "?!", "…", "\u200b", "\ufeffbyte order mark", "null\x00byte", "\u0301", "e\u0301 is é",
    "🪐", "👩‍🚀👨‍👩‍👧‍👦 🇫🇷 ❤️‍🔥 emoji with joiners", "☀️🌍🌕 in a row" * 30,
    "木星是太阳系中最大的行星。", "土星には輪がある。", "화성은 붉은 행성이다.", "Юпитер — крупнейшая планета Солнечной системы.",
    "المشتري أكبر كواكب المجموعة الشمسية", "בצדק יש סערה גדולה", "बृहस्पति सबसे बड़ा ग्रह है", "ดาวพฤหัสบดี", "Ο Δίας είναι πλανήτης",
    "ﬁne ligatures, Ｆｕｌｌｗｉｄｔｈ, 𝕞𝕒𝕥𝕙, Ⅷ, ½, ²", "ÀÉÎÕÜ àéîõü ÇŁØßæœ", "tab\tnew\nline\r\nend", "x" * 5000, "word " * 3000,
    "supercalifragilisticexpialidocious" * 20, "https://example.org/a?b=c&d=e#f", "C++ && 3.14e-10 != -∞ {json: [1, 2]}",
    "[CLS] [SEP] [MASK] [PAD] <s> </s> <unk>", "don't o'clock rock'n'roll", "1,234,567.89 km/s² at −273.15 °C", "A" * 300 + " " + "b" * 300,
]


def paragraphs():
    for page in sorted(DEMO.glob("*.md")):
        for block in page.read_text(encoding="utf-8").split("\n\n"):
            block = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", block)
            if len(block.split()) >= 8 and not block.startswith(("#", "---", "|", "-", "title:")):
                yield " ".join(block.split())


def sentences(count=1000):
    """Hard cases, whole paragraphs (many over the models' length when doubled), and sentences, in a fixed order."""
    whole = list(paragraphs())
    split = [s for p in whole for s in re.split(r"(?<=[.!?]) ", p)]
    random.Random(2026).shuffle(split)
    long = [" ".join(whole[i : i + 12]) for i in range(0, 240, 12)]
    return (HARD + long + whole[:200] + split)[:count]


def passages(count=160, words=100):
    """Passages of exactly so many words."""
    stream = " ".join(paragraphs()).split()
    cut = [" ".join(stream[i : i + words]) for i in range(0, len(stream) - words, words)]
    return cut[:count]
