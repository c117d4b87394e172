"""What is content on a page of a manual: rules written by hand, a class for each generator of documentation.

    python3 gold.py --manuals MANUALS postgresql --pages 5

prints, for random pages of a set, what the rules keep, what they drop and what they leave open, to be checked by eye.

Content is what the author wrote: headings, paragraphs, notes and sidebars of the book, lists, tables, code,
captions, signatures, footnotes. Furniture is what the generator put around it: navigation, search, breadcrumbs,
anchors' marks, line numbers, links to the source, footers, and a list of contents that repeats the page's own
headings. A few things are asked of nobody and held against nobody (`either`): the page's title, section numbers
in headings, marks of footnotes, a list of the chapter's other pages, code that the page hides, text in drawings.
"""

import argparse
import dataclasses
import pathlib
import random
import re
import unicodedata

import lxml.html
from lxml.cssselect import CSSSelector

BLOCKS = set(
    "address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 header hr li main menu nav ol option p pre section summary table tbody "
    "td tfoot th thead title tr ul".split()
)
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
UNREAD = {"script", "style", "template", "head", "noscript", "textarea", "select"}
PICTURES = {"svg", "math"}
NUMBER = re.compile(
    r"\s*(?:(?:Chapter|Appendix|Part|Section)\s+(?:[A-Z]|\d+|[IVXL]+)\b|[A-Z](?:\.\d+)+|[A-Z]\.|[IVXL]+\.|\d+(?:\.\d+)*)"
    r"\.?(?=[\s:])\s*[-—:]?\s*"
)
INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))


def words(text):
    return re.findall(r"\w+", unicodedata.normalize("NFC", text).translate(INVISIBLE).lower())


def decode(raw):
    declared = re.search(rb"""(?:charset|encoding)\s*=\s*["']?([\w-]+)""", raw[:2048])
    for encoding in ["utf-8", declared and declared[1].decode(), "windows-1252"]:
        try:
            return raw.decode(encoding) if encoding else raw.decode()
        except (UnicodeDecodeError, LookupError):
            pass
    return raw.decode("latin-1")


def parse(text):
    """The tree of a page. libxml2 takes <wbr> for a container, and declarations of encodings amiss."""
    text = re.sub(r"^\s*<\?xml[^>]*\?>|</?wbr\s*/?>|\x00", "", text)
    return lxml.html.document_fromstring(text or "<p>", parser=lxml.html.HTMLParser(huge_tree=True))


def visible_text(element):
    """The text of a tree, with line ends only where blocks begin and end."""
    pieces = []

    def walk(node):
        if not isinstance(node.tag, str) or node.tag in UNREAD:
            return
        edge = "\n" if node.tag in BLOCKS else ""
        pieces.extend([edge, node.text or ""])
        for child in node:
            walk(child)
            pieces.append(child.tail or "")
        pieces.append(edge)

    walk(element)
    return "".join(pieces)


@dataclasses.dataclass
class Page:
    content: str
    either: str
    dropped: str
    linked: float
    """The share of the content's words that are links to other pages."""

    def is_sampled(self):
        return len(words(self.content)) >= 20 and self.linked < 0.75


