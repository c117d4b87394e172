"""grice-rank: which of twenty passages answers a question of a conversation; gte-small's first four layers.

Two heads: `relevance`, whether a passage has the answer, and `page`, whether it is of the page that has it. They learn from what
the engine finds for turns of TopiOCQA (found.py), from judged passages and from reading sets. A large model learns first and teaches the small one.
Needs training/cache/{found,found_pages,rank,read,read_turns,read_pages}.jsonl.gz.
"""

import argparse
import copy
import multiprocessing
import os
import pathlib
import random
import time

import torch
from torch.nn import functional

import manual_groups
import sets
import trunk
from asked import context, excerpt, headed
from equal import floats

HEADS = ("relevance", "page")
LABELS = {head: ["no", "yes"] for head in HEADS}
LONGEST, CONTEXT, EXCERPT = 224, 48, 100
NOT_KNOWN = -1.0
MANUALS = 24000


def made(history, question, passage, grades, page=None):
    """A pair as grice-rank sees it, with a grade a head."""
    a = context(history, question, most=CONTEXT)
    return {"a": a, "b": excerpt(a, passage, EXCERPT), "grades": grades, "page": page}


def turn(pair):
    return {"question": pair[0], "answer": "" if pair[1] == "UNANSWERABLE" else pair[1]}


def plain(history):
    return [turn((t["question"], t["answer"])) for t in history]


def all_made(given):
    """Groups of what `made` takes as groups of pairs, by all cores."""
    with multiprocessing.get_context("fork").Pool(max(1, os.cpu_count() - 2)) as pool:
        return pool.map(group_made, given, chunksize=100)


def group_made(group):
    return [made(*one) for one in group]


def found_groups(split, titled=lambda: True, made=made):
    """What the engine finds for turns, best first: (turn, pairs)."""
    pages = {page["n"]: page for page in sets.load("found_pages")}
    for row in sets.load("found"):
        if row["split"] == split:
            text = lambda n, with_title: headed(pages[n]) if with_title else pages[n]["text"]
            history, with_title = plain(row["history"]), titled()
            given = [(n, [float(grade == 2), float(grade >= 1)]) for n, grade in row["passages"]]
            yield row, [made(history, row["question"], text(n, with_title), grades, pages[n]["title"]) for n, grades in given]


def manuals(split, history=True, made=made, most=None, only=None):
    """Questions about manuals."""
    for row, passages in manual_groups.groups(split, history=history, most=most, only=only):
        yield [made(row["history"], row["question"], headed(page), [float(grade == 2), float(grade >= 1)], page["title"]) for page, grade in passages]


def groups(rng, most):
    """Training groups, of manuals at most so many, as what `made` takes. One in ten turns has its passages without titles."""
    made = lambda *given: given
    for _, pairs in found_groups("train", lambda: rng.random() < 0.9, made):
        if any(grades[0] for _, _, _, grades, _ in pairs):
            yield pairs
    if most:
        yield from manuals("train", made=made, most=most)
    for row in sets.load("rank"):
        if row["split"] == "train":
            yield [made([], row["question"], text, [grade, NOT_KNOWN], None) for text, grade in row["texts"][:14]]
    shown = [(r["title"], r["passage"], r["asked"]) for r in sets.load("read") if r["set"] in ("nq", "squad", "squad2") and r["split"] == "train"]
    by_title = {}
    for title, passage, _ in shown:
        by_title.setdefault(title, []).append(passage)
    for title, passage, asked in shown:
        for one in asked[:2]:
            if one["type"] == "span":
                others = [p for p in rng.sample(by_title[title], min(3, len(by_title[title]))) if one["answers"][0] not in p]
                other = others[0] if others and title else shown[rng.randrange(len(shown))][1]
                titled = title and rng.random() < 0.3
                yield [made([], one["question"], f"{title}\n{text}" if titled else text, [grade, NOT_KNOWN], None) for text, grade in ((passage, 1.0), (other, 0.0))]


