"""How a question in a conversation becomes one that stands alone, as edits: what the model reads, the edits that
a human rewrite amounts to, and the rewrite that edits amount to. crates/judge/src/rewrite does the same; the
examples in checks/rewrite-golden.jsonl hold both to it.

A question's words are numbered 0..n, and n is its end. An edit is a slot before a word: a pattern such as "_",
"_ 's" or "besides _ ,", one phrase of the history for "_", perhaps a second one joined to it, and how many of the
words from there on it replaces.
"""

import re

PART_WORDS, PART_CHARS, ALL_WORDS = 60, 400, 240
LONGEST_PHRASE, MOST_REPLACED = 14, 5
WORD = re.compile(r"[^\W_]+|[^\w\s]|_")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
JOINS = ["", "_ _", "_ and _", "_ 's _", "_ by _", "_ in _", "_ of _", "_ , _", "_ for _", "_ with _", "_ on _", "_ - _"]
STOP = set(
    "a an the of in on at to for from by with about and or but is are was were be been being do does did has have had "
    "he she it they him her them his its their theirs hers this that these those there here what which who whom whose "
    "when where why how i you we my your our me us if as so than then also any some other else more most not no s t "
    "can could would will should may might said one".split()
)


def words(text, start=0, end=None):
    """Words as (lower case, first character, character after the last)."""
    return [(m.group().lower(), m.start(), m.end()) for m in WORD.finditer(text, start, len(text) if end is None else end)]


def content(word):
    return word[0].isalnum() and word not in STOP


def cut(text, most):
    """The first words of a text, at most so many and at most PART_CHARS characters of them."""
    return " ".join(CONTROL.sub(" ", text).split()[:most])[:PART_CHARS].strip()


def compose(history):
    """What is read beside the question: the turns, last one first, as "q: … a: …", as far as ALL_WORDS goes, and
    the conversation's first question in any case. Also told: the characters of each question and answer."""
    chosen, left = [], ALL_WORDS
    for turn, (question, answer) in reversed(list(enumerate(history))):
        question, answer = cut(question, PART_WORDS), cut(answer, PART_WORDS)
        size = len(question.split()) + len(answer.split()) + 2
        if size > left:
            if turn:
                chosen.append((cut(history[0][0], PART_WORDS), ""))
            else:
                chosen.append((question, ""))
            break
        left -= size
        chosen.append((question, answer))
    text, parts = "", []
    for question, answer in chosen:
        for mark, part in (("q:", question), ("a:", answer)):
            if part:
                text += f"{' ' if text else ''}{mark} "
                parts.append((len(text), len(text) + len(part)))
                text += part
    return text, parts


class Turn:
    """A question and its history, as words."""

    def __init__(self, history, question):
        self.question = cut(question, PART_WORDS)
        self.history, parts = compose(history)
        self.asked = words(self.question)
        self.said, self.part = [], []
        for number, (start, end) in enumerate(parts):
            found = words(self.history, start, end)
            self.said += found
            self.part += [number] * len(found)

    def pair(self):
        return {"a": self.question, "b": self.history}


def matches(first, second):
    """Pairs of equal words in order, as many as can be; one with content counts as two."""
    weight = lambda word: 2 if content(word) else 1
    table = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i in range(len(first) - 1, -1, -1):
        for j in range(len(second) - 1, -1, -1):
            both = table[i + 1][j + 1] + weight(first[i]) if first[i] == second[j] else 0
            table[i][j] = max(both, table[i + 1][j], table[i][j + 1])
    i = j = 0
    while i < len(first) and j < len(second):
        if first[i] == second[j] and table[i][j] == table[i + 1][j + 1] + weight(first[i]):
            yield i, j
            i, j = i + 1, j + 1
        elif table[i + 1][j] >= table[i][j + 1]:
            i += 1
        else:
            j += 1


def phrases(inserted, places):
    """The longest phrases of the history in what was inserted, from the left: (first word, word after the last)."""
    found, at = [], 0
    while at < len(inserted):
        end = min(len(inserted), at + LONGEST_PHRASE)
        while end > at and tuple(inserted[at:end]) not in places:
            end -= 1
        while end > at and not inserted[end - 1][0].isalnum():
            end -= 1
        if end > at and inserted[at][0].isalnum() and any(content(w) for w in inserted[at:end]):
            found.append((at, end))
            at = end
        else:
            at += 1
    return found