class Generator:
    """CSS selectors; what lies inside `drop` is out even where it lies inside `content`."""

    content = "main"
    title = "h1"
    drop = ""
    either = ""
    contents = ""
    """Lists of contents: out where they point into the page itself, `either` where they list other pages."""
    numbered = False
    leave_out = r"(^|/)(genindex.*|search|index-all)\.html$"

    def page(self, raw, name):
        tree = parse(decode(raw))
        body = tree.find("body") if tree.find("body") is not None else tree
        found = {kind: self.matches(tree, getattr(self, kind)) for kind in ["content", "drop", "either", "contents"]}
        for listing in found["contents"]:
            found["drop" if self.is_local(listing, name) else "either"].add(listing)
        found["either"] |= self.titles(tree, found["content"])
        out = {"content": [], "either": [], "drop": []}
        linked = []
        self.walk(body, "drop", found, out, linked)
        content = "".join(out["content"])
        share = len(words(" ".join(linked))) / max(1, len(words(content)))
        return Page(content, "".join(out["either"]), "".join(out["drop"]), share)

    @staticmethod
    def matches(tree, selector):
        return set(CSSSelector(selector)(tree)) if selector else set()

    def titles(self, tree, contents):
        """The first title in the content."""
        for title in CSSSelector(self.title)(tree) if self.title else []:
            if any(node in contents for node in [title, *title.iterancestors()]):
                return {title}
        return set()

    @staticmethod
    def is_local(listing, name):
        links = [link.get("href") for link in listing.iter("a") if link.get("href")]
        own = name.rsplit("/", 1)[-1] + "#"
        return 2 * sum(link.startswith("#") or link.startswith(own) for link in links) >= len(links)

    def walk(self, node, mode, found, out, linked):
        if not isinstance(node.tag, str) or node.tag in UNREAD:
            return
        if node in found["content"] and mode == "drop":
            mode = "content"
        if node in found["drop"]:
            mode = "dropped"
        elif mode == "content" and (node in found["either"] or node.tag in PICTURES):
            mode = "either"
        if self.numbered and node.tag in HEADINGS and mode == "content":
            return self.heading(node, found, out)
        pieces = out["drop" if mode == "dropped" else mode]
        before = len(out["content"])
        edge = "\n" if node.tag in BLOCKS else ""
        if edge:
            for each in out.values():
                each.append(edge)
        pieces.append(node.text or "")
        for child in node:
            self.walk(child, mode, found, out, linked)
            pieces.append(child.tail or "")
        pieces.append(edge)
        if node.tag == "a" and mode == "content" and not (node.get("href") or "#").startswith("#"):
            linked.append("".join(out["content"][before:]))

    def heading(self, node, found, out):
        own = {"content": [], "either": [], "drop": []}
        for child in node:
            self.walk(child, "content", found, own, [])
            own["content"].append(child.tail or "")
        text = (node.text or "") + "".join(own["content"])
        number = NUMBER.match(text)
        end = number.end() if number else 0
        out["content"].extend(["\n", text[end:], "\n"])
        out["either"].extend(["\n", text[:end], "".join(own["either"])])
        out["drop"].extend(["\n", "".join(own["drop"])])


class Sphinx(Generator):
    content = "div[role=main], div.body, div#yui-main"
    drop = (
        "a.headerlink, span.viewcode-link, a.viewcode-back, span.linenos, td.linenos, div.nav, div.sphinxsidebar, "
        "div.related, div.deprecated-banner"
    )
    either = "span.section-number, a.footnote-reference, .footnote dt.label, .footnote span.label, .footnote span.brackets"
    contents = "div.contents, nav.contents, div.toctree-wrapper, p.topic-title, div.local"
    numbered = False
    leave_out = Generator.leave_out + r"|(^|/)(py-modindex|contents)\.html$|(^|/)(_modules|_sources|_static)/"


class NumberedSphinx(Sphinx):
    numbered = True


class DocBook(Generator):
    content = "body"
    title = "h1.title, h2.title, div.titlepage h1, div.titlepage h2, div.refnamediv h2, h1, h2"
    drop = ".navheader, .navfooter, table.navigation, table.nav, a.id_link, .revhistory, hr, td.listing_lines, div.footer"
    either = "sup.footnote, a.footnote > sup, div.footnote a > sup"
    contents = "div.toc, div.list-of-tables, div.list-of-figures, div.list-of-examples"
    numbered = True
    leave_out = Generator.leave_out + r"|(^|/)(bookindex|ix\d+.*|api-index.*|index-.*|.*-index)\.html$"


class Publican(DocBook):
    drop = DocBook.drop + ", #banner, p#title, ul.docnav"


class Quickbook(DocBook):
    drop = DocBook.drop + ", div.spirit-nav, body > table:first-of-type, div.copyright-footer, span.copyright-footer, #boost-logo"


