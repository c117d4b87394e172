"""Tiny models that read and rank passages, as crates/judge loads them."""

import json

import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertModel

import encoders
import files

KINDS = ["span", "yes", "no", "unknown"]

# Short enough for one window.
ASKED = [
    ("Who built the bridge?", "The king built the stone bridge when the town was new."),
    ("What did the queen see?", "The queen saw a boat on the river. She asked why it was old."),
    ("was the bread old", "水の城. The bread was new, the fish not."),
]


def head(name, over, labels):
    return {"name": name, "over": over, "labels": labels} | ({"pooling": "mean"} if over == "sequence" else {})


def write(root, name, seed, described, say):
    tokenizer, fast, shape = encoders.bert()
    trunk = files.randomize(BertModel(BertConfig(**shape), add_pooling_layer=False), seed)
    heads = torch.nn.ModuleDict({one["name"]: torch.nn.Linear(shape["hidden_size"], len(one["labels"])) for one in described})
    files.randomize(heads, seed + 1)
    said = []
    for pair in ASKED:
        encoded = fast(*pair, return_tensors="pt", return_offsets_mapping=True)
        places, texts = encoded.pop("offset_mapping")[0].tolist(), encoded.sequence_ids(0)
        with torch.no_grad():
            states = trunk(**encoded).last_hidden_state[0]
            values = {one["name"]: heads[one["name"]](states if one["over"] == "tokens" else states.mean(0)) for one in described}
        inside = [i for i, text in enumerate(texts) if text == 1]
        said.append({"question": pair[0], "passage": pair[1]} | say(values, places, inside))
    folder = root / name
    files.write(folder, trunk, tokenizer, said)
    tensors = dict(trunk.state_dict()) | {f"heads.{key}": tensor for key, tensor in heads.state_dict().items()}
    save_file({key: t.detach().contiguous() for key, t in tensors.items()}, folder / "model.safetensors")
    (folder / "model.safetensors").chmod(0o644)
    (folder / "grice.json").write_text(json.dumps({"heads": described}, indent=2) + "\n")


def reading(values, places, inside):
    """The best span in characters, its score above "nothing", and the kinds' probabilities."""
    start, end = values["span"].T
    score, left, right = max((float(start[i] + end[j]), places[i][0], places[j][1]) for i in inside for j in inside if i <= j)
    gap = score - float(start[0] + end[0])
    return {"span": [left, right], "gap": round(gap, 5), "kinds": files.rounded(torch.softmax(values["kind"], 0))}


def relevance(values, places, inside):
    return {"score": round(float(torch.softmax(values["relevance"], 0)[1]), 6)}


def make(root):
    write(root, "read", 41, [head("kind", "sequence", KINDS), head("span", "tokens", ["start", "end"])], reading)
    write(root, "rank", 43, [head("relevance", "sequence", ["no", "yes"])], relevance)
