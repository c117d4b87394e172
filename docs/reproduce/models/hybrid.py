"""What vectors add to words: first questions of TopiOCQA whose page is in the index.

    python3 hybrid.py GRICE topiocqa_train.json.gz INDEX...

Each INDEX has vectors. page@k: the gold page is among the first k passages' pages; answer@k: a passage of that page that
holds the answer (of at most eight words) is among the first k.
"""

import gzip
import json
import re
import string
import subprocess
import sys

grice, data, *indexes = sys.argv[1:]
MODES = [["--mode", "bm25"], ["--mode", "dense"], ["--fusion", "rrf"], ["--weight", "0.2"], ["--weight", "0.3"], ["--weight", "0.4"]]


def normal(text):
    text = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


exported = subprocess.Popen([grice, "index", "export", "--index", indexes[0]], stdout=subprocess.PIPE, text=True)
titles = {json.loads(line)["title"] for line in exported.stdout}
turns = [t for t in json.load(gzip.open(data)) if t["Turn_no"] == 1 and t["Topic"] in titles]
asked = "\n".join(json.dumps({"id": i, "query": t["Question"]}) for i, t in enumerate(turns))
print(f"{len(turns)} questions\n")
print("| index | mode | page@1 | page@5 | page@20 | answer@5 | answer@20 | answer@100 |\n|---|---|---|---|---|---|---|---|")
for index in indexes:
    for mode in MODES:
        command = [grice, "search", "--jsonl", "--index", index, "-k", "100", *mode]
        run = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
        pages, answers = [], []
        for line in run.stdout.splitlines():
            found = json.loads(line)
            turn = turns[found["id"]]
            of_page = [rank for rank, h in enumerate(found["hits"]) if h["title"] == turn["Topic"]]
            pages.append(min(of_page, default=999))
            answer = normal(turn["Answer"])
            if 0 < len(answer.split()) <= 8:
                answers.append(min((r for r in of_page if answer in normal(found["hits"][r]["text"])), default=999))

        def share(ranks, depth):
            return f"{sum(rank < depth for rank in ranks) / len(ranks):.3f}"

        cells = [share(pages, k) for k in (1, 5, 20)] + [share(answers, k) for k in (5, 20, 100)]
        print(f"| {index.rstrip('/').split('/')[-1]} | {' '.join(mode)} | {' | '.join(cells)} |", flush=True)
