"""Interpret: a question and an indirect reply, to Circa's strict and relaxed labels.

    python3 training/interpret.py --out OUT [--teachers 4] [--extra 150000] [--nli]

1. Several large trunks (MPNet), with other seeds, learn the gold labels and the votes, half and
   half; with --nli after they have read NLI and BoolQ, as in the Circa paper.
2. Together they label pairs of questions and replies that were never asked together.
3. A small trunk (gte-small) learns from their probabilities, and is exported.
Each run adds a line to OUT/log.jsonl.
"""

import argparse
import copy
import json
import pathlib
import random
import time

import torch

import sets
from sets import RELAXED, STRICT, TO_RELAXED
from trunk import Encoded, Model, export, predict, quantised, soft_loss, train

WEIGHTS = pathlib.Path(__file__).parent / "weights"
LARGE, SMALL = WEIGHTS / "all-mpnet-base-v2", WEIGHTS / "gte-small"
LONGEST = 80
HEADS = {"strict": len(STRICT), "relaxed": len(RELAXED)}


def targets(rows):
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
        mixed = torch.where((gold >= 0)[:, None], 0.5 * sure + 0.5 * votes, votes)
        made[head] = gold, mixed
    return made


def accuracy(found, gold, numbers):
    """Strict over six labels and relaxed over four, where there is a gold one of them."""
    scores = {}
    for head, scored in (("strict", 6), ("relaxed", 4)):
        truth = gold[head][0][list(numbers)]
        kept = (truth >= 0) & (truth < scored)
        right = found[head][:, :scored].argmax(1)[kept] == truth[kept]
        scores[head] = round(100 * right.float().mean().item(), 2)
    return scores


def own_checks():
    """Replies of our own in other settings, shaped as Circa's rows."""
    file = pathlib.Path(__file__).parent / "checks/interpret.jsonl"
    read = [json.loads(line) for line in file.read_text().splitlines()]
    return [{"a": r["question"], "b": r["answer"], "votes": [5 * (r["strict"] == label) for label in STRICT]} for r in read]


def on_gold(gold, device):
    tables = {head: mixed.to(device) for head, (_, mixed) in gold.items()}

    def loss(outputs, numbers):
        ones = torch.ones(len(numbers), device=device)
        return sum(soft_loss(outputs[h], tables[h][numbers], ones) for h in tables)

    return loss


def prepared(folder, device, epochs, seed=1):
    """A trunk that has read NLI and BoolQ."""
    nli, boolq = sets.load("nli"), sets.load("boolq")
    rows = nli + boolq
    model = Model(folder, {"nli": 3, "boolq": 2})
    encoded = Encoded(folder, rows, 192)
    label = torch.tensor([r["label"] for r in rows], device=device)
    first = len(nli)

    def loss(outputs, numbers):
        numbers = torch.tensor(numbers, device=device)
        value = 0.0
        for head, of in (("nli", numbers < first), ("boolq", numbers >= first)):
            if of.any():
                value = value + torch.nn.functional.cross_entropy(outputs[head][of], label[numbers[of]])
        return value

    train(model, encoded, range(len(rows)), loss, epochs=epochs, rate=4e-5, size=128, seed=seed, device=device, name=f"nli and boolq, {folder.name}")
    return model.trunk.state_dict()


def fresh(folder, trunk=None):
    model = Model(folder, HEADS)
    if trunk is not None:
        model.trunk.load_state_dict(trunk)
    return model


