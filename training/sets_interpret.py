"""Questions and replies from outside Circa, for the interpret recipe.

- interpret_pairs: a yes/no question "a" and what was said to it "b", with "gold" 0 for yes, 1 for no, 2 for unclear and
  -1 where nobody said; a leading "Yes," or "No," is the gold and is taken off.
- interpret_parts: questions ("a") and replies ("b") that stand alone, to be put together.
- interpret_statements: Circa's questions, each as the statement it asks about.
- interpret_written: pairs of our own making with a strict label (replies.py).
"""

import gzip
import json
import re

import replies
import sets

ASKS = re.compile(
    r"^(is|are|am|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must"
    r"|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|hasn't|haven't|can't|couldn't|won't|wouldn't|shouldn't)\s",
    re.I,
)
# "Can you tell me about her?" wants no yes, and "tea or coffee" no yes or no.
OTHER = re.compile(r"\b(tell me|you know (wh|how)|more about|any other interesting|or)\b", re.I)
SAID = re.compile(r"^(?:well,? |oh,? |um,? |uh,? )?(yes|yeah|yep|yup|sure|of course|no|nope|nah)\s*[,.!;:-]+\s*(.+)$", re.I | re.S)
LONGEST_QUESTION, LONGEST_REPLY = 120, 160


def sentences(text):
    return [s.strip() for s in re.split(r"(?<=[.!?])\s+", text) if s.strip()]


def asked(text):
    """The yes/no question that an utterance ends in."""
    found = sentences(" ".join(text.split()))
    last = re.sub(r"^(and|but|so|well|oh|then|now|i see\W+),?\s+", "", found[-1], flags=re.I) if found else ""
    return last if ASKS.match(last) and not OTHER.search(last) and 8 < len(last) <= LONGEST_QUESTION else None


def pair(question, reply, source, gold=-1):
    """A row, or nothing where it is no yes/no question or the reply is too long or too short."""
    question, reply = asked(question), " ".join(reply.split())
    if not question:
        return
    said = SAID.match(reply)
    if said:
        rest = said[2]
        if rest.lower().startswith("but") or len(rest.split()) < 2:
            return
        # "Don't you …?" turns round what yes means.
        gold = -1 if re.match(r"\w+n't", question, re.I) else int(said[1].lower() in ("no", "nope", "nah"))
        reply = rest[0].upper() + rest[1:]
    kept = sentences(reply)
    while kept and len(" ".join(kept)) > LONGEST_REPLY:
        kept.pop()
    reply = " ".join(kept)
    if 3 <= len(reply) and reply.upper() != "UNANSWERABLE" and "CANNOTANSWER" not in reply:
        yield {"a": question, "b": reply, "source": source, "gold": gold}


def turns(lines, source):
    for before, after in zip(lines, lines[1:]):
        yield from pair(before, after, source)


def archive(data, name, suffix=".json"):
    return sets.members(data / f"reading/{name}.tar.zst", suffix)


def closest(question, passage):
    """The sentence of a passage that shares most words with the question."""
    words = set(re.findall(r"\w+", question.lower()))
    short = [s for s in sentences(passage) if 15 < len(s) <= LONGEST_REPLY]
    return max(short, key=lambda s: len(words & set(re.findall(r"\w+", s.lower()))), default=None)


BE = re.compile(r"^((?:\S+ ){1,6}?)(is|are|was|were|can|will|could|has been|have been) (.+?)\.?$", re.I)
NAMES = re.compile(r"^(the|a|an|some|two|three|four|there|he|she|it|they|people|this|these|his|her|its|no|several|many|one|all|both|man|woman|nobody|someone)\b", re.I)


def as_question(statement):
    """"The dog is dry." to "Is the dog dry?", where one verb says it."""
    found = BE.match(" ".join(statement.split()))
    if not found or re.search(r"\b(who|that|which|and|but|if|when|because)\b", found[1], re.I) or re.match(r"(no|nobody|there)\b", found[1], re.I):
        return None
    subject, verb, rest = found[1].strip(), found[2].split(), found[3]
    subject = subject[0].lower() + subject[1:] if NAMES.match(subject) else subject
    return " ".join([verb[0].capitalize(), subject, *verb[1:], rest]) + "?"


def closed(text):
    """Text whose signs were set apart, as it is written."""
    text = text.replace("-LRB-", "(").replace("-RRB-", ")").replace("`` ", '"').replace(" ''", '"')
    return re.sub(r"\s+([.,!?;:)]|'s\b|n't\b)", r"\1", text.replace("( ", "(")).strip()


