"""Follow-ups to questions about manuals: the second of two questions on a page, said as people say it after the first.

    python3 training/follow_ups.py --model MODEL --seconds 60      # on the accelerator; MODEL: a folder with model.gguf and tokenizer.json
    python3 training/follow_ups.py                                 # by rule alone

Reads manual_asked.jsonl.gz and manual_pages.jsonl.gz (questions.py); writes manual_follow.jsonl.gz: {n, whole, question, history, split, how}. What both
questions name is left out of the second or becomes a pronoun, by rule, and by a general model where that keeps to the second question's words; some
come back to it after turns about something else ("back to calendars: …").
"""

import argparse
import collections
import gzip
import json
import pathlib
import random
import re
import time

import sets
from rewrite_edits import STOP

PROMPT = """In a conversation people leave out what was just said. Shorten the second question so that it follows the first one.

First: How do I create a calendar in Orage?
Second: How do I delete a calendar in Orage?
Short: And how do I delete one?

First: What does the --archive option of tar2go do?
Second: What is the default compression level of tar2go?
Short: What is the default compression level?

First: What is a workspace in Fluxbox?
Second: How many workspaces can Fluxbox have at once?
Short: How many can I have at once?

First: Why does Balsa ask for a password?
Second: Where does Balsa store passwords?
Short: where does it store them?

First: Can I stop a running backup job?
Second: What happens to files already copied when I stop a backup job?
Short: what happens to the files already copied?

First: {first}
Second: {second}
Short:"""
DETERMINERS = {"a", "an", "the", "my", "your", "this", "that", "its"}
PREPOSITIONS = {"of", "in", "for", "with", "on", "from", "by", "using", "inside", "within", "to"}
ALLOWED = {"one", "ones", "it", "them", "they", "there", "then", "else", "instead", "also", "get", "use", "change", "make"}
RETURNS = ["back to {phrase}: ", "back to the {phrase}. ", "{phrase} again: ", "about {phrase} again, ", "Coming back to {phrase}, ", "{phrase} once more. ", "still about {phrase}: ", "for the {phrase} from before, "]
TURNS = 2


def stem(word):
    return re.sub(r"(?:'s|es|s|ed|ing)$", "", word)


def told(text):
    """Stems of its words that say something."""
    return {stem(word) for word in re.findall(r"[a-z0-9_.+#-]*[a-z0-9]", text.lower()) if word not in STOP and len(word) > 1}


def by_rule(first, second, rng):
    """The second question without the longest phrase that the first one has too, and that phrase; None where it would not read well."""
    words = second.rstrip("? ").split()
    bare = [word.lower().strip(",;:\"'()") for word in words]
    said = [word.lower().strip(",;:?\"'()") for word in first.split()]
    stems = [stem(word) for word in said]
    best = None
    for start in range(1, len(bare)):
        for end in range(start + 1, min(len(bare), start + 5) + 1):
            run = [stem(word) for word in bare[start:end]]
            there = any(stems[at : at + len(run)] == run for at in range(len(stems)))
            whole = bare[start] not in STOP and bare[end - 1] not in STOP and (end == len(bare) or bare[end] in STOP or words[end - 1].endswith(","))
            if there and whole and (best is None or end - start >= best[1] - best[0]):
                best = start, end
    if best is None:
        return None, None
    start, end = best
    phrase = " ".join(words[start:end]).strip(",;:")
    plural, indefinite = bare[end - 1].endswith("s") and not bare[end - 1].endswith("ss"), bare[start - 1] in ("a", "an")
    if bare[start - 1] in DETERMINERS:
        start -= 1
    elif bare[start - 1] not in PREPOSITIONS - {"to"}:
        return None, None
    if start > 2 and bare[start - 1] in PREPOSITIONS and rng.random() < 0.75:
        left = words[: start - 1] + words[end:]
    else:
        left = words[:start] + ["one" if indefinite and not plural else "them" if plural else "it"] + words[end:]
    if len(told(" ".join(left))) == 0 or len(left) < 3:
        return None, None
    text = " ".join(left)
    if rng.random() < 0.4:
        text = text[0].lower() + text[1:]
    if rng.random() < 0.25:
        text = f"and {text[0].lower()}{text[1:]}"
    return text + "?" * (rng.random() < 0.8), phrase


