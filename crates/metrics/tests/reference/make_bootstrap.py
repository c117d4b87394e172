"""Writes bootstrap.jsonl.gz: intervals of means. Those of kind `drawn` are numpy's percentiles of
the very resamples that a seed gives; those of kind `unseeded` tell how the ends that rouge-score's
aggregator reports spread over many runs.

Made with Python 3.11, rouge-score 0.1.2, numpy 2.4.6. Run in this folder:

    python make_bootstrap.py
"""

import gzip
import json
import random

import numpy as np
from rouge_score import scoring

draw = random.Random(20264)
np.random.seed(20264)
MASK = (1 << 64) - 1
RUNS = 100


class Xoshiro:
    """xoshiro256++ of one round, seeded by four numbers of SplitMix64."""

    def __init__(self, seed, round_number):
        golden = 0x9E3779B97F4A7C15
        self.state = []
        for place in range(4):
            mixed = seed + golden * (4 * round_number + place + 1) & MASK
            mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & MASK
            mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
            self.state.append(mixed ^ mixed >> 31)

    def bits(self):
        a, b, c, d = self.state
        rotate = lambda value, by: (value << by | value >> 64 - by) & MASK
        result = rotate(a + d & MASK, 23) + a & MASK
        c ^= a
        d ^= b
        self.state = [a ^ d, b ^ c, c ^ (b << 17 & MASK), rotate(d, 45)]
        return result


def drawn_case(number):
    size = draw.choice([1, 2, 5, 20])
    scores = [round(draw.random(), 3) for _ in range(size)]
    rounds = draw.choice([1, 2, 10, 37])
    seed = draw.choice([0, 1, MASK, draw.getrandbits(64)])
    level = draw.choice([0.95, 0.9, 0.5])
    means = []
    for round_number in range(rounds):
        generator = Xoshiro(seed, round_number)
        means.append(np.mean([scores[generator.bits() * size >> 64] for _ in scores]))
    outside = (1 - level) / 2
    ends = np.percentile(means, 100 * np.array([outside, 0.5, 1 - outside]))
    return {
        "kind": "drawn",
        "scores": scores,
        "rounds": rounds,
        "seed": seed,
        "level": level,
        "ends": ends.tolist(),
        "mean": float(np.mean(scores)),
    }


def unseeded_case(number):
    scores = [draw.choice([0.0, 1.0, round(draw.random(), 3)]) for _ in range(20 + 10 * number)]
    runs = []
    for _ in range(RUNS):
        aggregator = scoring.BootstrapAggregator(n_samples=200)
        for score in scores:
            aggregator.add_scores({"score": scoring.Score(score, score, score)})
        found = aggregator.aggregate()["score"]
        runs.append([found.low.recall, found.mid.recall, found.high.recall])
    return {
        "kind": "unseeded",
        "scores": scores,
        "rounds": 200,
        "runs": RUNS,
        "means": np.mean(runs, axis=0).tolist(),
        "deviations": np.std(runs, axis=0).tolist(),
    }


with gzip.GzipFile("bootstrap.jsonl.gz", "wb", 9, mtime=0) as out:
    for make, count in [(drawn_case, 300), (unseeded_case, 10)]:
        for number in range(count):
            line = json.dumps(make(number), separators=(",", ":"))
            out.write(line.encode() + b"\n")
