"""grice-find: a question with its history as a vector and as weighted words, for passages whose vectors are means of a table.

The passages' side, `grice-passages`, is a table of a vector a token, so that a collection is embedded in seconds. A question's vector is the
table's mean of its own words, to which gte-small's first six layers add what the history and the order of the words say: at first nothing, so
that training begins with what the general table knows. They learn together: turns of TopiOCQA against what the engine finds for them (found.py),
questions about manuals (questions.py) and of reading sets against their passages, sentences against the passage they stand in. The table is held
near to where it began. A second head says of each word of question and history whether the passage will have it.
"""

import argparse
import collections
import copy
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

import manual_groups
import sets
import trunk
from asked import context
from equal import floats
from rank import plain

SIZE, LONGEST, CONTEXT, HEAT = 256, 192, 112, 0.05
MANUALS = 30_000
TURNS, PAIRS = 128, 384
# What the table's distance from where it began costs, as a share of its size.
PULL = 5.0
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
    """Questions; each names its passages by number, with a share of what is right. Turns come first. Those about manuals are drawn twice as often."""

    def __init__(self, folder, rows, turns, device):
        super().__init__(folder, rows, LONGEST)
        self.rows, self.turns, self.device = rows, turns, device

    def order(self, numbers, size, rng, tokens=None):
        """Batches of turns and pairs; pairs are drawn as far as they are needed."""
        turns = [n for n in numbers if n < self.turns]
        pairs = [n for n in numbers if n >= self.turns for _ in range(1 + self.rows[n].get("manual", False))]
        rng.shuffle(turns)
        rng.shuffle(pairs)
        batches = []
        for at in range(0, len(turns), TURNS):
            batches.append(turns[at : at + TURNS] + pairs[:PAIRS])
            pairs = pairs[PAIRS:] + pairs[:PAIRS]
        return batches


