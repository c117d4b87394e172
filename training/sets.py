"""The data sets, read once into plain rows and kept in training/cache as JSON lines.

`python3 training/sets.py --data DATA` fills the cache; the recipes read only that.
"""

import argparse
import csv
import gzip
import hashlib
import importlib
import io
import json
import os
import pathlib
import subprocess

CACHE = pathlib.Path(os.environ.get("TRAIN_CACHE", pathlib.Path(__file__).parent / "cache"))

STRICT = [
    "Yes",
    "No",
    "Probably yes / sometimes yes",
    "Yes, subject to some conditions",
    "Probably no",
    "In the middle, neither yes nor no",
    "I am not sure how X will interpret Y's answer",
    "Other",
]
RELAXED = [STRICT[0], STRICT[1], STRICT[3], STRICT[5], STRICT[7]]
TO_RELAXED = [0, 1, 0, 2, 1, 3, 3, 4]


# TopiOCQA's conversations below this share are not trained on: those below sets_read.KEPT_ASIDE are dev, on the rest the engine's numbers are chosen.
TUNED = 0.14


def share(key, salt):
    """A number from 0 to 1 that depends on the key alone: splits stay the same as data grows."""
    return int(hashlib.sha256(f"{salt}/{key}".encode()).hexdigest()[:8], 16) / 16**8


def circa(data):
    """Question, reply, scenario and the votes; a tenth is dev."""
    for line in (data / "circa/circa-data.tsv").read_text().splitlines()[1:]:
        number, context, question, _, answer, votes, *_ = line.split("\t")
        counts = [0] * len(STRICT)
        for vote in votes.replace("’", "'").split("#"):
            if vote in STRICT:
                counts[STRICT.index(vote)] += 1
        if sum(counts):
            split = "dev" if share(number, "circa") < 0.1 else "train"
            yield {"id": number, "a": question, "b": answer, "context": context, "votes": counts, "split": split}


def members(archive, suffix):
    names = subprocess.run(["tar", "-I", "zstd", "-tf", archive], check=True, capture_output=True, text=True).stdout
    for name in names.split():
        if name.endswith(suffix):
            done = subprocess.run(["tar", "-I", "zstd", "-xOf", archive, name], check=True, capture_output=True)
            yield name, done.stdout.decode()


def nli(data):
    """Premise, hypothesis, and 0 entailed, 1 neutral, 2 contradicted."""
    label = {"entailment": 0, "neutral": 1, "contradiction": 2, "e": 0, "n": 1, "c": 2, "SUPPORTS": 0, "REFUTES": 2}
    folder = data / "nli"
    files = dict(members(folder / "nli_snli_devtest.tar.zst", ""))
    for part in ("dev", "test"):
        rows = [next(text for name, text in files.items() if name.endswith(f"{kind}.{part}")).splitlines() for kind in ("s1", "s2", "labels")]
        for a, b, gold in zip(*rows):
            if gold in label:
                yield {"a": a, "b": b, "label": label[gold]}
    for _, text in members(folder / "nli_watson_mnli.tar.zst", "train.csv"):
        for row in csv.DictReader(io.StringIO(text)):
            if row.get("lang_abv", "en") == "en":
                yield {"a": row["premise"], "b": row["hypothesis"], "label": int(row["label"])}
    for _, text in members(folder / "nli_anli_dev.tar.zst", ".csv"):
        for row in csv.DictReader(io.StringIO(text)):
            named = {key.lower(): value for key, value in row.items() if key}
            gold = named.get("gold_label") or named.get("label")
            premise = named.get("context") or named.get("premise")
            if gold in label and premise:
                yield {"a": premise, "b": named.get("statement") or named["hypothesis"], "label": label[gold]}
    for _, text in members(folder / "fever_athnlp.tar.zst", ".jsonl"):
        for line in text.splitlines():
            row = json.loads(line)
            yield {"a": " ".join(row["evidence"]), "b": row["claim"], "label": label[row["label"]]}


def boolq(data):
    """Passage, question, and 0 no, 1 yes."""
    for line in (data / "boolq/combined.jsonl").read_text().splitlines():
        row = json.loads(line)
        if isinstance(row.get("label"), bool):
            yield {"a": row["passage"], "b": row["question"], "label": int(row["label"])}


SETS = {"circa": circa, "nli": nli, "boolq": boolq}


def every():
    """These sets and those of the sets_*.py beside this file."""
    found = dict(SETS)
    for path in sorted(pathlib.Path(__file__).parent.glob("sets_*.py")):
        found |= importlib.import_module(path.stem).SETS
    return found


def load(name):
    with gzip.open(CACHE / f"{name}.jsonl.gz", "rt") as file:
        return [json.loads(line) for line in file]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--only", nargs="+", help="only these sets")
    args = parser.parse_args()
    CACHE.mkdir(exist_ok=True)
    for name, read in every().items():
        if args.only and name not in args.only:
            continue
        count = 0
        with gzip.open(CACHE / f"{name}.jsonl.gz", "wt") as file:
            for row in read(args.data):
                file.write(json.dumps(row) + "\n")
                count += 1
        print(f"{name}: {count} rows")


if __name__ == "__main__":
    main()
