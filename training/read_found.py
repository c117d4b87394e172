"""grice-read, its last stage: goes on with the shipped reader on what the engine finds for turns of TopiOCQA (found.py).

A turn's passages are one group, with the answer in some of them: their words compete with each other for being the answer, so that what is
read in one passage can be compared with what is read in another. Where the answer begins with yes or no, which of both is learned beside its
words. Rows of the other sets are shown in between, lest they be forgotten.
"""

import argparse
import copy
import multiprocessing
import os
import pathlib
import random
import time

import torch
from torch.nn import functional

import manual_groups
import read
import read_rows
import read_score
import sets
import trunk
from asked import head
from equal import floats
from spans import f1, nearest, normal, placed, trimmed

YES, NO = read_rows.KINDS.index("yes"), read_rows.KINDS.index("no")
BEST, SAME, WRONG = 2, 3, 3
TURNS, MANUALS = 9000, 14000
PAGES = {}
REPLAY = {"turns": 0.6, "same": 0.5, "nq": 1, "coqa": 0.7, "boolq": 2, "conda": 1.2, "nli": 0.5, "squad": 0.4, "squad2": 1.5, "shifts": 0.1, "quac": 0.4, "changed": 0.5, "neighbour": 0.4, "far": 0.15, "unanswered": 0.15}


def polar(answer):
    """Which of yes and no an answer begins with."""
    first = (normal(answer) or [""])[0]
    return {"yes": YES, "no": NO}.get(first, -1)


def graded(turn):
    """A turn's passages as rows by their grade; those of grade 2 with how well they hold the answer. `PAGES` holds the passages."""
    split, answer, asked = turn["split"], normal(turn["answer"]), set(normal(turn["question"]))
    named = lambda n, kind, span=None: read_rows.made("found", split, turn["history"], turn["question"], PAGES[n]["text"], kind, span, [turn["answer"]], head(PAGES[n]), key=turn["id"])
    made = {2: [], 1: [], 0: []}
    for n, grade in turn["passages"]:
        if split == "tune":
            made[grade].append(named(n, None) | {"grade": grade})
            continue
        words = placed(PAGES[n]["text"])
        if grade == 2:
            span, score = nearest(words, answer, asked)
            if span and score >= 0.4:
                made[2].append((score, named(n, 0, trimmed(PAGES[n]["text"], *span)) | {"polar": polar(turn["answer"])}))
        elif len(set(answer) & {w for w, _, _ in words}) <= (0.3 if grade else 0.6) * len(set(answer)):
            made[grade].append(named(n, read_rows.UNKNOWN) | {"polar": -1})
    return made


def groups(split, rng, most=None):
    """A turn's passages as rows: those with the answer's words, and those without them."""
    PAGES.update({page["n"]: page for page in sets.load("found_pages")})
    turns = [turn for turn in sets.load("found") if turn["split"] == split]
    turns = random.Random(8).sample(turns, min(most or len(turns), len(turns)))
    with multiprocessing.get_context("fork").Pool(max(1, os.cpu_count() - 2)) as pool:
        for made in pool.imap(graded, turns, chunksize=50):
            if split == "tune":
                yield made[2] + made[1] + made[0]
            elif made[2]:
                best = [row for _, row in sorted(made[2], key=lambda pair: -pair[0])[:BEST]]
                some = lambda rows, most: rng.sample(rows, min(most, len(rows)))
                yield best + some(made[1], SAME) + some(made[0], WRONG)


def manuals(split, rng, most=None):
    """Questions about manuals, each with its passage and two or three that do not answer it."""
    for row, passages in manual_groups.groups(split, history=split == "train", most=most):
        named = lambda page, kind, span=None: read_rows.made("manual", split, row["history"], row["question"], page["text"], kind, span, [row["answer"]], head(page), key=row["source"])
        same, far = ([page for page, grade in passages if grade == wanted] for wanted in (1, 0))
        if row["span"]:
            wrong = rng.sample(same, min(1, len(same))) + rng.sample(far, min(1, len(far)))
            yield [named(passages[0][0], 0, row["span"]), *(named(page, read_rows.UNKNOWN) for page in wrong)]


def unanswered():
    """Questions that a passage of a manual comes near to."""
    pages = {page["n"]: page for page in sets.load("manual_pages")}
    for row in sets.load("manual_asked"):
        if row["kind"] == "unanswered" and row["split"] == "train":
            yield read_rows.made("unanswered", "train", [], row["question"], pages[row["n"]]["text"], read_rows.UNKNOWN, title=head(pages[row["n"]]), key=pages[row["n"]]["source"])


