"""Anticipate: history, question, literal answer and a candidate, to whether the asker would want it next.

    python3 training/anticipate.py --out OUT [--teachers 3] [--rows N]

1. A large trunk (MPNet) reads TopiOCQA: of 16 sentences of the page, which holds the answer to the next question?
2. From there several learn PragmatiCQA's pragmatic spans among other spans of the page, each on all but its own
   share of the conversations.
3. Together they score all candidates, and the first layers of a small trunk (gte-small) learn from them and from
   the gold spans; it is exported.
Each run adds a line to OUT/log.jsonl.
"""

import argparse
import json
import pathlib
import time

import torch
from tokenizers import Tokenizer
from torch.nn import functional

import sets
from sets_anticipate import turns, words
from trunk import LARGE, RUNS, SMALL, Encoded, Model, device, export, int8, log, predict, train

LONGEST = 192
COUNT = 16
SAID, PARTLY = 0.8, 0.5


def cut(text, most):
    return " ".join(text.split()[:most])


def compose(history, question, literal):
    """What was asked and answered, then the turns before it, the last one first."""
    before = " | ".join(f"{turn['question']} {turn['answer']}" for turn in reversed(history[-4:]))
    return " | ".join([cut(question, 48), cut(" ; ".join(literal), 64), cut(before, 48)])


def candidate(history, text):
    """A candidate, marked where an earlier answer has said it."""
    own = set(words(text))
    shares = [len(own & set(words(turn["answer"]))) / max(1, len(own)) for turn in history]
    said = max(shares, default=0.0)
    mark = "already said : " if said >= SAID else "partly said : " if said >= PARTLY else ""
    return mark + cut(text, 64)


def check():
    """That texts are composed as crates/judge composes them, which reads the same cases."""
    for line in (pathlib.Path(__file__).parent / "checks/anticipate.jsonl").read_text().splitlines():
        case = json.loads(line)
        history = case["history"]
        made = [compose(history, case["question"], case["literal"]), candidate(history, case["candidate"])]
        if made != [case["context"], case["composed"]]:
            raise SystemExit(f"composed otherwise than in checks/anticipate.jsonl: {made}")


class Groups(Encoded):
    """Turns with their candidates as rows; a batch is a number of turns with COUNT candidates each, the gold ones
    first and the rest drawn anew each time."""

    def __init__(self, folder, given):
        self.first, self.sizes, self.gold, rows = [], [], [], []
        for turn in given:
            self.first.append(len(rows))
            self.sizes.append(len(turn["candidates"]))
            self.gold.append(turn["gold"])
            a = compose(turn["history"], turn["question"], turn["literal"])
            rows += [(a, candidate(turn["history"], text)) for text in turn["candidates"]]
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(LONGEST)
        made = tokenizer.encode_batch_fast(rows)
        self.ids, self.types = [one.ids for one in made], [one.type_ids for one in made]
        self.is_gold = torch.tensor([at < gold for size, gold in zip(self.sizes, self.gold) for at in range(size)])

    def rows(self, turn):
        return range(self.first[turn], self.first[turn] + self.sizes[turn])

    def order(self, numbers, size, rng, tokens=None):
        drawn = []
        for turn in numbers:
            rows, gold = self.rows(turn), min(self.gold[turn], 4)
            drawn.append([*rows[:gold], *rng.sample(rows[self.gold[turn] :], COUNT - gold)])
        rng.shuffle(drawn)
        batches = []
        for start in range(0, len(drawn), size * 20):
            part = sorted(drawn[start : start + size * 20], key=lambda rows: max(len(self.ids[r]) for r in rows))
            batches += [sum(part[i : i + size], []) for i in range(0, len(part), size)]
        rng.shuffle(batches)
        return batches


def scores(logits):
    return logits[:, 1] - logits[:, 0]


def on_gold(groups, where):
    is_gold = groups.is_gold.float().to(where)

    def loss(outputs, rows, _):
        given, gold = scores(outputs["next"]), is_gold[rows]
        return listwise(given, gold) + 0.25 * functional.binary_cross_entropy_with_logits(given, gold)

    return loss


def listwise(given, gold):
    """Cross-entropy over each turn's candidates; turns without gold don't count."""
    given, gold = given.view(-1, COUNT), gold.view(-1, COUNT)
    count = gold.sum(1)
    each = -(gold * functional.log_softmax(given, -1)).sum(1) / count.clamp(min=1)
    return each.sum() / (count > 0).sum().clamp(min=1)


def on_teachers(groups, taught, where):
    is_gold, taught = groups.is_gold.float().to(where), taught.to(where)

    def loss(outputs, rows, _):
        given, told = scores(outputs["next"]), taught[rows]
        target = (told / 2).view(-1, COUNT).softmax(-1)
        soft = 4 * functional.kl_div((given / 2).view(-1, COUNT).log_softmax(-1), target, reduction="batchmean")
        sure = functional.binary_cross_entropy_with_logits(given, told.sigmoid())
        return soft + 0.3 * listwise(given, is_gold[rows]) + 0.25 * sure

    return loss


def reciprocal(groups, found):
    """The mean of one over the rank of the first gold candidate; among equals gold comes last."""
    total = 0.0
    for turn, gold in enumerate(groups.gold):
        rows = found[groups.first[turn] : groups.first[turn] + groups.sizes[turn]]
        total += 1 / (1 + (rows[gold:] >= rows[:gold].max()).sum().item())
    return round(total / max(1, len(groups.gold)), 4)


