"""Conversations of TopiOCQA over a real collection: is the page found, and the passage, and the answer?

    python3 topiocqa.py --grice target/release/grice --data DATA --index INDEX --turns 300
    python3 topiocqa.py --grice target/release/grice --data DATA --index INDEX --turns 600 --part choosing --trace --out turns.jsonl

INDEX holds both corpora (`grice ingest CORPORA/*.tar.* --index INDEX`). Turns are of training conversations whose
page is in the index, and the unanswerable turns between them; the conversations are those that nothing was trained
on, or with --part choosing others, for choosing numbers. History and answers are TopiOCQA's own, pages are not told.
With --trace, --out has each turn's candidates for fitting weights: {id, title, score, features, page: is it the gold
page, holds: is it a passage that holds the answer, read: what the reader found, f1: of that, null where it was not read}.
"""

import argparse
import collections
import functools
import gzip
import hashlib
import json
import pathlib
import re
import statistics
import string
import subprocess

KEPT_ASIDE, TUNED = 0.08, 0.14
TYPES = ["first", "no-switch", "switch-to-new", "switch-to-old"]


def share(key, salt):
    """As training/sets.py splits."""
    return int(hashlib.sha256(f"{salt}/{key}".encode()).hexdigest()[:8], 16) / 16**8


def tokens(text):
    """SQuAD's normal form."""
    text = "".join(c for c in text.lower() if c not in string.punctuation)
    return re.sub(r"\b(a|an|the)\b", " ", text).split()


def f1(gold, answer):
    gold, answer = tokens(gold), tokens(answer)
    same = sum((collections.Counter(gold) & collections.Counter(answer)).values())
    return 2 * same / (len(gold) + len(answer)) if same else float(gold == answer)


def conversations(data):
    with gzip.open(data / "topiocqa/topiocqa_train.json.gz") as file:
        rows = json.load(file)
    talks = collections.defaultdict(list)
    for row in rows:
        talks[row["Conversation_no"]].append(row)
    return talks


def pages(args, topics):
    """The passages of the topics' pages, {title: [[id, text]]}; made once and kept."""
    cache = args.cache / f"pages-{pathlib.Path(args.index).name}.json"
    if not cache.exists():
        found = collections.defaultdict(list)
        command = [args.grice, "index", "export", "--index", args.index]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as export:
            for line in export.stdout:
                passage = json.loads(line)
                if passage["title"] in topics:
                    found[passage["title"]].append([passage["passage"], passage["text"]])
        args.cache.mkdir(parents=True, exist_ok=True)
        cache.write_text(json.dumps(found))
    return json.loads(cache.read_text())


def typed(talk):
    """Each turn with how its topic stands to those before it."""
    seen, last = [], None
    for row in talk:
        topic = row["Topic"]
        if not topic:
            kind = "unanswerable"
        elif last is None:
            kind = "first"
        elif topic == last:
            kind = "no-switch"
        else:
            kind = "switch-to-old" if topic in seen else "switch-to-new"
        if topic:
            last = topic
            seen.append(topic)
        yield row, kind


@functools.lru_cache(100_000)
def words(text):
    return frozenset(tokens(text))


def holding(answer, passages):
    """The passages that hold most of the answer's words, where one holds half of them."""
    wanted = words(answer)
    held = [(len(wanted & words(text)) / max(1, len(wanted)), name) for name, text in passages]
    best = max(held, default=(0, ""))[0]
    return [name for part, name in held if part >= 0.5 and part >= best - 0.02]


def chosen(args, talks, by_title):
    """Turns with their gold, conversation after conversation, until there are enough."""
    part = lambda at: "held-out" if at < KEPT_ASIDE else "choosing" if at < TUNED else "training"
    numbers = [n for n in talks if part(share(n, "topiocqa")) == args.part]
    numbers.sort(key=lambda n: share(n, f"order {args.seed}"))
    turns = []
    for number in numbers:
        if sum(turn["kind"] != "unanswerable" for turn in turns) >= args.turns:
            break
        talk = list(typed(talks[number]))
        if sum(row["Topic"] in by_title for row, _ in talk) < 3:
            continue
        for row, kind in talk:
            unanswerable = row["Answer"] == "UNANSWERABLE"
            if row["Topic"] not in by_title and not unanswerable:
                continue
            said = row["Context"]
            history = [{"question": q, "answer": a} for q, a in zip(said[::2], said[1::2])]
            turn = {"id": f"{number}_{row['Turn_no']}", "history": history, "question": row["Question"]}
            turn |= {"answer": row["Answer"], "topic": row["Topic"], "kind": "unanswerable" if unanswerable else kind}
            turn["gold"] = [] if unanswerable else holding(row["Answer"], by_title[row["Topic"]])
            turns.append(turn)
    return turns


