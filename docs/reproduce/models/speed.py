"""Encoders on 100-word passages and on one sentence: Grice, ONNX Runtime, sentence-transformers, in turn.

    python3 speed.py ENCODE_EXAMPLE MODELS_FOLDER [ROUNDS]

Each turn is a process of its own, two threads; the table has medians over rounds, and of the rounds' ratios.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

from texts import passages

SENTENCE = "which of the two moons is farther from the planet they both circle"
THREADS = 2


def median(times, run):
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def peer_onnxruntime(models):
    import numpy as np
    import onnxruntime
    from tokenizers import Tokenizer

    folder = f"{models}/all-minilm-l6-v2-onnx"
    start = time.perf_counter()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    session = onnxruntime.InferenceSession(f"{folder}/model.onnx", options)
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.enable_truncation(256)
    tokenizer.enable_padding()
    load = time.perf_counter() - start

    def encode(texts):
        for at in range(0, len(texts), 32):
            encoded = tokenizer.encode_batch(texts[at : at + 32])
            ids = np.array([e.ids for e in encoded])
            mask = np.array([e.attention_mask for e in encoded])
            inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
            states = session.run(["last_hidden_state"], inputs)[0]
            vectors = (states * mask[..., None]).sum(axis=1) / mask.sum(axis=1)[:, None]
            vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)

    return load, encode


def peer_sentence_transformers(models):
    start = time.perf_counter()
    import torch
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(THREADS)
    model = SentenceTransformer(f"{models}/all-minilm-l6-v2", device="cpu")
    load = time.perf_counter() - start
    return load, lambda texts: model.encode(texts, batch_size=32, show_progress_bar=False)


def run_peer(name, models):
    load, encode = {"onnxruntime": peer_onnxruntime, "sentence-transformers": peer_sentence_transformers}[name](models)
    texts = passages()
    encode(texts[:32])
    batch = median(3, lambda: encode(texts))
    one = median(50, lambda: encode([SENTENCE]))
    print(json.dumps({"load": load, "batch": batch, "one": one}))


def main():
    example, models = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    given = tempfile.TemporaryFile("w+")
    given.write("\n".join(json.dumps(p) for p in passages()))
    given.flush()
    here = os.path.abspath(__file__)
    turns = {
        "onnxruntime": [sys.executable, here, "--peer", "onnxruntime", models],
        "grice float": [example, "encoder", f"{models}/all-minilm-l6-v2", "speed"],
        "grice int8": [example, "encoder", f"{models}/all-minilm-l6-v2", "speed", "int8"],
        "grice onnx (rten)": [example, "encoder", f"{models}/all-minilm-l6-v2-onnx", "speed"],
        "sentence-transformers": [sys.executable, here, "--peer", "sentence-transformers", models],
        "grice static wordllama-256": [example, "static", f"{models}/wordllama-256", "speed"],
        "grice static potion-base-8m": [example, "static", f"{models}/potion-base-8m", "speed"],
    }
    results = {name: [] for name in turns}
    for _ in range(rounds):
        for name, command in turns.items():
            given.seek(0)
            process = subprocess.Popen(command, stdin=given, stdout=subprocess.PIPE, text=True)
            out = process.stdout.read()
            _, _, usage = os.wait4(process.pid, 0)
            results[name].append({**json.loads(out), "memory": usage.ru_maxrss / 1024})
    count = len(passages())
    print(f"{count} passages of 100 words, {rounds} rounds\n")
    print("| all-MiniLM-L6-v2 | passages/s | times ONNX Runtime's | one sentence, ms | sentence-transformers' time / this | load, s | peak memory, MiB |")
    print("|---|---|---|---|---|---|---|")
    for name, rows in results.items():
        middle = {key: statistics.median(r[key] for r in rows) for key in rows[0]}
        to_ort = statistics.median(o["batch"] / r["batch"] for o, r in zip(results["onnxruntime"], rows))
        to_st = statistics.median(s["one"] / r["one"] for s, r in zip(results["sentence-transformers"], rows))
        print(f"| {name} | {count / middle['batch']:.1f} | {to_ort:.2f} | {middle['one'] * 1e3:.2f} | {to_st:.1f} "
              f"| {middle['load']:.2f} | {middle['memory']:.0f} |")


if sys.argv[1] == "--peer":
    run_peer(sys.argv[2], sys.argv[3])
else:
    main()
