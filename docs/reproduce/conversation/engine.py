"""Drives the grice program: indexes of manuals, questions in batches, conversations, searches; and reads its replies."""

import json
import os
import pathlib
import re
import subprocess
import sys

import patterns
from questions import ROOTS

BUILT = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", "target"), "release/grice")


def run(command, stdin=None):
    done = subprocess.run([str(part) for part in command], input=stdin, capture_output=True, text=True)
    for line in done.stderr.splitlines():
        if line != "A new conversation.":
            print(line, file=sys.stderr)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}: exit status {done.returncode}")
    return done.stdout


def index_of(args, manual):
    """The manual's index in the cache, made where it is missing."""
    index = (args.cache / f"manuals-{args.vectors or 'words'}" / manual).absolute()
    if not index.exists():
        index.parent.mkdir(parents=True, exist_ok=True)
        command = [args.grice, "ingest", args.manuals / ROOTS[manual], "--index", index, "--name", manual, "--quiet"]
        run(command + (["--vectors", args.vectors] if args.vectors else []))
    return index


def asked(grice, index, rows, system=None, trace=False):
    """Replies to {id, history?, question} rows, in one process."""
    sent = [{"id": row["id"], "history": row.get("history", []), "question": row["question"]} for row in rows]
    command = [grice, "ask", "--jsonl", "--index", index, *options(system, trace)]
    return replies(run(command, "".join(json.dumps(row) + "\n" for row in sent)), len(rows))


def held(grice, index, talks, system=None, trace=False):
    """Replies to conversations, each a list of utterances, in one process: a list of replies for each."""
    said = "".join(line + "\n" for talk in talks for line in ["/new", *(utterance.replace("\n", " ") for utterance in talk)])
    command = [grice, "chat", "--json", "--no-save", "--index", index, *options(system, trace)]
    got = iter(replies(run(command, said), sum(map(len, talks))))
    return [[next(got) for _ in talk] for talk in talks]


def options(system, trace):
    return (["--system", system] if system else []) + (["--trace"] if trace else [])


def replies(out, expected):
    found = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    if len(found) != expected:
        raise SystemExit(f"{expected} replies expected, {len(found)} came")
    return found


def searched(grice, index, rows, k=20):
    """BM25's passages for each question, the best first."""
    sent = "".join(json.dumps({"id": row["id"], "query": row["question"]}) + "\n" for row in rows)
    out = run([grice, "search", "--jsonl", "--mode", "bm25", "-k", k, "--index", index], sent)
    return [json.loads(line).get("hits", []) for line in out.splitlines()]


def text(reply):
    """What is shown."""
    shown = reply.get("reply", "")
    return reply.get("text") or (shown.get("text", "") if isinstance(shown, dict) else shown)


def refused(reply):
    return bool(reply.get("unknown")) or "error" in reply


def document(reply):
    """The page that the answer is cut from, by its id."""
    literal = reply.get("literal") or []
    return literal[0]["document"] if literal else ""


def first_document(reply):
    """The page ranked first, by its id."""
    found = reply.get("passages") or []
    return found[0]["id"].rsplit("#", 1)[0] if found else ""


def milliseconds(reply):
    for place in (reply, reply.get("trace") or {}):
        if "total" in (place.get("timings") or {}):
            return place["timings"]["total"]
    return reply.get("milliseconds")


def why(reply):
    return reply.get("why") or (reply.get("trace") or {}).get("why") or {}


def verdict(reply):
    """yes or no, where the reply begins with it as a word of its own ("No moons are known" has none)."""
    found = re.match(r"\W*(yes|no)\s*(?:[.,;:!–—]|$)", text(reply), re.IGNORECASE)
    return found[1].lower() if found and not refused(reply) else None


def is_right(reply, question):
    """Whether an answerable question is answered: a refusal is not, whatever it quotes, nor is the wrong verdict."""
    if refused(reply) or verdict(reply) not in (None, question.get("verdict", verdict(reply))):
        return False
    return patterns.text_is_right(text(reply), question) or patterns.value_is_right(reply.get("answer") or "", document(reply), question)


def percent(values):
    values = list(values)
    return 100 * sum(values) / len(values) if values else float("nan")


def quantile(values, share):
    values = sorted(values)
    return values[round(share * (len(values) - 1))] if values else float("nan")