def from_nli(data):
    """A premise as the reply to what its hypothesis would ask."""
    for row in sets.nli(data):
        premise, hypothesis = closed(row["a"]), closed(row["b"])
        question = as_question(hypothesis)
        if question and len(question) <= LONGEST_QUESTION and 8 < len(premise) <= LONGEST_REPLY:
            yield {"a": question, "b": premise, "source": "nli", "gold": [0, 2, 1][row["label"]]}


def said_in_passages(data):
    for line in (data / "boolq/combined.jsonl").read_text().splitlines():
        row = json.loads(line)
        question = row["question"].strip().rstrip("?") + "?"
        reply = closest(question, row["passage"])
        if reply and sets.share(question, "boolq replies") < 0.7:
            yield {"a": question[0].upper() + question[1:], "b": reply, "source": "boolq", "gold": -1}
    for _, text in archive(data, "condaqa", "dev.slim.jsonl"):
        for line in text.splitlines():
            row = json.loads(line)
            reply = closest(row["sentence2"], row["sentence1"])
            if reply:
                yield from pair(row["sentence2"], reply, "condaqa")
    for _, text in archive(data, "strategyqa", "train.json"):
        for row in json.loads(text):
            yield from pair(row["question"], " ".join(row["facts"]), "strategyqa", int(not row["answer"]))
    for row in json.loads((data / "abg-coqa/coqa_abg_val.json").read_text())["data"]:
        turn = row["target_turn"]
        gold = {"yes": 0, "no": 1}.get(turn["answer"].lower().strip("."), -1)
        yield from pair(turn["question"], turn.get("rationale") or "", "coqa", gold)


def spoken(data):
    for part in ("dev", "train", "test"):
        for name, text in archive(data, "dream", f"{part}.json"):
            for lines, *_ in json.loads(text):
                yield from turns([re.sub(r"^\w+: ", "", line) for line in lines], "dream")
    for _, text in archive(data, "friendsqa"):
        for scene in json.loads(text)["data"]:
            for paragraph in scene["paragraphs"]:
                said = [u["utterance"] for u in paragraph["utterances:"]]
                yield from turns([closed(line) for line in said], "friendsqa")
    for line in (data / "pragmeval/STAC/train.tsv").read_text().splitlines()[1:]:
        first, second, label = line.split("\t")
        if label == "Question_answer_pair":
            yield from pair(first, second, "stac")


def asked_of_documents(data):
    for line in (data / "pragmaticqa/train.jsonl").read_text().splitlines():
        for turn in json.loads(line)["qas"]:
            yield from pair(turn["q"], turn["a"], "pragmaticqa")
    seen = set()
    for line in (data / "qrecc/train-4k-human-rewrites.json").read_text().splitlines():
        for question, answer in re.findall(r"Q: ([^\n]*?) A: ([^\n]*)", json.loads(line)["conversation"]):
            if (question, answer) not in seen:
                seen.add((question, answer))
                yield from pair(question, answer, "qrecc")
    with gzip.open(data / "topiocqa/topiocqa_train.json.gz") as file:
        for row in json.load(file):
            if sets.share(f"{row['Conversation_no']}", "topiocqa") >= 0.08:
                yield from pair(row["Question"], row["Answer"], "topiocqa")


def pairs(data):
    seen = set()
    for rows in (spoken(data), asked_of_documents(data), said_in_passages(data), from_nli(data)):
        for row in rows:
            key = row["a"].lower(), row["b"].lower()
            if key not in seen:
                seen.add(key)
                yield row


def parts(data):
    """What people ask and answer in recorded talk."""
    reply = ("Answers", "Statement", "Agree", "Reject", "Hedge", "Maybe", "Accept", "Commit", "Explanation", "Offer")
    for task in ("SwitchBoard", "MRDA"):
        for line in (data / f"pragmeval/{task}/train.tsv").read_text().splitlines()[1:]:
            text, label = line.rsplit("\t", 1)
            text = " ".join(text.strip('" ').split())
            if asked(text) and "uestion" in label:
                yield {"a": asked(text), "source": task}
            elif any(word in label for word in reply) and 12 <= len(text) <= 110:
                yield {"b": text, "source": task}
    for line in (data / "pragmeval/STAC/train.tsv").read_text().splitlines()[1:]:
        _, second, label = line.split("\t")
        if label in ("Question_answer_pair", "Acknowledgement", "Conditional") and len(second) > 6:
            yield {"b": second.strip(), "source": "STAC"}


def statements(data):
    seen = set()
    for line in (data / "circa/circa-data.tsv").read_text().splitlines()[1:]:
        _, _, question, statement, *_ = line.split("\t")
        if question not in seen:
            seen.add(question)
            yield {"a": question, "statement": closed(statement)}


SETS = {
    "interpret_pairs": pairs,
    "interpret_parts": parts,
    "interpret_statements": statements,
    "interpret_written": lambda data: replies.written(),
}
