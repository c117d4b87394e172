"""What Ground learns from: BEGIN, entailment, answers with their evidence, and replies of our own making.

A row of `ground` has the evidence "a" and "replies", each [text, 1 supported or 0 not, kind]; its split is told by a hash of the
article, page or conversation.
"""

import json
import random
import re

import faithful
from sets import members, share

KINDS = ("number", "date", "name", "negation", "opposite")


def begin(data):
    """BEGIN's replies, "Fully attributable" or not (generic ones are not); two fifths are dev, told by how the evidence begins."""
    for part in ("cmu", "tc", "wow"):
        for line in (data / f"begin/begin_dev_{part}.tsv").read_text().splitlines()[1:]:
            _, _, evidence, _, reply, label = line.split("\t")
            key = re.sub(r"[^a-z0-9]", "", evidence.lower())[:60]
            yield {"a": evidence, "b": reply, "label": int(label == "Fully attributable"), "kind": label, "part": part, "split": "dev" if share(key, "begin") < 0.4 else "train"}


def squads(data):
    """Title, context, and questions with answers of everything in SQuAD's form."""
    archives = ["squad11_train_du_test", "squad11_train_cs224n_val", "squad2_train_10articles", "squadshifts"]
    for archive in archives:
        for name, text in members(data / f"reading/{archive}.tar.zst", ".json"):
            if "amazon" in name or "reddit" in name:
                continue
            try:
                articles = json.loads(text)["data"]
            except (ValueError, KeyError, TypeError):
                continue
            for article in articles:
                for paragraph in article["paragraphs"]:
                    asked = [(qa["question"], qa["answers"][0]["text"]) for qa in paragraph["qas"] if qa.get("answers")]
                    yield article.get("title") or paragraph["context"][:60], paragraph["context"], asked


def natural_questions(data):
    for _, text in members(data / "reading/qed_nq.tar.zst", ".jsonlines"):
        decoder, at = json.JSONDecoder(), 0
        while at < len(text):
            while at < len(text) and text[at].isspace():
                at += 1
            if at >= len(text):
                break
            row, at = decoder.raw_decode(text, at)
            clean = re.sub(r" ([,.;:!?)%])", r"\1", row["paragraph_text"]).replace("( ", "(").replace("`` ", '"').replace(" ''", '"').replace(" 's", "'s")
            if len(clean.split()) >= 15:
                yield row["title_text"], clean, []


def statement(question, answer):
    """Question and answer as one sentence, where the question word is the subject or "was" and "is" can be turned."""
    question = question.strip().rstrip("?").strip()
    subject = re.match(r"(?:Who|What|Which (?:\w+ ){1,2}?)\b ?((?:is|was|were|are|has|had|can|could|will|would|[a-z]+ed|won|made|wrote|led|became|began|took|built|held|gave)\b.*)", question)
    if not subject:
        return None
    rest = subject.group(1).strip()
    answer = answer.strip().rstrip(".")
    turned = re.match(r"(is|was|are|were) (the .*|[A-Z].*)$", rest)
    if turned:
        made = f"{turned.group(2)} {turned.group(1)} {answer}."
    elif rest.split()[0] in {"did", "does", "do"}:
        return None
    else:
        made = f"{answer} {rest}."
    return made[:1].upper() + made[1:] if 5 <= len(made.split()) <= 40 else None


def alike(a, b):
    """Whether one answer could stand in for the other."""
    form = lambda t: (bool(re.search(r"\d", t)), t[:1].isupper(), min(3, len(t.split())))
    return form(a) == form(b) and not set(a.lower().split()) & set(b.lower().split())


