"""Questions that the headings and glossaries of manuals ask or answer, without a model.

    python3 training/manual_headings.py

Reads manual_pages.jsonl.gz (manuals.py) and writes manual_headed.jsonl.gz: {n, question, kind}, the passage with the answer by its number.
"How do I" is made of headings that say what is done ("Installing modules"), "What is" of glossaries and of sentences that say what the thing in
the heading is; headings that are questions stay as they are. Short questions are told which program they are about.
"""

import collections
import gzip
import json
import re
import zlib

import manuals
import sets

VERBS = """access activate add adjust align allow apply archive assign attach authenticate avoid back block boot browse build burn bypass cache call cancel capture change check choose
clean clear clone close collect combine compare compile compress compute configure connect contribute control convert copy count create crop crossfade customise customize
deactivate debug declare decrypt define delete deploy design detect determine develop disable disconnect display download drag draw duplicate edit eject embed enable encrypt
enter execute expand export extend extract filter find fix format forward generate get group handle hide highlight identify import improve include increase initialize insert
install integrate invoke join keep launch limit link list load locate lock log make manage map mark measure merge migrate modify monitor mount move navigate obtain open optimize
organize override package partition pass paste play plot prepare prevent print process protect provision publish purge query quit read rebuild receive record recover redirect
reduce register remove rename render reorder repair replace reply report reset resize restart restore retrieve rotate route run save scale scan schedule search secure select
send set share show sign simulate solve sort specify split start stop store submit subscribe switch synchronize tag test track train transfer translate trim troubleshoot tune
tunnel turn type undo uninstall unlock unmount unpack update upgrade upload use validate verify view write zoom""".split()
# With the last letter dropped or doubled, whichever of them is English.
GERUNDS = {form: verb for verb in VERBS for form in (verb + "ing", verb[:-1] + "ing" if verb.endswith("e") else verb + verb[-1] + "ing")}
AFTER_HOW = set(VERBS) | set("do tell help know see become let put give bring work interpret implement provide ask".split())
# Not those that are more likely nouns at the beginning of a heading.
IMPERATIVES = set(VERBS) - set("access archive block cache call cancel clean clone control count define design display extract format forward group handle include limit link log map mark monitor package plot process query report route run scale secure sign store tag test track train type".split())
# Manuals whose headings tell what to do ("Print a page").
TELLING = set("gnome-user-docs evolution-common evince-common eog gedit-common epiphany-browser-data brasero-common cheese-common totem-common gnome-chess gnome-sudoku gnome-mahjongg gnome-system-monitor gnome-terminal-data shotwell-common orca simple-scan deja-dup baobab gbrainy file-roller gnome-calculator ocrmypdf-doc beets-doc mopidy-doc borgbackup-doc cinder-doc nova-doc neutron-doc keystone-doc swift-doc icinga2-doc docker-doc buildbot-doc freedombox-doc-en libreoffice-help-en-us lemonldap-ng-doc tryton-client-doc brz-doc".split())
# "Building tools" and "Print settings" are things, not what is done.
THINGS = set("started options process system systems style mode file procedure errors tools tips instructions environment order list area point".split())
DIALOGS = set("options settings mode dialog menu command commands plugin api tab toolbar function properties variables attributes directives messages levels formats support".split())
VAGUE = re.compile(r"\b(this|these|above|below|following|previous|example|introduction|overview|more|others?|misc|further|chapter|section|manual|document|part \d|step \d|here|such|it|them|etc)\b", re.I)
OPENERS = re.compile(r"(how|what|what's|why|when|where|which|who|can|could|do|does|did|is|are|should|will|would|may|must|i|my|on|in|for|if)\b", re.I)
NOT_ALONE = [
    r"\b(this|these|that|it|they|them|above|such)\W*$",
    r"^(what|who|how|why) (is|are|was|does|do) (it|this|that|they|he|she|these)\b",
    r"^(is|are|does|do|did|was) (it|this|that|they|these|he)\b(\W+\w+){0,3}\W*$",
    r"^(what|where|when|why|how) (to|about|if|else)\b(\W+\w+){0,5}\W*$",
    r"^(did you|who should read|who (is|are) (this|you)|what's new|what next|so what)\b",
]
DEFINES = re.compile(r"((?:The |An? )?)([A-Za-z][\w.+#'/-]*(?: [\w.+#'/()-]+){0,4}?)(?: \([^)]{1,60}\))?(?:,[^,.]{1,60},)? (is|are) (?:an? |the |one of |any )(\w.*?[.:])")
NOT_TERMS = re.compile(r"^(no|yes|because|although|while|once|unlike|like|today|perhaps|maybe|sometimes|often|generally|normally|typically|finally|however|where|why|how|after|before|at|on|from|being|having|using|now|so|another|nothing|something|everything|part|most|many|next|first|that|he|she|they|we|i|one|what|each|all|any|some|for|in|note|also|both|its|your|as|since|my|our|their|his|usually|currently|following|second|third|last|default|main|result|purpose|goal|problem|point|aim|output|format|rest|current|simplest|easiest|best|latter|former|basic|key|argument|parameter|option|return|type|general|usual|new|solution|answer|number|final|optional|program|command|page|file|list)\b|\b(is|are|was|which|who|has|have|not|with|when|if|can|must|should|you|only|and|or|then|by|there|same|name|value|reason|way|method|choice|idea|syntax|to|but|will)\b", re.I)
NOT_DEFINING = re.compile(r"(good|bad|great|nice|very|similar|same|only|common|must|little|bit|lot|number|problem|result|default|few|first|last|following|most|list of|case|best|way to go|easy|easiest|example|subject|matter|pain|value|one|name|person|mistake|simple matter|recommended)\b", re.I)
GLOSSARY = re.compile(r"\bglossary|terminolog|^terms\b|vocabulary|jargon", re.I)
ENTRY = re.compile(r'(?m)^(?!An? |The )([A-Za-z][^\s<>=|_\[\]$"]*(?: (?!-)[^\s<>=|_\[\]$"]+){0,4}?)[:.]?\n\n?((?!See |To |This|If |When |You)[A-Z][\w-]* (?:\S+ ){6}.*)$')