def calibrated(groups, found):
    """A temperature and a bias that make scores probabilities of being wanted next."""
    gold = groups.is_gold.float()
    made = torch.tensor([1.0, 0.0], requires_grad=True)
    optimizer = torch.optim.LBFGS([made], max_iter=100)

    def step():
        optimizer.zero_grad()
        value = functional.binary_cross_entropy_with_logits(found * made[0] + made[1], gold)
        value.backward()
        return value

    optimizer.step(step)
    return {"temperature": round(1 / max(0.01, made[0].item()), 4), "bias": round(made[1].item(), 4)}


class Dev:
    """Turns kept aside, encoded for one trunk."""

    def __init__(self, folder, parts):
        self.parts = {name: Groups(folder, given) for name, given in parts.items()}

    def scores(self, model, where):
        return {name: scores(predict(model, groups, range(len(groups)), where)["next"]) for name, groups in self.parts.items()}

    def told(self, found):
        return {name: reciprocal(groups, found[name]) for name, groups in self.parts.items()}


def teachers(args, given, first_next, dev, where):
    """The mean scores on all candidates, twice as heavy where a teacher has not seen the conversation."""
    groups, held = Groups(LARGE, given), Dev(LARGE, dev)
    began = time.time()
    model = Model(LARGE, {"next": 2})
    show = dict(size=args.batch, device=where, seed=0)
    train(model, groups, range(first_next, len(given)), on_gold(groups, where), epochs=1, rate=3e-5, name="TopiOCQA, large", keep=args.keep / "next.pt", **show)
    log(args.out, began, run="large, TopiOCQA", dev=held.told(held.scores(model, where)))
    start = model.state_dict()
    total, weight = torch.zeros(len(groups)), torch.zeros(len(groups))
    on_dev = {}
    for number in range(args.teachers):
        began = time.time()
        model = Model(LARGE, {"next": 2})
        model.load_state_dict(start)
        left = [turn for turn in range(first_next) if sets.share(given[turn]["id"].rsplit("/", 1)[0], "fold") * args.teachers // 1 == number]
        kept = sorted(set(range(first_next)) - (set(left) if args.teachers > 1 else set()))
        learned = [turn for turn in kept if given[turn]["gold"]]
        show["seed"] = number
        train(model, groups, learned, on_gold(groups, where), epochs=args.epochs, rate=4e-5, name=f"large {number}", keep=args.keep / f"large{number}.pt", **show)
        found = held.scores(model, where)
        log(args.out, began, run=f"large {number}", turns=len(learned), epochs=args.epochs, batch=args.batch, dev=held.told(found))
        on_dev = {name: on_dev.get(name, 0) + table / args.teachers for name, table in found.items()}
        fresh = torch.zeros(len(groups), dtype=torch.bool)
        for turn in [*left, *range(first_next, len(given))]:
            fresh[groups.first[turn] : groups.first[turn] + groups.sizes[turn]] = True
        heavy = 1 + fresh.float() * (args.teachers > 1)
        total += heavy * scores(predict(model, groups, range(len(groups)), where)["next"])
        weight += heavy
    log(args.out, time.time(), run="large, together", dev=held.told(on_dev))
    return total / weight


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--teachers", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch", type=int, default=24, help="turns a batch, of 16 candidates each")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--small-epochs", type=int, default=8)
    parser.add_argument("--small-batch", type=int, default=48)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--rows", type=int, help="only so many turns of each set, to try it out")
    args = parser.parse_args()
    args.keep = RUNS / f"anticipate-{args.out.name}"
    check()
    where = device()
    began = time.time()
    conversations, following = sets.load("pragmaticqa"), [row | {"gold": 1} for row in sets.load("topiocqa_next")]
    some = lambda rows: rows[:: len(rows) // args.rows + 1] if args.rows else rows
    given = some(list(turns(conversations, "train", 32, careful=True)))
    first_next = len(given)
    given += some([row for row in following if row["split"] == "train"])
    dev = {
        "new": some(list(turns(conversations, "new"))),
        "new, pragmatic": some(list(turns(conversations, "new", kinds=["pragmatic"]))),
        "seen": some(list(turns(conversations, "seen"))),
        "TopiOCQA": some([row for row in following if row["split"] == "dev"]),
    }
    print({name: len(part) for name, part in dev.items()}, first_next, len(given), f"{time.time() - began:.0f} s", flush=True)
    kept = args.keep / "taught.pt"
    if kept.exists():
        taught = torch.load(kept, weights_only=True)
    else:
        taught = teachers(args, given, first_next, dev, where)
        kept.parent.mkdir(parents=True, exist_ok=True)
        torch.save(taught, kept)

    began = time.time()
    groups, held = Groups(SMALL, given), Dev(SMALL, dev)
    model = Model(SMALL, {"next": 2}, layers=args.layers, frozen=True)
    train(
        model, groups, range(len(given)), on_teachers(groups, taught, where), epochs=args.small_epochs, rate=args.rate,
        size=args.small_batch, seed=0, device=where, name="small", keep=args.keep / "small.pt",
    )
    of = dict(layers=args.layers, epochs=args.small_epochs, batch=args.small_batch, rate=args.rate, turns=len(given))
    log(args.out, began, run="small", **of, dev=held.told(held.scores(model, where)))
    found = held.scores(int8(model), where)
    judge = calibrated(held.parts["seen"], found["seen"])
    log(args.out, time.time(), run="small, int8", judge=judge, dev=held.told(found))
    export(model, SMALL, args.out / "grice-anticipate", {"next": ["no", "yes"]}, LONGEST, judge)


if __name__ == "__main__":
    main()
