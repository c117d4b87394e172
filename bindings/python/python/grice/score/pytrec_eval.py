"""pytrec_eval: `RelevanceEvaluator` with the same values under the same names.

    from grice.score import pytrec_eval      # was: import pytrec_eval
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from .. import _grice
from .retrieval import as_qrels, as_run

_CUTOFFS = ("5", "10", "15", "20", "30", "100", "200", "500", "1000")
_LEVELS = tuple(f"{level / 10:.2f}" for level in range(11))


class _Measure(NamedTuple):
    """A measure of trec_eval's: its name here, and the numbers it has unless told."""

    name: str
    usual: tuple[str, ...] = ()
    rel: bool = True
    judged: bool = True


_MEASURES = {
    "map": _Measure("AP"),
    "map_cut": _Measure("AP", _CUTOFFS),
    "ndcg": _Measure("nDCG", rel=False),
    "ndcg_cut": _Measure("nDCG", _CUTOFFS, rel=False),
    "recip_rank": _Measure("RR"),
    "P": _Measure("P", _CUTOFFS),
    "recall": _Measure("R", _CUTOFFS),
    "success": _Measure("Success", ("1", "5", "10")),
    "bpref": _Measure("Bpref", judged=False),
    "Rprec": _Measure("Rprec"),
    "infAP": _Measure("infAP", judged=False),
    "iprec_at_recall": _Measure("IPrec", _LEVELS),
    "11pt_avg": _Measure("11pt_avg", rel=False, judged=False),
    "num_q": _Measure("NumQ", rel=False, judged=False),
    "num_rel": _Measure("NumRel", judged=False),
    "num_ret": _Measure("NumRet", rel=False, judged=False),
    "num_rel_ret": _Measure("NumRet", judged=False),
    "set_P": _Measure("SetP"),
    "set_relative_P": _Measure("SetP"),
    "set_recall": _Measure("SetR", judged=False),
    "set_map": _Measure("SetAP"),
    "set_F": _Measure("SetF"),
}

#: The names that `RelevanceEvaluator` takes.
supported_measures = frozenset({*_MEASURES, "gm_map", "runid"})

#: Names that stand for several.
supported_nicknames = {
    "official": frozenset(
        "num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P num_q runid".split()
    ),
}


