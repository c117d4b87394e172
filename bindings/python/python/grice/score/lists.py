"""What the measures take: lists, tuples, arrays and columns of data frames."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Union

#: One reference for each prediction, or several.
References = Union[Sequence[str], Sequence[Sequence[str]]]


def listed(values: Iterable[Any]) -> list[Any]:
    """A list of values; arrays and columns give plain ones."""
    if isinstance(values, list):
        return values
    if isinstance(values, (str, bytes)):
        raise TypeError(f"a list is needed, not the text {values[:40]!r}; put it in a list")
    plain = getattr(values, "tolist", None)
    return list(values) if plain is None else list(plain())


def grouped(references: Iterable[Any]) -> list[list[str]]:
    """A list of references for each prediction."""
    return [[one] if isinstance(one, str) else listed(one) for one in listed(references)]