class Groups(trunk.Encoded):
    """Pairs in groups; a batch holds whole groups."""

    def __init__(self, folder, given, longest):
        pairs = [pair for group in given for pair in group]
        super().__init__(folder, pairs, longest, places=False)
        self.first, at = [], 0
        for group in given:
            self.first.append(range(at, at + len(group)))
            at += len(group)
        self.group = torch.tensor([n for n, rows in enumerate(self.first) for _ in rows])
        self.grades = torch.tensor([pair["grades"] for pair in pairs])

    def order(self, numbers, size, rng, tokens=None):
        """`numbers` are groups; `size` is in pairs."""
        numbers = list(numbers)
        rng.shuffle(numbers)
        batches, batch = [], []
        for start in range(0, len(numbers), 1000):
            for n in sorted(numbers[start : start + 1000], key=lambda n: max(len(self.ids[r]) for r in self.first[n])):
                if batch and len(batch) + len(self.first[n]) > size:
                    batches.append(batch)
                    batch = []
                batch = batch + list(self.first[n])
        batches.append(batch)
        rng.shuffle(batches)
        return batches


def margin(logits):
    return logits[:, 1] - logits[:, 0]


def listwise(given, goal, group):
    """Cross-entropy of the groups' distributions; `goal` sums to one in a group, or to nothing where it does not count."""
    own = torch.unique(group, return_inverse=True)[1]
    count = int(own.max()) + 1
    top = torch.full((count,), -1e9, device=given.device).scatter_reduce(0, own, given, "amax")
    total = torch.zeros(count, device=given.device).scatter_add(0, own, (given - top[own]).exp())
    logs = given - top[own] - total.log()[own]
    return -(goal * logs).sum() / goal.sum().clamp(min=1)


def shares(values, group):
    """Values as shares of their group's sum."""
    own = torch.unique(group, return_inverse=True)[1]
    total = torch.zeros(int(own.max()) + 1, device=values.device).scatter_add(0, own, values)[own]
    return torch.where(total > 0, values / total.clamp(min=1e-6), torch.zeros_like(values))


def on_gold(data, device, taught=None, part=0.5, heat=2.0):
    """Each head: is it (by itself), and which of the group; with `taught` mixed with what a teacher says."""
    grades, group = data.grades.to(device), data.group.to(device)
    taught = taught if taught is None else taught.to(device)

    def loss(outputs, rows, _):
        rows = torch.tensor(rows, device=device)
        value = 0.0
        for at, head in enumerate(HEADS):
            given, goal = margin(outputs[head]), grades[rows, at]
            there = goal >= 0
            goal, given, own = goal[there], given[there], group[rows][there]
            if not len(goal):
                continue
            soft = goal
            if taught is not None:
                told = taught[rows, at][there]
                soft = (1 - part) * goal + part * told.sigmoid()
            alone = functional.binary_cross_entropy_with_logits(given, soft)
            which = listwise(given, shares((goal > 0.4).float(), own), own)
            if taught is not None:
                inverse = torch.unique(own, return_inverse=True)[1]
                top = torch.full((int(inverse.max()) + 1,), -1e9, device=device).scatter_reduce(0, inverse, told, "amax")[inverse]
                which = (1 - part) * which + part * heat * listwise(given / heat, shares(((told - top) / heat).exp(), own), own)
            value = value + alone + which
        return value

    return loss


def reciprocal(grades):
    return next((1 / (i + 1) for i, grade in enumerate(grades[:10]) if grade), 0.0)


def old_lists(titled):
    """Turns kept aside with BM25's first twenty passages, and which of them are right."""
    pages = {page["n"]: page for page in sets.load("read_pages")}
    for row in sets.load("read_turns"):
        if "top" in row:
            history = [turn(pair) for pair in row["history"]]
            text = lambda n: f"{pages[n]['title']}\n{pages[n]['text']}" if titled else pages[n]["text"]
            yield [made(history, row["question"], text(n), [float(n in (row["gold"], *row["also"])), NOT_KNOWN]) for n in row["top"]]


def reranked(lists, scores):
    """RR@10 of the order they came in and of the scores', and how often the right passage is among them."""
    if not lists:
        return {}
    rest, before, after = list(scores), 0.0, 0.0
    for pairs in lists:
        own, rest = rest[: len(pairs)], rest[len(pairs) :]
        before += reciprocal([p["grades"][0] for p in pairs])
        after += reciprocal([pairs[i]["grades"][0] for i in sorted(range(len(pairs)), key=lambda i: -own[i])])
    there = sum(any(p["grades"][0] for p in pairs) for pairs in lists)
    return {"before": round(100 * before / len(lists), 2), "reranked": round(100 * after / len(lists), 2), "there": round(100 * there / len(lists), 2), "turns": len(lists)}


