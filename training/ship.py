"""Puts models that recipes have made into models/, and what they are into its manifest.

    python3 training/ship.py OUT/grice-interpret OUT/grice-words …
"""

import argparse
import hashlib
import json
import pathlib
import re
import shutil

import xxhash

MODELS = pathlib.Path(__file__).parent.parent / "models"

# Task, licence, description. A model trained on data under a non-commercial licence says so.
SHIPPED = {
    "grice-words": ("words", "MIT", "The word vectors and the tokenizer that Grice's own models share"),
    "grice-interpret": ("classifier", "CC-BY-NC-SA-4.0", "What a reply to a yes/no question means (Circa's labels)"),
    "grice-rewrite": ("rewriter", "CC-BY-NC-SA-4.0", "Which words of the conversation a question needs, and where"),
    "grice-read": ("reader", "CC-BY-NC-SA-4.0", "Where in a passage the answer stands, and whether it does"),
    "grice-find": ("classifier", "CC-BY-NC-SA-4.0", "What to look for when a question is asked after others"),
    "grice-passages": ("static", "CC-BY-NC-SA-4.0", "A table of tokens that makes passages' vectors for grice-find"),
    "grice-rank": ("classifier", "CC-BY-NC-SA-4.0", "Whether a passage answers a question; small and fast"),
    "grice-anticipate": ("classifier", "CC-BY-NC-SA-4.0", "What the asker would want to know next"),
    "grice-ground": ("classifier", "CC-BY-NC-SA-4.0", "Whether evidence supports a sentence"),
    "grice-analyze": ("classifier", "CC-BY-NC-SA-4.0", "What kind of utterance it is: PragmEval's twenty tasks"),
}
FILES = ["model.safetensors", "tokenizer.json", "config.json", "grice.json", "judge.json"]


def numbers(path):
    """How many numbers a safetensors file has, scales left out."""
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
    count = 0
    for name, tensor in header.items():
        if name != "__metadata__" and not name.endswith("_scale"):
            size = 1
            for side in tensor["shape"]:
                size *= side
            count += size
    return count


def entry(name, folder):
    task, licence, description = SHIPPED[name]
    text = f'[[model]]\nname = "{name}"\ntask = "{task}"\narchitecture = "bert"\n'
    text += f'parameters = {numbers(folder / "model.safetensors"):_}\nlicence = "{licence}"\ndescription = "{description}"\n'
    for file in FILES:
        path = folder / file
        if path.exists():
            data = path.read_bytes()
            text += f'\n[[model.file]]\npath = "{file}"\nsize = {len(data):_}\n'
            text += f'sha256 = "{hashlib.sha256(data).hexdigest()}"\nxxh3 = "{xxhash.xxh3_64(data).hexdigest()}"\n'
    return text + f'\n[[model.source]]\nkind = "file"\nfolder = "{name}"\n'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    manifest = MODELS / "manifest.toml"
    head, *entries = re.split(r"(?m)^(?=\[\[model\]\]$)", manifest.read_text())
    for folder in args.folders:
        name = folder.name
        into = MODELS / name
        into.mkdir(exist_ok=True)
        for file in FILES:
            if (folder / file).exists():
                shutil.copyfile(folder / file, into / file)
        made = entry(name, into)
        at = next((i for i, e in enumerate(entries) if f'\nname = "{name}"\n' in e), None)
        if at is None:
            entries.append(made)
        else:
            entries[at] = made
        print(f"{name}: {sum(f.stat().st_size for f in into.iterdir()) / 2**20:.1f} MiB")
    manifest.write_text(head + "\n".join(e.rstrip("\n") + "\n" for e in entries))


if __name__ == "__main__":
    main()
