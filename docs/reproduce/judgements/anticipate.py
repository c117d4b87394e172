#!/usr/bin/env python3
"""How well `grice anticipate` finds what the asker was told next, on turns kept aside.

    python3 training/sets.py --data DATA --only pragmaticqa topiocqa_next
    anticipate.py GRICE [--model FOLDER] [--wrong FILE]

PragmatiCQA, 16 spans of the page a turn: the pragmatic ones that are not in the literal answer, and spans of other
turns. "new" are topics that were never trained on, "seen" conversations kept aside on topics that were. TopiOCQA, 16
sentences of the page: the one that holds the next answer, and others. The released PragmatiCQA has no pages, so that
the sentence after the literal answer is only known for TopiOCQA. Intervals: 95%, 2,000 bootstrap samples of
conversations.
"""

import argparse
import collections
import json
import math
import pathlib
import random
import re
import string
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "training"))

import sets
from sets_anticipate import turns, words


def shuffled(rows):
    """The candidates in random order, with the numbers of the gold ones."""
    for row in rows:
        order = list(range(len(row["candidates"])))
        random.Random(row["id"]).shuffle(order)
        history = [{"question": turn["question"], "answer": turn["answer"]} for turn in row["history"]]
        made = {key: row[key] for key in ("id", "question", "literal")} | {"history": history}
        made["candidates"] = [row["candidates"][n] for n in order]
        made["gold"] = [at for at, n in enumerate(order) if n < row["gold"]]
        if "places" in row:
            made["places"] = [row["places"][n] for n in order]
        yield made


def grice(command, rows):
    """The scores `grice anticipate --jsonl` gives, and who gave them."""
    asked = "".join(json.dumps({k: row[k] for k in ("id", "history", "question", "literal", "candidates")}) + "\n" for row in rows)
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    made, by = [], ""
    for row, line in zip(rows, done.stdout.splitlines(), strict=True):
        answer = json.loads(line)
        if "error" in answer or answer["id"] != row["id"]:
            raise SystemExit(f"{row['id']} was answered with {line}")
        scores = [0.0] * len(row["candidates"])
        # By rank, so that the order is the command's own where scores are equal.
        for rank, one in enumerate(answer["ranked"]):
            scores[one["index"]] = -rank
        made.append(scores)
        by = answer["by"]
    return made, by


def tf_idf(row, text):
    """The cosine of each candidate to a text; the candidates are the collection."""
    bags = [collections.Counter(words(candidate)) for candidate in row["candidates"]]
    having = collections.Counter(word for bag in bags for word in bag)
    weighed = lambda bag: {word: n * (1 + math.log((len(bags) + 1) / (having[word] + 1))) for word, n in bag.items()}
    length = lambda vector: math.sqrt(sum(x * x for x in vector.values())) or 1.0
    wanted = weighed(collections.Counter(words(text)))
    return [sum(x * wanted.get(word, 0) for word, x in v.items()) / length(v) / length(wanted) for v in map(weighed, bags)]


def after(row):
    """The sentences after the literal answer, the nearest first, then those before it."""
    return [-place if place > 0 else place - 10_000 for place in row["places"]]


BASELINES = {
    "random order": lambda row: [random.Random(f"{row['id']}/{n}").random() for n in range(len(row["candidates"]))],
    "tf-idf to the literal answer": lambda row: tf_idf(row, " ".join(row["literal"])),
    "tf-idf to question and literal answer": lambda row: tf_idf(row, " ".join([row["question"], *row["literal"]])),
    "next sentence": after,
}


def reciprocal(row, scores):
    """One over the first gold candidate's rank; equals stay in the order they were given, which is random."""
    ranked = sorted(range(len(scores)), key=lambda n: -scores[n])
    return 1 / (1 + min(ranked.index(n) for n in row["gold"]))


