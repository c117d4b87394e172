"""Whether systems differ, and how sure a mean is. A test that has no value is a ValueError that
says why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Optional, TypeVar

from .. import _grice
from .lists import listed

T = TypeVar("T")


class TTest(NamedTuple):
    """The paired t-test; the effect size is Cohen's d of the differences."""

    t: float
    p: float
    degrees: int
    mean_difference: float
    effect_size: float


class Randomisation(NamedTuple):
    """Fisher's test; `exact` says whether all assignments were tried, not a sample."""

    p: float
    mean_difference: float
    differing: int
    exact: bool


class McNemar(NamedTuple):
    """McNemar's test of right and wrong."""

    statistic: float
    p: float


class Interval(NamedTuple):
    """A mean, with its bootstrap interval; `mid` is the samples' median."""

    mean: float
    low: float
    mid: float
    high: float


class Share(NamedTuple):
    """A share with Wilson's interval."""

    share: float
    low: float
    high: float


def t_test(first: Iterable[float], second: Iterable[float]) -> TTest:
    """The paired t-test of two systems' scores for the same items.

    >>> from grice import score
    >>> round(score.t_test([0.6, 0.5, 0.9, 0.7], [0.5, 0.3, 0.8, 0.5]).p, 4)
    0.0138
    """
    return TTest(*_told(_grice.t_test(listed(first), listed(second))))


def randomisation(
    first: Iterable[float], second: Iterable[float], *, rounds: int = 100_000, seed: int = 0
) -> Randomisation:
    """Fisher's randomisation test of two systems' scores; exact where there are few items.

    >>> from grice import score
    >>> score.randomisation([0.6, 0.5, 0.9, 0.7], [0.5, 0.3, 0.8, 0.5]).p
    0.125
    """
    return Randomisation(*_told(_grice.randomisation(listed(first), listed(second), rounds, seed)))


def mcnemar(
    first: Iterable[bool],
    second: Iterable[bool],
    *,
    exact: bool = True,
    correction: bool = True,
) -> McNemar:
    """Whether one system is right more often than another, from the items they differ on.

    >>> from grice import score
    >>> round(score.mcnemar([True, True, True, True], [False, False, False, True]).p, 3)
    0.25
    """
    outcomes = [bool(one) for one in listed(first)], [bool(one) for one in listed(second)]
    return McNemar(*_told(_grice.mcnemar(*outcomes, exact, correction)))


def bootstrap(
    scores: Iterable[float], *, level: float = 0.95, rounds: int = 10_000, seed: int = 0
) -> Interval:
    """The mean of scores with a percentile bootstrap interval.

    >>> from grice import score
    >>> interval = score.bootstrap([0.0, 1.0, 1.0, 0.5])
    >>> interval.mean, interval.low <= interval.mean <= interval.high
    (0.625, True)
    """
    return Interval(*_told(_grice.bootstrap(listed(scores), level, rounds, seed)))


def wilson(successes: int, trials: int, *, level: float = 0.95) -> Share:
    """A share with an interval that holds for few trials too.

    >>> from grice import score
    >>> [round(end, 3) for end in score.wilson(8, 10)]
    [0.8, 0.49, 0.943]
    """
    return Share(*_told(_grice.wilson(successes, trials, level)))


def correct(
    p_values: Sequence[float], method: Literal["holm", "bonferroni"] = "holm"
) -> list[float]:
    """P-values corrected for how many tests there are.

    >>> from grice import score
    >>> score.correct([0.01, 0.04])
    [0.02, 0.04]
    """
    return _grice.correct(listed(p_values), method)


def _told(found: tuple[Optional[T], Optional[str]]) -> T:
    value, why = found
    if value is None:
        raise ValueError(why)
    return value
