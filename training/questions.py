"""Questions about passages of manuals, written by a general model and kept where a reader finds the same answer.

    python3 training/questions.py write --model MODEL --seconds 420       # on the accelerator; MODEL: a folder with model.gguf
    python3 training/questions.py keep --reader models/grice-read         # the ones whose answer the reader finds too

Reads training/cache/manual_pages.jsonl.gz ({n, source, title, section, text}); writes manual_written.jsonl, a line a passage as soon as it
is done, so that another run goes on, and manual_asked.jsonl.gz: {n, question, answer, span, kind, split}.
"""

import argparse
import collections
import gzip
import json
import pathlib
import random
import re
import time

import torch

import sets
from asked import head
from spans import f1, nearest, normal, placed, trimmed

ASKED = """Title: {head}
Text: {text}

Write four different questions that a user of this manual could ask without having seen the text, and that the text answers. Name what each question is about (no "it", "this", "the text"). Mix them: one how-to question, one about what something is or means, one about a value, default, name or option, one about why, when or what happens if. After each question copy the exact words of the text that answer it, as few as suffice.
Format:
Q: question
A: words copied from the text"""
OUTSIDE = re.compile(r"\b(the|this) (text|passage|document|section|manual|page|chapter|example|excerpt|article|above|following)\b|according to|\bmentioned\b|\bprovided\b", re.I)
KINDS = [("how-to", r"^how (do|can|to|should|would|could|does one)\b"), ("yes/no", r"^(is|are|can|does|do|will|has|should|may|must)\b"), ("definition", r"^what (is|are|does .* (mean|stand for))\b"), ("list", r"^(which|what) \w+s\b"), ("why", r"^why\b|^what happens")]
DEV = 0.12


def kind(question):
    return next((name for name, pattern in KINDS if re.search(pattern, question, re.I)), "other")


def pairs(text):
    """Questions and answers of what was written."""
    for found in re.finditer(r"Q\d*[:.)]\s*(.+?)\s*\n+\s*A\d*[:.)]\s*(.+)", text):
        question, answer = found[1].strip(" *"), found[2].strip(" *\"`")
        if question.endswith("?") and 4 <= len(question.split()) <= 30 and answer and not OUTSIDE.search(question):
            yield question, answer


def written(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


@torch.inference_mode()
def write(args):
    from transformers import AutoModelForCausalLM, AutoTokenizer

    out = sets.CACHE / "manual_written.jsonl"
    done = {row["n"] for row in written(out)}
    pages = [page for page in sets.load("manual_pages") if page["n"] not in done and len(page["text"].split()) >= 40]
    # Sources in turn, so that what is cut off by the clock is cut evenly.
    order = collections.Counter()
    key = {}
    random.Random(5).shuffle(pages)
    for page in pages:
        order[page["source"]] += 1
        key[page["n"]] = order[page["source"]]
    pages.sort(key=lambda page: key[page["n"]])
    tokenizer = AutoTokenizer.from_pretrained(args.model, gguf_file="model.gguf", padding_side="left")
    model = AutoModelForCausalLM.from_pretrained(args.model, gguf_file="model.gguf", dtype=torch.bfloat16).cuda().eval()
    tokenizer.pad_token = tokenizer.pad_token or tokenizer.eos_token
    print(f"{len(pages)} passages, the model is loaded", flush=True)
    began = time.time()
    with open(out, "a") as file:
        for start in range(0, len(pages), args.batch):
            if time.time() - began > args.seconds:
                break
            some = sorted(pages[start : start + args.batch], key=lambda page: len(page["text"]))
            told = [ASKED.format(head=head(page), text=" ".join(page["text"].split()[:190])) for page in some]
            prompts = [f"<|im_start|>user\n{one}<|im_end|>\n<|im_start|>assistant\nQ:" for one in told]
            given = tokenizer(prompts, return_tensors="pt", padding=True).to("cuda")
            found = model.generate(**given, max_new_tokens=190, do_sample=True, temperature=0.7, top_p=0.9, pad_token_id=tokenizer.pad_token_id)
            texts = tokenizer.batch_decode(found[:, given["input_ids"].shape[1] :], skip_special_tokens=True)
            for page, text in zip(some, texts):
                file.write(json.dumps({"n": page["n"], "text": "Q:" + text}) + "\n")
            file.flush()
            print(f"{start + len(some)} passages, {time.time() - began:.0f} s", flush=True)


def candidates(pages):
    """What was written and what headings ask, where the answer stands in the passage."""
    for row in written(sets.CACHE / "manual_written.jsonl"):
        page, seen = pages[row["n"]], set()
        words = placed(page["text"])
        for question, answer in pairs(row["text"]):
            span, score = nearest(words, normal(answer), set(normal(question)))
            if span and score >= 0.7 and question.lower() not in seen and len(normal(answer)) <= 60:
                seen.add(question.lower())
                start, end = trimmed(page["text"], *span)
                if start < end:
                    yield {"n": row["n"], "question": question, "answer": page["text"][start:end], "span": [start, end], "kind": kind(question)}
    headed = sets.CACHE / "manual_headed.jsonl.gz"
    for row in sets.load("manual_headed") if headed.exists() else []:
        yield {"n": row["n"], "question": row["question"], "answer": "", "span": None, "kind": row["kind"]}


def keep(args):
    import read
    import read_found
    import read_rows
    import read_score
    import trunk

    pages = {page["n"]: page for page in sets.load("manual_pages")}
    rows = list(candidates(pages))
    device = trunk.device()
    model = read_found.loaded(args.reader, device)
    made = [read_rows.made("manual", "train", [], row["question"], pages[row["n"]]["text"], 0, row["span"], [row["answer"]], head(pages[row["n"]])) for row in rows]
    task = read.Task(trunk.SMALL, made, read.LONGEST, device)
    numbers = range(len(task.encoded))
    reads = read_score.readings(trunk.predict(model, task.encoded, numbers, device), task.encoded, list(numbers))
    counts = collections.Counter()
    with gzip.open(sets.CACHE / "manual_asked.jsonl.gz", "wt") as file:
        for at, row in enumerate(rows):
            text = made[at]["b"][slice(*reads[at]["span"])]
            alike = f1(text, row["answer"]) if row["span"] else 1.0
            good = alike >= (0.15 if row["kind"] == "how-to" else 0.3)
            counts[row["kind"], "kept" if good else "dropped"] += 1
            if good:
                split = "dev" if sets.share(pages[row["n"]]["source"], "manual") < DEV else "train"
                file.write(json.dumps(row | {"split": split}) + "\n")
    for (name, what), count in sorted(counts.items()):
        print(f"{name} {what}: {count}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", choices=["write", "keep"])
    parser.add_argument("--model", type=pathlib.Path)
    parser.add_argument("--reader", type=pathlib.Path)
    parser.add_argument("--batch", type=int, default=768)
    parser.add_argument("--seconds", type=float, default=420)
    args = parser.parse_args()
    write(args) if args.stage == "write" else keep(args)


if __name__ == "__main__":
    main()
