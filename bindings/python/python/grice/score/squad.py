"""SQuAD's evaluation scripts, versions 1.1 and 2.0: their functions, with their results.

    from grice.score.squad import compute_exact, compute_f1, evaluate
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional

from .. import _grice

Article = dict[str, Any]


def normalize_answer(s: str) -> str:
    """A text as answers are compared.

    >>> from grice.score import squad
    >>> squad.normalize_answer("The Rhine, in Basel.")
    'rhine in basel'
    """
    return _grice.normalize([s])[0]


def compute_exact(a_gold: str, a_pred: str) -> int:
    """Version 2.0: 1 where the answers are the same once normalised.

    >>> from grice.score import squad
    >>> squad.compute_exact("the Rhine", "Rhine")
    1
    """
    return int(_grice.answers([a_pred], [[a_gold]], False)[0][0])


def compute_f1(a_gold: str, a_pred: str) -> float:
    """Version 2.0: the F1 of the tokens; two empty answers are the same.

    >>> from grice.score import squad
    >>> squad.compute_f1("Rhine", "the river Rhine")
    0.666...
    """
    return _grice.answers([a_pred], [[a_gold]], False)[1][0]


def exact_match_score(prediction: str, ground_truth: str) -> bool:
    """Version 1.1: whether the answers are the same once normalised."""
    return compute_exact(ground_truth, prediction) == 1


def f1_score(prediction: str, ground_truth: str) -> float:
    """Version 1.1: the F1 of the tokens; 0 where one side has none.

    >>> from grice.score import squad
    >>> squad.f1_score("the", "a"), squad.compute_f1("a", "the")
    (0.0, 1.0)
    """
    score = _grice.token_f1([prediction], [ground_truth])[0][2]
    return score if score < 1.0 or normalize_answer(prediction) else 0.0


def evaluate(dataset: Iterable[Article], predictions: Mapping[str, str]) -> dict[str, float]:
    """Version 1.1: exact match and F1 in percent; a question without a prediction scores 0.

    `dataset` is what stands under "data" in SQuAD's JSON.

    >>> from grice.score import squad
    >>> qa = {"id": "q1", "answers": [{"text": "1294"}, {"text": "in 1294"}]}
    >>> squad.evaluate([{"paragraphs": [{"qas": [qa]}]}], {"q1": "In 1294"})
    {'exact_match': 100.0, 'f1': 100.0}
    """
    ids, em, f1, _, _ = _grice.squad_scores(list(dataset), dict(predictions), False)
    if not ids:
        raise ValueError("the data set has no question; give the list under \"data\" of its JSON")
    return {"exact_match": 100.0 * sum(em) / len(ids), "f1": 100.0 * sum(f1) / len(ids)}


def get_raw_scores(
    dataset: Iterable[Article], preds: Mapping[str, str]
) -> tuple[dict[str, float], dict[str, float]]:
    """Version 2.0: exact match and F1 of each question that has a prediction."""
    ids, em, f1, _, missing = _grice.squad_scores(list(dataset), dict(preds), True)
    exact, token = dict(zip(ids, em)), dict(zip(ids, f1))
    for id in missing:
        exact.pop(id, None)
        token.pop(id, None)
    return exact, token


def evaluate_v2(
    dataset: Sequence[Article],
    preds: Mapping[str, str],
    na_probs: Optional[Mapping[str, float]] = None,
    na_prob_thresh: float = 1.0,
) -> dict[str, float]:
    """Version 2.0: exact match and F1 in percent, over all questions and over those with and
    without an answer. Where `na_probs` says that a question has none with more than
    `na_prob_thresh`, its answer counts as empty.

    >>> from grice.score import squad
    >>> qas = [{"id": "q1", "answers": [{"text": "1294"}]}, {"id": "q2", "answers": []}]
    >>> told = squad.evaluate_v2([{"paragraphs": [{"qas": qas}]}], {"q1": "1294", "q2": "Rhine"})
    >>> told["exact"], told["HasAns_f1"], told["NoAns_f1"]
    (50.0, 100.0, 0.0)
    """
    ids, em, f1, has, missing = _grice.squad_scores(list(dataset), dict(preds), True)
    absent = set(missing)
    rows = []
    for id, exact, token, answerable in zip(ids, em, f1, has):
        if id in absent:
            continue
        if na_probs is not None and na_probs.get(id, 0.0) > na_prob_thresh:
            exact = token = float(not answerable)
        rows.append((exact, token, answerable))
    if not rows:
        raise ValueError("no question of the data set has a prediction; are their ids the same?")
    told = _means("", rows)
    for name, wanted in (("HasAns_", True), ("NoAns_", False)):
        chosen = [row for row in rows if row[2] == wanted]
        if chosen:
            told |= _means(name, chosen)
    return told


def _means(name: str, rows: Sequence[tuple[float, float, bool]]) -> dict[str, float]:
    return {
        f"{name}exact": 100.0 * sum(row[0] for row in rows) / len(rows),
        f"{name}f1": 100.0 * sum(row[1] for row in rows) / len(rows),
        f"{name}total": len(rows),
    }
