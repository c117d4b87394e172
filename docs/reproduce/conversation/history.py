"""Does what was talked about before change the answer to a question that stands alone?

    python3 history.py --manuals MANUALS --data DATA --index INDEX --grice target/release/grice

200 questions, each asked alone and as the fourth turn of a conversation about something else. 100 are single questions over manuals (manuals.py),
asked in a chat after three questions about other pages of the same manual, with Grice's own replies. 100 are first questions of TopiOCQA
conversations whose page is in INDEX (topiocqa.py), asked after the first three turns of another conversation with their gold answers as plain text;
the conversations are those for choosing and, as only some fifty of those begin with a page of INDEX, training ones. The first page is that of the
first passage, for TopiOCQA its title; answers are the same if they have the same words in the same order, or both refuse.
"""

import argparse
import json
import pathlib

import engine
import patterns
import topiocqa

TURNS_BEFORE = 3


def manual_questions(half, count):
    """Questions that stand alone, as many of each half, each with three about other pages of its manual."""
    chosen = []
    for part in half:
        rows = [row for row in patterns.single_questions(part) if row["kind"] != "unanswerable"]
        rows.sort(key=lambda row: topiocqa.share(row["id"], "history"))
        for row in rows[: count // len(half)]:
            others = [other for other in rows if other["manual"] == row["manual"] and other["page"] != row["page"]]
            others.sort(key=lambda other: topiocqa.share(f"{row['id']}/{other['id']}", "history"))
            before = [other["question"] for other in others[:TURNS_BEFORE]]
            chosen.append({"set": f"manuals {part}", "before": before} | {key: row[key] for key in ("id", "manual", "question")})
    return chosen


def first_questions(args, count):
    """First questions of TopiOCQA conversations, each with the first turns of another one."""
    talks = topiocqa.conversations(args.data)
    by_title = topiocqa.pages(args, {row["Topic"] for talk in talks.values() for row in talk if row["Topic"]})
    numbers = [number for number in talks if topiocqa.share(number, "topiocqa") >= topiocqa.KEPT_ASIDE]
    numbers.sort(key=lambda number: (topiocqa.share(number, "topiocqa") >= topiocqa.TUNED, topiocqa.share(number, "history")))
    begun = [talks[number][:TURNS_BEFORE] for number in numbers if talks[number][0]["Topic"] in by_title]
    begun = [talk for talk in begun if all(row["Topic"] for row in talk)][:count]
    chosen = []
    for at, talk in enumerate(begun):
        other = begun[(at + 1) % len(begun)]
        before = [{"question": row["Question"], "answer": row["Answer"]} for row in other]
        chosen.append({"id": str(talk[0]["Conversation_no"]), "set": "TopiOCQA", "question": talk[0]["Question"], "before": before})
    return chosen


def asked_in_chats(args, rows):
    """(alone, after) for each question over a manual."""
    for manual in dict.fromkeys(row["manual"] for row in rows):
        own = [row for row in rows if row["manual"] == manual]
        talks = [talk for row in own for talk in ([row["question"]], [*row["before"], row["question"]])]
        held = engine.held(args.grice, engine.index_of(args, manual), talks, args.system)
        for row, alone, after in zip(own, held[::2], held[1::2]):
            yield row, alone[-1], after[-1]


def asked_with_text(args, rows):
    alone = engine.asked(args.grice, args.index, rows, args.system)
    after = engine.asked(args.grice, args.index, [row | {"history": row["before"]} for row in rows], args.system)
    yield from zip(rows, alone, after)


def compared(row, alone, after):
    page = engine.first_document if row["set"] != "TopiOCQA" else lambda reply: (reply.get("documents") or [""])[0]
    said = lambda reply: None if engine.refused(reply) else topiocqa.tokens(reply.get("answer") or engine.text(reply))
    found = {"id": row["id"], "set": row["set"], "question": row["question"], "before": row["before"]}
    found |= {"same page": page(alone) == page(after), "same answer": said(alone) == said(after)}
    return found | {"pages": [page(alone), page(after)], "replies": [engine.text(alone), engine.text(after)], "rewrite": after.get("rewrite")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--manuals", type=pathlib.Path, required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--index", required=True, help="both corpora, as for topiocqa.py")
    parser.add_argument("--grice", type=pathlib.Path, default=engine.BUILT)
    parser.add_argument("--system", help="a system's name or file")
    parser.add_argument("--half", choices=["a", "b", "ab"], default="ab", help="of the manuals' questions")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--vectors", help="make the manuals' indexes with vectors of this model")
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path("cache"))
    parser.add_argument("--out", type=pathlib.Path, help="keep every question here, as JSON lines")
    args = parser.parse_args()
    rows = [compared(*turn) for turn in asked_in_chats(args, manual_questions(args.half, args.questions // 2))]
    rows += [compared(*turn) for turn in asked_with_text(args, first_questions(args, args.questions // 2))]
    if args.out:
        args.out.write_text("".join(json.dumps(row) + "\n" for row in rows))
    print("| | questions | same first page | same answer |\n|---|---|---|---|")
    for name in ["all", "manuals", *(f"manuals {half}" for half in args.half), "TopiOCQA"]:
        own = [row for row in rows if name == "all" or row["set"].startswith(name)]
        print(f"| {name} | {len(own)} | {engine.percent(row['same page'] for row in own):.1f} | {engine.percent(row['same answer'] for row in own):.1f} |")


if __name__ == "__main__":
    main()
