"""Replies that a text supports, made from its sentences, and the same with one thing changed.

`faithful` rephrases a sentence lightly; `changed` changes one number, date, name, negation or opposite. Both know
English only by small tables, and give None where they find nothing to do.
"""

import re

MONTHS = "January February March April May June July August September October November December".split()
SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split()
OPENERS = [
    "Yes, ", "Yes! ", "Yeah, ", "Well, ", "Sure! ", "No, ", "Right, ", "Actually, ", "I know that ", "I read that ", "Apparently, ",
    "Oh yes. ", "Did you know that ", "According to the text, ", "It says that ", "I believe ", "I see. ", "Good question. ", "From what I know, ",
]  # fmt: skip
OPINIONS = [
    "I love it!", "I think that's great.", "It's my favorite.", "I've never tried it myself.", "That is so interesting, I had no idea.",
    "I really like them.", "I have been there a few times.", "My brother loves that.", "I wish I could see it one day.", "It is the best in the world.",
    "I don't know much about it.", "I think it is one of the most popular ones.", "They are very good at what they do.", "I used to do that when I was a kid.",
    "It must have been very hard.", "I am not sure, but I would guess so.", "It is very popular where I live.", "I would love to learn more about it.",
    "Everyone I know talks about it.", "It's a really good one.", "I hope they do well next year.", "I grew up with it.", "He is a great guy.",
]  # fmt: skip
SYNONYMS = [
    ("approximately", "about"), ("began", "started"), ("founded", "established"), ("established", "set up"), ("film", "movie"), ("films", "movies"),
    ("received", "got"), ("large", "big"), ("purchased", "bought"), ("located in", "in"), ("also known as", "also called"), ("died", "passed away"),
    ("constructed", "built"), ("built", "constructed"), ("however,", "but"), ("numerous", "many"), ("many", "a lot of"), ("children", "kids"),
    ("created", "made"), ("won", "took home"), ("several", "a few"), ("such as", "like"), ("until", "up to"), ("major", "big"), ("obtained", "got"),
    ("utilized", "used"), ("within", "in"), ("attempted", "tried"), ("primarily", "mainly"), ("mainly", "mostly"), ("commenced", "began"),
    ("United States", "US"), ("because", "since"), ("often", "frequently"), ("released", "came out with"), ("due to", "because of"), ("required", "needed"),
    ("famous", "well-known"), ("is known as", "is called"), ("was known as", "was called"), ("important", "significant"), ("well known", "famous"),
]  # fmt: skip
OPPOSITES = [
    ("first", "last"), ("north", "south"), ("northern", "southern"), ("east", "west"), ("eastern", "western"), ("largest", "smallest"), ("highest", "lowest"),
    ("more", "less"), ("most", "least"), ("before", "after"), ("increased", "decreased"), ("increase", "decrease"), ("won", "lost"), ("early", "late"),
    ("high", "low"), ("old", "new"), ("older", "younger"), ("oldest", "youngest"), ("male", "female"), ("father", "mother"), ("brother", "sister"), ("son", "daughter"), ("husband", "wife"),
    ("large", "small"), ("larger", "smaller"), ("always", "never"), ("all", "none"), ("many", "few"), ("above", "below"), ("inside", "outside"),
    ("same", "different"), ("public", "private"), ("best", "worst"), ("better", "worse"), ("success", "failure"), ("successful", "unsuccessful"), ("began", "ended"),
    ("opened", "closed"), ("rich", "poor"), ("strong", "weak"), ("common", "rare"), ("positive", "negative"), ("accepted", "rejected"), ("allowed", "forbidden"),
    ("possible", "impossible"), ("with", "without"), ("hot", "cold"), ("long", "short"), ("longer", "shorter"), ("fast", "slow"), ("married", "divorced"), ("legal", "illegal"),
    ("maximum", "minimum"), ("majority", "minority"), ("left", "right"), ("over", "under"), ("up", "down"), ("modern", "ancient"), ("near", "far from"), ("supported", "opposed"),
    ("agreed", "refused"), ("expensive", "cheap"), ("good", "bad"), ("easy", "hard"), ("higher", "lower"), ("earlier", "later"), ("dead", "alive"), ("true", "false"),
]  # fmt: skip
OPPOSITE = {a: b for x, y in OPPOSITES for a, b in ((x, y), (y, x))}
AUXILIARY = "is are was were has have had can could will would should may might must did does do".split()
PAST = {
    "became": "become", "began": "begin", "won": "win", "made": "make", "took": "take", "gave": "give", "led": "lead", "held": "hold", "wrote": "write", "grew": "grow", "left": "leave",
    "came": "come", "went": "go", "lost": "lose", "built": "build", "found": "find", "saw": "see", "sold": "sell", "ran": "run", "rose": "rise", "fell": "fall", "met": "meet",
    "moved": "move", "served": "serve", "received": "receive", "played": "play", "worked": "work", "lived": "live", "died": "die", "started": "start", "joined": "join", "included": "include",
    "released": "release", "created": "create", "used": "use", "published": "publish", "called": "call", "opened": "open", "returned": "return", "married": "marry", "signed": "sign",
    "produced": "produce", "developed": "develop", "founded": "found", "established": "establish", "appeared": "appear", "continued": "continue", "helped": "help", "reached": "reach",
    "introduced": "introduce", "allowed": "allow", "caused": "cause", "claimed": "claim", "passed": "pass", "defeated": "defeat", "killed": "kill", "attended": "attend", "required": "require",
}  # fmt: skip
PRESENT = {
    "contains": "contain", "includes": "include", "has": "have", "makes": "make", "uses": "use", "means": "mean", "takes": "take", "gives": "give", "lies": "lie", "occurs": "occur",
    "requires": "require", "provides": "provide", "allows": "allow", "consists": "consist", "lives": "live", "works": "work", "plays": "play", "comes": "come", "features": "feature", "helps": "help",
}  # fmt: skip
NOT_NAMES = set(
    """the a an in on at of to for from by with as and or but if when while after before during since until he she it they we i you his her its their our my this that these
    those there here what which who whom whose where why how not no yes some many most all both each every several other another such one two three four five six seven eight nine ten however
    although though because despite according also then thus first second third today later once only even more less among between under over through about into like unlike so nor do did does
    is are was were be been has have had can could will would should may might must let now never always often sometimes usually generally typically currently""".split()
    + [month.lower() for month in MONTHS]
)


