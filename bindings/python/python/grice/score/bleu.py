"""BLEU, as sacreBLEU computes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Optional

from .. import _grice
from .lists import References, grouped, listed


class Bleu(NamedTuple):
    """BLEU from 0 to 100, the precisions of one to four words, and the brevity penalty."""

    score: float
    precisions: list[float]
    brevity_penalty: float


def bleu(
    predictions: Iterable[str],
    references: References,
    *,
    tokenize: str = "13a",
    lowercase: bool = False,
    smooth_method: str = "exp",
    smooth_value: Optional[float] = None,
    effective_order: bool = False,
) -> Bleu:
    """BLEU of all predictions together: sacreBLEU's `corpus_bleu`.

    `tokenize` is "13a", "intl", "char" or "none", `smooth_method` "exp", "floor", "add-k" or
    "none". References are given by prediction, not by stream as there.

    >>> from grice import score
    >>> round(score.bleu(["The fox jumps over the dog."], ["The fox jumps over the lazy dog."]).score, 2)
    61.3
    """
    settings = _settings(tokenize, lowercase, smooth_method, smooth_value, effective_order)
    return _bleu(_grice.corpus_bleu(listed(predictions), grouped(references), settings))


def sentence_bleu(
    predictions: Iterable[str],
    references: References,
    *,
    tokenize: str = "13a",
    lowercase: bool = False,
    smooth_method: str = "exp",
    smooth_value: Optional[float] = None,
    effective_order: bool = True,
) -> list[Bleu]:
    """BLEU of each prediction: sacreBLEU's `sentence_bleu`.

    >>> from grice import score
    >>> [round(one.score) for one in score.sentence_bleu(["a red fox"], [["a red fox", "the fox"]])]
    [100]
    """
    settings = _settings(tokenize, lowercase, smooth_method, smooth_value, effective_order)
    scores = _grice.sentence_bleu(listed(predictions), grouped(references), settings)
    return [_bleu(one) for one in scores]


def _bleu(parts: tuple[float, list[float], float]) -> Bleu:
    return Bleu(parts[0], list(parts[1]), parts[2])


def _settings(
    tokenize: str, lowercase: bool, method: str, value: Optional[float], effective: bool
) -> dict[str, Any]:
    return {
        "tokenize": tokenize,
        "lowercase": lowercase,
        "smooth_method": method,
        "smooth_value": value,
        "effective_order": effective,
    }
