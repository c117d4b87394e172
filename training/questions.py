"""Questions about passages of manuals, written by a general model and kept where a reader finds the same answer.

    python3 training/questions.py write --model MODEL --seconds 420       # on the accelerator; MODEL: a folder with model.gguf and tokenizer.json
    python3 training/questions.py keep --reader models/grice-read         # the ones whose answer the reader finds too

Reads training/cache/manual_pages.jsonl.gz ({n, source, title, section, text}); writes manual_written.jsonl, a line a passage as soon as it
is done, so that another run goes on, and manual_asked.jsonl.gz: {n, question, answer, span, kind, split}; of kind "unanswered" are those that the
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

ASKED = {
    "first": """Title: {head}
Text: {text}

Write four different questions that a user of this manual could ask without having seen the text, and that the text answers. Name what each question is about (no "it", "this", "the text"). Mix them: one how-to question, one about what something is or means, one about a value, default, name or option, one about why, when or what happens if. After each question copy the exact words of the text that answer it, as few as suffice.
Format:
Q: question
A: words copied from the text""",
    "second": """Title: {head}
Text: {text}

Write four short questions as people type them into a search box or ask a colleague, about details of this text. Use other words than the text where you can, and name what each question is about. One begins with "Which" or "What" and asks for a list or a name, one begins with "Can", "Does" or "Is", one with "How", one with "What" or "When". After each question copy the exact words of the text that answer it. Last, write one question about the same subject that the text does not answer.
Format:
Q: question
A: words copied from the text
…
N: question that the text does not answer""",
}
OUTSIDE = re.compile(r"\b(the|this) (text|passage|document|section|manual|page|chapter|example|excerpt|article|above|following)\b|according to|\bmentioned\b|\bprovided\b", re.I)
KINDS = [("how-to", r"^how (do|can|to|should|would|could|does one)\b"), ("yes/no", r"^(is|are|can|does|do|will|has|should|may|must)\b"), ("definition", r"^what (is|are|does .* (mean|stand for))\b"), ("list", r"^(which|what) \w+s\b"), ("why", r"^why\b|^what happens")]
DEV = 0.12
# How alike the two answers must be (F1; half of that for how-to questions), the first of these that leaves enough questions.
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


def write(args):
    from tokenizers import Tokenizer

    import generate

    out = sets.CACHE / "manual_written.jsonl"
    done = {(row["n"], row.get("style", "first")) for row in written(out)}
    pages = in_turn([page for page in sets.load("manual_pages") if len(page["text"].split()) >= 40])
    tokenizer = Tokenizer.from_file(str(args.model / "tokenizer.json"))
    stop = tokenizer.token_to_id("<|im_end|>")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = generate.Qwen(*generate.tensors(args.model / "model.gguf", device, torch.bfloat16), args.batch, 832)
    print(f"{len(pages)} passages, the model is loaded", flush=True)
    began = time.time()
    with open(out, "a") as file:
        for style, asked in ASKED.items():
            left = [page for page in pages if (page["n"], style) not in done]
            for start in range(0, len(left), args.batch):
                if time.time() - began > args.seconds:
                    return
                some = left[start : start + args.batch]
                told = [asked.format(head=head(page), text=" ".join(page["text"].split()[:190])) for page in some]
                prompts = [one.ids for one in tokenizer.encode_batch([f"<|im_start|>user\n{one}<|im_end|>\n<|im_start|>assistant\nQ:" for one in told])]
                kept = [(page, ids) for page, ids in zip(some, prompts) if len(ids) <= 640]
                texts = tokenizer.decode_batch(model.continued([ids for _, ids in kept], args.tokens, stop))
                for (page, _), text in zip(kept, texts):
                    file.write(json.dumps({"n": page["n"], "style": style, "text": "Q:" + text}) + "\n")
                file.flush()
                print(f"{style}: {start + len(some)} passages, {time.time() - began:.0f} s", flush=True)


def placed_answers(given):
    """A passage's questions of what was written, where the answer stands in the passage; `span` is None where none shall."""
    page, texts = given
    seen, words, made = set(), placed(page["text"]), []
    for text in texts:
        for question, answer in pairs(text):
            bare = normal(answer)
            span, score = nearest(words, bare, set(normal(question))) if len(bare) <= 60 else (None, 0)
            if span and score >= 0.5 and question.lower() not in seen:
                seen.add(question.lower())
                start, end = trimmed(page["text"], *span)
                if start < end:
                    made.append({"n": page["n"], "question": question, "answer": page["text"][start:end], "span": [start, end], "kind": kind(question)})
        made += [{"n": page["n"], "question": question, "answer": "", "span": None, "kind": "unanswered"} for question in unanswered(text) if question.lower() not in seen]
    return made


def candidates(pages):
    """What was written and what headings ask."""
    texts = collections.defaultdict(list)
    for row in written(sets.CACHE / "manual_written.jsonl"):
        texts[row["n"]].append(row["text"])
    with multiprocessing.get_context("fork").Pool(max(1, os.cpu_count() - 4)) as pool:
        for made in pool.imap(placed_answers, [(pages[n], own) for n, own in texts.items()], chunksize=64):
            yield from made
    headed = sets.CACHE / "manual_headed.jsonl.gz"
    for row in sets.load("manual_headed") if headed.exists() else []:
        yield {"n": row["n"], "question": row["question"], "answer": "", "span": None, "kind": row["kind"]}


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
        good = [gap < 0 if row["kind"] == "unanswered" else score >= (least / 2 if row["kind"] == "how-to" else least) for row, score, (_, gap) in zip(rows, alike, reads)]
        print(f"{sum(good)} of them at {least}", flush=True)
        if sum(one for one, row in zip(good, rows) if row["kind"] != "unanswered") >= args.want:
            break
    counts = collections.Counter((row["kind"], "kept" if one else "dropped") for row, one in zip(rows, good))
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
    parser.add_argument("stage", choices=["write", "keep"])
    parser.add_argument("--model", type=pathlib.Path)
    parser.add_argument("--reader", type=pathlib.Path)
    parser.add_argument("--want", type=int, default=30000, help="questions to keep")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--tokens", type=int, default=192, help="at most so many for a passage")
    parser.add_argument("--seconds", type=float, default=420)
    args = parser.parse_args()
    write(args) if args.stage == "write" else keep(args)


if __name__ == "__main__":
    main()
