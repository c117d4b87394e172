"""The field's data sets, read from their official files as iterators of dicts."""

from __future__ import annotations

from typing import NamedTuple

from . import _grice
from .types import PathLike

DataStream = _grice.DataStream


class DataSet(NamedTuple):
    """A data set: its name in calls, its title, whether it has "turns" or "rows", its splits."""

    name: str
    title: str
    kind: str
    splits: list[str]


def data_sets() -> list[DataSet]:
    """The data sets that can be read.

    >>> from grice import data
    >>> [one.title for one in data.data_sets()][:3]
    ['QReCC', 'SCAI-QReCC', 'TopiOCQA']
    """
    return [DataSet(*one) for one in _grice.data_sets()]


def load(name: str, folder: PathLike, split: str) -> DataStream:
    """The turns or rows of a split, one dict after another; what cannot be read is passed over,
    and told by `skipped`.

    `folder` is the data set's, or the one that holds it. A turn has `id`, `conversation`,
    `number`, `question`, `history`, `answers` and, where the file has them, `rewrite`, `topic`,
    `evidence`, `facets`; a row has `id`, `first`, `second` and `labels`.

    >>> from grice import data
    >>> data.load("nothing", ".", "train")
    Traceback (most recent call last):
    ...
    ValueError: there is no data set "nothing": the names are ...
    """
    return _grice.open_data(name, folder, split)


__all__ = ["DataSet", "DataStream", "data_sets", "load"]
