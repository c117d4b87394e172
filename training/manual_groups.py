"""Questions about manuals with the passages among which theirs must be found: (row, [(page, grade)]), grade 2 for the passage that
answers, 1 for others of its page, 0 for what is near in other pages of the same manual."""

import collections
import functools
import random

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch.nn import functional

import sets
import trunk
from asked import headed
from spans import normal

SAME, WRONG, NEAR = 4, 6, 40


@functools.cache
def potion(device):
    folder = trunk.WEIGHTS / "potion-base-8m"
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer, load_file(folder / "model.safetensors")["embeddings"].float().to(device)


def vectors(texts, device):
    """Means of potion's table."""
    tokenizer, table = potion(device)
    ids = [one.ids or [0] for one in tokenizer.encode_batch_fast(texts, add_special_tokens=False)]
    offsets = torch.tensor([0, *[len(one) for one in ids[:-1]]]).cumsum(0)
    flat = torch.tensor([i for one in ids for i in one])
    return functional.normalize(functional.embedding_bag(flat.to(device), table, offsets.to(device), mode="mean"), dim=-1)


def told_before(row, rng, by_title, rows):
    """One to three turns: questions on the same page, or, as often as not, on something else."""
    if rng.random() < 0.45:
        return []
    own = by_title[row["source"], row["title"]]
    pool = own if rng.random() < 0.6 and len(own) > 1 else [rng.randrange(len(rows)) for _ in range(3)]
    picked = rng.sample(pool, min(len(pool), rng.randint(1, 3)))
    return [{"question": rows[n]["question"], "answer": rows[n]["answer"]} for n in picked if rows[n]["question"] != row["question"]]


def followed(split):
    """Questions as they are said after others (follow_ups.py), by passage and whole question."""
    made = collections.defaultdict(list)
    if (sets.CACHE / "manual_follow.jsonl.gz").exists():
        for row in sets.load("manual_follow"):
            if row["split"] == split:
                made[row["n"], row["whole"]].append({"history": row["history"], "question": row["question"]})
    return made


def picked(rows, most):
    """So many of the rows, at random; at most two in three are in everyday words, where they are there."""
    rng, everyday = random.Random(7), [at for at, row in enumerate(rows) if row.get("style") == "second"]
    first = rng.sample(everyday, min(len(everyday), 2 * most // 3))
    others = sorted(set(range(len(rows))) - set(everyday))
    return {*first, *rng.sample(others, min(len(others), most - len(first)))}


def groups(split, seed=6, history=True, most=None, only=None):
    """With `most` only so many questions, drawn at random; with `history` half of those that can be follow-ups are. `only` "everyday" or
    "follow-ups": those in everyday words, or those that can be follow-ups, as such."""
    rng, device = random.Random(f"{seed}/{split}"), trunk.device()
    pages = {page["n"]: page for page in sets.load("manual_pages")}
    rows = [row | {"source": pages[row["n"]]["source"], "title": pages[row["n"]]["title"]} for row in sets.load("manual_asked") if row["split"] == split and row["kind"] != "unanswered"]
    short = followed(split) if history else {}
    fit = {"everyday": lambda row: row.get("style") == "second", "follow-ups": lambda row: (row["n"], row["question"]) in short}.get(only, lambda row: True)
    fitting = [at for at, row in enumerate(rows) if fit(row)]
    drawn = {fitting[at] for at in (picked([rows[at] for at in fitting], most) if most and most < len(fitting) else range(len(fitting)))}
    by_source, by_title, asked_of = collections.defaultdict(list), collections.defaultdict(list), collections.defaultdict(list)
    for n, page in pages.items():
        by_source[page["source"]].append(n)
    for at, row in enumerate(rows):
        by_title[row["source"], row["title"]].append(at)
        if at in drawn:
            asked_of[row["source"]].append(at)
    own_words = functools.cache(lambda n: set(normal(pages[n]["text"])))
    for source, numbers in asked_of.items():
        there = by_source[source]
        texts = vectors([headed(pages[n]) for n in there], device)
        asked = vectors([rows[at]["question"] for at in numbers], device)
        near = (asked @ texts.T).topk(min(NEAR, len(there))).indices.tolist()
        for at, places in zip(numbers, near):
            row = rows[at]
            gold, answer = pages[row["n"]], set(normal(row["answer"]))
            wrong = lambda n: n != row["n"] and (len(answer & own_words(n)) < 0.6 * len(answer) if answer else pages[n]["section"] != gold["section"] or pages[n]["title"] != gold["title"])
            found = [there[p] for p in places if wrong(there[p])]
            same = [n for n in found if pages[n]["title"] == gold["title"]][:SAME]
            if len(same) < 2:
                beside = [n for n in range(row["n"] - 3, row["n"] + 4) if n in pages and pages[n]["title"] == gold["title"] and pages[n]["source"] == source and wrong(n) and n not in same]
                same += beside[:2]
            far = [n for n in found if pages[n]["title"] != gold["title"]]
            far = far[: WRONG - 2] + rng.sample(far[WRONG - 2 :], min(2, len(far[WRONG - 2 :])))
            forms = short.get((row["n"], row["question"]))
            if forms and (only == "follow-ups" or rng.random() < 0.5):
                said = rng.choice(forms)
            else:
                said = {"history": told_before(row, rng, by_title, rows) if history else []}
            yield row | said, [(gold, 2), *((pages[n], 1) for n in same), *((pages[n], 0) for n in far)]
