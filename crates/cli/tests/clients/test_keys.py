"""A server that has keys, with and without one of them."""

import asyncio

import httpx2
import openai
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from server import get


def client(address, key):
    return openai.OpenAI(base_url=f"{address}/v1", api_key=key, max_retries=0)


def ask(client):
    return client.chat.completions.create(model="demo", messages=[{"role": "user", "content": "Thanks"}])


def test_nobody_is_answered_without_a_key(keyed):
    address, _ = keyed
    for attempt in (lambda c: c.models.list(), ask, lambda c: c.embeddings.create(model="grice-passages", input="x")):
        with pytest.raises(openai.AuthenticationError) as raised:
            attempt(client(address, "wrong"))
        assert raised.value.type == "authentication_error"
    assert get(f"{address}/api/collections")[0] == 401
    assert get(f"{address}/metrics")[0] == 401


def test_a_key_opens_what_it_may(keyed):
    address, key = keyed
    assert ask(client(address, key)).choices[0].message.content
    assert get(f"{address}/api/collections", key)[0] == 200
    assert get(f"{address}/metrics", key)[0] == 403


def test_tools_need_the_key_too(keyed):
    address, key = keyed
    statuses = []

    async def note(response):
        statuses.append(response.status_code)

    async def names(headers):
        http = httpx2.AsyncClient(headers=headers, timeout=60, event_hooks={"response": [note]})
        async with http, Client(streamable_http_client(f"{address}/mcp", http_client=http)) as tools:
            return (await tools.call_tool("list_collections", {})).structured_content["collections"]

    assert asyncio.run(names({"Authorization": f"Bearer {key}"})) == ["demo"]
    assert max(statuses) < 300
    statuses.clear()
    with pytest.raises(ExceptionGroup):
        asyncio.run(names({}))
    assert set(statuses) == {401}
