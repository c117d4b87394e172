"""The judgements, each alone."""

import pytest

from grice import judge


def test_a_batch_gives_what_one_at_a_time_gives():
    pairs = [("Do you like tea?", "I prefer coffee."), ("Are you coming?", "Of course!")] * 80
    together = judge.interpret_all(pairs)
    assert len(together) == 160
    assert together[0] == together[2] and together[1]["relaxed"] == "Yes"
    assert judge.interpret(*pairs[1])["relaxed"] == "Yes"


def test_a_reading_stands_in_the_passage():
    passage = "Zürich grew. The bridge was finished in 1294."
    reading = judge.read("When was the bridge finished?", passage)
    span = reading["spans"][0]
    assert passage[span["start"] : span["end"]] == "1294"


def test_words_alone_judge_where_they_are_asked_to():
    passages = ["The river is wide.", "The bridge was finished in 1294."]
    ranked = judge.rerank("When was the bridge finished?", passages, model="overlap")
    assert ranked[0]["index"] == 1
    assert judge.interpret("Are you coming?", "No.", model="rules")["relaxed"] == "No"


def test_every_judgement_takes_a_batch():
    history = [("Who was Ada Lovelace?", "A mathematician.")]
    assert len(judge.rewrite_all([("When was she born?", history)] * 2)) == 2
    assert len(judge.read_all([("Where?", "In Bonn.", [])] * 2)) == 2
    assert len(judge.ground_all([("It is red.", "It is red.")] * 2)) == 2
    assert len(judge.analyze_all([("Sit down!", None), ("A", "B")])) == 2
    assert judge.anticipate("Who?", ["A monk"], ["He died in 1294.", "x"])["ranked"]
    assert judge.tasks()


@pytest.mark.parametrize(
    "call, error, said",
    [
        (lambda: judge.interpret("", ""), ValueError, "question"),
        (lambda: judge.interpret("a?", "b", model="no-such-model"), Exception, "no-such-model"),
        (lambda: judge.interpret_all([("Are you?", "Yes."), ("", "")]), ValueError, "item 1"),
        (lambda: judge.interpret_all([("one",)]), ValueError, "length 2"),
    ],
)
def test_bad_input_is_told(call, error, said):
    with pytest.raises(error, match=said):
        call()
