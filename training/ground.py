"""Ground: does the evidence support what a reply says?

    python3 training/ground.py --out OUT

1. A large trunk (MPNet) learns from BEGIN, entailment sets, written answers with their evidence, and replies of our own making:
   faithful ones, and the same with a number, date, name, negation or opposite changed.
2. It also labels BEGIN's training replies with other evidence; a small trunk (gte-small's first layers) learns from its
   probabilities and from the labels, and is exported.
Each run adds a line to OUT/log.jsonl: AUC on BEGIN's dev part, and on our made replies what share of each kind is kept or caught
at the threshold that keeps 98% of BEGIN's supported ones; half of a score is word overlap. The exact comparisons of numbers, names and negations are not here; they are in Rust.
"""

import argparse
import gzip
import json
import pathlib
import random
import re
import time

import torch

import faithful
import sets
from trunk import LARGE, SMALL, Encoded, Model, device, export, int8, log, predict, soft_loss, train

LONGEST = 320
WORDS = 180
PART = 0.5  # of word overlap in a score


def pieces(words):
    """Where pieces of a text begin and end, in words: one ends after a stop once it has eight words, or at forty."""
    found, start = [], 0
    for end in range(1, len(words) + 1):
        stop = words[end - 1].rstrip("\"')]”’").endswith((".", "!", "?"))
        if end == len(words) or end - start >= 40 or (stop and end - start >= 8):
            found.append((start, end))
            start = end
    return found


def terms(text):
    return {"".join(w) for w in re.findall(r"[^\W_]+", text.lower())}


def compose(evidence, reply):
    """The pair a model reads. Evidence of more than 180 words is cut to the pieces that share most terms with the reply, a
    term counting less the more pieces have it; they stay in their order."""
    words = evidence.split()
    if len(words) > WORDS:
        cut = pieces(words)
        have = [terms(" ".join(words[start:end])) for start, end in cut]
        counts = {}
        for term in sorted(terms(reply)):
            counts[term] = sum(term in mine for mine in have)
        score = [sum(1.0 / counts[t] for t in sorted(counts) if t in mine) for mine in have]
        kept, total = [], 0
        for n in sorted(range(len(cut)), key=lambda n: (-round(score[n], 6), n)):
            start, end = cut[n]
            if total + end - start <= WORDS:
                kept.append(n)
                total += end - start
        words = [w for n in sorted(kept) for w in words[cut[n][0] : cut[n][1]]]
    return {"a": " ".join(words), "b": " ".join(reply.split())}


def overlap(evidence, reply):
    """The share of the reply's words that the evidence has."""
    known = terms(evidence)
    said = re.findall(r"[^\W_]+", reply.lower())
    return sum(w in known for w in said) / max(1, len(said))


def auc(scores, labels):
    """The chance that a supported reply scores above an unsupported one."""
    scores, labels = torch.tensor(scores, dtype=torch.float64), torch.tensor(labels).bool()
    yes, no = scores[labels], scores[~labels]
    won = (yes[:, None] > no[None]).double().mean() + 0.5 * (yes[:, None] == no[None]).double().mean()
    return round(won.item(), 4)


def own_checks():
    file = pathlib.Path(__file__).parent / "checks/ground.jsonl"
    if not file.exists():
        return []
    read = [json.loads(line) for line in file.read_text().splitlines()]
    return [{**compose(r["evidence"], r["reply"]), "label": int(r["supported"]), "kind": r["kind"], "from": "checks", "split": "dev"} for r in read]


def gather(limit):
    """All rows with a label."""
    rows = []
    add = lambda a, b, **more: rows.append(compose(a, b) | more)
    begin = sets.load("begin")
    for row in begin[:limit]:
        add(row["a"], row["b"], label=row["label"], kind=row["kind"], **{"from": "begin", "split": row["split"]})
    rng = random.Random(5)
    for row in begin[:limit]:
        if row["split"] == "train" and row["label"]:
            for kind in ("number", "date", "name", "negation", "opposite"):
                wrong = faithful.changed(kind, row["b"], row["a"], rng, ["Alice Brown"])
                if wrong:
                    add(row["a"], wrong, label=0, kind=kind, **{"from": "begin changed", "split": "train"})
    for row in sets.load("ground")[:limit]:
        for reply, label, kind in row["replies"]:
            add(row["a"], reply, label=label, kind=kind, **{"from": row["source"], "split": row["split"]})
    for row in sets.load("nli")[:limit]:
        add(row["a"], row["b"], label=int(row["label"] == 0), kind="nli", **{"from": "nli", "split": "train"})
    return rows + own_checks()


def crossed(rows, count, rng):
    """BEGIN's training replies with evidence of other rows."""
    begin = [r for r in rows if r["from"] == "begin" and r["split"] == "train"]
    return [compose(rng.choice(begin)["a"], rng.choice(begin)["b"]) for _ in range(count)] if begin else []


