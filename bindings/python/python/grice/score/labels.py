"""Predicted labels against gold ones: every measure at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Optional, TypedDict

from .. import _grice
from .lists import listed

LabelTable = TypedDict(
    "LabelTable",
    {
        "labels": list[str],
        "precision": list[float],
        "recall": list[float],
        "f1": list[float],
        "support": list[int],
        "predicted": list[int],
        "confusion": list[list[int]],
        "accuracy": float,
        "balanced_accuracy": float,
        "matthews": float,
        "macro": list[float],
        "micro": list[float],
        "weighted": list[float],
        "pairs": int,
        "outside": int,
    },
)


def labels(
    gold: Iterable[Any], predicted: Iterable[Any], only: Optional[Iterable[Any]] = None
) -> LabelTable:
    """Precision, recall, F1, support and confusion by label, with accuracy, Matthews' coefficient
    and the averages (each precision, recall and F1).

    `only` lists the labels that are averaged over, in the order wished. `grice.score.sklearn` has
    the same measures under scikit-learn's names.

    >>> from grice import score
    >>> table = score.labels(["yes", "no", "no"], ["yes", "yes", "no"])
    >>> table["labels"], table["confusion"], table["macro"][2]
    (['no', 'yes'], [[1, 1], [0, 1]], 0.666...)
    """
    wanted = None if only is None else [str(label) for label in listed(only)]
    table: LabelTable = _grice.label_table(listed(gold), listed(predicted), wanted)
    return table
