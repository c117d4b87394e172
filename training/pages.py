"""The two encyclopedias as passages, and a small BM25 over them."""

import collections
import functools
import heapq
import html
import math
import pathlib
import re
import subprocess
import tempfile
from array import array

WORD = re.compile(r"[a-z0-9]+")
SENTENCE_END = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][\"')\]]))\s+(?=[\"'(\[]?[A-Z0-9])")
SHORTEST, LONGEST = 100, 400


def passages(sections):
    """Whole sentences of one section, at least 100 words where it has them, as grice-corpus cuts."""
    for heading, text in sections:
        made, open_words, opened = [], 0, []
        for sentence in SENTENCE_END.split(" ".join(text.split())):
            words = sentence.split()
            for start in range(0, len(words), LONGEST):
                piece = words[start : start + LONGEST]
                opened.append(" ".join(piece))
                open_words += len(piece)
                if open_words >= SHORTEST:
                    made.append(" ".join(opened))
                    open_words, opened = 0, []
        if opened and made:
            made[-1] += " " + " ".join(opened)
        elif opened:
            made.append(" ".join(opened))
        for text in made:
            yield heading, text


def extract_pages(folder):
    """Pages of the `<doc>` extract: a line that ends in a full stop and is short is a heading."""
    for file in sorted(pathlib.Path(folder).rglob("wiki_*")):
        for doc in file.read_text().split("</doc>"):
            found = re.search(r'<doc id="[^"]*" url="[^"]*" title="([^"]*)">\n(.*)', doc, re.S)
            if not found:
                continue
            title, body = html.unescape(found[1]), html.unescape(found[2])
            sections, heading, lines = [], "Introduction", []
            for line in body.split("\n")[1:]:
                short = len(line.split()) <= 8 and line.endswith(".") and line.count(".") == 1 and line[:1].isupper()
                if short:
                    sections.append((heading, "\n".join(lines)))
                    heading, lines = line[:-1], []
                elif line.strip():
                    lines.append(line)
            sections.append((heading, "\n".join(lines)))
            yield title, sections


def html_pages(folder):
    """Pages of the HTML selection: paragraphs and list items under their headings, no tables."""
    for file in sorted(pathlib.Path(folder).rglob("*.htm")):
        text = file.read_text(errors="replace")
        title = re.search(r"<title>(.*?)</title>", text, re.S)
        if "<!-- start content -->" not in text or not title:
            continue
        body = text.split("<!-- start content -->")[1].split("<!-- end content -->")[0]
        body = re.sub(r"(?s)<!--.*?-->|<script.*?</script>|<style.*?</style>", "", body)
        body = re.sub(r'(?s)<table(?:(?!<table).)*?</table>|<div class="thumbcaption">.*?</div>\s*</div>', "", body)
        body = re.sub(r"(?s)<sup[^>]*class=\"reference\".*?</sup>", "", body)
        sections, heading = [], "Introduction"
        for part in re.split(r"(?s)(<h[2-6].*?</h[2-6]>)", body):
            plain = html.unescape(re.sub(r"<[^>]+>", "", re.sub(r"</?(p|li|ul|ol|div|br|dd|dt)\b[^>]*>", "\n", part)))
            if re.match(r"<h[2-6]", part):
                heading = " ".join(plain.split())
            else:
                sections.append((heading, plain))
        yield html.unescape(title[1]).strip(), sections


@functools.cache
def corpus(data):
    """Every passage as (title, heading, text), and each title's passage numbers.

    A page that stands in both is taken from the newer one.
    """
    table, by_title = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for archive in ("enwiki-2015-extract.tar.zst", "wikipedia-schools-2007-html.tar.xz"):
            subprocess.run(["tar", "-xf", data / "corpora" / archive, "-C", folder], check=True)
        for pages in (extract_pages(folder), html_pages(folder)):
            for title, sections in pages:
                if title in by_title:
                    continue
                numbers = by_title[title] = []
                for heading, text in passages(sections):
                    numbers.append(len(table))
                    table.append((title, heading, text))
    return table, by_title


class Bm25:
    """Passages by BM25 for queries whose words are known beforehand; words in over 4% do not count."""

    def __init__(self, table, words, k1=0.9, b=0.4):
        self.postings = collections.defaultdict(lambda: (array("I"), array("B")))
        lengths = array("I")
        for number, (title, _, text) in enumerate(table):
            found = WORD.findall(f"{title} {text}".lower())
            lengths.append(len(found))
            for word, count in collections.Counter(found).items():
                if word in words:
                    numbers, counts = self.postings[word]
                    numbers.append(number)
                    counts.append(min(count, 255))
        mean = sum(lengths) / len(lengths)
        self.norm = [k1 * (1 - b + b * length / mean) for length in lengths]
        self.count, self.k1 = len(table), k1
        for word in [w for w, (n, _) in self.postings.items() if len(n) > 0.04 * self.count]:
            del self.postings[word]

    def top(self, weights, size, most=1.0):
        """The best `size` passages for {word: weight}, by the words that at most that part of the passages has."""
        scores = collections.defaultdict(float)
        for word, weight in weights.items():
            if word in self.postings and len(self.postings[word][0]) <= most * self.count:
                numbers, counts = self.postings[word]
                rare = weight * math.log(1 + (self.count - len(numbers) + 0.5) / (len(numbers) + 0.5))
                for number, count in zip(numbers, counts):
                    scores[number] += rare * count / (count + self.norm[number])
        return heapq.nsmallest(size, scores, key=lambda n: (-scores[n], n))
