"""What the engine finds for TopiOCQA's turns, as rows for rank.py and find.py; needs an index of both corpora.

    grice ingest DATA/corpora/*.tar.* --index INDEX
    python3 training/found.py --data DATA --grice target/release/grice --index INDEX

`found` holds a turn a row with passages by number, each with a grade: 2 where it holds the answer, 1 where it is of the right page,
0 otherwise. Turns of the splits "tune" and "dev" have the engine's first thirty in order; those of "train" the right ones and the best of the
wrong ones. `found_pages` holds the passages.
"""

import argparse
import contextlib
import gzip
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

import sets
from sets import CACHE

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "docs/reproduce/conversation"))
import topiocqa  # noqa: E402

SYSTEM = """
[models]
rank = "none"
read = "none"
anticipate = "none"
[retrieve]
keep = 120
[rerank]
weight = 0.0
[read]
passages = 1
relevance = 0.0
[anticipate]
candidates = 1
follow_ups = 0
"""
FIRST, WRONG, SAME, WITHIN = 30, 8, 6, 12


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
        with contextlib.suppress(BrokenPipeError):
            for turn in turns:
                process.stdin.write(json.dumps({key: turn[key] for key in ("id", "history", "question")}) + "\n")
            process.stdin.close()

    threading.Thread(target=send, daemon=True).start()
    try:
        for turn, line in zip(turns, process.stdout):
            reply = json.loads(line)
            if "error" in reply:
                raise SystemExit(f"{turn['id']}: {reply['error']}")
            yield turn, [(c["id"], c["title"]) for c in reply["trace"]["candidates"]], reply["trace"]["trail"]
    finally:
        process.kill()


def chosen(turn, found, of_page):
    """A turn's passages with their grades."""
    gold = set(turn["gold"])
    grade = lambda name, title: 2 if name in gold else 1 if title == turn["topic"] else 0
    graded = [(name, grade(name, title)) for name, title in found]
    if turn["split"] != "train":
        return graded[:FIRST]
    rng = random.Random(turn["id"])
    right = [pair for pair in graded if pair[1] == 2][:3] or [(name, 2) for name in turn["gold"][:1]]
    same = [pair for pair in graded if pair[1] == 1]
    if len(same) < 2:
        others = [name for name in of_page if name not in gold and all(name != known for known, _ in same)]
        same += [(name, 1) for name in rng.sample(others, min(2, len(others)))]
    wrong = [pair for pair in graded if pair[1] == 0]
    far = wrong[WRONG - 2 :]
    return right + same[:SAME] + wrong[: WRONG - 2] + rng.sample(far, min(2, len(far)))


def row_of(turn, pairs, trail):
    return {k: turn[k] for k in ("id", "split", "kind", "history", "question", "answer", "topic")} | {"passages": pairs, "trail": trail}


def within_page(turn, passages):
    """A turn that there was no time to ask about: the right passages, and those of their page that share most words with what was said."""
    said = set(topiocqa.tokens(" ".join([turn["question"], *(part for last in turn["history"][-1:] for part in last.values())])))
    others = [(len(said & topiocqa.words(text)), name) for name, text in passages if name not in turn["gold"]]
    near = [name for _, name in sorted(others, reverse=True)]
    far = near[WITHIN - 4 :]
    picked = near[: WITHIN - 4] + random.Random(turn["id"]).sample(far, min(4, len(far)))
    return row_of(turn, [(name, 2) for name in turn["gold"][:3]] + [(name, 1) for name in picked], [])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--grice", default="grice")
    parser.add_argument("--index", required=True)
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path("cache"), help="where passages of pages are kept")
    parser.add_argument("--most", type=int, help="only so many conversations")
    parser.add_argument("--jobs", type=int, default=2, help="so many programs at once")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after so long; what was found is kept, and another run goes on")
    args = parser.parse_args()
    talks = topiocqa.conversations(args.data)
    by_title = topiocqa.pages(args, {row["Topic"] for talk in talks.values() for row in talk if row["Topic"]})
    numbers = sorted(talks, key=lambda number: sets.share(number, "found"))
    turns = list(all_turns({number: talks[number] for number in numbers[: args.most]}, by_title))
    turns.sort(key=lambda turn: turn["split"] == "train")
    print(f"{len(turns)} turns", flush=True)
    kept = CACHE / "found.part.jsonl"
    rows = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    known = {row["id"] for row in rows}
    turns = [turn for turn in turns if turn["id"] not in known]
    began = time.time()

    def take(system, part):
        for turn, found, trail in asked(args, system, part):
            pairs = chosen(turn, found, [name for name, _ in by_title[turn["topic"]]])
            row = row_of(turn, pairs, trail)
            with lock:
                rows.append(row)
                print(json.dumps(row), file=part_file, flush=True)
            if len(rows) % 500 == 0:
                print(f"{len(rows)} turns, {len(turns) - len(rows) + len(known)} to go, {time.time() - began:.0f} s", flush=True)
            if time.time() - began > 60 * args.minutes:
                return

    lock = threading.Lock()
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as system, open(kept, "a") as part_file:
        system.write(SYSTEM)
        system.flush()
        jobs = [threading.Thread(target=take, args=(system.name, turns[job :: args.jobs])) for job in range(args.jobs)]
        for thread in jobs:
            thread.start()
        for thread in jobs:
            thread.join()
    asked_for = {row["id"] for row in rows}
    rows += [within_page(turn, by_title[turn["topic"]]) for turn in turns if turn["split"] == "train" and turn["id"] not in asked_for and turn["gold"]]
    rows.sort(key=lambda row: row["id"])
    wanted = {name for row in rows for name, _ in row["passages"]}
    numbers = {}
    with gzip.open(CACHE / "found_pages.jsonl.gz", "wt") as file:
        export = subprocess.Popen([args.grice, "index", "export", "--index", args.index], stdout=subprocess.PIPE, text=True)
        for line in export.stdout:
            passage = json.loads(line)
            if passage["passage"] in wanted:
                numbers[passage["passage"]] = len(numbers)
                file.write(json.dumps({"n": numbers[passage["passage"]], "title": passage["title"], "section": passage.get("section", ""), "text": passage["text"]}) + "\n")
    with gzip.open(CACHE / "found.new", "wt") as file:
        for row in rows:
            row["passages"] = [[numbers[name], grade] for name, grade in row["passages"]]
            file.write(json.dumps(row) + "\n")
    (CACHE / "found.new").rename(CACHE / "found.jsonl.gz")
    print(f"{len(rows)} turns, {len(numbers)} passages")


if __name__ == "__main__":
    main()
