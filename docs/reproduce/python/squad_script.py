"""SQuAD's evaluation script, version 2.0, written out in Python as it is."""

import collections
import re
import string

ARTICLES, PUNCTUATION = re.compile(r"\b(a|an|the)\b"), set(string.punctuation)


def normalize_answer(answer):
    kept = "".join(c for c in answer.lower() if c not in PUNCTUATION)
    return " ".join(ARTICLES.sub(" ", kept).split())


def squad_script(gold, predicted):
    """SQuAD's compute_exact and compute_f1, version 2.0, written out."""
    exact = float(normalize_answer(gold) == normalize_answer(predicted))
    one, other = normalize_answer(gold).split(), normalize_answer(predicted).split()
    same = sum((collections.Counter(one) & collections.Counter(other)).values())
    if not one or not other:
        return exact, float(one == other)
    if same == 0:
        return exact, 0.0
    precision, recall = same / len(other), same / len(one)
    return exact, 2 * precision * recall / (precision + recall)
