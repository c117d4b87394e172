"""What the interpret recipe learns from: Circa, replies of our own making, pairs from other data, and pairs put together."""

import json
import pathlib
import random
import re

import torch

import sets
from sets import RELAXED, STRICT, TO_RELAXED

HEADS = {"strict": len(STRICT), "relaxed": len(RELAXED)}
# The labels that agree with a yes, and with a no.
SIDES = {"strict": [[0, 2], [1, 4]], "relaxed": [[0], [1]]}
SCORED = {"strict": 6, "relaxed": 4}


def tables(rows):
    """For each head: the gold label (-1 for none) and what is learned, half gold and half votes."""
    made = {}
    for head, size in HEADS.items():
        counts = torch.zeros(len(rows), size)
        for number, row in enumerate(rows):
            for label, votes in enumerate(row["votes"]):
                counts[number, label if head == "strict" else TO_RELAXED[label]] += votes
        most, gold = counts.max(1)
        gold[most < 3] = -1
        votes = counts / counts.sum(1, keepdim=True)
        sure = torch.nn.functional.one_hot(gold.clamp(min=0), size).float()
        made[head] = gold, torch.where((gold >= 0)[:, None], 0.5 * sure + 0.5 * votes, votes)
    return made


def accuracy(found, gold, numbers):
    """Strict over six labels and relaxed over four, where there is a gold one of them. `both` reads the relaxed label
    from both heads."""
    found = {head: logits.float().softmax(-1) for head, logits in found.items()}
    summed = torch.zeros_like(found["relaxed"]).index_add_(1, torch.tensor(TO_RELAXED), found["strict"])
    scores = {}
    for name, head, table in (("strict", "strict", found["strict"]), ("relaxed", "relaxed", found["relaxed"]), ("both", "relaxed", found["relaxed"] + summed)):
        truth = gold[head][0][list(numbers)]
        kept = (truth >= 0) & (truth < SCORED[head])
        right = table[:, : SCORED[head]].argmax(1)[kept] == truth[kept]
        scores[name] = round(100 * right.float().mean().item(), 2)
    return scores


def own_checks():
    """Replies of our own in other settings, shaped as Circa's rows."""
    file = pathlib.Path(__file__).parent / "checks/interpret.jsonl"
    read = [json.loads(line) for line in file.read_text().splitlines()]
    return [{"a": r["question"], "b": r["answer"], "votes": [5 * (r["strict"] == label) for label in STRICT]} for r in read]


def balanced(pairs):
    """Of each source at most half as many again of yes as of no, and the other way round."""
    counts = {}
    for row in pairs:
        counts[row["source"], row["gold"]] = counts.get((row["source"], row["gold"]), 0) + 1
    kept, used = [], {}
    for row in pairs:
        key = row["source"], row["gold"]
        used[key] = used.get(key, 0) + 1
        other = counts.get((row["source"], 1 - row["gold"]), 0)
        if row["gold"] == 2 or used[key] <= 1.5 * other:
            kept.append(row)
    return kept


def recombined(rows, count, rng):
    """Circa's questions with replies to others of them, mostly of the same scenario."""
    by_context = {}
    for row in rows:
        by_context.setdefault(row["context"], []).append(row)
    made = []
    while len(made) < count:
        row = rng.choice(rows)
        other = rng.choice(by_context[row["context"]] if rng.random() < 0.8 else rows)
        if other["a"] != row["a"]:
            made.append({"a": row["a"], "b": other["b"], "context": row["context"]})
    return made


def mixed(rows, pairs, parts, count, rng):
    """Questions and replies of different origin; half of the replies share words with their question."""
    questions = [r["a"] for r in pairs if r["source"] != "nli"] + [p["a"] for p in parts if "a" in p] * 3
    replies = [p["b"] for p in parts if "b" in p] + [r["b"] for r in pairs if r["source"] in ("dream", "friendsqa", "pragmaticqa")]
    circa = [(r["a"], r["b"]) for r in rows]
    words = lambda text: set(re.findall(r"[a-z]{4,}", text.lower()))
    made = []
    while len(made) < count:
        kind = rng.random()
        question = rng.choice(circa)[0] if kind < 0.3 else rng.choice(questions)
        near = 20 if rng.random() < 0.5 else 1
        found = [rng.choice(circa)[1] if kind > 0.65 else rng.choice(replies) for _ in range(near)]
        asked = words(question)
        made.append({"a": question, "b": max(found, key=lambda reply: len(asked & words(reply)))})
    return made


class Rows:
    """All rows, in one list: Circa, then written, pairs, recombined, mixed, checks."""

    def __init__(self, extra, other, only=None, without=()):
        rng = random.Random(7)
        self.circa = sets.load("circa")[:only]
        self.written = [{**r, "votes": [5 * (n == r["strict"]) for n in range(len(STRICT))]} for r in sets.load("interpret_written")[:only]]
        self.pairs = [r for r in sets.load("interpret_pairs") if r["source"] not in without][:only]
        self.checks = own_checks()
        self.learn = [n for n, row in enumerate(self.circa) if row["split"] == "train"]
        self.dev = [n for n, row in enumerate(self.circa) if row["split"] == "dev"]
        known = [self.circa[n] for n in self.learn]
        more = recombined(known, extra, rng) + mixed(known, self.pairs, sets.load("interpret_parts"), other, rng)
        self.all = self.circa + self.written + self.pairs + more + self.checks
        first = len(self.circa)
        self.written_at = range(first, first + len(self.written))
        self.pairs_at = range(self.written_at.stop, self.written_at.stop + len(self.pairs))
        self.checks_at = range(len(self.all) - len(self.checks), len(self.all))
        self.more_at = range(self.pairs_at.stop, self.checks_at.start)
        # Pairs that people said, with a known yes or no; what a passage or a premise tells is not in their manner.
        said = {id(r) for r in balanced([r for r in self.pairs if r["gold"] in (0, 1) and r["source"] not in ("nli", "strategyqa")])}
        self.said = [n for n, r in zip(self.pairs_at, self.pairs) if id(r) in said]
        self.gold = tables(self.circa + self.written)
        self.checked = tables(self.checks)

    def score(self, found):
        """On dev and on the checks, from logits of all rows."""
        pick = lambda numbers: {head: table[list(numbers)] for head, table in found.items()}
        return {
            "dev": accuracy(pick(self.dev), self.gold, self.dev),
            "checks": accuracy(pick(self.checks_at), self.checked, range(len(self.checks))),
        }

    def sides(self):
        """0 or 1 for the pairs of which a yes or a no is known, else -1. What StrategyQA tells answers seldom alone."""
        side = torch.full((len(self.all),), -1)
        for number, row in zip(self.pairs_at, self.pairs):
            if row["gold"] in (0, 1) and row["source"] != "strategyqa":
                side[number] = row["gold"]
        return side


def statements():
    return {row["a"]: row["statement"] for row in sets.load("interpret_statements")}
