"""Whether a text shows what a right answer must show.

`right` is a list of alternatives, each a list of short wordings that must all stand in the text. A wording is compared as it is written, but for
white space, backticks and the shape of quotation marks; case counts only where the wording has a capital letter, as in ripgrep.
`value` lists bare answers ("int32"): they count where the literal answer has little else and stands on the page that answers.
`verdict` is the yes or no of a question that asks for one: a reply need not begin with it, but not with the other.
"""

import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
DOCUMENTS = HERE.parent / "documents"
sys.path.append(str(DOCUMENTS))

from questions import find, page_key, words  # noqa: E402

QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "`": None, "\u00a0": " ", "–": "-", "‑": "-"})
VALUE_WORDS = 6


def plain(text):
    return " ".join(text.translate(QUOTES).split())


def shows(text, wording):
    """Whether a wording stands in a text that `plain` has made plain."""
    wording = plain(wording)
    before = r"(?<!\w)" if re.match(r"\w", wording) else ""
    after = r"(?!\w)" if re.search(r"\w$", wording) else ""
    flags = 0 if re.search("[A-Z]", wording) else re.IGNORECASE
    return re.search(before + re.escape(wording) + after, text, flags) is not None


def shows_any(text, right):
    text = plain(text)
    return any(all(shows(text, wording) for wording in alternative) for alternative in right)


def snippets(question):
    """The ways to answer a question of questions-*.jsonl: [(page, [snippet])]."""
    ways = [(question["page"], question["answer"])] if "answer" in question else []
    for other in question.get("alternatives") or []:
        ways.append((other["page"], other["answer"] if isinstance(other["answer"], list) else [other["answer"]]))
    return ways


def pages(question):
    """The documents that answer a question, by their ids."""
    named = [page for page, _ in snippets(question)] + [question.get("page"), *question.get("pages", [])]
    return {f"{question['manual']}/{page_key(page)}" for page in named if page}


def text_is_right(text, question):
    """Whether the text shows a whole snippet or an essential wording."""
    held = words(text)
    if any(all(find(held, snippet) for snippet in answer) for _, answer in snippets(question)):
        return True
    return shows_any(text, question.get("right", []))


def value_is_right(answer, document, question):
    """Whether the literal answer is one of the bare values, from a page that answers."""
    short = len(words(answer).split()) <= VALUE_WORDS
    return short and document in pages(question) and any(shows(plain(answer), value) for value in question.get("value", []))


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def single_questions(half):
    """Answerable questions of a half, with their essential wordings, then those that the manuals do not answer."""
    essential = {row["id"]: row for row in lines(HERE / f"manuals-right-{half}.jsonl")}
    asked = [question | essential.get(question["id"], {}) for question in lines(DOCUMENTS / f"questions-{half}.jsonl")]
    return asked + [question | {"kind": "unanswerable"} for question in lines(DOCUMENTS / f"{half}-unanswerable.jsonl")]


def talks(half):
    """Conversations of a half; each turn with its id and its manual."""
    found = lines(HERE / f"conversations-{half}.jsonl")
    for talk in found:
        talk["turns"] = [turn | {"id": f"{talk['id']}/{at}", "manual": talk["manual"]} for at, turn in enumerate(talk["turns"], 1)]
    return found
