"""grice-read: where in a passage a question of a conversation is answered, how, and whether at all.

Stages: `large` fine-tunes MPNet-base and keeps its logits of all rows; `student` teaches them to gte-small, with
the gold answers, and exports it. Both need training/cache/{read,read_turns,read_pages,boolq}.jsonl.gz.
"""

import argparse
import bisect
import json
import pathlib
import random
import time

import torch
from torch.nn import functional

import read_rows
import read_score
import trunk
from equal import floats

KINDS = read_rows.KINDS
LONGEST, STRIDE = 384, 128
SHOWN = {"turns": 3, "same": 1, "far": 1, "nq": 2, "coqa": 2, "boolq": 3, "conda": 2, "nli": 1, "squad": 1, "squad2": 2, "shifts": 0.5, "quac": 1, "changed": 0.6, "neighbour": 0.5}
FOCUS = {"turns": 2, "same": 1, "far": 1, "nq": 1, "coqa": 1, "boolq": 1, "conda": 1, "squad2": 1, "changed": 1, "neighbour": 1}
HEADS = ({"kind": len(KINDS)}, {"span": 2})


def passage(texts):
    """The first and the last token of a window's passage, which stands between two special ones; 0 and 0 where it is empty."""
    return (texts.index(1), len(texts) - 2) if 1 in texts else (0, 0)


class Task:
    """Rows as windows, and what is to be learned of each.

    A window has its passage's first and last token, the gold start and end (0, at [CLS], where the window holds no
    answer; -1 where nobody knows) and its kind (-1 likewise).
    """

    def __init__(self, folder, rows, longest, device):
        self.rows, self.encoded = rows, trunk.Encoded(folder, rows, longest, STRIDE)
        e = self.encoded
        count = [0] * len(rows)
        for row in e.row:
            count[row] += 1
        table = []
        for n, row in enumerate(e.row):
            first, last = passage(e.texts[n])
            table.append([first, last, *self.gold(rows[row], e.offsets[n], first, last, count[row] == 1)])
        self.first, self.last, self.start, self.end, self.kind = torch.tensor(table, device=device).T
        self.device = device

    def gold(self, row, offsets, first, last, alone):
        kind, unknown = row["kind"], read_rows.UNKNOWN
        if kind is None:
            return -1, -1, -1
        if kind == unknown:
            return 0, 0, unknown
        if not row["span"]:
            return -1, -1, kind if alone else -1
        start = bisect.bisect_right(offsets, row["span"][0], first, last + 1, key=lambda o: o[1])
        end = bisect.bisect_left(offsets, row["span"][1], first, last + 1, key=lambda o: o[0]) - 1
        if first == 0 or end < start:
            return 0, 0, unknown
        whole = offsets[start][0] <= row["span"][0] and offsets[end][1] >= row["span"][1]
        return (start, end, kind) if whole else (-1, -1, -1)

    def numbers(self, split):
        return [n for n, row in enumerate(self.encoded.row) if self.rows[row]["split"] == split]

    def shown(self, seed):
        """The windows whose answer is known, as often as their set is shown in an epoch."""
        rng, known = random.Random(seed), ((self.kind >= 0) | (self.start >= 0)).tolist()
        numbers = []
        for n in self.numbers("train"):
            times = SHOWN.get(self.rows[self.encoded.row[n]]["set"], 0.35)
            numbers += [n] * (known[n] * (int(times) + (rng.random() < times % 1)))
        return numbers

    def open(self, numbers, width):
        """Where an answer may start or end: the passage, and [CLS] for none."""
        place = torch.arange(width, device=self.device)[None]
        return (place == 0) | ((place >= self.first[numbers][:, None]) & (place <= self.last[numbers][:, None]))


def known(logits, gold):
    """Cross-entropy over the rows whose gold is known."""
    each = functional.cross_entropy(logits, gold.clamp(min=0), reduction="none")
    there = (gold >= 0).float()
    return (each * there).sum() / there.sum().clamp(min=1)


def gold_loss(task, outputs, numbers):
    n = torch.tensor(numbers, device=task.device)
    span = outputs["span"].masked_fill(~task.open(n, outputs["span"].shape[1])[..., None], -1e4)
    spans = known(span[..., 0], task.start[n]) + known(span[..., 1], task.end[n])
    return spans / 2 + 0.5 * known(outputs["kind"], task.kind[n])


