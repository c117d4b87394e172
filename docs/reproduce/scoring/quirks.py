#!/usr/bin/env python3
"""How much the public scorers' habits move a number, measured with `grice score`.

    python3 docs/reproduce/scoring/quirks.py --grice target/release/grice --data DATA

DATA holds the published sets (`squad/dev-half-v2.0.json`); the rest is made here from a seed.
"""
import argparse
import json
import os
import random
import subprocess
import tempfile


def score(grice, *args, feed=None):
    done = subprocess.run([grice, "score", *args, "--json"], input=feed, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def write(path, lines):
    with open(path, "w") as out:
        out.writelines(line + "\n" for line in lines)
    return path


def ties(grice, folder):
    """A run whose scores have two decimals, with the ids as they are and in the opposite order."""
    rng = random.Random(7)
    qrels, runs = [], {"as they are": [], "reversed": []}
    for query in range(2000):
        grades = {rng.randrange(100) for _ in range(3)}
        scores = [round(rng.uniform(0, 1) + (0.25 if d in grades else 0), 2) for d in range(100)]
        for name, lines in runs.items():
            id = (lambda d: f"d{d:03}") if name == "as they are" else (lambda d: f"d{999 - d}")
            lines.extend(f"{query} Q0 {id(d)} 1 {scores[d]} r" for d in range(100))
            if name == "as they are":
                qrels.extend(f"{query} 0 {id(d)} 1" for d in grades)
                qrels.extend(f"{query} 0 {'d%d' % (999 - d)} 1" for d in grades)
    truth = write(os.path.join(folder, "qrels"), qrels)
    found = {}
    for name, lines in runs.items():
        run = write(os.path.join(folder, "run"), lines)
        found[name] = score(grice, "trec", "--qrels", truth, "--run", run, "-m", "RR RR@3 nDCG@3 P@1")["measures"]
    for measure, value in found["as they are"].items():
        print(f"| tie order | {measure}, 2,000 queries, scores of two decimals | {value:.4f} | {found['reversed'][measure]:.4f} |")


def omitted(grice, folder):
    """A run that leaves a tenth of its turns out: the hardest ones, and any."""
    rng = random.Random(8)
    truth, run = [], []
    for turn in range(5000):
        name = {"Conversation_no": turn, "Turn_no": 1}
        rank = min(int(rng.expovariate(0.08)), 99)
        truth.append({**name, "Truth_rewrite": "", "Truth_answer": "x", "Truth_passages": ["gold"]})
        passages = {f"p{p}": 1000 - p for p in range(100)}
        passages["gold"] = 1000.5 - rank
        run.append(({**name, "Model_passages": passages}, rank))
    write(os.path.join(folder, "truth.json"), [json.dumps(truth)])
    kept = {
        "any tenth": [t for t, _ in run if rng.random() > 0.1],
        "the hardest tenth": [t for t, _ in sorted(run, key=lambda r: r[1])[:4500]],
    }
    for which, turns in kept.items():
        path = write(os.path.join(folder, "run.json"), [json.dumps(turns)])
        both = [score(grice, "scai", "--truth", os.path.join(folder, "truth.json"), "--run", path, "--omitted", how)
                for how in ("left-out", "zero")]
        values = [report["measures"]["MRR"] for report in both]
        print(f"| omitted turns | MRR, {which} of 5,000 omitted: left out, or 0 | {values[0]:.4f} | {values[1]:.4f} |")


def references(grice, data):
    """SQuAD's human answers: the first as the prediction, the others as references."""
    lines = []
    for article in json.load(open(os.path.join(data, "squad/dev-half-v2.0.json")))["data"]:
        for paragraph in article["paragraphs"]:
            for qa in paragraph["qas"]:
                texts = [answer["text"] for answer in qa["answers"]]
                if len(texts) > 2:
                    lines.append(json.dumps({"id": qa["id"], "prediction": texts[0], "references": texts[1:]}))
    feed = "\n".join(lines)
    values = [score(grice, "pairs", "--references", how, feed=feed)["measures"] for how in ("leave-one-out", "best")]
    for measure in ("EM", "F1"):
        a, b = (v[measure] for v in values)
        print(f"| several references | {measure} of {len(lines):,} human answers: leave one out, or the best | {a:.4f} | {b:.4f} |")


def medians(grice, folder):
    """The bootstrap's median beside the mean, over seeds."""
    rng = random.Random(9)
    words = [f"w{n}" for n in range(400)]
    for turns in (100, 1000, 16_451):
        lines = []
        for turn in range(turns):
            gold = rng.choices(words, k=rng.randint(3, 20))
            said = [w if rng.random() < 0.5 else rng.choice(words) for w in gold]
            lines.append(json.dumps({"id": turn, "prediction": " ".join(said), "references": [" ".join(gold)]}))
        feed, apart, mean = "\n".join(lines), [], 0.0
        for seed in range(20):
            report = score(grice, "pairs", "--interval", "--seed", str(seed), feed=feed)
            detail = next(d for d in report["details"] if d["measure"] == "ROUGE1-R")
            mean = detail["value"]
            apart.append(abs(detail["interval"]["mid"] - mean))
        worst = max(apart)
        print(f"| bootstrap median | ROUGE1-R, {turns:,} turns: the mean, and the largest distance of 20 medians | {mean:.4f} | ±{worst:.5f} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--grice", required=True)
    parser.add_argument("--data")
    args = parser.parse_args()
    print("| habit | what | one way | the other |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        medians(args.grice, folder)
        omitted(args.grice, folder)
        ties(args.grice, folder)
    if args.data:
        references(args.grice, args.data)


main()
