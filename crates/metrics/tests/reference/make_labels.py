"""Writes labels.jsonl.gz: gold and predicted labels with the scores that scikit-learn gives them.

Made with Python 3.11, scikit-learn 1.9.1, numpy 2.4.6. Run in this folder:

    python make_labels.py
"""

import gzip
import json
import random
import warnings

import numpy as np
from sklearn import metrics

warnings.simplefilter("ignore")
draw = random.Random(20261)

POOL = [
    "yes", "no", "Yes", "probably yes", "in the middle", "not sure", "", " ", "10", "2", "nan",
    "ja", "nein", "не знаю", "да", "はい", "いいえ", "是", "نعم", "कदाचित्", "\u00e9", "e\u0301",
    "\U0001f642", "a\tb", "“quoted”", "N/A", "z" * 40,
]


def prf(gold, predicted, labels, average):
    return [
        float(value)
        for value in metrics.precision_recall_fscore_support(
            gold, predicted, labels=labels, average=average
        )[:3]
    ]


def scores(gold, predicted, labels):
    """Everything scikit-learn says, or None where it refuses."""
    try:
        precision, recall, f1, support = metrics.precision_recall_fscore_support(
            gold, predicted, labels=labels
        )
    except ValueError:
        return None
    marked = metrics.precision_recall_fscore_support(
        gold, predicted, labels=labels, zero_division=np.nan
    )
    union = labels or sorted(set(gold) | set(predicted))
    try:
        confusion = metrics.confusion_matrix(gold, predicted, labels=labels).tolist()
    except ValueError:  # no listed label is in the gold
        confusion = [[0] * len(union) for _ in union]
    return {
        "order": union,
        "rows": [list(row) for row in zip(precision.tolist(), recall.tolist(), f1.tolist())],
        "support": [int(count) for count in support],
        "undefined": [[bool(np.isnan(m[i])) for m in marked[:3]] for i in range(len(union))],
        "confusion": confusion,
        "macro": prf(gold, predicted, labels, "macro"),
        "micro": prf(gold, predicted, labels, "micro"),
        "weighted": prf(gold, predicted, labels, "weighted"),
        "accuracy": float(metrics.accuracy_score(gold, predicted)),
        "balanced": float(metrics.balanced_accuracy_score(gold, predicted)),
        "matthews": float(metrics.matthews_corrcoef(gold, predicted)),
    }


def case(number):
    kinds = draw.sample(POOL, draw.choice([1, 2, 2, 3, 4, 6]))
    unseen = draw.sample(POOL, 2)
    size = draw.choice([0, 1, 2, 3, 5, 8, 13, 21]) if number % 40 else 400
    accuracy = draw.choice([0.0, 0.3, 0.7, 0.95, 1.0])
    predictable = draw.choice([kinds, kinds[:1], kinds + unseen])
    gold = [draw.choice(kinds) for _ in range(size)]
    predicted = [g if draw.random() < accuracy else draw.choice(predictable) for g in gold]
    labels = None
    if number % 2:
        labels = draw.choice([kinds, kinds + unseen, kinds[: (len(kinds) + 1) // 2], unseen])
        labels = list(dict.fromkeys(draw.sample(labels, len(labels))))
    return {
        "gold": gold,
        "predicted": predicted,
        "labels": labels,
        "scores": scores(gold, predicted, labels),
    }


with gzip.GzipFile("labels.jsonl.gz", "wb", 9, mtime=0) as out:
    for number in range(2400):
        line = json.dumps(case(number), ensure_ascii=False, separators=(",", ":"))
        out.write(line.encode() + b"\n")
