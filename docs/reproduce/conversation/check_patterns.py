"""Checks the essential wordings of manuals-right-*.jsonl and conversations-*.jsonl against the manuals.

    python3 check_patterns.py --manuals MANUALS --grice target/release/grice [--common 12]

Each alternative must stand in one passage of a page that answers, not in the question, and not be one of an earlier turn's. Listed too: what other
pages have it, where many do. Exits with 1 if something is wrong.
"""

import argparse
import collections
import json
import pathlib

import engine
import patterns


def passages(args, manual):
    """Every passage of a manual: [(document, plain text)]."""
    out = engine.run([args.grice, "index", "export", "--index", engine.index_of(args, manual)])
    rows = map(json.loads, out.splitlines())
    return [(row["document"], patterns.plain(f"{row['section']} {row['text']}")) for row in rows]


def faults(question, known, common):
    """What is wrong with a question's wordings, then what is only to be looked at."""
    wrong, doubtful = [], []
    own = patterns.pages(question)
    if not own & {document for document, _ in known}:
        wrong.append(f"none of the pages {sorted(own)} is there")
    alternatives = [*question.get("right", []), *([value] for value in question.get("value", []))]
    for alternative in alternatives:
        having = [document for document, text in known if all(patterns.shows(text, wording) for wording in alternative)]
        if not own & set(having):
            wrong.append(f"{alternative} is not on {sorted(own)}; on {sorted(set(having))[:4]}")
        others = collections.Counter(document for document in having if document not in own)
        if alternative in question.get("right", []) and sum(others.values()) > common:
            doubtful.append(f"{alternative} is in {sum(others.values())} other passages: {sorted(others)[:4]}")
    for alternative in question.get("right", []):
        if all(patterns.shows(patterns.plain(question["question"]), wording) for wording in alternative):
            wrong.append(f"{alternative} is in the question")
    if not question.get("right"):
        wrong.append("no wording")
    return wrong, doubtful


def repeated(talk):
    seen = {}
    for turn in talk["turns"]:
        for alternative in map(tuple, turn.get("right", [])):
            if seen.setdefault(alternative, turn["id"]) != turn["id"] and turn["kind"] != "return":
                yield turn["id"], f"{list(alternative)} is already of {seen[alternative]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--manuals", type=pathlib.Path, required=True)
    parser.add_argument("--grice", type=pathlib.Path, default=engine.BUILT)
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path("cache"))
    parser.add_argument("--common", type=int, default=12, help="list wordings that more passages of other pages have")
    args = parser.parse_args()
    args.vectors = None
    questions, problems = [], []
    for half in "ab":
        questions += [question for question in patterns.single_questions(half) if question["kind"] != "unanswerable"]
        for talk in patterns.talks(half):
            questions += [turn for turn in talk["turns"] if turn["kind"] != "unanswerable"]
            problems += repeated(talk)
    known = {manual: passages(args, manual) for manual in dict.fromkeys(question["manual"] for question in questions)}
    for question in questions:
        wrong, doubtful = faults(question, known[question["manual"]], args.common)
        problems += [(question["id"], line) for line in wrong]
        for line in doubtful:
            print(f"look at {question['id']}: {line}")
    for name, line in problems:
        print(f"wrong {name}: {line}")
    print(f"{len(questions)} questions and turns, {len(problems)} problems")
    raise SystemExit(bool(problems))


if __name__ == "__main__":
    main()
