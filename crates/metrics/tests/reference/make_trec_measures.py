"""Reference values of trec_eval's measures, one query a case.

Made with Python 3.11, pytrec-eval-terrier 0.5.11 (trec_eval 9):

    python make_trec_measures.py    writes trec_measures.jsonl.gz beside this file

A query whose grades are all negative is never made: trec_eval reads beyond its arrays there, and
the value depends on the query scored before. null stands for the NaN that trec_eval gives for
iprec_at_recall_0.00 and 11pt_avg of an empty ranking.
"""
import gzip
import json
import math
import pathlib
import random

import pytrec_eval

CASES = 2600
MEASURES = [
    "map", "map_cut_1", "map_cut_3", "map_cut_5", "map_cut_100",
    "ndcg", "ndcg_cut_1", "ndcg_cut_3", "ndcg_cut_10", "ndcg_cut_100",
    "P_1", "P_5", "P_10", "P_100", "recall_1", "recall_3", "recall_10", "recall_100",
    "recip_rank", "success_1", "success_5", "bpref", "Rprec", "infAP",
    "set_P", "set_recall", "set_map", "set_relative_P",
    "num_q", "num_ret", "num_rel", "num_rel_ret", "11pt_avg",
    "iprec_at_recall_0.00", "iprec_at_recall_0.10", "iprec_at_recall_0.25",
    "iprec_at_recall_0.30", "iprec_at_recall_0.70", "iprec_at_recall_1.00",
]
BETAS = ["set_F", "set_F_0.5", "set_F_2.0", "set_F_0.3"]


def documents(rng, count):
    kinds = [
        lambda: f"d{rng.randrange(60)}",
        lambda: f"doc-{rng.randrange(40):03}",
        lambda: rng.choice("abcdefghABCDEFGH") * rng.randrange(1, 4),
        lambda: rng.choice(["é", "ß", "日本", "ﬁ", "Ω", "ا", "😀", "~", "_", "Z", "z"]) + str(rng.randrange(9)),
    ]
    kind = rng.choice(kinds + [lambda: rng.choice(kinds)()])
    names = set()
    for _ in range(count * 6):
        names.add(kind())
        if len(names) >= count:
            break
    names = sorted(names)
    rng.shuffle(names)
    return names


def score(rng, style):
    if style == "ties":
        return float(rng.randrange(3))
    if style == "single":  # equal as 32-bit floats, or nearly
        return 12.5 + rng.choice([0.0, 1e-9, 2e-7, 1e-6, -1e-6])
    if style == "extreme":
        return rng.choice([0.0, -0.0, 1e30, -1e30, 1e-30, -1e-30, 16777216.0, 16777217.0, 5e-324])
    if style == "whole":
        return rng.randrange(-5, 20)
    return round(rng.uniform(-3, 30), rng.choice([1, 3, 6]))


def case(rng):
    names = documents(rng, rng.choice([1, 2, 4, 8, 15, 30]))
    top = rng.choice([0, 1, 1, 2, 4])
    low = rng.choice([0, 0, -1, -2])
    judged = [name for name in names if rng.random() < rng.choice([0.3, 0.7, 1.0])] or names[:1]
    qrels = {name: rng.randint(low, top) for name in judged}
    if max(qrels.values()) < 0:
        qrels[judged[0]] = 0
    style = rng.choice(["plain", "ties", "single", "extreme", "whole"])
    ranked = [name for name in names if rng.random() < rng.choice([0.0, 0.5, 0.9, 1.0, 1.0, 1.0])]
    run = {name: score(rng, style) for name in ranked}
    level = rng.choice([1, 1, 1, 2, 3])
    judged_only = rng.random() < 0.2
    return qrels, run, level, judged_only


def main():
    rng = random.Random(20211)
    lines = []
    for _ in range(CASES):
        qrels, run, level, judged_only = case(rng)
        measures = rng.sample(MEASURES, 14)
        evaluate = lambda names: pytrec_eval.RelevanceEvaluator(
            {"q": qrels}, names, relevance_level=level, judged_docs_only_flag=judged_only
        ).evaluate({"q": run})["q"]
        values = evaluate(set(measures))
        beta = rng.choice(BETAS)
        values[beta] = evaluate({beta})["set_F"]
        values = {name: None if math.isnan(value) else value for name, value in values.items()}
        lines.append({"qrels": qrels, "run": run, "level": level, "judged_only": judged_only, "values": values})
    path = pathlib.Path(__file__).with_name("trec_measures.jsonl.gz")
    text = "\n".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines)
    path.write_bytes(gzip.compress(text.encode() + b"\n", 9, mtime=0))


main()
