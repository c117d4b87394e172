"""How well judges agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Optional, Union

from .. import _grice
from .lists import listed

#: What a judge said of an item: a word or a number; None (or NaN) where the judge said nothing.
Rating = Union[str, float, None]


class Agreement(NamedTuple):
    """A measure's value, or why it has none; the items it is over and those left out, which have
    too few judgements; and the judgements it is over."""

    value: Optional[float]
    why: Optional[str]
    items: int
    left_out: int
    judgements: int


def pairwise_agreement(rows: Iterable[Sequence[Rating]]) -> Agreement:
    """The share of pairs of judgements of the same item that are the same.

    Each row is an item, with a place for each judge.

    >>> from grice import score
    >>> score.pairwise_agreement([["yes", "yes", "no"], ["no", "no", None]]).value
    0.5
    """
    return Agreement(*_grice.agreement(_rows(rows), "pairwise", "", None))


def fleiss_kappa(rows: Iterable[Sequence[Rating]]) -> Agreement:
    """Fleiss' kappa, over the items that have as many judgements as most.

    >>> from grice import score
    >>> score.fleiss_kappa([["yes", "yes"], ["no", "no"], ["yes", "no"]]).value
    0.333...
    """
    return Agreement(*_grice.agreement(_rows(rows), "fleiss", "", None))


def cohen_kappa(
    first: Iterable[Rating],
    second: Iterable[Rating],
    *,
    weights: Optional[Literal["linear", "quadratic"]] = None,
    labels: Optional[Sequence[Union[str, float]]] = None,
) -> Agreement:
    """Cohen's kappa of two judges; weights need labels with an order: numbers, or a list.

    >>> from grice import score
    >>> score.cohen_kappa(["a", "b", "a", "b"], ["a", "b", "b", "b"]).value
    0.5
    """
    one, other = listed(first), listed(second)
    if len(one) != len(other):
        raise ValueError(
            f"first has {len(one)} items and second has {len(other)}; give one judgement of each"
        )
    rows = [[a, b] for a, b in zip(one, other)]
    return Agreement(*_grice.agreement(rows, "cohen", weights or "", _order(labels)))


def krippendorff_alpha(
    rows: Iterable[Sequence[Rating]],
    level: Literal["nominal", "ordinal", "interval", "ratio"] = "nominal",
    *,
    labels: Optional[Sequence[Union[str, float]]] = None,
) -> Agreement:
    """Krippendorff's alpha; `labels` gives words their order.

    >>> from grice import score
    >>> round(score.krippendorff_alpha([[1, 1], [2, 3], [3, 3]], "interval").value, 3)
    0.828
    """
    return Agreement(*_grice.agreement(_rows(rows), "krippendorff", level, _order(labels)))


def _rows(rows: Iterable[Sequence[Rating]]) -> list[list[Rating]]:
    return [listed(row) for row in rows]


def _order(labels: Optional[Sequence[Union[str, float]]]) -> Optional[list[Union[str, float]]]:
    return None if labels is None else list(labels)
