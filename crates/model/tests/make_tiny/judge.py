"""Tiny models as crates/judge loads them: a trunk each, with the heads of its judgement over the mean of the states."""

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
# Some of PragmEval's tasks, with their labels and what they take.
TASKS = {
    "Emergent": (["observing", "for", "against"], "pair"),
    "EmoBank-Valence": (["low", "high"], "single"),
    "Sarcasm": (["notsarc", "sarc"], "pair"),
    "Verifiability": (["experiential", "unverifiable", "non-experiential"], "single"),
}


def trunk_with_heads(folder, labels, seed, inputs):
    """Writes a model and each head's probabilities for lists of inputs."""
    tokenizer, fast, shape = encoders.bert()
    trunk = files.randomize(BertModel(BertConfig(**shape), add_pooling_layer=False), seed)
    width = shape["hidden_size"]
    heads = torch.nn.ModuleDict({name: torch.nn.Linear(width, len(of)) for name, of in labels.items()})
    files.randomize(heads, seed + 1)
    reference = {}
    for kind, rows in inputs.items():
        encoded = encoders.batch(fast, rows)
        with torch.no_grad():
            states = trunk(**encoded).last_hidden_state
            mask = encoded["attention_mask"].unsqueeze(-1).float()
            mean = (states * mask).sum(1) / mask.sum(1)
            said = {name: files.rounded(torch.softmax(head(mean), dim=1)) for name, head in heads.items()}
        reference |= {kind: rows, **said} if len(inputs) == 1 else {kind: {"inputs": rows, **said}}
    files.write(folder, trunk, tokenizer, reference)
    tensors = dict(trunk.state_dict())
    tensors |= {f"heads.{name}": tensor for name, tensor in heads.state_dict().items()}
    save_file({name: t.contiguous() for name, t in tensors.items()}, folder / "model.safetensors")
    (folder / "model.safetensors").chmod(0o644)
    own = {"heads": [
        {"name": name, "over": "sequence", "pooling": "mean", "labels": of} for name, of in labels.items()
    ]}
    (folder / "grice.json").write_text(json.dumps(own, ensure_ascii=False, indent=2) + "\n")


def make(root):
    labels = {"strict": STRICT, "relaxed": RELAXED}
    trunk_with_heads(root / "interpret", labels, 31, {"pairs": words.PAIRS})
    labels = {task: of for task, (of, _) in TASKS.items()}
    trunk_with_heads(root / "analyze", labels, 33, {"texts": words.TEXTS, "pairs": words.PAIRS})
    takes = {"tasks": {task: what for task, (_, what) in TASKS.items()}}
    (root / "analyze" / "judge.json").write_text(json.dumps(takes, indent=2) + "\n")
