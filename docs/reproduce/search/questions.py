"""The first questions of TopiOCQA's first 1,000 training conversations, as {id, query} lines.

usage: questions.py topiocqa_train.json.gz > questions.jsonl
"""
import gzip
import json
import sys

turns = json.load(gzip.open(sys.argv[1]))
first = [t for t in turns if t["Turn_no"] == 1][:1000]
for turn in first:
    print(json.dumps({"id": f"{turn['Conversation_no']}_1", "query": turn["Question"]}))
