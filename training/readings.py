"""Published reading and ranking sets, each into the same rows.

A row is a passage: {set, split, title, passage, asked: [{question, history, answers, span, type}]}. `span` is
the characters of the answer; absent where none is known. `type` is span, yes, no or unknown.
"""

import csv
import io
import json
import pathlib
import re
import subprocess
import tempfile

from sets import share
from spans import nearest, normal, placed, trimmed


def unpacked(archive):
    """The text files of an archive by their path in it."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["tar", "-I", "zstd", "-xf", archive, "-C", folder], check=True)
        files = sorted(f for f in pathlib.Path(folder).rglob("*") if f.is_file() and f.name not in ("NOTE.txt", "LICENSE"))
        return {str(f.relative_to(folder)): f.read_text(errors="replace") for f in files}


def found(passage, question, answer, least=0.8):
    """A question with the answer's best place in the passage, or None where it hardly stands there."""
    bare = normal(answer)
    if bare in (["yes"], ["no"]):
        return {"question": question, "answers": [bare[0]], "type": bare[0]}
    at = passage.lower().find(answer.lower().strip())
    if at >= 0 and answer.strip() and passage.lower().count(answer.lower().strip()) == 1 and len(passage.lower()) == len(passage):
        return {"question": question, "answers": [answer], "span": trimmed(passage, at, at + len(answer.strip())), "type": "span"}
    span, score = nearest(placed(passage), bare, set(normal(question)))
    if span and score >= least:
        return {"question": question, "answers": [answer], "span": trimmed(passage, *span), "type": "span"}
    return None


def unknown(question):
    return {"question": question, "answers": [], "type": "unknown"}


def row(name, passage, asked, title="", split="train"):
    return {"set": name, "split": split, "title": title, "passage": passage, "asked": [a for a in asked if a and a.get("span", [0, 1])[0] < a.get("span", [0, 1])[1]]}


def squad_json(name, text, dev=lambda title: False, seen=None):
    for article in json.loads(text)["data"]:
        title = article.get("title", "").replace("_", " ")
        for paragraph in article["paragraphs"]:
            context, asked = paragraph["context"], []
            for qa in paragraph["qas"]:
                question = qa["question"].strip()
                if seen is not None:
                    if (context, question) in seen:
                        continue
                    seen.add((context, question))
                if qa.get("is_impossible"):
                    asked.append(unknown(question))
                elif qa["answers"]:
                    first = min(qa["answers"], key=lambda a: len(a["text"]))
                    if len(qa["answers"]) < 3:
                        first = qa["answers"][0]
                    start = first["answer_start"]
                    span = [start, start + len(first["text"])]
                    texts = sorted({a["text"] for a in qa["answers"]})
                    asked.append({"question": question, "answers": texts, "span": span, "type": "span"})
            yield row(name, context, asked, title, "dev" if dev(title) else "train")


def squad(data):
    seen = set()
    folder = data / "reading"
    yield from squad_json("squad2", (data / "squad/dev-half-v2.0.json").read_text(), lambda t: share(t, "squad2") < 0.4, seen)
    for name in ("squad2_train_10articles", "squad11_train_du_test"):
        for text in unpacked(folder / f"{name}.tar.zst").values():
            yield from squad_json("squad", text, seen=seen)
    for text in unpacked(folder / "squad11_train_flan800.tar.zst").values():
        for entry in json.loads(text):
            asked = [found(entry["context"], qa["question"], qa["answer"]) for qa in entry["qas"] if (entry["context"], qa["question"]) not in seen]
            yield row("squad", entry["context"], asked)
    files = unpacked(folder / "squad11_train_cs224n_val.tar.zst")
    for part in ("val", "small_train"):
        lines = [files[f"squad11_train_cs224n_val/{part}.{kind}"].splitlines() for kind in ("context", "question", "answer")]
        grouped = {}
        for context, question, answer in zip(*lines):
            grouped.setdefault(context, []).append(found(context, question, answer))
        for context, asked in grouped.items():
            yield row("squad", context, asked)
    for name, text in unpacked(folder / "squadshifts.tar.zst").items():
        yield from squad_json("shifts", text)


