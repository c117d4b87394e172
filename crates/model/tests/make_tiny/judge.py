"""A tiny model that reads replies, as crates/judge loads it: one trunk, two heads with Circa's labels."""

import json

import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertModel

import encoders
import files
import words

STRICT = [
    "Yes", "No", "Probably yes / sometimes yes", "Yes, subject to some conditions", "Probably no",
    "In the middle, neither yes nor no", "I am not sure how X will interpret Y’s answer", "Other",
]
RELAXED = ["Yes", "No", "Yes, subject to some conditions", "In the middle, neither yes nor no", "Other"]


def make(root):
    tokenizer, fast, shape = encoders.bert()
    trunk = files.randomize(BertModel(BertConfig(**shape), add_pooling_layer=False), 31)
    width = shape["hidden_size"]
    heads = torch.nn.ModuleDict({
        "strict": torch.nn.Linear(width, len(STRICT)), "relaxed": torch.nn.Linear(width, len(RELAXED)),
    })
    files.randomize(heads, 32)
    encoded = encoders.batch(fast, words.PAIRS)
    with torch.no_grad():
        states = trunk(**encoded).last_hidden_state
        mask = encoded["attention_mask"].unsqueeze(-1).float()
        mean = (states * mask).sum(1) / mask.sum(1)
        probabilities = {name: torch.softmax(head(mean), dim=1) for name, head in heads.items()}
    folder = root / "interpret"
    files.write(folder, trunk, tokenizer, {
        "pairs": words.PAIRS, **{name: files.rounded(p) for name, p in probabilities.items()},
    })
    tensors = dict(trunk.state_dict())
    tensors |= {f"heads.{name}": tensor for name, tensor in heads.state_dict().items()}
    save_file({name: t.contiguous() for name, t in tensors.items()}, folder / "model.safetensors")
    (folder / "model.safetensors").chmod(0o644)
    own = {"heads": [
        {"name": name, "over": "sequence", "pooling": "mean", "labels": labels}
        for name, labels in (("strict", STRICT), ("relaxed", RELAXED))
    ]}
    (folder / "grice.json").write_text(json.dumps(own, ensure_ascii=False, indent=2) + "\n")