class RelevanceEvaluator:
    """Scores runs against judgements, query by query.

    >>> from grice.score import pytrec_eval
    >>> qrels = {"q1": {"d1": 1, "d2": 0}}
    >>> evaluator = pytrec_eval.RelevanceEvaluator(qrels, {"map", "ndcg_cut.5,10"})
    >>> sorted(evaluator.evaluate({"q1": {"d1": 0.5, "d2": 0.9}})["q1"].items())
    [('map', 0.5), ('ndcg_cut_10', 0.630...), ('ndcg_cut_5', 0.630...)]
    """

    def __init__(
        self,
        query_relevance: Mapping[str, Mapping[str, int]],
        measures: Iterable[str],
        relevance_level: int = 1,
        judged_docs_only_flag: bool = False,
    ) -> None:
        if isinstance(measures, str):
            measures = [measures]
        self._given = (query_relevance, list(measures), relevance_level, judged_docs_only_flag)
        self._qrels = as_qrels(query_relevance)
        self._names: dict[str, str] = {}
        for measure in _together(self._given[1]):
            self._names.update(_named(measure, relevance_level, judged_docs_only_flag))
        self._geometric = "gm_map" in self._names
        self._run_id = self._names.pop("runid", None) is not None

    def evaluate(self, scores: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
        """The values of each query that is in the run and in the judgements."""
        if not scores:
            return {}
        run = as_run(scores)
        names, keys = list(self._names.values()), list(self._names)
        rows, _ = _grice.evaluate(self._qrels, run, names, keys, False)
        if self._geometric or self._run_id:
            for row in rows.values():
                self._derive(row)
        return rows

    def _derive(self, row: dict[str, float]) -> None:
        if self._geometric:
            row["gm_map"] = math.log(max(row["gm_map"], 0.00001))
        if self._run_id:
            row["runid"] = 0.0

    def __reduce__(self) -> tuple[Any, ...]:
        return RelevanceEvaluator, self._given


def _together(measures: Iterable[str]) -> list[str]:
    """The measures without nicknames; a name without numbers gives way to the same with some."""
    every = [one for name in measures for one in supported_nicknames.get(name, (name,))]
    with_numbers = {
        stem for one in every for stem in (re.sub(r"[._][0-9.,]+$", "", one),) if stem != one
    }
    return [one for one in every if one not in with_numbers]


def _named(measure: str, level: int, judged_only: bool) -> dict[str, str]:
    """The keys that a name of trec_eval's gives, and the measure of each."""
    if measure == "gm_map":
        return {"gm_map": _named("map", level, judged_only)["map"]}
    if measure == "runid":
        return {"runid": ""}
    found = re.fullmatch(r"(\w+?)(?:[._]([0-9.]+(?:,[0-9.]+)*))?", measure)
    stem, numbers = found.groups() if found else (measure, None)
    known = _MEASURES.get(stem)
    if known is None or (numbers and not known.usual and stem != "set_F"):
        raise ValueError(
            f"unsupported measure {measure}; there are {', '.join(sorted(supported_measures))}"
        )
    if judged_only and stem in ("num_ret", "num_rel_ret", "bpref", "infAP", "11pt_avg"):
        raise ValueError(f"{stem} cannot be computed over judged documents only; leave it out")
    if level != 1 and stem == "11pt_avg":
        raise ValueError("11pt_avg is computed for relevance_level 1 only; leave it out")
    settings = []
    if known.rel and (level != 1 or stem == "num_rel_ret"):
        settings.append(f"rel={level}")
    if stem == "set_relative_P":
        settings.append("relative=True")
    if known.judged and judged_only:
        settings.append("judged_only=True")
    if stem == "set_F" and numbers:
        return {
            f"set_F_{one}": _measure(known.name, [*settings, f"beta={one}"]) for one in numbers.split(",")
        }
    if not known.usual:
        return {stem: _measure(known.name, settings)}
    cuts = numbers.split(",") if numbers else known.usual
    if stem == "iprec_at_recall":
        cuts = [f"{float(one):.2f}" for one in cuts]
    return {f"{stem}_{one}": f"{_measure(known.name, settings)}@{one}" for one in cuts}


def _measure(name: str, settings: list[str]) -> str:
    return f"{name}({','.join(settings)})" if settings else name


def parse_run(f_run: Iterable[str]) -> dict[str, dict[str, float]]:
    """A run from the lines of a file in TREC's form.

    >>> from grice.score import pytrec_eval
    >>> pytrec_eval.parse_run(["q1 Q0 d1 1 0.5 mine"])
    {'q1': {'d1': 0.5}}
    """
    run: dict[str, dict[str, float]] = {}
    for number, line in enumerate(f_run, 1):
        query, document, score = _columns(line, number, 6, (0, 2, 4))
        if document in run.setdefault(query, {}):
            raise ValueError(f"line {number}: document {document} stands twice for query {query}")
        run[query][document] = float(score)
    return run


def parse_qrel(f_qrel: Iterable[str]) -> dict[str, dict[str, int]]:
    """Judgements from the lines of a file in TREC's form.

    >>> from grice.score import pytrec_eval
    >>> pytrec_eval.parse_qrel(["q1 0 d1 2"])
    {'q1': {'d1': 2}}
    """
    qrels: dict[str, dict[str, int]] = {}
    for number, line in enumerate(f_qrel, 1):
        query, document, grade = _columns(line, number, 4, (0, 2, 3))
        if document in qrels.setdefault(query, {}):
            raise ValueError(f"line {number}: document {document} stands twice for query {query}")
        qrels[query][document] = int(grade)
    return qrels


def _columns(line: str, number: int, count: int, wanted: tuple[int, ...]) -> list[str]:
    columns = line.split()
    if len(columns) != count:
        raise ValueError(f"line {number} has {len(columns)} columns, not {count}: {line.strip()!r}")
    return [columns[at] for at in wanted]


def compute_aggregated_measure(measure: str, values: list[float]) -> float:
    """The values of all queries as one: a sum, a geometric mean, or a mean."""
    if measure.startswith("num_"):
        return float(sum(values))
    mean = sum(values) / len(values)
    return math.exp(mean) if measure.startswith("gm_") else float(mean)