def compact(task, found):
    """A teacher's logits: [CLS] and the passage's tokens of every window in one table, with where each begins."""
    rows, begins, total = [], [], 0
    for table, first, last in zip(found["span"], task.first.tolist(), task.last.tolist()):
        part = torch.cat([table[:1], table[first : last + 1]]).half()
        rows.append(part)
        begins.append(total)
        total += len(part)
    return {"span": torch.cat(rows), "begins": torch.tensor(begins), "kind": found["kind"].half()}


class Taught:
    """A loss that mixes the gold answers with a teacher's distributions."""

    def __init__(self, task, teacher, share, heat):
        self.task, self.share, self.heat = task, share, heat
        self.span = teacher["span"].float().to(task.device)
        self.begins = teacher["begins"].to(task.device)
        self.kind = teacher["kind"].float().to(task.device)
        self.there = teacher["there"].to(task.device).float()

    def distance(self, student, teacher, weight):
        goal = (teacher / self.heat).softmax(-1)
        each = -(goal * functional.log_softmax(student / self.heat, -1)).sum(-1)
        return self.heat**2 * (each * weight).sum() / weight.sum().clamp(min=1)

    def __call__(self, outputs, numbers, mask):
        task, n = self.task, torch.tensor(numbers, device=self.task.device)
        width = outputs["span"].shape[1]
        there, shown = self.there[n], task.open(n, width)
        place = torch.arange(width, device=task.device)[None]
        at = (self.begins[n][:, None] + (place - task.first[n][:, None] + 1).clamp(min=0) * (place > 0)).clamp(max=len(self.span) - 1)
        hide = lambda logits: logits.masked_fill(~shown, -1e4)
        spans = sum(self.distance(hide(outputs["span"][..., i]), hide(self.span[at][..., i]), there) for i in (0, 1))
        taught = spans / 2 + 0.5 * self.distance(outputs["kind"], self.kind[n], there)
        return self.share * taught + (1 - self.share) * gold_loss(task, outputs, numbers)


def aligned(task, teacher_task, teacher):
    """The teacher's windows in the student's order; one whose tokens differ is not `there`."""
    place = {}
    e, t = task.encoded, teacher_task["windows"]
    for n, key in enumerate(t):
        place[key] = n
    order = [place.get(key, -1) for key in keys(e)]
    chosen = torch.tensor([max(i, 0) for i in order])
    return {"span": teacher["span"], "begins": teacher["begins"][chosen], "kind": teacher["kind"][chosen], "there": torch.tensor([i >= 0 for i in order])}


def keys(encoded):
    """What tells a window: its row and where its passage's tokens stand."""
    made = []
    for row, offsets, texts in zip(encoded.row, encoded.offsets, encoded.texts):
        first, last = passage(texts)
        made.append((row, hash(tuple(offsets[first : last + 1] if first else ()))))
    return made


def measure(model, task, device):
    numbers = task.numbers("dev")
    found = trunk.predict(model, task.encoded, numbers, device)
    return read_score.scores(task.rows, read_score.readings(found, task.encoded, numbers))


def large(args, device):
    began = time.time()
    rows = read_rows.load(extra=not args.weights_only, limit=args.rows)
    task = Task(trunk.LARGE, rows, LONGEST + 1, device)
    numbers = task.shown(args.seed)
    print(f"{len(rows)} rows, {len(task.encoded)} windows, {len(numbers)} trained on, {sum(map(len, task.encoded.ids)) / 1e6:.1f}M tokens, {time.time() - began:.0f} s", flush=True)
    model = trunk.Model(trunk.LARGE, *HEADS)
    name = f"read-large-{args.seed}"
    minutes = trunk.train(model, task.encoded, numbers, lambda o, n, m: gold_loss(task, o, n), epochs=args.epochs or 2, rate=args.rate or 4e-5, size=192, tokens=args.tokens or 32768, seed=args.seed, device=device, name=name, keep=args.runs / f"{name}.keep")
    trunk.save({k: v.half() for k, v in model.state_dict().items()}, args.runs / f"{name}.pt")
    table, _ = measure(model, task, device)
    trunk.log(args.out, began, stage="large", seed=args.seed, epochs=args.epochs or 2, rows=len(rows), train_minutes=round(minutes, 2), dev=table)
    if args.weights_only:
        return
    found = trunk.predict(model, task.encoded, range(len(task.encoded)), device)
    torch.save(compact(task, found) | {"windows": keys(task.encoded)}, args.runs / f"read-teacher-{args.seed}.pt")
    print(f"teacher's logits kept, {time.time() - began:.0f} s", flush=True)