class Task(read.Task):
    """Windows in groups; a batch holds whole groups."""

    def __init__(self, folder, given, longest, device):
        rows = [row for group in given for row in group]
        super().__init__(folder, rows, longest, device)
        of = [n for n, group in enumerate(given) for _ in group]
        self.group = torch.tensor([of[row] for row in self.encoded.row], device=device)
        self.polar = torch.tensor([rows[row].get("polar", -1) for row in self.encoded.row], device=device)
        self.windows = [[] for _ in given]
        for window, row in enumerate(self.encoded.row):
            self.windows[of[row]].append(window)
        self.encoded.order = self.order

    def order(self, numbers, size, rng, tokens=None):
        """`numbers` are groups."""
        numbers, ids = list(numbers), self.encoded.ids
        rng.shuffle(numbers)
        longest = lambda n: max(len(ids[w]) for w in self.windows[n])
        batches, batch = [], []
        for start in range(0, len(numbers), 4000):
            for n in sorted(numbers[start : start + 4000], key=longest):
                if batch and (len(batch) + len(self.windows[n])) * longest(n) > tokens:
                    batches.append(batch)
                    batch = []
                batch = batch + self.windows[n]
        batches.append(batch)
        rng.shuffle(batches)
        return batches


def within(logits, right, group, count):
    """How far the right places are from having all of their group's weight; groups without one don't count."""
    top = logits.amax(1)
    most = torch.full((count,), -1e9, device=top.device).scatter_reduce(0, group, top, "amax")
    powers = (logits - most[group][:, None]).exp()
    total = torch.zeros(count, device=top.device).scatter_add(0, group, powers.sum(1))
    best = torch.zeros(count, device=top.device).scatter_add(0, group, (powers * right).sum(1))
    there = torch.zeros(count, device=top.device).scatter_add(0, group, right.sum(1)) > 0
    each = total.clamp(min=1e-9).log() - best.clamp(min=1e-9).log()
    return (each * there).sum() / there.sum().clamp(min=1)


def loss_of(task, share, teacher=None, part=0.5):
    def loss(outputs, numbers, mask):
        n = torch.tensor(numbers, device=task.device)
        value = read.gold_loss(task, outputs, numbers)
        if teacher:
            value = (1 - part) * value + part * teacher(outputs, numbers, mask)
        width = outputs["span"].shape[1]
        own = torch.unique(task.group[n], return_inverse=True)
        place = torch.arange(width, device=task.device)[None]
        inside = (place >= task.first[n][:, None]) & (place <= task.last[n][:, None]) & (place > 0)
        span = outputs["span"].masked_fill(~inside[..., None], -1e4)
        for side, gold in ((0, task.start[n]), (1, task.end[n])):
            right = ((place == gold[:, None]) & (gold > 0)[:, None]).float()
            value = value + share / 2 * within(span[..., side], right, own[1], len(own[0]))
        said = task.polar[n]
        two = outputs["kind"][:, [YES, NO]]
        each = functional.cross_entropy(two, (said == NO).long(), reduction="none") * (said >= 0)
        return value + 0.5 * each.sum() / (said >= 0).sum().clamp(min=1)

    return loss


def loaded(folder, device):
    """A shipped reader, its tables as floats."""
    model = trunk.Model(trunk.SMALL, *read.HEADS, frozen=True)
    known = model.state_dict()
    for name, table in floats(folder).items():
        head = name.split(".")[1] if name.startswith("heads.") else None
        known["token_" * (head == "span") + name if head else f"trunk.{name}"] = table
    model.load_state_dict(known)
    return model.to(device)


def chosen(model, given, device):
    """The F1 of the answer that stands out of all passages of a turn, how often its passage has the answer and is of the right page."""
    task = read.Task(trunk.SMALL, [row for group in given for row in group], read.LONGEST, device)
    numbers = range(len(task.encoded))
    reads = read_score.readings(trunk.predict(model, task.encoded, numbers, device), task.encoded, list(numbers))
    at, each = 0, []
    for group in given:
        own = [(reads[at + i]["features"][0], reads[at + i], row) for i, row in enumerate(group)]
        at += len(group)
        _, best, row = max(own, key=lambda one: one[0])
        each.append((f1(row["b"][best["span"][0] : best["span"][1]], row["answers"][0]), row["grade"] == 2, row["grade"] >= 1))
    return [round(100 * sum(column) / len(each), 1) for column in zip(*each)]


