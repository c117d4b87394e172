"""Interpret: a question and an indirect reply, to Circa's strict and relaxed labels.

    python3 training/interpret.py --out OUT                  # all stages, each in processes side by side

1. prepare   A large trunk (MPNet) and the small one (gte-small) read NLI, BoolQ, and replies of which a yes or no is known.
2. fold      Large trunks learn from parts of Circa, gold labels and votes half and half, and label what they did not see.
3. teacher   Large trunks learn all of train, from the labels and from what the folds say of them; each row is read twice,
             and both readings are to agree (R-Drop, Liang et al. 2021). Some see the scenario, or the question as a
             statement, or the reply first. They label pairs that nobody asked.
4. student   The small trunk learns from the teachers' probabilities, and is exported.
5. unmatched Ten runs, each without one scenario and measured on it.
6. choose    The teachers together, and the best of the students.
A stage whose file is in OUT/interpret is not run again; each run adds a line to OUT/log.jsonl.
"""

import argparse
import gzip
import json
import pathlib
import shutil
import subprocess
import sys
import time

import torch
from torch.nn import functional

import sets
from interpret_loss import Average, Twice, agreeing, fitted, save, started
from interpret_rows import HEADS, Rows, accuracy, balanced, statements, tables
from sets import RELAXED, STRICT
from trunk import LARGE, SMALL, WORDS, Encoded, Model, device, export, int8, log, predict, train

LONGEST = 80
VIEWS = ["plain", "scenario", "plain", "reversed", "statement", "plain"]


def prepare(args, folder, into):
    """A trunk that has read NLI, BoolQ and replies."""
    nli, boolq = sets.load("nli")[: args.rows], sets.load("boolq")[: args.rows]
    pairs = balanced([r for r in sets.load("interpret_pairs") if r["gold"] >= 0 and r["source"] not in args.without])[: args.rows]
    rows = nli + boolq + pairs
    small = folder == SMALL
    model = Model(folder, {"nli": 3, "boolq": 2, "reply": 3}, frozen=small)
    encoded = Encoded(folder, rows, 160)
    at = device()
    label = torch.tensor([r["label"] for r in nli + boolq] + [r["gold"] for r in pairs], device=at)
    ends = [0, len(nli), len(nli) + len(boolq), len(rows)]

    def loss(outputs, numbers, mask):
        numbers = torch.tensor(numbers, device=at)
        value = 0.0
        for head, first, end in zip(("nli", "boolq", "reply"), ends, ends[1:]):
            of = ((numbers >= first) & (numbers < end)).float()
            each = functional.cross_entropy(outputs[head], torch.where(of > 0, label[numbers], 0), reduction="none")
            value = value + (each * of).sum() / of.sum().clamp(min=1)
        return value

    kept = [n for n in range(len(rows)) if sets.share(n, "prepare") >= 0.03]
    apart = [n for n in range(len(rows)) if sets.share(n, "prepare") < 0.03]
    train(model, encoded, kept, loss, epochs=args.epochs_before, rate=2e-4 if small else 5e-5, size=args.size * 2, seed=1, device=at, name=f"prepare {folder.name}", tokens=1 << 15)
    found, scores = predict(model, encoded, apart, at), {}
    for head, first, end in zip(("nli", "boolq", "reply"), ends, ends[1:]):
        places = [i for i, n in enumerate(apart) if first <= n < end]
        if places:
            truth = label.cpu()[[apart[i] for i in places]]
            scores[head] = round(100 * (found[head][places].argmax(1) == truth).float().mean().item(), 1)
    log(args.out, args.began, run=f"prepare {folder.name}", apart=scores)
    # Frozen words stay those of the trunk, to the last bit.
    save({k: v.half() for k, v in model.trunk.state_dict().items() if not (small and k == WORDS)}, into)


def labels(rows):
    """What the labelled rows teach, and how much each counts."""
    target = {head: torch.zeros(len(rows.all), size) for head, size in HEADS.items()}
    weight = torch.zeros(len(rows.all))
    for head in HEADS:
        target[head][: rows.written_at.stop] = rows.gold[head][1]
    weight[: len(rows.circa)] = 1.0
    weight[rows.written_at.start : rows.written_at.stop] = 0.5
    return target, weight


def fold_of(row, folds):
    return int(sets.share(row["id"], "fold") * folds)


