"""A trunk with heads, batches by length, one training loop that can be interrupted, and the export to what
grice-model loads."""

import copy
import itertools
import json
import math
import os
import pathlib
import random
import shutil
import time

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional
from transformers import AutoConfig, AutoModel
from transformers.models.mpnet.modeling_mpnet import MPNetEncoder, MPNetSelfAttention

WEIGHTS = pathlib.Path(__file__).parent / "weights"
LARGE, SMALL = WEIGHTS / "all-mpnet-base-v2", WEIGHTS / "gte-small"
RUNS = pathlib.Path(__file__).parent / "runs"
WORDS = "embeddings.word_embeddings.weight"


def device():
    """Where to compute. TRAIN_MEMORY in the environment is the share of the GPU's memory that a run may keep, beside others."""
    if torch.cuda.is_available() and "TRAIN_MEMORY" in os.environ:
        torch.cuda.set_per_process_memory_fraction(float(os.environ["TRAIN_MEMORY"]))
    return "cuda" if torch.cuda.is_available() else "cpu"


def attended(self, hidden_states, *more, **named):
    """MPNet's attention in one fused step; its own writes every layer's table of weights to memory, several times.
    What is added to the weights, mask and places, is added up once for all layers; places are not learned."""
    split = lambda made: made.view(*made.shape[:2], self.num_attention_heads, -1).transpose(1, 2)
    q, k, v = (split(layer(hidden_states)) for layer in (self.q, self.k, self.v))
    given = [one for one in (*more, *named.values()) if torch.is_tensor(one)]
    places = given[-1]
    if not hasattr(places, "masked"):
        places.masked = sum(given).to(q.dtype).expand(q.shape[0], *places.shape[1:])
    rate = self.dropout.p if self.training else 0.0
    found = functional.scaled_dot_product_attention(q, k, v, attn_mask=places.masked, dropout_p=rate)
    return (self.o(found.transpose(1, 2).flatten(2)),)


@torch.no_grad()
def placed(self, x, position_ids=None, num_buckets=32):
    at = torch.arange(x.shape[1], device=x.device)
    bucket = self.relative_position_bucket(at[None] - at[:, None], num_buckets=num_buckets)
    return self.relative_attention_bias(bucket).permute(2, 0, 1)[None]


MPNetSelfAttention.forward, MPNetEncoder.compute_position_bias = attended, placed


class Model(nn.Module):
    """An encoder of BERT's or MPNet's family, or its first layers. A head is a layer over the mean of the states,
    a token head one over each state. With `frozen` the word vectors are those that all shipped models share."""

    def __init__(self, folder, heads, token_heads=None, layers=None, frozen=False):
        super().__init__()
        folder = pathlib.Path(folder)
        config = AutoConfig.from_pretrained(folder)
        config.num_hidden_layers = layers or config.num_hidden_layers
        self.trunk = AutoModel.from_config(config, add_pooling_layer=False)
        weights = {k: v.float() for k, v in load_file(folder / "model.safetensors").items()}
        lost = self.trunk.load_state_dict(weights, strict=False)
        missing = [k for k in lost.missing_keys if "position_ids" not in k]
        if missing:
            raise SystemExit(f"{folder} lacks {missing[:4]}")
        self.types = config.model_type == "bert"
        linear = lambda sizes: nn.ModuleDict({name: nn.Linear(config.hidden_size, size) for name, size in sizes.items()})
        self.heads, self.token_heads = linear(heads), linear(token_heads or {})
        self.dropout = nn.Dropout(0.1)
        self.frozen = frozen
        if frozen:
            words = self.trunk.embeddings.word_embeddings.weight
            words.requires_grad = False
            words.copy_(rounded(words))

    def forward(self, ids, mask, types):
        more = {"token_type_ids": types} if self.types else {}
        states = self.trunk(input_ids=ids, attention_mask=mask, **more).last_hidden_state
        mean = self.dropout((states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True))
        found = {name: head(mean).float() for name, head in self.heads.items()}
        if self.token_heads:
            states = self.dropout(states)
            found |= {name: head(states).float() for name, head in self.token_heads.items()}
        return found


