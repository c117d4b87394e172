"""Reference values of ir-measures: whole runs, with missing queries, and their aggregates.

Made with Python 3.11, ir-measures 0.4.3, pytrec-eval-terrier 0.5.11 and perl 5 (for gdeval.pl):

    python -X utf8 make_ir_measures.py    writes ir_measures.jsonl.gz beside this file

Left out, since ir-measures has no value there: queries whose grades are all negative, and Judged of
an empty ranking (a division by zero). Custom gains are computed in a call of their own: beside
other measures, ir-measures may hand their grades to plain nDCG, depending on the hashes of the day.
"""
import gzip
import json
import math
import pathlib
import random
import warnings

warnings.simplefilter("ignore")
import ir_measures

COLLECTIONS = 340
MEASURES = [
    "nDCG", "nDCG@1", "nDCG@3", "nDCG@10", "nDCG(judged_only=True)@5",
    "nDCG(dcg='exp-log2')@3", "nDCG(dcg='exp-log2')@10", "ERR@3", "ERR@10",
    "P@1", "P@5", "P(rel=2)@3", "P(judged_only=True)@5", "P(rel=2,judged_only=True)@5",
    "R@3", "R@100", "R(rel=2)@10", "R(judged_only=True)@3",
    "RR", "RR@1", "RR@3", "RR@10", "RR(rel=2)", "RR(rel=2)@3", "RR(judged_only=True)",
    "AP", "AP@3", "AP(rel=2)", "AP(rel=2)@100", "AP(judged_only=True)",
    "Success@1", "Success@5", "Success(rel=2)@3", "Bpref", "Bpref(rel=2)",
    "Rprec", "Rprec(rel=2)", "Rprec(judged_only=True)", "infAP", "infAP(rel=2)",
    "IPrec@0.0", "IPrec@0.1", "IPrec@0.35", "IPrec@1.0", "IPrec(rel=2)@0.5",
    "SetP", "SetP(rel=2)", "SetP(relative=True)", "SetP(judged_only=True)", "SetR", "SetR(rel=2)",
    "SetF", "SetF(beta=2.0)", "SetF(rel=2,beta=0.5)", "SetAP", "SetAP(rel=2)",
    "Judged", "Judged@1", "Judged@5", "NumRet", "NumRet(rel=1)", "NumRet(rel=2)", "NumRel", "NumQ",
]
GAINS = ["nDCG(gains={1:3})@5", "nDCG(gains={0:1,2:5})", "nDCG(gains={3:0,4:1})@3"]


def documents(rng):
    kind = rng.choice([
        lambda: f"d{rng.randrange(50)}",
        lambda: "".join(rng.choice("abAB~_") for _ in range(rng.randrange(1, 4))),
        lambda: rng.choice(["é", "ß", "日", "ﬁ", "Ω", "😀", "z", "Z"]) + str(rng.randrange(9)),
    ])
    return sorted({kind() for _ in range(rng.choice([2, 6, 12, 20]))}, key=lambda _: rng.random())


def score(rng, style):
    if style == "ties":
        return float(rng.randrange(3))
    if style == "single":
        return 7.25 + rng.choice([0.0, 1e-9, 3e-7, -1e-6])
    return round(rng.uniform(-2, 25), 3)


def collection(rng):
    qrels, run = {}, {}
    low, top = rng.choice([0, 0, -1, -2]), rng.choice([1, 1, 2, 4])
    for number in range(rng.choice([5, 9, 14])):
        query, names, style = str(number + 1), documents(rng), rng.choice(["plain", "ties", "single"])
        judged = [name for name in names if rng.random() < 0.7] or names[:1]
        if rng.random() < 0.93:
            qrels[query] = {name: rng.randint(low, top) for name in judged}
            if max(qrels[query].values()) < 0 or rng.random() < 0.05:
                qrels[query] = {name: 0 for name in judged}
        if rng.random() < 0.9:
            ranked = [name for name in names if rng.random() < 0.8] or names[:1]
            run[query] = {name: score(rng, style) for name in ranked}
    if not set(qrels) & set(run):
        return collection(rng)
    return qrels, run


def main():
    rng = random.Random(4404)
    lines = []
    for number in range(COLLECTIONS):
        qrels, run = collection(rng)
        per_query, totals = {}, {}
        empty = rng.random() < 0.1
        if empty:
            run[rng.choice(sorted(run))] = {}
        names = rng.sample(MEASURES, 11)
        for names in (names, [rng.choice(GAINS)]):
            measures = [ir_measures.parse_measure(name) for name in names]
            if empty:
                measures = [m for m in measures if m.NAME not in ("Judged", "IPrec")]
            if not measures:
                continue
            found = ir_measures.calc(measures, qrels, run)
            for measure, value in found.aggregated.items():
                totals[str(measure)] = value
            for metric in found.per_query:
                assert not math.isnan(metric.value), metric
                per_query.setdefault(metric.query_id, {})[str(metric.measure)] = metric.value
        lines.append({"qrels": qrels, "run": run, "queries": per_query, "totals": totals})
    print(sum(len(set(line["qrels"]) & set(line["run"])) for line in lines), "queries in both")
    path = pathlib.Path(__file__).with_name("ir_measures.jsonl.gz")
    text = "\n".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines)
    path.write_bytes(gzip.compress(text.encode() + b"\n", 9, mtime=0))


main()