def asked(args, turns):
    lines = [json.dumps({key: turn[key] for key in ("id", "history", "question")}) for turn in turns]
    command = [args.grice, "ask", "--jsonl", "--index", args.index]
    command += ["--system", args.system] if args.system else []
    command += ["--trace"] if args.trace else []
    done = subprocess.run(command, input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def candidates(turn, reply):
    """The trace's candidates with what the gold says of each."""
    trace = reply.get("trace") or {}
    read = {row["passage"]: row for row in (trace.get("why") or {}).get("read", [])}
    for row in trace.get("candidates", []):
        own = {key: row[key] for key in ("id", "title", "score", "features")}
        own |= {"page": row["title"] == turn["topic"], "holds": row["id"] in turn["gold"], "read": None, "f1": None}
        if row["id"] in read:
            own |= {"read": read[row["id"]]["text"], "f1": f1(turn["answer"], read[row["id"]]["text"] or "")}
        yield own


def kept(turn, reply):
    """A turn and its reply as --out has them, each candidate once."""
    row = {"turn": turn, "reply": reply}
    if "trace" in reply:
        row["candidates"] = list(candidates(turn, reply))
        row["reply"] = reply | {"trace": {key: value for key, value in reply["trace"].items() if key != "candidates"}}
    return json.dumps(row) + "\n"


def mean(values):
    values = list(values)
    return 100 * sum(values) / len(values) if values else float("nan")


def table(turns, replies):
    pairs = [(turn, reply) for turn, reply in zip(turns, replies) if "error" not in reply]
    print(f"{len(pairs)} turns answered of {len(turns)}\n")
    print(f"{'turn':14} {'n':>5}  page@1    @5   @20   passage@1    @5   @20      F1     EM  refused")
    for kind in ["all", *TYPES, "unanswerable"]:
        own = [p for p in pairs if p[0]["kind"] == kind or kind == "all" and p[0]["kind"] != "unanswerable"]
        if not own:
            continue
        page = lambda k: mean(t["topic"] in r["documents"][:k] for t, r in own)
        placed = [(t, r) for t, r in own if t["gold"]]
        passage = lambda k: mean(bool(set(t["gold"]) & {p["id"] for p in r["passages"][:k]}) for t, r in placed)
        refused = mean(r["unknown"] for _, r in own)
        if kind == "unanswerable":
            print(f"{kind:14} {len(own):5} {'':58} {refused:8.1f}")
            continue
        words = mean(f1(t["answer"], r["answer"]) for t, r in own)
        exact = mean(tokens(t["answer"]) == tokens(r["answer"]) for t, r in own)
        print(
            f"{kind:14} {len(own):5}   {page(1):5.1f} {page(5):5.1f} {page(20):5.1f}       {passage(1):5.1f}"
            f" {passage(5):5.1f} {passage(20):5.1f}   {words:5.1f}  {exact:5.1f} {refused:8.1f}"
        )
    times = sorted(r["milliseconds"] for _, r in pairs)
    print(f"\nmilliseconds: median {statistics.median(times):.0f}, 99% {times[int(0.99 * (len(times) - 1))]:.0f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grice", default="grice")
    parser.add_argument("--index", required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path("cache"), help="where passages of pages are kept")
    parser.add_argument("--turns", type=int, default=300)
    parser.add_argument("--part", choices=["held-out", "choosing", "training"], default="held-out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--system", help="a system's file")
    parser.add_argument("--trace", action="store_true")
    parser.add_argument("--out", type=pathlib.Path, help="keep turns and replies here, as JSON lines")
    args = parser.parse_args()
    talks = conversations(args.data)
    by_title = pages(args, {row["Topic"] for talk in talks.values() for row in talk if row["Topic"]})
    turns = chosen(args, talks, by_title)
    replies = asked(args, turns)
    if args.out:
        args.out.write_text("".join(map(kept, turns, replies)))
    table(turns, replies)


if __name__ == "__main__":
    main()
