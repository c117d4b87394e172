"""What read and rank are given: the question with its history, and the part of a passage that rank sees.

grice-judge composes the same texts; `checks/asked.jsonl` holds examples of both.
"""


# A first line of at most so many words is a title.
TITLE = 24


def context(history, question, most=64, answer=20):
    """The question, then the turns before it from the last backwards, each as its answer's first words and its question.

    Parts are set apart by bars, empty ones are left out, and the whole is cut after `most` words, bars counted.
    """
    parts = [question]
    for turn in reversed(history):
        parts += [" ".join(turn["answer"].split()[:answer]), turn["question"]]
    parts = [" ".join(part.split()) for part in parts]
    return " ".join(" | ".join(part for part in parts if part).split()[:most])


def plain(word):
    return "".join(c for c in word.lower() if c.isalnum())


def terms(text):
    """Its words of four letters or more."""
    return {word for word in map(plain, text.split()) if len(word) > 3}


def head(page):
    """The page's title and the headings above a passage, as the engine shows them."""
    return f"{page['title']} › {page['section']}" if page.get("section") else page["title"] or ""


def headed(page):
    first = head(page)
    return f"{first}\n{page['text']}" if first else page["text"]


def excerpt(asked, passage, most=72, step=12):
    """The `most` words of a passage that share most terms with `asked`; a title line stays in front."""
    title, _, text = passage.partition("\n")
    if len(title.split()) > TITLE or not text.strip():
        title, text = "", passage
    words = text.split()
    best = 0
    if len(words) > most:
        wanted, bare = terms(asked), [plain(word) for word in words]
        starts = [*range(0, len(words) - most, step), len(words) - most]
        best = max(starts, key=lambda start: (len(wanted & set(bare[start : start + most])), -start))
    return " ".join(title.split() + words[best : best + most])
