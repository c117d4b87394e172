"""The mean of two shipped models' weights: a student before and after a last stage, as one.

    python3 training/soup.py OUT/grice-read OUT/focused/grice-read --share 0.5 --out OUT/mean/grice-read
"""

import argparse
import pathlib
import shutil

from safetensors.torch import load_file, save_file

import trunk
from equal import floats


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=pathlib.Path)
    parser.add_argument("second", type=pathlib.Path)
    parser.add_argument("--share", type=float, default=0.5, help="of the second")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    args = parser.parse_args()
    first, second = floats(args.first), floats(args.second)
    small = {name for name, table in load_file(args.first / "model.safetensors").items() if not table.is_floating_point()}
    mixed = {}
    for name, table in first.items():
        table = (1 - args.share) * table + args.share * second[name]
        if name in small:
            mixed[name], mixed[f"{name}_scale"] = trunk.quantised(table)
        else:
            mixed[name] = table
    args.out.mkdir(parents=True, exist_ok=True)
    for file in args.first.iterdir():
        if file.name != "model.safetensors":
            shutil.copy(file, args.out / file.name)
    save_file(mixed, args.out / "model.safetensors")
    print("the confidence is the first model's: read.py --stage calibrate fits it anew")


if __name__ == "__main__":
    main()
