"""Questions about passages of manuals, written by a general model and kept where a reader finds the same answer.

    python3 training/questions.py write --model MODEL --seconds 420       # on the accelerator; MODEL: a folder with model.gguf and tokenizer.json
    python3 training/questions.py again --model MODEL --seconds 60        # some of them in everyday words
    python3 training/questions.py keep --reader models/grice-read         # the ones whose answer the reader finds too

Reads training/cache/manual_pages.jsonl.gz ({n, source, title, section, text}); writes manual_written.jsonl, a line a passage as soon as it
is done, so that another run goes on, and manual_asked.jsonl.gz: {n, question, answer, span, kind, style, split}; of kind "unanswered" are those that the
passage comes near to and does not answer.
"""

import argparse
import collections
import gzip
import json
import multiprocessing
import os
import pathlib
import random
import re
import time

import torch

import read
import read_found
import read_rows
import read_score
import sets
import trunk
from asked import head
from spans import f1, nearest, normal, placed, trimmed

ASKED = """Title: {head}
Text: {text}

Write four different questions that a user of this manual could ask without having seen the text, and that the text answers. Name what each question is about (no "it", "this", "the text"). Mix them: one how-to question, one about what something is or means, one about a value, default, name or option, one about why, when or what happens if. After each question copy the exact words of the text that answer it, as few as suffice.
Format:
Q: question
A: words copied from the text"""
AGAIN = "Say each question again as someone would who does not know the technical terms, in everyday words, without naming the program.\n\n"
EVERYDAY = [
    ("How do I concatenate images in ImageMagick?", "how can I stick two pictures together"),
    ("What is the default value of the session timeout?", "after how long does it log me out"),
    ("How do I disable authentication for local connections?", "it asks for my password even on my own machine. how do I turn that off?"),
    ("Which output formats does the converter support?", "what kinds of files can it write?"),
    ("What happens if the cache directory does not exist?", "I deleted the folder it keeps its temporary stuff in, is that bad?"),
    ("How do I specify the number of parallel jobs?", "can I make it do several things at once"),
    ("What does the --dry-run option do?", "is there a way to see what it would do before it does it?"),
    ("Why is recursion discouraged in templates?", "why shouldn't a template call itself"),
]
SHOWN = 4
OUTSIDE = re.compile(r"\b(the|this) (text|passage|document|section|manual|page|chapter|example|excerpt|article|above|following)\b|according to|\bmentioned\b|\bprovided\b", re.I)
KINDS = [("how-to", r"^how (do|can|to|should|would|could|does one)\b"), ("yes/no", r"^(is|are|can|does|do|will|has|should|may|must)\b"), ("definition", r"^what (is|are|does .* (mean|stand for))\b"), ("list", r"^(which|what) \w+s\b"), ("why", r"^why\b|^what happens")]
DEV = 0.12
# How alike the two answers must be (F1; half of that for how-to questions and for everyday words), the first of these that leaves enough questions.
LEAST = (0.3, 0.2, 0.1)


def kind(question):
    return next((name for name, pattern in KINDS if re.search(pattern, question, re.I)), "other")


def pairs(text):
    """Questions and answers of what was written."""
    for found in re.finditer(r"Q\d*[:.)]\s*(.+?)\s*\n+\s*A\d*[:.)]\s*(.+)", text):
        question, answer = found[1].strip(" *"), found[2].strip(" *\"`")
        if question.endswith("?") and 4 <= len(question.split()) <= 30 and answer and not OUTSIDE.search(question):
            yield question, answer


def unanswered(text):
    """The question that is said to have no answer there."""
    found = re.search(r"\nN[:.)]\s*(.+?)\s*(\n|$)", text)
    question = found[1].strip(" *") if found else ""
    return [question] if question.endswith("?") and 4 <= len(question.split()) <= 30 and not OUTSIDE.search(question) else []


