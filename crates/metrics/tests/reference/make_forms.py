"""Writes forms.jsonl.gz: small random data sets in the shapes of SQuAD, CoQA and QuAC, runs on
them, and what the makers' scorers give for them. Nothing outside the standard library is used
(CPython 3.11 or later; no package from PyPI).

The scorers are written anew here from what they do, with two differences that the Rust code
documents: scores are fractions, and a SQuAD question without a prediction counts as 0. Sums are
plain loops, as in every Python before 3.12.

Run it in this folder: python make_forms.py
"""

import gzip
import json
import random
import re
import string
from collections import Counter

CASES = 400
WORDS = (
    "amber birch cedar drift ember flint grove heron inlet jetty kelp larch moss nettle otter "
    "pebble quartz reed slate thistle"
).split()
ODD = [
    "the", "a", "An", "THE", "“the”", "—", "?", "...", "", "  ", "\u00a0", "U.K.", "co-op", "straße",
    "ΟΔΟΣ", "été", "e\u0301te\u0301", "水 火", "शब्द", "\x1c", "don't", "it’s", "_a_", "a\u0301", "1,000",
]


def normalise(text):
    text = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def f1(prediction, gold, both_empty):
    prediction, gold = normalise(prediction).split(), normalise(gold).split()
    if not prediction or not gold:
        return both_empty if prediction == gold else 0.0
    same = sum((Counter(prediction) & Counter(gold)).values())
    if same == 0:
        return 0.0
    precision, recall = same / len(prediction), same / len(gold)
    return 2 * precision * recall / (precision + recall)


def em(prediction, gold):
    return float(normalise(prediction) == normalise(gold))


def mean(values):
    total = 0.0
    for value in values:
        total += value
    return total / len(values) if values else None


def leave_one_out(score, golds):
    if len(golds) == 1:
        return score(golds[0])
    best = [max(score(g) for j, g in enumerate(golds) if j != i) for i in range(len(golds))]
    return mean(best)


def squad(truth, run):
    scores = {}
    for article in truth["data"]:
        for paragraph in article["paragraphs"]:
            for qa in paragraph["qas"]:
                golds = [a["text"] for a in qa["answers"] if normalise(a["text"])] or [""]
                said = run.get(qa["id"])
                pair = (0.0, 0.0)
                if said is not None:
                    pair = (max(em(said, g) for g in golds), max(f1(said, g, 1.0) for g in golds))
                scores[qa["id"]] = pair + (bool(qa["answers"]),)
    expected = {}
    parts = {"": lambda s: True}
    if not all(s[2] for s in scores.values()):
        parts |= {"HasAns_": lambda s: s[2], "NoAns_": lambda s: not s[2]}
    for prefix, keep in parts.items():
        for place, name in enumerate(("EM", "F1")):
            expected[prefix + name] = mean([s[place] for s in scores.values() if keep(s)])
    return expected


def coqa(truth, run):
    ems, f1s, human_ems, human_f1s = [], [], [], []
    for story in truth["data"]:
        lists = [story["answers"], *story["additional_answers"].values()]
        for place, question in enumerate(story["questions"]):
            golds = [answers[place]["input_text"] for answers in lists]
            said = run.get((story["id"], question["turn_id"]))
            ems.append(0.0 if said is None else leave_one_out(lambda g: em(said, g), golds))
            f1s.append(0.0 if said is None else leave_one_out(lambda g: f1(said, g, 1.0), golds))
            if len(golds) > 1:
                others = [(g, golds[:i] + golds[i + 1 :]) for i, g in enumerate(golds)]
                human_ems.append(mean([max(em(g, o) for o in rest) for g, rest in others]))
                human_f1s.append(mean([max(f1(g, o, 1.0) for o in rest) for g, rest in others]))
    return {
        "EM": mean(ems), "F1": mean(f1s), "human EM": mean(human_ems), "human F1": mean(human_f1s)
    }


def quac(truth, run, min_f1):
    columns = {name: [] for name in (
        "F1", "HEQ-Q", "HEQ-D", "unfiltered F1", "yes/no accuracy", "follow-up accuracy",
        "unanswerable accuracy", "human F1",
    )}
    for article in truth["data"]:
        for dialogue in article["paragraphs"]:
            good = True
            for qa in dialogue["qas"]:
                golds = [a["text"] for a in qa["answers"]]
                cannot = golds.count("CANNOTANSWER")
                spans = [g for g in golds if g != "CANNOTANSWER"]
                if cannot >= len(spans):
                    spans = ["CANNOTANSWER"]
                human = 1.0
                if len(spans) > 1:
                    human = mean([
                        max(f1(g, o, 0.0) for j, o in enumerate(spans) if j != i)
                        for i, g in enumerate(spans)
                    ])
                if human >= min_f1:
                    columns["human F1"].append(human)
                if qa["id"] not in run:
                    good = False
                    for name in ("F1", "HEQ-Q", "unfiltered F1", "yes/no accuracy",
                                 "follow-up accuracy"):
                        columns[name].append(0.0)
                    if spans == ["CANNOTANSWER"]:
                        columns["unanswerable accuracy"].append(0.0)
                    continue
                said, yesno, followup = run[qa["id"]]

                def score(gold):
                    if gold == "CANNOTANSWER":
                        return float(said == gold)
                    return f1(said, gold, 0.0)

                best = leave_one_out(score, spans)
                columns["unfiltered F1"].append(best)
                if human < min_f1:
                    continue
                columns["F1"].append(best)
                columns["HEQ-Q"].append(float(best >= human))
                columns["yes/no accuracy"].append(float(yesno == qa["yesno"]))
                columns["follow-up accuracy"].append(float(followup == qa["followup"]))
                if spans == ["CANNOTANSWER"]:
                    columns["unanswerable accuracy"].append(best)
                good = good and best >= human
            columns["HEQ-D"].append(float(good))
    return {name: mean(values) for name, values in columns.items()}