class GtkDoc(DocBook):
    numbered = False
    drop = DocBook.drop + ", a.navigation, td.gallery_image"


class AsciiDoc(Generator):
    """Also Asciidoctor, whose pages have the same parts."""

    content = "#header, #content, #footnotes"
    drop = "#toc, #footer, td.linenos, a.anchor, hr"
    either = ".details, #author, #email, #revnumber, #revdate, #header > span, sup.footnote, sup.footnoteref, div.footnote > a"
    numbered = True


class Texinfo(Generator):
    content = "body"
    title = "h1, h2, h3, h4, h5"
    drop = (
        "div.header, div.nav-panel, a.copiable-anchor, a.copiable-link, .footnotes-heading, "
        "table[class^=index-], table:has(a.summary-letter)"
    )
    either = "a.footnote, h5.footnote-body-heading a, a[id^=DOCF], a[id^=FOOT]"
    contents = "ul.menu, table.menu, ul.mini-toc, ul.section-toc, ul.node-toc, div.contents, div.shortcontents, .contents-heading"
    numbered = True


class Doxygen(Generator):
    content = "div.header, div.contents"
    title = "div.title"
    drop = "div.summary, span.permalink, div.toc, div.ttc, span.lineno, div.dynheader, div.dyncontent, .navpath, a.anchor"
    either = "hr ~ ul:last-child, span.overload, .directory, a:contains('More...')"
    leave_out = (
        Generator.leave_out
        + r"|(_source|-members|graph_legend|^annotated|^classes|^hierarchy|^inherits|^files|^modules|^pages|^examples)\.html$"
        + r"|(^|/)(search/|dir_|functions|globals|namespacemembers|namespaces|annotated|classes|hierarchy|files|modules)"
    )

    def page(self, raw, name):
        page = super().page(raw, name)
        notes = r"The documentation for this \w+ was generated from the following files?:|Go to the\s+next\s+section.*"
        found = "\n".join(re.findall(notes, page.content))
        return dataclasses.replace(page, content=re.sub(notes, "", page.content), either=f"{page.either}\n{found}")


class MkDocs(Generator):
    content = "div[role=main]"
    drop = "a.headerlink, div.toc, details.quote, td.linenos"


class MdBook(Generator):
    title = "h1, h2"
    drop = "div.buttons, nav, a.header-link, button"
    either = "span.boring, sup.footnote-reference, sup.footnote-definition-label"
    leave_out = Generator.leave_out + r"|(^|/)(print|toc|404|SUMMARY)\.html$|^book/(first|second|2018)-edition/"


class Rustdoc(Generator):
    content = "#main-content"
    drop = (
        "a.srclink, a.src, a.anchor, a.test-arrow, a.doc-anchor, button, summary.hideme, #toggle-all-docs, "
        ".line-numbers, .tooltip, .notable-traits, .notable-traits-tooltip, nav, #copy-path, .src-line-numbers"
    )
    either = "span.since, .rightside, .out-of-band"
    leave_out = Generator.leave_out + r"|(^|/)(all|settings|help)\.html$"


class Javadoc(Generator):
    content = "main[role=main], main"
    drop = "div.table-tabs, button, nav, .header ul, a.anchor-link, ul.sub-nav-list-small"
    either = "div.sub-title, .header .sub-title"
    leave_out = (
        Generator.leave_out
        + r"|(^|/)(class-use|index-files|src-html|legal|jquery|script-dir)/|(package-tree|package-use|-frame)\.html$"
        + r"|(^|/)(overview-|all|constant-values|deprecated-|serialized-form|help-doc|preview-list|new-list|search)[^/]*$"
    )


class Rdoc(Generator):
    content = "main[role=main]"
    drop = "span.method-click-advice, div.method-click-advice, #project-navigation, nav, h1 span, h2 span, h3 span, .top"
    either = "div.method-source-code"
    leave_out = Generator.leave_out + r"|table_of_contents\.html$"