def returned(row, short, phrase, others, rng):
    """The short form after one or two turns about something else, said with what it comes back to."""
    away = [one for one in rng.sample(others, min(len(others), 4)) if not told(one["question"]) & told(phrase)][: rng.choice([1, 1, 2])]
    if not away:
        return None
    short = re.sub(r"^and ", "", short[0].lower() + short[1:])
    said = rng.choice(RETURNS).format(phrase=phrase) + short
    return row | {"question": said, "history": [row["history"][-1], *away], "how": "return"}


def kept(first, answer, second, short):
    """Whether a short form says nothing new, leaves out something that was said, and still asks."""
    own, whole = told(short), told(second)
    before = told(first) | told(answer)
    fits = 2 <= len(short.split()) <= len(second.split()) and short.lower().rstrip("?") != second.lower().rstrip("?")
    return fits and bool(own - before) and own <= whole | ALLOWED and bool((before & whole) - own)


def pairs(rng):
    """Two questions on one page that name the same thing, with up to two more before them."""
    pages = {page["n"]: page for page in sets.load("manual_pages")}
    rows = [row for row in sets.load("manual_asked") if row["kind"] != "unanswered"]
    on_page = collections.defaultdict(list)
    for row in rows:
        page = pages[row["n"]]
        on_page[page["source"], page["title"]].append(row)
    as_turn = lambda row: {"question": row["question"], "answer": " ".join(row["answer"].split()[:40])}
    for row in rows:
        page = pages[row["n"]]
        own, whole = on_page[page["source"], page["title"]], told(row["question"])
        near = [other for other in rng.sample(own, min(len(own), 12)) if other["question"] != row["question"] and told(other["question"]) & whole]
        if near:
            first = near[0]
            before = [as_turn(other) for other in rng.sample(own, min(len(own), rng.choice([0, 0, 1, TURNS]))) if other not in (row, first)]
            yield {"n": row["n"], "whole": row["question"], "history": [*before, as_turn(first)], "split": row["split"]}


def loaded(args):
    import torch
    from tokenizers import Tokenizer

    import generate

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    tables = generate.tensors(args.model / "model.gguf", device, torch.bfloat16)
    return generate.Qwen(*tables, args.batch, 512), Tokenizer.from_file(str(args.model / "tokenizer.json"))


def written(rows, model, tokenizer, args):
    """What the model makes of each pair, as far as the clock allows."""
    stop, began, made = tokenizer.token_to_id("<|im_end|>"), time.time(), {}
    for start in range(0, len(rows), args.batch):
        if time.time() - began > args.seconds:
            break
        some = range(start, min(start + args.batch, len(rows)))
        ids = [tokenizer.encode(PROMPT.format(first=rows[n]["history"][-1]["question"], second=rows[n]["whole"])).ids for n in some]
        short = [(n, one) for n, one in zip(some, ids) if len(one) <= 460]
        for (n, _), text in zip(short, tokenizer.decode_batch(model.continued([one for _, one in short], 28, stop))):
            made[n] = text.strip().split("\n")[0].strip()
        print(f"{some[-1] + 1} of {len(rows)} pairs, {time.time() - began:.0f} s", flush=True)
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=pathlib.Path)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--seconds", type=float, default=60)
    args = parser.parse_args()
    generator = loaded(args) if args.model else None
    while not (sets.CACHE / "manual_asked.jsonl.gz").exists():
        time.sleep(1)
    rng = random.Random(11)
    rows = list(pairs(rng))
    rng.shuffle(rows)
    made = written(rows, *generator, args) if generator else {}
    of_source = collections.defaultdict(list)
    source = {page["n"]: page["source"] for page in sets.load("manual_pages")}
    for row in rows:
        of_source[source[row["n"]]].append(row["history"][-1])
    counts = collections.Counter()
    with gzip.open(sets.CACHE / "manual_follow.new", "wt") as file:
        for at, row in enumerate(rows):
            first = row["history"][-1]
            short, phrase = by_rule(first["question"], row["whole"], rng)
            forms = [row | {"question": one, "how": how} for how, one in (("rule", short), ("model", made.get(at))) if one and kept(first["question"], first["answer"], row["whole"], one)]
            if forms and phrase and rng.random() < 0.3:
                forms.append(returned(row, rng.choice(forms)["question"], phrase, of_source[source[row["n"]]], rng))
            for one in filter(None, forms):
                counts[one["how"]] += 1
                file.write(json.dumps(one) + "\n")
    (sets.CACHE / "manual_follow.new").rename(sets.CACHE / "manual_follow.jsonl.gz")
    print(f"{len(rows)} pairs, " + ", ".join(f"{how}: {count}" for how, count in counts.items()))


if __name__ == "__main__":
    main()