def sentences(text):
    """Sentences by a plain rule; a stop after an initial or a short title ends none."""
    found, start = [], 0
    for stop in re.finditer(r"[.!?][\"”’')\]]*\s+(?=[\"“‘'(\[]?[A-Z0-9])", text):
        before = text[start : stop.start() + 1]
        last = before.split()[-1] if before.split() else ""
        if re.fullmatch(r"(?:[A-Z]|Mr|Mrs|Ms|Dr|St|No|vs|c|ca|Jr|Sr|Lt|Col|Gen|Prof|Rev|approx|(?:[A-Za-z]\.)+[A-Za-z]?)\.", last):
            continue
        found.append(text[start : stop.end()].strip())
        start = stop.end()
    return [s for s in [*found, text[start:].strip()] if s]


NUMBER = re.compile(r"(?<![\w.,$£€-])\d[\d,]*(?:\.\d+)?(?![\w-])|(?<![\w])(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?![\w-])")
DATE = re.compile(rf"(?:\d{{1,2}} )?(?:{'|'.join(MONTHS)})(?: \d{{1,2}}(?:st|nd|rd|th)?)?(?:,? \d{{4}})?")
NAME = re.compile(r"(?:[A-Z][\w’'-]+|[A-Z]\.)(?: (?:of |de |van |von |the )?(?:[A-Z][\w’'-]+|[A-Z]\.))*")


def names(text):
    """Runs of capitalised words that are not an opening common word or a month."""
    found = []
    for match in NAME.finditer(text):
        words = match.group().split()
        start = match.start()
        opening = start == 0 or text[max(0, start - 2) : start].strip() in {".", "!", "?", '"', "“", ":", "("}
        while words and words[0].lower().strip("'’") in NOT_NAMES:
            start += len(words[0]) + 1
            words = words[1:]
            opening = False
        if not words or (opening and len(words) == 1):
            continue
        name = " ".join(words)
        if len(name) > 2 and not any(word in MONTHS for word in words):
            found.append((start, start + len(name), name))
    return found


def splice(text, start, end, into):
    return text[:start] + into + text[end:]


