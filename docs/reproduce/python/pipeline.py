"""SQuAD end to end, each pipeline in a process of its own: passages indexed, every question searched
for, the answer cut out of the best passages, rankings and answers scored. Time and memory.

`python pipeline.py --squad dev-v2.0.json` runs all; Python packages: bm25s, rank-bm25, PyStemmer and
those of bindings/python/tests/requirements.txt.
"""

import argparse
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

DEPTH = 10
WORDS = re.compile(r"\w+")


def load(file):
    passages, questions = [], []
    for article in json.loads(pathlib.Path(file).read_text())["data"]:
        for paragraph in article["paragraphs"]:
            id = f"p{len(passages)}"
            passages.append((id, article["title"].replace("_", " "), paragraph["context"]))
            for qa in paragraph["qas"]:
                golds = [answer["text"] for answer in qa["answers"]]
                if golds:
                    questions.append((qa["id"], qa["question"], id, golds))
    return passages, questions


def sentences(passage):
    return [one for one in re.split(r"(?<=[.!?])\s+", passage) if one]


def closest(question, passages):
    """The sentence that shares most words with the question: a reader without a network."""
    asked = set(WORDS.findall(question.lower()))
    best = (-1.0, "")
    for passage in passages:
        for sentence in sentences(passage):
            words = WORDS.findall(sentence.lower())
            shared = sum(word in asked for word in words) / (len(words) + 5) ** 0.5
            best = max(best, (shared, sentence), key=lambda pair: pair[0])
    return best[1]


def scores_in_python(questions, run, answers):
    import ir_measures
    from squad_script import squad_script

    qrels = {id: {gold: 1} for id, _, gold, _ in questions}
    measures = [ir_measures.parse_measure(name) for name in ("RR@10", "R@10", "nDCG@10")]
    found = ir_measures.calc_aggregate(measures, qrels, run)
    best = [max(squad_script(gold, answers[id])[1] for gold in golds) for id, _, _, golds in questions]
    return {**{str(m): value for m, value in found.items()}, "F1": sum(best) / len(best)}


def with_bm25s(file):
    import bm25s
    import Stemmer

    passages, questions = load(file)
    stemmer = Stemmer.Stemmer("english")
    texts = [f"{title} {text}" for _, title, text in passages]
    index = bm25s.BM25(k1=0.9, b=0.4)
    index.index(bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False)
    asked = bm25s.tokenize([one[1] for one in questions], stopwords="en", stemmer=stemmer, show_progress=False)
    found, weights = index.retrieve(asked, k=DEPTH, show_progress=False, n_threads=-1)
    run, answers = {}, {}
    for (id, question, _, _), numbers, row in zip(questions, found.tolist(), weights.tolist()):
        run[id] = {passages[number][0]: weight for number, weight in zip(numbers, row)}
        answers[id] = closest(question, [passages[number][2] for number in numbers[:3]])
    return scores_in_python(questions, run, answers)


def with_rank_bm25(file):
    import Stemmer
    from rank_bm25 import BM25Okapi

    passages, questions = load(file)
    stemmer = Stemmer.Stemmer("english")

    def words(text):
        return stemmer.stemWords(WORDS.findall(text.lower()))

    index = BM25Okapi([words(f"{title} {text}") for _, title, text in passages], k1=0.9, b=0.4)
    run, answers = {}, {}
    for id, question, _, _ in questions:
        weights = index.get_scores(words(question))
        numbers = weights.argsort()[::-1][:DEPTH].tolist()
        run[id] = {passages[number][0]: float(weights[number]) for number in numbers}
        answers[id] = closest(question, [passages[number][2] for number in numbers[:3]])
    return scores_in_python(questions, run, answers)


def with_grice(file):
    import grice
    from grice import judge, score

    passages, questions = load(file)
    folder = pathlib.Path(tempfile.mkdtemp())
    with (folder / "passages.jsonl").open("w") as lines:
        for id, title, text in passages:
            lines.write(json.dumps({"id": id, "title": title, "contents": text}) + "\n")
    grice.ingest(folder / "passages.jsonl", folder / "index")
    index = grice.Index(folder / "index")
    hits = index.search_all([one[1] for one in questions], k=DEPTH, mode="bm25")
    run = {one[0]: {hit["document"].split("/")[-1]: hit["score"] for hit in reversed(row)} for one, row in zip(questions, hits)}
    asked = [(one[1], " ".join(hit["text"] for hit in row[:3]), ()) for one, row in zip(questions, hits)]
    answers = [reading["answer"] for reading in judge.read_all(asked, model="overlap")]
    qrels = {id: {gold: 1} for id, _, gold, _ in questions}
    found = score.retrieval(qrels, run, ["RR@10", "R@10", "nDCG@10"]).totals
    f1 = score.f1(answers, [one[3] for one in questions])
    return {**found, "F1": sum(f1) / len(f1)}


PIPELINES = {"bm25s": with_bm25s, "rank-bm25": with_rank_bm25, "grice": with_grice}


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--squad", required=True, help="a file of SQuAD 2.0")
    arguments.add_argument("--only", choices=PIPELINES, help="one pipeline, in this process")
    given = arguments.parse_args()
    if given.only:
        began = time.perf_counter()
        found = PIPELINES[given.only](given.squad)
        took = time.perf_counter() - began
        used = resource.getrusage(resource.RUSAGE_SELF)
        print(json.dumps({"s": took, "cpu": used.ru_utime + used.ru_stime, "MB": used.ru_maxrss / 1024, **found}))
        return
    print("| pipeline | s | CPU, s | MB | RR@10 | R@10 | nDCG@10 | F1 |\n|---|---|---|---|---|---|---|---|")
    for name in PIPELINES:
        call = [sys.executable, __file__, "--squad", given.squad, "--only", name]
        told = subprocess.run(call, capture_output=True, text=True, check=True).stdout
        row = json.loads(told.splitlines()[-1])
        values = " | ".join(f"{row[key]:.3f}" for key in ("RR@10", "R@10", "nDCG@10", "F1"))
        print(f"| {name} | {row['s']:.2f} | {row['cpu']:.2f} | {row['MB']:.0f} | {values} |", flush=True)


if __name__ == "__main__":
    main()
