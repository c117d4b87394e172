"""Conversations over the demonstration's collection."""

import json
import pickle

import pytest

import grice


def test_a_question_is_answered_with_its_evidence(engine):
    reply = engine.ask("Why is Io so volcanic?")
    assert reply["kind"] == "span" and reply["topic"]["title"] == "Io"
    evidence = reply["literal"][0]
    passage = grice.Index("demo").passage(evidence["passage"])
    assert passage["text"][evidence["start"] : evidence["end"]] == evidence["text"]
    json.dumps(reply)


def test_a_history_says_who_is_meant(engine):
    pair = [("What is Titan?", "The largest moon of Saturn.")]
    record = [{"question": "What is Titan?", "answer": "The largest moon of Saturn."}]
    replies = [engine.ask("Who discovered it?", history) for history in (pair, record)]
    assert [reply["rewrite"] for reply in replies] == ["Who discovered Titan?"] * 2


def test_a_conversation_is_saved_and_goes_on(engine):
    conversation = engine.conversation()
    conversation.ask("Why is Io so volcanic?")
    saved = conversation.to_json()
    again = engine.conversation(saved=saved)
    assert len(again) == 1 and again.history == conversation.history
    assert again.ask("Who discovered it?")["topic"]["title"] == "Io"
    assert len(again) == 2 and len(conversation) == 1


def test_a_stream_tells_the_steps_and_ends_with_the_reply(engine):
    conversation = engine.conversation()
    events = list(conversation.stream("Why is Io so volcanic?"))
    kinds = [event["event"] for event in events]
    assert kinds[0] == "found" and "answer" in kinds and kinds[-1] == "reply"
    said = [event["text"] for event in events if event["event"] == "answer"]
    assert all(text in events[-1]["reply"]["text"] for text in said)
    assert len(conversation) == 1


def test_a_stream_that_is_left_leaves_the_conversation_as_it_was(engine):
    conversation = engine.conversation()
    with conversation.stream("Why is Io so volcanic?") as stream:
        next(stream)
    assert list(stream) == []
    assert len(conversation) == 0
    assert conversation.ask("What is Titan?")["topic"]["title"] == "Titan"
    assert len(conversation) == 1


def test_a_second_turn_waits_for_the_first_to_be_read(engine):
    conversation = engine.conversation()
    stream = conversation.stream("Why is Io so volcanic?")
    with pytest.raises(ValueError, match="is being taken"):
        conversation.ask("Who discovered it?")
    list(stream)
    assert conversation.ask("Who discovered it?")["topic"]["title"] == "Io"


def test_many_questions_give_what_one_at_a_time_gives(engine):
    questions = ["What is Io?", ("Who discovered it?", [("What is Titan?", "A moon of Saturn.")])] * 3
    replies = engine.ask_all(questions)
    one = engine.ask("What is Io?")
    assert [reply["text"] for reply in replies[::2]] == [one["text"]] * 3
    assert replies[1]["rewrite"] == "Who discovered Titan?"


def test_a_turn_that_is_late_is_a_timeout(engine):
    conversation = engine.conversation()
    with pytest.raises(TimeoutError):
        conversation.ask("Why is Io so volcanic?", timeout=1e-6)
    assert len(conversation) == 0


def test_an_engine_can_be_pickled(engine):
    again = pickle.loads(pickle.dumps(engine))
    assert (again.system, again.collection) == (engine.system, engine.collection)
    assert again.ask("What is Io?")["text"] == engine.ask("What is Io?")["text"]


def test_an_engine_answers_from_an_index_that_is_open(tmp_path):
    (tmp_path / "lease.md").write_text("# Lease\n\nThe lease ends in May. The rent is 400 crowns.")
    grice.ingest(tmp_path / "lease.md", tmp_path / "index")
    engine = grice.Engine(grice.Index(tmp_path / "index"), system="fast")
    assert "May" in engine.ask("When does the lease end?")["text"]


@pytest.mark.parametrize(
    "call, error, said",
    [
        (lambda engine: grice.Engine("no-such-collection"), FileNotFoundError, "no-such-collection"),
        (lambda engine: grice.Engine("demo", system="no-such-system"), ValueError, "no-such-system"),
        (lambda engine: grice.Engine("demo", system="[retrieve]\nnonsense = 1\n"), ValueError, "nonsense"),
        (lambda engine: engine.ask("x", timeout=-1), ValueError, "timeout is -1"),
        (lambda engine: engine.ask("x", [("one",)]), TypeError, "length 2"),
        (lambda engine: engine.conversation(saved="{"), ValueError, "cannot be read"),
        (lambda engine: engine.conversation([], saved="{}"), ValueError, "not both"),
    ],
)
def test_bad_input_is_told(engine, call, error, said):
    with pytest.raises(error, match=said):
        call(engine)
