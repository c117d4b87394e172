"""rouge-score's `rouge_scorer`: the same calls with the same results.

    from grice.score import rouge_scorer      # was: from rouge_score import rouge_scorer
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .. import _grice
from .lists import References, grouped, listed
from .scoring import Score


class RougeScorer:
    """ROUGE of a prediction against a target.

    >>> from grice.score import rouge_scorer
    >>> scorer = rouge_scorer.RougeScorer(["rouge1", "rougeL"], use_stemmer=True)
    >>> scorer.score("The quick brown fox jumps", "A quick brown dog jumped")["rougeL"]
    Score(precision=0.6, recall=0.6, fmeasure=0.6)
    """

    def __init__(
        self,
        rouge_types: Sequence[str],
        use_stemmer: bool = False,
        split_summaries: bool = False,
        tokenizer: None = None,
    ) -> None:
        if tokenizer is not None:
            raise ValueError(
                "another tokenizer cannot be used here; join its tokens with spaces and leave it out"
            )
        if split_summaries:
            raise ValueError(
                "summaries are not split into sentences here; put a newline after each sentence"
            )
        self.rouge_types = listed(rouge_types)
        self._stem = use_stemmer

    def score(self, target: str, prediction: str) -> dict[str, Score]:
        """The scores of one prediction."""
        return self.score_multi([target], prediction)

    def score_multi(self, targets: Sequence[str], prediction: str) -> dict[str, Score]:
        """The scores of one prediction against the best of its targets, for each type."""
        columns = _grice.rouge(self.rouge_types, [listed(targets)], [prediction], self._stem)
        return {name: Score._make(column[0]) for name, column in zip(self.rouge_types, columns)}

    def score_all(self, targets: References, predictions: Iterable[str]) -> dict[str, list[Score]]:
        """The scores of many predictions, a column for each type, on all cores.

        >>> from grice.score.rouge_scorer import RougeScorer
        >>> RougeScorer(["rouge1"]).score_all(["in 1294", "monks"], ["1294", "the monks"])
        {'rouge1': [Score(precision=1.0, recall=0.5, fmeasure=0.666...), Score(...)]}
        """
        given, said = grouped(targets), listed(predictions)
        columns = _grice.rouge(self.rouge_types, given, said, self._stem)
        make = Score._make
        return {name: list(map(make, column)) for name, column in zip(self.rouge_types, columns)}


def rouge(
    predictions: Iterable[str],
    references: References,
    types: Sequence[str] = ("rouge1", "rouge2", "rougeL"),
    *,
    stem: bool = False,
) -> dict[str, list[Score]]:
    """ROUGE of each prediction against the best of its references, a column for each type.

    >>> from grice import score
    >>> score.rouge(["1294"], ["in 1294"], ["rouge1"])["rouge1"][0].recall
    0.5
    """
    return RougeScorer(types, use_stemmer=stem).score_all(references, predictions)
