"""rouge-score's `scoring`: scores and their bootstrap intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .. import _grice


class Score(NamedTuple):
    """Precision, recall and F."""

    precision: float
    recall: float
    fmeasure: float


class AggregateScore(NamedTuple):
    """The ends of an interval, and its middle."""

    low: Score
    mid: Score
    high: Score


class BootstrapAggregator:
    """Means of scores with bootstrap intervals.

    The samples are drawn by a generator of its own with a `seed`, so that two runs give the same;
    rouge-score draws others each time.

    >>> from grice.score.scoring import BootstrapAggregator, Score
    >>> aggregator = BootstrapAggregator()
    >>> for precision in (0.2, 0.4, 0.6):
    ...     aggregator.add_scores({"rouge1": Score(precision, 1.0, 0.5)})
    >>> interval = aggregator.aggregate()["rouge1"]
    >>> interval.low.precision < interval.mid.precision < interval.high.precision
    True
    """

    def __init__(
        self, confidence_interval: float = 0.95, n_samples: int = 1000, *, seed: int = 0
    ) -> None:
        if confidence_interval < 0 or confidence_interval > 1:
            raise ValueError("confidence_interval must be in range [0, 1]")
        if n_samples <= 0:
            raise ValueError("n_samples must be positive")
        self._level = confidence_interval
        self._samples = n_samples
        self._seed = seed
        self._scores: dict[str, list[Score]] = {}

    def add_scores(self, scores: Mapping[str, Score]) -> None:
        """Adds the scores of one text."""
        for name, score in scores.items():
            self._scores.setdefault(name, []).append(score)

    def aggregate(self) -> dict[str, AggregateScore]:
        """An interval for each type of score."""
        return {name: self._interval(scores) for name, scores in self._scores.items()}

    def _interval(self, scores: list[Score]) -> AggregateScore:
        parts = [self._bootstrap(list(column)) for column in zip(*scores)]
        low, mid, high = (Score(*ends) for ends in zip(*parts))
        return AggregateScore(low, mid, high)

    def _bootstrap(self, column: list[float]) -> tuple[float, float, float]:
        interval, why = _grice.bootstrap(column, self._level, self._samples, self._seed)
        if interval is None:
            raise ValueError(why)
        _, low, mid, high = interval
        return low, mid, high
