"""Writes agreement.jsonl.gz: several judges' labels with the agreement that the reference
packages give them.

Made with Python 3.11, statsmodels 0.15.0 (Fleiss' kappa), scikit-learn 1.9.1 (Cohen's kappa),
krippendorff 0.9.0, numpy 2.4.6. Run in this folder:

    python make_agreement.py
"""

import collections
import gzip
import itertools
import json
import math
import random
import warnings

import krippendorff
import numpy as np
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import fleiss_kappa

warnings.simplefilter("ignore")
np.seterr(all="ignore")
draw = random.Random(20262)

WORDS = ["yes", "no", "middle", "", "10", "2", "nan", "да", "はい", "\u00e9", "e\u0301", "\U0001f642"]
NUMBERS = ["0", "1", "2", "3", "4", "5", "10", "-1", "-2.5", "0.1", "0.25", "1e3", "100", "7.75"]


def known(value):
    """A number, or None where the reference has none."""
    return None if value is None or math.isnan(value) else float(value)


def fleiss(rows, labels):
    """Over the items with the most common number of judgements (two at least; the larger of two
    equally common); statsmodels itself takes a constant number only."""
    given = [[label for label in row if label is not None] for row in rows]
    sizes = collections.Counter(len(row) for row in given if len(row) >= 2)
    if not sizes:
        return None, 0
    size = max(sizes, key=lambda size: (sizes[size], size))
    used = [row for row in given if len(row) == size]
    table = [[row.count(label) for label in range(len(labels))] for row in used]
    return known(fleiss_kappa(table, method="fleiss")), len(used)


def cohen(rows, labels, kind):
    pairs = [(row[0], row[1]) for row in rows if len(row) > 1 and None not in row[:2]]
    if not pairs:
        return [None] * 3, 0
    first, second = map(list, zip(*pairs))
    listed = list(range(len(labels)))
    if kind == "numbers":  # as the sorted values that occur, which is what scikit-learn would do
        values = sorted({float(labels[label]) for label in first + second})
        place = {value: place for place, value in enumerate(values)}
        first = [place[float(labels[label])] for label in first]
        second = [place[float(labels[label])] for label in second]
        listed = None
    return [
        known(cohen_kappa_score(first, second, labels=listed, weights=weights))
        for weights in (None, "linear", "quadratic")
    ], len(pairs)


def alpha(rows, values, level, domain=None):
    judges = max(map(len, rows), default=0)
    if not judges:
        return None
    data = np.full((judges, len(rows)), np.nan)
    for item, row in enumerate(rows):
        for judge, label in enumerate(row):
            if label is not None:
                data[judge, item] = values[label]
    try:
        return known(krippendorff.alpha(data, level_of_measurement=level, value_domain=domain))
    except ValueError:  # one value only, or nothing to pair
        return None


def case(number):
    kind = ("numbers", "list", "numbers", "words", "numbers")[number % 5]
    pool = NUMBERS if kind == "numbers" else WORDS
    labels = draw.sample(pool, draw.choice([1, 2, 3, 3, 4, 4, 5, 5]))
    used = len(labels) if draw.random() < 0.7 else max(1, len(labels) - 1)
    items = draw.choice([0, 1, 3, 5, 8, 8, 12, 12]) if number % 70 else 200
    judges = draw.choice([1, 2, 2, 3, 3, 4, 5, 5])
    missing = draw.choice([0.0, 0.0, 0.1, 0.3, 0.3, 0.9])
    noise = draw.choice([0.0, 0.2, 0.5, 1.0])
    rows = []
    for _ in range(items):
        truth = draw.randrange(used)
        row = [truth if draw.random() > noise else draw.randrange(used) for _ in range(judges)]
        rows.append([None if draw.random() < missing else label for label in row])
    if rows and draw.random() < 0.1:
        rows[-1] = rows[-1][:-1]  # a judge who stopped early
    indices = list(range(len(labels)))
    kappa, used_by_fleiss = fleiss(rows, labels)
    kappas, used_by_cohen = cohen(rows, labels, kind)
    if kind == "words":
        kappas = kappas[:1]
    alphas = [alpha(rows, indices, "nominal")]
    if kind == "list":
        alphas.append(alpha(rows, indices, "ordinal", indices))
    if kind == "numbers":
        values = [float(label) for label in labels]
        alphas += [alpha(rows, values, level) for level in ("ordinal", "interval", "ratio")]
    pairs = [
        a == b
        for row in rows
        for a, b in itertools.combinations([label for label in row if label is not None], 2)
    ]
    return {
        "kind": kind,
        "labels": labels,
        "rows": rows,
        "fleiss": [kappa, used_by_fleiss],
        "cohen": [kappas, used_by_cohen],
        "alpha": [alphas, sum(sum(label is not None for label in row) > 1 for row in rows)],
        "pairwise": sum(pairs) / len(pairs) if pairs else None,
    }


with gzip.GzipFile("agreement.jsonl.gz", "wb", 9, mtime=0) as out:
    for number in range(7000):
        line = json.dumps(case(number), ensure_ascii=False, separators=(",", ":"))
        out.write(line.encode() + b"\n")
