"""How much of a page's content is kept, and how much of what is kept is content: Grice, trafilatura, readability-lxml.

    python3 measure.py --manuals MANUALS --grice target/release/grice
    python3 measure.py --manuals MANUALS --sets git postgresql --only-grice --worst 5

MANUALS is the folder that fetch.sh filled; what is content, gold.py says. Words are runs of letters and digits in lower
case, compared as bags: kept = Σ min / Σ gold, clean = Σ min / Σ extracted. Words that gold.py leaves open (title, section
numbers, …) are not asked for, and surplus ones are not counted. `of the page's words` is the share of extracted words that
occur in the content at all: a reader that repeats the column heads with each row of a table loses `clean`, but not this.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import importlib.metadata
import json
import os
import pathlib
import subprocess
import tempfile
import urllib.parse

import gold

EXTRACTORS = ["grice", "trafilatura", "trafilatura default", "readability"]


def by_trafilatura(text, recall):
    import trafilatura

    options = dict(include_tables=True, include_comments=False, favor_recall=True) if recall else {}
    return trafilatura.extract(text, **options) or ""


def by_readability(text):
    import readability

    return gold.visible_text(gold.parse(readability.Document(text).summary(html_partial=True)))


def extract(raw):
    """What the other extractors make of a page; one that fails has found nothing."""
    text, found = gold.decode(raw), {}
    for name, reader in {
        "trafilatura": lambda: by_trafilatura(text, True),
        "trafilatura default": lambda: by_trafilatura(text, False),
        "readability": lambda: by_readability(text),
    }.items():
        try:
            found[name] = reader()
        except Exception as error:
            found[name] = ""
            found.setdefault("errors", []).append(f"{name}: {error!r}"[:200])
    return found


def extract_all(pages, cache, jobs):
    """As `extract`, from the cache where a page has been seen before."""
    versions = [importlib.metadata.version(name) for name in ["trafilatura", "readability-lxml", "lxml"]]
    keys = [hashlib.sha256(raw + repr(versions).encode()).hexdigest() for _, raw, _ in pages]
    cache.mkdir(parents=True, exist_ok=True)
    missing = [(key, raw) for key, (_, raw, _) in zip(keys, pages) if not (cache / key).exists()]
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        for (key, _), found in zip(missing, pool.map(extract, [raw for _, raw in missing])):
            (cache / key).write_text(json.dumps(found))
    return [json.loads((cache / key).read_text()) for key in keys]


def page_text(passages):
    """A page put together from its passages; a heading is told once, where its section begins."""
    pieces, path = [], []
    for passage in sorted(passages, key=lambda passage: passage["ordinal"]):
        section = passage["section"].split(" › ") if passage["section"] else []
        known = len(os.path.commonprefix([path, section]))
        pieces += section[known:] + [passage["text"]]
        path = section
    return "\n".join(pieces)


def page_key(name):
    return urllib.parse.unquote(name.removesuffix(".html").removesuffix(".htm"))


def by_grice(program, name, pages):
    """The text of each page as Grice's index of exactly these pages holds it."""
    with tempfile.TemporaryDirectory() as folder:
        source, index = pathlib.Path(folder, name), pathlib.Path(folder, "index")
        for relative, raw, _ in pages:
            (source / relative).parent.mkdir(parents=True, exist_ok=True)
            (source / relative).write_bytes(raw)
        ingest = [program, "ingest", source, "--index", index, "--quiet"]
        done = subprocess.run([*ingest, "--keep-duplicates"], capture_output=True, text=True)
        if done.returncode and "--keep-duplicates" in done.stderr:
            done = subprocess.run(ingest, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{program} could not ingest {name}: {done.stderr}")
        export = subprocess.run([program, "index", "export", "--index", index], capture_output=True, text=True, check=True)
    documents = collections.defaultdict(list)
    for line in export.stdout.splitlines():
        passage = json.loads(line)
        documents[page_key(passage["document"]).removeprefix(f"{name}/")].append(passage)
    strangers = documents.keys() - {page_key(relative) for relative, _, _ in pages}
    if strangers:
        print(f"{name}: {len(strangers)} documents of Grice's are no sampled page, such as {sorted(strangers)[:3]}")
    return [page_text(documents.get(page_key(relative), [])) for relative, _, _ in pages]


def compare(page, text):
    """(words of the content, extracted, in both, of types in the content, lost, added)"""
    content, either = (collections.Counter(gold.words(part)) for part in [page.content, page.either])
    found = collections.Counter(gold.words(text))
    added = (found - content) - either
    lost = content - found
    extracted = (content & found).total() + added.total()
    known = extracted - sum(count for word, count in added.items() if word not in content and word not in either)
    return content.total(), extracted, (content & found).total(), known, lost, added


def ratio(part, whole):
    return part / whole if whole else 0.0


def summarize(rows):
    """kept, clean and known words: means of pages, and of all words together. A page of which nothing was taken is not unclean."""
    totals = [sum(row[column] for row in rows) for column in range(4)]

    def mean(part, whole):
        ratios = [row[part] / row[whole] for row in rows if row[whole]]
        return sum(ratios) / max(1, len(ratios))

    return {
        "pages": (mean(2, 0), mean(2, 1), mean(3, 1)),
        "words": (ratio(totals[2], totals[0]), ratio(totals[2], totals[1]), ratio(totals[3], totals[1])),
    }


def show_worst(name, pages, rows, count):
    """The pages that lose and add most, with the commonest of those words; and words lost and added on most pages."""

    def some(words):
        return " ".join(f"{word}×{n}" if n > 1 else word for word, n in words.most_common(30))

    if not count:
        return
    for kind, column, whole in [("lost", 4, 0), ("added", 5, 1)]:
        order = sorted(range(len(rows)), key=lambda at: -ratio(rows[at][column].total(), rows[at][whole]))
        for at in order[:count]:
            words, of = rows[at][column], rows[at][whole]
            if words:
                print(f"{name}: {kind} {words.total()} of {of} ({words.total() / max(1, of):.1%}) {pages[at][0]}: {some(words)}")
        spread = collections.Counter(word for row in rows for word in row[column])
        print(f"{name}: {kind}, with the number of pages: {some(spread)}")


def table(results, average):
    print(f"\nMean of {average}, kept / clean (and of the page's words), %\n")
    names = [name for name in EXTRACTORS if all(name in result["scores"] for result in results.values())]
    print("| set | generator | pages | words | " + " | ".join(names) + " |")
    print("|---|---|---|---|" + "---|" * len(names))
    cells = lambda scores: " | ".join("{:.1f} / {:.1f} ({:.1f})".format(*(100 * s for s in scores[name])) for name in names)
    for set_name, result in results.items():
        scores = {name: result["scores"][name][average] for name in names}
        print(f"| {set_name} | {result['generator']} | {result['pages']} | {result['words']:,} | {cells(scores)} |")
    overall = {
        name: [sum(r["scores"][name][average][i] for r in results.values()) / len(results) for i in range(3)] for name in names
    }
    pages, words = (sum(result[key] for result in results.values()) for key in ["pages", "words"])
    print(f"| mean of sets | | {pages} | {words:,} | {cells(overall)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--manuals", required=True, help="the folder that fetch.sh filled")
    built = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", "target"), "release/grice")
    parser.add_argument("--grice", default=built, type=pathlib.Path)
    parser.add_argument("--sets", nargs="+", default=list(gold.SETS), choices=list(gold.SETS), metavar="SET")
    parser.add_argument("--pages", type=int, default=200, help="of each set")
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--only-grice", action="store_true")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="show the pages where Grice loses and adds most")
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path.home() / ".cache/grice-documents")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", type=pathlib.Path, help="write the numbers of every page here")
    args = parser.parse_args()
    results, every = {}, []
    for name in args.sets:
        if not gold.SETS[name].root(args.manuals).is_dir():
            print(f"{name}: not in {args.manuals}, left out")
            continue
        pages = gold.sample(args.manuals, name, args.pages, args.seed)
        texts = {"grice": by_grice(args.grice.absolute(), name, pages)}
        if not args.only_grice:
            found = extract_all(pages, args.cache, args.jobs)
            texts |= {reader: [each[reader] for each in found] for reader in EXTRACTORS[1:]}
        rows = {reader: [compare(page, text) for (_, _, page), text in zip(pages, of)] for reader, of in texts.items()}
        results[name] = {
            "generator": type(gold.SETS[name].generator).__name__.removeprefix("Numbered"),
            "pages": len(pages),
            "words": sum(row[0] for row in rows["grice"]),
            "scores": {reader: summarize(of) for reader, of in rows.items()},
        }
        every += [
            {"set": name, "page": page[0], "reader": reader, "content": row[0], "extracted": row[1], "both": row[2]}
            for reader, of in rows.items()
            for page, row in zip(pages, of)
        ]
        show_worst(name, pages, rows["grice"], args.worst)
    for average in ["pages", "words"]:
        table(results, average)
    if args.json:
        args.json.write_text("\n".join(map(json.dumps, every)) + "\n")


if __name__ == "__main__":
    main()
