"""Texts for the reference scripts, made from word lists of their own."""

import random

PLAIN = """the a an The A An river stone captain harbour lantern garden window letter winter orchard
copper bridge signal market teacher engine mountain valley singer painter kettle basket
running jumped flies happily national rational relational digitizer conformably radically
hopefulness formality sensitivity triplicate electrical adjustment dependent adoption communism
agreed plastered motoring sized falling hissing filing dying skies news proceed owed bled sing
is was were of in on by to and or not no yes it he she they 7 42 1889 3.14 1,000 2-3 1990s 10th
U.S. e.g. well-known don't O'Neill mother-in-law C++ $5 50% a-b the-end""".split()

OTHER = """naïve café Ünïcode straße ΟΔΟΣ ΣΑΣ Σ İstanbul ıssız ǅungla ﬁne K Å a\u0301 the\u0301 an\u0323x
“the” ‘a’ “an —the— …a… «the» the’s ’the the・a क्षत्रिय का a्the ไทย 東京 日本語 一二三 한국어 שלום العربية
Ⓐ ⓐ ² ½ Ⅷ ٣ १२ 𝒜 𐐀 😀 a😀the é ß ŉ ǰ ΐ և ﬀ ẞ 3ﬀ-2 €5 £ × a_b the_ __a__ aː theʰ ʼn""".split()

JOINTS = [" "] * 30 + ["  ", "\t", "\n", "\n\n", "\r\n", "\u00a0", "\u3000", "\u1680", "\u2009",
          "\u2028", "\u0085", "\x1c", "\x1f", "\x0b", "\u200b", "\ufeff", "-", "--", "-\n", ".", ",",
          ", ", ". ", "..", ",,", ".,.", "...", "; ", " (", ") ", "/", "'", "\"", "&", "&amp;",
          "&lt;", "&gt;", "&quot;", "&amp;lt;", "<skipped>", "_", "’", "—", "、", "。", "!", "?! "]

ODD = ["", " ", "\n", ".", "...", "the", "The a an", "a.", "!?", "…", "“”", "\u0301", "\x1c", "A",
       "-\n", "x-\n", "x-\n\x1c", "-", "1.", ".1", "1-", "-1", "&", "&amp;", "a\nb", "a\n\nb", "\n\n",
       "١٢.", "²,", "1.²", "a,", ",a", "<skipped>", "a<skipped>b", "&quot;&amp;&lt;&gt;", "ΣΣ", "Σ.", "Σ-Σ"]


def word(rng):
    return rng.choice(OTHER) if rng.random() < 0.15 else rng.choice(PLAIN)


def text(rng, longest=24):
    if rng.random() < 0.06:
        return rng.choice(ODD)
    parts = []
    for _ in range(rng.randint(1, longest)):
        parts.append(word(rng))
        parts.append(rng.choice(JOINTS))
    if rng.random() < 0.5:
        parts.pop()
    return "".join(parts)


def changed(rng, original):
    """A text like another: some pieces dropped, doubled, moved or replaced."""
    pieces = original.split(" ")
    for _ in range(rng.randint(0, 1 + len(pieces) // 3)):
        at = rng.randrange(len(pieces))
        kind = rng.random()
        if kind < 0.3 and len(pieces) > 1:
            pieces.pop(at)
        elif kind < 0.5:
            pieces.insert(at, pieces[rng.randrange(len(pieces))])
        elif kind < 0.7:
            other = rng.randrange(len(pieces))
            pieces[at], pieces[other] = pieces[other], pieces[at]
        elif kind < 0.85:
            pieces[at] = word(rng)
        else:
            pieces[at] = rng.choice([str.upper, str.lower, str.title])(pieces[at])
    return " ".join(pieces)


def pair(rng, longest=24):
    reference = text(rng, longest)
    kind = rng.random()
    if kind < 0.05:
        return reference, reference
    if kind < 0.75:
        return changed(rng, reference), reference
    return text(rng, longest), reference


def references(rng, longest=24):
    """A prediction and one to four references."""
    prediction, first = pair(rng, longest)
    others = [changed(rng, first) if rng.random() < 0.7 else text(rng, longest)
              for _ in range(rng.choice([0, 0, 1, 2, 3]))]
    return prediction, [first] + others


def write(path, cases):
    import gzip
    import json
    with gzip.GzipFile(path, "wb", compresslevel=9, mtime=0) as out:
        for case in cases:
            out.write((json.dumps(case, ensure_ascii=False, separators=(",", ":")) + "\n").encode())


def rng(seed):
    return random.Random(seed)