def fold(args, number, into):
    rows = Rows(0, 0, args.rows, args.without)
    encoded = Encoded(LARGE, rows.circa + rows.written, LONGEST)
    kept = [n for n in rows.learn if fold_of(rows.circa[n], args.folds) != number]
    away = [n for n in rows.learn if fold_of(rows.circa[n], args.folds) == number]
    model = started(LARGE, args.work / "prepared-large.pt")
    target, weight = labels(rows)
    loss = fitted(target, weight, rows.sides(), torch.arange(len(rows.all)))
    train(model, encoded, kept + list(rows.written_at), loss, epochs=args.epochs, rate=args.rate, size=args.size, seed=100 + number, device=device(), name=f"fold {number}")
    found = predict(model, encoded, away + rows.dev, device())
    scores = [accuracy({h: t[part] for h, t in found.items()}, rows.gold, of) for part, of in ((slice(0, len(away)), away), (slice(len(away), None), rows.dev))]
    log(args.out, args.began, run=f"fold {number}", unseen=scores[0], dev=scores[1])
    save({"numbers": torch.tensor(away), **{h: t[: len(away)].half() for h, t in found.items()}}, into)


def told_by_folds(args, rows, target):
    """Half the labels, half what models that did not see the row say of it."""
    for number in range(args.folds):
        found = torch.load(args.work / f"fold-{number}.pt", weights_only=True)
        for head in HEADS:
            at = found["numbers"]
            target[head][at] = (1 - args.told) * target[head][at] + args.told * found[head].float().softmax(-1)
    return target


def seen(view, row, statement):
    if view in ("reversed", "statement"):
        return {"a": row["b"], "b": statement.get(row["a"], row["a"]) if view == "statement" else row["a"]}
    if view == "scenario" and "context" in row:
        return {"a": f"{row['context']} {row['a']}", "b": row["b"]}
    return row


def teacher(args, number, into):
    """Learns, labels all rows as it sees them, and dev and the checks once more from question and reply alone."""
    rows = Rows(args.extra, args.other, args.rows, args.without)
    view, statement = VIEWS[number % len(VIEWS)], statements()
    plain = "reversed" if view == "statement" else "plain"
    told = view in ("scenario", "statement")
    learn = rows.learn + list(rows.written_at) + rows.said
    whose = list(range(len(rows.all)))
    texts = [seen(view, row, statement) for row in rows.all]
    if told:
        again = rows.learn + rows.dev
        whose += again
        texts += [seen(plain, rows.all[n], statement) for n in again]
    encoded = Encoded(LARGE, texts, LONGEST + 24 if told else LONGEST)
    target, weight = labels(rows)
    if args.folds:
        target = told_by_folds(args, rows, target)
    numbers, epochs = learn, args.epochs
    if told:
        numbers, epochs = learn + list(range(len(rows.all), len(rows.all) + len(rows.learn))), max(1, round(args.epochs * 0.6))
    model = started(LARGE, args.work / "prepared-large.pt", Twice if args.twice else Model)
    loss = fitted(target, weight, rows.sides(), torch.tensor(whose), args.twice)
    train(model, encoded, numbers, loss, epochs=epochs, rate=args.rate, size=args.size, seed=number, device=device(), name=f"teacher {number}, {view}")
    found = predict(model, encoded, range(len(texts)), device())
    alone = {h: t[: len(rows.all)].clone() for h, t in found.items()}
    if told:
        for head in HEADS:
            alone[head][rows.dev] = found[head][-len(rows.dev) :]
    found = {h: t[: len(rows.all)] for h, t in found.items()}
    log(args.out, args.began, run=f"teacher {number}", view=view, twice=args.twice, folds=args.folds, epochs=epochs, **rows.score(found), alone=rows.score(alone)["dev"])
    save({"seen": {h: t.half() for h, t in found.items()}, "alone": {h: t[rows.dev].half() for h, t in alone.items()}}, into)


def together(args):
    """The mean of the teachers' probabilities for all rows; and for dev from question and reply alone."""
    found = [torch.load(file, weights_only=True) for file in sorted(args.work.glob("teacher-*.pt"))]
    mean = lambda part: {h: torch.stack([f[part][h].float().softmax(-1) for f in found]).mean(0) for h in HEADS}
    return mean("seen"), mean("alone"), len(found)


