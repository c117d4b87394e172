"""Weights of the engine's signs, fitted on several collections together.

    python3 training/weigh.py collect --set manuals --manuals MANUALS --vectors grice-passages --out manuals.jsonl     # half a, questions and conversations
    python3 training/weigh.py collect --set topiocqa --data DATA --index BOTH --out topiocqa.jsonl                       # turns for choosing
    python3 training/weigh.py fit manuals.jsonl topiocqa.jsonl

`collect` asks with more passages ranked and read than a turn has time for, and keeps each candidate's signs and whether it holds the answer. `fit`
moves the weights of systems/default.toml so that a passage that holds the answer comes first: by the searches, with the ranker, and with the reader,
each with its own likelihood over the candidates of a turn; every collection counts the same, and a weight is held near to what it was. It prints the
shares before and after, half of the turns kept aside by their number, and the lines of the file; [read.sure] likewise, as a logistic fit of whether
the reader's best passage holds the answer, with unanswerable turns among the others.
"""

import argparse
import collections
import hashlib
import json
import math
import pathlib
import sys
import tempfile
import tomllib

import numpy as np
import scipy.optimize

HERE = pathlib.Path(__file__).parent
REPRODUCE = HERE.parent / "docs/reproduce"
sys.path[:0] = [str(REPRODUCE / "conversation"), str(REPRODUCE / "documents")]

WIDE = "[rerank]\nhead = 40\n[read]\npassages = 12\nenough = 2.0\nleast = 0.0\n"
FOUND = ["original", "rewrite", "recent", "titled", "all", "page", "vector", "terms", "same", "earlier", "asked", "answered", "linked"]
RANKED = ["rank", "about", "covered", "named"]
READ = ["relevance", "confidence"]
ALL = FOUND + RANKED + READ
SURE = ["confidence", "relevance", "rank", "about", "covered", "named", "known"]
PLACES = {name: ("retrieve", name) for name in FOUND[:8]} | {name: ("prior", name) for name in FOUND[8:]}
PLACES |= {"rank": ("rerank", "weight"), "about": ("rerank", "page"), "covered": ("rerank", "covered"), "named": ("rerank", "named")}
PLACES |= {name: ("read", name) for name in READ}
ALONE = {name: ("alone", name) for name in ("rewrite", "page", "vector", "terms", "asked", "covered", "named", "rank", "about", "relevance", "confidence")}
DOUBT, LEAST_LIKELY = 0.3, 0.01
KEPT = 120
SHARP = 3.0


def row_of(id, trace, holds, answerable):
    """What is kept of a turn: for each candidate its reading's kind, doubt, signs, and whether it holds the answer."""
    readings = trace["why"]["readings"]
    doubts = [DOUBT * math.log(max(reading["likely"], LEAST_LIKELY)) for reading in readings]
    found = []
    for at, one in enumerate(trace["candidates"]):
        held = holds(one["id"])
        if at < KEPT or held:
            signs = {name: round(value, 4) for name, value in one["features"].items() if value}
            kind = readings[one["reading"]]["kind"] if readings else "as-said"
            found.append({"id": one["id"], "alone": kind == "as-said", "doubt": doubts[one["reading"]] if doubts else 0.0, "signs": signs, "holds": held})
    return {"id": id, "answerable": answerable, "candidates": found}


def wide(system):
    file = tempfile.NamedTemporaryFile("w", suffix=".toml", delete=False)
    file.write(f'name = "wide"\n{WIDE}{system}')
    file.close()
    return file.name


def of_manuals(args):
    import engine
    import patterns

    system = wide("")
    given = collections.defaultdict(lambda: ([], []))
    for question in patterns.single_questions("a"):
        given[question["manual"]][0].append(question)
    for talk in patterns.talks("a"):
        given[talk["manual"]][1].append(talk["turns"])
    for manual, (single, talks) in given.items():
        index = engine.index_of(args, manual)
        known = {}
        for line in engine.run([args.grice, "index", "export", "--index", index]).splitlines():
            passage = json.loads(line)
            known[passage["passage"]] = f"{passage['section']} {passage['text']}"
        turns = [turn for talk in talks for turn in talk]
        held = engine.held(args.grice, index, [[turn["question"] for turn in talk] for talk in talks], system, trace=True)
        replies = engine.asked(args.grice, index, single, system, trace=True) + [reply for talk in held for reply in talk]
        for at, (asked, reply) in enumerate(zip(single + turns, replies)):
            answerable = asked["kind"] != "unanswerable"
            if reply.get("trace", {}).get("candidates"):
                holds = lambda id: answerable and patterns.text_is_right(known[id], asked)
                yield row_of(f"{manual}/{asked.get('id', at)}", reply["trace"], holds, answerable)


