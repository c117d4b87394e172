"""Analyze: a text, or two, to the labels of PragmEval's twenty tasks; one trunk, a head a task.

    python3 training/analyze.py --out OUT [--teachers 2] [--alone GUM Sarcasm]

1. Large trunks (MPNet), with other seeds, learn all tasks at once, and NLI beside them. A row weighs more the fewer rows its
   task has.
2. Together they label every text for every task that takes such an input: the rows of the other tasks, rows with words
   dropped, pairs put together anew, and Circa's questions and replies.
3. A small trunk (gte-small) learns from their probabilities and from the gold labels, and is exported.
SwitchBoard and MRDA are scored by macro-F1: their heads' biases are moved towards rare labels, as far as the held part of
train says. Dev is only reported. Each run adds a line to OUT/log.jsonl.
"""

import argparse
import copy
import hashlib
import json
import pathlib
import random
import time

import torch
from torch.nn import functional

import sets
from trunk import LARGE, RUNS, SMALL, Encoded, Model, device, export, int8, log, predict, train

LONGEST = 256
TOKENS = 1 << 14
BY_MACRO_F1 = {"SwitchBoard", "MRDA"}
OUTSIDE = -1


class Layout:
    """Where each task's labels are among the columns of the one head that is trained."""

    def __init__(self, rows, more=()):
        told = [(r["task"], r["labels"]) for r in rows if r["split"] == "labels"] + list(more)
        self.tasks = [task for task, _ in told]
        self.labels = dict(told)
        first = {r["task"]: r for r in reversed(rows) if r["split"] != "labels"}
        self.pair = [task not in first or "b" in first[task] for task in self.tasks]
        self.size, self.places = 0, {}
        for task, labels in told:
            self.places[task] = torch.arange(self.size, self.size + len(labels))
            self.size += len(labels)
        self.columns = torch.nn.utils.rnn.pad_sequence(list(self.places.values()), batch_first=True)
        self.there = torch.arange(self.columns.shape[1])[None] < torch.tensor([[len(p)] for p in self.places.values()])

    def to(self, where):
        self.columns, self.there = self.columns.to(where), self.there.to(where)
        return self

    def by_task(self, logits):
        """(rows, columns) to (rows, tasks, labels)."""
        return logits[:, self.columns].masked_fill(~self.there, -1e4)

    def logs(self, logits):
        """Logits as each task's log-probabilities, so that they can be averaged."""
        return torch.cat([logits[:, places].log_softmax(-1) for places in self.places.values()], 1)


def macro_f1(found, gold):
    """Over the labels that occur in either."""
    each = []
    for label in set(found.tolist()) | set(gold.tolist()):
        right = ((found == label) & (gold == label)).sum().item()
        each.append(2 * right / ((found == label).sum() + (gold == label).sum()).item())
    return sum(each) / len(each)


def scored(layout, logits, rows, numbers):
    """A score a task, and PragmEval's: the mean of the eleven sets, a set's tasks averaged first."""
    found = {}
    for task in [t for t in layout.tasks if t != "nli"]:
        places = [at for at, n in enumerate(numbers) if rows[n]["task"] == task]
        if not places:
            continue
        gold = torch.tensor([layout.labels[task].index(rows[numbers[at]]["label"]) for at in places])
        best = logits[places][:, layout.places[task]].argmax(1)
        found[task] = 100 * (macro_f1(best, gold) if task in BY_MACRO_F1 else (best == gold).float().mean().item())
    groups = {}
    for task, score in found.items():
        groups.setdefault(task.split("-")[0], []).append(score)
    mean = sum(sum(g) / len(g) for g in groups.values()) / max(1, len(groups))
    return {"PragmEval": round(mean, 2)} | {task: round(score, 1) for task, score in found.items()}


