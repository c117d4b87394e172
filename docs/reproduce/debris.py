"""Counts traces of markup and page furniture in passages, and shows random ones.

usage: grice index export --index DIR | debris.py [HOW-MANY-TO-SHOW]
"""
import json
import random
import re
import sys

TRACES = {
    "tags": r"</?[a-z]+[^<>]*>",
    "wiki links": r"\[\[|\]\]",
    "templates": r"\{\{|\}\}",
    "table markup": r"\{\||\|\}|\|-",
    "[edit]": r"\[edit\]",
    "reference marks": r"\[\d+\]",
    "entities": r"&[a-z]+;|&#\d+;",
    "empty brackets": r"\(\s*[,;]?\s*\)",
    "Retrieved from": r"Retrieved from \"",
    "main article notes": r"Main article:",
    "formula placeholders": r"formula_\d",
}

passages = [json.loads(line) for line in sys.stdin]
print(f"{len(passages)} passages")
for name, pattern in TRACES.items():
    found = [p for p in passages if re.search(pattern, p["text"])]
    example = ""
    if found:
        at = re.search(pattern, found[0]["text"]).start()
        example = f"  {found[0]['passage']}: …{found[0]['text'][max(0, at - 30):at + 40]!r}…"
    print(f"  {len(found):6} with {name}{example}")
random.seed(2026)
for passage in random.sample(passages, int(sys.argv[1]) if len(sys.argv) > 1 else 0):
    print(f"\n{passage['passage']} | {passage['title']} › {passage['section']}\n{passage['text']}")
