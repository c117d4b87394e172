"""Data sets as iterators of dicts."""

import json

import pytest

from grice import data

TURNS = [
    {
        "Conversation_no": 1,
        "Turn_no": 1,
        "Context": [],
        "Question": "who built the bridge?",
        "Answer": "A monk.",
        "Topic": "Bridge",
        "Topic_section": "History",
    },
    {
        "Conversation_no": 1,
        "Turn_no": 2,
        "Context": ["who built the bridge?", "A monk."],
        "Question": "",
        "Answer": "In 1294.",
        "Topic": "Bridge",
        "Topic_section": "",
    },
    {
        "Conversation_no": 1,
        "Turn_no": 3,
        "Context": ["who built the bridge?", "A monk."],
        "Question": "and where did he live?",
        "Answer": "UNANSWERABLE",
        "Topic": "",
        "Topic_section": "",
    },
]


@pytest.fixture
def topiocqa(tmp_path):
    (tmp_path / "topiocqa_dev.json").write_text(json.dumps(TURNS))
    return tmp_path


def test_turns_are_dicts_and_what_is_skipped_is_told(topiocqa):
    stream = data.load("topiocqa", topiocqa, "dev")
    assert iter(stream) is stream
    first, last = list(stream)
    assert first["question"] == "who built the bridge?" and first["answers"][0]["text"] == "A monk."
    assert first["facets"]["turn-type"] == "first" and first["topic"] == "Bridge"
    assert last["unanswerable"] and last["history"] == [
        {"question": "who built the bridge?", "answer": "A monk."}
    ]
    assert len(stream.skipped) == 1 and "1_2" in stream.skipped[0]["why"]
    assert stream.notes == ["1 line of the data was skipped"]
    assert [file.name for file in stream.files] == ["topiocqa_dev.json"]


def test_a_history_can_be_given_to_an_engine_as_it_is(topiocqa, engine):
    last = list(data.load("topiocqa", topiocqa, "dev"))[-1]
    assert engine.ask(last["question"], last["history"])["text"]


def test_every_data_set_has_a_name_and_splits():
    sets = {one.name: one for one in data.data_sets()}
    assert {"qrecc", "topiocqa", "pragmaticqa", "circa", "pragmeval"} <= sets.keys()
    assert sets["circa"].kind == "rows" and sets["qrecc"].kind == "turns"
    assert all(one.splits for one in sets.values())


def test_what_is_not_there_is_told(tmp_path):
    with pytest.raises(FileNotFoundError, match="topiocqa_dev.json"):
        data.load("topiocqa", tmp_path, "dev")
    with pytest.raises(ValueError, match="nonsense"):
        data.load("topiocqa", tmp_path, "nonsense")


def test_a_file_that_was_cut_off_is_told_where_it_ends(topiocqa):
    file = topiocqa / "topiocqa_dev.json"
    file.write_text(file.read_text()[:-40])
    stream = data.load("topiocqa", topiocqa, "dev")
    with pytest.raises(ValueError, match="topiocqa_dev.json"):
        list(stream)


@pytest.mark.parametrize("name, split", [("topiocqa", "held-out"), ("circa", "matched/test")])
def test_the_released_files_can_be_read(data_folder, name, split):
    try:
        stream = data.load(name, data_folder, split)
    except FileNotFoundError as error:
        pytest.skip(str(error))
    some = [item for item, _ in zip(stream, range(300))]
    assert len(some) == 300
    assert len({item["id"] for item in some}) == 300
