"""Compares two runs of {id, hits: [{passage, score}]} lines.   usage: overlap.py A.jsonl B.jsonl"""
import json
import struct
import sys


def single(number):
    """The number as it was before it was printed: in single precision."""
    return struct.unpack("f", struct.pack("f", number))[0]


def load(path):
    lines = (json.loads(line) for line in open(path, encoding="utf-8"))
    return {line["id"]: [(h["passage"], single(h["score"])) for h in line["hits"]] for line in lines}


left, right = load(sys.argv[1]), load(sys.argv[2])
assert left.keys() == right.keys()
for depth in (10, 100):
    shares = [len({p for p, _ in left[q][:depth]} & {p for p, _ in right[q][:depth]})
              / max(1, len(left[q][:depth])) for q in left]
    print(f"mean overlap@{depth}: {sum(shares) / len(shares):.4f}")
scores = [(a, b) for q in left for (_, a), (_, b) in zip(left[q], right[q])]
same_scores = sum(a == b for a, b in scores)
common = [(s, dict(right[q])[p]) for q in left for p, s in left[q] if p in dict(right[q])]
print(f"score at each rank equal to the last bit: {same_scores} of {len(scores)}")
print(f"largest difference of one passage's two scores: {max(abs(a - b) for a, b in common):.2g}")
same_order = sum([p for p, _ in left[q]] == [p for p, _ in right[q]] for q in left)
print(f"questions with the same 100 passages in the same order: {same_order} of {len(left)}")
differ = [q for q in left if {p for p, _ in left[q][:10]} != {p for p, _ in right[q][:10]}]
tied = [q for q in differ if left[q][9][1] == left[q][10][1] or right[q][9][1] == right[q][10][1]]
print(f"questions whose top 10 differ: {len(differ)}, of which a tie at rank 10 explains {len(tied)}")