def replies(evidence, others, asked, rng, pool):
    """Supported and unsupported replies for a piece of evidence."""
    made = []
    lines = [s for s in faithful.sentences(evidence) if 6 <= len(s.split()) <= 45 and s[-1] in ".!?\"'”)"]
    for line in rng.sample(lines, min(len(lines), 2)):
        reply = line if rng.random() < 0.2 else faithful.faithful(line, rng)
        if len(reply.split()) < 5:
            continue
        made.append([faithful.spoken(reply, rng), 1, "faithful"])
        kinds = list(KINDS)
        rng.shuffle(kinds)
        count = 0
        for kind in kinds:
            wrong = faithful.changed(kind, reply, evidence, rng, pool)
            if wrong and wrong.lower() not in evidence.lower():
                made.append([faithful.spoken(wrong, rng), 0, kind])
                count += 1
            if count == 2:
                break
        if rng.random() < 0.15:
            parts = [reply, rng.choice(faithful.OPINIONS)]
            rng.shuffle(parts)
            made.append([faithful.spoken(" ".join(parts), rng), 0, "opinion"])
        if others and rng.random() < 0.35:
            away = rng.choice(others)
            if away not in evidence:
                together = rng.random() < 0.5
                made.append([faithful.spoken(f"{reply} {away}" if together else away, rng), 0, "elsewhere"])
    if len(lines) > 1 and rng.random() < 0.35:
        two = rng.sample(lines, 2)
        made.append([faithful.spoken(" ".join(faithful.faithful(s, rng) for s in two), rng), 1, "faithful"])
    for question, answer in rng.sample(asked, min(2, len(asked))):
        if answer not in evidence:
            continue
        said = statement(question, answer)
        if said:
            made.append([faithful.spoken(said, rng), 1, "answer"])
            swaps = [a for _, a in asked if a in evidence and alike(a, answer)]
            if swaps:
                made.append([faithful.spoken(statement(question, rng.choice(swaps)) or "", rng), 0, "wrong answer"])
    return [m for m in made if m[0]]


def passages(data, limit=14_000):
    rng = random.Random(11)
    read = list(squads(data)) + list(natural_questions(data))
    seen, kept = set(), []
    for title, context, asked in read:
        if context not in seen:
            seen.add(context)
            kept.append((title, context, asked))
    rng.shuffle(kept)
    kept = kept[:limit]
    pool = sorted({n for _, context, _ in kept for _, _, n in faithful.names(context)})
    by_title = {}
    for title, context, _ in kept:
        by_title.setdefault(title, []).extend(s for s in faithful.sentences(context) if 6 <= len(s.split()) <= 30)
    everywhere = [s for lines in by_title.values() for s in lines[:2]]
    for title, context, asked in kept:
        lines = faithful.sentences(context)
        width = rng.choice([1, 2, 3, 5, 8, 12])
        first = rng.randrange(max(1, len(lines) - width + 1))
        evidence = " ".join(lines[first : first + width])
        if len(evidence.split()) < 8:
            continue
        mine = by_title[title]
        others = mine if len(mine) > 20 and rng.random() < 0.7 else everywhere
        others = [s for s in rng.sample(others, min(6, len(others))) if s not in context]
        made = replies(evidence, others, asked, rng, pool)
        if made:
            yield {"a": evidence, "replies": made, "source": "passages", "split": "dev" if share(title, "ground") < 0.08 else "train"}


def conversations(data):
    """PragmatiCQA's answers with the spans they were written from; another turn's answer is unsupported."""
    rng = random.Random(12)
    text = lambda spans: " ".join(s["text"].replace("\u00a0", " ").replace("\n", " ").strip() for s in spans or [])
    for line in (data / "pragmaticqa/train.jsonl").read_text().splitlines():
        talk = json.loads(line)
        turns = []
        for qa in talk["qas"]:
            evidence = f"{talk['topic']}. " + " ".join([text(qa["a_meta"].get("literal_obj")), text(qa["a_meta"].get("pragmatic_obj"))]).strip()
            if len(evidence.split()) >= 12 and len(qa["a"].split()) >= 5:
                turns.append((evidence, qa["a"]))
        for number, (evidence, answer) in enumerate(turns):
            known = set(re.findall(r"\w+", evidence.lower()))
            said = re.findall(r"\w{4,}", answer.lower())
            if said and sum(w in known for w in said) / len(said) < 0.4:
                continue
            made = [[answer, 1, "conversation"]]
            away = [a for n, (_, a) in enumerate(turns) if n != number]
            if away:
                other = rng.choice(away)
                made.append([other if rng.random() < 0.6 else f"{answer} {other}", 0, "elsewhere"])
            for kind in rng.sample(KINDS, len(KINDS)):
                wrong = faithful.changed(kind, answer, evidence, rng, ["Alice Brown"])
                if wrong and wrong.lower() not in evidence.lower():
                    made.append([wrong, 0, kind])
                    break
            yield {"a": evidence, "replies": made, "source": "conversations", "split": "dev" if share(talk["topic"], "ground") < 0.08 else "train"}


