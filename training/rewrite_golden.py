"""Writes checks/rewrite-golden.jsonl: what rewrite_edits.py reads and makes of conversations of our own, with a model
that is sure of the edits. crates/judge must read and make the same.

    python3 training/rewrite_golden.py
"""

import json
import pathlib

from rewrite_edits import JOINS, Judged, Turn, assemble, edits, nearest

PATTERNS = ["", "_", "_ 's", "besides _", "the _", "of _", "in _", "for _", "other than _", "to _", "about _", "besides _ ,", "by _", "with _", "in the _", '" _ "', ", _"]

ADA = [["Who was Ada Lovelace?", "An English mathematician, known for her notes on Charles Babbage's Analytical Engine."]]
NOTES = ADA + [["What did she write?", "Her notes on the engine, which hold a program for Bernoulli numbers."]]
BRIDGE = [["who built the bridge in avignon?", "Bénézet, a shepherd, built the Pont d’Avignon between 1177 and 1185."], ["is it still there?", ""]]
LONG = [["Where is the Lake District?", "In Cumbria."]] + [[f"And lake number {n}?", "It is deep, " * 20] for n in range(12)]

CASES = [
    (ADA, "When was she born?", "When was Ada Lovelace born?"),
    (ADA, "Who were her parents?", "Who were Ada Lovelace's parents?"),
    (ADA, "she died when?", "Ada Lovelace died when?"),
    (ADA, "Her notes?", "Ada Lovelace's notes?"),
    (ADA, "What else was she known for?", "What else was Ada Lovelace known for besides her notes?"),
    (ADA, "Did anyone else help?", "Besides Charles Babbage, did anyone else help Ada Lovelace?"),
    (ADA, "Who is the current king of Norway?", "Who is the current king of Norway?"),
    (NOTES, "What numbers?", "What Bernoulli numbers of Ada Lovelace and Charles Babbage?"),
    (NOTES, "Why?", "Why did Ada Lovelace write notes on the Analytical Engine?"),
    (NOTES, "Was the engine ever built?", "Was Charles Babbage's Analytical Engine ever built?"),
    (NOTES, "what's it for", "what's the program for Bernoulli numbers for"),
    (NOTES, "Did she and he ever (really) meet?", "Did Ada Lovelace and Charles Babbage ever (really) meet?"),
    (BRIDGE, "how long did that take?", "how long did the Pont d’Avignon by Bénézet take?"),
    (BRIDGE, "why  was the \tbridge\u0007 built?", "why was the Pont d’Avignon bridge built?"),
    (BRIDGE, "his job", "Bénézet's job in avignon"),
    (ADA, "What was she part of?", "What was Ada Lovelace part of of Charles Babbage's Analytical Engine?"),
    ([["Who was Zoé?", "The singer Zoé D. Roe. The songs of Zoé are sad."]], "What did zoe sing?", "What songs of Zoé did zoe D. Roe sing? The songs sad"),
    (BRIDGE, "and the shepherd?", "and the Bénézet, a shepherd, still avignon 1177 built?"),
    (LONG, "How deep is it?", "How deep is the Lake District in Cumbria?"),
    (LONG, "And the next?", "And the next lake number in the Lake District?"),
    ([["你好，你是谁？", "我是谁 🍕"]], "When 🍕?", "When 🍕 你好?"),
    ([["", ""], ["What?", " \u0000 "]], "How so?", "How so?"),
    ([["word " * 90, "x" * 900]], "What is it " + "very " * 80, "What is word"),
    ([], "Who was Grace Hopper?", "Who was Grace Hopper?"),
]


def sure(turn, slots, picks):
    """A model's judgement that is certain of these edits."""
    places, size = range(len(turn.asked) + 1), len(turn.said)
    one = lambda count, at: [float(n == at) for n in range(count)]
    delete, insert, join = [0.0 for _ in places], [one(len(PATTERNS), 0) for _ in places], [one(len(JOINS), 0) for _ in places]
    first, last = ([[[0.0] * size, [0.0] * size] for _ in places] for _ in range(2))
    for slot in slots:
        at = slot["at"]
        delete[at : at + slot["replaces"]] = [1.0] * slot["replaces"]
        insert[at], join[at] = one(len(PATTERNS), PATTERNS.index(slot["pattern"])), one(len(JOINS), JOINS.index(slot["join"]))
        for k, (s, e) in enumerate(slot["spans"]):
            first[at][k][s] = last[at][k][e] = 1.0
    return Judged(float(not slots), delete, insert, join, picks, first, last)


def main():
    path = pathlib.Path(__file__).parent / "checks/rewrite-golden.jsonl"
    with open(path, "w") as file:
        for number, (history, question, rewrite) in enumerate(CASES):
            turn = Turn(history, question)
            slots, picks = edits(turn, rewrite)
            slots = [slot | {"pattern": nearest(slot["pattern"], PATTERNS), "spans": [spans[0] for spans in slot["spans"]]} for slot in slots]
            settings = {"alone": 0.7, "insert": 0.35, "delete": 0.5, "pick": 0.6, "only": 0.9, "most": number % 3, "last": "of"}
            case = {
                "history": [{"question": q, "answer": a} for q, a in history], "question": question, "rewrite": rewrite,
                "a": turn.question, "b": turn.history, "asked": [w for w, _, _ in turn.asked], "said": [w for w, _, _ in turn.said], "part": turn.part,
                "patterns": PATTERNS, "slots": slots, "picks": picks, "settings": settings,
                "made": assemble(turn, sure(turn, slots, picks), PATTERNS, settings),
            }
            file.write(json.dumps(case, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
