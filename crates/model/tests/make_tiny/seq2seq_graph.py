"""The tiny T5 as two ONNX graphs, encoder and decoder, without a cache."""

import shutil
import warnings

import onnxruntime
import torch

import files
import seq2seq

NAMES = ["input_ids", "encoder_hidden_states", "encoder_attention_mask"]


class Encoder(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask):
        return self.model.encoder(input_ids=input_ids, attention_mask=attention_mask)[0]


class Decoder(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, input_ids, encoder_hidden_states, encoder_attention_mask):
        return self.model(
            decoder_input_ids=input_ids, encoder_outputs=(encoder_hidden_states,),
            attention_mask=encoder_attention_mask, use_cache=False,
        ).logits


def save(module, inputs, names, output, path):
    axes = {name: {0: "batch", 1: "encoded" if "encoder" in name else "sequence"} for name in names}
    axes[output] = {0: "batch", 1: "sequence"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            module, inputs, str(path), input_names=names, output_names=[output],
            dynamic_axes=axes, opset_version=17, dynamo=False,
        )


def export(folder, model, tokenizer, longest):
    source = folder.parent / "t5"
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    for name in ["config.json", "generation_config.json", "tokenizer.json"]:
        shutil.copy(source / name, folder / name)
    fast = files.fast(tokenizer, longest, pad_token="<pad>")
    fast.model_input_names = ["input_ids", "attention_mask"]
    encoded = fast([t for t, _ in seq2seq.INPUTS], truncation=True, padding=True, return_tensors="pt")
    ids, mask = encoded["input_ids"], encoded["attention_mask"]
    started = torch.tensor([[0, 5, 9]] * len(ids))
    with torch.no_grad():
        states = Encoder(model)(ids, mask)
        save(Encoder(model), (ids, mask), ["input_ids", "attention_mask"], "last_hidden_state",
             folder / "encoder.onnx")
        save(Decoder(model), (started, states, mask), NAMES, "logits", folder / "decoder.onnx")
    check(folder, model, ids, mask)


def check(folder, model, ids, mask):
    """On other lengths than were traced."""
    def run(name, **inputs):
        session = onnxruntime.InferenceSession(str(folder / name), providers=["CPUExecutionProvider"])
        return torch.tensor(session.run(None, {k: v.numpy() for k, v in inputs.items()})[0])

    ids, mask = ids[:4, :30], mask[:4, :30]
    started = torch.tensor([[0, 7, 3, 4, 8, 2, 9]] * 4)
    with torch.no_grad():
        states = Encoder(model)(ids, mask)
        logits = Decoder(model)(started, states, mask)
    found = run("encoder.onnx", input_ids=ids, attention_mask=mask)
    kept = mask.unsqueeze(-1).bool()
    apart = ((found - states) * kept).abs().max().item()
    found = run("decoder.onnx", input_ids=started, encoder_hidden_states=found, encoder_attention_mask=mask)
    apart = max(apart, (found - logits).abs().max().item())
    if apart > 1e-4:
        raise SystemExit(f"{folder}: the graphs are {apart} away from Transformers")
