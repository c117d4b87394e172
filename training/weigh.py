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


def tensors(rows, torch):
    """A turn's signs as a matrix, which rows are of questions taken as they were said, their doubts, and which hold the answer."""
    for row in rows:
        own = row["candidates"]
        if any(one["holds"] for one in own):
            signs = torch.tensor([[one["signs"].get(name, 0.0) for name in ALL] for one in own])
            yield signs, torch.tensor([one["alone"] for one in own]), torch.tensor([one["doubt"] for one in own]), torch.tensor([one["holds"] for one in own])


def scores(turn, weights, most, torch):
    """After the searches, with the ranker, with the reader: each over those that the step sees."""
    signs, alone, doubt, holds = turn
    weight = torch.where(alone[:, None], weights[0], weights[1])
    found = (signs[:, : len(FOUND)] * weight[:, : len(FOUND)]).sum(1) + doubt
    ranked = found + (signs[:, len(FOUND) : -2] * weight[:, len(FOUND) : -2]).sum(1)
    read = ranked + (signs[:, -2:] * weight[:, -2:]).sum(1)
    heads = signs[:, len(FOUND)] != 0
    readers = (signs[:, -2:] != 0).any(1)
    for score, seen in ((found, torch.ones_like(heads)), (ranked, heads), (read, readers)):
        if (holds & seen).any():
            yield score[seen], holds[seen]


def shares(turns, weights, head, passages, torch):
    """First and among two, five and sixteen, as a turn with so many ranked and read would have it."""
    counts = collections.Counter()
    for turn in turns:
        signs, alone, doubt, holds = turn
        weight = torch.where(alone[:, None], weights[0], weights[1])
        parts = [(signs[:, a:b] * weight[:, a:b]).sum(1) for a, b in ((0, len(FOUND)), (len(FOUND), -2), (-2, None))]
        score = parts[0] + doubt
        counts["found"] += bool(holds[score.argsort(descending=True)[:head]].any())
        for part, most in ((parts[1], head), (parts[2], passages)):
            order = score.argsort(descending=True)
            score = score.clone()
            score[order[:most]] += part[order[:most]]
        order = holds[score.argsort(descending=True)]
        for k in (1, 2, 5):
            counts[k] += bool(order[:k].any())
    n = max(1, len(turns))
    return f"n {n:4}  among {head} of the searches {100 * counts['found'] / n:5.1f}   first {100 * counts[1] / n:5.1f}   two {100 * counts[2] / n:5.1f}   five {100 * counts[5] / n:5.1f}"


def fit(args):
    import torch

    system = tomllib.loads((HERE.parent / "systems/default.toml").read_text())
    start = [[system["alone"].get(name, 0.0) if name in ALONE else 0.0 for name in ALL], [system[PLACES[name][0]].get(PLACES[name][1], 0.0) for name in ALL]]
    start = torch.tensor(start)
    may_move = torch.tensor([[name in ALONE for name in ALL], [start[1][at] > 0 or name in RANKED for at, name in enumerate(ALL)]])
    sets = {path.stem: [json.loads(line) for line in path.read_text().splitlines()] for path in args.files}
    aside = lambda row: args.aside and int(hashlib.sha256(row["id"].encode()).hexdigest(), 16) % 2 == 0
    fitted = {name: list(tensors([row for row in rows if not aside(row)], torch)) for name, rows in sets.items()}
    kept = {name: list(tensors([row for row in rows if aside(row)], torch)) for name, rows in sets.items()}
    moved = torch.zeros_like(start, requires_grad=True)
    optimiser = torch.optim.LBFGS([moved], max_iter=200, line_search_fn="strong_wolfe")
    now = lambda: (start + moved * may_move).clamp(min=0.0)

    def loss():
        optimiser.zero_grad()
        weights, total = now(), 0.0
        for turns in fitted.values():
            losses = [torch.logsumexp(3 * score, 0) - torch.logsumexp(3 * score[holds], 0) for turn in turns for score, holds in scores(turn, weights, None, torch)]
            total = total + torch.stack(losses).mean()
        total = total + args.hold * (moved**2).sum()
        total.backward()
        return total

    optimiser.step(loss)
    weights = now().detach()
    system_head, passages = system["rerank"]["head"], system["read"]["passages"]
    for what, parts in (("fitted", fitted), ("aside", kept)):
        for name, turns in parts.items():
            if turns:
                print(f"{what:7} {name:10} before {shares(turns, start, system_head, passages, torch)}")
                print(f"{what:7} {name:10} after  {shares(turns, weights, system_head, passages, torch)}")
    for which, places in ((1, PLACES), (0, ALONE)):
        for at, name in enumerate(ALL):
            if name in places and may_move[which][at]:
                section, key = places[name]
                print(f"[{section}] {key} = {weights[which][at]:.2f}    # was {start[which][at]:.2f}")
    sure(sets, weights, system["read"]["sure"], torch)


def sure(sets, weights, before, torch):
    """How probable it is that the passage on top has the answer."""
    signs, right, counts = [], [], []
    for rows in sets.values():
        own = []
        for row in rows:
            read = [one for one in row["candidates"] if any(one["signs"].get(name) for name in READ)]
            score = lambda one: one["doubt"] + sum(float(weights[0 if one["alone"] else 1][at]) * one["signs"].get(name, 0.0) for at, name in enumerate(ALL))
            if read:
                best = max(read, key=score)
                own.append(([best["signs"].get(name, 0.0) for name in SURE], best["holds"]))
        signs += [one for one, _ in own]
        right += [float(is_right) for _, is_right in own]
        counts += [1 / max(1, len(own))] * len(own)
    signs, right, counts = torch.tensor(signs), torch.tensor(right), torch.tensor(counts)
    fitted = torch.zeros(len(SURE) + 1, requires_grad=True)
    optimiser = torch.optim.LBFGS([fitted], max_iter=200, line_search_fn="strong_wolfe")

    def loss():
        optimiser.zero_grad()
        told = torch.nn.functional.binary_cross_entropy_with_logits(signs @ fitted[1:] + fitted[0], right, reduction="none")
        total = (told * counts).sum() + 1e-3 * (fitted[1:] ** 2).sum()
        total.backward()
        return total

    optimiser.step(loss)
    for name, value in zip(["bias", *SURE], fitted.detach()):
        print(f"[read.sure] {name} = {value:.2f}    # was {before[name]:.2f}")


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
