"""scikit-learn's measures of predicted labels: the same calls, with lists where it has arrays.

    from grice.score.sklearn import f1_score      # was: from sklearn.metrics import f1_score

Labels are words or whole numbers. A share of nothing is `zero_division`, 0 unless told, without a
warning. Sample weights, multilabel targets and numbers that are not whole are refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, Optional, Union

from .. import _grice
from .lists import listed

Label = Union[str, int]
Labels = Iterable[Any]
Average = Optional[Literal["binary", "micro", "macro", "weighted"]]
ZeroDivision = Union[float, Literal["warn"]]
Values = Union[float, list[float]]


class _Counts(NamedTuple):
    """Pairs counted by gold and predicted label, over all labels in their order."""

    labels: list[Label]
    confusion: list[list[int]]
    gold: list[int]
    predicted: list[int]
    right: list[int]


def _counts(y_true: Labels, y_pred: Labels) -> _Counts:
    gold, predicted = _whole(listed(y_true)), _whole(listed(y_pred))
    names, confusion = _grice.confusion(gold, predicted)
    words = any(isinstance(label, str) for label in gold[:1])
    labels: list[Label] = [name if words else int(name) for name in names]
    return _Counts(
        labels,
        confusion,
        [sum(row) for row in confusion],
        [sum(column) for column in zip(*confusion)],
        [row[at] for at, row in enumerate(confusion)],
    )


def _whole(labels: list[Any]) -> list[Any]:
    if not labels or not isinstance(labels[0], float):
        return labels
    odd = next((label for label in labels if label != int(label)), None)
    if odd is not None:
        raise ValueError(f"{odd} is no label; labels are words or whole numbers")
    return [int(label) for label in labels]


class _Parts(NamedTuple):
    """Counts of a label, or of several together."""

    right: int
    gold: int
    predicted: int

    def shares(self, beta: float, zero: float) -> tuple[float, float, float]:
        """Precision, recall and F."""
        square = beta * beta
        of_both = square * self.gold + self.predicted
        return (
            self.right / self.predicted if self.predicted else zero,
            self.right / self.gold if self.gold else zero,
            (1 + square) * self.right / of_both if of_both else zero,
        )


def _parts(counts: _Counts, labels: Optional[Labels]) -> tuple[list[Label], list[_Parts]]:
    places = {label: at for at, label in enumerate(counts.labels)}
    chosen = counts.labels if labels is None else listed(labels)
    nothing = _Parts(0, 0, 0)

    def part(label: Label) -> _Parts:
        at = places.get(label)
        if at is None:
            return nothing
        return _Parts(counts.right[at], counts.gold[at], counts.predicted[at])

    return list(chosen), [part(label) for label in chosen]


def precision_recall_fscore_support(
    y_true: Labels,
    y_pred: Labels,
    *,
    beta: float = 1.0,
    labels: Optional[Labels] = None,
    pos_label: Label = 1,
    average: Average = None,
    zero_division: ZeroDivision = "warn",
) -> tuple[Values, Values, Values, Optional[list[int]]]:
    """Precision, recall, F and support: a list of each, or with an average a number of each.

    >>> from grice.score.sklearn import precision_recall_fscore_support
    >>> precision_recall_fscore_support(["yes", "no", "no"], ["yes", "yes", "no"])
    ([1.0, 0.5], [0.5, 1.0], [0.666..., 0.666...], [2, 1])
    """
    return _shares(_counts(y_true, y_pred), beta, labels, pos_label, average, zero_division)


def _shares(
    counts: _Counts,
    beta: float,
    labels: Optional[Labels],
    pos_label: Label,
    average: Average,
    zero_division: ZeroDivision,
) -> tuple[Values, Values, Values, Optional[list[int]]]:
    zero = 0.0 if zero_division == "warn" else float(zero_division)
    if average == "binary":
        labels = [_positive(counts, pos_label)]
    chosen, parts = _parts(counts, labels)
    if average in ("binary", "micro"):
        together = _Parts(*(sum(column) for column in zip(*parts)))
        return (*together.shares(beta, zero), None)
    shares = [part.shares(beta, zero) for part in parts]
    precision, recall, f = ([share[at] for share in shares] for at in range(3))
    support = [part.gold for part in parts]
    if average is None:
        return precision, recall, f, support
    if average == "macro":
        weights = [1] * len(chosen)
    elif average == "weighted":
        weights = support
    else:
        raise ValueError(
            f"there is no average {average!r}; there are binary, micro, macro, weighted and None"
        )
    return _mean(precision, weights, zero), _mean(recall, weights, zero), _mean(f, weights, zero), None


def _positive(counts: _Counts, pos_label: Label) -> Label:
    if len(counts.labels) > 2:
        raise ValueError(
            "Target is multiclass but average='binary'. Please choose another average setting, one of "
            "[None, 'micro', 'macro', 'weighted']."
        )
    if pos_label not in counts.labels and len(counts.labels) >= 2:
        raise ValueError(f"pos_label={pos_label!r} is not a valid label: {counts.labels}")
    return pos_label


def _mean(values: Sequence[float], weights: Sequence[int], zero: float) -> float:
    pairs = [(value, weight) for value, weight in zip(values, weights) if not math.isnan(value)]
    total = sum(weight for _, weight in pairs)
    return sum(value * weight for value, weight in pairs) / total if total else zero


def precision_score(
    y_true: Labels,
    y_pred: Labels,
    *,
    labels: Optional[Labels] = None,
    pos_label: Label = 1,
    average: Average = "binary",
    zero_division: ZeroDivision = "warn",
) -> Values:
    """The share of predictions that are right."""
    return precision_recall_fscore_support(
        y_true, y_pred, labels=labels, pos_label=pos_label, average=average, zero_division=zero_division
    )[0]


def recall_score(
    y_true: Labels,
    y_pred: Labels,
    *,
    labels: Optional[Labels] = None,
    pos_label: Label = 1,
    average: Average = "binary",
    zero_division: ZeroDivision = "warn",
) -> Values:
    """The share of gold labels that are found."""
    return precision_recall_fscore_support(
        y_true, y_pred, labels=labels, pos_label=pos_label, average=average, zero_division=zero_division
    )[1]


def f1_score(
    y_true: Labels,
    y_pred: Labels,
    *,
    labels: Optional[Labels] = None,
    pos_label: Label = 1,
    average: Average = "binary",
    zero_division: ZeroDivision = "warn",
) -> Values:
    """The harmonic mean of precision and recall.

    >>> from grice.score.sklearn import f1_score
    >>> f1_score(["yes", "no", "no"], ["yes", "yes", "no"], average="macro")
    0.666...
    """
    return fbeta_score(
        y_true,
        y_pred,
        beta=1.0,
        labels=labels,
        pos_label=pos_label,
        average=average,
        zero_division=zero_division,
    )


def fbeta_score(
    y_true: Labels,
    y_pred: Labels,
    *,
    beta: float,
    labels: Optional[Labels] = None,
    pos_label: Label = 1,
    average: Average = "binary",
    zero_division: ZeroDivision = "warn",
) -> Values:
    """The harmonic mean of precision and recall, in which recall counts `beta` times as much."""
    return precision_recall_fscore_support(
        y_true,
        y_pred,
        beta=beta,
        labels=labels,
        pos_label=pos_label,
        average=average,
        zero_division=zero_division,
    )[2]


def accuracy_score(y_true: Labels, y_pred: Labels, *, normalize: bool = True) -> float:
    """The share (or number) of right labels.

    >>> from grice.score.sklearn import accuracy_score
    >>> accuracy_score([0, 1, 1, 0], [0, 1, 0, 0])
    0.75
    """
    counts = _counts(y_true, y_pred)
    right = sum(counts.right)
    return right / sum(counts.gold) if normalize else float(right)


def balanced_accuracy_score(y_true: Labels, y_pred: Labels, *, adjusted: bool = False) -> float:
    """The mean recall of the labels that are in the gold."""
    counts = _counts(y_true, y_pred)
    recalls = [right / gold for right, gold in zip(counts.right, counts.gold) if gold]
    score = sum(recalls) / len(recalls)
    if adjusted:
        chance = 1 / len(recalls)
        score = (score - chance) / (1 - chance)
    return score


def matthews_corrcoef(y_true: Labels, y_pred: Labels) -> float:
    """Matthews' correlation coefficient, for any number of labels."""
    counts = _counts(y_true, y_pred)
    pairs, right = sum(counts.gold), sum(counts.right)
    both = right * pairs - sum(g * p for g, p in zip(counts.gold, counts.predicted))
    gold = pairs * pairs - sum(g * g for g in counts.gold)
    predicted = pairs * pairs - sum(p * p for p in counts.predicted)
    return both / math.sqrt(gold * predicted) if gold and predicted else 0.0