def rare(layout, logits, rows, held, learn):
    """Biases for the tasks scored by macro-F1: -power * log(share of the label), the power that is best on held."""
    made, powers = torch.zeros(layout.size), {}
    for task in BY_MACRO_F1 & set(layout.tasks):
        labels = layout.labels[task]
        counts = torch.tensor([1.0] * len(labels))
        for n in learn:
            if rows[n]["task"] == task:
                counts[labels.index(rows[n]["label"])] += 1
        # A label that no row has keeps its place at the end.
        prior = torch.where(counts > 1, counts, counts.max()).log()
        places = [at for at, n in enumerate(held) if rows[n]["task"] == task]
        gold = torch.tensor([labels.index(rows[held[at]]["label"]) for at in places])
        mine = logits[places][:, layout.places[task]]
        score = lambda power: macro_f1((mine - power * prior).argmax(1), gold) if places else 0
        powers[task] = max([p / 20 for p in range(0, 17)], key=lambda p: (score(p - 0.05) + score(p) + score(p + 0.05), -p))
        made[layout.places[task]] = -powers[task] * prior
    return made, powers


def weights_of(layout, rows, learn, power, where):
    """A row's weight by its task: (rows of all / rows of the task) ** power, with a mean of one."""
    counts = torch.tensor([float(sum(rows[n]["task"] == task for n in learn)) for task in layout.tasks]).clamp(min=1)
    weight = counts.reciprocal() ** power
    return (weight * counts.sum() / (weight * counts).sum()).to(where)


def on_gold(layout, task, label, weight):
    def loss(outputs, numbers, mask):
        mine = task[numbers]
        logits = layout.by_task(outputs["all"])[torch.arange(len(numbers), device=mine.device), mine]
        return (functional.cross_entropy(logits, label[numbers], reduction="none") * weight[mine]).mean()

    return loss


