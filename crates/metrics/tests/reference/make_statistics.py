"""Writes statistics.jsonl.gz: tests, corrections and intervals as the reference packages give
them. Each line names its kind.

Made with Python 3.11, scipy 1.17.1 (t-test, randomisation, special functions), statsmodels 0.15.0
(McNemar, Holm, Wilson), numpy 2.4.6. Run in this folder:

    python make_statistics.py
"""

import gzip
import json
import math
import random
import warnings

import numpy as np
from scipy import special, stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

draw = random.Random(20263)
np.seterr(all="ignore")


def known(value):
    """A number, `inf` or `-inf` as text, or None where the reference has none."""
    value = float(value)
    if math.isnan(value):
        return None
    return value if math.isfinite(value) else str(value)


def mcnemar_case(number):
    largest = draw.choice([1, 3, 10, 50, 1000, 100_000])
    b, c = draw.randint(0, largest), draw.randint(0, largest)
    if number % 5 == 0:
        c = min(b + draw.randint(0, 2 * int(math.sqrt(b))), 200_000)
    a, d = draw.randint(0, 50), draw.randint(0, 50)
    found = []
    for options in ({"exact": True}, {"exact": False}, {"exact": False, "correction": False}):
        result = mcnemar([[a, b], [c, d]], **options)
        found.append([known(result.statistic), known(result.pvalue)])
    return {"kind": "mcnemar", "counts": [a, b, c, d], "found": found}


def t_test_case(number):
    size = draw.choice([0, 1, 2, 3, 3, 5, 5, 8, 8, 12]) if number % 90 else 300
    digits = draw.choice([0, 1, 2, 2, 3, 3])
    first = [round(draw.random(), digits) for _ in range(size)]
    shift = draw.choice([0.0, 0.0, 0.1, 0.5, 3.0])
    spread = draw.choice([0.0, 0.01, 0.3, 0.3, 1.0, 1.0])
    second = [round(a - shift + spread * draw.gauss(0, 1), digits) for a in first]
    if number % 10 == 0:
        second = first[:]
    if number % 31 == 0:
        first = [a * 1e-170 for a in first]
        second = [b * 1e-170 for b in second]
        # Squares of such numbers vanish in SciPy; the test is the same at any scale.
        scale = 1e170
    else:
        scale = 1.0
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = stats.ttest_rel([a * scale for a in first], [b * scale for b in second])
    rounding = any("catastrophic cancellation" in str(w.message) for w in caught)
    return {
        "kind": "t-test",
        "first": first,
        "second": second,
        "t": known(result.statistic),
        "p": known(result.pvalue),
        "rounding": rounding,
    }


def randomisation_case(number):
    size = draw.choice([1, 2, 3, 4, 5, 6, 7]) if number % 100 else 11
    differences = [draw.randint(-12, 16) / 16 for _ in range(size)]
    if number % 7 == 0:
        differences = [0.0 if draw.random() < 0.5 else d for d in differences]
    if number % 9 == 0:
        differences = [draw.choice([-1.0, 0.0, 1.0]) for _ in range(size)]
    if size == 1:  # SciPy takes two at least; one difference stands either way
        p = 1.0
    else:
        result = stats.permutation_test(
            (np.array(differences), np.zeros(size)),
            lambda a, b, axis: (a - b).sum(axis=axis),
            permutation_type="samples",
            vectorized=True,
            n_resamples=np.inf,
        )
        p = float(result.pvalue)
    return {"kind": "randomisation", "differences": differences, "p": p}


def holm_case(number):
    size = draw.choice([0, 1, 2, 3, 5, 10]) if number % 50 else 60
    power = draw.choice([1, 2, 6])
    p_values = [float(f"{draw.random() ** power:.4g}") for _ in range(size)]
    if number % 6 == 0 and size:
        p_values = [draw.choice([0.0, 1.0, 0.05, 0.025, 0.01, p_values[0]]) for _ in p_values]
    level = draw.choice([0.05, 0.01, 0.1])
    found = {}
    for method in ("holm", "bonferroni"):
        rejected, corrected, _, _ = multipletests(p_values, alpha=level, method=method)
        found[method] = [corrected.tolist(), [int(r) for r in rejected]]
    return {"kind": "holm", "p": p_values, "level": level, **found}


def wilson_case(number):
    trials = draw.choice([0, 1, 2, 7, 30, 419, 16_451, 1_000_000])
    successes = draw.choice([0, trials, draw.randint(0, trials)])
    level = draw.choice([0.95, 0.99, 0.9, 0.5, 0.999999])
    low, high = (None, None)
    if trials:
        low, high = proportion_confint(successes, trials, alpha=1 - level, method="wilson")
    return {"kind": "wilson", "of": [successes, trials], "level": level, "ends": [low, high]}


def special_case(number):
    kind = ("student", "binomial", "chi-square", "normal", "point", "log-gamma", "beta", "gamma")[
        number % 8
    ]
    if kind == "student":
        t = round(draw.choice([0.01, 1, 5, 40]) * draw.random(), 4)
        degrees = draw.choice([1, 2, 3, 5, 10, 99, 1000, 16_450, 250_000])
        arguments, value = [t, degrees], 2 * special.stdtr(degrees, -t)
    elif kind == "binomial":
        trials = draw.choice([1, 5, 20, 300, 4000, 100_000])
        k = max(0, min(trials, int(trials / 2 + draw.gauss(-1, 2) * math.sqrt(trials) / 2)))
        arguments, value = [k, trials], stats.binom.cdf(k, trials, 0.5)
    elif kind == "chi-square":
        x = round(draw.choice([0.01, 2, 10, 300, 1400]) * draw.random(), 5)
        arguments, value = [x], stats.chi2.sf(x, 1)
    elif kind == "normal":
        z = round(draw.uniform(-1, 1) * draw.choice([0.1, 1, 5, 37]), 5)
        arguments, value = [z], stats.norm.sf(z)
    elif kind == "point":
        p = float(f"{draw.random() ** draw.choice([1, 3, 40]):.5g}")
        arguments, value = [p], stats.norm.isf(p)
    elif kind == "log-gamma":
        x = float(f"{draw.random() * draw.choice([1, 10, 1000, 1e6]):.5g}")
        arguments, value = [x], special.gammaln(x)
    elif kind == "beta":
        a, b = (float(f"{draw.random() * draw.choice([1, 10, 300]) + 0.5:.4g}") for _ in "ab")
        x = round(draw.random(), 4)
        arguments, value = [a, b, x], special.betainc(a, b, x)
    else:
        a = float(f"{draw.random() * draw.choice([1, 10, 300]) + 0.01:.4g}")
        x = float(f"{a * draw.random() * draw.choice([0.1, 1, 3]):.5g}")
        arguments, value = [a, x], special.gammaincc(a, x)
    return {"kind": "special", "function": kind, "of": arguments, "value": float(value)}


CASES = [
    (mcnemar_case, 2200),
    (t_test_case, 3800),
    (randomisation_case, 2000),
    (holm_case, 2100),
    (wilson_case, 2100),
    (special_case, 2400),
]

with gzip.GzipFile("statistics.jsonl.gz", "wb", 9, mtime=0) as out:
    for make, count in CASES:
        for number in range(count):
            line = json.dumps(make(number), separators=(",", ":"))
            out.write(line.encode() + b"\n")
