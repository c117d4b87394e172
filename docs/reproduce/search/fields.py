"""What words in the title and the section are worth: first questions of TopiOCQA.

usage: fields.py GRICE INDEX topiocqa_train.json.gz TITLE,SECTION,BODY...
"""
import gzip
import json
import re
import string
import subprocess
import sys

grice, index, data, *weights = sys.argv[1:]
exported = subprocess.Popen([grice, "index", "export", "--index", index], stdout=subprocess.PIPE, text=True)
titles = {json.loads(line)["title"] for line in exported.stdout}
turns = [t for t in json.load(gzip.open(data)) if t["Turn_no"] == 1 and t["Topic"] in titles]


def normal(text):
    text = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


asked = "\n".join(json.dumps({"id": i, "query": t["Question"]}) for i, t in enumerate(turns))
print(f"{len(turns)} questions")
for weight in weights:
    run = subprocess.run([grice, "search", "--jsonl", "--index", index, "-k", "20", "--boosts", weight],
                         input=asked, capture_output=True, text=True, check=True)
    pages, answers = [], []
    for line in run.stdout.splitlines():
        found = json.loads(line)
        turn = turns[found["id"]]
        of_page = [rank for rank, h in enumerate(found["hits"]) if h["title"] == turn["Topic"]]
        pages.append(min(of_page, default=99))
        answer = normal(turn["Answer"])
        if 0 < len(answer.split()) <= 8:
            answers.append(min((r for r in of_page if answer in normal(found["hits"][r]["text"])), default=99))

    def share(ranks, depth):
        return sum(rank < depth for rank in ranks) / len(ranks)

    print(weight, *(f"page@{k} {share(pages, k):.3f}" for k in (1, 5, 20)),
          *(f"answer@{k} {share(answers, k):.3f}" for k in (5, 20)))
