"""Passages of freely licensed manuals, from the Debian packages of manuals.tsv.

    python3 training/manuals.py --grice target/release/grice --work MANUALS --against TESTED

Downloads each package, unpacks its English pages, ingests them, and picks whole pages evenly over the manuals; what is there is kept, so that
another run goes on. TESTED holds the manuals that models are measured on, a folder a package (docs/reproduce/documents/fetch.sh): passages that
share runs of ten words with them are left out. Writes manual_pages.jsonl.gz: {n, source, title, section, text}.

manuals.tsv has the versions that models were trained on (Debian 12), the licences each package names first, how many passages were taken, what a
manual calls its program, and which files of the package are its manual where not all are.
"""

import argparse
import csv
import gzip
import html
import html.entities
import json
import pathlib
import re
import shutil
import subprocess
import tarfile
import xml.etree.ElementTree as ET
import zlib

import sets

LANGUAGES = "ar|bg|ca|cs|da|de|el|eo|es|et|eu|fa|fi|fr|gl|gu|he|hi|hr|hu|id|it|ja|ko|lt|lv|mk|nb|nl|nn|no|oc|pa|pl|pt|pt[-_]br|ro|ru|sk|sl|sq|sr|sr@latin|sv|te|th|tr|uk|vi|zh|zh[-_]cn|zh[-_]tw|zh_hk|en_gb|ca@valencia|be|bn|is|ms|af|ast|kn|ml|mr|ta|hy|ka|kk|tt|uz|ga|gd|cy|br|sr@ijekavian|ua|jp|cz"
FOREIGN = re.compile(rf"/({LANGUAGES})/|[._-]({LANGUAGES})(\.[a-z]+)?(\.gz)?$", re.I)
PAGE = re.compile(r"\.(html?|xhtml|txt|md|rst|adoc|asciidoc|page|docbook|xml|epub|[1-8][a-z]*)(\.gz|\.bz2|\.xz)?$", re.I)
ASIDE = re.compile(r"changelog|copyright|copying|licen[sc]e|/news|/changes|release.?notes|genindex|py-modindex|/search\.html|readme\.debian|authors|thanks|todo|/examples?/|_sources/|/_static|/_modules/|doxygen|javadoc|/api/|/searchindex|credits|whatsnew|contributors|fdl|/gpl|gpl-|legal\.xml", re.I)
PLACES = re.compile("^/usr/share/(doc/|help/C|man/|gnome/help)|^(?!/usr/share/help/).*(help|manual|doc|html|guide)")
MOST_BYTES = 2_500_000
MALLARD = {"p": "p", "steps": "ol", "list": "ul", "item": "li", "terms": "dl", "screen": "pre", "table": "table", "tr": "tr", "td": "td", "th": "td"}
ENTITIES = {"kde": "KDE", "kf5": "KDE Frameworks", "LMB": "left mouse button", "RMB": "right mouse button", "MMB": "middle mouse button", "kdeconnect": "KDE Connect", "systemsettings": "System Settings", "eg": "e.g.", "ie": "i.e.", "etc": "etc.", "kpat": "KPatience", "X-Window": "X Window System", "app": "this application", "appname": "the application", "gpg": "GnuPG"}
ENTITIES |= {name.lower(): name for name in "JavaScript JuK KMail KGpg KSudoku KTurtle KMyMoney KOrganizer KWrite KWin KAddressBook PGP IMAP POP SMTP".split()}
TESTED = "apache2-doc asciidoctor-doc bash-doc cmake-doc debian-handbook debian-policy debian-reference-en doxygen-doc git-doc mkdocs-doc nginx-doc nodejs-doc octave-doc postgresql-doc-15 python-django-doc python3.11-doc rust-doc sphinx-doc sqlite3-doc valgrind".split()
STOP = set("the of to and a in is for that it be are this with on as by or you can if an not from will when which use at have has".split())
UNWANTED = re.compile(r"licen[sc]e|copyright|copying|changelog|change log|release notes|what.s new|acknowledg|credits|index of|bibliograph|contributors|table of contents|revision history", re.I)
REFERENCE = re.compile(r"(File|Class|Struct|Structure|Namespace|Template|Module|Union|Interface) Reference|Member List|Magick::|^history$|^Changes from|^sybdb|Bullseye", re.I)
QUESTION = re.compile(r"^(how|what|why|when|where|which|who|can|could|do|does|did|is|are|should|will|would|may|must|i |my )\b.*\?\s*$", re.I)


