"""Whether Rust says of a model what PyTorch says.

    cargo build --release -p grice-model --example heads
    python3 training/equal.py FOLDER [FOLDER ...] [--heads target/release/examples/heads]

500 texts and pairs of our own, sentences of the demo and odd Unicode among them, some longer than a model reads. PyTorch
computes in floats with the tables as they are stored; Rust once in floats and once as shipped, in int8. Printed for each
head, over sequences or tokens: the largest and the mean difference of the logits, and how often the best label is the same.
Exits with 1 where a token differs, floats differ by more than 0.01, or labels in floats agree less than 99.5 times in 100.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from transformers import AutoConfig, AutoModel

ROOT = pathlib.Path(__file__).parent.parent
ODD = [
    "🍕👨‍👩‍👧‍👦🏳️‍🌈",
    "e\u0301\u0301 vs é, naïve cafés, groß, İstanbul, ﬁnal, Ⅷ",
    "Нет, я уже поел. λόγος καὶ ἀλήθεια",
    "もう食べました。水の城",
    "لقد أكلت بالفعل، שלום",
    "a\u0000b\u202ec\ufeff\u200d\u00ad\u00a0d\u2028e",
    "x" * 300,
    "1234-5678, $3.50, 10^-6, C++, a.b@c.org, https://example.org/?q=1&r=%20",
    "…—–“”‘’«»¿¡!?!?",
    "\U0010ffff\ue000",
    "[CLS] [SEP] [MASK] [UNK] <s> </s>",
    ". , ; :",
]


def sentences():
    """The demo's sentences, without markup."""
    found = []
    for page in sorted((ROOT / "demo").rglob("*.md")):
        text = re.sub(r"^---.*?^---", "", page.read_text(), flags=re.S | re.M)
        text = re.sub(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]", r"\1", text)
        found += [s.strip() for s in re.split(r"(?<=[.?!])\s+|\n+", text) if len(s.split()) > 3 and not s.startswith("#")]
    return found


def inputs(count, seed):
    rng = random.Random(seed)
    from_demo = sentences()

    def text():
        parts = rng.sample(from_demo, rng.choice([1, 1, 1, 2, 3, 8]))
        if rng.random() < 0.2:
            parts.insert(rng.randrange(len(parts) + 1), rng.choice(ODD))
        return " ".join(parts) if rng.random() < 0.9 else rng.choice(ODD)

    made = [text() if n % 2 else [text(), text()] for n in range(count - 2)]
    return made + [" ".join(from_demo[:200]), [" ".join(from_demo[:100]), " ".join(from_demo[100:200])]]


def floats(folder):
    """Tensors of a folder; int8 rows times their scales."""
    tensors = load_file(folder / "model.safetensors")
    scales = {name.removesuffix("_scale"): tensors.pop(name) for name in list(tensors) if name.endswith(".weight_scale")}
    return {n: t.float() * scales[n][:, None].float() if n in scales else t.float() for n, t in tensors.items()}


@torch.no_grad()
def by_torch(folder, rows):
    own = json.loads((folder / "grice.json").read_text())
    words = folder.parent / own["words"] if "words" in own else folder
    tensors = floats(folder) | (floats(words) if words != folder else {})
    config = AutoConfig.from_pretrained(folder)
    trunk = AutoModel.from_config(config, add_pooling_layer=False).eval()
    lost = trunk.load_state_dict({n: t for n, t in tensors.items() if not n.startswith("heads.")}, strict=False)
    if lost.unexpected_keys or [n for n in lost.missing_keys if "position_ids" not in n]:
        raise SystemExit(f"{folder}: {lost}")
    tokenizer = Tokenizer.from_file(str(words / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(own.get("max_length", config.max_position_embeddings))
    for row in rows:
        read = tokenizer.encode(*row) if isinstance(row, list) else tokenizer.encode(row)
        more = {"token_type_ids": torch.tensor([read.type_ids])} if config.model_type == "bert" else {}
        states = trunk(input_ids=torch.tensor([read.ids]), attention_mask=torch.ones(1, len(read.ids)), **more).last_hidden_state[0]
        said = {}
        for head in own["heads"]:
            over = states if head["over"] == "tokens" else states.mean(0, keepdim=True) if head.get("pooling") == "mean" else states[:1]
            name = f"heads.{head['name']}"
            if f"{name}.dense.weight" in tensors:
                over = torch.tanh(over @ tensors[f"{name}.dense.weight"].T + tensors[f"{name}.dense.bias"])
            said[head["name"]] = over @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]
        yield read.ids, said


def by_rust(program, folder, rows, *more):
    done = subprocess.run([program, folder, *more], input="".join(json.dumps(r) + "\n" for r in rows), capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def compare(expected, found):
    """By head: the largest and the mean difference, and the share of equal labels; and how many inputs have other tokens."""
    apart, same = {}, {}
    others = sum(ids != line["ids"] for (ids, _), line in zip(expected, found))
    for (ids, said), line in zip(expected, found):
        if ids != line["ids"]:
            continue
        for name, values in said.items():
            given = torch.tensor(line["heads"][name]).view(values.shape)
            apart.setdefault(name, []).append((values - given).abs().flatten())
            best = (values > 0) == (given > 0) if values.shape[1] == 1 else values.argmax(1) == given.argmax(1)
            same.setdefault(name, []).append(best.flatten())
    table = {}
    for name in apart:
        differences = torch.cat(apart[name])
        table[name] = differences.max().item(), differences.mean().item(), 100 * torch.cat(same[name]).float().mean().item()
    return table, others


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    parser.add_argument("--heads", type=pathlib.Path, default=ROOT / "target/release/examples/heads")
    parser.add_argument("--count", type=int, default=500)
    args = parser.parse_args()
    rows = inputs(args.count, 1)
    wrong = False
    print("| model | head | computed in | largest | mean | same label |\n|---|---|---|---|---|---|")
    for folder in args.folders:
        expected = list(by_torch(folder, rows))
        for kind, more in (("float", ["--float"]), ("int8", [])):
            table, others = compare(expected, by_rust(args.heads, folder, rows, *more))
            for name, (largest, mean, same) in table.items():
                print(f"| {folder.name} | {name} | {kind} | {largest:.5f} | {mean:.6f} | {same:.1f}% |")
                wrong |= kind == "float" and (largest > 0.01 or same < 99.5)
            if others:
                print(f"{folder.name}: {others} of {len(rows)} inputs have other tokens in Rust")
                wrong = True
    raise SystemExit(int(wrong))


if __name__ == "__main__":
    main()