class Encoded:
    """Texts or pairs of texts as token ids, made once. Rows have "a" and perhaps "b". What is too long is cut, the
    longer text first; with a stride only "b" is, into windows that overlap, and `row` tells a window's row. Without `places` nobody will ask where
    a token stands in its text."""

    flat = None

    def __init__(self, folder, rows, longest, stride=None, places=True):
        tokenizer = Tokenizer.from_file(str(pathlib.Path(folder) / "tokenizer.json"))
        tokenizer.no_padding()
        if stride is None:
            tokenizer.enable_truncation(longest)
        else:
            tokenizer.enable_truncation(longest, stride=stride, strategy="only_second")
        self.row, self.ids, self.types, self.offsets, self.texts = [], [], [], [], []
        for start in range(0, len(rows), 20_000):
            made = tokenizer.encode_batch([(row["a"], row["b"]) if row.get("b") is not None else row["a"] for row in rows[start : start + 20_000]])
            windows = [(n, w) for n, m in enumerate(made, start) for w in ([m] if stride is None else [m, *m.overflowing])]
            self.row += [n for n, _ in windows]
            self.ids += [w.ids if places else np.array(w.ids, np.int32) for _, w in windows]
            self.types += [w.type_ids if places else np.array(w.type_ids, np.uint8) for _, w in windows]
            if places:
                self.offsets += [w.offsets for _, w in windows]
                self.texts += [w.sequence_ids for _, w in windows]

    def __len__(self):
        return len(self.ids)

    def batch(self, numbers, device):
        """Padded; all ids lie in one table on the device, from which they are picked."""
        if self.flat is None:
            lengths = torch.tensor([len(one) for one in self.ids])
            joined = lambda lists, kind: torch.from_numpy(np.fromiter(itertools.chain.from_iterable(lists), kind, int(lengths.sum()))).to(device)
            self.flat = joined(self.ids, np.int32), joined(self.types, np.uint8), (lengths.cumsum(0) - lengths).to(device), lengths.to(device)
        ids, types, begins, lengths = self.flat
        width = 8 * math.ceil(max(len(self.ids[n]) for n in numbers) / 8)
        n = torch.tensor(numbers, device=device)
        place = torch.arange(width, device=device)[None]
        mask = (place < lengths[n][:, None]).long()
        at = (begins[n][:, None] + place).clamp(max=len(ids) - 1)
        # MPNet's padding is 1, but what is masked is never read.
        return [ids[at].long() * mask, mask, types[at].long() * mask]

    def order(self, numbers, size, rng, tokens=None):
        """Batches of like lengths, in random order; at most `size` rows and, padded, `tokens` tokens each."""
        numbers = list(numbers)
        rng.shuffle(numbers)
        batches = []
        for start in range(0, len(numbers), size * 50):
            part = sorted(numbers[start : start + size * 50], key=lambda n: len(self.ids[n]))
            batch = []
            for n in part:
                if batch and (len(batch) == size or (tokens and (len(batch) + 1) * len(self.ids[n]) > tokens)):
                    batches.append(batch)
                    batch = []
                batch.append(n)
            batches.append(batch)
        rng.shuffle(batches)
        return batches


def soft_loss(logits, target, weight):
    """Cross-entropy against probabilities; a row of weight 0 does not count."""
    each = -(target * functional.log_softmax(logits, -1)).sum(-1)
    return (each * weight).sum() / weight.sum().clamp(min=1e-6)


def train(model, encoded, numbers, loss, *, epochs, rate, size, seed, device, name, keep=None, tokens=None):
    """AdamW with a warm-up and a linear fall; `loss(outputs, numbers, mask)` says what is learned. With `keep` the
    state is written there every two minutes, and a run that was interrupted goes on from it. TRAIN_SECONDS in the
    environment bounds a run, and so does TRAIN_UNTIL, a time of the clock: the rate then falls with the clock where that is ahead of the steps."""
    torch.manual_seed(seed)
    model.to(device).train()
    whose = lambda mine: [p for n, p in model.named_parameters() if p.requires_grad and n.startswith(("heads", "token_heads")) == mine]
    groups = [{"params": whose(False)}, {"params": whose(True), "lr": rate * 5}]
    optimizer = torch.optim.AdamW(groups, lr=rate, weight_decay=0.01, fused=device != "cpu")
    plan = [b for e in range(epochs) for b in encoded.order(numbers, size, random.Random(f"{seed}/{e}"), tokens)]
    steps, warm = len(plan), max(1, int(0.06 * len(plan)))
    began = kept = told = time.time()
    seconds = max(1.0, min(float(os.environ.get("TRAIN_SECONDS", "inf")), float(os.environ.get("TRAIN_UNTIL", "inf")) - began))
    left = lambda s: min((steps - s) / (steps - warm + 1), 1 - (time.time() - began) / seconds)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: min((s + 1) / warm, max(0.0, left(s))))
    first = 0
    if keep and pathlib.Path(keep).exists():
        state = torch.load(keep, map_location=device, weights_only=True)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
        first = state["step"]
        print(f"{name}: goes on at step {first} of {steps}", flush=True)
    total = None
    for step in range(first, steps):
        if time.time() - began > seconds:
            print(f"{name}: out of time at step {step} of {steps}", flush=True)
            break
        with torch.autocast(device, dtype=torch.bfloat16):
            ids, mask, types = encoded.batch(plan[step], device)
            outputs = model(ids, mask, types)
        value = loss(outputs, plan[step], mask)
        value.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad(set_to_none=True)
        total = value.detach() if total is None else 0.98 * total + 0.02 * value.detach()
        now = time.time()
        if now - told > 20 or step + 1 == steps:
            told = now
            print(f"{name}: step {step + 1}/{steps}, loss {float(total):.4f}, {now - began:.0f} s", flush=True)
        if keep and (now - kept > 120 or step + 1 == steps):
            kept = now
            state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "schedule": schedule.state_dict(), "step": step + 1}
            pathlib.Path(keep).parent.mkdir(parents=True, exist_ok=True)
            torch.save(state, f"{keep}.new")
            os.replace(f"{keep}.new", keep)
    return (time.time() - began) / 60