def manuals():
    with open(pathlib.Path(__file__).parent / "manuals.tsv", newline="") as file:
        return {row["package"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}


def wanted(name, rule):
    """Whether a package's file is an English page of its manual; man pages only where the rule names them."""
    if name.startswith("/usr/share/man/") and "/man/" not in rule:
        return False
    return PLACES.search(name) and PAGE.search(name) and not FOREIGN.search(name) and not ASIDE.search(name) and re.search(rule, name)


def unpack(package, rule, debs, folder):
    if not list(debs.glob(f"{package}_*.deb")):
        subprocess.run(["apt-get", "download", "-q", package], cwd=debs, check=True)
    process = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", next(debs.glob(f"{package}_*.deb"))], stdout=subprocess.PIPE)
    with tarfile.open(fileobj=process.stdout, mode="r|") as archive:
        for member in archive:
            if member.isfile() and 400 <= member.size <= 8_000_000 and wanted(member.name[1:], rule):
                path = folder / member.name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(archive.extractfile(member).read())
    process.wait()


def mallard(node, titles, level=1, above=""):
    """A page of Mallard as HTML."""
    kind = node.tag.split("}")[-1]
    if kind in ("info", "links", "comment", "media", "credit"):
        return ""
    parts = [(part.tag.split("}")[-1], mallard(part, titles, min(level + (kind == "section"), 5), kind), html.escape(part.tail or "")) for part in node]
    if kind in ("guiseq", "keyseq") and parts:
        return (" &gt; " if kind == "guiseq" else "+").join(text for _, text, _ in parts)
    if kind == "item" and above == "terms":
        terms = [text for name, text, _ in parts if name == "title"]
        return f"<dt>{''.join(terms)}</dt><dd>{''.join(text for name, text, _ in parts if name != 'title')}</dd>"
    text = html.escape(node.text or "") + "".join(text + tail for _, text, tail in parts)
    if kind == "link" and not text.strip():
        return titles.get(node.get("xref", "").split("#")[0], node.get("href", ""))
    if kind == "title" and above != "item":
        return f"<h{level}>{text}</h{level}>\n"
    name = "pre" if kind == "code" and above in ("page", "section", "item", "td", "note", "example", "listing") else MALLARD.get(kind)
    return f"<{name}>{text}</{name}>\n" if name else text


def resolved(text):
    """DocBook without its document type, entities replaced by what they most likely stand for."""
    local = dict(re.findall(r'<!ENTITY\s+([\w.-]+)\s+"([^"]*)"', text))

    def one(found):
        name = found[1]
        if name in local and f"&{name};" not in local[name]:
            return "" if "<" in local[name] else re.sub(r"&([\w.-]+);", one, local[name])
        if name in ENTITIES or name in ("amp", "lt", "gt", "quot", "apos"):
            return ENTITIES.get(name, found[0])
        if name in html.entities.name2codepoint:
            return chr(html.entities.name2codepoint[name])
        if re.search(r"GPL|FDL|[Aa]uthor|mail$|install\.|legal|[A-Z][a-z]+\.[A-Z]", name):
            return ""
        return name if re.search("[A-Z]", name) else name[0].upper() + name[1:]

    return re.sub(r"&([A-Za-z][\w.-]*);", one, re.sub(r"<!DOCTYPE[^\[>]*(\[.*?\]\s*)?>", "", text, count=1, flags=re.S))


def convert(folder):
    """Mallard to HTML, DocBook without entities; of large manuals every so manyth file."""
    pages = {path: re.sub(r"<!DOCTYPE.*?\]?>", "", path.read_text(), count=1, flags=re.S) for path in folder.rglob("*.page")}
    heads = {path.stem: re.search(r"(?s)</info>\s*(?:<!--.*?-->\s*)*<title[^>]*>(.*?)</title>", text) for path, text in pages.items()}
    titles = {name: " ".join(re.sub("<[^>]*>", "", found[1]).split()) for name, found in heads.items() if found}
    for path, text in pages.items():
        path.unlink()
        try:
            body = mallard(ET.fromstring(text), titles)
            path.with_suffix(".html").write_text(f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{titles.get(path.stem, "")}</title></head><body>{body}</body></html>')
        except ET.ParseError:
            pass
    for path in [*folder.rglob("*.docbook"), *folder.rglob("*.xml")]:
        text = path.read_text(errors="replace")
        path.unlink()
        if path.suffix == ".docbook" or re.search(r"<(book|article|chapter|sect1|section|refentry|appendix|glossary)\b", text):
            path.with_suffix(".docbook").write_text(resolved(text))
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    size = sum(path.stat().st_size * (4 if path.suffix in (".gz", ".xz", ".bz2") else 1) for path in files)
    if size > MOST_BYTES and len(files) > 8:
        count = max(8, int(len(files) * MOST_BYTES / size))
        for path in set(files) - {files[i * len(files) // count] for i in range(count)}:
            path.unlink()


def exported(args, package, rule):
    """A manual's passages, a JSON line each."""
    out, pages, index = args.work / "exports" / f"{package}.jsonl.gz", args.work / "pages" / package, args.work / "index"
    if out.exists():
        return out
    for folder in (out.parent, args.work / "deb"):
        folder.mkdir(parents=True, exist_ok=True)
    if not pages.exists():
        part = pages.with_name(f"{package}.part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        unpack(package, rule, args.work / "deb", part)
        convert(part)
        part.rename(pages)
    shutil.rmtree(index, ignore_errors=True)
    with open(out.with_name(f"{package}.log"), "w") as log:
        subprocess.run([args.grice, "ingest", pages, "--index", index], check=True, stdout=log, stderr=log)
        done = subprocess.run([args.grice, "index", "export", "--index", index], check=True, stdout=subprocess.PIPE, stderr=log)
    out.with_suffix(".part").write_bytes(gzip.compress(done.stdout, 1))
    return out.with_suffix(".part").rename(out)


def runs(text):
    """A sixth of a text's runs of ten words, as numbers."""
    words = re.findall(r"[a-z]+", text.lower())
    return [zlib.crc32(" ".join(words[i : i + 10]).encode()) for i in range(len(words) - 9) if zlib.crc32(words[i].encode()) % 6 == 0]


def tested(folder):
    """The runs of words in the manuals that models are measured on."""
    found = set()
    for path in [path for package in TESTED for path in (folder / package).rglob("*") if path.is_file() and not path.is_symlink()]:
        name = str(path.relative_to(folder))
        elsewhere = name.startswith("rust-doc") and "/book" not in name or name.startswith("debian-handbook") and "en-US" not in name
        if not elsewhere and re.search(r"\.(html?|txt|md|rst|adoc|xml)(\.gz|\.en)*$", name) and not FOREIGN.search(name) and "_sources/" not in name:
            text = (gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()).decode(errors="ignore")
            found.update(runs(html.unescape(re.sub(r"<[^>]*>", " ", re.sub(r"(?s)<(script|style).*?</\1>", "", text)))))
    print(f"{len(found)} runs of words in {folder}", flush=True)
    return found


def titled(args, manual, row):
    """A page's title; where that is only the title of a box, the heading of the file."""
    if manual["package"] == "freedombox-doc-en":
        return re.sub(r"^freedombox-manual – ", "", row["title"].removesuffix(".part") + " – FreedomBox Manual")
    path = args.work / "pages" / f"{row['document']}.html"
    if row["title"] not in ("Note", "Tip", "Copyright", "Warning", "Important", "Caution") or not path.exists():
        return row["title"]
    text = path.read_text(errors="ignore")
    found = re.search(r"(?is)<h1[^>]*>(.*?)</h1>", text) or re.search(r"(?is)<title>(.*?)</title>", text)
    return html.unescape(re.sub("<[^>]*>", "", found[1])).strip() if found else manual["name"]


def prose(text):
    """Whether a passage is English of some length, not code, a table or an index."""
    words = text.split()
    if len(words) < 25 or sum(ord(c) < 128 for c in text) < 0.93 * len(text) or sum(c.isalpha() or c == " " for c in text) < 0.7 * len(text):
        return False
    return "◆" not in text and sum(word.lower().strip(".,;:()") in STOP for word in words) >= 0.16 * len(words)


def passages(args, manual, seen, excluded):
    """A manual's passages that are worth reading, in its order."""
    kept, shared = [], 0
    with gzip.open(exported(args, manual["package"], manual["files"]), "rt") as file:
        for row in map(json.loads, file):
            text, title, section = row["text"].removeprefix("Index 🔎︎").strip(), titled(args, manual, row), re.sub(r"^Table of Contents( › |$)", "", row["section"])
            if manual["package"] == "freeciv-data":
                text = re.sub(r" ?\\\n", " ", text)
            plain = re.sub(r"\W+", " ", text.lower())
            if plain in seen or not prose(text) or REFERENCE.search(row["title"]) or UNWANTED.search(section) or len(title) < 60 and UNWANTED.search(title):
                continue
            found = runs(text) if excluded else []
            if found and sum(run in excluded for run in found) >= max(2, 0.15 * len(found)):
                shared += 1
                continue
            seen.add(plain)
            kept.append({"document": row["document"], "source": manual["package"], "title": title, "section": section, "text": text})
    print(f"{manual['package']}: {len(kept)} passages" + (f", {shared} others shared" if shared else ""), flush=True)
    return kept


def heading(page):
    """The heading above a passage, without its number."""
    text = (page["section"] or page["title"]).split(" › ")[-1].strip()
    return re.sub(r"^\W*(([QX]\d*|[A-Z]\d+|\d+(\.\d+)*)[.:)]\s*|\d+(\.\d+)+\s+|Q(uestion)?:\s*|Chapter \d+\.?\s*|Part [IVX]+\s+)", "", text).strip()


def picked(rows, most):
    """About `most` passages as whole pages, spread over the manual, at most half for the questions they ask. Long pages are taken in parts."""
    if len(rows) <= most:
        return rows
    pages = []
    for last, row in zip([None, *rows], rows):
        if not last or row["document"] != last["document"] or len(pages[-1]) >= (60 if row["section"] == last["section"] else 30):
            pages.append([])
        pages[-1].append(row)
    # Numbers by their bits backwards: each further page falls between those before it.
    spread = sorted(range(len(pages)), key=lambda at: format(at, "016b")[::-1])
    asking = [at for at in spread if any(QUESTION.match(heading(row)) or re.search(r"(?m)^Q[:.]", row["text"]) for row in pages[at])]
    taken, count = set(), 0
    for at, limit in [(at, most // 2) for at in asking] + [(at, most) for at in spread]:
        fits = limit < most or count + len(pages[at]) <= 1.15 * most or count <= 0.6 * most
        if at not in taken and count < limit and fits:
            taken.add(at)
            count += len(pages[at])
    return [row for at in sorted(taken) for row in pages[at]][: int(1.3 * most)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grice", default="grice")
    parser.add_argument("--work", type=lambda name: pathlib.Path(name).resolve(), required=True, help="where packages, pages and passages are kept")
    parser.add_argument("--against", type=pathlib.Path, help="manuals that nothing may be shared with")
    parser.add_argument("--only", nargs="+", help="only these packages")
    parser.add_argument("--most", type=int, default=28000, help="about so many passages in all")
    args = parser.parse_args()
    seen, excluded = set(), tested(args.against) if args.against else set()
    found = {name: passages(args, manual, seen, excluded) for name, manual in manuals().items() if not args.only or name in args.only}
    each = next((each for each in range(1200, 50, -1) if sum(min(len(rows), each) for rows in found.values()) <= args.most), 50)
    chosen = [row for rows in found.values() if len(rows) >= 5 for row in picked(rows, each)]
    sets.CACHE.mkdir(exist_ok=True)
    with gzip.open(sets.CACHE / "manual_pages.jsonl.gz", "wt") as file:
        for n, row in enumerate(chosen):
            file.write(json.dumps({"n": n, **{key: row[key] for key in ("source", "title", "section", "text")}}) + "\n")
    print(f"{len(chosen)} passages, about {each} of a manual")


if __name__ == "__main__":
    main()
