"""Fusion-in-Decoder (Izacard and Grave, 2021, section 3): each passage is encoded by itself, the
decoder looks at the states of all."""

import json

import torch
from safetensors.torch import save_file
from transformers import T5ForConditionalGeneration
from transformers.modeling_outputs import BaseModelOutput

import files
import seq2seq

LONGEST = 40
QUESTIONS = [
    ("who built the bridge?", [
        ("stone bridge", "the king built the old stone bridge on the river."),
        ("the town", "she came to the town at night. " * 8),
        ("", "fish"),
    ]),
    ("when?", [("bread", "they made bread in the day.")]),
]
CASES = [
    {"max_new_tokens": 10},
    {"max_new_tokens": 10, "num_beams": 4, "num_return_sequences": 4},
    {"max_new_tokens": 10, "num_beams": 3, "early_stopping": True, "length_penalty": 0.6},
]


class Fusion:
    """A T5 whose encoder's output is that of all passages, one after another."""

    def __init__(self, model):
        self.model = model

    def encode(self, encoded):
        states = self.model.encoder(**encoded).last_hidden_state
        passages, length, width = states.shape
        whole = states.reshape(1, passages * length, width)
        mask = encoded["attention_mask"].reshape(1, passages * length)
        return {"encoder_outputs": BaseModelOutput(last_hidden_state=whole), "attention_mask": mask}


def wrapped(name):
    """The names the authors' code saves: the encoder wrapped once, each of its blocks too."""
    if not name.startswith("encoder."):
        return name
    parts = name.split(".")
    if parts[1] == "block":
        parts.insert(3, "module")
    return ".".join(["encoder"] + parts)


def make(root):
    folder = root / "fid"
    tokenizer = seq2seq.t5_tokenizer()
    model = T5ForConditionalGeneration(seq2seq.t5(tokenizer.get_vocab_size() + 3))
    model = files.randomize(model, 25, 0.4, tokens=0.2)
    fusion = Fusion(model)
    fast = files.fast(tokenizer, LONGEST, pad_token="<pad>")
    fast.model_input_names = ["input_ids", "attention_mask"]
    start = model.config.decoder_start_token_id
    target = tokenizer.encode("the king", add_special_tokens=False).ids
    questions = []
    for question, passages in QUESTIONS:
        texts = [f"question: {question} title: {t} context: {c}" for t, c in passages]
        encoded = fast(texts, truncation=True, padding=True, return_tensors="pt")
        with torch.no_grad():
            memory = fusion.encode(encoded)
        logits, _ = seq2seq.taught(model, start, memory, [target])
        outputs = [seq2seq.generated(model, start, fusion.encode(encoded), case)[0] for case in CASES]
        questions.append({
            "question": question, "passages": passages, "target": target,
            "logits": files.rounded(logits[0]), "outputs": outputs,
        })
    files.write(folder, model, tokenizer, {
        "longest": LONGEST, "options": CASES, "questions": questions,
    })
    tensors = {wrapped(name): t.contiguous() for name, t in model.state_dict().items()}
    unique, seen = {}, set()
    for name, tensor in sorted(tensors.items(), key=lambda item: item[0] != "shared.weight"):
        if tensor.data_ptr() not in seen:
            seen.add(tensor.data_ptr())
            unique[name] = tensor
    save_file(unique, folder / "model.safetensors")