def phrase(rng, longest=5):
    words = [rng.choice(ODD if rng.random() < 0.25 else WORDS) for _ in range(rng.randint(0, longest))]
    return rng.choice((" ", " ", "  ", ", ")).join(words)


def variant(rng, text):
    """A text near another, as a second annotator or a system would give."""
    words = text.split(" ")
    draw = rng.random()
    if draw < 0.35:
        return text
    if draw < 0.55:
        return " ".join(words[rng.randint(0, len(words) - 1) :])
    if draw < 0.75:
        return text.upper() + rng.choice(["", "!", " amber", " the"])
    return phrase(rng)


def make_squad(rng):
    data, run, number = [], {}, 0
    for article in range(rng.randint(1, 3)):
        qas = []
        for _ in range(rng.randint(1, 4)):
            first = phrase(rng)
            answers = [{"text": variant(rng, first), "answer_start": 0} for _ in range(rng.choice([0, 1, 1, 3, 4]))]
            qas.append({"id": f"q{number}", "question": "?", "answers": answers, "is_impossible": not answers})
            if rng.random() < 0.85:
                run[f"q{number}"] = rng.choice(["", variant(rng, first), first])
            number += 1
        data.append({"title": f"T{article}", "paragraphs": [{"context": "", "qas": qas}]})
    run = run or {"q0": "amber"}
    truth = {"version": "v2.0", "data": data}
    written = rng.choice([
        json.dumps(run),
        json.dumps([{"id": k, "prediction_text": v} for k, v in run.items()]),
        "\n".join(json.dumps({"id": k, "answer": v}) for k, v in run.items()),
    ])
    return truth, written, squad(truth, run)


def make_coqa(rng):
    data, run = [], {}
    for story in range(rng.randint(1, 3)):
        turns = rng.randint(1, 4)
        firsts = [phrase(rng) for _ in range(turns)]
        said = lambda: [{"input_text": variant(rng, f), "turn_id": i + 1} for i, f in enumerate(firsts)]
        data.append({
            "id": f"s{story}", "source": rng.choice(["cnn", "race"]), "story": "",
            "questions": [{"input_text": "?", "turn_id": i + 1} for i in range(turns)],
            "answers": said(),
            "additional_answers": {str(i): said() for i in range(rng.choice([0, 1, 3]))},
        })
        for turn, first in enumerate(firsts):
            if rng.random() < 0.85:
                run[f"s{story}", turn + 1] = rng.choice(["", variant(rng, first), first])
    run = run or {("s0", 1): "amber"}
    truth = {"version": "1.0", "data": data}
    entries = [{"id": s, "turn_id": t, "answer": a} for (s, t), a in run.items()]
    written = rng.choice([json.dumps(entries), "\n".join(map(json.dumps, entries))])
    return truth, written, coqa(truth, run)


def make_quac(rng):
    data, run, lines, min_f1 = [], {}, [], rng.choice([0.4, 0.4, 0.0, 0.75])
    for article in range(rng.randint(1, 3)):
        paragraphs = []
        for part in range(rng.randint(1, 2)):
            dialogue, qas = f"C_{article}_{part}", []
            line = {"qid": [], "best_span_str": [], "yesno": [], "followup": []}
            for turn in range(rng.randint(0, 4)):
                first = phrase(rng)
                golds = [
                    "CANNOTANSWER" if rng.random() < 0.3 else variant(rng, first)
                    for _ in range(rng.choice([0, 1, 1, 2, 4, 5]))
                ]
                qa = {
                    "id": f"{dialogue}_q#{turn}", "question": "?",
                    "answers": [{"text": g, "answer_start": 0} for g in golds],
                    "yesno": rng.choice("ynx"), "followup": rng.choice("ynm"),
                    "orig_answer": {"text": "", "answer_start": 0},
                }
                qas.append(qa)
                if rng.random() < 0.85:
                    said = rng.choice([
                        "CANNOTANSWER", "cannotanswer", "", first, variant(rng, first),
                        golds[0] if golds else first,
                    ])
                    yesno, followup = rng.choice("ynx"), rng.choice("ynm")
                    run[qa["id"]] = said, yesno, followup
                    for name, value in zip(line, (qa["id"], said, yesno, followup)):
                        line[name].append(value)
            paragraphs.append({"id": dialogue, "context": "", "qas": qas})
            if line["qid"]:
                lines.append(json.dumps(line))
        data.append({"title": f"T{article}", "paragraphs": paragraphs})
    if not run:
        return make_quac(rng)
    truth = {"data": data}
    return truth, "\n".join(lines), quac(truth, run, min_f1) | {"min_f1": min_f1}


def main():
    rng = random.Random(20260514)
    with open("forms.jsonl.gz", "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as out:
        for form, make in (("squad", make_squad), ("coqa", make_coqa), ("quac", make_quac)):
            for _ in range(CASES):
                truth, run, expected = make(rng)
                case = {"form": form, "truth": json.dumps(truth), "run": run, "expected": expected}
                out.write((json.dumps(case) + "\n").encode())


main()
