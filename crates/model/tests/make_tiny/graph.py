"""The tiny BERT classifier as an ONNX graph.

The graph is made from a plain module: tracing Transformers' own has given wrong values on padded
batches.
"""

import math
import shutil
import warnings

import onnxruntime
from onnxruntime.quantization import QuantType, quantize_dynamic
import torch

import encoders
import files


class Plain(torch.nn.Module):
    """BertForSequenceClassification, written out."""

    def __init__(self, model):
        super().__init__()
        self.model = model
        self.heads = model.config.num_attention_heads

    def attend(self, block, x, mask):
        size, length, width = x.shape
        head = width // self.heads

        def split(layer):
            return layer(x).reshape(size, length, self.heads, head).transpose(1, 2)

        inner = block.self
        scores = split(inner.query) @ split(inner.key).transpose(2, 3) / math.sqrt(head) + mask
        mixed = torch.softmax(scores, dim=-1) @ split(inner.value)
        mixed = mixed.transpose(1, 2).reshape(size, length, width)
        return block.output.LayerNorm(block.output.dense(mixed) + x)

    def forward(self, input_ids, attention_mask, token_type_ids):
        bert = self.model.bert
        table = bert.embeddings
        places = torch.cumsum(torch.ones_like(input_ids), dim=1) - 1
        x = table.word_embeddings(input_ids) + table.token_type_embeddings(token_type_ids)
        x = table.LayerNorm(x + table.position_embeddings(places))
        mask = (1.0 - attention_mask[:, None, None, :].to(x.dtype)) * -10000.0
        for layer in bert.encoder.layer:
            x = self.attend(layer.attention, x, mask)
            wide = torch.nn.functional.gelu(layer.intermediate.dense(x))
            x = layer.output.LayerNorm(layer.output.dense(wide) + x)
        pooled = torch.tanh(bert.pooler.dense(x[:, 0]))
        return self.model.classifier(pooled)


def export(folder, model, tokenizer, fast, reference):
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    model.config.save_pretrained(folder)
    files.save_tokenizer(folder, tokenizer)
    files.save_reference(folder, reference)
    names = ["input_ids", "attention_mask", "token_type_ids"]
    sample = encoders.batch(fast, reference["texts"]["inputs"][:3])
    axes = {name: {0: "batch", 1: "sequence"} for name in names}
    path = folder / "model.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Plain(model), tuple(sample[name] for name in names), str(path), input_names=names,
            output_names=["logits"], dynamic_axes=dict(axes, logits={0: "batch"}),
            opset_version=17, dynamo=False,
        )
    check(path, fast, names, reference)


def check(path, fast, names, reference):
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    for part in reference.values():
        inputs = [tuple(i) if isinstance(i, (list, tuple)) else i for i in part["inputs"]]
        encoded = encoders.batch(fast, inputs)
        (logits,) = session.run(None, {name: encoded[name].numpy() for name in names})
        apart = (torch.tensor(logits) - torch.tensor(part["logits"])).abs().max().item()
        if apart > 1e-4:
            raise SystemExit(f"{path}: the graph is {apart} away from Transformers")


def quantize(folder, int8):
    """The same graph with int8 weights and dynamic quantization, as ONNX Runtime's tool makes it."""
    int8.mkdir(parents=True, exist_ok=True)
    quantize_dynamic(folder / "model.onnx", int8 / "model.onnx", weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
    for name in ("config.json", "tokenizer.json"):
        shutil.copy(folder / name, int8 / name)