def fewer(text, rng):
    """The text without some of its words, or a part of it."""
    words = text.split()
    if len(words) > 8 and rng.random() < 0.4:
        start = rng.randrange(len(words) // 2)
        words = words[start : start + max(4, len(words) // 2)]
    return " ".join([w for w in words if rng.random() > 0.12] or words[:1])


def altered(rows, learn, count, seed):
    """Texts without labels, like the tasks' own: words dropped, pairs turned round or put together anew, and one text of a
    pair alone. Small tasks are drawn more often than their size."""
    rng = random.Random(seed)
    by_task = {}
    for n in learn:
        by_task.setdefault(rows[n]["task"], []).append(rows[n])
    tasks = list(by_task)
    drawn = rng.choices(tasks, [len(by_task[t]) ** 0.6 for t in tasks], k=count)
    made = []
    for task in drawn:
        row, other, chance = rng.choice(by_task[task]), rng.choice(by_task[task]), rng.random()
        if "b" not in row:
            made.append({"task": task, "a": fewer(row["a"], rng)})
        elif chance < 0.3:
            made.append({"task": task, "a": row["a"], "b": other["b"]})
        elif chance < 0.4:
            made.append({"task": task, "a": row["b"], "b": row["a"]})
        elif chance < 0.5:
            made.append({"task": None, "a": row["b"]})
        else:
            made.append({"task": task, "a": fewer(row["a"], rng), "b": fewer(row["b"], rng)})
    return made


def outside(count, seed):
    """Questions and replies of Circa's, as pairs and alone."""
    rng = random.Random(seed)
    rows = [r for r in sets.load("circa") if r["split"] == "train"]
    rng.shuffle(rows)
    rows = rows[:count]
    half = len(rows) // 2
    return [{"task": None, "a": r["a"], "b": r["b"]} for r in rows[:half]] + [{"task": None, "a": r[rng.choice("ab")]} for r in rows[half:]]


def parted(model, layout):
    """The model with a head a task in place of the one head."""
    whole = model.heads["all"]
    made = {}
    for task, places in layout.places.items():
        made[task] = torch.nn.Linear(whole.in_features, len(places))
        made[task].weight.data = whole.weight.data.cpu()[places]
        made[task].bias.data = whole.bias.data.cpu()[places]
    model = copy.deepcopy(model).cpu()
    model.heads = torch.nn.ModuleDict(made)
    return model


def report(note, run, layout, on_held, on_dev, rows, held, dev, learn, config):
    """The scores as they come and with rare labels raised; the biases that raise them."""
    bias, powers = rare(layout, on_held, rows, held, learn)
    raised = scored(layout, on_dev + bias, rows, dev)
    note(
        run=run, held=scored(layout, on_held + bias, rows, held)["PragmEval"], dev=raised["PragmEval"],
        dev_plain=scored(layout, on_dev, rows, dev)["PragmEval"], powers=powers, tasks=raised, **config,
    )
    return bias


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--teachers", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=6e-5)
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--balance", type=float, default=0.4, help="0: rows weigh the same; 1: tasks do")
    parser.add_argument("--nli", type=int, default=15_000, help="rows of NLI beside the tasks")
    parser.add_argument("--extra", type=int, default=90_000, help="texts without labels for the student")
    parser.add_argument("--layers", type=int, default=12)
    parser.add_argument("--student-epochs", type=int, default=7)
    parser.add_argument("--student-rate", type=float, default=2.5e-4)
    parser.add_argument("--teacher-weight", type=float, default=0.8)
    parser.add_argument("--temperature", type=float, default=2.0)
    parser.add_argument("--spread", type=float, default=0.05, help="weight of each other task's head on a row")
    parser.add_argument("--student-seed", type=int, default=1)
    parser.add_argument("--alone", nargs="*", default=[], help="tasks also tried alone, fresh and after all tasks")
    parser.add_argument("--rows", type=int, help="only so many rows, to try the recipe out")
    args = parser.parse_args()
    where, began = device(), time.time()
    note = lambda **line: log(args.out, began, **line)

    rows = sets.load("pragmeval")
    nli = [{"task": "nli", "a": r["a"], "b": r["b"], "label": r["label"], "split": "train"} for r in sets.load("nli")]
    random.Random(3).shuffle(nli)
    wide = Layout(rows, [("nli", [0, 1, 2])]).to(where)
    layout = Layout(rows).to(where)
    rows = [r for r in rows if r["split"] != "labels"]
    if args.rows:
        random.Random(5).shuffle(rows)
        rows, args.extra, args.nli = rows[: args.rows], min(args.extra, args.rows), min(args.nli, args.rows // 4)
    of = lambda split: [n for n, r in enumerate(rows) if r["split"] == split]
    learn, held, dev = of("train"), of("held"), of("dev")
    extra = altered(rows, learn, args.extra, 7) + outside(min(12_000, args.extra // 4), 8)
    everything = rows + extra + nli[: args.nli]
    also = range(len(rows) + len(extra), len(everything))
    number = {task: n for n, task in enumerate(wide.tasks)} | {None: OUTSIDE}
    task = torch.tensor([number[r["task"]] for r in everything], device=where)
    label = torch.tensor([wide.labels[r["task"]].index(r["label"]) if "label" in r else 0 for r in everything], device=where)
    taught = range(len(rows) + len(extra))

    config = {k: v for k, v in vars(args).items() if k in ("epochs", "rate", "size", "balance", "nli", "extra", "rows")}
    tag = hashlib.sha256(json.dumps(config).encode()).hexdigest()[:8]
    runs = RUNS / "analyze"
    runs.mkdir(parents=True, exist_ok=True)
    learned = learn + list(also)
    weight = weights_of(wide, everything, learned, args.balance, where)
    large, total, last = None, 0, None
    for seed in range(args.teachers):
        kept = runs / f"teacher-{tag}-{seed}.logits.pt"
        if not kept.exists() or args.alone:
            large = large or Encoded(LARGE, everything, LONGEST)
            last = Model(LARGE, {"all": wide.size})
            train(
                last, large, learned, on_gold(wide, task, label, weight), epochs=args.epochs, rate=args.rate, size=args.size,
                seed=seed, device=where, name=f"large, seed {seed}", keep=runs / f"teacher-{tag}-{seed}.pt", tokens=TOKENS,
            )
            torch.save(predict(last, large, taught, where)["all"].half(), kept)
        logits = torch.load(kept).float()[:, : layout.size]
        total = total + layout.logs(logits)
        for run, found in ((f"large, seed {seed}", logits), (f"large, {seed + 1} together", total / (seed + 1))):
            report(note, run, layout, found[held], found[dev], rows, held, dev, learn, config)
    for name in args.alone:
        mine = [n for n in learn if rows[n]["task"] == name]
        test = {"held": [n for n in held if rows[n]["task"] == name], "dev": [n for n in dev if rows[n]["task"] == name]}
        for first in (None, last):
            model = Model(LARGE, {"all": wide.size})
            if first is not None:
                model.load_state_dict(first.state_dict())
            rate, epochs = (args.rate, 5) if first is None else (args.rate / 3, 2)
            run = f"large, {name} alone" if first is None else f"large, all tasks and then {name}"
            train(model, large, mine, on_gold(wide, task, label, weight), epochs=epochs, rate=rate, size=32, seed=0, device=where, name=run, tokens=TOKENS)
            each = {k: scored(wide, predict(model, large, v, where)["all"], rows, v).get(name) for k, v in test.items()}
            note(run=run, rate=rate, epochs=epochs, **each)
    last = large = None

    teacher = (total / max(1, args.teachers)).half().to(where)
    small = Encoded(SMALL, everything[: len(taught)], LONGEST)
    same_kind = torch.tensor(layout.pair, device=where)[None] == torch.tensor([["b" in r] for r in everything[: len(taught)]], device=where)
    weight = weights_of(layout, rows, learn, args.balance, where)
    known, heat = len(rows), args.temperature

    def loss(outputs, numbers, mask):
        numbers = torch.tensor(numbers, device=where)
        mine, logits = task[numbers], layout.by_task(outputs["all"])
        own = functional.one_hot(mine.clamp(min=0), len(layout.tasks)).float() * (mine >= 0)[:, None]
        target = (layout.by_task(teacher[numbers].float()) / heat).softmax(-1)
        soft = -(target * (logits / heat).log_softmax(-1)).sum(-1) * heat
        share = own * weight + args.spread * same_kind[numbers] * (1 - own)
        value = args.teacher_weight * (soft * share).sum(1)
        asked = (numbers < known).float()
        hard = functional.cross_entropy(logits[torch.arange(len(numbers), device=where), mine.clamp(min=0)], label[numbers], reduction="none")
        return (value + (1 - args.teacher_weight) * asked * hard * weight[mine.clamp(min=0)]).mean()

    student = Model(SMALL, {"all": layout.size}, layers=args.layers, frozen=True)
    told = {k: v for k, v in vars(args).items() if k in ("layers", "student_epochs", "student_rate", "teacher_weight", "temperature", "spread", "student_seed", "teachers")}
    tag = hashlib.sha256(json.dumps([tag, told]).encode()).hexdigest()[:8]
    train(
        student, small, learn + list(range(known, len(taught))), loss, epochs=args.student_epochs, rate=args.student_rate,
        size=args.size, seed=args.student_seed, device=where, name="small", keep=runs / f"student-{tag}.pt", tokens=TOKENS,
    )
    logits = {part: predict(student, small, of(part), where)["all"] for part in ("held", "dev")}
    bias = report(note, "small", layout, logits["held"], logits["dev"], rows, held, dev, learn, told)
    student.heads["all"].bias.data += bias.to(where)
    rounded = predict(int8(student), small, dev, where)["all"]
    note(run="small, tables in int8, rare labels raised", dev=scored(layout, rounded, rows, dev))
    judge = {"tasks": {task: "pair" if pair else "single" for task, pair in zip(layout.tasks, layout.pair)}}
    export(parted(student, layout), SMALL, args.out / "grice-analyze", layout.labels, LONGEST, judge)


if __name__ == "__main__":
    main()
