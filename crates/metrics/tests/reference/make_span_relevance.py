"""Reference values of QReCC's span heuristic, by brute force.

Made with Python 3.11 (Unicode 14), standard library only:

    python make_span_relevance.py    writes span_relevance.jsonl.gz beside this file
"""
import collections
import gzip
import json
import pathlib
import random
import re
import string

CASES = 2600
WORDS = """river stone the a an of old new bridge built in 1887 by Anna engineers over wide valley
and its towers rise above roofs market square bells ring each hour trains cross it daily toll was
ended after war repairs took years cost millions painters work from spring until autumn winds blow
harbour ferry island lamp keeper's wife wrote letters U.S. well-known "quoted" (sic) state-of-the-art
THE An A. a, the; an! it's they're 3.5 1,000 50% $20 e.g. i.e. e-mail""".split()
OTHERS = """café naïve Ωmega ΟΔΥΣΣΕΥΣ ὈΔΥΣΣΕΎΣ İstanbul straße ﬁnal ‘curly’ “quotes” em—dash a—b the’s
наука мост 東京 大橋 नदी का पुल جسر نهر e\u0301te\u0301 a\u0301 the\u0301 ½ ² № … a’an 😀 ǅungla""".split()
SPACES = [" ", " ", " ", " ", " ", "  ", "\n", "\t", "\u00a0", "\u2003", "\u1c00 ", "\x1f", " - "]


def normalised(text):
    text = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def f1(gold, span):
    if not gold or not span:
        return float(gold == span)
    shared = sum((collections.Counter(gold) & collections.Counter(span)).values())
    if shared == 0:
        return 0.0
    precision, recall = shared / len(span), shared / len(gold)
    return (2 * precision * recall) / (precision + recall)


def likeness(one, other):
    shared = sum((collections.Counter(one) & collections.Counter(other)).values())
    return 2.0 * shared / (len(one) + len(other))


def closest(passage, answer):
    passage, answer = normalised(passage), normalised(answer)
    if answer in passage:
        window = answer
    else:
        tokens, width = passage.split(), len(answer.split())
        width += int(0.05 * width)
        windows = [" ".join(tokens[i:i + width]) for i in range(len(tokens) - width + 1)]
        window = max(windows, key=lambda w: likeness(w, answer), default="")
        if not window or likeness(window, answer) == 0:
            window = ""
    tokens, gold = window.split(), answer.split()
    spans = [tokens[i:j] for i in range(len(tokens)) for j in range(i + 1, len(tokens) + 1)]
    best = max(spans, key=lambda span: f1(gold, span), default=[])
    if f1(gold, best) == 0:
        best = tokens
    return " ".join(best), f1(gold, best)


def text(rng, length, words):
    return "".join(rng.choice(words) + rng.choice(SPACES) for _ in range(length))


def answer_from(rng, passage, words):
    parts = passage.split()
    if not parts:
        return text(rng, 3, words)
    start = rng.randrange(len(parts))
    part = parts[start:start + rng.choice([1, 2, 3, 5, 8, 20, 25, 45])]
    for _ in range(rng.choice([0, 0, 1, 1, 2, 4])):
        change, at = rng.randrange(4), rng.randrange(len(part) + 1)
        if change == 0:
            part.insert(at, rng.choice(words))
        elif change == 1 and at < len(part):
            del part[at]
        elif change == 2 and at < len(part):
            part[at] = rng.choice(words)
        elif at < len(part):
            part[at] = part[at][:-1]
    if rng.random() < 0.15:
        rng.shuffle(part)
    return " ".join(part)


def main():
    rng = random.Random(515)
    lines = []
    for _ in range(CASES):
        words = rng.choice([WORDS, WORDS, WORDS + OTHERS, OTHERS, WORDS[:12]])
        passage = text(rng, rng.choice([0, 1, 4, 12, 30, 30, 55]), words)
        kind = rng.random()
        if kind < 0.8:
            answer = answer_from(rng, passage, words)
        elif kind < 0.9:
            answer = text(rng, rng.randrange(1, 8), words)
        else:
            answer = rng.choice(["", "the", "A.", "?!", " ", "er", "ß", "x", "q" * 5, "s b"])
        span, score = closest(passage, answer)
        relevant = len(answer) > 0 and score >= 0.8
        lines.append({"passage": passage, "answer": answer, "span": span, "f1": score, "relevant": relevant})
    print(sum(line["relevant"] for line in lines), "relevant")
    path = pathlib.Path(__file__).with_name("span_relevance.jsonl.gz")
    body = "\n".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines)
    path.write_bytes(gzip.compress(body.encode() + b"\n", 9, mtime=0))


main()
