"""Sets for read and rank: conversations over the corpora, published reading sets, judged passages.

`read` holds a passage a row with the questions asked of it; `read_turns` a turn of TopiOCQA a row, its
passages by number; `read_pages` those passages; `rank` a question a row with graded texts.
"""

import collections
import functools
import gzip
import json
import random

import readings
from pages import WORD, Bm25, corpus
from sets import share
from spans import nearest, normal, placed, trimmed

HISTORY = 5
KEPT_ASIDE = 0.08


def query(row):
    """Words for BM25: the question's twice, those of the last two turns and the first question once."""
    history = row["Context"]
    weights = collections.Counter()
    for text, weight in [(row["Question"], 2), *((t, 1) for t in history[-4:] + history[:1])]:
        for word in set(WORD.findall(text.lower())):
            weights[word] = max(weights[word], weight)
    return weights


def gold(row, numbers, table, words):
    """The passages of the page that hold the answer, best first, as (number, span, F1)."""
    answer = normal(row["Answer"])
    asked = set(normal(row["Question"])) | set(normal(" ".join(row["Context"][-2:])))
    wanted = collections.Counter(answer)
    overlap = lambda n: sum((wanted & collections.Counter(w for w, _, _ in words(n))).values())
    best = sorted(numbers, key=lambda n: -overlap(n))[:6]
    found = []
    for n in best:
        span, score = nearest(words(n), answer, asked)
        if span:
            section = table[n][1].lower() == row["Topic_section"].lower()
            about = len(asked & {w for w, _, _ in words(n)})
            found.append((round(score, 2) + 0.05 * section + 0.01 * min(about, 5), n, span, score))
    return [(n, span, score) for _, n, span, score in sorted(found, reverse=True)]


def without(row, numbers, words):
    """Passages of the page that do not hold the answer, those about the question first."""
    answer = set(normal(row["Answer"]))
    asked = set(normal(row["Question"])) | set(normal(" ".join(row["Context"][-2:])))
    plain = [n for n in numbers if len(answer & {w for w, _, _ in words(n)}) <= 0.3 * len(answer) and len(words(n)) > 20]
    return sorted(plain, key=lambda n: -len(asked & {w for w, _, _ in words(n)}))


@functools.cache
def turns(data):
    """Turns whose page is in the corpora, and the numbers of all passages they name."""
    with gzip.open(data / "topiocqa/topiocqa_train.json.gz") as file:
        rows = [r for r in json.load(file) if r["Answer"] != "UNANSWERABLE"]
    table, by_title = corpus(data)
    rows = [r for r in rows if r["Topic"] in by_title and len(normal(r["Answer"])) and normal(r["Answer"]) not in (["yes"], ["no"])]
    words = functools.lru_cache(20000)(lambda n: placed(table[n][2]))
    index = Bm25(table, {w for r in rows for w in query(r)})
    made, named = [], set()
    rng = random.Random(6)
    for row in rows:
        found = gold(row, by_title[row["Topic"]], table, words)
        if not found or found[0][2] < 0.4:
            continue
        number, span, score = found[0]
        dev = share(f"{row['Conversation_no']}", "topiocqa") < KEPT_ASIDE
        near = without(row, [n for n in by_title[row["Topic"]] if n != number], words)
        same = near[:2] + rng.sample(near[2:], min(1, len(near[2:])))
        turn = {"id": f"{row['Conversation_no']}_{row['Turn_no']}", "split": "dev" if dev else "train"}
        turn["history"] = [list(pair) for pair in zip(row["Context"][::2], row["Context"][1::2])][-HISTORY:]
        turn |= {"question": row["Question"], "answer": row["Answer"], "gold": number, "span": trimmed(table[number][2], *span)}
        turn |= {"bound": round(score, 3), "same": same if dev else same[: 1 + len(made) % 2]}
        turn["also"] = [n for n, _, other in found[1:] if other >= score - 0.02]
        if dev and share(turn["id"], "rank") < 0.4:
            turn["top"] = index.top(query(row), 20)
        elif not dev and share(turn["id"], "rank") < 0.4:
            far = [n for n in index.top(query(row), 12, most=0.005) if table[n][0] != row["Topic"]]
            turn["far"] = rng.sample(far, min(2, len(far)))
        named.update([number, *turn["same"], *turn["also"][:1], *turn.get("top", []), *turn.get("far", [])])
        turn["also"] = [n for n in turn["also"] if n in named]
        made.append(turn)
    return made, sorted(named)


def read_turns(data):
    yield from turns(data)[0]


def read_pages(data):
    table, _ = corpus(data)
    for number in turns(data)[1]:
        title, _, text = table[number]
        yield {"n": number, "title": title, "text": text}


SETS = {"read": readings.read, "read_turns": read_turns, "read_pages": read_pages, "rank": readings.rank}
