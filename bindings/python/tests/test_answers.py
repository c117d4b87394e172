"""Exact match and F1 against SQuAD's definitions, written out."""

import collections
import re
import string

import pytest

from grice import score
from grice.score import squad


def plain(text):
    kept = "".join(c for c in text.lower() if c not in set(string.punctuation))
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", kept).split())


def token_f1(gold, predicted, empty):
    gold, predicted = plain(gold).split(), plain(predicted).split()
    if not gold or not predicted:
        return empty(gold, predicted)
    same = sum((collections.Counter(gold) & collections.Counter(predicted)).values())
    if same == 0:
        return 0.0
    precision, recall = same / len(predicted), same / len(gold)
    return 2 * precision * recall / (precision + recall)


def test_normalisation_is_squads(texts):
    some = texts(500) + ["Äpfel, a an THE", "the", "", "e.g. a-b"]
    assert score.normalize(some) == [plain(text) for text in some]


def test_exact_match_and_f1_are_squads_in_batches_and_one_by_one(texts):
    predictions, golds = texts(300, 6), texts(300, 6)
    found = score.answers(predictions, golds)
    for at, (gold, predicted) in enumerate(zip(golds, predictions)):
        exact = plain(gold) == plain(predicted)
        second = token_f1(gold, predicted, lambda g, p: float(g == p))
        first = token_f1(gold, predicted, lambda g, p: 0.0)
        assert (found.em[at], found.f1[at]) == (exact, second)
        assert squad.compute_exact(gold, predicted) == exact
        assert squad.compute_f1(gold, predicted) == second
        assert squad.exact_match_score(predicted, gold) is exact
        assert squad.f1_score(predicted, gold) == first


def test_the_best_reference_counts_and_a_missing_prediction_scores_nothing():
    found = score.answers(["in 1294", None], [["1300", "1294"], ["x"]])
    assert found.em == [0.0, 0.0]
    assert found.f1 == [pytest.approx(2 / 3), 0.0]


def articles(questions):
    qas = [{"id": id, "answers": [{"text": text} for text in golds]} for id, golds in questions]
    return [{"paragraphs": [{"qas": qas[:1]}, {"qas": qas[1:]}]}]


def test_squad_1_1_counts_a_missing_prediction_as_wrong():
    data = articles([("q1", ["1294"]), ("q2", ["a monk"]), ("q3", ["the Rhine"])])
    told = squad.evaluate(data, {"q1": "1294", "q2": "monk who built"})
    assert told == {"exact_match": pytest.approx(100 / 3), "f1": pytest.approx(100 * (1 + 0.5) / 3)}


def test_squad_2_0_tells_questions_without_an_answer_apart():
    data = articles([("q1", ["1294"]), ("q2", []), ("q3", ["the"])])
    told = squad.evaluate_v2(data, {"q1": "1294", "q2": "", "q3": "x"})
    assert told["NoAns_total"] == 2 and told["NoAns_exact"] == 50.0
    assert told["HasAns_f1"] == 100.0 and told["total"] == 3
    sure = squad.evaluate_v2(data, {"q1": "1294", "q2": "", "q3": "x"}, {"q1": 0.9, "q3": 0.9}, 0.5)
    assert sure["HasAns_exact"] == 0.0 and sure["NoAns_exact"] == 100.0


def test_squad_2_0_leaves_questions_without_a_prediction_out():
    data = articles([("q1", ["1294"]), ("q2", [])])
    assert squad.get_raw_scores(data, {"q1": "1294"}) == ({"q1": 1.0}, {"q1": 1.0})


@pytest.mark.parametrize(
    "call, error, said",
    [
        (lambda: score.f1(["a"], ["a", "b"]), ValueError, "predictions has 1 items"),
        (lambda: score.f1(["a"], [[]]), ValueError, "item 0 has no reference"),
        (lambda: score.f1("a text", ["a"]), TypeError, "put it in a list"),
        (lambda: score.f1([3], ["a"]), TypeError, "str"),
        (lambda: squad.evaluate([{"paragraph": []}], {}), ValueError, "not SQuAD's form"),
        (lambda: squad.evaluate([], {}), ValueError, "no question"),
    ],
)
def test_bad_input_is_told(call, error, said):
    with pytest.raises(error, match=said):
        call()
