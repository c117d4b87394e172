"""Measures that models make."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Optional

from .. import _grice
from .lists import References, grouped, listed


class Neural(NamedTuple):
    """Columns of scores by name, and what makes them comparable: measure, model and settings."""

    scores: dict[str, list[float]]
    identity: str


def neural(
    measure: str,
    predictions: Iterable[str],
    references: References,
    *,
    questions: Optional[Iterable[str]] = None,
    layer: Optional[int] = None,
    idf: bool = False,
) -> Neural:
    """A measure by a model of the registry, as "bertscore=MODEL", "sas=MODEL", "kpqa=MODEL",
    "bartscore=MODEL" or "posscore=MODEL". KPQA needs the questions; `layer` and `idf` are
    BERTScore's.

    >>> from grice import score
    >>> score.neural("bertscore=no-such-model", ["1294"], ["in 1294"])
    Traceback (most recent call last):
    ...
    ValueError: ...no-such-model...
    """
    asked = None if questions is None else listed(questions)
    given = grouped(references)
    columns, identity = _grice.neural(measure, listed(predictions), given, asked, layer, idf)
    return Neural(dict(columns), identity)