class Httpd(Generator):
    content = "#page-content > div, #page-content > p"
    drop = (
        "#quickview #topics, #quickview #toc, #quickview a[href*='bugzilla'], #quickview a[href*='/CHANGES_'], .toplang, .bottomlang, .top, "
        "div.up, #path, a.permalink, #comments_section, #footer, button, .langs, a.anchor"
    )
    either = "#quickview ul.seealso, #quickview h3"
    leave_out = Generator.leave_out + r"|(sitemap|quickreference|directives|mod/index)\.html$"


class Sqlite(Generator):
    content = "body"
    title = "div.fancy_title, div.nosearch h1, div.nosearch h2, h1, h2"
    drop = (
        "body > div.nosearch:first-of-type, .fancy_toc, button, form, .menu, p > small, a[href='intro.html'], "
        "a[href='../c3ref/intro.html'], .fancy_toc_hd, #toc_header, #toc_sub"
    )
    either = ".imgcontainer"
    numbered = True
    leave_out = Generator.leave_out + r"|(^|/)(keyword_index|doclist|toc|sitemap|.*list|docs|funclist|constlist)\.html$"

    def page(self, raw, name):
        page = super().page(raw, name)
        footer = r"\s*See also lists of\s+Objects,\s+Constants,\s+and\s+Functions\.\s*$"
        return dataclasses.replace(page, content=re.sub(footer, "\n", page.content))


class Nodejs(Generator):
    content = "#apicontent"
    title = "h1, h2"
    drop = "a.mark, button, input, .copy-button"
    leave_out = Generator.leave_out + r"|(^|/)(all|index|synopsis-index)\.html$"


class GiDocgen(Generator):
    content = "section#main"
    drop = "a.srclink, a.anchor, a.md-anchor, #toc, .sidebar, button"
    leave_out = Generator.leave_out + r"|(^|/)(index|classes_hierarchy)\.html$"


class Exim(Generator):
    content = "#chapter, div.chapter"
    title = "h2, h1"
    drop = "a.previous_page, a.next_page, a.toc_page, div.nav"
    numbered = True
    leave_out = r"(^|/)(index|.*_index|toc|index_toc|filter_toc)\.html$"


class MediaWiki(Generator):
    content = "body.mediawiki #content"
    title = "h1.firstHeading"
    drop = "#siteSub, #contentSub, #jump-to-nav, .editsection, .printfooter, #catlinks, table.toc, #toc, .noprint, .magnify"
    either = "sup.reference, a[href^='#_ref'], a[href^='#cite_ref'], .navbox, table#navbox"
    leave_out = r"/index/"


@dataclasses.dataclass
class Set:
    package: str
    folder: str
    generator: Generator
    only: str = r"\.html$"

    def pages(self, manuals):
        root = self.root(manuals)
        for path in sorted(root.rglob("*.htm*")):
            name = path.relative_to(root).as_posix()
            left_out = not re.search(self.only, name) or re.search(self.generator.leave_out, name)
            if not left_out and path.is_file() and not path.is_symlink():
                yield name, path

    def root(self, manuals):
        return pathlib.Path(manuals, self.package, self.folder)