def written(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def in_turn(pages):
    """Sources in turn, so that what is cut off by the clock is cut evenly; parts of it sorted by length."""
    order, key = collections.Counter(), {}
    random.Random(5).shuffle(pages)
    for page in pages:
        order[page["source"]] += 1
        key[page["n"]] = order[page["source"]]
    pages.sort(key=lambda page: key[page["n"]])
    return [page for start in range(0, len(pages), 8192) for page in sorted(pages[start : start + 8192], key=lambda page: len(page["text"]))]


def generator(args, width):
    from tokenizers import Tokenizer

    import generate

    tokenizer = Tokenizer.from_file(str(args.model / "tokenizer.json"))
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = generate.Qwen(*generate.tensors(args.model / "model.gguf", device, torch.bfloat16), args.batch, width)
    print("the model is loaded", flush=True)
    return model, tokenizer, tokenizer.token_to_id("<|im_end|>")


def write(args):
    out = sets.CACHE / "manual_written.jsonl"
    done = {row["n"] for row in written(out)}
    left = in_turn([page for page in sets.load("manual_pages") if len(page["text"].split()) >= 40 and page["n"] not in done])
    model, tokenizer, stop = generator(args, 832)
    began = time.time()
    with open(out, "a") as file:
        for start in range(0, len(left), args.batch):
            if time.time() - began > args.seconds:
                return
            some = left[start : start + args.batch]
            told = [ASKED.format(head=head(page), text=" ".join(page["text"].split()[:190])) for page in some]
            prompts = [one.ids for one in tokenizer.encode_batch([f"<|im_start|>user\n{one}<|im_end|>\n<|im_start|>assistant\nQ:" for one in told])]
            kept = [(page, ids) for page, ids in zip(some, prompts) if len(ids) <= 640]
            texts = tokenizer.decode_batch(model.continued([ids for _, ids in kept], args.tokens, stop))
            for (page, _), text in zip(kept, texts):
                file.write(json.dumps({"n": page["n"], "style": "first", "text": "Q:" + text}) + "\n")
            file.flush()
            print(f"{start + len(some)} passages, {time.time() - began:.0f} s", flush=True)


def again(args):
    """Questions that were written, in everyday words, two of a passage; not definitions, which come out as what they define."""
    out, rng = sets.CACHE / "manual_written.jsonl", random.Random(4)
    rows = []
    for row in written(out):
        own = [pair for pair in pairs(row["text"]) if kind(pair[0]) != "definition"]
        rng.shuffle(own)
        rows += [(row["n"], question, answer) for question, answer in own[:2] if row.get("style", "first") == "first"]
    rng.shuffle(rows)
    model, tokenizer, stop = generator(args, 448)
    began = time.time()
    with open(out, "a") as file:
        for start in range(0, len(rows), args.batch):
            if time.time() - began > args.seconds:
                return
            some = []
            for n, question, answer in rows[start : start + args.batch]:
                shown = "".join(f"Question: {one}\nEveryday: {other}\n\n" for one, other in rng.sample(EVERYDAY, SHOWN))
                ids = tokenizer.encode(f"{AGAIN}{shown}Question: {question}\nEveryday:").ids
                if len(ids) <= 400:
                    some.append((n, question, answer, ids))
            for (n, question, answer, _), text in zip(some, tokenizer.decode_batch(model.continued([ids for *_, ids in some], 40, stop))):
                said = text.strip().split("\n")[0].strip(' "')
                if 4 <= len(said.split()) <= 30 and "Everyday" not in said and all(said.rstrip("?") != other.rstrip("?") for _, other in EVERYDAY):
                    file.write(json.dumps({"n": n, "style": "second", "text": f"Q: {said.rstrip('?.')}?\nA: {answer}\n", "of": question}) + "\n")
            file.flush()
            print(f"{start + len(some)} of {len(rows)} questions, {time.time() - began:.0f} s", flush=True)


def placed_answers(given):
    """A passage's questions of what was written, where the answer stands in the passage; `span` is None where none shall."""
    page, texts = given
    seen, words, made = set(), placed(page["text"]), []
    for style, text in texts:
        for question, answer in pairs(text):
            bare = normal(answer)
            span, score = nearest(words, bare, set(normal(question))) if len(bare) <= 60 else (None, 0)
            if span and score >= 0.5 and question.lower() not in seen:
                seen.add(question.lower())
                start, end = trimmed(page["text"], *span)
                if start < end:
                    made.append({"n": page["n"], "question": question, "answer": page["text"][start:end], "span": [start, end], "kind": kind(question), "style": style})
        made += [{"n": page["n"], "question": question, "answer": "", "span": None, "kind": "unanswered", "style": style} for question in unanswered(text) if question.lower() not in seen]
    return made


def candidates(pages):
    """What was written and what headings ask."""
    texts = collections.defaultdict(list)
    for row in written(sets.CACHE / "manual_written.jsonl"):
        texts[row["n"]].append((row.get("style", "first"), row["text"]))
    with multiprocessing.get_context("fork").Pool(max(1, os.cpu_count() - 4)) as pool:
        for made in pool.imap(placed_answers, [(pages[n], own) for n, own in texts.items()], chunksize=64):
            yield from made
    headed = sets.CACHE / "manual_headed.jsonl.gz"
    for row in sets.load("manual_headed") if headed.exists() else []:
        yield {"n": row["n"], "question": row["question"], "answer": "", "span": None, "kind": row["kind"], "style": "heading"}


@torch.no_grad()
def best_spans(model, task, device, tokens=1 << 16):
    """A row's best span and how far it is above "nothing", as grice-judge reads it."""
    best = {}
    encoded = task.encoded
    places = sorted(range(len(encoded)), key=lambda n: len(encoded.ids[n]))
    model.to(device).eval()
    while places:
        count = max(1, min(256, tokens // len(encoded.ids[places[-1]])))
        here, places = places[-count:], places[:-count]
        with torch.autocast(device, dtype=torch.bfloat16):
            span = model(*encoded.batch(here, device))["span"].float()
        n = torch.tensor(here, device=device)
        at = torch.arange(span.shape[1], device=device)
        inside = (at >= task.first[n][:, None]) & (at <= task.last[n][:, None]) & (at > 0)
        start, end = span.masked_fill(~inside[..., None], -1e4).unbind(-1)
        near = (at[None] >= at[:, None]) & (at[None] < at[:, None] + read_score.LONGEST_SPAN)
        top, where = (start[:, :, None] + end[:, None, :]).masked_fill(~near, -1e5).flatten(1).max(1)
        for number, score, place, none in zip(here, top.tolist(), where.tolist(), span[:, 0].sum(1).tolist()):
            offsets, known = encoded.offsets[number], best.get(encoded.row[number], (-1e9, None, 1e9))
            first, last = divmod(place, span.shape[1])
            found = (score, (offsets[first][0], offsets[last][1])) if score > known[0] else known[:2]
            best[encoded.row[number]] = (*found, min(none, known[2]))
    return [(best[n][1], best[n][0] - best[n][2]) for n in range(len(task.rows))]


def keep(args):
    pages = {page["n"]: page for page in sets.load("manual_pages")}
    rows = list(candidates(pages))
    device = trunk.device()
    print(f"{len(rows)} questions", flush=True)
    model = read_found.loaded(args.reader, device)
    made = [read_rows.made("manual", "train", [], row["question"], pages[row["n"]]["text"], 0, row["span"], [row["answer"]], head(pages[row["n"]])) for row in rows]
    reads = best_spans(model, read.Task(trunk.SMALL, made, read.LONGEST, device), device)
    alike = [f1(one["b"][slice(*span)], row["answer"]) if row["span"] else 1.0 for row, one, (span, _) in zip(rows, made, reads)]
    for least in LEAST:
        good = [gap < 0 if row["kind"] == "unanswered" else score >= (least / 2 if row["kind"] == "how-to" or row["style"] == "second" else least) for row, score, (_, gap) in zip(rows, alike, reads)]
        print(f"{sum(good)} of them at {least}", flush=True)
        if sum(one for one, row in zip(good, rows) if row["kind"] != "unanswered") >= args.want:
            break
    counts = collections.Counter((told, "kept" if one else "dropped") for row, one in zip(rows, good) for told in (row["kind"], f"manner {row['style']}"))
    with gzip.open(sets.CACHE / "manual_asked.new", "wt") as file:
        for row, one in zip(rows, good):
            if one:
                split = "dev" if sets.share(pages[row["n"]]["source"], "manual") < DEV else "train"
                file.write(json.dumps(row | {"split": split}) + "\n")
    (sets.CACHE / "manual_asked.new").rename(sets.CACHE / "manual_asked.jsonl.gz")
    for (name, what), count in sorted(counts.items()):
        print(f"{name} {what}: {count}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", choices=["write", "again", "keep"])
    parser.add_argument("--model", type=pathlib.Path)
    parser.add_argument("--reader", type=pathlib.Path)
    parser.add_argument("--want", type=int, default=30000, help="questions to keep")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--tokens", type=int, default=192, help="at most so many for a passage")
    parser.add_argument("--seconds", type=float, default=420)
    args = parser.parse_args()
    {"write": write, "again": again, "keep": keep}[args.stage](args)


if __name__ == "__main__":
    main()