def student(args, number, into):
    rows = Rows(args.extra, args.other, args.rows, args.without)
    taught, _, count = together(args)
    target, _ = labels(rows)
    if args.folds:
        target = told_by_folds(args, rows, target)
    side = rows.sides()
    for head in HEADS:
        known = torch.tensor(rows.learn + list(rows.written_at))
        target[head][known] = (1 - args.gold) * taught[head][known] + args.gold * target[head][known]
        sided = (side >= 0).nonzero()[:, 0]
        right = taught[head][sided] * agreeing(head)[side[sided]]
        target[head][sided] = 0.5 * taught[head][sided] + 0.5 * right / right.sum(-1, keepdim=True).clamp(min=1e-6)
        rest = torch.ones(len(rows.all), dtype=torch.bool)
        rest[known], rest[sided] = False, False
        target[head][rest] = taught[head][rest]
    weight, none = torch.ones(len(rows.all)), torch.full((len(rows.all),), -1)
    encoded = Encoded(SMALL, rows.all, LONGEST)
    model = started(SMALL, args.work / "prepared-small.pt")
    mean = Average(model)
    soft = fitted(target, weight, none, torch.arange(len(rows.all)))

    def loss(outputs, numbers, mask):
        mean.update()
        return soft(outputs, numbers, mask)

    numbers = rows.learn * 2 + list(rows.written_at) + list(rows.pairs_at) + list(rows.more_at)
    train(
        model, encoded, numbers, loss, epochs=args.student_epochs, rate=args.student_rate, size=args.student_size, seed=number, device=device(),
        name=f"student {number}", keep=args.work / f"student-{number}.state",
    )
    measured, first = rows.dev + list(rows.checks_at), len(rows.dev)
    judged = {}

    def scores_of(found):
        parts = [{h: t[part] for h, t in found.items()} for part in (slice(0, first), slice(first, None))]
        return {"dev": accuracy(parts[0], rows.gold, rows.dev), "checks": accuracy(parts[1], rows.checked, range(len(rows.checks)))}

    for name, made in (("last", model), ("mean", mean.copy() if mean.mean else model)):
        rounded = int8(made)
        found = predict(rounded, encoded, measured, device())
        judged[name] = scores_of(found)["dev"], made, found
        log(
            args.out, args.began, run=f"student {number}, {name} weights", teachers=count, rows=len(numbers), epochs=args.student_epochs, rate=args.student_rate,
            size=args.student_size, float=scores_of(predict(made, encoded, measured, device())), int8=scores_of(found),
        )
    best = max(judged, key=lambda name: judged[name][0]["strict"] + judged[name][0]["relaxed"])
    scores, made, found = judged[best]
    made.cpu()
    into.mkdir(parents=True, exist_ok=True)
    export(made, SMALL, into / "grice-interpret", {"strict": STRICT, "relaxed": RELAXED}, LONGEST)
    with gzip.open(into / "interpret-dev.jsonl.gz", "wt") as file:
        for place, n in enumerate(rows.dev[:500]):
            line = {"id": rows.circa[n]["id"], "question": rows.circa[n]["a"], "answer": rows.circa[n]["b"]}
            file.write(json.dumps(line | {h: [round(p, 5) for p in t[place].float().softmax(-1).tolist()] for h, t in found.items()}) + "\n")
    (into / "scores.json").write_text(json.dumps(scores) + "\n")
    (args.work / f"student-{number}.state").unlink(missing_ok=True)


def unmatched(args, number, into):
    """Learns nine scenarios and is measured on the tenth, the large trunk and the small one."""
    rows = sets.load("circa")[: args.rows]
    scenario = sorted({row["context"] for row in rows})[number]
    gold = tables(rows)
    kept = [n for n, row in enumerate(rows) if row["context"] != scenario]
    away = [n for n, row in enumerate(rows) if row["context"] == scenario]
    target = {head: gold[head][1] for head in HEADS}
    loss = fitted(target, torch.ones(len(rows)), torch.full((len(rows),), -1), torch.arange(len(rows)))
    scores = {}
    for folder, name, rate in ((LARGE, "large", args.rate), (SMALL, "small", 2e-4)):
        model = started(folder, args.work / f"prepared-{name}.pt")
        encoded = Encoded(folder, rows, LONGEST)
        train(model, encoded, kept, loss, epochs=3, rate=rate, size=args.size, seed=number, device=device(), name=f"unmatched {number}, {name}")
        scores[name] = accuracy(predict(model, encoded, away, device()), gold, away)
    log(args.out, args.began, run=f"unmatched {number}", scenario=scenario, rows=len(away), **scores)
    into.write_text(json.dumps(scores) + "\n")


