"""What an asker would want next: PragmatiCQA's conversations, and what was really asked next in TopiOCQA."""

import gzip
import html
import json
import random
import re
import subprocess

from sets import share

BROKEN = re.compile(r"nnot GET|%20")


def words(text):
    return re.findall(r"[^\W_]+", text.lower())


def spans(given):
    """A turn's spans as texts with single spaces; pages that did not load, and empty ones, are left out."""
    texts = [" ".join(span["text"].split()) for span in given if not BROKEN.search(span["text"])]
    return [text for text in dict.fromkeys(texts) if words(text)]


def pragmaticqa(data):
    """Conversations. "new" are five of val's topics, about half of it, that are never trained on; "seen" a tenth of
    train's conversations, whose topics are trained on."""
    lost = 0
    for file in ("train", "val"):
        for number, line in enumerate((data / f"pragmaticqa/{file}.jsonl").read_text().splitlines()):
            row = json.loads(line)
            turns = []
            for turn in row["qas"]:
                made = {"question": turn["q"], "answer": turn["a"]}
                made["literal"] = spans(turn["a_meta"]["literal_obj"])
                made["pragmatic"] = spans(turn["a_meta"]["pragmatic_obj"])
                lost += not made["pragmatic"]
                turns.append(made)
            key, split = f"{file}/{number}", "train"
            if file == "val" and share(row["topic"], "pragmaticqa") < 0.35:
                split = "new"
            elif file == "train" and share(key, "pragmaticqa") < 0.1:
                split = "seen"
            yield {"id": key, "topic": row["topic"], "split": split, "turns": turns}
    print(f"pragmaticqa: {lost} turns have no pragmatic span that can be read")


def overlap(one, other):
    """F1 of two texts' words, as sets."""
    one, other = set(words(one)), set(words(other))
    return 2 * len(one & other) / max(1, len(one) + len(other))


def distinct(texts):
    """Texts that differ in more than case and punctuation, the first of each."""
    return list({tuple(words(text)): text for text in reversed(texts)}.values())[::-1]


def turns(conversations, split, count=16, kinds=("literal", "pragmatic"), careful=False):
    """The turns of a split, each with candidates: first those of its pragmatic spans that are not in the literal
    answer (`gold` of them), then spans of other turns about the same page. With `careful`, as for training, these are
    of the split's own conversations, none says what a gold or literal span says, and turns without gold are kept."""
    pool = {}
    for row in conversations:
        if not careful or row["split"] == split:
            pool.setdefault(row["topic"], []).extend(span for turn in row["turns"] for kind in kinds for span in turn[kind])
    pool = {topic: distinct(texts) for topic, texts in pool.items()}
    for row in conversations:
        if row["split"] != split:
            continue
        for number, turn in enumerate(row["turns"]):
            literal = {tuple(words(text)) for text in turn["literal"]}
            gold = [text for text in distinct(turn["pragmatic"]) if tuple(words(text)) not in literal]
            own = literal | {tuple(words(text)) for text in turn["pragmatic"]}
            rest = [text for text in pool[row["topic"]] if tuple(words(text)) not in own]
            random.Random(f"{row['id']}/{number}").shuffle(rest)
            if careful:
                said = gold + turn["literal"]
                rest = [text for text in rest[: 2 * count] if all(overlap(text, other) < 0.7 for other in said)]
            gold = gold[: count - 1]
            rest = rest[: count - len(gold)]
            if len(gold) + len(rest) == count and (gold or careful):
                yield {
                    "id": f"{row['id']}/{number}",
                    "history": row["turns"][:number],
                    "question": turn["question"],
                    "literal": turn["literal"],
                    "gold": len(gold),
                    "candidates": gold + rest,
                }


def pages(data, titles):
    """The sentences of the extract's articles with these titles."""
    source = subprocess.Popen(["tar", "-I", "zstd", "-xOf", data / "corpora/enwiki-2015-extract.tar.zst"], stdout=subprocess.PIPE, text=True)
    found, lines = {}, None
    for line in source.stdout:
        if line.startswith("<doc id="):
            title = html.unescape(re.search(r'title="(.*)">', line)[1])
            lines = found.setdefault(title, []) if title in titles else None
        elif lines is not None and len(line) > 60:
            lines += [s for s in re.split(r"(?<=[.!?][\"”)]|[a-z0-9)][.!?]) +(?=[A-Z\"“(])", line.strip()) if 6 <= len(s.split()) <= 60]
    return found


def holder(answer, sentences, bags):
    """The number of the sentence that holds an answer, where one does."""
    asked = set(words(answer))
    if len(asked) < 2:
        return None
    score, best = max(((len(asked & bag) / len(asked), -len(bag)), n) for n, bag in enumerate(bags))
    return best if score[0] >= 0.7 else None


def topiocqa_next(data, most=6000):
    """Turns whose next question stays on the page: candidates are 16 of its sentences, the first of them the one
    that holds the next answer. Sentences near it are as likely to be among the others as all the rest together.
    `places` are counted from the sentence with the literal answer, or from the page's start where none has it."""
    with gzip.open(data / "topiocqa/topiocqa_train.json.gz", "rt") as file:
        rows = json.load(file)
    read = pages(data, {row["Topic"] for row in rows})
    bags = {title: [set(words(s)) for s in sentences] for title, sentences in read.items()}
    made = []
    for row, later in zip(rows, rows[1:]):
        same = row["Conversation_no"] == later["Conversation_no"] and row["Topic"] == later["Topic"]
        sentences = read.get(row["Topic"], [])
        if not same or len(sentences) < 20 or "UNANSWERABLE" in (row["Answer"], later["Answer"]):
            continue
        gold = holder(later["Answer"], sentences, bags[row["Topic"]])
        literal = holder(row["Answer"], sentences, bags[row["Topic"]])
        if gold is None or gold == literal:
            continue
        rng = random.Random(f"{row['Conversation_no']}/{row['Turn_no']}")
        rest = [n for n in range(len(sentences)) if n not in (gold, literal)]
        near = sorted(rest, key=lambda n: abs(n - gold) + rng.random())[:24]
        others = rng.sample(near, 7)
        others += rng.sample([n for n in rest if n not in others], 8)
        said = row["Context"][-4:]
        key = f"{row['Conversation_no']}"
        made.append(
            {
                "id": f"{key}/{row['Turn_no']}",
                "split": "dev" if share(key, "topiocqa") < 0.08 else "train",
                "history": [{"question": q, "answer": a} for q, a in zip(said[::2], said[1::2])],
                "question": row["Question"],
                "literal": [row["Answer"]],
                "candidates": [sentences[n] for n in [gold, *others]],
                "places": [n if literal is None else n - literal for n in [gold, *others]],
            }
        )
    made.sort(key=lambda row: share(row["id"], "most"))
    yield from made[:most]


SETS = {"pragmaticqa": pragmaticqa, "topiocqa_next": topiocqa_next}
