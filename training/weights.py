"""Pretrained trunks as float16 safetensors in training/weights, cut into parts that travel well.

    python3 training/weights.py --models ~/.local/share/grice/models        # after grice models pull
    python3 training/weights.py --join                                       # where they arrived
"""

import argparse
import pathlib
import shutil

HERE = pathlib.Path(__file__).parent / "weights"
PART = 50 << 20


def bert_from_onnx(path):
    """The weights of a BERT whose layers the graph's nodes still name."""
    import onnx
    import torch
    from onnx import numpy_helper

    graph = onnx.load(path).graph
    tables = {i.name: torch.from_numpy(numpy_helper.to_array(i).copy()) for i in graph.initializer}
    weights = {name: table for name, table in tables.items() if not name.startswith("onnx::")}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in tables:
            module = node.name.removesuffix("/MatMul").strip("/").replace("/", ".")
            weights[f"{module}.weight"] = tables[node.input[1]].T.contiguous()
    return {name: table for name, table in weights.items() if table.is_floating_point() and table.dim() > 0}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", type=pathlib.Path)
    parser.add_argument("--join", action="store_true")
    args = parser.parse_args()
    if args.join:
        for folder in HERE.iterdir():
            parts = sorted(folder.glob("part.*"))
            if parts:
                with open(folder / "model.safetensors", "wb") as whole:
                    for part in parts:
                        whole.write(part.read_bytes())
        return
    from safetensors.torch import load_file, save_file

    for name in ("gte-small", "all-mpnet-base-v2"):
        source, folder = args.models / name, HERE / name
        folder.mkdir(parents=True, exist_ok=True)
        onnx = source / "model.onnx"
        weights = bert_from_onnx(onnx) if onnx.exists() else load_file(source / "model.safetensors")
        save_file({k: v.half().contiguous() for k, v in weights.items()}, folder / "model.safetensors")
        for file in ("config.json", "tokenizer.json"):
            shutil.copy(source / file, folder / file)
        whole = (folder / "model.safetensors").read_bytes()
        for number, start in enumerate(range(0, len(whole), PART)):
            (folder / f"part.{number}").write_bytes(whole[start : start + PART])
        print(name, len(whole) >> 20, "MiB in", number + 1, "parts")
    name = "potion-base-8m"
    (HERE / name).mkdir(exist_ok=True)
    given = load_file(args.models / name / "model.safetensors")
    save_file({k: v.half() for k, v in given.items()}, HERE / name / "model.safetensors")
    shutil.copy(args.models / name / "tokenizer.json", HERE / name / "tokenizer.json")


if __name__ == "__main__":
    main()