class Bags:
    """Tokens of texts for the table, without special and unknown ones."""

    def __init__(self, folder, texts, device):
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        unknown = tokenizer.token_to_id("[UNK]")
        made = tokenizer.encode_batch_fast(texts, add_special_tokens=False)
        ids = [[i for i in one.ids if i != unknown] or [unknown] for one in made]
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
    asks = lambda history, question: {"a": context(history, question, most=CONTEXT), "question": question}
    for row in sets.load("found"):
        grades = [(place[n], grade) for n, grade in row["passages"]]
        rows.append(asks(plain(row["history"]), row["question"]) | {"own": grades, "topic": row["topic"], "split": row["split"], "kind": row["kind"]})
    rows.sort(key=lambda row: row["split"] != "train")
    if most:
        rows = rng.sample([r for r in rows if r["split"] == "train"], most) + rng.sample([r for r in rows if r["split"] != "train"], most // 2)
        rows.sort(key=lambda row: row["split"] != "train")
    turns = sum(row["split"] == "train" for row in rows)
    held = rows[turns:]
    rows = rows[:turns]
    for n, row in enumerate(rows):
        golds[n] = set().union(*(words(embedded(pages[p])) for p, grade in row["own"] if grade == 2))
    numbers = {}
    for row, passages in manual_groups.groups("train", most=most or MANUALS):
        for page, _ in passages:
            if page["n"] not in numbers:
                numbers[page["n"]] = len(pages)
                pages.append(page)
        golds[len(rows)] = words(embedded(passages[0][0]))
        rows.append(asks(row["history"], row["question"]) | {"own": [(numbers[page["n"]], grade if grade == 2 else 0) for page, grade in passages], "topic": None, "manual": True})
    asked = [r for r in sets.load("read") if r["set"] in READ and r["split"] == "train"]
    for row in asked[:most]:
        pages.append({"title": row["title"] or "", "text": row["passage"]})
        for one in rng.sample(row["asked"], min(3, len(row["asked"]))):
            if one["type"] != "unknown":
                history = [t if isinstance(t, dict) else {"question": t[0], "answer": t[1]} for t in one.get("history") or []]
                golds[len(rows)] = words(embedded(pages[-1]))
                rows.append(asks(history, one["question"]) | {"own": [(len(pages) - 1, 2)], "topic": row["title"] or None})
    for at, page in enumerate(pages[: len(place)]):
        sentences = [s for s in re.split(r"(?<=[.!?]) ", page["text"]) if 5 < len(s.split()) < 60]
        if sentences and rng.random() < 0.6:
            rows.append(asks([], rng.choice(sentences)) | {"own": [(at, 2)], "topic": page["title"]})
    return rows, turns, held, pages, golds


def vectors_of(asked, numbers, table, more):
    """The table's mean of a question's own words and what the model adds to it."""
    return functional.normalize(asked.vectors(table, numbers) + more, dim=-1)


def loss_of(data, asked, passages, model, labels, titles, device):
    began = model.table.weight.detach().clone()
    size = began.square().sum()

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
        sought = vectors_of(asked, numbers, model.table, outputs["query"])
        scores = sought @ passages.vectors(model.table, keys).T / HEAT
        found = functional.log_softmax(scores.masked_fill(hidden, -1e4), -1)
        value = -(goal * found).sum(1)
        weight = torch.tensor([3.0 if n < data.turns else 1.0 for n in numbers], device=device)
        value = (value * weight).sum() / weight.sum()
        width = outputs["term"].shape[1]
        told = torch.tensor([(labels[n] + [-1] * width)[:width] if n < len(labels) else [-1] * width for n in numbers], device=device)
        known = told >= 0
        term = functional.binary_cross_entropy_with_logits(outputs["term"][..., 0][known], told[known].float()) if known.any() else 0.0
        return value + term + PULL * (model.table.weight - began).square().sum() / size

    return loss


@torch.no_grad()
def measured(model, table, held, passages, titles, folder, device):
    """The right page among the first passages of all that were found for any turn; questions about manuals that nothing was trained on, among the
    passages of their manual. `plain` is the table alone."""
    encoded = trunk.Encoded(folder, held, LONGEST)
    said = trunk.predict(model, encoded, range(len(held)), device)["query"].float().to(device)
    own = Bags(folder, [row["question"] for row in held], device)
    everything = torch.cat([passages.vectors(table, range(at, min(at + 4096, len(titles)))) for at in range(0, len(titles), 4096)])
    told = {}
    asked = vectors_of(own, range(len(held)), table, said)
    for split in ("tune", "dev"):
        hits, total, gold = {1: 0, 5: 0, 20: 0, 100: 0}, 0, 0
        for n, row in enumerate(held):
            if row["split"] != split:
                continue
            total += 1
            best = (asked[n] @ everything.T).topk(100).indices.tolist()
            for k in hits:
                hits[k] += any(titles[p] == row["topic"] for p in best[:k])
            gold += bool({p for p, grade in row["own"] if grade == 2} & set(best[:20]))
        told[split] = {f"page in {k}": round(100 * hit / max(1, total), 1) for k, hit in hits.items()} | {"gold passage in 20": round(100 * gold / max(1, total), 1)}
    return told | manuals(model, table, folder, device)


@torch.no_grad()
def manuals(model, table, folder, device):
    """By kind: any of those that were written, those in everyday words, those said after others."""
    pages, told = collections.defaultdict(list), {}
    known = {page["n"]: page for page in sets.load("manual_pages")}
    for page in known.values():
        pages[page["source"]].append(page)
    rows = [row | {"history": []} for row in sets.load("manual_asked") if row["split"] == "dev" and row["span"]]
    short = manual_groups.followed("dev")
    kinds = {
        "manuals": [row for row in rows if row.get("style") != "second"],
        "everyday": [row for row in rows if row.get("style") == "second"],
        "follow-ups": [row | forms[0] for row in rows if (forms := short.get((row["n"], row["question"])))],
    }
    there = {source: Bags(folder, [embedded(page) for page in own], device).vectors(table, range(len(own))) for source, own in pages.items() if any(known[row["n"]]["source"] == source for row in rows)}
    for kind, some in kinds.items():
        asked = collections.defaultdict(list)
        for row in random.Random(3).sample(some, min(900, len(some))):
            asked[known[row["n"]]["source"]].append(row)
        for name in ("with the model", "plain"):
            hits, total = {1: 0, 5: 0, 20: 0}, 0
            for source, own in asked.items():
                questions = [{"a": context(row["history"], row["question"], most=CONTEXT)} for row in own]
                more = trunk.predict(model, trunk.Encoded(folder, questions, LONGEST), range(len(own)), device)["query"].float().to(device)
                bags = Bags(folder, [row["question"] for row in own], device)
                sought = vectors_of(bags, range(len(own)), table, more if name != "plain" else 0 * more)
                best = (sought @ there[source].T).topk(min(20, len(there[source]))).indices.tolist()
                for row, places in zip(own, best):
                    total += 1
                    found = [pages[source][p]["n"] for p in places]
                    for k in hits:
                        hits[k] += row["n"] in found[:k]
            told[f"{kind} {name}"] = {k: round(100 * hit / max(1, total), 1) for k, hit in hits.items()} | {"asked": total}
    return told


def loaded(folder, device):
    """A finished model, its tables as floats, and the table of passages beside it."""
    tables = floats(folder / "grice-find")
    layers = 1 + max(int(name.split(".")[2]) for name in tables if name.startswith("encoder.layer."))
    model = trunk.Model(trunk.SMALL, {"query": SIZE}, {"term": 1}, layers=layers, frozen=True)
    place = lambda name: ("token_" * name.startswith("heads.term.") + name) if name.startswith("heads.") else f"trunk.{name}"
    model.load_state_dict(model.state_dict() | {place(name): table for name, table in tables.items()})
    given = load_file(folder / "grice-passages/model.safetensors")
    return model.to(device), given["embedding.weight"].float() * given["embedding.weight_scale"].float()[:, None]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--potion", type=pathlib.Path, default=trunk.WEIGHTS / "potion-base-8m")
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--first", type=pathlib.Path, help="a folder with a finished grice-find and grice-passages to go on with")
    parser.add_argument("--rows", type=int, help="try it on this many turns")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    device, began = trunk.device(), time.time()
    rows, turns, held, pages, golds = gathered(random.Random(6), args.rows)
    titles = [page["title"] for page in pages]
    data = Asked(trunk.SMALL, rows, turns, device)
    asked = Bags(trunk.SMALL, [row["question"] for row in rows], device)
    passages = Bags(trunk.SMALL, [embedded(page) for page in pages], device)
    labels = labelled(data, rows[: max(golds) + 1], golds)
    print(f"{turns} turns, {len(rows)} questions, {len(pages)} passages, {time.time() - began:.0f} s", flush=True)
    if args.first:
        model, general = loaded(args.first, device)
        before = copy.deepcopy(model)
    else:
        model = trunk.Model(trunk.SMALL, {"query": SIZE}, {"term": 1}, layers=args.layers, frozen=True)
        nn.init.zeros_(model.heads["query"].weight)
        nn.init.zeros_(model.heads["query"].bias)
        general, before = table(trunk.SMALL, args.potion), None
    general = general.to(device)
    model.table = nn.EmbeddingBag.from_pretrained(general.clone(), freeze=False, mode="mean")
    minutes = trunk.train(
        model, data, range(len(rows)), loss_of(data, asked, passages, model, labels, titles, device), epochs=args.epochs, rate=args.rate,
        size=0, seed=args.seed, device=device, name="find", keep=trunk.RUNS / f"find-{args.seed}.keep",
    )
    base = dict(layers=args.layers, epochs=args.epochs, rate=args.rate, seed=args.seed, turns=turns, questions=len(rows), train_minutes=round(minutes, 2))
    bag, learned = model.table, model.table.weight.detach().clone()
    del model.table
    at = lambda share: trunk.rounded(general + share * (learned - general))
    if args.first:
        bag.weight.data = at(1.0)
        exported(model, bag, args.out / "share-1.0")
        for share in (1.0, 0.5, 0.0):
            bag.weight.data = at(share)
            trunk.log(args.out, began, stage="find int8", part=share, **base, dev=measured(trunk.mixed(before, model, share), bag, held, passages, titles, trunk.SMALL, device))
        return
    for share in (0.0, 0.5, 0.75, 1.0):
        bag.weight.data = at(share)
        trunk.log(args.out, began, stage="find int8", share=share, **base, dev=measured(trunk.int8(model), bag, held, passages, titles, trunk.SMALL, device))
        exported(model, bag, args.out / f"share-{share}")


def exported(model, bag, out):
    labels = {"query": [f"{n}" for n in range(SIZE)], "term": ["kept"]}
    trunk.export(model, trunk.SMALL, out / "grice-find", labels, LONGEST, {"context": CONTEXT, "passages": "grice-passages", "adds": True})
    folder = out / "grice-passages"
    folder.mkdir(parents=True, exist_ok=True)
    kept, scale = trunk.quantised(bag.weight.detach().float().cpu())
    save_file({"embedding.weight": kept, "embedding.weight_scale": scale}, folder / "model.safetensors")
    shutil.copy(trunk.SMALL / "tokenizer.json", folder / "tokenizer.json")
    (folder / "config.json").write_text(json.dumps({"model_type": "model2vec", "normalize": True}) + "\n")


if __name__ == "__main__":
    main()