def of_topiocqa(args):
    import topiocqa

    talks = topiocqa.conversations(args.data)
    by_title = topiocqa.pages(args, {row["Topic"] for talk in talks.values() for row in talk if row["Topic"]})
    args.part, args.seed, args.trace, args.system = "choosing", 1, True, wide("")
    turns = topiocqa.chosen(args, talks, by_title)
    for turn, reply in zip(turns, topiocqa.asked(args, turns)):
        if reply.get("trace", {}).get("candidates"):
            yield row_of(turn["id"], reply["trace"], lambda id: id in turn["gold"], turn["kind"] != "unanswerable")


def collect(args):
    with args.out.open("w") as out:
        for row in {"manuals": of_manuals, "topiocqa": of_topiocqa}[args.set](args):
            out.write(json.dumps(row) + "\n")


def arrays(rows):
    """A turn's signs as a matrix, which rows are of questions taken as they were said, their doubts, and which hold the answer."""
    for row in rows:
        own = row["candidates"]
        if any(one["holds"] for one in own):
            signs = np.array([[one["signs"].get(name, 0.0) for name in ALL] for one in own])
            yield signs, np.array([one["alone"] for one in own]), np.array([one["doubt"] for one in own]), np.array([one["holds"] for one in own])


# What the searches know, what the ranker adds, what the reader adds.
STEPS = [slice(0, len(FOUND)), slice(len(FOUND), -len(READ)), slice(-len(READ), None)]


def steps(turn):
    """After the searches, with the ranker, with the reader: the signs that count, and the rows that the step sees."""
    signs, _, _, holds = turn
    counted = np.zeros_like(signs)
    seen = [np.ones(len(signs), bool), signs[:, len(FOUND)] != 0, (signs[:, STEPS[2]] != 0).any(1)]
    for part, rows in zip(STEPS, seen):
        counted[:, part] = signs[:, part]
        if (holds & rows).any():
            yield counted.copy(), rows


def loss(weights, sets):
    """The mean over the sets of how unlikely a passage that holds the answer comes first, and its gradient."""
    total, gradient = 0.0, np.zeros_like(weights)
    for turns in sets.values():
        parts = [(turn, counted, rows) for turn in turns for counted, rows in steps(turn)]
        for turn, counted, rows in parts:
            _, alone, doubt, holds = turn
            score = SHARP * ((counted * np.where(alone[:, None], weights[0], weights[1])).sum(1) + doubt)
            all_, held = softmax(np.where(rows, score, -np.inf)), softmax(np.where(rows & holds, score, -np.inf))
            total += (all_[1] - held[1]) / len(parts)
            slope = SHARP * (all_[0] - held[0])[:, None] * counted / len(parts)
            gradient[0] += slope[alone].sum(0)
            gradient[1] += slope[~alone].sum(0)
    return total, gradient


def softmax(score):
    most = score.max()
    power = np.exp(score - most)
    return power / power.sum(), most + math.log(power.sum())


def shares(turns, weights, head, passages):
    """First and among two, five and sixteen, as a turn with so many ranked and read would have it."""
    counts = collections.Counter()
    for signs, alone, doubt, holds in turns:
        weight = np.where(alone[:, None], weights[0], weights[1])
        parts = [(signs[:, part] * weight[:, part]).sum(1) for part in STEPS]
        score = parts[0] + doubt
        counts["found"] += bool(holds[(-score).argsort()[:head]].any())
        for part, most in ((parts[1], head), (parts[2], passages)):
            order = (-score).argsort()
            score = score.copy()
            score[order[:most]] += part[order[:most]]
        order = holds[(-score).argsort()]
        for k in (1, 2, 5):
            counts[k] += bool(order[:k].any())
    n = max(1, len(turns))
    return f"n {n:4}  among {head} of the searches {100 * counts['found'] / n:5.1f}   first {100 * counts[1] / n:5.1f}   two {100 * counts[2] / n:5.1f}   five {100 * counts[5] / n:5.1f}"


