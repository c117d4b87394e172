"""What the engine finds for TopiOCQA's turns, as rows for rank.py and find.py; needs an index of both corpora.

    grice ingest DATA/corpora/*.tar.* --index INDEX
    python3 training/found.py --data DATA --grice target/release/grice --index INDEX

`found` holds a turn a row with passages by number, each with a grade: 2 where it holds the answer, 1 where it is of the right page,
0 otherwise. Turns of the splits "tune" and "dev" have the engine's first twenty in order; those of "train" the right ones and the best of the
wrong ones. `found_pages` holds the passages.
"""

import argparse
import gzip
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import threading

import sets
from sets import CACHE

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "docs/reproduce/conversation"))
import topiocqa  # noqa: E402

SYSTEM = """
[models]
rewrite = "none"
find = "none"
rank = "none"
read = "none"
anticipate = "none"
[retrieve]
keep = 60
rewrite = 1.5
recent = 0.8
titled = 1.0
all = 0.7
page = 0.4
vector = 0.0
terms = 0.0
[prior]
same = 0.5
earlier = 0.5
asked = 0.25
answered = 0.5
linked = 0.15
[rerank]
weight = 0.0
[read]
passages = 1
relevance = 0.0
[anticipate]
candidates = 1
follow_ups = 0
"""
WRONG, SAME = 10, 4


def split(number):
    """Conversations kept aside, those for choosing numbers on, and the rest."""
    at = sets.share(number, "topiocqa")
    return "dev" if at < topiocqa.KEPT_ASIDE else "tune" if at < sets.TUNED else "train"


def all_turns(talks, by_title):
    """Turns whose page is in the index, conversation by conversation."""
    for number, talk in talks.items():
        for row, kind in topiocqa.typed(talk):
            if row["Topic"] not in by_title or row["Answer"] == "UNANSWERABLE":
                continue
            said = row["Context"]
            history = [{"question": q, "answer": a} for q, a in zip(said[::2], said[1::2])]
            turn = {"id": f"{number}_{row['Turn_no']}", "split": split(number), "kind": kind, "history": history, "question": row["Question"]}
            yield turn | {"answer": row["Answer"], "topic": row["Topic"], "gold": topiocqa.holding(row["Answer"], by_title[row["Topic"]])}


def asked(args, system, turns):
    """The engine's passages for each turn, as (id, title) pairs."""
    command = [args.grice, "ask", "--jsonl", "--trace", "--index", args.index, "--system", system]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send():
        for turn in turns:
            process.stdin.write(json.dumps({key: turn[key] for key in ("id", "history", "question")}) + "\n")
        process.stdin.close()

    threading.Thread(target=send, daemon=True).start()
    for turn, line in zip(turns, process.stdout):
        reply = json.loads(line)
        if "error" in reply:
            raise SystemExit(f"{turn['id']}: {reply['error']}")
        trail = reply["trace"]["trail"]
        yield turn, [(c["id"], c["title"]) for c in reply["trace"]["candidates"]], trail


def chosen(turn, found, of_page):
    """A turn's passages with their grades."""
    gold = set(turn["gold"])
    grade = lambda name, title: 2 if name in gold else 1 if title == turn["topic"] else 0
    graded = [(name, grade(name, title)) for name, title in found]
    if turn["split"] != "train":
        return graded[:20]
    rng = random.Random(turn["id"])
    right = [pair for pair in graded if pair[1] == 2][:3] or [(name, 2) for name in turn["gold"][:1]]
    same = [pair for pair in graded if pair[1] == 1]
    if len(same) < 2:
        others = [name for name in of_page if name not in gold and all(name != known for known, _ in same)]
        same += [(name, 1) for name in rng.sample(others, min(2, len(others)))]
    wrong = [pair for pair in graded if pair[1] == 0]
    far = wrong[WRONG - 2 :]
    return right + same[:SAME] + wrong[: WRONG - 2] + rng.sample(far, min(2, len(far)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--grice", default="grice")
    parser.add_argument("--index", required=True)
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path("cache"), help="where passages of pages are kept")
    parser.add_argument("--most", type=int, help="only so many conversations")
    args = parser.parse_args()
    talks = topiocqa.conversations(args.data)
    by_title = topiocqa.pages(args, {row["Topic"] for talk in talks.values() for row in talk if row["Topic"]})
    turns = list(all_turns(dict(itertools.islice(talks.items(), args.most)), by_title))
    print(f"{len(turns)} turns", flush=True)
    rows, wanted = [], set()

    def take(system, part):
        for turn, found, trail in asked(args, system, part):
            pairs = chosen(turn, found, [name for name, _ in by_title[turn["topic"]]])
            wanted.update(name for name, _ in pairs)
            rows.append({k: turn[k] for k in ("id", "split", "kind", "history", "question", "answer", "topic")} | {"passages": pairs, "trail": trail})
            if len(rows) % 500 == 0:
                print(f"{len(rows)} of {len(turns)} turns", flush=True)

    with tempfile.NamedTemporaryFile("w", suffix=".toml") as system:
        system.write(SYSTEM)
        system.flush()
        half = len(turns) // 2
        both = [threading.Thread(target=take, args=(system.name, part)) for part in (turns[:half], turns[half:])]
        for thread in both:
            thread.start()
        for thread in both:
            thread.join()
    rows.sort(key=lambda row: row["id"])
    numbers = {}
    with gzip.open(CACHE / "found_pages.jsonl.gz", "wt") as file:
        export = subprocess.Popen([args.grice, "index", "export", "--index", args.index], stdout=subprocess.PIPE, text=True)
        for line in export.stdout:
            passage = json.loads(line)
            if passage["passage"] in wanted:
                numbers[passage["passage"]] = len(numbers)
                file.write(json.dumps({"n": numbers[passage["passage"]], "title": passage["title"], "section": passage.get("section", ""), "text": passage["text"]}) + "\n")
    with gzip.open(CACHE / "found.jsonl.gz", "wt") as file:
        for row in rows:
            row["passages"] = [[numbers[name], grade] for name, grade in row["passages"]]
            file.write(json.dumps(row) + "\n")
    print(f"{len(rows)} turns, {len(numbers)} passages")


if __name__ == "__main__":
    main()
