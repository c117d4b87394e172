"""ir-measures: measures as objects, and the calls that compute them.

    from grice.score import ir_measures
    from grice.score.ir_measures import nDCG, RR, P

Measures may also be given as strings, or as objects of the package itself. A query that the run
does not answer scores 0; it counts in `NumQ` and `NumRel` too.
"""

from __future__ import annotations

import ast
import gzip
import os
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Union

from .. import _grice
from .retrieval import QrelsLike, RunLike, as_qrels, as_run


class Measure:
    """A measure with its parameters: `nDCG@10`, `P(rel=2)@5`, `IPrec@0.1`.

    >>> from grice.score.ir_measures import P, nDCG
    >>> nDCG @ 10, P(rel=2) @ 5, P(rel=1) @ 5 == P @ 5
    (nDCG@10, P(rel=2)@5, True)
    """

    def __init__(self, NAME: str, **params: Any) -> None:
        self.NAME = NAME
        self.params = params

    def __call__(self, **params: Any) -> Measure:
        return Measure(self.NAME, **{**self.params, **params})

    def __matmul__(self, at: Union[int, float]) -> Measure:
        return self(**{_at(self.NAME): at})

    def __repr__(self) -> str:
        text = self._text()
        try:
            return _grice.measure_name(text)
        except ValueError:
            return text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Measure) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def _text(self) -> str:
        at = self.params.get(_at(self.NAME))
        rest = {name: value for name, value in self.params.items() if name != _at(self.NAME)}
        text = self.NAME
        if rest:
            text += f"({','.join(f'{name}={_shown(value)}' for name, value in rest.items())})"
        return text if at is None else f"{text}@{at}"

    def calc_aggregate(self, qrels: QrelsLike, run: RunLike) -> float:
        """The value over all queries."""
        return calc_aggregate([self], qrels, run)[self]

    def iter_calc(self, qrels: QrelsLike, run: RunLike) -> Iterator[Metric]:
        """The value of each query."""
        return iter_calc([self], qrels, run)


def _at(name: str) -> str:
    return "recall" if name == "IPrec" else "cutoff"


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ",".join(f"{grade}:{gain}" for grade, gain in sorted(value.items())) + "}"
    return repr(value)


AP = MAP = Measure("AP")
Bpref = BPref = Measure("Bpref")
ERR = Measure("ERR")
infAP = Measure("infAP")
IPrec = Measure("IPrec")
Judged = Measure("Judged")
nDCG = NDCG = Measure("nDCG")
NumQ = Measure("NumQ")
NumRel = Measure("NumRel")
NumRet = Measure("NumRet")
NumRelRet = NumRet(rel=1)
P = Precision = Measure("P")
R = Recall = Measure("R")
Rprec = RPrec = Measure("Rprec")
RR = MRR = Measure("RR")
SetAP = Measure("SetAP")
SetF = Measure("SetF")
SetP = Measure("SetP")
SetR = Measure("SetR")
Success = Measure("Success")

#: A measure: an object of this module, one of the package ir_measures, or a name.
MeasureLike = Any


class Qrel(NamedTuple):
    """A judgement."""

    query_id: str
    doc_id: str
    relevance: int
    iteration: str = "0"


class ScoredDoc(NamedTuple):
    """A document of a run."""

    query_id: str
    doc_id: str
    score: float


class Metric(NamedTuple):
    """The value of a measure for a query."""

    query_id: str
    measure: MeasureLike
    value: float


class CalcResults(NamedTuple):
    """Values over all queries, and of each."""

    aggregated: dict[MeasureLike, float]
    per_query: list[Metric]


def parse_measure(text: str) -> Measure:
    """The measure of a name.

    >>> from grice.score import ir_measures
    >>> ir_measures.parse_measure("NDCG@10") == ir_measures.nDCG @ 10
    True
    """
    found = re.fullmatch(r"([^(@]+)(?:\((.*)\))?(?:@(.+))?", _grice.measure_name(text))
    name, inner, at = found.groups() if found else (text, None, None)
    call = ast.parse(f"measure({inner or ''})", mode="eval").body
    keywords = call.keywords if isinstance(call, ast.Call) else []
    params = {str(one.arg): ast.literal_eval(one.value) for one in keywords}
    if at is not None:
        params[_at(name)] = ast.literal_eval(at)
    return Measure(name, **params)


