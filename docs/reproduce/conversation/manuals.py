"""Questions over seven manuals: are they answered, and those that the manual does not answer refused?

    python3 manuals.py --manuals MANUALS --grice target/release/grice --search                   # single turns of half a
    python3 manuals.py --manuals MANUALS --grice target/release/grice --search --conversations   # conversations of half a
    python3 manuals.py --manuals MANUALS --grice target/release/grice --search --half b          # held back: look at it last

MANUALS is what ../documents/fetch.sh unpacks. Single questions are those of ../documents/questions-*.jsonl and *-unanswerable.jsonl;
conversations-*.jsonl are played turn by turn with Grice's own replies as history. An answerable turn is right if the reply shows a snippet of
the block that answers, or an essential wording (manuals-right-*.jsonl, see patterns.py), and does not refuse. With --search BM25's passages for
the question alone stand beside: the first shown whole, and whether one of the first 3, 5 or 20 is right. Indexes are made once in the cache:
delete its folder after a change of ingest.
"""

import argparse
import json
import pathlib
import statistics

import engine
import patterns
from questions import words

TURNS = ["first", "follow-up", "change", "return"]


def single(args, manual, questions):
    return engine.asked(args.grice, engine.index_of(args, manual), questions, args.system)


def played(args, manual, turns):
    """Replies to the turns of a manual's conversations, which stand one after the other."""
    talks = {}
    for turn in turns:
        talks.setdefault(turn["id"].rsplit("/", 1)[0], []).append(turn["question"])
    held = engine.held(args.grice, engine.index_of(args, manual), list(talks.values()), args.system)
    return [reply for talk in held for reply in talk]


def read(args):
    """The questions or turns of the half, a manual after the other: {manual: [question]}."""
    if args.conversations:
        rows = [turn for talk in limited(patterns.talks(args.half), args.limit) for turn in talk["turns"]]
    else:
        rows = patterns.single_questions(args.half)
        unknown = [row for row in rows if row["kind"] == "unanswerable"]
        rows = limited([row for row in rows if row["kind"] != "unanswerable"], args.limit) + limited(unknown, args.limit)
    manuals = {}
    for row in rows:
        manuals.setdefault(row["manual"], []).append(row)
    return manuals


def limited(rows, limit):
    """At most so many rows of each manual."""
    seen = {}
    for row in rows:
        seen.setdefault(row["manual"], []).append(row)
    return [row for own in seen.values() for row in own[: limit or None]]


def judged(question, reply, hits):
    answerable = question["kind"] != "unanswerable"
    row = {"id": question["id"], "manual": question["manual"], "kind": question["kind"], "question": question["question"]}
    row |= {"reply": engine.text(reply), "answer": reply.get("answer"), "document": engine.document(reply), "rewrite": reply.get("rewrite")}
    row |= {"refused": engine.refused(reply), "confidence": reply.get("confidence"), "milliseconds": engine.milliseconds(reply)}
    row["words"] = len(words(row["reply"]).split())
    if answerable:
        row["right"] = engine.is_right(reply, question)
        row["page"] = row["document"] in patterns.pages(question)
        row["found"] = next((rank for rank, hit in enumerate(hits or [], 1) if patterns.text_is_right(f"{hit['section']} {hit['text']}", question)), None)
    return row


def table(rows, search):
    answerable = [row for row in rows if row["kind"] != "unanswerable"]
    unanswerable = [row for row in rows if row["kind"] == "unanswerable"]
    heads = ["", "n", "right", "page", "refused", "words"] + (["BM25 first", "among 3", "among 5", "among 20"] if search else [])
    heads += ["unanswerable", "refused"]
    print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
    manuals = list(dict.fromkeys(row["manual"] for row in rows))
    kinds = list(dict.fromkeys(row["kind"] for row in answerable))
    kinds.sort(key=lambda kind: TURNS.index(kind) if kind in TURNS else 0)
    for name in ["all", *manuals, *kinds]:
        of = lambda some: [row for row in some if name in ("all", row["manual"], row["kind"])]
        own, none = of(answerable), of(unanswerable)
        if not own:
            continue
        cells = [f"{engine.percent(row[key] for row in own):.1f}" for key in ("right", "page", "refused")]
        cells.append(f"{statistics.median(row['words'] for row in own):.0f}")
        if search:
            cells += [f"{engine.percent((row['found'] or 99) <= k for row in own):.1f}" for k in (1, 3, 5, 20)]
        cells += [str(len(none)), f"{engine.percent(row['refused'] for row in none):.1f}"] if none else ["", ""]
        print(f"| {name} | {len(own)} | " + " | ".join(cells) + " |")
    times = [row["milliseconds"] for row in rows if row["milliseconds"] is not None]
    print(f"\nmilliseconds: p50 {engine.quantile(times, 0.5):.0f}, p99 {engine.quantile(times, 0.99):.0f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--manuals", type=pathlib.Path, required=True)
    parser.add_argument("--grice", type=pathlib.Path, default=engine.BUILT)
    parser.add_argument("--system", help="a system's name or file")
    parser.add_argument("--half", choices=["a", "b"], default="a")
    parser.add_argument("--conversations", action="store_true", help="play the conversations in place of single questions")
    parser.add_argument("--search", action="store_true", help="with BM25's own passages beside")
    parser.add_argument("--limit", type=int, help="at most so many questions, and conversations, of each manual")
    parser.add_argument("--vectors", help="make the indexes with vectors of this model")
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path("cache"), help="where indexes are kept")
    parser.add_argument("--out", type=pathlib.Path, help="keep every turn here, as JSON lines")
    args = parser.parse_args()
    rows = []
    for manual, questions in read(args).items():
        found = (played if args.conversations else single)(args, manual, questions)
        hits = engine.searched(args.grice, engine.index_of(args, manual), questions) if args.search else [None] * len(questions)
        rows += [judged(*turn) for turn in zip(questions, found, hits)]
    if args.out:
        args.out.write_text("".join(json.dumps(row) + "\n" for row in rows))
    table(rows, args.search)


if __name__ == "__main__":
    main()