def edits(turn, rewrite):
    """Slots as {"at", "replaces", "pattern", "join", "spans": [[(first, last), …] of each phrase]}, and for each word
    of the history whether the rewrite brings it in."""
    asked = [w for w, _, _ in turn.asked]
    wanted = [w for w, _, _ in words(rewrite)]
    places = {}
    said = [w for w, _, _ in turn.said]
    for i in range(len(said)):
        for j in range(i, min(len(said), i + LONGEST_PHRASE)):
            if turn.part[j] != turn.part[i]:
                break
            places.setdefault(tuple(said[i : j + 1]), []).append((i, j))
    slots, brought = [], set()
    i = j = 0
    for a, b in [*matches(asked, wanted), (len(asked), len(wanted))]:
        inserted = wanted[j:b]
        found = phrases(inserted, places)
        for s, e in found:
            brought.update(range(j + s, j + e))
        if found and a - i <= MOST_REPLACED:
            first, second = found[0], None
            between = None
            if len(found) > 1:
                between = " ".join(["_", *inserted[first[1] : found[1][0]], "_"]).replace("' s", "'s")
                if between in JOINS:
                    second = found[1]
            before, after = inserted[: first[0]], inserted[(second or first)[1] :]
            if len(found) > (2 if second else 1):
                after = []
            pattern = " ".join([*before[-3:], "_", *after[:2]]).replace("' s", "'s").replace("_ '", "_ '")
            spans = [places[tuple(inserted[s:e])] for s, e in ([first, second] if second else [first])]
            slots.append({"at": i, "replaces": a - i, "pattern": pattern, "join": between if second else "", "spans": spans})
        i, j = a + 1, b + 1
    new = {wanted[n] for n in brought} | ({w for w in wanted if content(w)} & set(said))
    new -= set(asked)
    picks = [int(w in new and content(w)) for w in said]
    for slot in slots:
        for occurrences in slot["spans"]:
            for s, e in occurrences:
                if any(picks[s : e + 1]):
                    picks[s : e + 1] = [1] * (e + 1 - s)
    return slots, picks


def patterns(counts, most):
    """The patterns that are kept, most frequent first: prepositions and an article before the phrase, and nothing,
    "'s" or a comma after it."""
    def plain(pattern):
        before, after = (part.split() for part in pattern.split("_", 1))
        return set(before) <= BEFORE and (after in ([], [","]) or (after == ["'s"] and len(before) < 2))

    ranked = [p for p, _ in counts.most_common() if plain(p) or p == '" _ "']
    return ["", "_", *[p for p in ranked if p != "_"][: most - 2]]


BEFORE = set(
    "of in on at to for from by with about and as than the a besides aside other addition during after before against "
    "between regarding under into over since within through , like called named".split()
)


def nearest(pattern, known):
    """The pattern itself, or what of it is known."""
    before, after = pattern.split("_", 1)
    for guess in (pattern, before + "_", " ".join(before.split()[-1:]) + " _", "_" + after, "_"):
        if guess.strip() in known:
            return guess.strip()
    return "_"


class Judged:
    """What the model said of a turn: `alone`, `delete` for each word, `insert` for each word and the end (a
    probability for each pattern), `join` likewise, `pick` for each word of the history, and for each slot and
    phrase the scores of the history's words as its first and last: first[slot][phrase][word]."""

    def __init__(self, alone, delete, insert, join, pick, first, last):
        self.alone, self.delete, self.insert, self.join, self.pick, self.first, self.last = alone, delete, insert, join, pick, first, last
        self.found = {}

    def phrases(self, turn, at):
        """How the phrases of a slot are joined, and which they are: none, one or two."""
        if at not in self.found:
            spans, join = [], max(range(len(JOINS)), key=lambda k: self.join[at][k])
            if (first := best_span(turn, self.first[at][0], self.last[at][0])) is not None:
                spans.append(first)
                if join and (second := best_span(turn, self.first[at][1], self.last[at][1], first)) is not None:
                    spans.append(second)
            self.found[at] = join if len(spans) > 1 else 0, spans
        return self.found[at]


def best_span(turn, first, last, taken=None):
    """The phrase with the best first and last word, within one question or answer."""
    best, found = -1e30, None
    for s in range(len(turn.said)):
        if not turn.said[s][0][0].isalnum():
            continue
        for e in range(s, min(len(turn.said), s + LONGEST_PHRASE)):
            if turn.part[e] != turn.part[s]:
                break
            if taken and s <= taken[1] and e >= taken[0]:
                break
            value = first[s] + last[e]
            if value > best and turn.said[e][0][0].isalnum():
                best, found = value, (s, e)
    return found


def phrase(turn, span):
    """A phrase's text; a small word that is only large because a sentence begins with it is made small again."""
    text = turn.history[turn.said[span[0]][1] : turn.said[span[1]][2]]
    first = turn.said[span[0]][0]
    after = turn.history[turn.said[span[0] + 1][1]] if span[1] > span[0] else "a"
    return first + text[len(first) :] if first in STOP and first != "i" and not after.isupper() and len(first) == turn.said[span[0]][2] - turn.said[span[0]][1] else text


def filled(pattern, text):
    """A pattern with its phrase: "_ 's" and "besides _ ," close up."""
    return pattern.replace("_", text, 1).replace(" 's", "'s").replace(" ,", ",").replace(" - ", "-")


def alike(first, second):
    """The same word, where an accent may be missing."""
    return first == second or (len(first) == len(second) and all(a == b or not (a.isascii() and b.isascii()) for a, b in zip(first, second)))


def known_word(word, have):
    return word in have or any(alike(word, other) for other in have)


