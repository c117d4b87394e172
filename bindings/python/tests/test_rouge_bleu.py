"""ROUGE against rouge-score, BLEU against sacreBLEU."""

import pickle

import pytest
import sacrebleu
from rouge_score import rouge_scorer as theirs
from rouge_score import scoring as their_scoring

from grice import score
from grice.score import rouge_scorer as ours
from grice.score import scoring

TYPES = ["rouge1", "rouge2", "rouge5", "rougeL", "rougeLsum"]


@pytest.mark.parametrize("stem", [False, True])
def test_rouge_is_rouge_scores(texts, stem):
    targets, predictions = texts(150, 25), texts(150, 25)
    their, our = theirs.RougeScorer(TYPES, use_stemmer=stem), ours.RougeScorer(TYPES, use_stemmer=stem)
    columns = our.score_all(targets, predictions)
    for at, (target, prediction) in enumerate(zip(targets, predictions)):
        expected = their.score(target, prediction)
        assert our.score(target, prediction) == expected
        assert {name: column[at] for name, column in columns.items()} == expected


def test_the_best_of_several_targets_counts_for_each_type(texts):
    their, our = theirs.RougeScorer(TYPES), ours.RougeScorer(TYPES)
    for prediction in texts(40, 12):
        targets = texts(3, 12)
        assert our.score_multi(targets, prediction) == their.score_multi(targets, prediction)


def test_a_scorer_can_be_pickled():
    scorer = pickle.loads(pickle.dumps(ours.RougeScorer(["rougeL"], use_stemmer=True)))
    assert scorer.score("he runs", "he running")["rougeL"].fmeasure == 1.0


def test_intervals_are_close_to_rouge_scores(rng):
    their, our = their_scoring.BootstrapAggregator(), scoring.BootstrapAggregator()
    for _ in range(200):
        part = rng.random()
        their.add_scores({"rouge1": their_scoring.Score(part, part / 2, part / 3)})
        our.add_scores({"rouge1": scoring.Score(part, part / 2, part / 3)})
    expected, found = their.aggregate()["rouge1"], our.aggregate()["rouge1"]
    for end in ("low", "mid", "high"):
        assert getattr(found, end) == pytest.approx(getattr(expected, end), abs=0.02)


@pytest.mark.parametrize("tokenize", ["13a", "intl", "char", "none"])
@pytest.mark.parametrize("method, value", [("exp", None), ("floor", 0.2), ("add-k", None), ("none", None)])
def test_bleu_is_sacrebleus(texts, tokenize, method, value):
    predictions, first, second = texts(60, 15), texts(60, 15), texts(60, 15)
    settings = {"smooth_method": method, "smooth_value": value, "tokenize": tokenize}
    expected = sacrebleu.corpus_bleu(predictions, [first, second], **settings)
    references = [list(pair) for pair in zip(first, second)]
    found = score.bleu(predictions, references, **settings)
    assert found.score == pytest.approx(expected.score, abs=1e-9)
    assert found.precisions == pytest.approx(expected.precisions, abs=1e-9)
    assert found.brevity_penalty == pytest.approx(expected.bp)
    each = score.sentence_bleu(predictions, references, **settings)
    for one, prediction, pair in zip(each, predictions, references):
        expected = sacrebleu.sentence_bleu(prediction, pair, **settings)
        assert one.score == pytest.approx(expected.score, abs=1e-9)


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda: ours.RougeScorer(["rougeX"]).score("a", "a"), "Invalid rouge type: rougeX"),
        (lambda: ours.RougeScorer(["rouge1"], split_summaries=True), "newline after each sentence"),
        (lambda: ours.RougeScorer(["rouge1"], tokenizer=object()), "tokenizer"),
        (lambda: score.rouge(["a"], [[]]), "item 0 has no target"),
        (lambda: score.bleu(["a"], ["a"], tokenize="zh"), "no tokenizer 'zh'"),
        (lambda: score.bleu(["a"], ["a", "b"]), "predictions has 1"),
    ],
)
def test_bad_input_is_told(call, said):
    with pytest.raises(ValueError, match=said):
        call()
