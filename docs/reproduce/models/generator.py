#!/usr/bin/env python3
"""Tokens per second: the example `generate` against llama.cpp's Python binding.

    generator.py GENERATE MODEL.gguf [ROUNDS]

GENERATE is the built example. Both read the same messages and write 128 tokens, always the
likeliest, with two threads and a context of 2,048, each round in a fresh process, one after the
other. Before each one it waits until the machine is idle, because both lose most of their speed
when their threads have to share the cores. Prints the medians and their ratio. Run with the Python
that has llama-cpp-python.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time

SYSTEM = "You are a helpful assistant."
PROMPT = """Summarise the following notes in a few sentences.

A lighthouse keeper on a small northern island wrote a log every evening for forty years. He noted
the wind, the state of the sea, the ships that passed, and the birds that rested on the railing of
the lantern room. In the winters the supply boat could not land for weeks, and he lived on dried
fish, oatmeal and tea. He taught himself to repair the clockwork that turned the lens, to grind his
own tools, and to read three languages from books left behind by a surveyor. When the light was
made automatic, the authority offered him a flat in the town. He stayed two more summers to show
the engineers where the rock held a bolt and where it did not, and to point out the ledge on which
the terns came back every May. His log fills thirty-one volumes. Historians use them for the
weather, biologists for the birds, and the town's children for the drawings in the margins: seals,
kites, a stove with a kettle on it, and the same small boat, again and again, coming in through the
surf with somebody waving from the bow."""


def binding(model):
    """One round of the Python binding, in this process."""
    from llama_cpp import Llama

    start = time.perf_counter()
    llm = Llama(model, n_ctx=2048, n_threads=2, n_threads_batch=2, verbose=False)
    loaded = time.perf_counter() - start
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": PROMPT}]
    start = time.perf_counter()
    first, tokens = None, 0
    for chunk in llm.create_chat_completion(messages, max_tokens=128, temperature=0, stream=True):
        if chunk["choices"][0]["delta"].get("content") is not None:
            tokens += 1
            first = first or time.perf_counter() - start
    whole = time.perf_counter() - start
    read = llm.n_tokens - tokens
    result = {"load_s": loaded, "prompt_tokens": read, "tokens": tokens}
    result |= {"prompt_per_s": read / first, "tokens_per_s": (tokens - 1) / (whole - first)}
    print(json.dumps(result))


def busy():
    """The share of the cores' time that is in use, over half a second."""
    def times():
        with open("/proc/stat") as file:
            return [int(n) for n in file.readline().split()[1:9]]

    before = times()
    time.sleep(0.5)
    spent = [b - a for a, b in zip(before, times())]
    return 1 - (spent[3] + spent[4]) / max(sum(spent), 1)


def once(command):
    while busy() > 0.1:
        pass
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def main():
    if sys.argv[1] == "--binding":
        return binding(sys.argv[2])
    generate, model = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    ours, theirs = [], []
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as prompt:
        prompt.write(PROMPT)
        prompt.flush()
        for _ in range(rounds):
            ours.append(once([generate, model, "--json", prompt.name]))
            theirs.append(once([sys.executable, __file__, "--binding", model]))
    print(f"prompt of {ours[0]['prompt_tokens']} and {theirs[0]['prompt_tokens']} tokens, "
          f"{ours[0]['tokens']} and {theirs[0]['tokens']} written, {rounds} rounds, medians")
    for what in ["prompt_per_s", "tokens_per_s", "load_s"]:
        a, b = (statistics.median(r[what] for r in runs) for runs in (ours, theirs))
        print(f"{what:14} grice {a:8.2f}   llama-cpp-python {b:8.2f}   ratio {a / b:.2f}")
        print(f"{'':14} all   {sorted(round(r[what], 1) for r in ours)} "
              f"{sorted(round(r[what], 1) for r in theirs)}")


if __name__ == "__main__":
    main()