def fresh(turn, span, have):
    """Whether a phrase has a word with content that is not there yet."""
    return any(content(w) and not known_word(w, have) for w, _, _ in turn.said[span[0] : span[1] + 1])


def bridges(turn, at, end):
    """Whether what stands between two picked words belongs to one phrase: at most two marks or small words."""
    between = [w for w, _, _ in turn.said[at:end]]
    stop = {".", "?", "!", ";"} if len(turn.said[at - 1][0]) > 2 else {"?", "!", ";"}
    return len(between) <= 2 and not any(content(w) or w in stop for w in between)


def leftovers(turn, judged, have, least, most):
    """Phrases of the history that were picked and are nowhere yet, likeliest first."""
    picked = [n for n, (w, _, _) in enumerate(turn.said) if content(w) and judged.pick[n] >= least]
    runs = []
    for n in picked:
        if runs and turn.part[runs[-1][1]] == turn.part[n] and bridges(turn, runs[-1][1] + 1, n):
            runs[-1] = (runs[-1][0], n)
        else:
            runs.append((n, n))
    weigh = lambda s, e: sum(judged.pick[n] for n in range(s, e + 1) if content(turn.said[n][0])) / sum(content(turn.said[n][0]) for n in range(s, e + 1))
    chosen = []
    for s, e in sorted(runs, key=lambda run: (-weigh(*run), run[0])):
        if len(chosen) < most and all(not known_word(w, have) for w, _, _ in turn.said[s : e + 1] if content(w)):
            chosen.append((s, e))
            have |= {w for w, _, _ in turn.said[s : e + 1]}
    return chosen


def assemble(turn, judged, known, settings):
    """The rewritten question; the question itself where it stands alone."""
    if not turn.said or judged.alone >= settings["alone"]:
        return turn.question
    slots = []
    for at in range(len(turn.asked) + 1):
        chances = judged.insert[at]
        if 1 - chances[0] < settings["insert"]:
            continue
        number = max(range(1, len(chances)), key=lambda k: chances[k])
        join, spans = judged.phrases(turn, at)
        end = at
        while end < min(len(turn.asked), at + MOST_REPLACED) and judged.delete[end] >= settings["delete"]:
            end += 1
        slots.append((at, end, known[number], JOINS[join], spans))
    deleted = {n for at, end, *_ in slots for n in range(at, end)}
    have = {w for n, (w, _, _) in enumerate(turn.asked) if n not in deleted}
    before, gone = {}, set()
    for at, end, pattern, join, spans in slots:
        if end == at:
            spans = [s for s in spans if fresh(turn, s, have)]
        elif all(phrase(turn, s).lower() in turn.question.lower() for s in spans) and not any(fresh(turn, s, have) for s in spans):
            spans = []
        if not spans or at in gone:
            continue
        if len(spans) > 1 and not fresh(turn, spans[1], {w for w, _, _ in turn.said[spans[0][0] : spans[0][1] + 1]}):
            spans = spans[:1]
        text = phrase(turn, spans[0])
        if len(spans) > 1:
            text = filled(join.replace("_", text, 1), phrase(turn, spans[1]))
        before[at] = filled(pattern, text)
        gone |= set(range(at, end))
        have |= {w for s in spans for w, _, _ in turn.said[s[0] : s[1] + 1]}
    left = leftovers(turn, judged, have, settings["pick" if before else "only"], settings["most"])
    return written(turn, before, gone, [phrase(turn, s) for s in left], settings)


def written(turn, before, gone, left, settings):
    """The question's words with what goes before them, what is gone, and what is left over before the last mark."""
    end = len(turn.asked)
    while end and not turn.asked[end - 1][0][0].isalnum():
        end -= 1
    if left and end not in before:
        before[end] = settings["last"] + " " + left.pop(0)
    if left:
        before[end] = ", ".join([before[end], *left]) if end in before else ", ".join(left)
    text, at = "", 0
    for n, (_, start, stop) in enumerate([*turn.asked, ("", len(turn.question), len(turn.question))]):
        gap = turn.question[at:start]
        if n in before:
            new, last = before[n], text.split()[-1:]
            # "a part of" and "of the fleet" share their "of".
            if last and new.split()[0].lower() == last[0].lower() and new.split()[0].lower() in STOP:
                new = new.partition(" ")[2]
            text += ("" if not text or text.endswith((" ", "(", '"')) else " ") + new
            gap = gap or (" " if n < len(turn.asked) and turn.asked[n][0][0].isalnum() else "")
        if n not in gone:
            word = turn.question[start:stop]
            lower = n == 0 and n in before and turn.asked[0][0] in STOP and turn.asked[0][0] != "i"
            text += ("" if not text else gap) + (word.lower() if lower else word)
        at = stop
    text = " ".join(text.split()).replace("'s's", "'s").replace(",?", "?").replace(",.", ".")
    if turn.question[:1].isupper() and text[:1].islower():
        text = text[:1].upper() + text[1:]
    return text
