"""What each rule of the engine is worth, on turns that numbers may be chosen on.

    python3 rules.py --index INDEX --data DATA --manuals MANUALS --grice target/release/grice [--turns 300] [--rule NAME]

Turns are TopiOCQA's for choosing (topiocqa.py), the manuals' single questions and their conversations, half a. All run once with the default
system, whose `[reason] rules` lists the rules; a reply's `why.rules` names those that changed it. Then, rule by rule, the turns where it fired run
again with a list that lacks it; of a conversation all turns up to the last such one are played. A turn scores the F1 of its answer (TopiOCQA) or
whether it is right (manuals), an unanswerable one whether it is refused. Helped: the score is higher with the rule; harmed: lower.
"""

import argparse
import pathlib
import tomllib

import engine
import patterns
import topiocqa

SETS = ["TopiOCQA", "manuals", "conversations"]


def turns(args):
    """Every turn, with the set it is of."""
    chosen = argparse.Namespace(part="choosing", seed=args.seed, turns=args.turns)
    talks = topiocqa.conversations(args.data)
    by_title = topiocqa.pages(args, {row["Topic"] for talk in talks.values() for row in talk if row["Topic"]})
    found = [turn | {"set": "TopiOCQA"} for turn in topiocqa.chosen(chosen, talks, by_title)]
    found += [question | {"set": "manuals"} for question in patterns.single_questions("a")[: args.limit]]
    for talk in patterns.talks("a")[: args.limit]:
        said = [turn["question"] for turn in talk["turns"]]
        found += [turn | {"set": "conversations", "said": said[:at]} for at, turn in enumerate(talk["turns"], 1)]
    return found


def replies(args, asked, system=None):
    """{id: reply} of the turns, one process for each index and way of asking."""
    found = {}
    for group in SETS:
        own = [turn for turn in asked if turn["set"] == group]
        if group == "TopiOCQA" and own:
            found |= {turn["id"]: reply for turn, reply in zip(own, engine.asked(args.grice, args.index, own, system, trace=True))}
            continue
        for manual in dict.fromkeys(turn["manual"] for turn in own):
            index, mine = engine.index_of(args, manual), [turn for turn in own if turn["manual"] == manual]
            if group == "manuals":
                found |= {turn["id"]: reply for turn, reply in zip(mine, engine.asked(args.grice, index, mine, system, trace=True))}
            else:
                found |= played(args, index, mine, system)
    return found


def played(args, index, asked, system):
    """{id: reply} of turns of conversations, each conversation once and as far as it is needed."""
    talks = {}
    for turn in asked:
        talks.setdefault(turn["id"].rsplit("/", 1)[0], []).append(turn)
    longest = {name: max((turn["said"] for turn in own), key=len) for name, own in talks.items()}
    held = dict(zip(longest, engine.held(args.grice, index, list(longest.values()), system, trace=True)))
    return {turn["id"]: held[name][len(turn["said"]) - 1] for name, own in talks.items() for turn in own}


def score(turn, reply):
    if turn["kind"] == "unanswerable":
        return float(engine.refused(reply))
    if turn["set"] == "TopiOCQA":
        return topiocqa.f1(turn["answer"], reply.get("answer") or "")
    return float(engine.is_right(reply, turn))


def system_without(args, rules, rule):
    """A system's file that differs from the default by one rule."""
    file = args.cache / "rules" / f"without-{rule}.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    listed = ", ".join(f'"{other}"' for other in rules if other != rule)
    file.write_text(f'name = "without-{rule}"\n\n[reason]\nrules = [{listed}]\n')
    return file.absolute()


def row(rule, fired, before, after):
    """A line of the table: scores are of the fired turns, with the rule and without it."""
    scores = [(turn["set"] == "TopiOCQA", score(turn, before[turn["id"]]), score(turn, after[turn["id"]])) for turn in fired]
    counts = " + ".join(str(sum(turn["set"] == group for turn in fired)) for group in SETS)
    helped, harmed = sum(a > b for _, a, b in scores), sum(a < b for _, a, b in scores)
    means = []
    for wiki in (True, False):
        own = [(a, b) for of, a, b in scores if of == wiki]
        means.append(" / ".join(f"{engine.percent(column):.1f}" for column in zip(*own)) if own else "")
    return f"| {rule} | {len(fired)} ({counts}) | {helped} | {harmed} | {means[0]} | {means[1]} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--index", required=True, help="both corpora, as for topiocqa.py")
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--manuals", type=pathlib.Path, required=True)
    parser.add_argument("--grice", type=pathlib.Path, default=engine.BUILT)
    parser.add_argument("--turns", type=int, default=300, help="answerable turns of TopiOCQA, at least")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rule", action="append", help="only this rule; may be repeated")
    parser.add_argument("--limit", type=int, help="only the first questions over manuals and the first conversations")
    parser.add_argument("--vectors", help="make the manuals' indexes with vectors of this model")
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path("cache"))
    args = parser.parse_args()
    rules = tomllib.loads(engine.run([args.grice, "systems", "default"])).get("reason", {}).get("rules")
    if rules is None:
        raise SystemExit(f"the default system of {args.grice} has no list `rules` under [reason]")
    asked = turns(args)
    before = replies(args, asked)
    print("| rule | fired (TopiOCQA + manuals + conversations) | helped | harmed | F1, TopiOCQA: with / without | right, manuals: with / without |")
    print("|---|---|---|---|---|---|")
    for rule in args.rule or rules:
        fired = [turn for turn in asked if rule in engine.why(before[turn["id"]]).get("rules", [])]
        after = replies(args, fired, system_without(args, rules, rule)) if fired else {}
        print(row(rule, fired, before, after), flush=True)
    print(f"\n{len(asked)} turns; a rule changed {sum(bool(engine.why(reply).get('rules')) for reply in before.values())} of them")


if __name__ == "__main__":
    main()