def confusion_matrix(
    y_true: Labels,
    y_pred: Labels,
    *,
    labels: Optional[Labels] = None,
    normalize: Optional[Literal["true", "pred", "all"]] = None,
) -> list[list[Any]]:
    """How often each gold label (row) got each predicted one (column).

    >>> from grice.score.sklearn import confusion_matrix
    >>> confusion_matrix(["yes", "no", "no"], ["yes", "yes", "no"])
    [[1, 1], [0, 1]]
    """
    counts = _counts(y_true, y_pred)
    table = counts.confusion
    if labels is not None:
        places = {label: at for at, label in enumerate(counts.labels)}
        chosen = [places.get(label) for label in listed(labels)]
        if all(at is None for at in chosen):
            raise ValueError("At least one label specified must be in y_true")
        table = [
            [0 if row is None or column is None else table[row][column] for column in chosen]
            for row in chosen
        ]
    if normalize is None:
        return table
    if normalize == "true":
        return [[_share(cell, sum(row)) for cell in row] for row in table]
    if normalize == "pred":
        totals = [sum(column) for column in zip(*table)]
        return [[_share(cell, total) for cell, total in zip(row, totals)] for row in table]
    if normalize == "all":
        total = sum(map(sum, table))
        return [[_share(cell, total) for cell in row] for row in table]
    raise ValueError(f"normalize is {normalize!r}; there are 'true', 'pred', 'all' and None")


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def cohen_kappa_score(
    y1: Labels,
    y2: Labels,
    *,
    labels: Optional[Labels] = None,
    weights: Optional[Literal["linear", "quadratic"]] = None,
) -> float:
    """How far two judges agree beyond chance; NaN where chance alone explains everything.

    >>> from grice.score.sklearn import cohen_kappa_score
    >>> cohen_kappa_score(["a", "b", "a", "b"], ["a", "b", "b", "b"])
    0.5
    """
    table = confusion_matrix(y1, y2, labels=labels)
    if weights not in (None, "linear", "quadratic"):
        raise ValueError(f"there are no weights {weights!r}; there are None, 'linear' and 'quadratic'")
    rows, columns = [sum(row) for row in table], [sum(column) for column in zip(*table)]
    total = sum(rows)
    seen = chance = 0.0
    for at, row in enumerate(table):
        for other, cell in enumerate(row):
            far = abs(at - other)
            weight = far * far if weights == "quadratic" else far if weights else int(far > 0)
            seen += weight * cell
            chance += weight * rows[at] * columns[other] / total if total else 0.0
    return 1 - seen / chance if chance else math.nan