def pages_at(lists, scores, places=(1, 5)):
    """How often the right page is among the first pages."""
    rest, hits = list(scores), [0] * len(places)
    for pairs in lists:
        own, rest = rest[: len(pairs)], rest[len(pairs) :]
        titles = {}
        for i in sorted(range(len(pairs)), key=lambda i: -own[i]):
            titles.setdefault(pairs[i]["page"], pairs[i]["grades"][1])
        for at, k in enumerate(places):
            hits[at] += any(list(titles.values())[:k])
    return [round(100 * hit / len(lists), 1) for hit in hits]


def shuffled(pairs):
    return random.Random(pairs[0]["a"]).sample(pairs, len(pairs))


class Dev:
    def __init__(self, folder, longest, most=None, with_manuals=True):
        self.found = {split: [pairs for _, pairs in found_groups(split)][:most] for split in ("tune", "dev")}
        if with_manuals:
            self.found["manuals"] = [shuffled(pairs) for pairs in manuals("dev", history=False, most=600)]
            self.found["everyday"] = [shuffled(pairs) for pairs in manuals("dev", history=False, most=600, only="everyday")]
            self.found["follow-ups"] = [shuffled(pairs) for pairs in manuals("dev", most=600, only="follow-ups")]
        self.old = {name: list(old_lists(titled))[:most] for name, titled in (("plain", False), ("titled", True))}
        flat = lambda lists: [p for pairs in lists for p in pairs]
        self.encoded = {name: trunk.Encoded(folder, flat(lists), longest, places=False) for name, lists in (self.found | self.old).items()}

    def table(self, model, device):
        table = {}
        for name, encoded in self.encoded.items():
            if not len(encoded):
                continue
            found = trunk.predict(model, encoded, range(len(encoded)), device)
            relevance, page = (margin(found[head]).sigmoid() for head in HEADS)
            lists = (self.found | self.old)[name]
            table[name] = reranked(lists, relevance.tolist())
            if name in self.found:
                order = [-float(i) for pairs in lists for i in range(len(pairs))]
                table[name] |= {"pages before": pages_at(lists, order), "by page": pages_at(lists, page.tolist()), "by both": pages_at(lists, (relevance + page).tolist())}
                fused = [0.5 / (1 + i / 10) + float(p) for (i, p) in zip([i for pairs in lists for i in range(len(pairs))], page)]
                table[name] |= {"by page and rank": pages_at(lists, fused)}
        return table


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--runs", type=pathlib.Path, default=trunk.RUNS)
    parser.add_argument("--rows", type=int, help="try it on this many groups")
    parser.add_argument("--large-epochs", type=int, default=2)
    parser.add_argument("--large-rate", type=float, default=4e-5)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=2.5e-4)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone", action="store_true", help="without a teacher")
    parser.add_argument("--own", action="store_true", help="taught by the model of --first, lest it forget")
    parser.add_argument("--part", type=float, default=0.5, help="weight of the teacher against the grades")
    parser.add_argument("--first", type=pathlib.Path, help="a finished model to go on with, or to measure")
    parser.add_argument("--stage", choices=["large", "told", "student", "measure"], help="only this one; each waits for what the one before it makes, so that all can be started at once")
    args = parser.parse_args()
    device, began = trunk.device(), time.time()
    args.runs.mkdir(parents=True, exist_ok=True)
    weights = args.runs / "rank-large.pt"
    if not args.alone and not args.own and not weights.exists() and args.stage in (None, "large"):
        large(args, weights, device, began)
    if args.stage == "large":
        return
    trunk.awaited(sets.CACHE / "found.jsonl.gz")
    trunk.awaited(sets.CACHE / "manual_asked.jsonl.gz")
    if args.stage == "measure":
        return trunk.log(args.out, began, stage="measured", model=args.first.parent.name, dev=Dev(trunk.SMALL, LONGEST, args.rows).table(loaded(args.first, device), device))
    given = all_made(some(args, groups(random.Random(6), MANUALS)))
    kept = args.runs / "rank-told.pt"
    if not args.alone and not args.own and args.stage in (None, "told"):
        told(given, weights, kept, device)
        print(f"the large model's view of all, {time.time() - began:.0f} s", flush=True)
    if args.stage == "told":
        return
    data, dev = Groups(trunk.SMALL, given, LONGEST), Dev(trunk.SMALL, LONGEST, args.rows)
    print(f"{len(given)} groups, {len(data)} pairs, {time.time() - began:.0f} s", flush=True)
    model = loaded(args.first, device) if args.first else trunk.Model(trunk.SMALL, {head: 2 for head in HEADS}, layers=args.layers, frozen=True)
    taught = None
    if args.own:
        said = trunk.predict(model, data, range(len(data)), device)
        taught = torch.stack([margin(said[head]) for head in HEADS], 1)
    elif not args.alone:
        taught = torch.load(trunk.awaited(kept), weights_only=True)
    before = copy.deepcopy(model) if args.first else None
    name = f"rank-{args.layers}-{args.seed}"
    minutes = trunk.train(model, data, range(len(given)), on_gold(data, device, taught, args.part), epochs=args.epochs, rate=args.rate, size=512, seed=args.seed, device=device, name=name, keep=args.runs / f"{name}.keep")
    base = dict(layers=args.layers, epochs=args.epochs, seed=args.seed, pairs=len(data), train_minutes=round(minutes, 2))
    trunk.export(model, trunk.SMALL, args.out / "grice-rank", LABELS, LONGEST, {"context": CONTEXT, "excerpt": EXCERPT})
    trunk.log(args.out, began, stage="rank int8", **base, dev=dev.table(trunk.int8(model), device))
    for share in (0.5, 0.0) if before else ():
        trunk.log(args.out, began, stage="rank int8", **base, part=share, dev=dev.table(trunk.mixed(before, model, share), device))


