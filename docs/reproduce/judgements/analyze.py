"""How good `grice analyze` is on PragmEval's dev rows.

    python3 docs/reproduce/judgements/analyze.py target/release/grice --data DATA [--model NAME] [--wrong FILE]

DATA holds pragmeval/TASK/{train,dev}.tsv. Prints a Markdown table: a line a task with its score (accuracy; macro-F1 for
SwitchBoard and MRDA), the 95% interval of 1,000 bootstrap samples, and the score of always giving the label that is most
common in train; then the eleven sets beside the paper's test scores, and their mean. FILE gets ten wrong rows of every task.
"""

import argparse
import collections
import csv
import json
import pathlib
import random
import subprocess
import time

BY_MACRO_F1 = {"SwitchBoard", "MRDA"}
# Table 2 of the paper, on test: BERT, and BERT after all tasks at once.
PAPER = {
    "PDTB": (48.8, 49.1), "STAC": (48.2, 57.1), "GUM": (40.9, 42.8), "Emergent": (79.2, 80.2), "SwitchBoard": (38.8, 40.3),
    "MRDA": (22.3, 23.1), "Persuasiveness": (74.8, 76.2), "Sarcasm": (77.1, 75.0), "Squinky": (87.5, 87.6),
    "Verifiability": (86.7, 85.9), "EmoBank": (76.2, 76.0),
}
SAMPLES = 1000


def read(file):
    with open(file, newline="") as opened:
        return list(csv.DictReader(opened, delimiter="\t"))


def asked(row):
    if "sentence" in row:
        return {"text": row["sentence"]}
    return {"text": row["sentence1"], "text2": row["sentence2"]}


def score(task, pairs):
    """Of (gold, found): in hundredths."""
    if task not in BY_MACRO_F1:
        return 100 * sum(gold == found for gold, found in pairs) / len(pairs)
    golds, founds, right = collections.Counter(), collections.Counter(), collections.Counter()
    for gold, found in pairs:
        golds[gold] += 1
        founds[found] += 1
        right[gold] += gold == found
    labels = golds | founds
    return 100 * sum(2 * right[label] / (golds[label] + founds[label]) for label in labels) / len(labels)


def interval(values):
    values = sorted(values)
    return f"{values[int(0.025 * len(values))]:.1f} to {values[int(0.975 * len(values))]:.1f}"


def by_set(scores):
    """The sets' scores: a set's tasks averaged."""
    groups = collections.defaultdict(list)
    for task, value in scores.items():
        groups[task.split("-")[0]].append(value)
    return {name: sum(group) / len(group) for name, group in groups.items()}


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("grice", type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--model")
    parser.add_argument("--wrong", type=pathlib.Path)
    args = parser.parse_args()
    folders = sorted(folder for folder in (args.data / "pragmeval").iterdir() if (folder / "dev.tsv").is_file())
    rows = [(folder.name, row) for folder in folders for row in read(folder / "dev.tsv")]
    command = [args.grice, "analyze", "--jsonl", *(["--model", args.model] if args.model else [])]
    lines = "".join(json.dumps(asked(row)) + "\n" for _, row in rows)
    began = time.time()
    done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, check=True)
    seconds = time.time() - began
    pairs, wrong, refused = collections.defaultdict(list), collections.defaultdict(list), 0
    for (task, row), line in zip(rows, done.stdout.splitlines(), strict=True):
        answer = json.loads(line)
        refused += "error" in answer
        shares = answer.get(task, {"": 1.0})
        found = max(shares, key=shares.get)
        pairs[task].append((row["label"], found))
        if found != row["label"]:
            wrong[task].append({"task": task, **asked(row), "gold": row["label"], "found": found, "probability": round(shares[found], 3)})

    rng = random.Random(1)
    samples = {task: [score(task, rng.choices(of, k=len(of))) for _ in range(SAMPLES)] for task, of in pairs.items()}
    scores = {task: score(task, of) for task, of in pairs.items()}
    common = {}
    print("| task | rows | measure | score | 95% interval | most common label |\n|---|---|---|---|---|---|")
    for folder in folders:
        task = folder.name
        best = collections.Counter(row["label"] for row in read(folder / "train.tsv")).most_common(1)[0][0]
        common[task] = score(task, [(gold, best) for gold, _ in pairs[task]])
        measure = "macro-F1" if task in BY_MACRO_F1 else "accuracy"
        print(f"| {task} | {len(pairs[task])} | {measure} | {scores[task]:.1f} | {interval(samples[task])} | {common[task]:.1f} |")
    print("\n| set | Grice, dev | 95% interval | most common label, dev | BERT, test (paper) | BERT multi-task, test (paper) |\n|---|---|---|---|---|---|")
    sets, guesses = by_set(scores), by_set(common)
    drawn = [by_set({task: samples[task][n] for task in samples}) for n in range(SAMPLES)]
    for name, value in sets.items():
        alone, together = PAPER[name]
        print(f"| {name} | {value:.1f} | {interval([d[name] for d in drawn])} | {guesses[name]:.1f} | {alone} | {together} |")
    print(f"| **mean** | **{mean(sets.values()):.1f}** | {interval([mean(d.values()) for d in drawn])} | {mean(guesses.values()):.1f} | 61.8 | 63.0 |")
    print(f"\n{len(rows)} rows in {seconds:.1f} s, {len(rows) / seconds:.0f} a second with the start; {refused} refused.")
    if args.wrong:
        shown = [row for task in wrong for row in rng.sample(wrong[task], min(10, len(wrong[task])))]
        args.wrong.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in shown))


if __name__ == "__main__":
    main()