def measured(rows, dev, scores):
    """BEGIN's AUC (with and without the generic replies), and our own replies by kind."""
    of = lambda test: [(s, rows[n]["label"]) for n, s in zip(dev, scores) if test(rows[n])]
    curve = lambda pairs: auc(*zip(*pairs)) if len({label for _, label in pairs}) == 2 else None
    report = {"begin": curve(of(lambda r: r["from"] == "begin")), "begin without generic": curve(of(lambda r: r["from"] == "begin" and r["kind"] != "Generic"))}
    scores = [(1 - PART) * s + PART * overlap(rows[n]["a"], rows[n]["b"]) for n, s in zip(dev, scores)]
    report[f"begin, {PART} overlap"] = curve(of(lambda r: r["from"] == "begin"))
    made = lambda r: r["from"] in ("passages", "conversations", "answers")
    report["made"] = curve(of(made))
    kept = sorted(s for s, label in of(lambda r: r["from"] == "begin") if label)
    report["threshold"] = threshold = round(kept[int(0.02 * len(kept))], 4) if kept else 0.5
    for source, test in (("kinds", made), ("checks", lambda r: r["from"] == "checks")):
        kinds = {}
        for n, s in zip(dev, scores):
            if test(rows[n]):
                kinds.setdefault(rows[n]["kind"], []).append((s >= threshold) == bool(rows[n]["label"]))
        report[source] = {k: [round(100 * sum(v) / len(v), 1), len(v)] for k, v in sorted(kinds.items())}
    return report


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=5e-5)
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--tokens", type=int, default=32768)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--student-epochs", type=int, default=5)
    parser.add_argument("--student-rate", type=float, default=3e-4)
    parser.add_argument("--crossed", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone", action="store_true", help="no large trunk: the small one learns from the labels alone")
    parser.add_argument("--rows", type=int, help="only so many rows of each set, to try the recipe out")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    place, began = device(), time.time()
    config = {k: v for k, v in vars(args).items() if k not in ("out",)}

    rows = gather(args.rows)
    learn = [n for n, row in enumerate(rows) if row["split"] == "train"]
    dev = [n for n, row in enumerate(rows) if row["split"] == "dev"]
    often = learn + 3 * [n for n in learn if rows[n]["from"] in ("begin", "begin changed")] + [n for n in learn if rows[n]["from"] == "conversations"]
    extra = crossed(rows, 0 if args.alone else args.crossed if args.rows is None else 50, random.Random(3))
    everything = rows + extra
    label = torch.tensor([row.get("label", 0) for row in everything], device=place)
    gold = torch.nn.functional.one_hot(label, 2).float() * 0.96 + 0.02
    known = len(rows)
    log(args.out, began, run="word overlap", **measured(rows, dev, [overlap(rows[n]["a"], rows[n]["b"]) for n in dev]))

    support = lambda found: found["support"].float().softmax(-1)[:, 1].tolist()
    kept = args.out / f"teacher-{args.seed}.pt"
    logits = torch.load(kept, weights_only=True) if kept.exists() else []
    if not args.alone and len(logits) != len(everything):
        large = Encoded(LARGE, everything, LONGEST)
        model = Model(LARGE, {"support": 2})

        def on_gold(outputs, numbers, mask):
            return soft_loss(outputs["support"], gold[numbers], torch.ones(len(numbers), device=place))

        train(model, large, often, on_gold, epochs=args.epochs, rate=args.rate, size=args.size, tokens=args.tokens, seed=args.seed, device=place, name="large", keep=args.out / "large-state.pt")
        logits = predict(model, large, range(len(everything)), place)["support"].float()
        torch.save(logits, kept)
        (args.out / "large-state.pt").unlink(missing_ok=True)
        del model, large
    if args.alone:
        teacher = gold
    else:
        log(args.out, began, run="large", config=config, **measured(rows, dev, support({"support": logits[dev]})))
        teacher = logits.softmax(-1).to(place)
    small = Encoded(SMALL, everything, LONGEST)
    student = Model(SMALL, {"support": 2}, layers=args.layers, frozen=True)

    def taught(outputs, numbers, mask):
        numbers = torch.tensor(numbers, device=place)
        value = 0.6 * soft_loss(outputs["support"], teacher[numbers], torch.ones(len(numbers), device=place))
        return value + 0.4 * soft_loss(outputs["support"], gold[numbers], (numbers < known).float())

    numbers = often + list(range(known, len(everything)))
    state = args.out / f"small-{args.layers}-{args.seed}-state.pt"
    train(student, small, numbers, taught, epochs=args.student_epochs, rate=args.student_rate, size=args.size, tokens=args.tokens, seed=args.seed, device=place, name="small", keep=state)
    log(args.out, began, run="small", config=config, **measured(rows, dev, support(predict(student, small, dev, place))))
    scores = support(predict(int8(student), small, dev, place))
    report = measured(rows, dev, scores)
    log(args.out, began, run="small, int8", config=config, **report)
    export(student, SMALL, args.out / "grice-ground", {"support": ["no", "yes"]}, LONGEST, judge={"threshold": report["threshold"], "overlap": PART, "words": WORDS})
    with gzip.open(args.out / "ground-dev.jsonl.gz", "wt") as file:
        for n, score in zip(dev, scores):
            row = rows[n]
            if row["from"] in ("begin", "checks"):
                file.write(json.dumps({k: row[k] for k in ("a", "b", "label", "kind", "from")} | {"score": round(score, 5)}) + "\n")
    state.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
