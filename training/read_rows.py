"""Rows for the reader: pairs of composed question ("a") and passage ("b"), with span and kind."""

import collections
import random

import sets
from asked import context
from perturb import perturbed
from spans import normal

KINDS = ["span", "yes", "no", "unknown"]
UNKNOWN = KINDS.index("unknown")
TIMES = {"squad2": 2, "coqa": 2}
CHANGED = {"squad": 0.35, "squad2": 0.35, "shifts": 0.2, "nq": 0.35, "turns": 0.25, "stories": 0.1, "quac": 0.2}


def made(name, split, history, question, passage, kind, span=None, answers=(), title="", key=None):
    """A row; a title becomes the passage's first line."""
    if title:
        passage = f"{title}\n{passage}"
        span = span and [span[0] + len(title) + 1, span[1] + len(title) + 1]
    turns = [turn if isinstance(turn, dict) else {"question": turn[0], "answer": "" if turn[1] == "UNANSWERABLE" else turn[1]} for turn in history]
    row = {"set": name, "split": split, "a": context(turns, question), "b": passage, "kind": kind, "span": span, "answers": list(answers)}
    return row | {"history": turns, "question": question, "key": key}


def reading_rows(rng):
    """The published sets. Where a passage has several questions, a quarter gets others of them as history."""
    for row in sets.load("read"):
        name, split, passage = row["set"], row["split"], row["passage"]
        told = []
        for asked in row["asked"]:
            history = asked.get("history")
            if history is None:
                history = told[-rng.randint(1, 3) :] if split == "train" and told and rng.random() < 0.25 else []
            title = row["title"] if split == "train" and rng.random() < 0.5 else ""
            one = made(name, split, history, asked["question"], passage, KINDS.index(asked["type"]), asked.get("span"), asked["answers"], title, key=row["title"])
            yield from [one] * (TIMES.get(name, 1) if split == "train" and (name != "squad2" or asked["type"] == "unknown") else 1)
            if asked["answers"]:
                told.append([asked["question"], asked["answers"][0]])


def yes_no_rows(rng):
    for row in sets.load("boolq"):
        split = "dev" if sets.share(row["a"][:120], "boolq") < 0.1 else "train"
        kind = "yes" if row["label"] else "no"
        yield made("boolq", split, [], row["b"], row["a"], KINDS.index(kind), answers=[kind])


def entailed_rows(rng):
    """Statements in place of questions: what a text entails is yes, what it contradicts no."""
    for row in sets.load("nli"):
        split = "dev" if sets.share(row["a"][:120], "nli") < 0.03 else "train"
        kind = KINDS.index(("yes", "unknown", "no")[row["label"]])
        yield made("nli", split, [], row["b"], row["a"], kind, answers=[KINDS[kind]])


def turn_rows(rng):
    """TopiOCQA: the gold passage, passages of the same page without the answer, and BM25's from other pages."""
    pages = {page["n"]: page for page in sets.load("read_pages")}
    for turn in sets.load("read_turns"):
        split = turn["split"]
        if split == "train" and sets.share(turn["id"].split("_")[0], "topiocqa") < sets.TUNED:
            continue
        title = lambda n: pages[n]["title"] if split == "train" and rng.random() < 0.5 else ""
        one = lambda name, n, kind, span=None, answers=(): made(name, split, turn["history"], turn["question"], pages[n]["text"], kind, span, answers, title(n), key=turn["id"])
        if turn["bound"] >= 0.5:
            yield one("turns", turn["gold"], 0, turn["span"], [turn["answer"]])
            for n in turn["same"]:
                yield one("same", n, UNKNOWN)
        for n in turn.get("far", []):
            yield one("far", n, UNKNOWN)


def neighbours(rows, rng, part):
    """SQuAD's questions on the paragraph of the same article that shares most words and lacks the answer."""
    articles = collections.defaultdict(dict)
    for row in rows:
        if row["set"] in ("squad", "squad2") and row["key"]:
            text = row["b"].removeprefix(f"{row['key']}\n")
            articles[row["key"]].setdefault(text, set(normal(text)))
    for row in rows:
        if row["set"] in ("squad", "squad2") and row["key"] and row["span"] and rng.random() < part:
            asked, answer = set(normal(row["question"])), set(normal(row["answers"][0]))
            own = row["b"].removeprefix(f"{row['key']}\n")
            near = [(len(asked & words), text) for text, words in articles[row["key"]].items() if text != own and not answer <= words]
            if near:
                yield made("neighbour", "train", row["history"], row["question"], max(near)[1], UNKNOWN, key=row["key"])


def changed(rows, rng, parts, seed):
    """Questions with one thing changed, as unanswerable."""
    for row in rows:
        if row["span"] and row["kind"] == 0 and rng.random() < parts.get(row["set"], 0):
            found = perturbed(row["question"], row["b"], row["answers"][0], seed)
            if found:
                new = made("changed", "train", row["history"], found[0], row["b"], UNKNOWN, key=row["key"])
                yield new | {"change": found[1]}


def load(extra=False, limit=None, seed=6):
    """All rows; with `extra` also questions whose answer nobody knows, for a student to learn from its teacher."""
    rng = random.Random(seed)
    rows = [*turn_rows(rng), *reading_rows(rng), *yes_no_rows(rng), *entailed_rows(rng)]
    if limit:
        train, dev = ([r for r in rows if r["split"] == s] for s in ("train", "dev"))
        rows = random.Random(1).sample(train, min(limit, len(train))) + random.Random(1).sample(dev, min(limit // 2, len(dev)))
    train = [r for r in rows if r["split"] == "train"]
    rows += [*neighbours(train, rng, 0.2), *changed(train, rng, CHANGED, seed)]
    if extra:
        more = [*neighbours(train, rng, 0.25), *changed(train, rng, {s: 0.5 for s in CHANGED}, seed + 1)]
        rows += [r | {"set": "extra", "kind": None} for r in more]
    return rows
