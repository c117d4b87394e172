"""A tiny model that says whether a candidate is wanted next, as crates/judge loads it."""

import json

import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertModel

import encoders
import files

SCALE = {"temperature": 1.5, "bias": -0.25}

# Short enough to be read whole; the first text is composed of question, literal answer and nothing before.
PAIRS = [
    ("Who built the bridge? | the king | ", "The queen saw a boat on the river."),
    ("Who built the bridge? | the king | ", "The bridge was old."),
    ("was it new | no | ", "the bread was new"),
]


def make(root):
    tokenizer, fast, shape = encoders.bert()
    trunk = files.randomize(BertModel(BertConfig(**shape), add_pooling_layer=False), 51)
    head = files.randomize(torch.nn.Linear(shape["hidden_size"], 2), 52)
    said = []
    for first, second in PAIRS:
        with torch.no_grad():
            values = head(trunk(**fast(first, second, return_tensors="pt")).last_hidden_state[0].mean(0))
        score = torch.sigmoid((values[1] - values[0]) / SCALE["temperature"] + SCALE["bias"])
        question, literal, _ = first.split(" | ")
        said.append({"question": question, "literal": literal, "candidate": second, "score": round(float(score), 6)})
    folder = root / "anticipate"
    files.write(folder, trunk, tokenizer, said)
    tensors = dict(trunk.state_dict()) | {f"heads.next.{key}": tensor for key, tensor in head.state_dict().items()}
    save_file({key: t.detach().contiguous() for key, t in tensors.items()}, folder / "model.safetensors")
    (folder / "model.safetensors").chmod(0o644)
    described = {"name": "next", "over": "sequence", "pooling": "mean", "labels": ["no", "yes"]}
    (folder / "grice.json").write_text(json.dumps({"heads": [described]}, indent=2) + "\n")
    (folder / "judge.json").write_text(json.dumps(SCALE, indent=1) + "\n")
