#!/usr/bin/env python3
"""How well `grice interpret` reads Circa's dev rows, and our own checks in other settings.

    python3 docs/reproduce/judgements/interpret.py --grice target/release/grice --data DATA [--model FOLDER …] [--wrong FILE]

Dev is a tenth of the published rows, told by a hash of their id (training/sets.py); without --data it is read from
training/cache. Accuracy is strict over six labels and relaxed over four, on rows that have a gold label among them, with 95%
intervals from 2,000 resamples of a fixed seed. "expected error" is the mean gap between probability and accuracy in ten bins.
The rules are what Grice falls back to without weights. Other seeds of the model are measured with --model, one folder each.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "training"))
import sets  # noqa: E402

SCORED = {"strict": sets.STRICT[:6], "relaxed": sets.RELAXED[:4]}
PAPER = {"strict": 84.8, "relaxed": 88.2}


def gold(votes):
    """The label of at least three of the five who judged, strict and relaxed; None where there is none."""
    relaxed = collections.Counter()
    for label, count in enumerate(votes):
        relaxed[sets.RELAXED[sets.TO_RELAXED[label]]] += count
    strict = dict(zip(sets.STRICT, votes))
    most = lambda counts: max(counts, key=counts.get) if max(counts.values()) >= 3 else None
    return {"strict": most(strict), "relaxed": most(relaxed)}


def dev(data):
    rows = sets.circa(data) if data else sets.load("circa")
    return [{"question": r["a"], "answer": r["b"], "gold": gold(r["votes"]), "setting": r["context"]} for r in rows if r["split"] == "dev"]


def checks():
    file = ROOT / "training/checks/interpret.jsonl"
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    return [{**r, "gold": {"strict": r["strict"], "relaxed": r["relaxed"]}} for r in rows]


def plain(label):
    return label.replace("’", "'")


def read(grice, rows, model=None, bare=False):
    """The readings, and the seconds they took, the start of the program included."""
    command = [grice, "interpret", "--jsonl"] + (["--model", str(model)] if model else [])
    lines = "".join(json.dumps({"id": n, "question": r["question"], "answer": r["answer"]}) + "\n" for n, r in enumerate(rows))
    with tempfile.TemporaryDirectory() as nothing:
        environment = os.environ | ({"GRICE_HOME": nothing, "GRICE_MODELS": nothing} if bare else {})
        began = time.monotonic()
        done = subprocess.run(command, input=lines, capture_output=True, text=True, env=environment)
        took = time.monotonic() - began
    if done.returncode:
        sys.exit(done.stderr)
    readings = [json.loads(line) for line in done.stdout.splitlines()]
    bad = [r for r in readings if "error" in r]
    if bad or len(readings) != len(rows):
        sys.exit(f"{len(bad)} of {len(rows)} lines were refused, the first: {bad[:1]}")
    if not bare and any(r["by"] == "rules" for r in readings):
        sys.exit("the model is not there: " + done.stderr)
    return readings, took


def right(rows, readings, head):
    """Of each row with a scored gold label, whether it was met."""
    kept = [(r["gold"][head], plain(s[head])) for r, s in zip(rows, readings) if r["gold"][head] in SCORED[head]]
    return [truth == said for truth, said in kept]


def interval(hits, seed=1, rounds=2000):
    rng = random.Random(seed)
    means = sorted(sum(rng.choices(hits, k=len(hits))) / len(hits) for _ in range(rounds))
    return 100 * means[int(0.025 * rounds)], 100 * means[int(0.975 * rounds) - 1]


def cell(hits):
    low, high = interval(hits)
    return f"{100 * sum(hits) / len(hits):.1f} ({low:.1f} to {high:.1f})"


def expected_error(rows, readings, head):
    bins = collections.defaultdict(list)
    for row, reading in zip(rows, readings):
        if row["gold"][head] in SCORED[head]:
            shares = {plain(label): share for label, share in reading["probabilities"][head].items()}
            said = plain(reading[head])
            share = shares[said] / sum(shares[label] for label in SCORED[head])
            bins[min(9, int(10 * share))].append((share, said == row["gold"][head]))
    count = sum(map(len, bins.values()))
    return sum(abs(sum(s for s, _ in b) - sum(h for _, h in b)) for b in bins.values()) / count


def most_frequent(rows, head):
    counts = collections.Counter(r["gold"][head] for r in rows if r["gold"][head] in SCORED[head])
    best = counts.most_common(1)[0][0]
    return [r["gold"][head] == best for r in rows if r["gold"][head] in SCORED[head]]


def by_label(rows, readings):
    print("\n| gold label, strict | rows | found | taken for, most often |\n|---|---|---|---|")
    for label in SCORED["strict"]:
        said = collections.Counter(plain(s["strict"]) for r, s in zip(rows, readings) if r["gold"]["strict"] == label)
        count = sum(said.values())
        other = ", ".join(f"{name} ({n})" for name, n in said.most_common() if name != label and n > 1)
        print(f"| {label} | {count} | {100 * said[label] / max(1, count):.1f} | {other.split('), ')[0].rstrip(')') + ')' if other else ''} |")


def wrong(rows, readings, file, count=10):
    """The surest of the wrong readings."""
    missed = []
    for row, reading in zip(rows, readings):
        if row["gold"]["relaxed"] in SCORED["relaxed"] and plain(reading["relaxed"]) != row["gold"]["relaxed"]:
            share = reading["probabilities"]["relaxed"][reading["relaxed"]]
            missed.append((share, row["question"], row["answer"], row["gold"]["relaxed"], reading["relaxed"]))
    with open(file, "a") as out:
        for share, question, answer, truth, said in sorted(missed, reverse=True)[:count]:
            out.write(json.dumps({"question": question, "answer": answer, "gold": truth, "said": said, "probability": share}) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grice", default="grice")
    parser.add_argument("--data", type=pathlib.Path)
    parser.add_argument("--model", nargs="*", default=[], type=pathlib.Path, help="folders of other models, measured as well")
    parser.add_argument("--wrong", type=pathlib.Path, help="writes the ten surest wrong readings of each set there")
    args = parser.parse_args()
    if args.wrong:
        args.wrong.unlink(missing_ok=True)
    for name, rows in (("Circa, dev", dev(args.data)), ("our checks", checks())):
        print(f"\n{name}: {len(rows)} rows\n\n| reader | strict | relaxed | expected error | rows a second |\n|---|---|---|---|---|")
        if name == "Circa, dev":
            print(f"| the paper's best, on its test rows | {PAPER['strict']} | {PAPER['relaxed']} | | |")
        print(f"| the most frequent label | {cell(most_frequent(rows, 'strict'))} | {cell(most_frequent(rows, 'relaxed'))} | | |")
        shown = None
        readers = [("rules", None, True), ("grice-interpret", None, False)] + [(f"{m.parent.name}/{m.name}", m, False) for m in args.model]
        for reader, model, bare in readers:
            readings, took = read(args.grice, rows, model, bare)
            gap = "" if bare else f"{expected_error(rows, readings, 'strict'):.3f} / {expected_error(rows, readings, 'relaxed'):.3f}"
            cells = [cell(right(rows, readings, head)) for head in SCORED]
            print(f"| {reader} | {cells[0]} | {cells[1]} | {gap} | {len(rows) / took:.0f} |", flush=True)
            shown = readings if reader == "grice-interpret" else shown
        by_label(rows, shown)
        if args.wrong:
            wrong(rows, shown, args.wrong)


if __name__ == "__main__":
    main()