def choose(args):
    rows = Rows(0, 0, args.rows, args.without)
    seen_all, alone, count = together(args)
    logits = lambda shares: {h: t.clamp(min=1e-9).log() for h, t in shares.items()}
    dev = logits({h: t[rows.dev] for h, t in seen_all.items()})
    checks = logits({h: t[-len(rows.checks) :] for h, t in seen_all.items()})
    log(
        args.out, args.began, run=f"{count} teachers together", dev=accuracy(dev, rows.gold, rows.dev), alone=accuracy(logits(alone), rows.gold, rows.dev),
        checks=accuracy(checks, rows.checked, range(len(rows.checks))),
    )
    read = [json.loads(file.read_text()) for file in sorted(args.work.glob("unmatched-*.json"))]
    for name in ("large", "small") if read else ():
        log(args.out, args.began, run=f"unmatched, mean of {len(read)}, {name}", **{s: round(sum(r[name][s] for r in read) / len(read), 2) for s in ("strict", "relaxed")})
    made = {folder: json.loads((folder / "scores.json").read_text()) for folder in sorted(args.work.glob("student-*")) if (folder / "scores.json").exists()}
    best = max(made, key=lambda folder: made[folder]["strict"] + made[folder]["relaxed"])
    for name in ("grice-interpret", "grice-words"):
        shutil.copytree(best / name, args.out / name, dirs_exist_ok=True)
    shutil.copy(best / "interpret-dev.jsonl.gz", args.out)
    log(args.out, args.began, run=f"chosen {best.name}", dev=made[best], students=list(made.values()))


def side_by_side(stages, most):
    """Runs stages as processes of their own, so many at a time."""
    waiting, running = list(stages), []
    while waiting or running:
        while waiting and len(running) < most:
            running.append((waiting[0], subprocess.Popen([sys.executable, __file__, *sys.argv[1:], *waiting.pop(0)])))
        time.sleep(0.2)
        for stage, process in list(running):
            if process.poll() is not None:
                running.remove((stage, process))
                if process.returncode:
                    raise SystemExit(f"{' '.join(stage)} failed")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--stage", default="all", choices=["all", "prepare", "fold", "teacher", "student", "unmatched", "choose"])
    parser.add_argument("--seed", type=int, default=0, help="the number of the fold, teacher, student or scenario; for prepare 0 is the large trunk, 1 the small one")
    parser.add_argument("--epochs-before", type=int, default=2, help="of NLI, BoolQ and replies")
    parser.add_argument("--folds", type=int, default=4, help="0 for none")
    parser.add_argument("--told", type=float, default=0.5, help="how much of a label the folds tell")
    parser.add_argument("--teachers", type=int, default=6)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=6e-5)
    parser.add_argument("--size", type=int, default=128)
    parser.add_argument("--twice", type=float, default=0.5, help="how much two readings of a row are to agree; 0 reads once")
    parser.add_argument("--extra", type=int, default=110_000, help="recombined pairs of Circa")
    parser.add_argument("--other", type=int, default=40_000, help="pairs put together from other data")
    parser.add_argument("--without", nargs="*", default=[], help="sources of pairs to leave out, e.g. dream topiocqa, which are not for commercial use")
    parser.add_argument("--students", type=int, default=3)
    parser.add_argument("--student-epochs", type=int, default=6)
    parser.add_argument("--student-rate", type=float, default=4e-4)
    parser.add_argument("--student-size", type=int, default=512)
    parser.add_argument("--gold", type=float, default=0.4, help="how much of a student's target is not the teachers'")
    parser.add_argument("--no-unmatched", action="store_true")
    parser.add_argument("--most", type=int, default=6, help="processes side by side")
    parser.add_argument("--rows", type=int, help="only so many rows of each set, to try the recipe out")
    args = parser.parse_args()
    torch.set_num_threads(min(4, torch.get_num_threads()))
    args.began, args.work = time.time(), args.out / "interpret"
    args.work.mkdir(parents=True, exist_ok=True)
    stage = lambda name, count: [("--stage", name, "--seed", str(n)) for n in range(count)]
    if args.stage == "all":
        side_by_side(stage("prepare", 2), args.most)
        side_by_side(stage("fold", args.folds), args.most)
        side_by_side(stage("teacher", args.teachers), args.most)
        side_by_side(stage("student", args.students) + stage("unmatched", 0 if args.no_unmatched else 10), args.most)
        return choose(args)
    if args.stage == "choose":
        return choose(args)
    files = {"prepare": f"prepared-{('large', 'small')[args.seed % 2]}.pt", "unmatched": f"unmatched-{args.seed}.json", "student": f"student-{args.seed}"}
    into = args.work / files.get(args.stage, f"{args.stage}-{args.seed}.pt")
    if (into / "scores.json" if args.stage == "student" else into).exists():
        return print(f"{into} is there", flush=True)
    if args.stage == "prepare":
        return prepare(args, (LARGE, SMALL)[args.seed % 2], into)
    {"fold": fold, "teacher": teacher, "student": student, "unmatched": unmatched}[args.stage](args, args.seed, into)


if __name__ == "__main__":
    main()
