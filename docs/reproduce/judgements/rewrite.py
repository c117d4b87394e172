#!/usr/bin/env python3
"""How well `grice rewrite` makes questions stand alone: QReCC's and CANARD's dev conversations.

    python3 docs/reproduce/judgements/rewrite.py --grice target/release/grice --data DATA [--model FOLDER …] [--wrong FILE]

Dev is 15% of QReCC's conversations and 10% of CANARD's dev articles, told by a hash (training/sets_rewrite.py); without
--data it is read from training/cache. Recall and precision are ROUGE-1 against the human rewrite, averaged over turns after
the first, with 95% intervals from 2,000 resamples of conversations with a fixed seed. "kept" counts questions that stand
alone and came back unchanged: human rewrites asked in their own conversation, first questions of other conversations, and
the turns that the annotators left as they were (a few of which do need their history). The rules are what Grice falls back
to without weights; "all history" copies everything.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "training"))
import sets  # noqa: E402
import sets_rewrite  # noqa: E402


def tokens(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def rouge(made, wanted):
    made, wanted = collections.Counter(tokens(made)), collections.Counter(tokens(wanted))
    both = sum((made & wanted).values())
    return both / max(1, sum(wanted.values())), both / max(1, sum(made.values()))


def dev(data):
    rows = sets_rewrite.rewrite(data) if data else sets.load("rewrite")
    return [row for row in rows if row["split"] == "dev"]


def standing(rows, seed=6):
    """Questions that stand alone: rewrites in their own history, and first questions in another's."""
    rng = random.Random(seed)
    own, foreign = [], []
    for row in rows:
        other = rng.choice(rows)
        own.append(row | {"question": row["rewrite"]})
        if other["talk"] != row["talk"]:
            foreign.append(row | {"question": other["history"][0][0]})
    return own, foreign


def rewritten(grice, rows, model=None, bare=False):
    """The answers, and the seconds they took, the start of the program included."""
    command = [grice, "rewrite", "--jsonl"] + (["--model", str(model)] if model else [])
    turns = lambda row: [{"question": q, "answer": a} for q, a in row["history"]]
    lines = "".join(json.dumps({"id": n, "history": turns(r), "question": r["question"]}) + "\n" for n, r in enumerate(rows))
    with tempfile.TemporaryDirectory() as nothing:
        environment = os.environ | ({"GRICE_HOME": nothing, "GRICE_MODELS": nothing} if bare else {})
        began = time.monotonic()
        done = subprocess.run(command, input=lines, capture_output=True, text=True, env=environment)
        took = time.monotonic() - began
    if done.returncode:
        sys.exit(done.stderr)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    bad = [a for a in answers if "error" in a]
    if bad or len(answers) != len(rows):
        sys.exit(f"{len(bad)} of {len(rows)} lines were refused, the first: {bad[:1]}")
    if not bare and any(a["by"] == "rules" for a in answers):
        sys.exit("the model is not there: " + done.stderr)
    return answers, took


def interval(values, talks, seed=1, rounds=2000):
    """Of whole conversations, as turns of one are alike."""
    groups = collections.defaultdict(list)
    for value, talk in zip(values, talks):
        groups[talk].append(value)
    sums = [(sum(g), len(g)) for g in groups.values()]
    rng = random.Random(seed)
    means = []
    for _ in range(rounds):
        drawn = rng.choices(sums, k=len(sums))
        means.append(sum(s for s, _ in drawn) / sum(n for _, n in drawn))
    means.sort()
    return means[int(0.025 * rounds)], means[int(0.975 * rounds) - 1]


def cell(values, talks):
    low, high = interval(values, talks)
    return f"{sum(values) / len(values):.3f} ({low:.3f} to {high:.3f})"


def line(name, rows, made, note=""):
    pairs = [rouge(m, r["rewrite"]) for m, r in zip(made, rows)]
    talks = [r["talk"] for r in rows]
    f1 = [2 * r * p / (r + p) if r + p else 0.0 for r, p in pairs]
    print(f"| {name} | {cell([r for r, _ in pairs], talks)} | {cell([p for _, p in pairs], talks)} | {sum(f1) / len(f1):.3f} | {note} |")
    return pairs


def kept(name, rows, answers):
    same = [float(not a["changed"]) for a in answers]
    return f"{name} {100 * sum(same) / max(1, len(same)):.1f}% of {len(same)}"


def wrong(rows, made, pairs, file, count=10):
    worst = sorted(range(len(rows)), key=lambda n: pairs[n][0] + pairs[n][1])[:count]
    with open(file, "a") as out:
        for n in worst:
            row = rows[n]
            out.write(json.dumps({"set": row["set"], "history": row["history"][-2:], "question": row["question"], "human": row["rewrite"], "made": made[n]}, ensure_ascii=False) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grice", default="grice")
    parser.add_argument("--data", type=pathlib.Path)
    parser.add_argument("--model", nargs="*", default=[], type=pathlib.Path, help="folders of other models, measured as well")
    parser.add_argument("--rules-only", action="store_true", help="measures the fallback without weights only")
    parser.add_argument("--wrong", type=pathlib.Path, help="writes the ten worst rewrites of each set there")
    args = parser.parse_args()
    if args.wrong:
        args.wrong.unlink(missing_ok=True)
    everything = dev(args.data)
    readers = [("rules", None, True)] + ([] if args.rules_only else [("grice-rewrite", None, False)])
    readers += [(f"{m.parent.name}/{m.name}", m, False) for m in args.model]
    for name in ("qrecc", "canard"):
        rows = [row for row in everything if row["set"] == name]
        print(f"\n{name}: {len(rows)} turns after the first\n\n| rewriter | ROUGE-1 recall | precision | F1 | turns a second |\n|---|---|---|---|---|")
        line("the question as it is", rows, [r["question"] for r in rows])
        line("all history", rows, [" ".join([r["question"], *(t for turn in r["history"] for t in turn)]) for r in rows])
        for reader, model, bare in readers:
            answers, took = rewritten(args.grice, rows, model, bare)
            made = [a["rewrite"] for a in answers]
            pairs = line(reader, rows, made, f"{len(rows) / took:.0f}")
            if args.wrong and reader == readers[-1][0]:
                wrong(rows, made, pairs, args.wrong)
        print("\n| rewriter | kept as they are |\n|---|---|")
        own, foreign = standing(rows)
        left = [r for r in rows if tokens(r["question"]) == tokens(r["rewrite"])]
        for reader, model, bare in readers:
            cells = [kept(label, of, rewritten(args.grice, of, model, bare)[0]) for label, of in (("human rewrites", own), ("other conversations' first questions", foreign), ("left by annotators", left))]
            print(f"| {reader} | {'; '.join(cells)} |")


if __name__ == "__main__":
    main()