def student(args, device):
    began = time.time()
    rows = read_rows.load(extra=True, limit=args.rows)
    task = Task(trunk.SMALL, rows, LONGEST, device)
    teachers = [torch.load(path, weights_only=True) for path in sorted(args.runs.glob("read-teacher-*.pt"))]
    if not teachers:
        raise SystemExit(f"no read-teacher-*.pt in {args.runs}: run --stage large first")
    merged = teachers[0]
    for key in ("span", "kind"):
        merged[key] = torch.stack([t[key].float() for t in teachers]).mean(0).half()
    teacher = aligned(task, merged, merged)
    # What only the teacher can label is shown once.
    numbers = task.shown(args.seed) + [n for n in task.numbers("train") if rows[task.encoded.row[n]]["kind"] is None]
    print(f"{len(rows)} rows, {len(numbers)} windows trained on, {float(teacher['there'].float().mean()):.3f} taught, {time.time() - began:.0f} s", flush=True)
    model = trunk.Model(trunk.SMALL, *HEADS, layers=args.layers, frozen=True)
    name = f"read-student-{args.layers or 12}-{args.seed}"
    loss = Taught(task, teacher, share=0.7, heat=2.0)
    minutes = trunk.train(model, task.encoded, numbers, loss, epochs=args.epochs or 4, rate=args.rate or 1.5e-4, size=384, tokens=args.tokens or 49152, seed=args.seed, device=device, name=name, keep=args.runs / f"{name}.keep")
    table, _ = measure(model, task, device)
    torch.save(model.state_dict(), args.runs / f"{name}.pt")
    base = dict(seed=args.seed, epochs=args.epochs or 4, layers=args.layers or 12, train_minutes=round(minutes, 2))
    trunk.log(args.out, began, stage="student", **base, dev=table)
    table, judge = measure(trunk.int8(model), task, device)
    trunk.log(args.out, began, stage="student int8", **base, dev=table)
    trunk.export(model, trunk.SMALL, args.out / "grice-read", {"kind": KINDS, "span": ["start", "end"]}, LONGEST, judge)


def plain(args, device):
    """The student without a teacher."""
    began = time.time()
    task = Task(trunk.SMALL, read_rows.load(limit=args.rows), LONGEST, device)
    numbers = task.shown(args.seed)
    tokens = sum(len(task.encoded.ids[n]) for n in numbers)
    print(f"{len(task.rows)} rows, {len(numbers)} windows, {tokens / 1e6:.1f}M tokens an epoch, {time.time() - began:.0f} s", flush=True)
    model = trunk.Model(trunk.SMALL, *HEADS, layers=args.layers, frozen=True)
    name, epochs, rate = f"read-plain-{args.layers or 12}-{args.seed}", args.epochs or 4, args.rate or 2e-4
    minutes = trunk.train(model, task.encoded, numbers, lambda o, n, m: gold_loss(task, o, n), epochs=epochs, rate=rate, size=256, tokens=args.tokens or 24576, seed=args.seed, device=device, name=name, keep=args.runs / f"{name}.keep")
    base = dict(seed=args.seed, epochs=epochs, rate=rate, tokens=tokens, train_minutes=round(minutes, 2))
    table, judge = measure(trunk.int8(model), task, device)
    trunk.log(args.out, began, stage="small, without a teacher, int8", **base, dev=table)
    trunk.export(model, trunk.SMALL, args.out / "grice-read", {"kind": KINDS, "span": ["start", "end"]}, LONGEST, judge)