def answers(data):
    """MS MARCO's and CLAPNQ's written answers; an answer to another question is unsupported."""
    rng = random.Random(13)
    pairs = []
    instances = json.loads((data / "natural-instructions/task870_msmarco_answer_generation.json").read_text())["Instances"]
    for instance in instances[:6000]:
        passage, _, _ = instance["input"].rpartition(" Query: ")
        answer = instance["output"][0]
        known = set(re.findall(r"\w+", passage.lower()))
        said = re.findall(r"\w{4,}", answer.lower())
        if len(answer.split()) >= 5 and said and sum(w in known for w in said) / len(said) >= 0.8:
            pairs.append((passage, answer))
    for _, text in members(data / "reading/clapnq_dev.tar.zst", "_answerable.jsonl"):
        for line in text.splitlines():
            row = json.loads(line)
            for output in row["output"][:1]:
                if output.get("answer"):
                    pairs.append((" ".join(p["text"] for p in row["passages"]), output["answer"]))
    for passage, answer in pairs:
        # The sentences that hold the answer, and some around them: passages here are long.
        said = set(re.findall(r"\w{3,}", answer.lower()))
        lines = faithful.sentences(passage)
        best = max(range(len(lines)), key=lambda n: len(said & set(re.findall(r"\w{3,}", lines[n].lower()))))
        if len(said & set(re.findall(r"\w{3,}", " ".join(lines[max(0, best - 2) : best + 3]).lower()))) < 0.8 * len(said):
            continue
        evidence = " ".join(lines[max(0, best - rng.randint(0, 3)) : best + rng.randint(1, 4)])
        made = [[answer, 1, "answer"]]
        for kind in rng.sample(KINDS, len(KINDS)):
            wrong = faithful.changed(kind, answer, evidence, rng, ["Alice Brown"])
            if wrong and wrong.lower() not in evidence.lower():
                made.append([wrong, 0, kind])
                break
        yield {"a": evidence, "replies": made, "source": "answers", "split": "dev" if share(passage[:80], "ground") < 0.08 else "train"}


def entailment(data):
    """SciTail and CommitmentBank; the other entailment sets are in `nli`."""
    for _, text in members(data / "reading/natural_instructions_reading.tar.zst", "scitail_classification.json"):
        for instance in json.loads(text)["Instances"]:
            found = re.match(r"Sentence 1: (.*) Sentence 2: (.*)", instance["input"], re.DOTALL)
            if found:
                yield {"a": found.group(2), "replies": [[found.group(1), int(instance["output"][0] == "entails"), "scitail"]], "source": "scitail", "split": "train"}
    for instance in json.loads((data / "natural-instructions/task1388_cb_entailment.json").read_text())["Instances"]:
        found = re.match(r"Premise: (.*) <sep> Hypothesis: (.*)", instance["input"], re.DOTALL)
        if found:
            yield {"a": found.group(1), "replies": [[found.group(2), int(instance["output"][0] == "Entailment"), "cb"]], "source": "cb", "split": "train"}


def ground(data):
    for read in (passages, conversations, answers, entailment):
        yield from read(data)


SETS = {"begin": begin, "ground": ground}
