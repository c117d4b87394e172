"""A trunk with heads, batches by length, one training loop, and the export to what grice-model loads."""

import json
import math
import pathlib
import random
import shutil
import time

import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional
from transformers import AutoConfig, AutoModel


class Model(nn.Module):
    """An encoder of BERT's or MPNet's family; each head is a layer over the mean of the states."""

    def __init__(self, folder, heads):
        super().__init__()
        folder = pathlib.Path(folder)
        config = AutoConfig.from_pretrained(folder)
        self.trunk = AutoModel.from_config(config, add_pooling_layer=False)
        weights = {k: v.float() for k, v in load_file(folder / "model.safetensors").items()}
        lost = self.trunk.load_state_dict(weights, strict=False)
        missing = [k for k in lost.missing_keys if "position_ids" not in k]
        if missing:
            raise SystemExit(f"{folder} lacks {missing[:4]}")
        self.types = config.model_type == "bert"
        self.heads = nn.ModuleDict({name: nn.Linear(config.hidden_size, size) for name, size in heads.items()})
        self.dropout = nn.Dropout(0.1)

    def forward(self, ids, mask, types):
        more = {"token_type_ids": types} if self.types else {}
        states = self.trunk(input_ids=ids, attention_mask=mask, **more).last_hidden_state
        mean = (states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        mean = self.dropout(mean)
        return {name: head(mean).float() for name, head in self.heads.items()}


class Encoded:
    """Pairs of texts as token ids, made once."""

    def __init__(self, folder, rows, longest):
        tokenizer = Tokenizer.from_file(str(pathlib.Path(folder) / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(longest)
        made = tokenizer.encode_batch([(row["a"], row["b"]) for row in rows])
        self.ids = [m.ids for m in made]
        self.types = [m.type_ids for m in made]

    def batch(self, numbers, device):
        width = -8 * (-max(len(self.ids[n]) for n in numbers) // 8)
        pad = lambda lists: torch.tensor([lists[n] + [0] * (width - len(lists[n])) for n in numbers])
        lengths = torch.tensor([len(self.ids[n]) for n in numbers])
        mask = (torch.arange(width)[None] < lengths[:, None]).long()
        # MPNet's padding is 1, but what is masked is never read.
        return [t.to(device, non_blocking=True) for t in (pad(self.ids), mask, pad(self.types))]

    def order(self, numbers, size, rng):
        """Batches of like lengths, in random order."""
        numbers = list(numbers)
        rng.shuffle(numbers)
        batches = []
        for start in range(0, len(numbers), size * 50):
            part = sorted(numbers[start : start + size * 50], key=lambda n: len(self.ids[n]))
            batches += [part[i : i + size] for i in range(0, len(part), size)]
        rng.shuffle(batches)
        return batches


def soft_loss(logits, target, weight):
    """Cross-entropy against probabilities; a row of weight 0 does not count."""
    each = -(target * functional.log_softmax(logits, -1)).sum(-1)
    return (each * weight).sum() / weight.sum().clamp(min=1e-6)


def train(model, encoded, numbers, loss, *, epochs, rate, size, seed, device, name):
    """AdamW with a warm-up and a linear fall; `loss(outputs, numbers)` says what is learned."""
    torch.manual_seed(seed)
    rng = random.Random(seed)
    model.to(device).train()
    fresh = [p for n, p in model.named_parameters() if n.startswith("heads")]
    trunk = [p for n, p in model.named_parameters() if not n.startswith("heads")]
    optimizer = torch.optim.AdamW([{"params": trunk}, {"params": fresh, "lr": rate * 5}], lr=rate, weight_decay=0.01, fused=device != "cpu")
    steps = epochs * math.ceil(len(numbers) / size)
    warm = max(1, int(0.06 * steps))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: min((s + 1) / warm, max(0.0, (steps - s) / (steps - warm + 1))))
    began, total = time.time(), 0.0
    for epoch in range(epochs):
        for batch in encoded.order(numbers, size, rng):
            with torch.autocast(device, dtype=torch.bfloat16):
                outputs = model(*encoded.batch(batch, device))
            value = loss(outputs, batch)
            value.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
            total = 0.98 * total + 0.02 * value.detach()
        print(f"{name}: epoch {epoch + 1}/{epochs}, loss {float(total):.4f}, {time.time() - began:.0f} s", flush=True)
    return (time.time() - began) / 60


@torch.no_grad()
def predict(model, encoded, numbers, device, size=512):
    """Each head's probabilities, in the numbers' order."""
    model.to(device).eval()
    numbers = list(numbers)
    by_length = sorted(range(len(numbers)), key=lambda i: len(encoded.ids[numbers[i]]))
    found = {}
    for start in range(0, len(by_length), size):
        places = by_length[start : start + size]
        with torch.autocast(device, dtype=torch.bfloat16):
            outputs = model(*encoded.batch([numbers[p] for p in places], device))
        for name, logits in outputs.items():
            table = found.setdefault(name, torch.empty(len(numbers), logits.shape[1]))
            table[places] = logits.softmax(-1).cpu()
    return found


def quantised(tensor):
    """Rows as int8 and their scales."""
    scale = tensor.abs().amax(dim=1).clamp(min=1e-12) / 127
    return torch.round(tensor / scale[:, None]).clamp(-127, 127).to(torch.int8), scale


def export(model, source, folder, labels, longest, int8=True):
    """Writes weights, config, tokenizer and heads; tables of the trunk as int8 rows with scales."""
    source, folder = pathlib.Path(source), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {}
    for name, tensor in model.trunk.state_dict().items():
        if "position_ids" in name:
            continue
        tensor = tensor.detach().float().cpu().contiguous()
        table = tensor.dim() == 2 and name.endswith(".weight") and min(tensor.shape) > 2
        if int8 and table and "position_embeddings" not in name and "relative" not in name:
            rows, scale = quantised(tensor)
            tensors[name], tensors[name.removesuffix("weight") + "weight_scale"] = rows, scale
        else:
            tensors[name] = tensor
    for name, head in model.heads.items():
        tensors[f"heads.{name}.weight"] = head.weight.detach().float().cpu().contiguous()
        tensors[f"heads.{name}.bias"] = head.bias.detach().float().cpu().contiguous()
    save_file(tensors, folder / "model.safetensors")
    heads = [{"name": n, "over": "sequence", "pooling": "mean", "labels": labels[n]} for n in model.heads]
    (folder / "grice.json").write_text(json.dumps({"max_length": longest, "heads": heads}, indent=1) + "\n")
    for file in ("config.json", "tokenizer.json"):
        shutil.copy(source / file, folder / file)
