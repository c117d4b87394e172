"""Reads TopiOCQA's training set with `grice data check` and with Python's json and gzip: seconds, CPU seconds, memory.

    python docs/reproduce/data/speed.py GRICE DATA
"""

import os
import statistics
import subprocess
import sys
import time

PYTHON = "import gzip, json, sys; print(len(json.load(gzip.open(sys.argv[1]))))"


def measure(command):
    """Seconds, CPU seconds and the largest memory in MiB of one run."""
    began = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{command[0]} failed")
    return time.monotonic() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main():
    grice, data = sys.argv[1:]
    file = os.path.join(data, "topiocqa", "topiocqa_train.json.gz")
    commands = {
        "grice": [grice, "data", "check", "topiocqa", "--data", data],
        "python": [sys.executable, "-c", PYTHON, file],
    }
    runs = {name: [measure(command) for _ in range(5)] for name, command in commands.items()}
    for name, values in runs.items():
        seconds, cpu, memory = (statistics.median(column) for column in zip(*values))
        print(f"{name:7} {seconds:6.2f} s  {cpu:6.2f} s CPU  {memory:7.1f} MiB")


main()
