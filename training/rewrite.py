"""Rewrite: the conversation so far and a question, to a question that stands alone.

    python3 training/rewrite.py --out OUT [--seeds 3]

1. Human rewrites become edits (rewrite_edits.py): slots before the question's words, each with a pattern and one
   or two phrases of the history, words that are replaced, and the words of the history that are brought in.
2. A large trunk (MPNet) learns them: `delete` and `insert` over the question's words, `join` and `slot` where a
   phrase goes, `word` over the history's words to find its first and last by a product with `slot`, `pick` for
   every word that is brought in, and `alone` over the whole.
3. It labels turns of TopiOCQA and QReCC that nobody rewrote, and a small trunk (gte-small) learns from both.
4. Thresholds are chosen on dev, and the model is exported as grice-rewrite.
Each run adds a line to OUT/log.jsonl.
"""

import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import random
import re
import time

import torch
from torch.nn import functional

import sets
from equal import floats
from rewrite_edits import JOINS, Judged, Turn, assemble, edits, nearest, patterns
from trunk import LARGE, RUNS, SMALL, Encoded, Model, device, export, int8, log, mixed, predict, train

LONGEST, WIDTH, PATTERNS = 384, 64, 40
MANUALS, MORE = 16_000, 8_000


def tokens(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def rouge(found, wanted):
    """ROUGE-1 recall and precision."""
    found, wanted = collections.Counter(tokens(found)), collections.Counter(tokens(wanted))
    both = sum((found & wanted).values())
    return both / max(1, sum(wanted.values())), both / max(1, sum(found.values()))


def standing(rows, seed, own, foreign):
    """Questions that stand alone: rewrites in their own history, and first questions after another conversation."""
    rng = random.Random(seed)
    made = []
    for row in rows:
        told = any(answer for _, answer in row["history"])
        if rng.random() < (own if told else own / 3):
            made.append(row | {"question": row["rewrite"], "set": "own"})
        if rng.random() < foreign:
            other = rng.choice(rows)
            if other["talk"] != row["talk"]:
                question = other["history"][0][0]
                made.append(row | {"question": question, "rewrite": question, "set": "foreign"})
    return made


def manuals(rng, most=MANUALS):
    """Follow-ups to questions about manuals, and whole questions after others, on the same page or on another, which stand alone."""
    if not (sets.CACHE / "manual_follow.jsonl.gz").exists():
        return
    given = [row for row in sets.load("manual_follow") if row["how"] != "return"]
    for split, part in (("train", most), ("dev", most // 20)):
        own = [row for row in given if row["split"] == split]
        for row in rng.sample(own, min(part, len(own))):
            told = lambda turns: [[turn["question"], turn["answer"]] for turn in turns]
            base = {"talk": f"manual-{row['n']}", "split": split, "history": told(row["history"]), "rewrite": row["whole"]}
            yield base | {"set": "manual", "question": row["question"]}
            if rng.random() < 0.15:
                yield base | {"set": "manual whole", "question": row["whole"]}
            if rng.random() < 0.2:
                yield base | {"set": "manual whole", "question": row["whole"], "history": told(rng.choice(own)["history"])}


class Labelled:
    """Rows with their words' places among the tokens of one tokenizer, and their edits as numbers."""

    def __init__(self, folder, rows, turns, gold, known):
        self.encoded = Encoded(folder, [turn.pair() for turn in turns], LONGEST)
        self.rows, self.known = rows, known
        self.asked, self.said, self.labels = [], [], []
        for n, turn in enumerate(turns):
            starts = ({}, {})
            for at, (text, (start, end)) in enumerate(zip(self.encoded.texts[n], self.encoded.offsets[n])):
                if text is not None and end > start:
                    starts[text].setdefault(start, at)
            end = next(at for at, text in enumerate(self.encoded.texts[n]) if text is None and at)
            # A word that was cut off is judged at the place of the end mark, and its labels are left out.
            asked = [starts[0].get(start, -1) for _, start, _ in turn.asked] + [end]
            said = [starts[1].get(start, -1) for _, start, _ in turn.said]
            self.asked.append(torch.tensor(asked))
            self.said.append(torch.tensor(said, dtype=torch.long))
            self.labels.append(self.numbers(rows[n], turn, gold[n], said))

    def numbers(self, row, turn, gold, said):
        if gold is None:
            return None
        slots, picks = gold
        delete = torch.zeros(len(turn.asked) + 1, dtype=torch.long)
        insert = torch.zeros(len(turn.asked) + 1, dtype=torch.long)
        made = []
        for slot in slots:
            at = slot["at"]
            delete[at : at + slot["replaces"]] = 1
            insert[at] = self.known.index(nearest(slot["pattern"], self.known))
            spans = [[(s, e) for s, e in spans if said[s] >= 0 and said[e] >= 0] for spans in slot["spans"]]
            if all(spans):
                made.append((at, JOINS.index(slot["join"]), spans))
        return {"delete": delete, "insert": insert, "pick": torch.tensor(picks, dtype=torch.long), "alone": int(not slots), "slots": made}


def cross_entropy(logits, target, weight, kept):
    """Per row, so that a long history does not count more than a question; -1 is no label."""
    each = functional.cross_entropy(logits, target.clamp(min=0), reduction="none") if target.dtype == torch.long else -(target * functional.log_softmax(logits, -1)).sum(-1)
    return (each * weight * kept).sum()


def flat(places, numbers, width):
    """Where the words of a batch stand in its tokens, row after row, and whether they do."""
    at = torch.cat([places[n] + b * width for b, n in enumerate(numbers)])
    kept = torch.cat([places[n] >= 0 for n in numbers])
    return at.clamp(min=0), kept.float()


def learned(data, teacher, device, trust, before=None):
    """The loss: human edits where there are any, and the teacher's where it was asked; `before` is a finished model that teaches instead, but
    nothing of manuals."""
    trusted = torch.tensor([0.0 if before and row["set"].startswith("manual") else trust for row in data.rows])

    def loss(outputs, numbers, mask):
        width, total = mask.shape[1], len(numbers)
        value = 0.0
        rows = {key: table.reshape(-1, table.shape[-1]) for key, table in outputs.items()}
        of_row = trusted[numbers]
        if before:
            with torch.no_grad():
                told = {key: table.float().softmax(-1) for key, table in before(*data.encoded.batch(numbers, device)).items() if key in ("alone", "delete", "insert", "pick")}
        for places, keys in ((data.asked, ("delete", "insert")), (data.said, ("pick",))):
            at, kept = flat(places, numbers, width)
            sizes = torch.tensor([len(places[n]) for n in numbers])
            human = torch.tensor([float(data.labels[n] is not None) for n in numbers])
            human, gold_part = human.repeat_interleave(sizes), (human * (1 - of_row)).repeat_interleave(sizes)
            at, kept, human, gold_part = at.to(device), kept.to(device), human.to(device), gold_part.to(device)
            for key in keys:
                share = (0.15 if key == "pick" else 1.0) / total
                gold = torch.cat([data.labels[n][key] if data.labels[n] else torch.zeros(len(places[n]), dtype=torch.long) for n in numbers]).to(device)
                logits = rows[key][at]
                if teacher is None and before is None:
                    value = value + share * cross_entropy(logits, gold, human, kept)
                    continue
                soft = told[key].reshape(-1, told[key].shape[-1])[at] if before else torch.cat([teacher[n][key] for n in numbers]).float().to(device)
                value = value + share * cross_entropy(logits, gold, gold_part, kept)
                value = value + share * cross_entropy(logits, soft, 1 - gold_part, kept)
        gold = torch.tensor([data.labels[n]["alone"] if data.labels[n] else 0 for n in numbers], device=device)
        human = torch.tensor([float(data.labels[n] is not None) for n in numbers], device=device)
        gold_part = human * (1 - of_row.to(device))
        if teacher is None and before is None:
            value = value + cross_entropy(outputs["alone"], gold, human, 1.0) / total
        else:
            soft = told["alone"] if before else torch.stack([teacher[n]["alone"] for n in numbers]).float().to(device)
            value = value + cross_entropy(outputs["alone"], gold, gold_part, 1.0) / total
            value = value + cross_entropy(outputs["alone"], soft, 1 - gold_part, 1.0) / total
        slots = [(b, n, slot) for b, n in enumerate(numbers) for slot in (data.labels[n]["slots"] if data.labels[n] else teacher[n]["slots"] if teacher else [])]
        if slots:
            value = value + pointers(outputs, data, numbers, slots, device) / total
        return value

    return loss


def pointers(outputs, data, numbers, slots, device):
    """How badly the phrases' first and last words are found, any occurrence being right, and how they are joined."""
    longest = max(len(data.said[n]) for n in numbers)
    said = torch.full((len(numbers), longest), -1)
    for b, n in enumerate(numbers):
        said[b, : len(data.said[n])] = data.said[n]
    said = said.to(device)
    width = outputs["word"].shape[-1]
    keys = outputs["word"].gather(1, said.clamp(min=0)[..., None].expand(-1, -1, width))
    batch = torch.tensor([b for b, _, _ in slots], device=device)
    at = torch.tensor([int(data.asked[n][slot[0]]) for _, n, slot in slots], device=device)
    value = functional.cross_entropy(outputs["join"][batch, at], torch.tensor([slot[1] for _, _, slot in slots], device=device), reduction="sum")
    query = outputs["slot"][batch, at]
    open_ = (said >= 0)[batch]
    for which in range(2):
        some = [k for k, (_, _, slot) in enumerate(slots) if len(slot[2]) > which]
        if not some:
            continue
        for side in range(2):
            right = torch.zeros(len(some), longest, dtype=torch.bool)
            for r, k in enumerate(some):
                for span in slots[k][2][2][which]:
                    right[r, span[side]] = True
            part = slice(side * WIDTH, (side + 1) * WIDTH)
            asked = query[some][:, (which * 2 + side) * WIDTH : (which * 2 + side + 1) * WIDTH]
            scores = torch.einsum("sd,shd->sh", asked, keys[batch[some]][..., part]) / WIDTH**0.5
            scores = scores.masked_fill(~open_[some], -1e4)
            best = scores.masked_fill(~right.to(device), -1e4)
            value = value + 0.5 * (scores.logsumexp(-1) - best.logsumexp(-1)).sum()
    return value


def judged(data, found, n, i):
    """What the model said of row n, the i-th of those asked."""
    asked, said = data.asked[n].clamp(min=0), data.said[n].clamp(min=0)
    table = lambda key, at: found[key][i].float()[at]
    chance = lambda key, at, places: (table(key, at).softmax(-1) * (places >= 0)[:, None]).tolist()
    insert = chance("insert", asked, data.asked[n])
    for row, at in zip(insert, data.asked[n].tolist()):
        row[0] = row[0] if at >= 0 else 1.0
    slot, word = table("slot", asked), table("word", said)
    scores = torch.stack([slot[:, k * WIDTH : (k + 1) * WIDTH] @ word[:, (k % 2) * WIDTH : (k % 2 + 1) * WIDTH].T for k in range(4)], 1) / WIDTH**0.5
    scores = scores.masked_fill((data.said[n] < 0)[None, None], -1e4)
    first, last = scores[:, 0::2].tolist(), scores[:, 1::2].tolist()
    pick = [row[1] for row in chance("pick", said, data.said[n])]
    delete = [row[1] for row in chance("delete", asked, data.asked[n])]
    return Judged(found["alone"][i].softmax(-1)[1].item(), delete, insert, table("join", asked).tolist(), pick, first, last)


def asked(model, data, numbers, device):
    """Judgements of many rows, some at a time: scores of every token are large."""
    for start in range(0, len(numbers), 2048):
        part = numbers[start : start + 2048]
        found = predict(model, data.encoded, part, device)
        for i, n in enumerate(part):
            yield n, found, i


def labelled_by(model, data, turns, device):
    """The teacher's probabilities for every word, and its slots for turns nobody rewrote."""
    made = [None] * len(turns)
    with torch.no_grad():
        for n, found, i in asked(model, data, list(range(len(turns))), device):
            at, said = data.asked[n].clamp(min=0), data.said[n].clamp(min=0)
            one = {"alone": found["alone"][i].softmax(-1)}
            one |= {key: found[key][i][at].softmax(-1).half() for key in ("delete", "insert")}
            one["pick"] = found["pick"][i][said].softmax(-1).half()
            one["slots"] = []
            if data.labels[n] is None:
                said_by = judged(data, found, n, i)
                for slot in range(len(turns[n].asked) + 1):
                    join, spans = said_by.phrases(turns[n], slot) if said_by.insert[slot][0] < 0.6 else (0, [])
                    if spans:
                        one["slots"].append((slot, join, [[span] for span in spans]))
            made[n] = one
    return made


GRID = {"alone": (0.05, 0.1, 0.2, 0.35, 0.5), "insert": (0.25, 0.35, 0.5), "delete": (0.35, 0.5), "pick": (0.3, 0.4, 0.5, 0.6), "only": (0.8, 0.9, 2.0), "most": (1, 2)}


def scores(rows, turns, said, known, settings, of):
    """ROUGE-1 recall and precision by set, and how often a question that stands alone is left as it is."""
    table = collections.defaultdict(list)
    for n in of:
        made = assemble(turns[n], said[n], known, settings)
        name = rows[n]["set"]
        same = tokens(made) == tokens(turns[n].question)
        if name in ("own", "foreign", "manual whole"):
            table[f"{name} kept"].append((float(same),))
        else:
            table[name].append(rouge(made, rows[n]["rewrite"]))
            if tokens(rows[n]["question"]) == tokens(rows[n]["rewrite"]):
                table["same kept"].append((float(same),))
    return {name: [round(sum(c) / len(c), 4) for c in zip(*found)] for name, found in sorted(table.items())}


def edited(row):
    """A row's words, and its edits where somebody rewrote it."""
    turn = Turn(row["history"], row["question"])
    return turn, edits(turn, row["rewrite"]) if "rewrite" in row else None


def loaded(folder, heads, token_heads, device):
    """A finished model, its tables as floats, and the patterns it knows."""
    model = Model(SMALL, heads, token_heads, frozen=True)
    tables = model.state_dict()
    for name, table in floats(folder).items():
        head = name.split(".")[1] if name.startswith("heads.") else None
        tables["token_" * (head in token_heads) + name if head else f"trunk.{name}"] = table
    model.load_state_dict(tables)
    return model.to(device)


def patterns_of(folder):
    return next(head["labels"] for head in json.loads((folder / "grice.json").read_text())["heads"] if head["name"] == "insert")


def gone_on(args, rows, turns, gold, learn, more, dev, known, heads, token_heads, where, began):
    """Goes on with a finished model, which also teaches what it knew; writes the means of both as well."""
    small = Labelled(SMALL, rows, turns, gold, known)
    before = loaded(args.first, heads, token_heads, where).eval()
    settings = json.loads((args.first / "judge.json").read_text())["rewrite"]
    print(f"{len(rows)} rows, {len(learn)} learned from, {len(more)} more, {time.time() - began:.0f} s", flush=True)

    def measured(model, name, choices=((), ())):
        said = {n: judged(small, found, n, i) for n, found, i in asked(model.to(where), small, dev, where)}
        table = {"as it was": scores(rows, turns, said, known, settings, dev)}
        for alone in choices[0]:
            for insert in choices[1]:
                table[f"alone {alone}, insert {insert}"] = scores(rows, turns, said, known, settings | {"alone": alone, "insert": insert}, dev)
        log(args.out, began, run=name, dev=table)

    measured(before, "before")
    labels = labels_of(known)
    for seed in range(1, args.seeds + 1):
        student = loaded(args.first, heads, token_heads, where)
        minutes = train(student, small.encoded, learn + more, learned(small, None, where, args.trust, before), epochs=args.student_epochs, rate=args.student_rate, size=args.size, tokens=args.tokens * 2, seed=seed, device=where, name=f"rewrite {seed}")
        export(student, SMALL, args.out / f"seed-{seed}" / "grice-rewrite", labels, LONGEST, {"rewrite": settings})
        for share in (1.0, 0.5):
            measured(mixed(before, student, share), f"seed {seed}, {share} of it, {minutes:.1f} minutes", ((0.1, 0.2, 0.35), (0.35,)))


def labels_of(known):
    numbered = lambda size: [str(k) for k in range(size)]
    return {"alone": ["needs history", "stands alone"], "delete": ["keep", "delete"], "insert": known, "join": JOINS, "pick": ["no", "yes"], "slot": numbered(4 * WIDTH), "word": numbered(2 * WIDTH)}


def tuned(rows, turns, said, known, of):
    """The settings with the best recall that are precise enough and leave what stands alone as it is: one after
    the other, twice around."""

    def value(settings):
        found = scores(rows, turns, said, known, settings, of)
        recall, precision = found["qrecc"]
        kept = min(found.get("own kept", [1])[0], found.get("foreign kept", [1])[0])
        return recall + 0.5 * min(precision, 0.83) - 2 * max(0, 0.96 - kept)

    settings = {"alone": 0.1, "insert": 0.35, "delete": 0.5, "pick": 0.4, "only": 0.9, "most": 2, "last": "of"}
    for key, choices in [*GRID.items(), *GRID.items()]:
        settings = max((settings | {key: choice} for choice in choices), key=value)
    return settings, scores(rows, turns, said, known, settings, of)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--layers", type=int, default=12)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=6e-5)
    parser.add_argument("--student-epochs", type=int, default=5)
    parser.add_argument("--student-rate", type=float, default=2e-4)
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--tokens", type=int, default=32_768)
    parser.add_argument("--trust", type=float, default=0.5, help="the teacher's part where a person rewrote")
    parser.add_argument("--first", type=pathlib.Path, help="a finished model to go on with, without a large one")
    parser.add_argument("--others", type=int, default=60_000, help="with --first: so many rows that are not of manuals")
    parser.add_argument("--rows", type=int, help="only so many rows of each set, to try the recipe out")
    args = parser.parse_args()
    where, began = device(), time.time()
    args.out.mkdir(parents=True, exist_ok=True)
    runs = RUNS / f"rewrite-{args.out.name}"

    rows = [*sets.load("rewrite"), *manuals(random.Random(9))]
    if args.rows:
        by_set = collections.defaultdict(list)
        for row in rows:
            by_set[row["set"], row["split"]].append(row)
        rows = [row for part in by_set.values() for row in part[: args.rows]]
    told = [r for r in rows if r["split"] == "train" and r["set"] in ("qrecc", "canard")]
    rows += standing(told, 5, 0.35, 0.06)
    rows += standing([r for r in rows if r["split"] == "dev" and r["set"] == "qrecc"], 6, 0.5, 0.5)
    if args.first:
        more = [n for n, row in enumerate(rows) if row["split"] == "more"]
        left = set(random.Random(3).sample(more, max(0, len(more) - MORE)))
        rows = [row for n, row in enumerate(rows) if n not in left]
    with multiprocessing.get_context("fork").Pool(max(1, os.cpu_count() - 1)) as pool:
        turns, gold = zip(*pool.map(edited, rows, chunksize=200))
    counts = collections.Counter(slot["pattern"] for row, made in zip(rows, gold) if made and row["split"] == "train" for slot in made[0])
    known = patterns_of(args.first) if args.first else patterns(counts, PATTERNS)
    dev = [n for n, row in enumerate(rows) if row["split"] == "dev"]
    learn = [n for n, row in enumerate(rows) if row["split"] == "train"]
    # Turns with answers are what the product sees, and CANARD's training part has none.
    answered = [n for n in learn if rows[n]["set"] in ("qrecc", "canard", "own", "foreign") and any(a for _, a in rows[n]["history"])]
    learn += 2 * answered
    more = [n for n, row in enumerate(rows) if row["split"] == "more"]
    log(args.out, began, run="edits", rows=len(rows), learn=len(learn), more=len(more), dev=len(dev), patterns=known)

    heads = {"alone": 2}
    token_heads = {"delete": 2, "insert": len(known), "join": len(JOINS), "pick": 2, "slot": 4 * WIDTH, "word": 2 * WIDTH}

    if args.first:
        others = [n for n in learn if not rows[n]["set"].startswith("manual")]
        learn = [n for n in learn if rows[n]["set"].startswith("manual")] + random.Random(4).sample(others, min(args.others, len(others)))
        return gone_on(args, rows, turns, gold, learn, more, dev, known, heads, token_heads, where, began)

    def told_of(model, data):
        return {n: judged(data, found, n, i) for n, found, i in asked(model, data, dev, where)}

    large = Labelled(LARGE, rows, turns, gold, known)
    model = Model(LARGE, heads, token_heads)
    minutes = train(model, large.encoded, learn, learned(large, None, where, 0), epochs=args.epochs, rate=args.rate, size=args.size, tokens=args.tokens, seed=0, device=where, name="teacher", keep=runs / "teacher.pt")
    settings, found = tuned(rows, turns, told_of(model, large), known, dev)
    log(args.out, began, run="large", epochs=args.epochs, rate=args.rate, size=args.size, dev=found, settings=settings, trained=round(minutes, 2))
    teacher = labelled_by(model, large, turns, where)
    del model, large

    small = Labelled(SMALL, rows, turns, gold, known)
    best = None
    for seed in range(1, args.seeds + 1):
        student = Model(SMALL, heads, token_heads, layers=args.layers, frozen=True)
        minutes = train(student, small.encoded, learn + more, learned(small, teacher, where, args.trust), epochs=args.student_epochs, rate=args.student_rate, size=args.size, tokens=args.tokens * 2, seed=seed, device=where, name=f"student {seed}", keep=runs / f"student-{seed}.pt")
        settings, found = tuned(rows, turns, told_of(student, small), known, dev)
        log(args.out, began, run=f"small {seed}", layers=args.layers, epochs=args.student_epochs, rate=args.student_rate, size=args.size, trust=args.trust, dev=found, settings=settings, trained=round(minutes, 2))
        value = sum(found["qrecc"])
        if best is None or value > best[0]:
            best = value, student.cpu(), settings, seed
    _, student, settings, seed = best
    said = told_of(int8(student), small)
    log(args.out, began, run=f"small {seed}, tables in int8", dev=scores(rows, turns, said, known, settings, dev), settings=settings)
    export(student, SMALL, args.out / "grice-rewrite", labels_of(known), LONGEST, {"rewrite": settings})
    with open(args.out / "rewrite-dev.jsonl", "w") as file:
        for n in dev:
            line = {key: rows[n][key] for key in ("set", "history", "question", "rewrite")}
            file.write(json.dumps(line | {"made": assemble(turns[n], said[n], known, settings)}) + "\n")


if __name__ == "__main__":
    main()