def told(task, weights, device):
    """What a large reader says of the windows; a row that is shown several times is read once."""
    once = {id(row): row for row in task.rows}
    number = {one: n for n, one in enumerate(once)}
    own = read.Task(trunk.LARGE, list(once.values()), read.LONGEST + 1, device)
    model = trunk.Model(trunk.LARGE, *read.HEADS)
    model.load_state_dict({k: v.float() for k, v in torch.load(trunk.awaited(weights), weights_only=True).items()})
    given = read.compact(own, trunk.predict(model, own.encoded, range(len(own.encoded)), device))
    place = {key: n for n, key in enumerate(read.keys(own.encoded))}
    order = torch.tensor([place.get((number[id(task.rows[row])], where), -1) for row, where in read.keys(task.encoded)])
    chosen = order.clamp(min=0)
    return {"span": given["span"], "begins": given["begins"][chosen], "kind": given["kind"][chosen], "there": order >= 0}


def dev_rows(others, rng):
    """A sample of the rows kept aside, the same for every model."""
    sample = {"turns": 600, "same": 700, "nq": 350, "coqa": 350, "squad2": 900, "boolq": 600, "conda": 200, "manual": 900}
    asked = [row for group in manuals("dev", rng, 600) for row in group]
    others = others + random.Random(3).sample(asked, min(900, len(asked)))
    of = lambda name: [r for r in others if r["set"] == name and r["split"] == "dev"]
    return [r for name, most in sample.items() for r in random.Random(4).sample(of(name), min(most, len(of(name))))]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=pathlib.Path, required=True, help="the reader to go on with")
    parser.add_argument("--teacher", type=pathlib.Path, help="weights of a large reader (read.py --stage large) that teaches beside the gold; seed 0 asks it, the others wait for that")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--tokens", type=int, default=32768)
    parser.add_argument("--share", type=float, default=1.0, help="weight of what passages of a group say of each other")
    parser.add_argument("--taught", type=float, default=0.5, help="weight of the teacher against the gold")
    parser.add_argument("--soup", type=float, nargs="*", default=[], help="also shares of the new weights in means with the first ones")
    parser.add_argument("--rows", type=int, help="only so many groups, to try it out")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    began, device, rng = time.time(), trunk.device(), random.Random(6)
    others = read_rows.load(limit=args.rows)
    print(f"{len(others)} rows, {time.time() - began:.0f} s", flush=True)
    trunk.awaited(sets.CACHE / "found.jsonl.gz")
    trunk.awaited(sets.CACHE / "manual_asked.jsonl.gz")
    held = list(groups("tune", rng))[:: 200 if args.rows else 2]
    found = [*groups("train", rng, args.rows or TURNS), *manuals("train", rng, args.rows or MANUALS)]
    others += unanswered()
    dev = dev_rows(others, rng)
    times = lambda row: int(REPLAY.get(row["set"], 0.1) + rng.random())
    replay = [[row] for row in others if row["split"] == "train" for _ in range(times(row))]
    print(f"{len(found)} groups, {len(replay)} other rows, {time.time() - began:.0f} s", flush=True)
    task = Task(trunk.SMALL, found + replay, read.LONGEST, device)
    first = loaded(args.first, device)
    print(f"{sum(map(len, task.encoded.ids)) / 1e6:.1f}M tokens, {time.time() - began:.0f} s", flush=True)
    teacher = None
    if args.teacher:
        kept = args.teacher.with_suffix(".told")
        if args.seed == 0 and not args.rows:
            trunk.save(told(task, args.teacher, device), kept)
        said = told(task, args.teacher, device) if args.rows else torch.load(trunk.awaited(kept), weights_only=True)
        teacher = read.Taught(task, said, share=1.0, heat=2.0)
        print(f"{float(teacher.there.mean()):.3f} taught, {time.time() - began:.0f} s", flush=True)
    model = copy.deepcopy(first)
    minutes = trunk.train(model, task.encoded, range(len(found) + len(replay)), loss_of(task, args.share, teacher, args.taught), epochs=args.epochs, rate=args.rate, size=0, tokens=args.tokens, seed=args.seed, device=device, name=f"found {args.seed}")
    if not args.rows:
        trunk.save(model.state_dict(), trunk.RUNS / f"read-found-{args.seed}.pt")
    config = {k: v for k, v in vars(args).items() if k in ("epochs", "rate", "tokens", "share", "taught", "seed")}
    dev_task = read.Task(trunk.SMALL, dev, read.LONGEST, device)
    for share in [1.0, *args.soup, 0.0]:
        one = trunk.mixed(first, model, share)
        table, judge = read.measure(one, dev_task, device)
        table = {"found": chosen(one, held, device), **table}
        trunk.log(args.out, began, stage="found, int8" if share else "before", **config, part=share, train_minutes=round(minutes, 2), dev=table)
        if share:
            folder = args.out if share == 1 else args.out / f"mean-{share}"
            trunk.export(one, trunk.SMALL, folder / "grice-read", {"kind": read.KINDS, "span": ["start", "end"]}, read.LONGEST, judge)


if __name__ == "__main__":
    main()
