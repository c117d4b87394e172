"""A tiny model that marks edits, as crates/judge loads it, and what the recipe in training/ makes of its values."""

import importlib.util
import json
import sys
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertModel

import encoders
import files

WIDTH = 8
PATTERNS = ["", "_", "_ 's", "of _", "besides _ ,"]
SETTINGS = {"alone": 0.9, "insert": 0.9, "delete": 0.5, "pick": 0.8, "only": 0.9, "most": 2, "last": "of"}
BRIDGE = [["Who built the bridge?", "The king built the stone bridge."]]
TOWN = BRIDGE + [["What did the queen see?", "A boat on the river."], ["was the bread old", ""]]
ASKED = [
    (BRIDGE, "When was it built?"),
    (BRIDGE, "why?"),
    (TOWN, "What was her boat?"),
    (TOWN, "The town (the old one), was it new?"),
    ([["水の城?", "the river 水"]], "Who was the king's queen"),
    ([["Is the king old?", "the king was not new " * 30]], "And the queen " + "of the town " * 15),
]


def recipe():
    """training/rewrite.py, which has this file's name."""
    folder = Path(__file__).resolve().parents[4] / "training"
    sys.path.append(str(folder))
    spec = importlib.util.spec_from_file_location("recipe", folder / "rewrite.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.LONGEST, module.WIDTH = encoders.LONGEST, WIDTH
    return module


def make(root):
    learned = recipe()
    tokenizer, _, shape = encoders.bert()
    trunk = files.randomize(BertModel(BertConfig(**shape), add_pooling_layer=False), 51)
    labels = {"alone": ["needs history", "stands alone"], "delete": ["keep", "delete"], "insert": PATTERNS, "join": learned.JOINS, "pick": ["no", "yes"]}
    labels |= {name: [str(k) for k in range(size)] for name, size in (("slot", 4 * WIDTH), ("word", 2 * WIDTH))}
    heads = torch.nn.ModuleDict({name: torch.nn.Linear(shape["hidden_size"], len(of)) for name, of in labels.items()})
    files.randomize(heads, 52)
    folder = root / "rewrite"
    files.write(folder, trunk, tokenizer, [])
    turns = [learned.Turn(history, question) for history, question in ASKED]
    data = learned.Labelled(folder, [{}] * len(turns), turns, [None] * len(turns), PATTERNS)
    made = []
    for n, ((history, question), turn) in enumerate(zip(ASKED, turns)):
        ids, mask, types = data.encoded.batch([n], "cpu")
        with torch.no_grad():
            states = trunk(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state[0][: int(mask.sum())]
            found = {name: [head(states.mean(0) if name == "alone" else states)] for name, head in heads.items()}
        judged = learned.judged(data, found, n, 0)
        made.append({
            "history": [{"question": q, "answer": a} for q, a in history], "question": question,
            "rewrite": learned.assemble(turn, judged, PATTERNS, SETTINGS), "alone": round(judged.alone, 5),
            "picks": [[word, round(pick, 5)] for (word, _, _), pick in zip(turn.said, judged.pick)],
        })
    files.save_reference(folder, made)
    tensors = dict(trunk.state_dict()) | {f"heads.{key}": tensor for key, tensor in heads.state_dict().items()}
    save_file({key: t.detach().contiguous() for key, t in tensors.items()}, folder / "model.safetensors")
    (folder / "model.safetensors").chmod(0o644)
    described = [{"name": name, "over": "sequence" if name == "alone" else "tokens", "labels": of} | ({"pooling": "mean"} if name == "alone" else {}) for name, of in labels.items()]
    (folder / "grice.json").write_text(json.dumps({"heads": described}, indent=1) + "\n")
    (folder / "judge.json").write_text(json.dumps({"rewrite": SETTINGS}, indent=1) + "\n")
