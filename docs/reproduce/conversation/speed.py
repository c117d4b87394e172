"""How long a turn takes and how much memory it needs, with two builds in turn.

    python3 speed.py --grice target/release/grice --against OTHER --index INDEX --data DATA --manuals MANUALS [--turns 100]

Turns are TopiOCQA's for choosing, with their histories, on INDEX, and single questions over one manual; systems are the default and `fast`. Both
programs run at the same time, each asked one turn while the other waits, the first to be asked changing with every turn. Times are the replies' own
totals; memory is the process's peak (VmHWM), mapped index files counted. Nothing else may run on the machine.
"""

import argparse
import json
import pathlib
import subprocess

import engine
import patterns
import topiocqa


class Program:
    """A `grice ask --jsonl` that is asked one turn at a time."""

    def __init__(self, grice, index, system):
        command = [str(part) for part in [grice, "ask", "--jsonl", "--index", index, *engine.options(system, False)]]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.times = []

    def ask(self, turn, counted):
        sent = {"id": turn["id"], "history": turn.get("history", []), "question": turn["question"]}
        self.process.stdin.write(json.dumps(sent) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        if counted and engine.milliseconds(reply) is not None:
            self.times.append(engine.milliseconds(reply))

    def close(self):
        """Ends the program; its peak memory in MB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        self.process.stdin.close()
        self.process.wait()
        return int(status.split("VmHWM:")[1].split()[0]) / 1024


def measured(args, index, turns, system):
    programs = [Program(grice, index, system) for grice in (args.grice, args.against)]
    for at, turn in enumerate(turns, -args.warm):
        for program in programs if at % 2 else reversed(programs):
            program.ask(turn, counted=at >= 0)
    return [(program.times, program.close()) for program in programs]


def wiki_turns(args):
    talks = topiocqa.conversations(args.data)
    by_title = topiocqa.pages(args, {row["Topic"] for talk in talks.values() for row in talk if row["Topic"]})
    chosen = argparse.Namespace(part="choosing", seed=args.seed, turns=args.turns + args.warm)
    return topiocqa.chosen(chosen, talks, by_title)[: args.turns + args.warm]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grice", type=pathlib.Path, default=engine.BUILT)
    parser.add_argument("--against", type=pathlib.Path, required=True, help="the build to compare with")
    parser.add_argument("--index", required=True, help="both corpora, as for topiocqa.py")
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--manuals", type=pathlib.Path, required=True)
    parser.add_argument("--manual", default="django")
    parser.add_argument("--system", action="append", help="default and fast, unless named; may be repeated")
    parser.add_argument("--turns", type=int, default=100, help="of each collection")
    parser.add_argument("--warm", type=int, default=3, help="turns before the clock starts")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--vectors", help="make the manual's index with vectors of this model")
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path("cache"))
    args = parser.parse_args()
    questions = [row for half in "ab" for row in patterns.single_questions(half) if row["manual"] == args.manual]
    sets = {"both corpora": (args.index, wiki_turns(args)), args.manual: (engine.index_of(args, args.manual), questions[: args.turns + args.warm])}
    print("| collection | system | turns | p50, ms | p99, ms | p50 / other's | p99 / other's | peak, MB | other's |\n" + "|---" * 9 + "|")
    for name, (index, turns) in sets.items():
        for system in args.system or ["default", "fast"]:
            (times, peak), (others, other_peak) = measured(args, index, turns, system)
            cells = [engine.quantile(times, 0.5), engine.quantile(times, 0.99)]
            ratios = [cells[0] / engine.quantile(others, 0.5), cells[1] / engine.quantile(others, 0.99)]
            row = [name, system, len(times), *(f"{cell:.0f}" for cell in cells), *(f"{ratio:.2f}" for ratio in ratios), f"{peak:.0f}", f"{other_peak:.0f}"]
            print("| " + " | ".join(map(str, row)) + " |", flush=True)


if __name__ == "__main__":
    main()
