"""Questions that a passage no longer answers: one name, number or relation is changed."""

import functools
import random
import re

NAME = re.compile(r"\b[A-Z][\w'’.-]*[\w](?:(?: (?:of|the|de|von|van|al))? [A-Z][\w'’.-]*[\w])*")
NUMBER = re.compile(r"\b\d[\d,.]*\d\b|\b\d\b")
OPPOSITE = {}
for pair in (
    "first last;largest smallest;biggest smallest;oldest youngest;highest lowest;before after;north south;east west;northern southern;"
    "eastern western;increase decrease;increased decreased;more fewer;most least;won lost;win lose;began ended;begin end;start finish;"
    "started stopped;best worst;same different;male female;men women;father mother;son daughter;brother sister;husband wife;king queen;"
    "early late;earliest latest;born buried;founded abolished;created destroyed;built demolished;opened closed;open close;strong weak;"
    "good bad;true false;positive negative;major minor;public private;internal external;upper lower;left right;long short;longest shortest;"
    "accept reject;accepted rejected;allowed forbidden;legal illegal;possible impossible;common rare;rich poor;young old;new old;hot cold;"
    "summer winter;buy sell;bought sold;gain lose;gained lost;support oppose;supported opposed;attack defend;attacked defended;join leave;"
    "joined left;marry divorce;married divorced;love hate;loved hated;include exclude;included excluded;above below;inside outside;"
    "majority minority;maximum minimum;victory defeat;successful unsuccessful;known unknown;appear disappear;rise fall;rose fell;enter exit;"
    "cause prevent;caused prevented;hero villain;author publisher;director producer;singer drummer;population area;height weight;length width;"
    "capital border;language religion;mayor governor;president treasurer;novel film;song film;album film;actor director;written illustrated;"
    "wrote translated;discovered rejected;invented banned;released cancelled;killed rescued;died retired;elected dismissed;appointed dismissed"
).split(";"):
    one, other = pair.split()
    OPPOSITE.setdefault(one, other)
    OPPOSITE.setdefault(other, one)
CHANGED = re.compile(r"\b(" + "|".join(OPPOSITE) + r")\b", re.I)
COMMON = {"The", "A", "An", "In", "On", "At", "It", "He", "She", "They", "This", "That", "These", "Those", "What", "Who", "When", "Where", "Which", "How", "Why", "I", "But", "And", "If", "As", "For", "By", "From", "His", "Her", "Its", "Their", "After", "During", "However", "While", "With", "To", "Of", "We", "You", "There"}


@functools.lru_cache(1 << 16)
def names(text):
    """Its names; a single word counts where it does not begin a sentence."""
    found = {m[0] for m in NAME.finditer(text) if " " in m[0] or (m.start() and text[max(0, m.start() - 2)] not in ".?!:\"“")}
    return sorted(n for n in found if n.split()[0] not in COMMON)


def changed_name(question, passage, answer, rng):
    """A name of the passage that the question has, for another of the passage that it has not."""
    known = names(passage)
    low = question.lower()
    inside = [n for n in known if n.lower() in low and re.search(rf"(?<!\w){re.escape(n.lower())}(?!\w)", low)]
    inside += [n for n in names(question[1:]) if n not in inside]
    others = [n for n in known if n.lower() not in low and n.lower() not in answer.lower() and answer.lower() not in n.lower()]
    others = [o for o in others if not any(set(o.lower().split()) & set(n.lower().split()) for n in inside)]
    if not inside or not others:
        return None
    old = max(inside, key=len)
    like = [o for o in others if (len(o.split()) > 1) == (len(old.split()) > 1)] or others
    new = rng.choice(like)
    new = new.lower() if question == low else new
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: new, question, count=1, flags=re.I)


def changed_number(question, passage, answer, rng):
    found = NUMBER.findall(question)
    if not found:
        return None
    old = rng.choice(found)
    others = [n for n in set(NUMBER.findall(passage)) if len(n) == len(old) and n not in found and n not in answer]
    if others and rng.random() < 0.7:
        new = rng.choice(sorted(others))
    else:
        digits = old.replace(",", "").replace(".", "")
        if not digits.isdigit() or len(digits) > 9:
            return None
        value = int(digits)
        new = str(max(1, value + rng.choice([-1, 1]) * rng.randint(1, max(3, min(60, value // 10 + 1)))))
        new = f"{int(new):,}" if "," in old else new
        if new in passage or new == old:
            return None
    return question.replace(old, new, 1)


def changed_relation(question, passage, answer, rng):
    found = [m for m in CHANGED.finditer(question)]
    if not found:
        return None
    hit = rng.choice(found)
    new = OPPOSITE[hit[0].lower()]
    if re.search(rf"\b{new}\b", question, re.I):
        return None
    return question[: hit.start()] + (new.capitalize() if hit[0][0].isupper() else new) + question[hit.end() :]


def negated(question, passage, answer, rng):
    hit = re.search(r"\b(did|does|do|was|were|is|are|has|have|had|can|could|would|will)\b (?!not\b)([\w'’-]+)", question)
    if not hit or not re.match(r"(what|who|which|where|when|why|how)\b", question, re.I):
        return None
    if hit[1] in ("was", "were", "is", "are", "has", "have", "had") and re.match(r"(who|what)\b \b(was|were|is|are|has|have|had)\b", question, re.I):
        place = hit.end(1)
    elif hit[1] in ("did", "does", "do", "can", "could", "would", "will") and (hit[2][0].isupper() or hit[2] in ("he", "she", "it", "they", "we", "you")):
        place = hit.end(2)
    else:
        return None
    return question[:place] + " " + rng.choice(["not", "never"]) + question[place:]


def perturbed(question, passage, answer, seed):
    """The question with one thing changed, and what; or None where nothing fits. Negation is rare, as people rarely ask so."""
    rng = random.Random(f"{seed}/{question}")
    ways = [("name", changed_name), ("number", changed_number), ("relation", changed_relation)]
    rng.shuffle(ways)
    if rng.random() < 0.12:
        ways.insert(0, ("negation", negated))
    for kind, way in ways:
        made = way(question, passage, answer, rng)
        if made and made.lower() != question.lower():
            return made, kind
    return None
