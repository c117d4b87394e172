"""The Model Context Protocol's own client, over both transports."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from mcp import Client, StdioServerParameters
from server import GRICE, home

TOOLS = ["ask", "list_collections", "read_passage", "search"]


@asynccontextmanager
async def connected(transport, address):
    if transport == "http":
        async with Client(f"{address}/mcp") as client:
            yield client
        return
    with home() as environment:
        program = StdioServerParameters(command=GRICE, args=["mcp", "demo"], env=environment)
        async with Client(program) as client:
            yield client


@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_tools_answer(transport, address):
    async def talk():
        async with connected(transport, address) as client:
            assert client.server_info.name and "ask" in client.instructions
            await tools_are_described(client)
            await questions_are_answered(client)
            await passages_are_found_and_read(client)
            await mistakes_are_told(client)

    asyncio.run(talk())


async def tools_are_described(client):
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert sorted(tools) == TOOLS
    assert all(tool.description and tool.annotations.read_only_hint for tool in tools.values())
    assert tools["ask"].input_schema["required"] == ["question"]
    assert await called(client, "list_collections") == {"collections": ["demo"]}


async def questions_are_answered(client):
    reply = await called(client, "ask", question="What is Titan?", collection="demo")
    assert "largest moon of Saturn" in reply["text"] and reply["evidence"][0]["passage"]
    before = [{"question": "What is Titan?", "answer": reply["text"]}]
    assert "Huygens" in (await called(client, "ask", question="Who discovered it?", history=before))["text"]


async def passages_are_found_and_read(client):
    found = await called(client, "search", query="volcanoes of Io", limit=3)
    assert len(found["hits"]) == 3 and found["hits"][0]["title"] == "Io"
    first = found["hits"][0]
    read = await called(client, "read_passage", id=first["passage"], collection="demo")
    assert read["text"] == first["text"]


async def mistakes_are_told(client):
    for tool, arguments, why in [
        ("ask", {"question": " "}, "nothing was said"),
        ("ask", {"question": "x" * 9_000}, "characters"),
        ("ask", {"question": "Hello", "collection": "nothing"}, "nothing"),
        ("search", {"query": "x", "collection": "../demo"}, "demo"),
        ("search", {"query": "x" * 2_001}, "characters"),
        ("read_passage", {"id": "demo/none#7"}, "demo/none#7"),
    ]:
        result = await client.call_tool(tool, arguments)
        assert result.is_error and why in result.content[0].text, (tool, result)
    # The connection is none the worse for it.
    assert await called(client, "list_collections")


async def called(client, tool, **arguments):
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    return result.structured_content
