"""How well `grice read` and `grice rerank` do on rows that training/read.py and training/rank.py never learned from.

    python3 docs/reproduce/judgements/read.py --grice target/release/grice [--read FOLDER] [--rank FOLDER] [--wrong FILE]

Reads training/cache (made by training/sets.py). Intervals are 95%, from 1,000 resamples of conversations or
passages. F1 is SQuAD's, of the answer that is given when one must be (the model is run with its threshold at 0), and of the
answer at the model's own threshold, where a refusal counts 0. "lost at 80%" is how many answerable questions have a confidence
no higher than that under which 80% of the unanswerable ones lie. Several folders after --read or --rank are seeds.
"""

import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "training"))
import read_rows  # noqa: E402
import sets  # noqa: E402
from perturb import perturbed  # noqa: E402
from spans import f1, normal  # noqa: E402

UNKNOWN = read_rows.UNKNOWN
NAMES = {"turns": "TopiOCQA, gold passage", "nq": "Natural Questions", "coqa": "CoQA", "squad2": "SQuAD 2.0, answerable"}
PLAIN = {"turns": "52.2", "nq": "69.9", "coqa": "44.6", "squad2": "77"}
TARGET = {"turns": "58", "nq": "72", "coqa": "55", "squad2": "81"}


def asked(grice, command, lines, model):
    text = "".join(json.dumps({"id": n} | line) + "\n" for n, line in enumerate(lines))
    run = subprocess.run([grice, command, "--jsonl", "--model", str(model)], input=text, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    if run.stderr or any("error" in answer for answer in answers) or len(answers) != len(lines):
        raise SystemExit(f"grice {command}: {run.stderr or [a for a in answers if 'error' in a][:3]}")
    return answers


def never_refusing(folder, scratch):
    """The same model with its threshold at 0, beside the same word vectors."""
    folder = pathlib.Path(folder).resolve()
    made = pathlib.Path(scratch) / folder.parent.name / folder.name
    made.mkdir(parents=True)
    for file in folder.iterdir():
        if file.name != "judge.json":
            (made / file.name).symlink_to(file)
    judge = json.loads((folder / "judge.json").read_text()) | {"threshold": 0.0}
    (made / "judge.json").write_text(json.dumps(judge))
    words = folder.parent / "grice-words"
    if words.exists():
        (made.parent / words.name).symlink_to(words)
    return made, judge, json.loads((folder / "judge.json").read_text())["threshold"]


def whole(row):
    """What is resampled as one: a conversation, or a passage."""
    return row["key"].split("_")[0] if row["set"] in ("turns", "same") else row["b"][:80]


def interval(groups, measure, seed=7, times=1000):
    """The 2.5th and 97.5th percentile of a measure over resampled groups."""
    rng, keys = random.Random(seed), sorted(groups)
    values = sorted(measure([x for key in rng.choices(keys, k=len(keys)) for x in groups[key]]) for _ in range(times))
    return values[int(0.025 * times)], values[int(0.975 * times) - 1]


def grouped(rows, values):
    groups = {}
    for row, value in zip(rows, values):
        groups.setdefault(whole(row), []).append(value)
    return groups


def mean(values):
    return 100 * sum(values) / max(1, len(values))


def shown(rows, values):
    low, high = interval(grouped(rows, values), mean)
    return f"{mean(values):.1f} ({low:.1f} to {high:.1f})"


def best(text, answers):
    return max((f1(text, answer) for answer in answers), default=0.0)


def lost(pairs, part=0.8):
    """Of (confidence, answerable) pairs."""
    refused = sorted(c for c, able in pairs if not able)
    kept = [c for c, able in pairs if able]
    if not refused or not kept:
        return 0.0
    line = refused[min(len(refused) - 1, math.ceil(part * len(refused)) - 1)]
    return 100 * sum(c <= line for c in kept) / len(kept)


def calibration(pairs, bins=15):
    gap = 0.0
    for b in range(bins):
        inside = [(c, able) for c, able in pairs if min(bins - 1, int(c * bins)) == b]
        gap += abs(sum(c - able for c, able in inside))
    return 100 * gap / max(1, len(pairs))


def sentence(row):
    """The baseline: the sentence that shares most words with what was asked."""
    asked = set(normal(row["a"]))
    return max(row["b"].replace("? ", ". ").split(". "), key=lambda s: len(asked & set(normal(s))))


def rows_kept_aside(limit):
    rng = random.Random(6)
    rows = [*read_rows.turn_rows(rng), *read_rows.reading_rows(rng), *read_rows.yes_no_rows(rng)]
    rows = [row for row in rows if row["split"] == "dev"]
    return random.Random(1).sample(rows, min(limit, len(rows))) if limit else rows


def changed_rows(rows):
    """Answerable questions kept aside with a name, number or relation changed."""
    for row in rows:
        if row["set"] in ("turns", "nq", "squad2") and row["span"]:
            found = perturbed(row["question"], row["b"], row["answers"][0], 99)
            if found and found[1] != "negation":
                yield row | {"question": found[0], "kind": UNKNOWN, "change": found[1]}


def read(args, folder):
    rows = rows_kept_aside(args.limit)
    rows += list(changed_rows(rows))
    lines = [{"history": r["history"], "question": r["question"], "passage": r["b"]} for r in rows]
    with tempfile.TemporaryDirectory() as scratch:
        model, _, threshold = never_refusing(folder, scratch)
        answers = asked(args.grice, "read", lines, model)
    of = lambda name, able: [n for n, r in enumerate(rows) if r["set"] == name and (r["kind"] != UNKNOWN) == able and "change" not in r]
    sure = lambda n: answers[n]["confidence"]
    print("| answer | questions | F1, must answer | F1 at its threshold | most similar sentence | plain gte-small | target |\n|---|---|---|---|---|---|---|")
    for name, title in NAMES.items():
        own = of(name, True)
        if own:
            part = [rows[n] for n in own]
            score = [best(answers[n]["answer"], rows[n]["answers"]) for n in own]
            kept = [s if sure(n) >= threshold else 0.0 for n, s in zip(own, score)]
            base = mean([best(sentence(r), r["answers"]) for r in part])
            print(f"| {title} | {len(own)} | {shown(part, score)} | {shown(part, kept)} | {base:.1f} | {PLAIN[name]} | {TARGET[name]} |")
    print(f"\n| refusing | answerable | unanswerable | lost at 80% refused | plain gte-small | target | refused at {threshold} |\n|---|---|---|---|---|---|---|")
    for title, yes, no, plain, target in (("same page", of("turns", True), of("same", False), "4", "5"), ("SQuAD 2.0, adversarial", of("squad2", True), of("squad2", False), "54", "35")):
        if yes and no:
            both = [(n, True) for n in yes] + [(n, False) for n in no]
            pairs = [(sure(n), able) for n, able in both]
            low, high = interval(grouped([rows[n] for n, _ in both], pairs), lost)
            refused = mean([sure(n) < threshold for n in no])
            print(f"| {title} | {len(yes)} | {len(no)} | {lost(pairs):.1f} ({low:.1f} to {high:.1f}) | {plain} | {target} | {refused:.1f}, and {mean([sure(n) < threshold for n in yes]):.1f} of answerables |")
    print("\n| one thing changed | questions | refused |\n|---|---|---|")
    for kind in ("name", "number", "relation"):
        own = [n for n, r in enumerate(rows) if r.get("change") == kind]
        if own:
            print(f"| {kind} | {len(own)} | {shown([rows[n] for n in own], [sure(n) < threshold for n in own])} |")
    print("\n| yes or no | questions | right |\n|---|---|---|")
    for name in ("boolq", "conda"):
        own = of(name, True)
        if own:
            print(f"| {name} | {len(own)} | {shown([rows[n] for n in own], [answers[n]['answer'] == rows[n]['answers'][0] for n in own])} |")
    plain = [n for n, r in enumerate(rows) if "change" not in r]
    print(f"\nExpected calibration error of the confidence: {calibration([(sure(n), rows[n]['kind'] != UNKNOWN) for n in plain]):.1f} points.\n")
    if args.wrong:
        with open(args.wrong, "w") as file:
            bad = [n for n in of("turns", True) + of("nq", True) + of("coqa", True) + of("squad2", True) if best(answers[n]["answer"], rows[n]["answers"]) < 0.3]
            bad += [n for n in of("squad2", False) if sure(n) > 0.8]
            for n in random.Random(3).sample(bad, min(10 * 6, len(bad))):
                row = rows[n]
                file.write(json.dumps({k: row[k] for k in ("set", "a", "b", "answers")} | {"found": answers[n]}) + "\n")


def reciprocal(order, right):
    return next((1 / (i + 1) for i, index in enumerate(order[:10]) if index in right), 0.0)


def rank(args, folder):
    pages = {page["n"]: page for page in sets.load("read_pages")}
    turns = [turn for turn in sets.load("read_turns") if "top" in turn]
    print("| passages | turns | answer among 20 | RR@10 of BM25 | re-ranked | gain |\n|---|---|---|---|---|---|")
    for name, titled in (("text alone", False), ("with their title", True)):
        text = lambda n: f"{pages[n]['title']}\n{pages[n]['text']}" if titled else pages[n]["text"]
        past = lambda turn: [{"question": q, "answer": "" if a == "UNANSWERABLE" else a} for q, a in turn["history"]]
        lines = [{"history": past(t), "question": t["question"], "passages": [text(n) for n in t["top"]]} for t in turns]
        answers = asked(args.grice, "rerank", lines, folder)
        pairs, groups = [], {}
        for turn, answer in zip(turns, answers):
            right = {i for i, n in enumerate(turn["top"]) if n in (turn["gold"], *turn["also"])}
            pair = (reciprocal(range(20), right), reciprocal([r["index"] for r in answer["ranked"]], right), bool(right))
            pairs.append(pair)
            groups.setdefault(turn["id"].split("_")[0], []).append(pair)
        gain = lambda some: mean([p[1] - p[0] for p in some])
        low, high = interval(groups, gain)
        print(f"| {name} | {len(turns)} | {mean([p[2] for p in pairs]):.1f} | {mean([p[0] for p in pairs]):.1f} | {mean([p[1] for p in pairs]):.1f} | {gain(pairs):+.1f} ({low:+.1f} to {high:+.1f}) |")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grice", default=ROOT / "target/release/grice")
    parser.add_argument("--read", nargs="*", default=[ROOT / "models/grice-read"])
    parser.add_argument("--rank", nargs="*", default=[ROOT / "models/grice-rank"])
    parser.add_argument("--limit", type=int, help="only so many rows")
    parser.add_argument("--wrong", help="a file for wrong answers")
    args = parser.parse_args()
    for folder in args.read:
        print(f"### {pathlib.Path(folder).name}\n")
        read(args, folder)
    for folder in args.rank:
        print(f"### {pathlib.Path(folder).name}\n")
        rank(args, folder)


if __name__ == "__main__":
    main()