def classification_report(
    y_true: Labels,
    y_pred: Labels,
    *,
    labels: Optional[Labels] = None,
    target_names: Optional[Sequence[str]] = None,
    digits: int = 2,
    output_dict: bool = False,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """Precision, recall, F1 and support of each label and on average: a text, or a dict.

    >>> from grice.score.sklearn import classification_report
    >>> print(classification_report(["yes", "no", "no"], ["yes", "yes", "no"], digits=3))
                  precision    recall  f1-score   support
    ...
    """
    counts = _counts(y_true, y_pred)
    chosen = counts.labels if labels is None else listed(labels)
    names = [str(label) for label in chosen] if target_names is None else list(target_names)
    if len(names) != len(chosen):
        raise ValueError(f"there are {len(chosen)} labels and {len(names)} target_names; give one for each")

    def row(average: Average) -> tuple[Any, Any, Any, Any]:
        return _shares(counts, 1.0, chosen, 1, average, zero_division)

    columns = row(None)
    support = columns[3] or []
    rows = [(name, *values) for name, *values in zip(names, *columns)]
    every = labels is None or set(counts.labels) <= set(chosen)
    averages: list[tuple[str, Any]] = [("accuracy" if every else "micro avg", row("micro"))]
    averages += [("macro avg", row("macro")), ("weighted avg", row("weighted"))]
    ends = [(name, *values[:3], sum(support)) for name, values in averages]
    if output_dict:
        told = {str(name): _record(values) for name, *values in [*rows, *ends]}
        if every:
            told["accuracy"] = ends[0][3]
        return told
    return _text(rows, ends, digits, every)


def _record(values: Sequence[Any]) -> Any:
    return dict(zip(("precision", "recall", "f1-score", "support"), values))


def _text(rows: Sequence[Any], ends: Sequence[Any], digits: int, every: bool) -> str:
    width = max(*(len(str(row[0])) for row in rows), len("weighted avg"), digits)
    heads = "".join(f" {head:>9}" for head in ("precision", "recall", "f1-score", "support"))
    lines = [f"{'':>{width}} {heads}", ""]

    def line(name: str, *values: Any) -> str:
        numbers = "".join(f" {value:>9.{digits}f}" for value in values[:3])
        return f"{name:>{width}} {numbers} {values[3]:>9}"

    lines += [line(*row) for row in rows]
    lines.append("")
    for end in ends:
        if every and end[0] == "accuracy":
            blank = " " * 20
            lines.append(f"{end[0]:>{width}} {blank} {end[3]:>9.{digits}f} {end[4]:>9}")
        else:
            lines.append(line(*end))
    return "\n".join(lines) + "\n"
