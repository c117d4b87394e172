"""Every measure of the field over plain lists, equal to its reference.

Calls that replace a package's own live in modules of its name: `grice.score.rouge_scorer`,
`grice.score.pytrec_eval`, `grice.score.ir_measures`, `grice.score.squad`, `grice.score.sklearn`.

>>> from grice import score
>>> score.f1(["the river Rhine", "in 1294"], ["Rhine", ["1294", "in 1294"]])
[0.666..., 1.0]
>>> score.retrieval({"q1": {"d1": 1}}, {"q1": {"d1": 0.9}}, ["nDCG@10"]).totals
{'nDCG@10': 1.0}
"""

from . import ir_measures, pytrec_eval, rouge_scorer, scoring, sklearn, squad
from .agreement import (
    Agreement,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    pairwise_agreement,
)
from .answers import (
    Answers,
    Bound,
    answers,
    exact_match,
    extractive_bound,
    f1,
    human,
    literal_f1,
    normalize,
    pragmatic_f1,
    token_f1,
    weighted_lcs,
)
from .bleu import Bleu, bleu, sentence_bleu
from .labels import LabelTable, labels
from .neural import Neural, neural
from .pytrec_eval import RelevanceEvaluator
from .retrieval import (
    Qrels,
    Relevance,
    Retrieval,
    Run,
    gold_share,
    retrieval,
    share_within,
    span_relevance,
)
from .rouge_scorer import RougeScorer, rouge
from .scoring import AggregateScore, BootstrapAggregator, Score
from .significance import (
    Interval,
    McNemar,
    Randomisation,
    Share,
    TTest,
    bootstrap,
    correct,
    mcnemar,
    randomisation,
    t_test,
    wilson,
)

__all__ = [
    "AggregateScore",
    "Agreement",
    "Answers",
    "Bleu",
    "BootstrapAggregator",
    "Bound",
    "Interval",
    "LabelTable",
    "McNemar",
    "Neural",
    "Qrels",
    "Randomisation",
    "Relevance",
    "RelevanceEvaluator",
    "Retrieval",
    "RougeScorer",
    "Run",
    "Score",
    "Share",
    "TTest",
    "answers",
    "bleu",
    "bootstrap",
    "cohen_kappa",
    "correct",
    "exact_match",
    "extractive_bound",
    "f1",
    "fleiss_kappa",
    "gold_share",
    "human",
    "ir_measures",
    "krippendorff_alpha",
    "labels",
    "literal_f1",
    "mcnemar",
    "neural",
    "normalize",
    "pairwise_agreement",
    "pragmatic_f1",
    "pytrec_eval",
    "randomisation",
    "retrieval",
    "rouge",
    "rouge_scorer",
    "scoring",
    "sentence_bleu",
    "share_within",
    "sklearn",
    "span_relevance",
    "squad",
    "t_test",
    "token_f1",
    "weighted_lcs",
    "wilson",
]
