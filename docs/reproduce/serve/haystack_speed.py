"""Grice's /api/ask against a Haystack pipeline on the same passages: speed and memory, not quality.

python3 haystack_speed.py GRICE MINILM [--questions 60]

The pipeline finds 16 passages by BM25, ranks them with a cross-encoder and reads the best five with an extractive reader. Their sizes are those of
cross-encoder/ms-marco-MiniLM-L6-v2 and deepset/minilm-uncased-squad2 (384 wide, 6 and 12 layers); their weights are random, so that answers mean nothing
but take as long. MINILM is the folder of all-MiniLM-L6-v2, for its tokenizer and its configuration. Needs `haystack-ai`, `sentence-transformers-haystack`
and `transformers-haystack`.
Both are asked the same questions in turn, and each waits while the other works; both may use two threads.
"""

import argparse
import asyncio
import json
import os
import pathlib
import statistics
import tempfile
import time
import urllib.request
from itertools import islice
from urllib.parse import quote

import load

os.environ.update(HF_HUB_OFFLINE="1", OMP_NUM_THREADS="2", TOKENIZERS_PARALLELISM="false", HAYSTACK_TELEMETRY_ENABLED="False")


def passages(url):
    found = {}
    for title in load.titles(url):
        for hit in load.get(f"{url}/api/collections/demo/search?q={quote(title)}&k=100")["hits"]:
            found[hit["passage"]] = f"{hit['title']}. {hit['section']}. {hit['text']}"
    return found


def pipeline(folder, texts):
    import torch
    from haystack import Document, Pipeline
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
    from haystack.document_stores.in_memory import InMemoryDocumentStore
    from haystack.utils import ComponentDevice
    from haystack_integrations.components.rankers.sentence_transformers import SentenceTransformersSimilarityRanker
    from haystack_integrations.components.readers.transformers import TransformersExtractiveReader
    from transformers import AutoConfig, AutoModelForQuestionAnswering, AutoModelForSequenceClassification, AutoTokenizer

    torch.set_num_threads(2)
    torch.manual_seed(1)
    made = pathlib.Path(tempfile.mkdtemp())
    tokenizer = AutoTokenizer.from_pretrained(folder)
    for name, kind, more in [
        ("ranker", AutoModelForSequenceClassification, {"num_labels": 1, "num_hidden_layers": 6}),
        ("reader", AutoModelForQuestionAnswering, {"num_hidden_layers": 12}),
    ]:
        kind.from_config(AutoConfig.from_pretrained(folder, **more)).save_pretrained(made / name)
        tokenizer.save_pretrained(made / name)
    store = InMemoryDocumentStore()
    store.write_documents([Document(id=id, content=text) for id, text in texts.items()])
    device = ComponentDevice.from_str("cpu")
    whole = Pipeline()
    whole.add_component("retriever", InMemoryBM25Retriever(store, top_k=16))
    whole.add_component("ranker", SentenceTransformersSimilarityRanker(model=str(made / "ranker"), device=device, top_k=5))
    whole.add_component("reader", TransformersExtractiveReader(model=str(made / "reader"), device=device, top_k=3))
    whole.connect("retriever.documents", "ranker.documents")
    whole.connect("ranker.documents", "reader.documents")

    def ask(question):
        asked = {"retriever": {"query": question}, "ranker": {"query": question}, "reader": {"query": question}}
        return whole.run(asked, include_outputs_from={"ranker"})

    return ask


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("grice")
    parser.add_argument("minilm")
    parser.add_argument("--questions", type=int, default=60)
    options = parser.parse_args()
    with load.serving(options.grice) as (url, pid):
        texts = passages(url)
        haystack = pipeline(options.minilm, texts)
        following = load.questions(url, load.ASKED)

        def grice(question):
            body = json.dumps({"collection": "demo", "question": question}).encode()
            request = urllib.request.Request(f"{url}/api/ask", body, {"Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)

        async def at_once(asked):
            waiting = iter(asked)

            async def client():
                connection = load.Connection(url)
                for question in waiting:
                    await connection.send("POST", "/api/ask", {"collection": "demo", "question": question})

            await asyncio.gather(client(), client())

        def timed(work, *given):
            began = time.perf_counter()
            work(*given)
            return time.perf_counter() - began

        for question in islice(following, 5):
            grice(question)
            read = haystack(question)
        assert len(read["ranker"]["documents"]) == 5 and len(read["reader"]["answers"]) >= 3
        one = []
        for at, question in enumerate(islice(following, options.questions)):
            pair = [(grice, 0), (haystack, 1)]
            times = [0.0, 0.0]
            for work, place in pair if at % 2 else reversed(pair):
                times[place] = timed(work, question)
            one.append(times)
        many = []
        for at in range(options.questions // 6):
            batch = list(islice(following, 6))
            pair = [(lambda: asyncio.run(at_once(batch)), 0), (lambda: [haystack(question) for question in batch], 1)]
            times = [0.0, 0.0]
            for work, place in pair if at % 2 else reversed(pair):
                times[place] = timed(work) / len(batch)
            many.append(times)
        held = load.memory(pid)[1], load.memory("self")[1]
    print(f"{len(texts)} passages")
    for name, all_of in (("one at a time", one), ("two at a time, Haystack with two threads", many)):
        ratio = statistics.median(b / a for a, b in all_of)
        a, b = (statistics.median(times) * 1000 for times in zip(*all_of))
        print(f"{name}: Grice {a:.0f} ms, Haystack {b:.0f} ms a question; median of ratios {ratio:.2f}")
    print(f"peak memory: Grice {held[0]:.0f} MiB, Haystack {held[1]:.0f} MiB; ratio {held[1] / held[0]:.2f}")


if __name__ == "__main__":
    main()
