"""Retrievers as LangChain and Haystack take them; skipped where these are not installed."""

import subprocess
import sys

import pytest

import grice


def test_the_package_loads_neither_framework():
    code = "import sys, grice; print([name for name in sys.modules if name.split('.')[0] in ('langchain_core', 'haystack')])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


def test_langchain_takes_the_retriever():
    retrievers = pytest.importorskip("langchain_core.retrievers")
    from langchain_core.runnables import RunnableLambda

    from grice.langchain import GriceRetriever

    retriever = GriceRetriever(index=grice.Index("demo"), k=3, settings={"mode": "bm25"})
    assert isinstance(retriever, retrievers.BaseRetriever)
    documents = retriever.invoke("volcanoes on Io")
    assert len(documents) == 3 and documents[0].metadata["title"] == "Io"
    chain = retriever | RunnableLambda(lambda found: [document.id for document in found])
    assert chain.batch(["volcanoes on Io"]) == [[document.id for document in documents]]
    with pytest.raises(FileNotFoundError):
        GriceRetriever(index="no-such-collection")


def test_haystack_takes_the_retriever():
    haystack = pytest.importorskip("haystack")

    from grice.haystack import GriceRetriever

    pipeline = haystack.Pipeline()
    pipeline.add_component("retriever", GriceRetriever("demo", top_k=3))
    again = haystack.Pipeline.loads(pipeline.dumps(), allowed_modules=["grice.haystack"])
    documents = again.run({"retriever": {"query": "volcanoes on Io"}})["retriever"]["documents"]
    assert len(documents) == 3 and documents[0].meta["title"] == "Io"