DOC = "usr/share/doc/"
SETS = {
    "python": Set("python3.11-doc", DOC + "python3.11/html", Sphinx()),
    "django": Set("python-django-doc", DOC + "python-django-doc/html", Sphinx()),
    "sphinx": Set("sphinx-doc", DOC + "sphinx-doc/html", Sphinx()),
    "cmake": Set("cmake-doc", DOC + "cmake-data/html", Sphinx()),
    "debian-policy": Set("debian-policy", DOC + "debian-policy/policy.html", NumberedSphinx()),
    "postgresql": Set("postgresql-doc-15", DOC + "postgresql-doc-15/html", DocBook()),
    "debian-handbook": Set("debian-handbook", DOC + "debian-handbook/html/en-US", Publican()),
    "debian-reference": Set("debian-reference-en", "usr/share/debian-reference", DocBook(), r"\.en\.html$"),
    "valgrind": Set("valgrind", DOC + "valgrind/html", DocBook()),
    "boost": Set("libboost1.74-doc", DOC + "libboost1.74-doc/doc/html", Quickbook()),
    "glib": Set("libglib2.0-doc", "usr/share/gtk-doc/html", GtkDoc()),
    "git": Set("git-doc", DOC + "git-doc", AsciiDoc()),
    "weechat": Set("weechat-doc", DOC + "weechat-doc/html", AsciiDoc(), r"\.en\.html$"),
    "octave": Set("octave-doc", DOC + "octave", Texinfo()),
    "bash": Set("bash-doc", DOC + "bash", Texinfo(), r"bashref\.html$"),
    "doxygen": Set("doxygen-doc", DOC + "doxygen/html", Doxygen()),
    "eigen": Set("libeigen3-doc", DOC + "libeigen3-dev/html", Doxygen()),
    "mkdocs": Set("mkdocs-doc", DOC + "mkdocs/html", MkDocs()),
    "rust-books": Set(
        "rust-doc",
        DOC + "rust-doc/html",
        MdBook(),
        r"^(book|cargo|edition-guide|embedded-book|nomicon|reference|rust-by-example|rustc|rustdoc|unstable-book)/",
    ),
    "rust-std": Set("rust-doc", DOC + "rust-doc/html", Rustdoc(), r"^(std|alloc)/"),
    "java": Set("openjdk-17-doc", DOC + "openjdk-17-jre-headless/api", Javadoc()),
    "commons-lang": Set("libcommons-lang3-java-doc", DOC + "libcommons-lang3-java/api", Javadoc()),
    "asciidoctor-api": Set("asciidoctor-doc", DOC + "asciidoctor-doc/html", Rdoc()),
    "httpd": Set("apache2-doc", DOC + "apache2-doc/manual/en", Httpd()),
    "sqlite": Set("sqlite3-doc", DOC + "sqlite3", Sqlite()),
    "nodejs": Set("nodejs-doc", DOC + "nodejs/api", Nodejs()),
    "gtk": Set("libgtk-4-doc", DOC + "libgtk-4-doc", GiDocgen()),
    "exim": Set("exim4-doc-html", DOC + "exim4-doc-html/spec_html", Exim()),
    "wikipedia": Set("wikipedia", "wpcd/wp", MediaWiki(), r"\.htm$"),
}
"""`wikipedia` is a folder of unpacked pages (MediaWiki of 2007) beside the packages."""


def sample(manuals, name, count, seed):
    """Random pages of a set, [(relative path, bytes, Page)]: no stubs, no lists of links, none twice."""
    pages = list(SETS[name].pages(manuals))
    random.Random(f"{seed}/{name}").shuffle(pages)
    taken, seen = [], set()
    for relative, path in pages:
        raw = path.read_bytes()
        page = SETS[name].generator.page(raw, relative)
        if not page.is_sampled() or page.content in seen:
            continue
        seen.add(page.content)
        taken.append((relative, raw, page))
        if len(taken) == count:
            break
    return taken


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--manuals", required=True, help="the folder that fetch.sh filled")
    parser.add_argument("--pages", type=int, default=5)
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--chars", type=int, default=1500, help="of the content, to print at each end")
    parser.add_argument("sets", nargs="*", default=list(SETS))
    args = parser.parse_args()
    squeeze = lambda text: re.sub(r"\s*\n\s*", " / ", text.strip())
    for name in args.sets:
        for relative, _, page in sample(args.manuals, name, args.pages, args.seed):
            content = squeeze(page.content)
            print(f"\n=== {name}: {relative}: {len(words(content))} words, {page.linked:.0%} in links")
            middle = "" if len(content) <= 2 * args.chars else " […] " + content[-args.chars:]
            print(f"KEPT    {content[:args.chars]}{middle}")
            print(f"DROPPED {squeeze(page.dropped)[:2 * args.chars]}")
            print(f"EITHER  {squeeze(page.either)[:args.chars]}")


if __name__ == "__main__":
    main()
