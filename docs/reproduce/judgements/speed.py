#!/usr/bin/env python3
"""How fast each judgement's command answers, and how much memory it takes.

    speed.py GRICE [--only read,rerank] [--model read=FOLDER ...] [--count 200] [--single 100]

Each command runs with --jsonl. Its inputs are made of the demo pages in this repository. After a first line, which is
not timed, so that loading is not counted, all lines are sent at once (inputs a second), then one at a time, each after
the answer to the one before (p50 and p99 in milliseconds). Memory is the process's peak (VmHWM). "by" tells who
answered: a model's name, or the fallback where its weights are not there.
"""

import argparse
import json
import os
import pathlib
import random
import re
import statistics
import subprocess
import threading
import time

DEMO = pathlib.Path(__file__).resolve().parents[3] / "demo" / "solar-system"
REPLIES = ["Yes, of course.", "I had a big lunch.", "Only if it's short.", "Not that I know of.", "Ask me again tomorrow."]


def pages():
    """The demo's pages: title, passages of at least 100 words, sentences."""
    for path in sorted(DEMO.glob("*.md")):
        lines = path.read_text(encoding="utf-8").splitlines()
        title = next((line[2:] for line in lines if line.startswith("# ")), path.stem)
        plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line) for line in lines if line[:1].isalpha()]
        passages, words = [], []
        for line in plain:
            words += line.split()
            if len(words) >= 120:
                passages.append(" ".join(words[:150]))
                words = []
        sentences = [s for line in plain for s in re.split(r"(?<=[.!?]) ", line) if 5 <= len(s.split()) <= 40]
        if passages and len(sentences) >= 18:
            yield {"title": title, "passages": passages, "sentences": sentences}


def inputs(count, seed=6):
    """For each command `count` inputs."""
    rng = random.Random(seed)
    known = list(pages())
    every = [p for page in known for p in page["passages"]]
    made = {name: [] for name in ("interpret", "rewrite", "read", "rerank", "anticipate", "ground", "analyze")}
    for number in range(count):
        page = rng.choice(known)
        title, passage, sentences = page["title"], rng.choice(page["passages"]), page["sentences"]
        history = [
            {"question": f"What is {title}?", "answer": sentences[0]},
            {"question": "Who studied it first?", "answer": rng.choice(sentences)},
        ]
        said = {"id": number, "history": history}
        made["interpret"].append({"id": number, "question": f"Have you read about {title}?", "answer": rng.choice(REPLIES)})
        made["rewrite"].append(said | {"question": "How large is it, and how far away?"})
        made["read"].append(said | {"question": "How large is it?", "passage": passage})
        near = [passage, *rng.sample(every, 19)]
        made["rerank"].append(said | {"question": "How large is it?", "passages": near})
        literal, *candidates = rng.sample(sentences, 17)
        made["anticipate"].append(said | {"question": "How large is it?", "literal": [literal], "candidates": candidates})
        reply = " ".join(rng.sample(sentences, 2))
        made["ground"].append({"id": number, "evidence": passage, "reply": reply})
        first, second = rng.sample(sentences, 2)
        made["analyze"].append({"id": number, "text": first, "text2": second} if number % 2 else {"id": number, "text": first})
    return made


class Command:
    """A running command that answers lines."""

    def __init__(self, grice, name, model):
        more = ["--model", model] if model else []
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([grice, name, "--jsonl", *more], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)

    def send(self, lines):
        self.process.stdin.write("".join(json.dumps(line) + "\n" for line in lines).encode())
        self.process.stdin.flush()

    def receive(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{' '.join(self.process.args)} ended with {self.process.wait()}")
        return json.loads(line)

    def batch(self, lines):
        """Inputs a second."""
        began = time.perf_counter()
        sending = threading.Thread(target=self.send, args=(lines,))
        sending.start()
        answers = [self.receive() for _ in lines]
        sending.join()
        taken = time.perf_counter() - began
        wrong = [a["error"] for a in answers if "error" in a]
        if wrong:
            raise SystemExit(f"{self.process.args[1]}: {wrong[0]}")
        return len(lines) / taken

    def single(self, lines):
        """Milliseconds of each line."""
        taken = []
        for line in lines:
            began = time.perf_counter()
            self.send([line])
            self.receive()
            taken.append(1000 * (time.perf_counter() - began))
        return sorted(taken)

    def peak(self):
        """Peak memory in MiB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("grice")
    parser.add_argument("--only", help="commands, with commas between")
    parser.add_argument("--model", action="append", default=[], metavar="COMMAND=FOLDER")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--single", type=int, default=100)
    args = parser.parse_args()
    models = dict(pair.split("=", 1) for pair in args.model)
    made = inputs(max(args.count, args.single, 1))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
    print("| command | by | load s | inputs/s | p50 ms | p99 ms | peak MiB |\n|---|---|---|---|---|---|---|")
    for name in args.only.split(",") if args.only else made:
        began = time.perf_counter()
        command = Command(args.grice, name, models.get(name))
        command.send(made[name][:1])
        first = command.receive()
        loaded = time.perf_counter() - began
        speed = command.batch(made[name][: args.count])
        times = command.single(made[name][: args.single])
        peak = command.peak()
        command.end()
        slow = times[min(len(times) - 1, int(0.99 * len(times)))]
        print(f"| {name} | {first.get('by', '')} | {loaded:.2f} | {speed:.1f} | {statistics.median(times):.1f} | {slow:.1f} | {peak:.0f} |", flush=True)


if __name__ == "__main__":
    main()
