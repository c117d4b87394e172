"""Embedding and searching a collection with static vectors.

    python3 vectors.py GRICE EXAMPLES INDEX MODEL MODELS_FOLDER questions.jsonl WORK

EXAMPLES is the folder of built examples (encode, vector_speed). Embeds INDEX with MODEL, timing it; then makes the same
vectors in floats for the exact truth, and times search by vectors and counts its recall@100.
"""

import json
import os
import pathlib
import subprocess
import sys
import time

grice, examples, index, model, models, questions, work = sys.argv[1:]
work = pathlib.Path(work)
work.mkdir(exist_ok=True)

start = time.time()
process = subprocess.Popen([grice, "index", "embed", "--replace", "--model", model, "--index", index])
_, status, usage = os.wait4(process.pid, 0)
assert status == 0
print(f"embed {model}: {time.time() - start:.1f} s, {usage.ru_utime:.1f} s of processor, {usage.ru_maxrss / 1024:.0f} MiB at most", flush=True)


def floats(texts, path):
    with open(work / "texts.jsonl", "w") as file:
        file.writelines(json.dumps(t) + "\n" for t in texts)
    with open(work / "texts.jsonl") as given, open(path, "wb") as out:
        subprocess.run([f"{examples}/encode", "static", f"{models}/{model}", "raw"], stdin=given, stdout=out, check=True)


def embedded(line):
    passage = json.loads(line)
    return "\n".join(part for part in (passage["title"], passage["section"], passage["text"]) if part)


exported = subprocess.Popen([grice, "index", "export", "--index", index], stdout=subprocess.PIPE, text=True)
floats((embedded(line) for line in exported.stdout), work / "passages.f32")
floats((json.loads(line)["query"] for line in open(questions)), work / "queries.f32")
subprocess.run([f"{examples}/vector_speed", index, work / "queries.f32", work / "passages.f32"], check=True)