@torch.no_grad()
def predict(model, encoded, numbers, device, tokens=1 << 16):
    """Each head's logits in the numbers' order: a table for a head, a list of tables for a token head."""
    model.to(device).eval()
    numbers = list(numbers)
    places = sorted(range(len(numbers)), key=lambda i: len(encoded.ids[numbers[i]]))
    found = {name: [None] * len(numbers) for name in [*model.heads, *model.token_heads]}
    while places:
        count = max(1, min(1024, tokens // max(1, len(encoded.ids[numbers[places[-1]]]))))
        here, places = places[-count:], places[:-count]
        with torch.autocast(device, dtype=torch.bfloat16):
            outputs = model(*encoded.batch([numbers[p] for p in here], device))
        for name, logits in outputs.items():
            logits = logits.cpu()
            for at, place in enumerate(here):
                row = logits[at]
                found[name][place] = row[: len(encoded.ids[numbers[place]])].clone() if name in model.token_heads else row
    return {n: t if n in model.token_heads else (torch.stack(t) if t else torch.empty(0)) for n, t in found.items()}


def quantised(tensor):
    """Rows as int8 and their scales."""
    scale = tensor.abs().amax(dim=1).clamp(min=1e-12) / 127
    return torch.round(tensor / scale[:, None]).clamp(-127, 127).to(torch.int8), scale


@torch.no_grad()
def rounded(tensor):
    rows, scale = quantised(tensor.detach())
    return rows.float() * scale[:, None]


def is_table(name, tensor):
    """Whether a trunk's tensor is stored as int8."""
    return tensor.dim() == 2 and name.endswith(".weight") and min(tensor.shape) > 2 and "position" not in name and "relative" not in name


@torch.no_grad()
def int8(model):
    """A copy whose tables are rounded as they are when it is exported."""
    made = copy.deepcopy(model)
    for name, tensor in made.trunk.state_dict().items():
        if is_table(name, tensor):
            tensor.copy_(rounded(tensor))
    return made


def mixed(first, second, share):
    """A model between two, as it is when exported; `share` is the second's."""
    model = copy.deepcopy(second)
    known = first.state_dict()
    model.load_state_dict({k: (1 - share) * known[k] + share * v if v.is_floating_point() else v for k, v in second.state_dict().items()})
    return int8(model)


def export(model, source, folder, labels, longest, judge=None):
    """Writes weights, configuration and heads. With frozen words those and the tokenizer go into `grice-words` beside
    the folder, once for all models."""
    source, folder = pathlib.Path(source), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tensors, words = {}, {}
    for name, tensor in model.trunk.state_dict().items():
        if "position_ids" in name:
            continue
        tensor = tensor.detach().float().cpu().contiguous()
        into = words if model.frozen and name == WORDS else tensors
        if is_table(name, tensor):
            into[name], into[name.removesuffix("weight") + "weight_scale"] = quantised(tensor)
        else:
            into[name] = tensor
    heads = []
    for over, made in (("sequence", model.heads), ("tokens", model.token_heads)):
        for name, head in made.items():
            tensors[f"heads.{name}.weight"] = head.weight.detach().float().cpu().contiguous()
            tensors[f"heads.{name}.bias"] = head.bias.detach().float().cpu().contiguous()
            heads.append({"name": name, "over": over, "labels": labels[name]} | ({"pooling": "mean"} if over == "sequence" else {}))
    save_file(tensors, folder / "model.safetensors")
    own = {"max_length": longest, "heads": heads}
    shared = folder
    if words:
        shared = folder.parent / "grice-words"
        shared.mkdir(exist_ok=True)
        own["words"] = shared.name
        save_file(words, shared / "model.safetensors")
    shutil.copy(source / "tokenizer.json", shared / "tokenizer.json")
    (folder / "grice.json").write_text(json.dumps(own, indent=1) + "\n")
    config = json.loads((source / "config.json").read_text()) | {"num_hidden_layers": model.trunk.config.num_hidden_layers}
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    if judge is not None:
        (folder / "judge.json").write_text(json.dumps(judge, indent=1) + "\n")


def save(what, path):
    torch.save(what, f"{path}.new")
    os.replace(f"{path}.new", path)


def awaited(path):
    """A file that another run of this recipe is still making."""
    while not path.exists():
        time.sleep(1)
    return path


def log(out, began, **line):
    """A line of the run's log."""
    line["minutes"] = round((time.time() - began) / 60, 2)
    print(json.dumps(line), flush=True)
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "log.jsonl", "a") as file:
        file.write(json.dumps(line) + "\n")
