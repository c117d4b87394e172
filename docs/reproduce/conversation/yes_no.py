"""Sixty yes/no questions of general knowledge: is the verdict right, wrong, or none given?

    python3 yes_no.py --index INDEX --grice target/release/grice

INDEX is an index of the two corpora, or of one of them; both have a page that answers each question of yes-no.jsonl. A verdict is a reply that
begins with "Yes" or "No" as a word of its own ("No moons are known" is none). Half of the answers are no.
"""

import argparse
import json
import pathlib

import engine
import patterns


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--index", required=True)
    parser.add_argument("--grice", type=pathlib.Path, default=engine.BUILT)
    parser.add_argument("--system", help="a system's name or file")
    parser.add_argument("--limit", type=int, help="only the first questions")
    parser.add_argument("--out", type=pathlib.Path, help="keep every question here, as JSON lines")
    args = parser.parse_args()
    rows = [row | {"id": at} for at, row in enumerate(patterns.lines(patterns.HERE / "yes-no.jsonl")[: args.limit], 1)]
    for row, reply in zip(rows, engine.asked(args.grice, args.index, rows, args.system)):
        said = engine.verdict(reply)
        row["verdict"] = "none" if said is None else "right" if said == row["answer"] else "wrong"
        row |= {"refused": engine.refused(reply), "reply": engine.text(reply)}
    if args.out:
        args.out.write_text("".join(json.dumps(row) + "\n" for row in rows))
    print("| answer | questions | right | wrong | none said | of these refused |\n|---|---|---|---|---|---|")
    for answer in ["all", "yes", "no"]:
        own = [row for row in rows if answer in ("all", row["answer"])]
        counts = [sum(row["verdict"] == verdict for row in own) for verdict in ("right", "wrong", "none")]
        print(f"| {answer} | {len(own)} | " + " | ".join(map(str, [*counts, sum(row["refused"] for row in own)])) + " |")
    for row in rows:
        if row["verdict"] == "wrong":
            print(f"\nwrong: {row['question']} {row['reply'][:160]}", end="")
    print()


if __name__ == "__main__":
    main()
