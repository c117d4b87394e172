"""Rankings against judgements, and gold passages among the first."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Optional, Union

from .. import _grice
from .lists import grouped, listed

Qrels = _grice.Qrels
Run = _grice.Run

#: Judgements: a dict of dicts, an iterable or data frame of (query_id, doc_id, relevance), the
#: path of a file in TREC's form, or what `Qrels` has read.
QrelsLike = Union[Mapping[str, Mapping[str, int]], Iterable[Any], "os.PathLike[str]", str, Qrels]
#: A run: a dict of dicts, an iterable or data frame of (query_id, doc_id, score), the path of a
#: file in TREC's form, or what `Run` has read.
RunLike = Union[Mapping[str, Mapping[str, float]], Iterable[Any], "os.PathLike[str]", str, Run]


class Retrieval(NamedTuple):
    """A dict of values for each query, and the measures' means (sums, of counts)."""

    queries: dict[str, dict[str, float]]
    totals: dict[str, float]


def retrieval(
    qrels: QrelsLike,
    run: RunLike,
    measures: Union[str, Iterable[str]] = ("nDCG@10", "RR@10", "R@100", "AP"),
    *,
    only_answered: bool = False,
) -> Retrieval:
    """trec_eval's measures, by ir-measures' names or its own.

    A query without ranking scores 0, unless `only_answered` leaves it out, as trec_eval does.

    >>> from grice import score
    >>> qrels = {"q1": {"d1": 1}, "q2": {"d7": 1}}
    >>> found = score.retrieval(qrels, {"q1": {"d1": 0.5, "d2": 0.9}}, ["RR", "P@1"])
    >>> found.queries["q1"], found.totals
    ({'RR': 0.5, 'P@1': 0.0}, {'RR': 0.25, 'P@1': 0.0})
    """
    names = [measures] if isinstance(measures, str) else list(measures)
    found = _grice.evaluate(as_qrels(qrels), as_run(run), names, names, not only_answered)
    if not found[1]:
        raise ValueError("not one query is both in the run and in the judgements; are their ids the same?")
    return Retrieval(found[0], dict(zip(names, found[1])))


def as_qrels(qrels: QrelsLike) -> Qrels:
    """Judgements, however they are given."""
    if isinstance(qrels, Qrels):
        return qrels
    if isinstance(qrels, (str, os.PathLike)):
        return Qrels.read(qrels)
    return Qrels(_lists(qrels, "relevance"))


def as_run(run: RunLike) -> Run:
    """A run, however it is given."""
    if isinstance(run, Run):
        return run
    if isinstance(run, (str, os.PathLike)):
        return Run.read(run)
    return Run(_lists(run, "score"))


def _lists(given: Any, value: str) -> dict[str, dict[str, Any]]:
    if isinstance(given, dict):
        return given
    if isinstance(given, Mapping):
        return {query: dict(documents) for query, documents in given.items()}
    lists: dict[str, dict[str, Any]] = {}
    for query, document, number in _triples(given, value):
        if query in lists:
            lists[query][document] = number
        else:
            lists[query] = {document: number}
    return lists


def _triples(given: Any, value: str) -> Iterable[tuple[str, str, Any]]:
    if hasattr(given, "itertuples"):
        missing = [name for name in ("query_id", "doc_id", value) if name not in given.columns]
        if missing:
            raise ValueError(f"the data frame has no column {', '.join(missing)}")
        return zip(given["query_id"].tolist(), given["doc_id"].tolist(), given[value].tolist())
    return ((one[0], one[1], one[2]) for one in given)


class Relevance(NamedTuple):
    """The span of a passage closest to an answer, by QReCC's heuristic."""

    f1: float
    text: str
    characters: Optional[tuple[int, int]]


def span_relevance(answer: str, passages: Iterable[str]) -> list[Relevance]:
    """How close any span of each passage comes to an answer; from 0.8 on QReCC takes it as gold.

    >>> from grice import score
    >>> score.span_relevance("in 1294", ["Finished in 1294 by monks.", "A wide river."])[0].f1
    1.0
    """
    return [Relevance(*one) for one in _grice.span_relevance(answer, listed(passages))]


def gold_share(
    gold: Iterable[Sequence[str]], rankings: Iterable[Sequence[str]], k: int
) -> list[Optional[float]]:
    """The share of each turn's gold passages among the first `k`; None where it has none.

    >>> from grice import score
    >>> score.gold_share([["p1", "p2"], []], [["p1", "p3"], ["p4"]], k=2)
    [0.5, None]
    """
    return _grice.gold_share(grouped(gold), grouped(rankings), k)


def share_within(ranks: Iterable[Optional[int]], cutoffs: Sequence[int] = (1, 5, 20, 100)) -> list[float]:
    """The share of turns whose gold passage is at each rank or before; a rank counts from 1, None
    is a miss. TopiOCQA's Top-20 is `share_within(ranks, [20])`.

    >>> from grice import score
    >>> score.share_within([1, 7, None, 2], [1, 5])
    [0.25, 0.5]
    """
    return _grice.share_within(listed(ranks), list(cutoffs))
