"""Questions in a conversation and how people rewrote them to stand alone.

A row: {"set", "talk", "split", "history": [[question, answer], ...], "question", "rewrite"}; an answer may be
empty, and a row without "rewrite" is only there to be labelled by the teacher. Whole conversations are dev:
15% of QReCC's and 10% of CANARD's dev articles. No conversation of QReCC's dev part is learned from elsewhere.
"""

import gzip
import json
import re

import sets

TOPIOCQA = 16_000


def key(question):
    return " ".join(re.findall(r"[a-z0-9]+", question.lower()))


def turns(conversation):
    """QReCC's lines, "Q: … A: …", as pairs."""
    found = []
    for line in re.split(r"\n(?=Q: )", conversation):
        question, _, answer = line.removeprefix("Q: ").partition(" A: ")
        found.append([question.strip(), answer.strip()])
    return found


def lines(text):
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def qrecc(data):
    for row in lines((data / "qrecc/train-4k-human-rewrites.json").read_text()):
        history = turns(row["conversation"])
        talk = key(history[0][0])
        split = "dev" if sets.share(talk, "qrecc") < 0.15 else "train"
        yield {"set": "qrecc", "talk": talk, "split": split, "history": history, "question": row["question"].strip(), "rewrite": row["label"].strip()}


def qrecc_machine(data):
    """Rewritten by a model, so not learned from: more turns for the teacher to label."""
    for _, text in sets.members(data / "rewriting/qrecc_machine_rewrites.tar.zst", ".json"):
        for row in lines(text):
            history = turns(row["conversation"])
            yield {"set": "qrecc_machine", "talk": key(history[0][0]), "split": "more", "history": history, "question": row["question"].strip()}


def canard_train(data):
    """Questions only. The first one is told in its rewritten form, as the page's title is not part of the input."""
    read = lambda name: dict(line.split("\t", 1) for line in (data / f"canard/CIS_train.{name}.tsv").read_text().splitlines() if "\t" in line)
    asked, rewritten = read("question"), read("rewrite")
    talks = {}
    for number in asked:
        talk, _, turn = number.partition("_q#")
        if number in rewritten:
            talks.setdefault(talk, []).append((int(turn), asked[number].strip(), rewritten[number].strip()))
    for talk, found in talks.items():
        found.sort()
        history = [[found[0][2], ""]]
        for _, question, rewrite in found[1:]:
            yield {"set": "canard", "talk": talk, "split": "train", "history": list(history), "question": question, "rewrite": rewrite}
            history.append([question, ""])


def canard_dev(data):
    first = {}
    for row in json.loads((data / "canard/dev.json").read_text()):
        talk, said = row["QuAC_dialog_id"], row["History"][2:]
        if row["Question_no"] == 1:
            first[talk] = row["Rewrite"].strip()
        if not said or talk not in first:
            continue
        history = [[q.strip(), a.strip().replace("CANNOTANSWER", "")] for q, a in zip(said[::2], said[1::2])]
        history[0][0] = first[talk]
        split = "dev" if sets.share(talk.rsplit("_", 1)[0], "canard") < 0.1 else "train"
        yield {"set": "canard", "talk": talk, "split": split, "history": history, "question": row["Question"].strip(), "rewrite": row["Rewrite"].strip()}


def cast(data):
    resolved = dict(line.split("\t", 1) for line in (data / "cast/2019/evaluation_topics_annotated_resolved_v1.0.tsv").read_text().splitlines() if "\t" in line)
    topics = []
    for topic in json.loads((data / "cast/2019/evaluation_topics_v1.0.json").read_text()):
        pairs = [(t["raw_utterance"], resolved.get(f"{topic['number']}_{t['number']}")) for t in topic["turn"]]
        topics.append((f"cast-{topic['number']}", pairs))
    for topic in json.loads((data / "cast/2020/automatic_evaluation_topics_annotated_v1.1.json").read_text()):
        topics.append((f"cast-{topic['number']}", [(t["raw_utterance"], t.get("manual_rewritten_utterance")) for t in topic["turn"]]))
    for talk, pairs in topics:
        history = []
        for question, rewrite in pairs:
            if history and rewrite:
                yield {"set": "cast", "talk": talk, "split": "train", "history": list(history), "question": question.strip(), "rewrite": rewrite.strip()}
            history.append([question.strip(), ""])


