"""Writes answers.jsonl.gz, bounds.jsonl.gz and characters.jsonl.gz: normalisation, exact match, F1, leave-one-out,
human performance and extractive bounds, after the behaviour of SQuAD's evaluation scripts v1.1 and
v2.0 and of CoQA's. Needs nothing but Python; made with 3.11.7 (Unicode 14.0.0)."""

import collections
import fractions
import os
import re
import string
import unicodedata

import answer_texts as words

HERE = os.path.dirname(os.path.abspath(__file__))
PUNCTUATION = set(string.punctuation)


def normal(text):
    kept = "".join(c for c in text.lower() if c not in PUNCTUATION)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", kept).split())


def f1(prediction, reference):
    p, r = normal(prediction).split(), normal(reference).split()
    if not p or not r:
        return [float(p == r)] * 3
    same = sum((collections.Counter(p) & collections.Counter(r)).values())
    if same == 0:
        return [0.0, 0.0, 0.0]
    precision, recall = same / len(p), same / len(r)
    return [precision, recall, 2 * precision * recall / (precision + recall)]


def em(prediction, reference):
    return float(normal(prediction) == normal(reference))


def leave_one_out(score, prediction, references):
    if len(references) == 1:
        return score(prediction, references[0])
    rest = lambda i: references[:i] + references[i + 1:]
    return sum(max(score(prediction, r) for r in rest(i)) for i in range(len(references))) / len(references)


def human(score, references):
    rest = lambda i: references[:i] + references[i + 1:]
    return sum(max(score(p, r) for r in rest(i)) for i, p in enumerate(references)) / len(references)


def bound(passage, gold):
    """The best span of tokens, tried one by one: [first, last, f1]; [] where none scores."""
    p, g = normal(passage).split(), collections.Counter(normal(gold).split())
    best, found = fractions.Fraction(0), []
    for first in range(len(p)):
        seen = collections.Counter()
        for last in range(first, len(p)):
            seen[p[last]] += 1
            score = fractions.Fraction(2 * sum((seen & g).values()), last - first + 1 + sum(g.values()))
            if score > best:
                best, found = score, [first, last, float(score)]
    return found


def answers():
    rng = words.rng(20210501)
    f = lambda p, r: f1(p, r)[2]
    for _ in range(2600):
        prediction, references = words.references(rng, 16)
        yield {
            "prediction": prediction, "references": references, "normal": normal(prediction),
            "em": [em(prediction, r) for r in references], "f1": [f1(prediction, r) for r in references],
            "leave_one_out": [leave_one_out(em, prediction, references), leave_one_out(f, prediction, references)],
            "best": [max(em(prediction, r) for r in references), max(f(prediction, r) for r in references)],
            "human": [human(em, references), human(f, references)] if len(references) > 1 else [],
        }


def bounds():
    rng = words.rng(20210502)
    for _ in range(800):
        passage = words.text(rng, 60)
        pieces = passage.split(" ")
        at = rng.randrange(len(pieces))
        cut = " ".join(pieces[at:at + rng.randint(1, 8)])
        gold = words.changed(rng, cut) if rng.random() < 0.8 else words.text(rng, 8)
        if normal(gold):
            yield {"passage": passage, "gold": gold, "bound": bound(passage, gold)}


def characters():
    """Every assigned character of this Python's Unicode beside articles and sigmas; beyond the first
    plane, of letters without case every 61st. Codes are ranges: first, last, first, last..."""
    for block in range(0, 0x110000, 4096):
        ranges = []
        for code in range(block, block + 4096):
            category = unicodedata.category(chr(code))
            sampled = code > 0xffff and category == "Lo" and code % 61
            if category in ("Cn", "Cs", "Co") or sampled:
                continue
            if ranges and ranges[-1] == code - 1:
                ranges[-1] = code
            else:
                ranges += [code, code]
        codes = [c for a, b in zip(ranges[::2], ranges[1::2]) for c in range(a, b + 1)]
        if codes:
            yield {"codes": ranges, "normal": normal(" ".join(surrounded(chr(code)) for code in codes))}


def surrounded(c):
    return f"a{c}THE AΣ{c} AΣ{c}B end"


if __name__ == "__main__":
    words.write(os.path.join(HERE, "answers.jsonl.gz"), answers())
    words.write(os.path.join(HERE, "bounds.jsonl.gz"), bounds())
    words.write(os.path.join(HERE, "characters.jsonl.gz"), characters())
