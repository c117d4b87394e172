"""How well `grice ground` tells supported replies from others, as Markdown.

    python3 docs/reproduce/judgements/ground.py --grice target/release/grice [--model NAME|FOLDER]

Reads training/cache/{begin,ground}.jsonl.gz (made by training/sets.py) and training/checks/ground.jsonl; only rows that
training/ground.py never learned from. Intervals are 95%, by bootstrap over pieces of evidence. With --wrong FILE replies that
were judged wrongly are written there.
"""

import argparse
import gzip
import json
import pathlib
import random
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]


def load(path):
    with gzip.open(path, "rt") as file:
        return [json.loads(line) for line in file]


def words(text):
    return re.findall(r"[^\W_]+", text.lower())


def overlap(evidence, reply):
    known, said = set(words(evidence)), words(reply)
    return sum(word in known for word in said) / max(1, len(said))


def asked(args, rows):
    """What the command answers for each row."""
    lines = "".join(json.dumps({"id": n, "evidence": row["a"], "reply": row["b"]}) + "\n" for n, row in enumerate(rows))
    more = ["--model", args.model] if args.model else []
    run = subprocess.run([args.grice, "ground", "--jsonl", *more], input=lines, capture_output=True, text=True, check=True)
    if run.stderr:
        print(f"<!-- {run.stderr.strip()} -->")
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == list(range(len(rows)))
    return answers


def auc(pairs):
    """The chance that a supported reply scores above another, ties half."""
    ranked = sorted(pairs)
    total, at = 0.0, 0
    while at < len(ranked):
        end = at
        while end < len(ranked) and ranked[end][0] == ranked[at][0]:
            end += 1
        total += sum(label for _, label in ranked[at:end]) * (at + 1 + end) / 2
        at = end
    yes = sum(label for _, label in ranked)
    no = len(ranked) - yes
    return (total - yes * (yes + 1) / 2) / (yes * no) if yes and no else float("nan")


def interval(groups, measure, times=1000):
    """95% of what the measure gives when whole groups are drawn anew."""
    rng = random.Random(1)
    groups = list(groups.values())
    drawn = sorted(measure([x for _ in groups for x in rng.choice(groups)]) for _ in range(times))
    drawn = [value for value in drawn if value == value]
    return f"{drawn[int(0.025 * len(drawn))]:.3f} to {drawn[int(0.975 * len(drawn))]:.3f}"


def grouped(rows, values):
    groups = {}
    for row, value in zip(rows, values):
        groups.setdefault(row["a"][:60], []).append(value)
    return groups


def share(values):
    return sum(values) / len(values) if values else float("nan")


def begin(args, wrong):
    rows = [row for row in load(args.cache / "begin.jsonl.gz") if row["split"] == "dev"]
    answers = asked(args, rows)
    print(f"BEGIN, {len(rows)} replies kept aside (40% by evidence), {sum(r['label'] for r in rows)} fully attributable. AUC:\n")
    print("| | all | 95% | without generic | cmu | topical chat | wizard |")
    print("|---|---|---|---|---|---|---|")
    lowest = lambda answer: min([s["score"] for s in answer["sentences"] if s["score"] is not None], default=0.0)
    scores = {
        "word overlap": [overlap(r["a"], r["b"]) for r in rows],
        "lowest sentence": [lowest(answer) for answer in answers],
        "`grice ground`": [answer["score"] for answer in answers],
    }
    for name, given in scores.items():
        pairs = [(score, row["label"]) for score, row in zip(given, rows)]
        of = lambda test: f"{auc([pair for pair, row in zip(pairs, rows) if test(row)]):.3f}"
        parts = " | ".join(of(lambda row, part=part: row["part"] == part) for part in ("cmu", "tc", "wow"))
        print(f"| {name} | {auc(pairs):.3f} | {interval(grouped(rows, pairs), auc)} | {of(lambda row: row['kind'] != 'Generic')} | {parts} |")
    right = [answer["supported"] == bool(row["label"]) for answer, row in zip(answers, rows)]
    kept = [answer["supported"] for answer, row in zip(answers, rows) if row["label"]]
    print(f"\n`supported` agrees with the label {100 * share(right):.1f}% of the time; {100 * share(kept):.1f}% of the fully attributable replies are kept.\n")
    wrong += [row | {"answer": answer} for row, answer, ok in zip(rows, answers, right) if not ok]


def table(title, args, rows, wrong):
    """What is kept of supported replies and caught of others, by kind."""
    answers = asked(args, rows)
    print(f"{title}, {len(rows)} replies; a supported one is kept, another caught:\n")
    print("| kind | replies | right | 95% | word overlap, as strict |")
    print("|---|---|---|---|---|")
    words_score = [overlap(r["a"], r["b"]) for r in rows]
    faithful = sorted(score for score, row in zip(words_score, rows) if row["label"])
    least = faithful[int(0.05 * len(faithful))]
    kinds = {}
    for row, answer, score in zip(rows, answers, words_score):
        kinds.setdefault((-row["label"], row["kind"]), []).append((row, answer["supported"] == bool(row["label"]), (score >= least) == bool(row["label"])))
    supported = [x for (label, _), xs in kinds.items() if label for x in xs]
    kinds = {(-1, "all supported"): supported} | dict(sorted(kinds.items())) if len([k for k in kinds if k[0]]) > 1 else dict(sorted(kinds.items()))
    for (label, kind), found in kinds.items():
        right = [ok for _, ok, _ in found]
        groups = grouped([row for row, _, _ in found], right)
        print(f"| {kind}{' (supported)' if label and 'supported' not in kind else ''} | {len(right)} | {100 * share(right):.1f}% | {interval(groups, share)} | {100 * share([ok for _, _, ok in found]):.1f}% |")
    print()
    wrong += [row | {"answer": answer} for row, answer in zip(rows, answers) if answer["supported"] != bool(row["label"])]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--grice", required=True, help="the command")
    parser.add_argument("--model", help="instead of the shipped weights")
    parser.add_argument("--cache", type=pathlib.Path, default=ROOT / "training/cache")
    parser.add_argument("--wrong", type=pathlib.Path, help="where replies judged wrongly go")
    args = parser.parse_args()
    wrong = []
    begin(args, wrong)
    made = [
        {"a": row["a"], "b": text, "label": label, "kind": kind}
        for row in load(args.cache / "ground.jsonl.gz")
        if row["split"] == "dev"
        for text, label, kind in row["replies"]
    ]
    table("Made replies, of articles not trained on", args, made, wrong)
    checks = [json.loads(line) for line in (ROOT / "training/checks/ground.jsonl").read_text().splitlines()]
    checks = [{"a": row["evidence"], "b": row["reply"], "label": int(row["supported"]), "kind": row["kind"]} for row in checks]
    table("Replies of our own (training/checks/ground.jsonl)", args, checks, wrong)
    if args.wrong:
        random.Random(1).shuffle(wrong)
        args.wrong.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in wrong))


if __name__ == "__main__":
    main()
