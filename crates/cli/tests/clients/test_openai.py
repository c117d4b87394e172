"""OpenAI's own client, as its users use it."""

import json
import urllib.parse

import openai
import pytest
from server import get

# Prose, and a list between prose.
QUESTIONS = ["What is Titan?", "Who discovered Pluto's moon Charon?", "List the moons of Jupiter", "Thanks"]


@pytest.fixture(scope="module")
def client(address):
    return openai.OpenAI(base_url=f"{address}/v1", api_key="none", max_retries=0)


def user(text):
    return {"role": "user", "content": text}


def ask(client, *messages, **more):
    return client.chat.completions.create(model="demo", messages=list(messages), **more)


def test_an_answer_is_a_message_of_the_assistant(client):
    answer = ask(client, user("What is Titan?"))
    choice = answer.choices[0]
    assert answer.object == "chat.completion" and answer.model == "demo"
    assert choice.message.role == "assistant" and choice.finish_reason == "stop"
    assert "largest moon of Saturn" in choice.message.content
    usage = answer.usage
    assert usage.total_tokens == usage.prompt_tokens + usage.completion_tokens > 3


def test_history_is_understood(client):
    before = [user("What is Titan?"), {"role": "assistant", "content": "The largest moon of Saturn."}]
    answer = ask(client, {"role": "system", "content": "Be brief."}, *before, user("Who discovered it?"))
    assert "Huygens" in answer.choices[0].message.content


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_stream_says_the_same_text_with_the_same_notes(client, question):
    whole = ask(client, user(question)).choices[0].message
    chunks = list(ask(client, user(question), stream=True, stream_options={"include_usage": True}))
    assert len({chunk.id for chunk in chunks}) == 1
    deltas = [chunk.choices[0].delta for chunk in chunks if chunk.choices]
    assert deltas[0].role == "assistant"
    assert "".join(delta.content or "" for delta in deltas) == whole.content
    notes = [note for delta in deltas for note in getattr(delta, "annotations", None) or []]
    assert notes == [note.to_dict() for note in whole.annotations]
    assert [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices][-1] == "stop"
    assert chunks[-1].usage.completion_tokens == len(whole.content.split())


@pytest.mark.parametrize("question", QUESTIONS[:3])
def test_notes_lead_to_the_evidence(client, address, question):
    message = ask(client, user(question)).choices[0].message
    assert message.annotations
    last = 0
    for note in message.annotations:
        cited = note.url_citation
        sentence = message.content[cited.start_index : cited.end_index]
        assert last <= cited.start_index and sentence == sentence.strip() != ""
        last = cited.start_index
        assert get(cited.url.split("#")[0])[0] == 200
        url = urllib.parse.urlsplit(cited.url)
        document = urllib.parse.parse_qs(url.query)["id"][0]
        status, read = get(f"{address}/api/collections/demo/document?id={urllib.parse.quote(document)}")
        passages = {passage["id"]: passage["text"] for passage in json.loads(read)["passages"]}
        assert status == 200 and note.quote in passages[urllib.parse.unquote(url.fragment)]


def test_a_quoted_sentence_stands_in_the_text_where_the_note_says(client):
    message = ask(client, user("What is Titan?")).choices[0].message
    for note in message.annotations:
        cited = note.url_citation
        assert message.content[cited.start_index : cited.end_index] == note.quote


@pytest.mark.parametrize(
    "error, request_of",
    [
        (openai.NotFoundError, {"model": "nothing", "messages": [user("Hello")]}),
        (openai.BadRequestError, {"model": "demo", "messages": []}),
        (openai.BadRequestError, {"model": "demo", "messages": [user(" ")]}),
        (openai.BadRequestError, {"model": "demo", "messages": [{"role": "robot", "content": "x"}]}),
        (openai.BadRequestError, {"model": "demo", "messages": [user("Hello")], "n": 2}),
        (openai.BadRequestError, {"model": "demo", "messages": "Hello"}),
        (openai.APIStatusError, {"model": "demo", "messages": [user("x" * 9_000)]}),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_what_is_wrong_is_an_exception_with_a_reason(client, error, request_of, stream):
    with pytest.raises(error) as raised:
        client.chat.completions.create(**request_of, stream=stream)
    assert raised.value.code and raised.value.type == "invalid_request_error"
    assert raised.value.body["message"]


def test_an_unknown_route_is_not_found(client):
    with pytest.raises(openai.NotFoundError):
        client.completions.create(model="demo", prompt="Hello")


def test_collections_are_models(client):
    names = [model.id for model in client.models.list()]
    assert names == ["demo", "grice-passages"]
    assert client.models.retrieve("demo").id == "demo"


def test_vectors_are_the_same_as_numbers_and_packed(client):
    texts = ["the largest moon of Saturn", "the biggest satellite of Saturn", "a recipe for bread", "naïve 🌙"]
    made = {
        form: client.embeddings.create(model="grice-passages", input=texts, encoding_format=form)
        for form in ("float", "base64")
    }
    # Asked for packed, the client leaves them so; by default it packs and unpacks by itself.
    plain = client.embeddings.create(model="grice-passages", input=texts)
    vectors = [item.embedding for item in plain.data]
    assert [item.index for item in plain.data] == list(range(len(texts)))
    for vector, item in zip(vectors, made["float"].data):
        assert vector == pytest.approx(item.embedding, abs=1e-6)
    assert all(isinstance(item.embedding, str) for item in made["base64"].data)
    near, far = (sum(a * b for a, b in zip(vectors[0], other)) for other in vectors[1:3])
    assert near > far
    one = client.embeddings.create(model="grice-passages", input=texts[0])
    assert one.data[0].embedding == pytest.approx(vectors[0], abs=1e-6)
    assert plain.usage.total_tokens == sum(len(text.split()) for text in texts)


def test_vectors_of_another_model_or_of_nothing_are_refused(client):
    for wrong in ({"model": "gpt", "input": "x"}, {"model": "grice-passages", "input": []}):
        with pytest.raises(openai.BadRequestError):
            client.embeddings.create(**wrong)
