"""grice-rank: which of twenty passages answers a question of a conversation; gte-small's first four layers.

It learns from judged passages, from turns of TopiOCQA with passages of the right page, of the same page and of
BM25's, and from the large reader's view of the latter (run read.py --stage large first). Needs
training/cache/{rank,read,read_turns,read_pages}.jsonl.gz.
"""

import argparse
import pathlib
import random
import time

import torch

import read
import read_rows
import sets
import trunk
from asked import context, excerpt

LABELS = ["no", "yes"]
LONGEST, CONTEXT, EXCERPT = 160, 40, 72


def made(history, question, passage, grade, name, key=None, full=None):
    """A pair as grice-rank sees it; `full` is the pair the reader sees, where it teaches."""
    a = context(history, question, most=CONTEXT)
    return {"a": a, "b": excerpt(a, passage, EXCERPT), "grade": grade, "set": name, "key": key, "full": full}


def turn(pair):
    return {"question": pair[0], "answer": "" if pair[1] == "UNANSWERABLE" else pair[1]}


def rows(rng):
    """Training rows; half of the passages have their title as a first line."""
    pages = {page["n"]: page for page in sets.load("read_pages")}
    for row in sets.load("read_turns"):
        if row["split"] != "train":
            continue
        history = [turn(pair) for pair in row["history"]]
        numbers = {n: 1.0 for n in [row["gold"], *row["also"][:1]]} | {n: 0.0 for n in [*row["same"], *row.get("far", [])]}
        titled = rng.random() < 0.5
        for n, grade in numbers.items():
            text = f"{pages[n]['title']}\n{pages[n]['text']}" if titled else pages[n]["text"]
            yield made(history, row["question"], text, grade, "turns", row["id"], (context(history, row["question"]), text))
    for row in sets.load("rank"):
        for text, grade in row["texts"] if row["split"] == "train" else []:
            yield made([], row["question"], text, grade, row["set"], row["question"])
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
                for text, grade in ((passage, 1.0), (other, 0.0)):
                    yield made([], one["question"], f"{title}\n{text}" if titled else text, grade, "reading", one["question"])


def held_out(titled):
    """Turns kept aside with BM25's first twenty passages, and which of them are right."""
    pages = {page["n"]: page for page in sets.load("read_pages")}
    for row in sets.load("read_turns"):
        if "top" in row:
            history = [turn(pair) for pair in row["history"]]
            text = lambda n: f"{pages[n]['title']}\n{pages[n]['text']}" if titled else pages[n]["text"]
            pairs = [made(history, row["question"], text(n), float(n in (row["gold"], *row["also"])), "top", row["id"], (context(history, row["question"]), text(n))) for n in row["top"]]
            yield pairs


def reciprocal(grades):
    return next((1 / (i + 1) for i, grade in enumerate(grades[:10]) if grade), 0.0)


def reranked(lists, scores):
    """RR@10 of BM25's order and of the scores', and how often the right passage is among the twenty."""
    rest, before, after = list(scores), 0.0, 0.0
    for pairs in lists:
        own, rest = rest[: len(pairs)], rest[len(pairs) :]
        before += reciprocal([p["grade"] for p in pairs])
        after += reciprocal([pairs[i]["grade"] for i in sorted(range(len(pairs)), key=lambda i: -own[i])])
    there = sum(any(p["grade"] for p in pairs) for pairs in lists)
    return {"bm25": round(100 * before / len(lists), 2), "reranked": round(100 * after / len(lists), 2), "there": round(100 * there / len(lists), 2), "turns": len(lists)}


def taught(args, pairs, device):
    """The large reader's probability that a passage answers, for the rows it can judge."""
    path = next(iter(sorted(args.runs.glob("read-large-*.pt"))), None)
    if path is None:
        raise SystemExit(f"no read-large-*.pt in {args.runs}: run read.py --stage large first")
    model = trunk.Model(trunk.LARGE, *read.HEADS)
    model.load_state_dict({k: v.float() for k, v in torch.load(path, weights_only=True).items()})
    encoded = trunk.Encoded(trunk.LARGE, [{"a": p["full"][0], "b": p["full"][1]} for p in pairs], read.LONGEST)
    kinds = trunk.predict(model, encoded, range(len(encoded)), device)["kind"]
    return 1 - kinds.softmax(-1)[:, read_rows.UNKNOWN]


def score(model, pairs, device):
    encoded = trunk.Encoded(trunk.SMALL, pairs, LONGEST)
    return trunk.predict(model, encoded, range(len(encoded)), device)["relevance"].softmax(-1)[:, 1].tolist()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--runs", type=pathlib.Path, default=trunk.RUNS)
    parser.add_argument("--rows", type=int, help="try it on this many rows")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone", action="store_true", help="without the large reader's view")
    args = parser.parse_args()
    device, began = trunk.device(), time.time()
    pairs = list(rows(random.Random(6)))
    lists = {name: list(held_out(titled)) for name, titled in (("plain", False), ("titled", True))}
    if args.rows:
        pairs = random.Random(1).sample(pairs, args.rows)
        lists = {name: found[:10] for name, found in lists.items()}
    flat = {name: [p for pairs in found for p in pairs] for name, found in lists.items()}
    grade = torch.tensor([p["grade"] for p in pairs])
    able = [n for n, p in enumerate(pairs) if p["full"]]
    if not args.alone:
        seen = taught(args, [pairs[n] for n in able] + flat["plain"] + flat["titled"], device)
        grade[able] = 0.5 * grade[able] + 0.5 * seen[: len(able)]
        size = len(flat["plain"])
        large = {"plain": seen[len(able) : len(able) + size].tolist(), "titled": seen[len(able) + size :].tolist()}
        trunk.log(args.out, began, stage="rank by the large reader", dev={name: reranked(lists[name], large[name]) for name in lists})
    grade = grade.to(device)
    encoded = trunk.Encoded(trunk.SMALL, pairs, LONGEST)
    model = trunk.Model(trunk.SMALL, {"relevance": 2}, layers=args.layers, frozen=True)
    # Wrong passages are three times as many; a right one counts double.
    weight = 1 + grade

    def loss(outputs, numbers, mask):
        n = torch.tensor(numbers, device=device)
        return trunk.soft_loss(outputs["relevance"], torch.stack([1 - grade[n], grade[n]], -1), weight[n])

    name = f"rank-{args.layers}-{args.seed}"
    minutes = trunk.train(model, encoded, range(len(pairs)), loss, epochs=args.epochs, rate=args.rate, size=384, seed=args.seed, device=device, name=name, keep=args.runs / f"{name}.keep")
    base = dict(layers=args.layers, epochs=args.epochs, seed=args.seed, rows=len(pairs), train_minutes=round(minutes, 2))
    for stage, one in (("rank", model), ("rank int8", trunk.int8(model))):
        table = {name: reranked(lists[name], score(one, flat[name], device)) for name in lists}
        trunk.log(args.out, began, stage=stage, **base, dev=table)
    trunk.export(model, trunk.SMALL, args.out / "grice-rank", {"relevance": LABELS}, LONGEST, {"context": CONTEXT, "excerpt": EXCERPT})


if __name__ == "__main__":
    main()