def focus(args, device):
    """Goes on with a finished large reader or student on conversations, yes/no and what cannot be answered, from gold alone."""
    began = time.time()
    rows = [r for r in read_rows.load() if r["split"] == "dev" or r["set"] in FOCUS]
    kept = 0
    rows = [r for r in rows if r["split"] == "dev" or r["set"] not in ("changed", "neighbour") or (kept := kept + 1) % 3 == 0]
    source, longest = (trunk.LARGE, LONGEST + 1) if args.large else (trunk.SMALL, LONGEST)
    task = Task(source, rows, longest, device)
    often = [n for n in task.numbers("train") for _ in range(FOCUS[rows[task.encoded.row[n]]["set"]])]
    numbers = [n for n, told in zip(often, ((task.kind >= 0) | (task.start >= 0))[often].tolist()) if told]
    name = f"read-large-{args.seed}" if args.large else f"read-student-{args.layers or 12}-{args.seed}"
    model = trunk.Model(source, *HEADS) if args.large else trunk.Model(source, *HEADS, layers=args.layers, frozen=True)
    model.load_state_dict({k: v.float() for k, v in torch.load(args.runs / f"{name}.pt", weights_only=True).items()})
    print(f"{len(rows)} rows, {len(numbers)} windows, {time.time() - began:.0f} s", flush=True)
    rate, tokens = args.rate or (2e-5 if args.large else 8e-5), args.tokens or 24576
    minutes = trunk.train(model, task.encoded, numbers, lambda o, n, m: gold_loss(task, o, n), epochs=args.epochs or 2, rate=rate, size=192, tokens=tokens, seed=args.seed, device=device, name=f"{name} focus")
    base = dict(seed=args.seed, epochs=args.epochs or 2, rate=rate, train_minutes=round(minutes, 2))
    table, judge = measure(model, task, device)
    trunk.log(args.out, began, stage="large, focused" if args.large else "student, focused", **base, dev=table)
    if not args.large:
        table, judge = measure(trunk.int8(model), task, device)
        trunk.log(args.out, began, stage="student, focused, int8", **base, dev=table)
        trunk.export(model, source, args.out / "focused/grice-read", {"kind": KINDS, "span": ["start", "end"]}, LONGEST, judge)


def calibrate(args, device):
    """Fits a finished model's confidence anew, as after soup.py, on a sample of dev."""
    folder = args.out / "grice-read"
    sample = {"turns": 600, "same": 700, "nq": 350, "coqa": 350, "squad2": 900, "boolq": 300, "conda": 200, "manual": 600}
    import read_found

    rows, rng = [*read_rows.load(), *(row for group in read_found.manuals("dev", random.Random(1)) for row in group)], random.Random(4)
    own = lambda name: [r for r in rows if r["set"] == name and r["split"] == "dev"]
    rows = [r for name, most in sample.items() for r in rng.sample(own(name), min(most, len(own(name))))]
    model = trunk.Model(trunk.SMALL, *HEADS, layers=args.layers, frozen=True)
    known = model.state_dict()
    for name, table in floats(folder).items():
        head = name.split(".")[1] if name.startswith("heads.") else None
        known["token_" * (head == "span") + name if head else f"trunk.{name}"] = table
    model.load_state_dict(known)
    table, judge = measure(model, Task(trunk.SMALL, rows, LONGEST, device), device)
    trunk.log(args.out, time.time(), stage="calibrated", dev=table)
    (folder / "judge.json").write_text(json.dumps(judge, indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stage", choices=["large", "student", "plain", "focus", "calibrate"], required=True)
    parser.add_argument("--weights-only", action="store_true", help="keep the large model alone, not what it says of all rows")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--runs", type=pathlib.Path, default=trunk.RUNS)
    parser.add_argument("--large", action="store_true", help="with focus: the large reader, not the student")
    parser.add_argument("--rows", type=int, help="try it on this many rows")
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--rate", type=float)
    parser.add_argument("--tokens", type=int, help="padded tokens a batch")
    parser.add_argument("--layers", type=int)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.runs.mkdir(parents=True, exist_ok=True)
    args.out.mkdir(parents=True, exist_ok=True)
    {"large": large, "student": student, "plain": plain, "focus": focus, "calibrate": calibrate}[args.stage](args, trunk.device())


if __name__ == "__main__":
    main()