def gecor(data):
    for _, text in sets.members(data / "rewriting/gecor.tar.zst", ".json"):
        for number, dialogue in enumerate(json.loads(text)):
            history = []
            for turn in dialogue["dial"]:
                user = turn["usr"]
                whole = user["transcript_complete"].strip()
                for kind in ("transcript_with_ellipsis", "transcript_with_coreference"):
                    short = user[kind].strip()
                    if history and whole and short:
                        yield {"set": "gecor", "talk": f"gecor-{number}", "split": "train", "history": list(history), "question": short, "rewrite": whole}
                history.append([user["transcript"].strip(), turn["sys"]["sent"].strip()])


def tidy(text):
    """Without the spaces that CREAD's tokens have before punctuation."""
    return re.sub(r" (?=[.,?!;:]|'s\b|n't\b)", "", text).strip()


def cread(data):
    for _, text in sets.members(data / "rewriting/cread_mudoco.tar.zst", ".jsonl"):
        for row in lines(text):
            history = []
            for said in row["history"]:
                who, _, words = said.partition(" ")
                if who == "<USR>":
                    history.append([tidy(words), ""])
                elif history:
                    history[-1][1] = tidy(words)
            # Most of its turns stand alone; a third of those is enough.
            if history and (row["needed"] or sets.share(row["id"], "cread") < 0.33):
                talk = row["id"].rsplit("-", 1)[0]
                yield {"set": "cread", "talk": talk, "split": "train", "history": history, "question": tidy(row["utterance"]), "rewrite": tidy(row["rewrite"])}


def ikat(data):
    for name, text in sets.members(data / "rewriting/ikat.tar.zst", ".json"):
        for topic in json.loads(text):
            history = []
            for turn in topic.get("turns") or topic.get("responses"):
                question = (turn.get("utterance") or turn.get("user_utterance") or "").strip()
                rewrite = (turn.get("resolved_utterance") or "").strip()
                if history and question and rewrite:
                    yield {"set": "ikat", "talk": f"{name}-{topic['number']}", "split": "train", "history": list(history), "question": question, "rewrite": rewrite}
                history.append([question, (turn.get("response") or "").strip()])


def topiocqa(data):
    """Histories without rewrites, for the teacher to label; the conversations that everyone keeps aside are not read."""
    with gzip.open(data / "topiocqa/topiocqa_train.json.gz", "rt") as file:
        rows = json.load(file)
    kept = []
    for row in rows:
        said, talk = row["Context"], str(row["Conversation_no"])
        if said and sets.share(talk, "topiocqa") >= 0.08:
            history = [[q.strip(), "" if a == "UNANSWERABLE" else a.strip()] for q, a in zip(said[::2], said[1::2])]
            kept.append((sets.share(f"{talk}/{row['Turn_no']}", "rewrite"), {"set": "topiocqa", "talk": talk, "split": "more", "history": history, "question": row["Question"].strip()}))
    edge = sorted(rank for rank, _ in kept)[min(TOPIOCQA, len(kept)) - 1]
    for rank, row in kept:
        if rank <= edge:
            yield row


def rewrite(data):
    kept_aside = {row["talk"] for row in qrecc(data) if row["split"] == "dev"}
    for read in (qrecc, canard_dev, canard_train, cast, gecor, cread, ikat, qrecc_machine, topiocqa):
        for row in read(data):
            aside = row["set"] != "qrecc" and key(row["history"][0][0]) in kept_aside
            if not aside and row["question"]:
                yield row


SETS = {"rewrite": rewrite}