def natural_questions(data):
    decoder = json.JSONDecoder()
    for name, text in unpacked(data / "reading/qed_nq.tar.zst").items():
        place = 0
        while place < len(text.rstrip()):
            entry, place = decoder.raw_decode(text, place)
            while place < len(text) and text[place].isspace():
                place += 1
            passage, title = entry["paragraph_text"], entry["title_text"]
            if "answer_spans" in entry:
                spans = entry["answer_spans"]
            else:
                spans = [[a["start"], a["end"]] for answer in entry["original_nq_answers"] for a in answer[:1]]
            spans = [s for s in spans if passage[s[0] : s[1]].strip()]
            if spans:
                texts = sorted({passage[s:e] for s, e in spans})
                first = min(spans, key=lambda s: s[1] - s[0])
                asked = [{"question": entry["question_text"], "answers": texts, "span": trimmed(passage, *first), "type": "span"}]
                yield row("nq", passage, asked, title, "dev" if share(title, "nq") < 0.1 else "train")


def coqa(data):
    """Abg-CoQA with the turns before it, and the sample of CoQA without; a story is dev in both or in none."""
    stories = {}
    split = lambda story: "dev" if share(" ".join(story.split())[:200], "coqa") < 0.15 else "train"
    entries = json.loads((data / "abg-coqa/coqa_abg_val.json").read_text())["data"]
    asked_as_target = {(e["story"], e["target_turn"]["question"]) for e in entries}
    for entry in entries:
        asked = stories.setdefault(entry["story"], {})
        history = []
        for turn in [*entry["history_turns"], entry["target_turn"]]:
            question, answer = turn["question"], turn["answer"]
            last = turn is entry["target_turn"]
            if last and entry["ambiguity"] == "ambiguous":
                break
            if last or ((entry["story"], question) not in asked_as_target and split(entry["story"]) == "train"):
                made = in_story(entry["story"], question, answer, turn.get("rationale", ""), split(entry["story"]))
                if made:
                    asked[question] = made | {"history": [list(h) for h in history]}
            history.append((question, answer))
    for instance in json.loads((data / "natural-instructions/task918_coqa_answer_generation.json").read_text())["Instances"]:
        story, question = instance["input"].removeprefix("story: ").rsplit(", question:", 1)
        made = in_story(story, question.strip(), instance["output"][0], "", split(story))
        if made:
            stories.setdefault(story, {}).setdefault(question.strip(), made)
    for story, asked in stories.items():
        yield row("coqa", story, list(asked.values()), split=split(story))


def in_story(story, question, answer, rationale, split):
    """A free answer: the span of the rationale, or of the story, that is nearest to it; dev keeps all."""
    bare = normal(answer)
    start = story.find(rationale.strip()) if rationale.strip() else -1
    if bare and bare[0] in ("yes", "no") and len(bare) <= 2:
        made = {"question": question, "answers": [answer], "type": bare[0]}
        if start >= 0:
            made["span"] = trimmed(story, start, start + len(rationale.strip()))
        return made
    if bare == ["unknown"]:
        return unknown(question)
    base = max(start, 0)
    part = story[start : start + len(rationale.strip())] if start >= 0 else story
    span, score = nearest(placed(part), bare, set(normal(question)))
    if span and score >= 0.4:
        return {"question": question, "answers": [answer], "span": trimmed(story, base + span[0], base + span[1]), "type": "span"}
    if start >= 0 and len(part.split()) <= 12:
        return {"question": question, "answers": [answer], "span": trimmed(story, base, base + len(part)), "type": "span"}
    return {"question": question, "answers": [answer], "type": "span"} if split == "dev" else None


def quac(data):
    for line in (data / "quac/quac-1000.jsonl").read_text().splitlines():
        entry = json.loads(line)
        passage, asked, history = entry["passage"], [], []
        questions = re.findall(r"question\d: (.*)", entry["question"])
        answers = re.split(r"possible answers for question\d:\n", entry["answer"])[1:]
        for question, joined in zip(questions, answers):
            if joined.startswith("CANNOTANSWER"):
                asked.append(unknown(question) | {"history": list(history)})
                history.append([question, ""])
                continue
            answer = prefix(joined.strip(), passage)
            if answer:
                start = passage.find(answer)
                made = {"question": question, "answers": [answer], "span": trimmed(passage, start, start + len(answer)), "type": "span"}
                asked.append(made | {"history": list(history)})
            history.append([question, answer])
        yield row("quac", passage, asked)


def prefix(joined, passage):
    """Of several answers set one after another, the first: the longest beginning that the passage has."""
    words = joined.split(" ")
    for size in range(len(words), 0, -1):
        text = " ".join(words[:size])
        if text in passage:
            return text
    return ""


