"""Searches with bm25s as its documentation has it (method lucene, its English stop words, the
English Snowball stemmer, numba), on one thread.

usage: bm25s_search.py QUESTIONS.jsonl K K1 B PASSAGES.jsonl...
"""
import json
import os
import sys
import time

for name in ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import bm25s
import Stemmer

questions, k, k1, b, *files = sys.argv[1:]
stemmer = Stemmer.Stemmer("english")
texts = [json.loads(line)["contents"] for name in files for line in open(name, encoding="utf-8")]
started = time.perf_counter()
tokens = bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)
retriever = bm25s.BM25(method="lucene", k1=float(k1), b=float(b), backend="numba")
retriever.index(tokens, show_progress=False)
print(f"bm25s {bm25s.__version__}: {len(texts)} passages indexed in {time.perf_counter() - started:.1f} s")
queries = [json.loads(line)["query"] for line in open(questions, encoding="utf-8")]


def search(batch):
    words = bm25s.tokenize(batch, stopwords="en", stemmer=stemmer, show_progress=False)
    return retriever.retrieve(words, k=int(k), sorted=True, n_threads=1, show_progress=False)


search(queries[:100])
for number in range(1, 5):
    started = time.perf_counter()
    search(queries)
    print(f"bm25s pass {number}: {len(queries) / (time.perf_counter() - started):.0f} queries/s", flush=True)