def some(args, given):
    given = list(given)
    return random.Random(1).sample(given, args.rows) if args.rows else given


def large(args, weights, device, began):
    """The teacher; of manuals it sees some, where they are there."""
    there = (sets.CACHE / "manual_asked.jsonl.gz").exists()
    given = all_made(some(args, groups(random.Random(6), there * 12000)))
    data = Groups(trunk.LARGE, given, LONGEST + 1)
    print(f"{len(given)} groups, {len(data)} pairs, {time.time() - began:.0f} s", flush=True)
    model = trunk.Model(trunk.LARGE, {head: 2 for head in HEADS})
    minutes = trunk.train(model, data, range(len(given)), on_gold(data, device), epochs=args.large_epochs, rate=args.large_rate, size=192, seed=args.seed, device=device, name="rank, large", keep=args.runs / "rank-large.keep")
    trunk.save({k: v.half() for k, v in model.state_dict().items()}, weights)
    dev = Dev(trunk.LARGE, LONGEST + 1, args.rows, with_manuals=there)
    trunk.log(args.out, began, stage="rank, large", epochs=args.large_epochs, train_minutes=round(minutes, 2), dev=dev.table(model, device))


def loaded(folder, device):
    """A finished model, its tables as floats."""
    tables = floats(folder)
    layers = 1 + max(int(name.split(".")[2]) for name in tables if name.startswith("encoder.layer."))
    model = trunk.Model(trunk.SMALL, {head: 2 for head in HEADS}, layers=layers, frozen=True)
    model.load_state_dict(model.state_dict() | {name if name.startswith("heads.") else f"trunk.{name}": table for name, table in tables.items()})
    return model.to(device)


def told(given, weights, kept, device):
    """What the large model says of all pairs."""
    data = Groups(trunk.LARGE, given, LONGEST + 1)
    model = trunk.Model(trunk.LARGE, {head: 2 for head in HEADS})
    model.load_state_dict({k: v.float() for k, v in torch.load(trunk.awaited(weights), weights_only=True).items()})
    found = trunk.predict(model, data, range(len(data)), device)
    trunk.save(torch.stack([margin(found[head]) for head in HEADS], 1), kept)


if __name__ == "__main__":
    main()
