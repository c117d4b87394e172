"""PragmEval's twenty tasks as rows: {"task", "a", "b" for tasks over pairs, "label", "split"}.

dev is the published one. held is a part of the published train, by a hash of the text so that a text in several tasks
falls on one side: choices are made on it, never on dev. Train rows that are in their task's dev, too, are left out.
"""

import csv

PRAGMEVAL = [
    "Emergent",
    "EmoBank-Arousal",
    "EmoBank-Dominance",
    "EmoBank-Valence",
    "GUM",
    "MRDA",
    "PDTB",
    "Persuasiveness-ClaimType",
    "Persuasiveness-Eloquence",
    "Persuasiveness-PremiseType",
    "Persuasiveness-Relevance",
    "Persuasiveness-Specificity",
    "Persuasiveness-Strength",
    "STAC",
    "Sarcasm",
    "Squinky-Formality",
    "Squinky-Implicature",
    "Squinky-Informativeness",
    "SwitchBoard",
    "Verifiability",
]
HELD = 0.06


def texts(row):
    """One text or two, as they stand in the file, without white space around them."""
    if "sentence" in row:
        return {"a": row["sentence"].strip()}
    return {"a": row["sentence1"].strip(), "b": row["sentence2"].strip()}


def pragmeval(data):
    from sets import share

    for task in PRAGMEVAL:
        folder = data / "pragmeval" / task
        read = lambda part: csv.DictReader(open(folder / f"{part}.tsv", newline=""), delimiter="\t")
        # The first row of a task has its labels, in the file's order.
        labels = (folder / "labels").read_text().split("\n")
        yield {"task": task, "labels": [label for label in labels if label], "split": "labels"}
        dev = [(texts(row), row["label"]) for row in read("dev")]
        kept_aside = {tuple(text.values()) for text, _ in dev}
        for text, label in dev:
            yield {"task": task, **text, "label": label, "split": "dev"}
        for row in read("train"):
            text = texts(row)
            key = tuple(text.values())
            if key not in kept_aside:
                split = "held" if share("\t".join(key), "pragmeval") < HELD else "train"
                yield {"task": task, **text, "label": row["label"], "split": split}


SETS = {"pragmeval": pragmeval}