def fit(args):
    system = tomllib.loads((HERE.parent / "systems/default.toml").read_text())
    start = np.array([[system["alone"].get(name, 0.0) if name in ALONE else 0.0 for name in ALL], [system[PLACES[name][0]].get(PLACES[name][1], 0.0) for name in ALL]])
    may_move = np.array([[name in ALONE for name in ALL], [start[1][at] > 0 or name in RANKED for at, name in enumerate(ALL)]])
    sets = {path.stem: [json.loads(line) for line in path.read_text().splitlines()] for path in args.files}
    aside = lambda row: args.aside and int(hashlib.sha256(row["id"].encode()).hexdigest(), 16) % 2 == 0
    fitted = {name: list(arrays([row for row in rows if not aside(row)])) for name, rows in sets.items()}
    kept = {name: list(arrays([row for row in rows if aside(row)])) for name, rows in sets.items()}

    def held(flat):
        moved = flat.reshape(start.shape) * may_move
        value, gradient = loss(start + moved, fitted)
        return value + args.hold * (moved**2).sum(), ((gradient + 2 * args.hold * moved) * may_move).ravel()

    bounds = [(-value, None) for value in start.ravel()]
    found = scipy.optimize.minimize(held, np.zeros(start.size), jac=True, method="L-BFGS-B", bounds=bounds)
    weights = start + found.x.reshape(start.shape) * may_move
    system_head, passages = system["rerank"]["head"], system["read"]["passages"]
    for what, parts in (("fitted", fitted), ("aside", kept)):
        for name, turns in parts.items():
            if turns:
                print(f"{what:7} {name:10} before {shares(turns, start, system_head, passages)}")
                print(f"{what:7} {name:10} after  {shares(turns, weights, system_head, passages)}")
    for which, places in ((1, PLACES), (0, ALONE)):
        for at, name in enumerate(ALL):
            if name in places and may_move[which][at]:
                section, key = places[name]
                print(f"[{section}] {key} = {weights[which][at]:.2f}    # was {start[which][at]:.2f}")
    sure(sets, weights, system)


def sure(sets, weights, system):
    """How probable it is that the passage on top has the answer: a logistic fit, and what it keeps and refuses against the one before."""
    signs, right, counts, answerable = [], [], [], []
    passages = system["read"]["passages"]
    for rows in sets.values():
        own = []
        for row in rows:
            score = lambda one: one["doubt"] + sum(float(weights[0 if one["alone"] else 1][at]) * one["signs"].get(name, 0.0) for at, name in enumerate(ALL))
            read = sorted((one for one in row["candidates"] if any(one["signs"].get(name) for name in READ)), key=score)[-passages:]
            if read:
                own.append(([read[-1]["signs"].get(name, 0.0) for name in SURE], read[-1]["holds"], row["answerable"]))
        for some, part in zip((signs, right, answerable), zip(*own)):
            some.extend(part)
        counts += [1 / max(1, len(own))] * len(own)
    signs, right, counts, answerable = np.array(signs), np.array(right, float), np.array(counts), np.array(answerable)

    def told(fitted):
        chance = 1 / (1 + np.exp(-(signs @ fitted[1:] + fitted[0])))
        value = -(counts * (right * np.log(chance + 1e-9) + (1 - right) * np.log(1 - chance + 1e-9))).sum() + 1e-3 * (fitted[1:] ** 2).sum()
        slope = counts * (chance - right)
        return value, np.concatenate([[slope.sum()], slope @ signs + 2e-3 * fitted[1:]])

    names = ["bias", *SURE]
    before = np.array([system["read"]["sure"][name] for name in names])
    after = scipy.optimize.minimize(told, before, jac=True, method="L-BFGS-B").x
    for name, value, was in zip(names, after, before):
        print(f"[read.sure] {name} = {value:.2f}    # was {was:.2f}")
    for which, fitted in (("before", before), ("after", after)):
        chance = 1 / (1 + np.exp(-(signs @ fitted[1:] + fitted[0])))
        for least in (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45):
            shown = chance >= least
            share = lambda part: 100 * (shown & part).sum() / max(1, part.sum())
            print(f"{which:7} least {least:.2f}: answerable refused {100 - share(answerable):5.1f}, right on top refused {100 - share(right > 0):5.1f}, unanswerable refused {100 - share(~answerable):5.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    collecting = commands.add_parser("collect")
    collecting.add_argument("--set", choices=["manuals", "topiocqa"], required=True)
    collecting.add_argument("--grice", default=str(HERE.parent / "target/release/grice"))
    collecting.add_argument("--manuals", type=pathlib.Path)
    collecting.add_argument("--vectors")
    collecting.add_argument("--data", type=pathlib.Path)
    collecting.add_argument("--index")
    collecting.add_argument("--turns", type=int, default=250)
    collecting.add_argument("--cache", type=pathlib.Path, default=pathlib.Path("cache"))
    collecting.add_argument("--out", type=pathlib.Path, required=True)
    fitting = commands.add_parser("fit")
    fitting.add_argument("files", type=pathlib.Path, nargs="+")
    fitting.add_argument("--aside", action="store_true", help="fit on half of the turns and look at the others")
    fitting.add_argument("--hold", type=float, default=0.02, help="how much a weight is held near to what it was")
    args = parser.parse_args()
    {"collect": collect, "fit": fit}[args.command](args)


if __name__ == "__main__":
    main()
