"""Makes the tiny random models in tests/tiny, here and in crates/judge, and what Hugging Face
Transformers says of them.

    pip install torch transformers onnx onnxruntime safetensors
    python crates/model/tests/make_tiny

The weights are random, the words our own. Each folder holds a model as Transformers saves it, a
`tokenizer.json`, and `reference.json` with inputs and the outputs our code must give too.
"""

import logging
from pathlib import Path

import torch

import anticipate
import encoders
import fid
import judge
import readers
import rewrite
import seq2seq

if __name__ == "__main__":
    logging.disable(logging.WARNING)
    torch.manual_seed(0)
    tiny = Path(__file__).resolve().parent.parent / "tiny"
    encoders.make(tiny)
    seq2seq.make(tiny)
    fid.make(tiny)
    judgements = tiny.parents[2] / "judge" / "tests" / "tiny"
    for recipe in (judge, readers, rewrite, anticipate):
        recipe.make(judgements)
