"""Answers as spans of a passage: SQuAD's normal form and its F1, with places."""

import collections
import re
import string

ARTICLES = {"a", "an", "the"}
DROP = str.maketrans("", "", string.punctuation + "–—“”‘’")
EDGE = " \t\n.,;:!?\"'`()[]{}“”‘’–—"


def normal(text):
    """The words that SQuAD's F1 compares."""
    return [w for w in text.lower().translate(DROP).split() if w not in ARTICLES]


def placed(text):
    """The same words with where each stands."""
    words = []
    for found in re.finditer(r"\S+", text):
        word = found[0].lower().translate(DROP)
        if word and word not in ARTICLES:
            words.append((word, found.start(), found.end()))
    return words


def f1(guess, gold):
    guess, gold = normal(guess), normal(gold)
    if not guess or not gold:
        return float(guess == gold)
    same = sum((collections.Counter(guess) & collections.Counter(gold)).values())
    return 2 * same / (len(guess) + len(gold))


def trimmed(text, start, end):
    """Without punctuation at its ends; a bracket or quote that closes inside stays."""
    while start < end and text[start] in EDGE:
        start += 1
    while start < end and text[end - 1] in EDGE and not (text[end - 1] in ")]" and text[start:end].count("(") + text[start:end].count("[")):
        end -= 1
    return start, end


def nearest(words, answer, asked=frozenset()):
    """The span of `words` (from `placed`) with the best F1 to `answer`'s words, and that F1.

    Of equal spans the one with most of the words `asked` around it.
    """
    wanted = collections.Counter(answer)
    places = [i for i, (word, _, _) in enumerate(words) if word in wanted]
    best, found = (0.0, 0), None
    for at, first in enumerate(places):
        left, same = dict(wanted), 0
        for last in places[at:]:
            length = last - first + 1
            if length > 2 * len(answer) + 2:
                break
            word = words[last][0]
            if left[word] > 0:
                left[word] -= 1
                same += 1
                score = 2 * same / (length + len(answer))
                if score >= best[0]:
                    around = sum(w in asked for w, _, _ in words[max(0, first - 12) : last + 13])
                    if (score, around) > best:
                        best, found = (score, around), (words[first][1], words[last][2])
    return found, best[0]