def another_number(text, evidence, rng):
    """A number of the same form that the evidence does not have."""
    if text in SMALL:
        return rng.choice([w for w in SMALL[2:] if w != text and w not in evidence.lower()] or [""])
    digits = text.replace(",", "")
    for _ in range(20):
        if "." in digits:
            whole, rest = digits.split(".")[:2]
            made = f"{int(whole) + rng.randint(0, 9)}.{rng.randint(0, 10 ** len(rest) - 1):0{len(rest)}d}"
        elif len(digits) == 4 and digits[:2] in {"15", "16", "17", "18", "19", "20"} and "," not in text:
            made = str(int(digits) + rng.choice([-1, 1]) * rng.choice([1, 2, 3, 4, 5, 7, 10, 11, 20, 30, 100]))
        else:
            value = int(digits)
            made = str(max(1, rng.choice([value + 1, value - 1, value + rng.randint(2, 9), value * 2, value * 10, value // 2, value + 10])))
            made = f"{int(made):,}" if "," in text else made
        if made != text and not re.search(rf"(?<!\d){re.escape(made)}(?!\d)", evidence):
            return made
    return None


def changed(kind, reply, evidence, rng, pool):
    """The reply with one thing changed so that the evidence no longer supports it, or None."""
    if kind == "number":
        spots = [m for m in NUMBER.finditer(reply) if not any(d.start() <= m.start() < d.end() for d in DATE.finditer(reply))]
        if not spots:
            return None
        spot = rng.choice(spots)
        made = None
        if rng.random() < 0.3:
            others = [m.group() for m in NUMBER.finditer(evidence) if m.group() not in reply and len(m.group()) == len(spot.group()) and m.group().isdigit() == spot.group().isdigit()]
            made = rng.choice(others) if others else None
        made = made or another_number(spot.group(), evidence, rng)
        return splice(reply, spot.start(), spot.end(), made) if made else None
    if kind == "date":
        spots = [m for m in DATE.finditer(reply) if re.search(r"\d", m.group())]
        if not spots:
            return None
        spot, parts = rng.choice(spots), None
        text = spot.group()
        where = rng.choice(re.findall(r"[A-Z][a-z]+|\d+", text))
        if where.isdigit() and len(where) == 4:
            parts = another_number(where, evidence, rng)
        elif where.isdigit():
            parts = str(rng.choice([d for d in range(1, 29) if str(d) != where and str(d) not in evidence] or [29]))
        else:
            parts = rng.choice([m for m in MONTHS if m != where and m not in evidence] or [None])
        return splice(reply, spot.start(), spot.end(), text.replace(where, parts, 1)) if parts else None
    if kind == "name":
        spots = names(reply)
        if not spots:
            return None
        start, end, name = rng.choice(spots)
        mine = {w.lower() for w in reply.split()}
        nearby = [n for _, _, n in names(evidence) if not mine & {w.lower() for w in n.split()} and len(n.split()) <= len(name.split()) + 1]
        if nearby and rng.random() < 0.4:
            made = rng.choice(nearby)
        else:
            known = evidence.lower()
            far = [n for n in rng.sample(pool, min(40, len(pool))) if len(n.split()) == len(name.split()) and not any(w.lower() in known for w in n.split())]
            made = rng.choice(far) if far else None
        return splice(reply, start, end, made) if made else None
    if kind == "negation":
        words = reply.split(" ")
        spots = [n for n, w in enumerate(words) if w.lower() in AUXILIARY and 0 < n < len(words) - 1]
        denied = re.search(r" (?:not|never|n't)(?= )|(?<=[a-z])n't(?= )", reply)
        if denied and rng.random() < 0.8:
            return splice(reply, denied.start(), denied.end(), "")
        if denied or re.search(r"\b(?:no|nor|neither|none|without)\b", reply):
            return None
        verbs = [(n, PAST.get(w) or PRESENT.get(w)) for n, w in enumerate(words) if n and w in PAST | PRESENT and words[n - 1].lower() not in AUXILIARY and words[n - 1][-1:] not in ",;"]
        if spots and (not verbs or rng.random() < 0.7):
            n = spots[0] if rng.random() < 0.7 else rng.choice(spots)
            follow = words[n + 1].lower()
            if follow in {"a", "an", "the"} or rng.random() < 0.7 or words[n] in {"may", "might"}:
                words[n] = f"{words[n]} not"
            else:
                words[n] = {"can": "can't", "will": "won't"}.get(words[n], f"{words[n]}n't") if rng.random() < 0.7 else f"{words[n]} never"
            return " ".join(words)
        if verbs:
            n, base = verbs[0]
            helper = "did" if words[n] in PAST else "does"
            words[n] = f"never {words[n]}" if rng.random() < 0.3 else f"{helper} not {base}" if rng.random() < 0.5 else f"{helper}n't {base}"
            return " ".join(words)
        return None
    if kind == "opposite":
        spots = [m for m in re.finditer(r"[A-Za-z]+", reply) if m.group() in OPPOSITE]
        if not spots:
            return None
        spot = rng.choice(spots)
        return splice(reply, spot.start(), spot.end(), OPPOSITE[spot.group()])
    raise ValueError(kind)


def spelled(match, rng):
    """A number or a date in another form, of the same value."""
    text = match.group()
    if text in SMALL:
        return str(SMALL.index(text))
    digits = text.replace(",", "")
    if digits.isdigit():
        value = int(digits)
        if 2 <= value <= 12:
            return SMALL[value]
        if value >= 1_000_000 and value % 100_000 == 0:
            return f"{value / 1e6:g} million"
        if value >= 1000 and len(text) > 4:
            return digits if "," in text else f"{value:,}"
    return text


def faithful(sentence, rng):
    """A light paraphrase that says no more than the sentence."""
    text = sentence
    if rng.random() < 0.6:
        text = re.sub(r"\s*[(\[][^()\[\]]*[)\]]", "", text)
    if rng.random() < 0.4:
        opening = re.match(r"(?:In|On|At|During|After|Since|By|From|As|For|Although|While|When|Despite|However)\b[^,;]{2,60}, (?=[A-Z]|the|a |he|she|it|they)", text)
        if opening:
            text = text[opening.end() :]
    if rng.random() < 0.35:
        tail = re.search(r", (?:which|who|where|when|while|although|but|with|including|such as|and (?:was|is|has|had|he|she|it|they|the))\b[^,;]*[.!?]?$", text)
        if tail and tail.start() > 25:
            text = text[: tail.start()] + "."
    if rng.random() < 0.25 and "; " in text:
        text = rng.choice([p for p in text.split("; ") if len(p) > 20] or [text])
    if rng.random() < 0.3:
        middle = re.search(r", (?:which|who|a|an|the)\b[^,;]{5,60},(?= )", text)
        if middle:
            text = splice(text, middle.start(), middle.end(), "")
    if rng.random() < 0.4:
        found = [(a, b) for a, b in SYNONYMS if re.search(rf"\b{re.escape(a)}\b", text)]
        for a, b in rng.sample(found, min(len(found), rng.choice([1, 1, 2]))):
            text = re.sub(rf"\b{re.escape(a)}\b", b, text, count=1)
    if rng.random() < 0.25:
        text = NUMBER.sub(lambda m: spelled(m, rng), text, count=1)
    if rng.random() < 0.35:
        text = re.sub(rf"\b(\d{{1,2}}) ({'|'.join(MONTHS)}) (\d{{4}})", r"\2 \1, \3", text) if rng.random() < 0.5 else re.sub(rf"\b({'|'.join(MONTHS)}) (\d{{1,2}}), (\d{{4}})", r"\2 \1 \3", text)
    if rng.random() < 0.08:
        text = re.sub(r"\b[Ii]n (1[5-9]\d\d|20\d\d)\b", lambda m: f"in the {m.group(1)[:3]}0s", text, count=1)
    if rng.random() < 0.2:
        found = names(text)
        if found and found[0][0] == 0:
            after = text[found[0][1] :]
            if re.match(r" (?:was|is|has|had|became|began|won|moved|made|did)\b", after):
                person = len(found[0][2].split()) == 2 and " the " not in found[0][2]
                text = (rng.choice(["He", "She", "They"]) if person and re.match(r" (?:became|began|won|moved|made|did|had)\b", after) else "It") + after
    text = text.strip()
    return text[:1].upper() + text[1:]


def spoken(reply, rng):
    """The reply in conversation's tone, which changes nothing of what it claims."""
    if rng.random() < 0.3:
        opener = rng.choice(OPENERS)
        first = reply.split(" ")[0]
        lower = opener[-2:] != "! " and opener[-2:] != ". " and first.lower() in NOT_NAMES and first != "I"
        reply = opener + (reply[0].lower() + reply[1:] if lower else reply)
        if opener.startswith("Did"):
            reply = reply.rstrip(".") + "?"
    if rng.random() < 0.15:
        reply = reply.lower()
    if rng.random() < 0.15:
        reply = re.sub(r"([,.;!?])(?= |$)", r" \1", reply)
    if rng.random() < 0.15:
        reply = reply.rstrip(" .")
    return reply
