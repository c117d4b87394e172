#!/usr/bin/env python3
"""How well `grice search` finds the block that answers a question, in manuals as Debian ships them.

    python3 questions.py --manuals MANUALS --grice target/release/grice questions-a.jsonl questions-b.jsonl

A question is {id, manual, kind, question, page, answer: [snippet], start, end, alternatives: [{page, answer}]}:
the block that answers it is the one on `page` that holds all snippets; `start` and `end` are its first
and last words. A passage holds the answer if it is of that page and has the snippets; the block is whole
if one passage has `start`, then the snippets, then `end`. Each manual is an index of its own.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import tempfile

ROOTS = {
    "django": "python-django-doc/usr/share/doc/python-django-doc/html",
    "apache": "apache2-doc/usr/share/doc/apache2-doc/manual/en",
    "octave": "octave-doc/usr/share/doc/octave/octave.html",
    "sqlite": "sqlite3-doc/usr/share/doc/sqlite3",
    "rust": "rust-doc/usr/share/doc/rust-doc/html/book",
    "debian": "debian-reference-en/usr/share/debian-reference",
    "cmake": "cmake-doc/usr/share/doc/cmake-data/html",
}


def words(text):
    return " ".join(re.findall(r"\w+", (text or "").lower()))


def page_key(path):
    return re.sub(r"\.x?html?$", "", path)


def find(text, snippet):
    """Where the words of a snippet stand in a text, as (start, end), or None. Heads of columns may stand between cells."""
    pattern = r"\b" + r"(?: \w+){0,6}? ".join(map(re.escape, words(snippet).split())) + r"\b"
    found = re.search(r"\b" + re.escape(words(snippet)) + r"\b", text) or re.search(pattern, text)
    return found.span() if found else None


def holds(passage, manual, page, answer):
    return passage["document"] == f"{manual}/{page_key(page)}" and all(find(passage["words"], a) for a in answer)


def is_right(passage, question):
    places = [(question["page"], question["answer"])]
    for other in question.get("alternatives") or []:
        snippets = other["answer"] if isinstance(other["answer"], list) else [other["answer"]]
        places.append((other["page"], snippets))
    return any(holds(passage, question["manual"], page, answer) for page, answer in places)


def is_whole(passage, question):
    text = passage["words"]
    start = find(text, question["start"])
    places = [find(text, answer) for answer in question["answer"]]
    if not start or not all(places):
        return False
    return find(text[start[0] :], question["end"]) is not None


def run(program, *arguments, stdin=None):
    done = subprocess.run([program, *map(str, arguments)], input=stdin, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{program} {' '.join(map(str, arguments))}: {done.stderr}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("questions", nargs="+", type=pathlib.Path)
    parser.add_argument("--manuals", required=True, type=pathlib.Path)
    built = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", "target"), "release/grice")
    parser.add_argument("--grice", default=built, type=pathlib.Path)
    parser.add_argument("--vectors", help="also embed with this model")
    parser.add_argument("--indexes", type=pathlib.Path, help="where indexes are kept and used again")
    parser.add_argument("--search", default="", help="more arguments of `grice search`, such as '--boosts 1,1,1'")
    parser.add_argument("--misses", action="store_true", help="list the questions whose block is not among the first five")
    args = parser.parse_args()
    questions = [json.loads(line) for file in args.questions for line in file.read_text().splitlines()]
    folder = args.indexes or pathlib.Path(tempfile.mkdtemp())
    rows = collections.defaultdict(lambda: [0] * 7)
    for manual in dict.fromkeys(question["manual"] for question in questions):
        index = folder / manual
        if not index.exists():
            run(args.grice, "ingest", args.manuals / ROOTS[manual], "--index", index, "--name", manual, "--quiet")
            if args.vectors:
                run(args.grice, "index", "embed", "--index", index, "--model", args.vectors, "--quiet")
        passages = collections.defaultdict(list)
        for line in run(args.grice, "index", "export", "--index", index).splitlines():
            passage = json.loads(line)
            passage["words"] = words(passage["section"] + " " + passage["text"])
            passages[passage["document"]].append(passage)
        known = {passage["passage"]: passage for group in passages.values() for passage in group}
        mine = [question for question in questions if question["manual"] == manual]
        asked = "".join(json.dumps({"id": q["id"], "query": q["question"]}) + "\n" for q in mine)
        found = run(args.grice, "search", "--jsonl", "--ids-only", "-k", "20", "--index", index, *args.search.split(), stdin=asked)
        hits = {answer["id"]: [hit["passage"] for hit in answer["hits"]] for answer in map(json.loads, found.splitlines())}
        for question in mine:
            ranks = [rank for rank, name in enumerate(hits[question["id"]]) if is_right(known[name], question)]
            rank = ranks[0] if ranks else 99
            own = passages[f"{manual}/{page_key(question['page'])}"]
            whole = any(is_whole(passage, question) for passage in own)
            there = any(is_right(passage, question) for group in passages.values() for passage in group)
            for key in ["all", manual, question["kind"]]:
                row = rows[key]
                row[0] += 1
                for column, limit in enumerate([1, 3, 5, 20], 1):
                    row[column] += rank < limit
                row[5] += whole
                row[6] += there
            if args.misses and (rank >= 5 or not whole):
                print(f"{question['id']} rank {rank + 1} whole {whole} there {there}: {question['question']}  [{question['page']}]")
    print("| | questions | first | among 3 | among 5 | among 20 | block whole | block there |")
    print("|---|---|---|---|---|---|---|---|")
    for key, row in rows.items():
        print(f"| {key} | {row[0]} | " + " | ".join(f"{100 * count / row[0]:.1f}" for count in row[1:]) + " |")


if __name__ == "__main__":
    main()