def recombined(rows, count, seed):
    """Questions with replies to other questions: mostly of the same scenario."""
    rng = random.Random(seed)
    by_context = {}
    for row in rows:
        by_context.setdefault(row["context"], []).append(row)
    pairs = []
    while len(pairs) < count:
        row = rng.choice(rows)
        other = rng.choice(by_context[row["context"]] if rng.random() < 0.8 else rows)
        if other["a"] != row["a"]:
            pairs.append({"a": row["a"], "b": other["b"]})
    return pairs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--teachers", type=int, default=4)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=6e-5)
    parser.add_argument("--size", type=int, default=128)
    parser.add_argument("--extra", type=int, default=150_000)
    parser.add_argument("--student-epochs", type=int, default=6)
    parser.add_argument("--student-rate", type=float, default=3e-4)
    parser.add_argument("--student-size", type=int, default=256)
    parser.add_argument("--nli", action="store_true", help="read NLI and BoolQ first")
    parser.add_argument("--rows", type=int, help="only so many rows, to try the recipe out")
    args = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    args.out.mkdir(parents=True, exist_ok=True)
    began = time.time()

    def note(**line):
        line["minutes"] = round((time.time() - began) / 60, 2)
        print(json.dumps(line), flush=True)
        with open(args.out / "log.jsonl", "a") as log:
            log.write(json.dumps(line) + "\n")

    rows = sets.load("circa")[: args.rows]
    gold = targets(rows)
    learn = [n for n, row in enumerate(rows) if row["split"] == "train"]
    dev = [n for n, row in enumerate(rows) if row["split"] == "dev"]
    extra = recombined([rows[n] for n in learn], args.extra, 7)
    checks = own_checks()
    checked = targets(checks)
    everything = rows + extra + checks
    outside = range(len(rows) + len(extra), len(everything))
    large = Encoded(LARGE, everything, LONGEST)
    trunk = prepared(LARGE, device, 2) if args.nli else None

    dev_sum, all_sum = None, None
    add = lambda total, found: found if total is None else {h: total[h] + found[h] for h in found}
    for seed in range(args.teachers):
        model = fresh(LARGE, trunk)
        train(model, large, learn, on_gold(gold, device), epochs=args.epochs, rate=args.rate, size=args.size, seed=seed, device=device, name=f"teacher {seed}")
        found = predict(model, large, range(len(everything)), device)
        held = {h: p[dev] for h, p in found.items()}
        dev_sum, all_sum = add(dev_sum, held), add(all_sum, found)
        note(
            run=f"teacher {seed}", nli=args.nli, rate=args.rate, size=args.size, epochs=args.epochs,
            dev=accuracy(held, gold, dev), together=accuracy(dev_sum, gold, dev),
            checks=accuracy({h: p[list(outside)] for h, p in found.items()}, checked, range(len(checks))),
        )
        del model
    teacher = {h: (p / args.teachers).to(device) for h, p in all_sum.items()}

    small = Encoded(SMALL, everything, LONGEST)
    tables = {h: gold[h][1].to(device) for h in HEADS}
    known = len(rows)

    def loss(outputs, numbers):
        numbers = torch.tensor(numbers, device=device)
        asked = (numbers < known).float()
        value = 0.0
        for head in HEADS:
            ones = torch.ones(len(numbers), device=device)
            value = value + 0.8 * soft_loss(outputs[head], teacher[head][numbers], ones)
            if asked.any():
                value = value + 0.2 * soft_loss(outputs[head], tables[head][numbers.clamp(max=known - 1)], asked)
        return value

    numbers = learn + list(range(known, known + len(extra)))
    student = fresh(SMALL)
    train(student, small, numbers, loss, epochs=args.student_epochs, rate=args.student_rate, size=args.student_size, seed=1, device=device, name="student")
    note(
        run="student, gte-small", extra=args.extra, epochs=args.student_epochs, rate=args.student_rate,
        size=args.student_size, dev=accuracy(predict(student, small, dev, device), gold, dev),
        checks=accuracy(predict(student, small, outside, device), checked, range(len(checks))),
    )

    int8 = copy.deepcopy(student).cpu()
    with torch.no_grad():
        for name, table in int8.trunk.state_dict().items():
            if table.dim() == 2 and name.endswith(".weight") and min(table.shape) > 2 and "position" not in name:
                whole, scale = quantised(table)
                table.copy_(whole.float() * scale[:, None])
    note(run="student, weights in int8", dev=accuracy(predict(int8, small, dev, device), gold, dev))
    export(student, SMALL, args.out / "interpret", {"strict": STRICT, "relaxed": RELAXED}, LONGEST)


if __name__ == "__main__":
    main()