class Evaluator:
    """Scores several runs against the same judgements, which are taken up once."""

    def __init__(self, measures: Iterable[MeasureLike], qrels: QrelsLike) -> None:
        self.measures = [measures] if isinstance(measures, (str, Measure)) else list(measures)
        self._names = [str(measure) for measure in self.measures]
        self._qrels = as_qrels(qrels)

    def calc_aggregate(self, run: RunLike) -> dict[MeasureLike, float]:
        """Each measure's value over all queries."""
        totals = _grice.totals(self._qrels, as_run(run), self._names, True)
        return dict(zip(self.measures, totals))

    def iter_calc(self, run: RunLike) -> Iterator[Metric]:
        """Each measure's value for each query."""
        return iter(self._metrics(run)[0])

    def calc(self, run: RunLike) -> CalcResults:
        """Both."""
        metrics, totals = self._metrics(run)
        return CalcResults(dict(zip(self.measures, totals)), metrics)

    def _metrics(self, run: RunLike) -> tuple[list[Metric], list[float]]:
        rows, totals = _grice.evaluate(self._qrels, as_run(run), self._names, self._names, True)
        pairs = list(zip(self.measures, self._names))
        metrics = [
            Metric(query, measure, row[name]) for query, row in rows.items() for measure, name in pairs
        ]
        return metrics, totals


def evaluator(measures: Iterable[MeasureLike], qrels: QrelsLike) -> Evaluator:
    """What scores several runs against the same judgements."""
    return Evaluator(measures, qrels)


def calc_aggregate(
    measures: Iterable[MeasureLike], qrels: QrelsLike, run: RunLike
) -> dict[MeasureLike, float]:
    """Each measure's value over all queries.

    >>> from grice.score import ir_measures
    >>> from grice.score.ir_measures import RR, nDCG
    >>> ir_measures.calc_aggregate([nDCG @ 10, RR], {"q1": {"d1": 1}}, {"q1": {"d1": 0.5, "d2": 0.9}})
    {nDCG@10: 0.630..., RR: 0.5}
    """
    return Evaluator(measures, qrels).calc_aggregate(run)


def iter_calc(
    measures: Iterable[MeasureLike], qrels: QrelsLike, run: RunLike
) -> Iterator[Metric]:
    """Each measure's value for each query.

    >>> from grice.score import ir_measures
    >>> list(ir_measures.iter_calc(["P@1"], {"q1": {"d1": 1}}, {"q1": {"d1": 0.5}}))
    [Metric(query_id='q1', measure='P@1', value=1.0)]
    """
    return Evaluator(measures, qrels).iter_calc(run)


def calc(measures: Iterable[MeasureLike], qrels: QrelsLike, run: RunLike) -> CalcResults:
    """Each measure's value over all queries, and for each."""
    return Evaluator(measures, qrels).calc(run)


def read_trec_qrels(file: Union[str, os.PathLike[str]]) -> Iterator[Qrel]:
    """The judgements of a file in TREC's form, gzipped or not. `calc_aggregate` takes the path
    itself too, which is faster."""
    for columns in _lines(file, 4):
        yield Qrel(columns[0], columns[2], int(columns[3]), columns[1])


def read_trec_run(file: Union[str, os.PathLike[str]]) -> Iterator[ScoredDoc]:
    """The documents of a run in TREC's form, gzipped or not. `calc_aggregate` takes the path
    itself too, which is faster."""
    for columns in _lines(file, 6):
        yield ScoredDoc(columns[0], columns[2], float(columns[4]))


def _lines(file: Union[str, os.PathLike[str]], count: int) -> Iterator[list[str]]:
    opened = gzip.open if os.fspath(file).endswith(".gz") else open
    with opened(file, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            columns = line.split()
            if columns and len(columns) != count:
                raise ValueError(f"{file}, line {number}: there are {len(columns)} columns, not {count}")
            if columns:
                yield columns
