#!/usr/bin/env python3
"""Times `grice score` against the Python packages on a run of 16,451 turns, the size of
QReCC's test set, made here from a seed.

    python3 docs/reproduce/scoring/speed.py --grice target/release/grice

Needs rouge-score, sacrebleu and pytrec-eval-terrier from PyPI. Python's times include reading
the files and leave the imports out; Grice's are those of the whole process. The packages use one
core, Grice uses all there are.
"""
import argparse
import collections
import json
import os
import random
import re
import statistics
import string
import subprocess
import tempfile
import time

import pytrec_eval
import sacrebleu
from rouge_score import rouge_scorer

TURNS = 16_451
PASSAGES = 100


def make(folder):
    """A truth and a run in the shared task's, TREC's and the pairs' formats."""
    rng = random.Random(16451)
    letters = "etaoinshrdlucmfwypvbgk"
    words = ["".join(rng.choices(letters, range(22, 0, -1), k=rng.randint(1, 10))) for _ in range(20_000)]
    weights = [1 / (rank + 10) for rank in range(len(words))]
    pool = rng.choices(words, weights, k=1_000_000)

    def text(shortest, longest):
        start = rng.randrange(len(pool) - longest)
        chosen = pool[start : start + rng.randint(shortest, longest)]
        chosen[0] = chosen[0].capitalize()
        return " ".join(w + ("," if rng.random() < 0.08 else "") for w in chosen) + "."

    def near(source):
        kept = [w if rng.random() < 0.6 else rng.choice(pool) for w in source.split()]
        return " ".join(kept[rng.randint(0, 2) :] + rng.choices(pool, k=rng.randint(0, 6)))

    truth, run, qrels, trec, pairs = [], [], [], [], []
    for turn in range(TURNS):
        name = {"Conversation_no": turn // 6 + 1, "Turn_no": turn % 6 + 1}
        rewrite, answer = text(5, 16), text(5, 60)
        ids = [f"http://web.archive.org/web/2015{rng.randrange(10**9):09d}/page_p{p}" for p in range(PASSAGES)]
        scores = {id: round(rng.uniform(5, 30), 4) for id in ids}
        relevant = rng.sample(ids, rng.randint(1, 3))
        key = f"{name['Conversation_no']}_{name['Turn_no']}"
        truth.append({**name, "Truth_rewrite": rewrite, "Truth_passages": relevant, "Truth_answer": answer})
        guess = near(answer)
        run.append({**name, "Model_rewrite": near(rewrite), "Model_passages": scores, "Model_answer": guess})
        qrels.extend(f"{key} 0 {id} 1\n" for id in relevant)
        ranked = sorted(scores, key=scores.get, reverse=True)
        trec.extend(f"{key} Q0 {id} {rank} {scores[id]} run\n" for rank, id in enumerate(ranked, 1))
        pairs.append(json.dumps({"id": key, "prediction": guess, "references": [answer]}) + "\n")
    words_only = [{k: v for k, v in turn.items() if k != "Model_passages"} for turn in run]
    for file, value in (("truth.json", truth), ("run.json", run), ("words.json", words_only)):
        with open(os.path.join(folder, file), "w") as out:
            json.dump(value, out)
    for file, lines in (("qrels.txt", qrels), ("run.txt", trec), ("pairs.jsonl", pairs)):
        with open(os.path.join(folder, file), "w") as out:
            out.writelines(lines)


ARTICLES = re.compile(r"\b(a|an|the)\b", re.UNICODE)
PUNCTUATION = set(string.punctuation)


def normal(text):
    text = "".join(c for c in text.lower() if c not in PUNCTUATION)
    return " ".join(ARTICLES.sub(" ", text).split())


def em_f1(prediction, gold):
    prediction, gold = normal(prediction), normal(gold)
    p, g = prediction.split(), gold.split()
    if not p or not g:
        return float(p == g), float(p == g)
    same = sum((collections.Counter(p) & collections.Counter(g)).values())
    f1 = 0.0 if same == 0 else 2 * (same / len(p)) * (same / len(g)) / (same / len(p) + same / len(g))
    return float(prediction == gold), f1


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def key(turn):
    return f"{turn['Conversation_no']}_{turn['Turn_no']}"


def load(folder, name):
    truth = json.load(open(os.path.join(folder, "truth.json")))
    run = {key(t): t for t in json.load(open(os.path.join(folder, name)))}
    return [(t, run[key(t)]) for t in truth]


def python_words(folder):
    both = load(folder, "words.json")
    rouge = rouge_scorer.RougeScorer(["rouge1"])
    recall = lambda gold, said: rouge.score(gold, said)["rouge1"].recall
    scores = [em_f1(r["Model_answer"], t["Truth_answer"]) for t, r in both]
    return {
        "QR": mean(recall(t["Truth_rewrite"], r["Model_rewrite"]) for t, r in both if t["Turn_no"] > 1),
        "EM": mean(s[0] for s in scores),
        "F1": mean(s[1] for s in scores),
        "ROUGE1-R": mean(recall(t["Truth_answer"], r["Model_answer"]) for t, r in both),
    }


def python_scai(folder):
    both = load(folder, "run.json")
    qrels = {key(t): {p: 1 for p in t["Truth_passages"]} for t, _ in both}
    ranked = {key(t): r["Model_passages"] for t, r in both}
    rr = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(ranked)
    return {**python_words(folder), "MRR": mean(v["recip_rank"] for v in rr.values())}


def python_pairs(folder):
    pairs = [json.loads(line) for line in open(os.path.join(folder, "pairs.jsonl"))]
    rouge = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"])
    sums = collections.Counter()
    for pair in pairs:
        gold, said = pair["references"][0], pair["prediction"]
        em, f1 = em_f1(said, gold)
        parts = rouge.score(gold, said)
        sums.update({"EM": em, "F1": f1, "BLEU (sentence)": sacrebleu.sentence_bleu(said, [gold]).score})
        sums.update({f"ROUGE{n}-F": parts[f"rouge{n}"].fmeasure for n in "12L"})
    return {name: value / len(pairs) for name, value in sums.items()}


def python_trec(folder):
    qrels, run = collections.defaultdict(dict), collections.defaultdict(dict)
    for line in open(os.path.join(folder, "qrels.txt")):
        query, _, document, grade = line.split()
        qrels[query][document] = int(grade)
    for line in open(os.path.join(folder, "run.txt")):
        query, _, document, _, score, _ = line.split()
        run[query][document] = float(score)
    wanted = {"ndcg_cut.3": "nDCG@3", "recall.100": "R@100", "recip_rank": "RR", "map": "AP"}
    scores = pytrec_eval.RelevanceEvaluator(qrels, set(wanted)).evaluate(run)
    return {name: mean(v[key.replace(".", "_")] for v in scores.values()) for key, name in wanted.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--grice", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        make(folder)
        at = lambda name: os.path.join(folder, name)
        scai = ["scai", "--truth", at("truth.json"), "--run"]
        jobs = [
            ("pairs: EM, F1, ROUGE-1/2/L, BLEU", python_pairs, ["pairs", "--file", at("pairs.jsonl")]),
            ("scai, words only: QR, EM, F1, ROUGE1-R", python_words, [*scai, at("words.json")]),
            ("scai, with 100 passages a turn: and MRR", python_scai, [*scai, at("run.json")]),
            ("trec, 100 documents a query: nDCG@3, R@100, RR, AP", python_trec,
             ["trec", "--qrels", at("qrels.txt"), "--run", at("run.txt"), "-m", "nDCG@3 R@100 RR AP"]),
        ]
        total = [0.0, 0.0]
        print(f"| {TURNS:,} turns | Python, s | grice, s | ratio | largest difference |\n|---|---|---|---|---|")
        for number, (name, python, command) in enumerate(jobs):
            times = [[], []]
            for _ in range(args.rounds):
                start = time.perf_counter()
                expected = python(folder)
                times[0].append(time.perf_counter() - start)
                start = time.perf_counter()
                said = subprocess.run([args.grice, "score", *command, "--json"], check=True, capture_output=True)
                times[1].append(time.perf_counter() - start)
            measured = json.loads(said.stdout)["measures"]
            worst = max(abs(measured[m] - value) for m, value in expected.items())
            best = [statistics.median(t) for t in times]
            total = [a + b for a, b in zip(total, best)]
            print(f"| {name} | {best[0]:.2f} | {best[1]:.3f} | {best[0] / best[1]:.0f} × | {worst:.1e} |", flush=True)
            if number == 1:
                print(f"| **lexical measures, both rows** | {total[0]:.2f} | {total[1]:.3f} | **{total[0] / total[1]:.0f} ×** | |")
        print(f"| all rows | {total[0]:.2f} | {total[1]:.3f} | {total[0] / total[1]:.0f} × | |")


main()
