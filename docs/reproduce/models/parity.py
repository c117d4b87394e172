"""Cosine between Grice's vectors and each model's Python reference.

    python3 parity.py ENCODE_EXAMPLE MODELS_FOLDER

MODELS_FOLDER is where `grice models pull` puts models ($GRICE_HOME/models).
"""

import json
import subprocess
import sys

import numpy as np

from texts import sentences

example, models = sys.argv[1:3]
texts = sentences()
lines = "\n".join(json.dumps(t) for t in texts)


def ours(kind, name, *options):
    command = [example, kind, f"{models}/{name}", "vectors", *options]
    out = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout
    return np.array([json.loads(line) for line in out.splitlines()], dtype=np.float64)


def sentence_transformers(name):
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(f"{models}/{name}", device="cpu")
    return model.encode(texts, normalize_embeddings=True, show_progress_bar=False)


def onnxruntime(name):
    import onnxruntime
    from tokenizers import Tokenizer

    session = onnxruntime.InferenceSession(f"{models}/{name}/model.onnx")
    tokenizer = Tokenizer.from_file(f"{models}/{name}/tokenizer.json")
    length = json.load(open(f"{models}/{name}/sentence_bert_config.json"))["max_seq_length"]
    tokenizer.enable_truncation(length)
    tokenizer.no_padding()
    vectors = []
    for text in texts:
        encoded = tokenizer.encode(text)
        ids = np.array([encoded.ids])
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        vector = session.run(["last_hidden_state"], inputs)[0][0].mean(axis=0)
        vectors.append(vector / np.linalg.norm(vector))
    return np.array(vectors)


def wordllama(name):
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer
    from wordllama.inference import WordLlamaInference

    table = load_file(f"{models}/{name}/model.safetensors")["embedding.weight"]
    model = WordLlamaInference(table, Tokenizer.from_file(f"{models}/{name}/tokenizer.json"))
    vectors = np.concatenate([model.embed([t]) for t in texts])
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)


def model2vec(name):
    from model2vec import StaticModel

    return StaticModel.from_pretrained(f"{models}/{name}").encode(texts, max_length=None)


def row(name, mode, vectors, reference):
    lengths = np.linalg.norm(reference, axis=1)
    both_empty = (lengths < 1e-6) & (np.linalg.norm(vectors, axis=1) < 1e-6)
    cosine = (vectors * reference).sum(axis=1) / np.maximum(lengths * np.linalg.norm(vectors, axis=1), 1e-12)
    cosine[both_empty] = 1.0
    worst = int(cosine.argmin())
    off = np.abs(vectors - reference).max()
    print(f"| {name} | {mode} | {cosine.min():.7f} | {cosine.mean():.7f} | {off:.1e} | {texts[worst][:30]!r} |", flush=True)


print(f"{len(texts)} texts\n")
print("| model | in Grice | lowest cosine | mean cosine | largest difference | the lowest is of |\n|---|---|---|---|---|---|")
for name, reference in [
    ("all-minilm-l6-v2", sentence_transformers),
    ("all-mpnet-base-v2", sentence_transformers),
    ("all-minilm-l6-v2-onnx", onnxruntime),
    ("gte-small", onnxruntime),
]:
    expected = reference(name).astype(np.float64)
    row(name, "float", ours("encoder", name), expected)
    if not name.endswith("onnx") and name != "gte-small":
        row(name, "int8", ours("encoder", name, "int8"), expected)
for name, reference in [("wordllama-256", wordllama), ("potion-base-8m", model2vec)]:
    row(name, "static", ours("static", name), reference(name).astype(np.float64))

# The re-ranker: each hard text and sentence against the one before it.
import onnxruntime as ort  # noqa: E402
from tokenizers import Tokenizer  # noqa: E402

folder = f"{models}/bert-mini-reranker"
pairs = list(zip(texts, texts[1:]))[:500]
given = "\n".join(json.dumps(pair) for pair in pairs)
out = subprocess.run([example, "cross-encoder", folder, "vectors"], input=given, capture_output=True, text=True, check=True).stdout
scores = np.array([float(line) for line in out.splitlines()])
session = ort.InferenceSession(f"{folder}/model.onnx")
tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
tokenizer.enable_truncation(512)
tokenizer.no_padding()
expected = []
for query, passage in pairs:
    encoded = tokenizer.encode(f"Query: {query}\nSentence: {passage}")
    known = {"input_ids": encoded.ids, "attention_mask": [1] * len(encoded.ids), "token_type_ids": encoded.type_ids}
    inputs = {i.name: np.array([known[i.name]]) for i in session.get_inputs()}
    logits = session.run(None, inputs)[0][0]
    expected.append(np.exp(logits[1]) / np.exp(logits).sum())
off = np.abs(scores - np.array(expected))
print(f"\nbert-mini-reranker (int8 graph) against ONNX Runtime, {len(pairs)} pairs: largest difference {off.max():.1e}, mean {off.mean():.1e}")
