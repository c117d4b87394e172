"""grice-find: a question with its history as a vector and as weighted words, for passages whose vectors are means of a table.

The question's side is gte-small's first six layers; the passages' side, `grice-passages`, a table of a vector a token, so that
a collection is embedded in seconds. They learn together: turns of TopiOCQA against what the engine finds for them (found.py), questions
of reading sets against their passages, sentences against the passage they stand in. A second head says of each word of question and
history whether the passage will have it.
"""

import argparse
import json
import pathlib
import random
import re
import shutil
import time

import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

import sets
import trunk
from asked import context
from rank import plain

SIZE, LONGEST, CONTEXT, HEAT = 256, 192, 112, 0.05
TURNS, PAIRS = 128, 384
READ = ("nq", "squad", "squad2", "shifts", "quac", "coqa")
STOP = set("a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with".split())


def embedded(page):
    """The text of which a passage's vector is made, as grice-index gives it to encoders."""
    return "\n".join(part for part in (page["title"], page.get("section", ""), page["text"]) if part)


def stem(word):
    return re.sub(r"(?:'s|s|ed|ing)$", "", word)


def words(text):
    return {stem(word) for word in re.findall(r"[a-z0-9']+", text.lower())}


class Asked(trunk.Encoded):
    """Questions; each names its passages by number, with a share of what is right. Turns come first."""

    def __init__(self, folder, rows, turns, device):
        super().__init__(folder, rows, LONGEST)
        self.rows, self.turns, self.device = rows, turns, device

    def order(self, numbers, size, rng, tokens=None):
        """Batches of turns and pairs; pairs are drawn as far as they are needed."""
        turns = [n for n in numbers if n < self.turns]
        pairs = [n for n in numbers if n >= self.turns]
        rng.shuffle(turns)
        rng.shuffle(pairs)
        batches = []
        for at in range(0, len(turns), TURNS):
            batches.append(turns[at : at + TURNS] + pairs[:PAIRS])
            pairs = pairs[PAIRS:] + pairs[:PAIRS]
        return batches


class Passages:
    """Tokens of passages for the table, without special and unknown ones."""

    def __init__(self, folder, pages, device):
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        unknown = tokenizer.token_to_id("[UNK]")
        made = tokenizer.encode_batch_fast([embedded(page) for page in pages], add_special_tokens=False)
        ids = [[i for i in one.ids if i != unknown] for one in made]
        self.lengths = torch.tensor([len(one) for one in ids], device=device)
        self.starts = self.lengths.cumsum(0) - self.lengths
        self.ids = torch.tensor([i for one in ids for i in one], device=device)
        self.device = device

    def vectors(self, bag, numbers):
        numbers = torch.as_tensor(numbers, device=self.device)
        lengths = self.lengths[numbers]
        offsets = lengths.cumsum(0) - lengths
        at = torch.arange(int(lengths.sum()), device=self.device) - offsets.repeat_interleave(lengths) + self.starts[numbers].repeat_interleave(lengths)
        return functional.normalize(bag(self.ids[at], offsets).float(), dim=-1)


def table(folder, potion):
    """A vector for each of the tokenizer's tokens: potion's where it has one, of length 0 otherwise."""
    ours = Tokenizer.from_file(str(folder / "tokenizer.json")).get_vocab()
    given = load_file(potion / "model.safetensors")["embeddings"].float()
    theirs = json.loads((potion / "tokenizer.json").read_text())["model"]["vocab"]
    made = torch.zeros(len(ours), given.shape[1])
    for token, n in ours.items():
        if token in theirs:
            made[n] = given[theirs[token]]
    return made