def plain(text):
    text = "".join(c for c in text.lower() if c not in string.punctuation)
    return re.sub(r"\b(a|an|the)\b", " ", text).split()


def beyond(spans, literal):
    """The words of spans, without the literal spans where they stand in them in a row."""
    left = []
    for span in map(plain, spans):
        for taken in sorted(map(plain, literal), key=len, reverse=True):
            at = 0
            while taken and at + len(taken) <= len(span):
                if span[at : at + len(taken)] == taken:
                    span[at : at + len(taken)] = [None] * len(taken)
                at += 1
        left += [word for word in span if word is not None]
    return left


def f1_pragmatic(row, scores, most):
    """PragmatiCQA's F1 of what is added, where the best candidates are told."""
    told = sorted(range(len(scores)), key=lambda n: -scores[n])[:most]
    said, gold = ([row["candidates"][n] for n in numbers] for numbers in (told, row["gold"]))
    said, gold = collections.Counter(beyond(said, row["literal"])), collections.Counter(beyond(gold, row["literal"]))
    common = (said & gold).total()
    return 200 * common / (said.total() + gold.total()) if common else 0.0


def interval(rows, values, seed=0):
    """The mean, and between what it lies; conversations are drawn."""
    by = collections.defaultdict(list)
    for row, value in zip(rows, values):
        by[row["id"].rsplit("/", 1)[0]].append(value)
    sums, rng = [(sum(v), len(v)) for v in by.values()], random.Random(seed)
    means = []
    for _ in range(2000):
        drawn = rng.choices(sums, k=len(sums))
        means.append(sum(s for s, _ in drawn) / sum(n for _, n in drawn))
    means.sort()
    return sum(values) / len(values), means[50], means[1949]


def table(name, rows, systems, f1):
    print(f"\n{name}: {len(rows)} turns\n\n| | RR |{' F1_prag, best one | best two |' if f1 else ''}\n|---|---|{'---|---|' if f1 else ''}")
    show = lambda values, places: "{:.{p}f} ({:.{p}f} to {:.{p}f})".format(*interval(rows, values), p=places)
    for system, scores in systems.items():
        cells = [show([reciprocal(row, s) for row, s in zip(rows, scores)], 3)]
        if f1:
            cells += [show([f1_pragmatic(row, s, most) for row, s in zip(rows, scores)], 1) for most in (1, 2)]
        print(f"| {system} | {' | '.join(cells)} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("grice", help="the command")
    parser.add_argument("--model")
    parser.add_argument("--wrong", type=pathlib.Path, help="write turns here where the first is not gold")
    args = parser.parse_args()
    command = [args.grice, "anticipate", "--jsonl"] + (["--model", args.model] if args.model else [])
    conversations = sets.load("pragmaticqa")
    following = [row | {"gold": 1} for row in sets.load("topiocqa_next") if row["split"] == "dev"]
    parts = {
        "PragmatiCQA, new topics": turns(conversations, "new"),
        "PragmatiCQA, new topics, other pragmatic spans only": turns(conversations, "new", kinds=["pragmatic"]),
        "PragmatiCQA, conversations on seen topics": turns(conversations, "seen"),
        "TopiOCQA, the next answer's sentence": following,
    }
    wrong = []
    for name, rows in parts.items():
        rows = list(shuffled(rows))
        known = [label for label in BASELINES if label != "next sentence" or "places" in rows[0]]
        systems = {label: [BASELINES[label](row) for row in rows] for label in known}
        found, by = grice(command, rows)
        systems[f"`grice anticipate` ({by})"] = found
        table(name, rows, systems, "PragmatiCQA" in name)
        wrong += [row | {"first": s.index(0)} for row, s in zip(rows, found) if s.index(0) not in row["gold"]]
    if args.wrong:
        random.Random(0).shuffle(wrong)
        args.wrong.write_text("".join(json.dumps(row) + "\n" for row in wrong[:10]))


if __name__ == "__main__":
    main()