def conda(data):
    label = {"YES": "yes", "NO": "no", "DON'T KNOW": "unknown"}
    grouped = {}
    for text in unpacked(data / "reading/condaqa.tar.zst").values():
        for line in text.splitlines():
            entry = json.loads(line)
            kind = label.get(entry["label"].strip().upper())
            if kind:
                asked = {"question": entry["sentence2"], "answers": [] if kind == "unknown" else [kind], "type": kind}
                grouped.setdefault((entry["PassageID"], entry["sentence1"]), []).append(asked)
    for (number, passage), asked in sorted(grouped.items()):
        yield row("conda", passage, asked, split="dev" if share(number, "conda") < 0.1 else "train")


def instructions(data):
    """Relation questions, tweets, papers, and whether a sentence answers, from Natural Instructions."""
    files = unpacked(data / "reading/natural_instructions_reading.tar.zst")
    for path, text in files.items():
        name = pathlib.Path(path).name
        if not name.startswith(("task050", "task1327", "task239", "task460", "task520")):
            continue
        grouped = {}
        for instance in json.loads(text)["Instances"]:
            parts = re.split(r"\n? ?\.? ?Question ?: ?", instance["input"])
            if len(parts) != 2:
                continue
            passage = re.sub(r"^(Context|Sentence|Passage) ?: ?", "", parts[0]).strip().strip("'")
            question, answer = parts[1].strip().strip(".'"), instance["output"][0]
            if name.startswith(("task050", "task520")):
                positive = answer.strip(". ").lower() in ("yes", "true")
                made = {"question": question, "answers": [], "type": "span"} if positive else unknown(question)
                if share(question, "multirc") < 0.5:
                    made = None
            else:
                made = found(passage, question, answer) if share(question, "instructions") < 0.7 else None
            if made:
                grouped.setdefault(passage, []).append(made)
        for passage, asked in grouped.items():
            yield row("short", passage, asked)


def doqa(data):
    for name in ("1438_doqa_cooking_answer_generation", "1439_doqa_cooking_isanswerable", "1441_doqa_movies_answer_generation", "1442_doqa_movies_isanswerable"):
        grouped = {}
        for instance in json.loads((data / f"natural-instructions/task{name}.json").read_text())["Instances"]:
            parts = re.fullmatch(r"(?s)CONTEXT: (.*?)\s*<sep>\s*(.*?)\s*<sep>\s*FOLLOWUP_Q: (.*)", instance["input"])
            if not parts:
                continue
            passage, question, answer = parts[1], parts[3].strip(), instance["output"][0]
            history = [list(h) for h in re.findall(r"Q: (.*?) A: (.*?)(?=  Q: |$)", parts[2], re.S)]
            if "isanswerable" in name:
                made = unknown(question) if answer == "No" else {"question": question, "answers": [], "type": "span"}
                made = made if share(parts[0], "doqa") < 0.5 else None
            else:
                made = found(passage, question, answer)
            if made:
                grouped.setdefault(passage, []).append(made | {"history": history[-5:]})
        for passage, asked in grouped.items():
            yield row("doqa", passage, asked)


def stories(data):
    """Fairy tales, novels, TV dialogue."""
    files = unpacked(data / "reading/fairytaleqa.tar.zst")
    for path, text in files.items():
        if "/questions/" not in path:
            continue
        sections = files.get(path.replace("/questions/", "/section-stories/").replace("-questions.csv", "-story.csv"))
        if not sections:
            continue
        passages = {r["section"]: r["text"] for r in csv.DictReader(io.StringIO(sections))}
        grouped = {}
        for entry in csv.DictReader(io.StringIO(text)):
            passage = passages.get(entry["cor_section"])
            made = found(passage, entry["question"].strip(), entry["answer1"].strip(" ."), 0.7) if passage else None
            if made:
                grouped.setdefault(passage, []).append(made)
        for passage, asked in grouped.items():
            yield row("stories", passage, asked)
    for text in unpacked(data / "reading/bipar_en.tar.zst").values():
        yield from squad_json("stories", text)
    for text in unpacked(data / "reading/friendsqa.tar.zst").values():
        for article in json.loads(text)["data"]:
            for paragraph in article["paragraphs"]:
                passage = " ".join(f"{' and '.join(u['speakers'])}: {u['utterance']}" for u in paragraph["utterances:"])
                if len(passage.split()) <= 400:
                    asked = [found(passage, qa["question"], qa["answers"][0]["answer_text"]) for qa in paragraph["qas"] if qa["answers"]]
                    yield row("stories", passage, asked)