def labelled(encoded, rows, golds):
    """For each token whether its word is in the right passage; -1 where the word says nothing or nobody knows."""
    labels = []
    for n, row in enumerate(rows):
        gold = golds.get(n)
        text, known = row["a"].lower(), []
        for (start, end), inside in zip(encoded.offsets[n], encoded.texts[n]):
            if inside is None or gold is None:
                known.append(-1)
                continue
            left, right = start, end
            while left > 0 and (text[left - 1].isalnum() or text[left - 1] == "'"):
                left -= 1
            while right < len(text) and (text[right].isalnum() or text[right] == "'"):
                right += 1
            word = text[left:right]
            known.append(-1 if word in STOP or not any(c.isalnum() for c in word) else int(stem(word) in gold))
        labels.append(known)
    return labels


def gathered(rng, most=None):
    """Rows of questions, the number of turns among them, all passages, and the right passages' words."""
    pages = sets.load("found_pages")
    place = {page["n"]: at for at, page in enumerate(pages)}
    rows, golds = [], {}
    for row in sets.load("found"):
        grades = [(place[n], grade) for n, grade in row["passages"]]
        rows.append({"a": context(plain(row["history"]), row["question"], most=CONTEXT), "own": grades, "topic": row["topic"], "split": row["split"], "kind": row["kind"]})
    rows.sort(key=lambda row: row["split"] != "train")
    if most:
        rows = rng.sample([r for r in rows if r["split"] == "train"], most) + rng.sample([r for r in rows if r["split"] != "train"], most // 2)
        rows.sort(key=lambda row: row["split"] != "train")
    turns = sum(row["split"] == "train" for row in rows)
    held = rows[turns:]
    rows = rows[:turns]
    for n, row in enumerate(rows):
        golds[n] = set().union(*(words(embedded(pages[p])) for p, grade in row["own"] if grade == 2))
    asked = [r for r in sets.load("read") if r["set"] in READ and r["split"] == "train"]
    for row in asked[:most]:
        pages.append({"title": row["title"] or "", "text": row["passage"]})
        for one in rng.sample(row["asked"], min(3, len(row["asked"]))):
            if one["type"] != "unknown":
                history = [t if isinstance(t, dict) else {"question": t[0], "answer": t[1]} for t in one.get("history") or []]
                golds[len(rows)] = words(embedded(pages[-1]))
                rows.append({"a": context(history, one["question"], most=CONTEXT), "own": [(len(pages) - 1, 2)], "topic": row["title"] or None})
    for at, page in enumerate(pages[: len(place)]):
        sentences = [s for s in re.split(r"(?<=[.!?]) ", page["text"]) if 5 < len(s.split()) < 60]
        if sentences and rng.random() < 0.6:
            rows.append({"a": rng.choice(sentences), "own": [(at, 2)], "topic": page["title"]})
    return rows, turns, held, pages, golds


def loss_of(data, passages, model, labels, titles, device):
    def loss(outputs, numbers, mask):
        own, seen = [], {}
        for n in numbers:
            for p, _ in data.rows[n]["own"]:
                seen.setdefault(p, len(seen))
        keys = list(seen)
        goal = torch.zeros(len(numbers), len(keys))
        hidden = torch.zeros(len(numbers), len(keys), dtype=torch.bool)
        by_title = {}
        for p, at in seen.items():
            by_title.setdefault(titles[p], []).append(at)
        for i, n in enumerate(numbers):
            row = data.rows[n]
            # Other passages of the right page may be right too.
            hidden[i, by_title.get(row["topic"], [])] = True
            for p, grade in row["own"]:
                hidden[i, seen[p]] = False
                goal[i, seen[p]] = (0.0, 0.25, 1.0)[grade]
        goal, hidden = (goal / goal.sum(1, keepdim=True).clamp(min=1e-6)).to(device), hidden.to(device)
        asked = functional.normalize(outputs["query"], dim=-1)
        scores = asked @ passages.vectors(model.heads_passages, keys).T / HEAT
        found = functional.log_softmax(scores.masked_fill(hidden, -1e4), -1)
        value = -(goal * found).sum(1)
        weight = torch.tensor([3.0 if n < data.turns else 1.0 for n in numbers], device=device)
        value = (value * weight).sum() / weight.sum()
        width = outputs["term"].shape[1]
        told = torch.tensor([(labels[n] + [-1] * width)[:width] if n < len(labels) else [-1] * width for n in numbers], device=device)
        known = told >= 0
        term = functional.binary_cross_entropy_with_logits(outputs["term"][..., 0][known], told[known].float()) if known.any() else 0.0
        return value + term

    return loss


@torch.no_grad()
def measured(model, bag, held, passages, titles, folder, device):
    """The right page among the first pages of all that were found for any turn."""
    encoded = trunk.Encoded(folder, held, LONGEST)
    asked = functional.normalize(trunk.predict(model, encoded, range(len(held)), device)["query"].float().to(device), dim=-1)
    everything = torch.cat([passages.vectors(bag, range(at, min(at + 4096, len(titles)))) for at in range(0, len(titles), 4096)])
    table = {}
    for split in ("tune", "dev"):
        hits, total = {1: 0, 5: 0, 20: 0, 100: 0}, 0
        gold = 0
        for n, row in enumerate(held):
            if row["split"] != split:
                continue
            total += 1
            best = (asked[n] @ everything.T).topk(100).indices.tolist()
            for k in hits:
                hits[k] += any(titles[p] == row["topic"] for p in best[:k])
            gold += bool({p for p, grade in row["own"] if grade == 2} & set(best[:20]))
        table[split] = {f"page in {k}": round(100 * hit / max(1, total), 1) for k, hit in hits.items()} | {"gold passage in 20": round(100 * gold / max(1, total), 1)}
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--potion", type=pathlib.Path, default=trunk.WEIGHTS / "potion-base-8m")
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--rows", type=int, help="try it on this many turns")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    device, began = trunk.device(), time.time()
    rows, turns, held, pages, golds = gathered(random.Random(6), args.rows)
    titles = [page["title"] for page in pages]
    data = Asked(trunk.SMALL, rows, turns, device)
    passages = Passages(trunk.SMALL, pages, device)
    labels = labelled(data, rows[: max(golds) + 1], golds)
    print(f"{turns} turns, {len(rows)} questions, {len(pages)} passages, {time.time() - began:.0f} s", flush=True)
    model = trunk.Model(trunk.SMALL, {"query": SIZE}, {"term": 1}, layers=args.layers, frozen=True)
    model.heads_passages = nn.EmbeddingBag.from_pretrained(table(trunk.SMALL, args.potion), freeze=False, mode="mean")
    minutes = trunk.train(
        model, data, range(len(rows)), loss_of(data, passages, model, labels, titles, device), epochs=args.epochs, rate=args.rate,
        size=0, seed=args.seed, device=device, name="find", keep=trunk.RUNS / f"find-{args.seed}.keep",
    )
    base = dict(layers=args.layers, epochs=args.epochs, rate=args.rate, seed=args.seed, turns=turns, questions=len(rows), train_minutes=round(minutes, 2))
    trunk.log(args.out, began, stage="find", **base, dev=measured(model, model.heads_passages, held, passages, titles, trunk.SMALL, device))
    bag = model.heads_passages
    del model.heads_passages
    bag.weight.data = trunk.rounded(bag.weight.data)
    trunk.log(args.out, began, stage="find int8", **base, dev=measured(trunk.int8(model), bag, held, passages, titles, trunk.SMALL, device))
    labels = {"query": [f"{n}" for n in range(SIZE)], "term": ["kept"]}
    trunk.export(model, trunk.SMALL, args.out / "grice-find", labels, LONGEST, {"context": CONTEXT, "passages": "grice-passages"})
    folder = args.out / "grice-passages"
    folder.mkdir(parents=True, exist_ok=True)
    kept, scale = trunk.quantised(bag.weight.detach().float().cpu())
    save_file({"embedding.weight": kept, "embedding.weight_scale": scale}, folder / "model.safetensors")
    shutil.copy(trunk.SMALL / "tokenizer.json", folder / "tokenizer.json")
    (folder / "config.json").write_text(json.dumps({"model_type": "model2vec", "normalize": True}) + "\n")


if __name__ == "__main__":
    main()
