"""What a reader says of a row from its windows' logits, its scores, and its calibration."""

import math
import multiprocessing
import os
import random

import numpy as np
import torch

from read_rows import KINDS, UNKNOWN
from spans import f1

LONGEST_SPAN, MARGIN_MOST = 64, 10.0


def band(start, end):
    """The scores of all spans of at most 64 tokens."""
    size = len(start)
    ones = torch.ones(size, size, dtype=torch.bool)
    return (start[:, None] + end[None]).masked_fill(~(torch.triu(ones) & ~torch.triu(ones, LONGEST_SPAN)), -math.inf)


def reading(windows):
    """A row's reading from its windows (start and end of [CLS] and the passage's tokens, kind, offsets).

    As grice-judge does it: the best span of all windows, the lowest "nothing", the kind of the best span's window.
    """
    best = None
    tables = []
    for start, end, kind, offsets in windows:
        table = band(start[1:], end[1:])
        tables.append(table)
        if table.numel():
            top = int(table.argmax())
            first, last = divmod(top, table.shape[1])
            score = float(table[first, last])
            if best is None or score > best[0]:
                best = (score, offsets[first][0], offsets[last][1], kind)
    nothing = min(float(start[0] + end[0]) for start, end, _, _ in windows)
    score, left, right, kind = best or (-10.0, 0, 0, windows[0][2])
    second = -math.inf
    for table, (_, _, _, offsets) in zip(tables, windows):
        if table.numel():
            before = sum(o[1] <= left for o in offsets)
            after = sum(o[0] < right for o in offsets)
            parts = [table[:before, :before], table[after:, after:]]
            second = max([second, *(float(p.max()) for p in parts if p.numel())])
    kinds = kind.softmax(-1)
    none = min(max(float(kinds[UNKNOWN]), 1e-6), 1 - 1e-6)
    features = [score - nothing, math.log(none / (1 - none)), min(score - second, MARGIN_MOST)]
    return {"span": (left, right), "kind": int(kinds[:UNKNOWN].argmax()), "features": features, "kinds": kinds.tolist()}


def readings(found, encoded, numbers):
    """`reading` for every row of which windows were predicted, by all cores."""
    grouped = {}
    for at, n in enumerate(numbers):
        inside = [i for i, text in enumerate(encoded.texts[n]) if text == 1]
        keep = [0, *inside]
        table = found["span"][at][keep]
        grouped.setdefault(encoded.row[n], []).append((table[:, 0], table[:, 1], found["kind"][at], [encoded.offsets[n][i] for i in inside]))
    rows = list(grouped)
    if len(rows) < 1000:
        return {row: reading(grouped[row]) for row in rows}
    with multiprocessing.get_context("fork").Pool(max(1, min(8, os.cpu_count() - 2)), torch.set_num_threads, (1,)) as pool:
        made = pool.map(reading_of, [[tuple(part.numpy() if torch.is_tensor(part) else part for part in window) for window in grouped[row]] for row in rows], chunksize=50)
    return dict(zip(rows, made))


def reading_of(windows):
    return reading([tuple(torch.from_numpy(part) if isinstance(part, np.ndarray) else part for part in window) for window in windows])


def answered(row, read):
    """The F1 of the answer that is given when one must be."""
    kind = KINDS[read["kind"]]
    text = row["b"][read["span"][0] : read["span"][1]] if kind == "span" else kind
    return max((f1(text, answer) for answer in row["answers"]), default=0.0)


def fitted(features, labels, steps=400):
    """Logistic regression: bias and weights."""
    x, y = torch.tensor(features), torch.tensor(labels, dtype=torch.float32)
    x = x.clamp(-30, 30)
    mean, scale = x.mean(0), x.std(0).clamp(min=1e-3)
    weights = torch.zeros(x.shape[1] + 1, requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=steps, line_search_fn="strong_wolfe")

    def closure():
        optimizer.zero_grad()
        logits = ((x - mean) / scale) @ weights[1:] + weights[0]
        loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, y) + 1e-3 * weights[1:].square().sum()
        loss.backward()
        return loss

    optimizer.step(closure)
    plain = (weights[1:] / scale).detach()
    return [float(weights[0].detach() - (plain * mean).sum()), *plain.tolist()]


def confidence(read, weights):
    value = weights[0] + sum(w * max(-30, min(30, f)) for w, f in zip(weights[1:], read["features"]))
    return 1 / (1 + math.exp(-max(-30, min(30, value))))


def lost(kept, refused, part=0.8):
    """How many answerables fall below the confidence under which `part` of the unanswerables lie."""
    line = sorted(refused)[min(len(refused) - 1, math.ceil(part * len(refused)) - 1)]
    return sum(c <= line for c in kept) / max(1, len(kept))


def calibration_error(values, labels, bins=15):
    total = 0.0
    for b in range(bins):
        inside = [i for i, v in enumerate(values) if b / bins <= v < (b + 1) / bins or (b + 1 == bins and v == 1)]
        if inside:
            total += abs(sum(values[i] - labels[i] for i in inside))
    return total / max(1, len(values))


def scores(rows, reads):
    """The table of dev scores, and what judge.json needs. Calibration is fitted on half of dev, its error told of the other."""
    numbers = sorted(reads)
    able = {n: rows[n]["kind"] != UNKNOWN for n in numbers}
    half = [n for n in numbers if random.Random(n).random() < 0.5]
    rest = sorted(set(numbers) - set(half))
    weights = fitted([reads[n]["features"] for n in half], [float(able[n]) for n in half])
    sure = {n: confidence(reads[n], weights) for n in numbers}
    of = lambda name, kind=None: [n for n in numbers if rows[n]["set"] == name and (kind is None or (rows[n]["kind"] == UNKNOWN) == kind)]
    mean = lambda values: round(100 * sum(values) / max(1, len(values)), 2)
    table = {}
    for name in ("turns", "nq", "coqa", "squad2", "manual"):
        table[f"{name} f1"] = mean([answered(rows[n], reads[n]) for n in of(name, False)])
    for name in ("boolq", "conda"):
        table[f"{name} yes/no"] = mean([reads[n]["kind"] == rows[n]["kind"] for n in of(name, False)])
    gold, same = of("turns", False), of("same")
    ask, trick = of("squad2", False), of("squad2", True)
    if gold and same and ask and trick:
        table["same-page lost at 80%"] = round(100 * lost([sure[n] for n in gold], [sure[n] for n in same]), 2)
        table["adversarial lost at 80%"] = round(100 * lost([sure[n] for n in ask], [sure[n] for n in trick]), 2)
    known, other = of("manual", False), of("manual", True)
    if known and other:
        table["manuals lost at 80%"] = round(100 * lost([sure[n] for n in known], [sure[n] for n in other]), 2)
    table["ece"] = round(100 * calibration_error([sure[n] for n in rest], [float(able[n]) for n in rest]), 2)

    threshold = 0.5  # of a calibrated confidence: what is more likely than not
    table["threshold"] = threshold
    answerable = gold + of("nq") + of("coqa", False) + ask
    table["answerables refused by it"] = mean([sure[n] < threshold for n in answerable])
    table["same-page refused by it"] = mean([sure[n] < threshold for n in same])
    table["adversarial refused by it"] = mean([sure[n] < threshold for n in trick])
    names = ("bias", "gap", "unknown", "margin")
    judge = {"confidence": {k: round(w, 5) for k, w in zip(names, weights)}, "threshold": threshold, "list": {"margin": 2.0, "most": 8}, "temperature": 1.0}
    return table, judge