def sentences(data):
    """A part of QAMR: questions on single sentences, where two validators agree."""
    files = unpacked(data / "reading/qamr.tar.zst")
    table = dict(line.split("\t") for line in files["qamr/wiki-sentences.tsv"].splitlines())
    grouped = {}
    for name in ("dev", "test"):
        for line in files[f"qamr/{name}.tsv"].splitlines():
            number, _, _, _, _, question, answer, first, second = line.split("\t")
            if number in table and first.split(":")[1] == second.split(":")[1] == answer and share(line, "qamr") < 0.6:
                words = table[number].split()
                ids = [int(i) for i in answer.split()]
                if ids == list(range(ids[0], ids[-1] + 1)):
                    starts = [0]
                    for word in words:
                        starts.append(starts[-1] + len(word) + 1)
                    span = [starts[ids[0]], starts[ids[-1]] + len(words[ids[-1]])]
                    passage = " ".join(words)
                    grouped.setdefault(passage, []).append({"question": question, "answers": [passage[span[0] : span[1]]], "span": span, "type": "span"})
    for passage, asked in grouped.items():
        yield row("short", passage, asked[:10])


def reviews(data):
    """A part of SubjQA."""
    grouped = {}
    for name, text in unpacked(data / "reading/subjqa.tar.zst").items():
        for entry in csv.DictReader(io.StringIO(text)):
            review = entry["review"].removesuffix("ANSWERNOTFOUND").rstrip()
            if share(entry["review_id"], "subjqa") > 0.3 or not 20 < len(review.split()) < 250:
                continue
            if entry["human_ans_spans"] == "ANSWERNOTFOUND":
                made = unknown(entry["question"])
            else:
                made = found(review, entry["question"], entry["human_ans_spans"])
            if made:
                grouped.setdefault(review, []).append(made)
    for review, asked in grouped.items():
        yield row("reviews", review, asked)


def long_answers(data):
    for name, text in unpacked(data / "reading/clapnq_dev.tar.zst").items():
        for line in text.splitlines():
            entry = json.loads(line)
            passage = entry["passages"][0]
            kind = {"question": entry["input"], "answers": [], "type": "unknown" if "unanswerable" in name else "span"}
            yield row("nq_long", passage["text"], [kind], passage["title"])


def facts(data):
    """StrategyQA: yes or no from a few sentences."""
    for text in unpacked(data / "reading/strategyqa.tar.zst").values():
        for entry in json.loads(text):
            kind = "yes" if entry["answer"] else "no"
            yield row("facts", " ".join(entry["facts"]), [{"question": entry["question"], "answers": [kind], "type": kind}])


PARTS = [squad, natural_questions, coqa, quac, conda, instructions, doqa, stories, sentences, reviews, long_answers, facts]


def read(data):
    for part in PARTS:
        for made in part(data):
            if made["asked"] and made["passage"].strip():
                yield made


def rank(data):
    """A question a row: texts and grades from 0 to 1; a tenth of the questions of each set is dev."""
    grouped = {}
    folder = data / "ranking"
    for name, text in unpacked(folder / "wikiqa.tar.zst").items():
        for entry in csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE):
            if entry["Label"] in ("0", "1"):
                grouped.setdefault(("wikiqa", entry["Question"]), []).append((entry["Sentence"], float(entry["Label"])))
    for text in unpacked(folder / "selqa.tar.zst").values():
        for entry in json.loads(text):
            texts = [(t, float(i in entry["answers"])) for i, t in enumerate(entry["candidates"])]
            grouped.setdefault(("selqa", entry["question"]), []).extend(texts)
    for text in unpacked(folder / "msmarco_dl_judged.tar.zst").values():
        for line in text.splitlines():
            entry = json.loads(line)
            grouped.setdefault(("msmarco", entry["query"]), []).append((entry["passage"], [0.0, 0.2, 0.8, 1.0][entry["grade"]]))
    for (name, question), texts in grouped.items():
        best = [t for t in texts if t[1] >= 0.5]
        rest = [t for t in texts if t[1] < 0.5]
        if best and rest:
            kept = (best + rest)[:60] if name == "msmarco" else (best[:3] + rest[:9])
            yield {"set": name, "split": "dev" if share(question, "rank") < 0.1 else "train", "question": question, "texts": [[t, g] for t, g in kept]}