class Questions:
    def __init__(self, pages):
        self.names = {package: row["name"] for package, row in manuals.manuals().items()}
        # How often words are written with a small and with a capital letter inside of sentences.
        self.counts = collections.Counter(word for page in pages for word in re.findall(r"(?<=[a-z,] )[A-Za-z][a-z'-]+", page["text"]))

    def lower(self, phrase, than=2):
        """Without capitals for words that are no names: those that are written without more often `than` with them."""
        words = []
        for word in phrase.split():
            bare = re.sub(r"[^A-Za-z-]", "", word)
            common = bare.istitle() and self.counts[bare.lower()] > than * self.counts[bare] and bare not in self.names.values() or bare in ("A", "Am", "An", "The")
            words.append(word.replace(bare, bare.lower()) if common else word)
        return " ".join(words)

    def about(self, question, page, always=False):
        """With the program's name, where the question is short, and for half of the others."""
        name = self.names.get(page["source"], "")
        core = [word for word in re.findall(r"[a-z]+", question.lower()) if word not in ("how", "do", "i", "a", "an", "the", "to", "of", "in", "new", "what", "is")]
        if not name or name.lower() in question.lower() or not always and len(core) > 3 and zlib.crc32(question.encode()) % 2:
            return question
        return f"{question[:-1]} in {name}?"

    def asked(self, text, page):
        """A heading that is a question."""
        text = " ".join(text.replace("’", "'").split()).replace(" ?", "?")
        words = text.split()
        if not text.endswith("?") or text.count("?") > 1 or not 3 <= len(words) <= 30 or not OPENERS.match(text) or any(re.search(pattern, text, re.I) for pattern in NOT_ALONE):
            return None
        text = text[0].upper() + text[1:]
        if len(words) > 3 and sum(word[0].isupper() for word in words[1:]) > 0.6 * (len(words) - 1):
            text = f"{words[0].capitalize()} {self.lower(' '.join(words[1:]))}"
        if text.startswith("How to "):
            text = "How do I " + re.sub(r"\byour\b", "my", text[7:])
        return self.about(text, page) if len(words) <= 5 and not re.search(r"\s[A-Z]\w", text) else text

    def how_to(self, text, page):
        """A heading that says what is done."""
        text = text.rstrip(".:").replace("’", "'")
        if text.isupper():
            text = text.capitalize()
        verb, _, rest = text.partition(" ")
        verb, nouns = verb.lower(), [word.lower() for word in rest.split()]
        if not nouns or re.search(r'[<>{}|=\\$"»&/;…(:,]| [–-] ', text):
            return None
        if told := re.match(r"(how to|to) (\w+)\b(.*)$", text, re.I):
            if told[2].lower() not in (IMPERATIVES if told[1].lower() == "to" else AFTER_HOW):
                return None
            body = f"{told[2].lower()} {self.lower(told[3])}"
        elif verb in GERUNDS:
            rest = re.sub(r"\b[Aa]nd (\w+ing)\b", lambda found: "and " + GERUNDS.get(found[1].lower(), found[1]), rest)
            if re.search(r"\b(and|or) [a-z]*ing\b", rest) or nouns[0] in THINGS or nouns == ["up"]:
                return None
            if len(nouns) <= 2 and nouns[-1] in DIALOGS and GERUNDS[verb] not in IMPERATIVES or verb == "debugging" and len(nouns) == 1 or verb == "logging" and nouns[0] not in ("in", "out", "to", "into"):
                return None
            body = f"{GERUNDS[verb]} {self.lower(rest)}"
        elif verb in IMPERATIVES and page["source"] in TELLING and text[0].isupper():
            if len(nouns) == 1 and not nouns[0].endswith("s") or nouns[0] == "for" or {nouns[0], nouns[-1]} & DIALOGS:
                return None
            body = f"{verb} {self.lower(rest)}"
        else:
            return None
        if VAGUE.search(body) or not 2 <= len(body.split()) <= 12:
            return None
        mine = {"your": "my", "yourself": "myself", "you": "I"}
        body = re.sub(r"\b(yourself|your|you)\b", lambda found: mine[found[0]], body)
        return self.about(f"How do I {body}?", page)

    def defined(self, page, heading):
        """What the first sentence says something is: the program, what the heading names, or another name."""
        plain = lambda text: re.sub(r"[^a-z0-9]+", " ", re.sub(r"\b(the|an?|s)\b", "", text.lower())).strip().rstrip("s")
        found = DEFINES.match(page["text"].split("\n")[0])
        if not found or len(found[4].split()) < 4:
            return None
        article, term, verb, rest = found.groups()
        if NOT_TERMS.search(term) or VAGUE.search(term) or ". " in term or NOT_DEFINING.match(rest) or len(term) < 2 or verb == "are" and not term.rstrip(")").endswith("s"):
            return None
        proper = not article and term[0].isupper() and (re.search("[A-Z]", term[1:]) or self.counts[term.split()[0].lower()] < 2)
        it, head = plain(term), plain(heading)
        named = it and (it in (head, plain(self.names.get(page["source"], ""))) or len(it) > 3 and re.search(rf"\b{re.escape(it)}", head) and len(head.split()) <= len(it.split()) + 3)
        if not named and (not proper or verb == "is" and re.search("[a-z]s$", term)):
            return None
        return f"What {verb} {article.lower()}{term if proper else self.lower(term)}?"

    def glossary(self, page):
        """What the terms of a glossary mean."""
        for term, text in ENTRY.findall(page["text"]):
            article, plural = re.match("An? ", text), re.search("[^si]s$", term)
            if " " in term and "(" in term or article and plural or re.search(r"--|\.\w|\.$", term):
                continue
            term = self.lower(term, than=1 / 8)
            name, one = re.search("[A-Z]", term), "an " if term[0] in "aeiou" else "a "
            if name or article and not re.search("(ing|ity|ic|ness|ation|ance)$", term):
                question = f"What is {one if article and term[0].islower() else ''}{term}?"
            else:
                question = f"What are {term}?" if plural else f'What does "{term}" mean?'
            yield question if name else self.about(question, page, always=True)

    def of(self, page, first):
        """A passage's questions with their kinds; a heading counts for the first passage below it."""
        heading = manuals.heading(page)
        if first and (question := self.asked(heading, page)):
            yield question, "faq"
        elif first and (question := self.how_to(heading, page)):
            yield question, "how-to"
        for found in re.finditer(r"(?ms)^Q\d*[:.]\s+(.{12,260}?\?)\s*$\s+A\d*[:.]\s+.{60,}", page["text"]):
            if question := self.asked(found[1], page):
                yield question, "faq"
        if question := self.defined(page, re.sub(r"\(\d\w*\)$", "", heading)):
            yield question, "definition"
        if GLOSSARY.search(page["section"]) or GLOSSARY.search(page["title"]):
            for question in self.glossary(page):
                yield question, "definition"


def main():
    pages = sets.load("manual_pages")
    questions, seen, kinds = Questions(pages), set(), collections.Counter()
    with gzip.open(sets.CACHE / "manual_headed.jsonl.gz", "wt") as file:
        for last, page in zip([{}, *pages], pages):
            first = any(last.get(key) != page[key] for key in ("source", "title", "section"))
            for question, kind in questions.of(page, first):
                name = questions.names.get(page["source"], "")
                if len(name) > 2 and " " not in name:
                    question = re.sub(rf"(?<![\w./-]){re.escape(name.lower())}(?![\w./-])", name, question)
                if (page["source"], question.lower()) not in seen:
                    seen.add((page["source"], question.lower()))
                    kinds[kind] += 1
                    file.write(json.dumps({"n": page["n"], "question": question, "kind": kind}) + "\n")
    print(", ".join(f"{kind}: {count}" for kind, count in kinds.items()))


if __name__ == "__main__":
    main()
