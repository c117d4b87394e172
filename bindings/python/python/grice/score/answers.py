"""Exact match and F1, as SQuAD's scripts normalise and count, and what is built on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Optional

from .. import _grice
from .lists import References, grouped, listed
from .scoring import Score


class Answers(NamedTuple):
    """A column of scores for each measure."""

    em: list[float]
    f1: list[float]


class Bound(NamedTuple):
    """The span of a passage that is closest to an answer, in characters."""

    score: Score
    start: int
    end: int


def normalize(texts: Iterable[str]) -> list[str]:
    """Texts as SQuAD's scripts compare them: lower case, no punctuation, no articles.

    >>> from grice import score
    >>> score.normalize(["The Rhine, in Basel."])
    ['rhine in basel']
    """
    return _grice.normalize(listed(texts))


def answers(
    predictions: Iterable[Optional[str]], references: References, *, leave_one_out: bool = False
) -> Answers:
    """Exact match and F1 of each prediction: the best over its references.

    A prediction that is None is missing, and scores 0. With `leave_one_out`, the references that
    remain when each is left out in turn are averaged over, as CoQA and QuAC do.

    >>> from grice import score
    >>> score.answers(["the Rhine", "in 1294"], [["Rhine"], ["1294", "by 1294"]])
    Answers(em=[1.0, 0.0], f1=[1.0, 0.666...])
    """
    return Answers(*_grice.answers(listed(predictions), grouped(references), leave_one_out))


def exact_match(predictions: Iterable[Optional[str]], references: References) -> list[float]:
    """1 where a prediction is one of its references once both are normalised, 0 elsewhere.

    >>> from grice import score
    >>> score.exact_match(["The Rhine.", "Main"], ["rhine", "Rhine"])
    [1.0, 0.0]
    """
    return answers(predictions, references).em


def f1(predictions: Iterable[Optional[str]], references: References) -> list[float]:
    """The F1 of the tokens that prediction and reference share: the best over the references.

    >>> from grice import score
    >>> score.f1(["the river Rhine"], ["Rhine"])
    [0.666...]
    """
    return answers(predictions, references).f1


def token_f1(predictions: Iterable[str], references: Iterable[str]) -> list[Score]:
    """Precision, recall and F1 of the tokens of each prediction against one reference.

    >>> from grice import score
    >>> score.token_f1(["the river Rhine"], ["Rhine"])
    [Score(precision=0.5, recall=1.0, fmeasure=0.666...)]
    """
    return list(map(Score._make, _grice.token_f1(listed(predictions), listed(references))))


def human(references: Iterable[Sequence[str]]) -> list[Optional[tuple[float, float]]]:
    """Exact match and F1 of people: each reference against the others; None with fewer than two.

    >>> from grice import score
    >>> score.human([["Rhine", "the Rhine"], ["Main"]])
    [(1.0, 1.0), None]
    """
    return _grice.human(grouped(references))


def extractive_bound(passages: Iterable[str], references: Iterable[str]) -> list[Optional[Bound]]:
    """The best F1 that any span of each passage reaches; None where no token is shared.

    >>> from grice import score
    >>> score.extractive_bound(["It was finished in 1294 by monks."], ["finished 1294"])
    [Bound(score=Score(precision=0.666..., recall=1.0, fmeasure=0.8), start=7, end=23)]
    """
    found = _grice.extractive_bound(listed(passages), listed(references))
    return [one and Bound(Score(*one[0]), one[1], one[2]) for one in found]


def literal_f1(predicted: Iterable[Sequence[str]], gold: Iterable[Sequence[str]]) -> list[float]:
    """PragmatiCQA's F1 of literal spans, turn by turn.

    >>> from grice import score
    >>> score.literal_f1([["in 1294"]], [["1294"]])
    [0.666...]
    """
    return _grice.literal_f1(grouped(predicted), grouped(gold))


def pragmatic_f1(
    predicted: Iterable[Sequence[str]],
    gold: Iterable[Sequence[str]],
    gold_literal: Iterable[Sequence[str]],
) -> list[float]:
    """PragmatiCQA's F1 of what pragmatic spans add to the literal ones, turn by turn.

    >>> from grice import score
    >>> score.pragmatic_f1([["built by monks"]], [["monks built it"]], [["in 1294"]])
    [0.666...]
    """
    return _grice.pragmatic_f1(grouped(predicted), grouped(gold), grouped(gold_literal))


def weighted_lcs(
    reference: Sequence[tuple[str, float]],
    prediction: Sequence[tuple[str, float]],
    *,
    own_weights: bool = False,
) -> Score:
    """ROUGE-L with a weight for each token, as KPQA's program computes it.

    >>> from grice import score
    >>> score.weighted_lcs([("in", 0.1), ("1294", 0.9)], [("1294", 1.0)])
    Score(precision=0.9, recall=0.9, fmeasure=0.9)
    """
    return Score(*_grice.weighted_lcs(list(reference), list(prediction), own_weights))
