//! Links: which are pages, which are pictures, categories or other languages, and their words.

use super::entities;
use super::render::{Mode, Part, Render};
use crate::names;

/// What the target of `[[…]]` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A page of the collection.
    Page,
    /// A page elsewhere, whose words belong to the text.
    Elsewhere,
    /// A file, a category or the same page in another language: no part of the text.
    Apart,
    /// A web address in the wrong brackets.
    Url,
}

const SCHEMES: [&str; 7] = ["http://", "https://", "//", "ftp://", "mailto:", "news:", "irc://"];

const FILES: [&str; 15] = [
    "file",
    "image",
    "media",
    "datei",
    "bild",
    "fichier",
    "archivo",
    "ficheiro",
    "bestand",
    "plik",
    "файл",
    "immagine",
    "fil",
    "ファイル",
    "文件",
];

const CATEGORIES: [&str; 9] = [
    "category",
    "kategorie",
    "catégorie",
    "categoría",
    "categoria",
    "categorie",
    "kategoria",
    "категория",
    "kategori",
];

const SPACES: [&str; 45] = [
    "wikipedia",
    "wp",
    "project",
    "help",
    "template",
    "portal",
    "user",
    "talk",
    "user talk",
    "wikipedia talk",
    "template talk",
    "help talk",
    "file talk",
    "category talk",
    "portal talk",
    "special",
    "draft",
    "mediawiki",
    "module",
    "book",
    "timedtext",
    "wikt",
    "wiktionary",
    "s",
    "wikisource",
    "commons",
    "c",
    "d",
    "wikidata",
    "q",
    "wikiquote",
    "b",
    "wikibooks",
    "v",
    "wikiversity",
    "n",
    "wikinews",
    "wikispecies",
    "voy",
    "wikivoyage",
    "m",
    "meta",
    "w",
    "mw",
    "doi",
];

/// Languages' codes, as links to the same page in other languages begin with them.
const LANGUAGES: &str = " aa ab ace af ak als am an ang ar arc ary arz as ast av ay az azb ba \
    bar bat-smg bcl be be-tarask be-x-old bg bh bi bm bn bo bpy br bs bug bxr ca cbk-zam cdo ce \
    ceb ch chr chy ckb co cr crh cs csb cu cv cy da de diq dsb dv dz ee el eml en eo es et eu ext \
    fa ff fi fiu-vro fj fo fr frp frr fur fy ga gag gan gd gl glk gn got gsw gu gv ha hak haw he \
    hi hif ho hr hsb ht hu hy hz ia id ie ig ii ik ilo io is it iu ja jam jbo jv ka kaa kab kbd \
    kg ki kj kk kl km kn ko koi kr krc ks ksh ku kv kw ky la lad lb lbe lez lg li lij lmo ln lo \
    lrc lt ltg lv mai map-bms mdf mg mh mhr mi min mk ml mn mr mrj ms mt mus mwl my myv mzn na \
    nah nap nds nds-nl ne new ng nl nn no nov nrm nso nv ny oc olo om or os pa pag pam pap pcd \
    pdc pfl pi pih pl pms pnb pnt ps pt qu rm rmy rn ro roa-rup roa-tara ru rue rw sa sah sc scn \
    sco sd se sg sh si simple sk sl sm sn so sq sr srn ss st stq su sv sw szl ta te tet tg th ti \
    tk tl tn to tpi tr ts tt tum tw ty udm ug uk ur uz ve vec vep vi vls vo wa war wo wuu xal xh \
    xmf yi yo za zea zh zh-classical zh-min-nan zh-yue zu ";

/// True where an external link's address starts.
pub(super) fn is_url(text: &str) -> bool {
    SCHEMES.iter().any(|scheme| {
        text.as_bytes()
            .get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme.as_bytes()))
    })
}

/// True where a link to a file starts, after its brackets.
pub(super) fn is_file(text: &str) -> bool {
    prefix(text).is_some_and(|(name, _)| FILES.contains(&name.as_str()))
}

/// The name space of a title in lower case, and what follows it.
fn prefix(title: &str) -> Option<(String, &str)> {
    let colon = title.bytes().take(32).position(|b| b == b':')?;
    let (name, rest) = (title.get(..colon)?, title.get(colon + 1..)?);
    let name = name.replace('_', " ").trim().to_lowercase();
    (!name.is_empty()).then_some((name, rest))
}

fn classify(target: &str) -> Target {
    if is_url(target) {
        return Target::Url;
    }
    let Some((name, rest)) = prefix(target) else {
        return Target::Page;
    };
    let name = name.as_str();
    // "Io: a play" is a title; "io:Ludo" is the page in Ido.
    let language = !rest.starts_with(' ')
        && target.starts_with(name)
        && !name.contains(' ')
        && LANGUAGES.contains(&format!(" {name} "));
    if FILES.contains(&name) || CATEGORIES.contains(&name) || language {
        Target::Apart
    } else if SPACES.contains(&name) && !rest.starts_with(' ') {
        Target::Elsewhere
    } else {
        Target::Page
    }
}

/// What `[[Target|]]` shows: no name space, no bracket, nothing after a comma.
fn pipe_trick(target: &str) -> &str {
    let page = prefix(target).map_or(target, |(_, rest)| rest);
    let page = match page.rfind('(') {
        Some(at) if page.trim_end().ends_with(')') => page.get(..at).unwrap_or(page),
        _ => page.split(", ").next().unwrap_or(page),
    };
    page.trim()
}

impl Render<'_> {
    /// Renders the link that is span `index`, and records it. Answers where to go on.
    pub(super) fn link(&mut self, index: usize, depth: usize) -> (usize, usize) {
        let Some(span) = self.spans.get(index) else {
            return (self.text.len(), self.spans.len());
        };
        let part = self.inside(index);
        let source = self.text.get(part.start..part.end).unwrap_or_default();
        let bar = self.find_in(part, b'|');
        let target_end = bar.map_or(part.end, |(at, _)| at);
        let target = self.text.get(part.start..target_end).unwrap_or_default();
        let plain = self.plain_target(index, target_end);
        let shown = target.trim_start().strip_prefix(':');
        match classify(shown.unwrap_or(target).trim_start()) {
            Target::Apart if shown.is_none() => {
                self.line.hole();
                self.links_inside(index, depth);
                return (span.end, span.after);
            }
            Target::Url => {
                self.address(part, depth);
                return (span.end, span.after);
            }
            kind => {
                let from = self.line.text.len();
                self.label(part, bar, source, depth);
                if kind == Target::Page && shown.is_none() && plain {
                    self.record(target, from, span.end);
                }
            }
        }
        (span.end, span.after)
    }

    /// Whether no construct stands in a link's target, so that its text names a page.
    fn plain_target(&self, index: usize, target_end: usize) -> bool {
        let child = self.spans.get(index + 1).map_or(usize::MAX, |s| s.start);
        child >= target_end
    }

    fn label(&mut self, part: Part, bar: Option<(usize, usize)>, source: &str, depth: usize) {
        let Some((bar, span)) = bar else {
            let shown = source.trim_start();
            let shown = shown.strip_prefix([':', '#']).unwrap_or(shown);
            let start = part.end - shown.len();
            self.inline(Part { start, ..part }, depth + 1);
            return;
        };
        let label = Part { start: bar + 1, end: part.end, span };
        let blank = self.text.get(label.start..label.end);
        if blank.is_some_and(|label| label.trim().is_empty()) {
            let target = self.text.get(part.start..bar).unwrap_or_default();
            let shown = pipe_trick(target.trim_start_matches(':'));
            let start = shown.as_ptr() as usize - self.text.as_ptr() as usize;
            let end = start + shown.len();
            self.inline(Part { start, end, ..part }, depth + 1);
        } else {
            self.inline(label, depth + 1);
        }
    }

    /// Records the link to `target` whose words stand in the line from `from` on, with the
    /// letters after its brackets.
    fn record(&mut self, target: &str, from: usize, end: usize) {
        let target = entities::decode_all(target);
        let target = match target.contains('%') {
            true => names::percent_decode(&target),
            false => target,
        };
        let page = target.split('#').next().unwrap_or_default();
        let markup = |c: char| "<>[]{}\n".contains(c);
        if page.trim_matches([' ', '_', '\u{a0}']).is_empty() || page.contains(markup) {
            return;
        }
        let shown = self.line.text.get(from..).unwrap_or_default();
        let rest = self.text.get(end..).unwrap_or_default();
        let trail = rest.find(|c: char| !c.is_lowercase()).unwrap_or(rest.len());
        // A whole lower-case text is no word's ending; nor may it be copied for each link.
        let trail = if trail <= 64 { trail } else { 0 };
        let mut words = String::with_capacity(shown.len() + trail);
        without_quotes(shown, &mut words);
        words.push_str(rest.get(..trail).unwrap_or_default());
        self.builder.link(names::title(self.source, page), &words);
    }

    /// Records the links inside a span that gives no text.
    pub(super) fn links_inside(&mut self, index: usize, depth: usize) {
        let Some(after) = self.spans.get(index).map(|span| span.after) else {
            return;
        };
        if depth >= super::render::DEEPEST || after == index + 1 {
            return;
        }
        let line = std::mem::take(&mut self.line);
        let mut at = index + 1;
        while at < after {
            let Some(span) = self.spans.get(at) else {
                break;
            };
            let link = span.kind == super::scan::Kind::Link && span.closed;
            if link && !is_file(self.text.get(span.inner..).unwrap_or_default()) {
                (_, at) = self.link(at, depth + 1);
                self.line.clear();
            } else {
                at += 1;
            }
        }
        self.line = line;
    }

    /// Renders what follows the address in `[http://… words]`.
    pub(super) fn address(&mut self, part: Part, depth: usize) {
        let (mut at, mut span) = (part.start, part.span);
        while at < part.end {
            match self.spans.get(span) {
                Some(child) if child.start < at => span += 1,
                Some(child) if child.start == at => (at, span) = (child.end, child.after),
                _ if self.text.as_bytes().get(at).is_some_and(|b| is_label(*b)) => break,
                _ => at += 1,
            }
        }
        let label = Part { start: at.min(part.end), end: part.end, span };
        let words = self.text.get(label.start..label.end).unwrap_or_default();
        if words.trim().is_empty() {
            self.line.hole();
        } else {
            let start = part.end - words.trim_start().len();
            self.render_inline(Part { start, ..label }, Mode::Inline, depth + 1);
        }
    }
}

fn is_label(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'|'
}

/// Copies a label without its bold and italic markup.
fn without_quotes(label: &str, out: &mut String) {
    let mut parts = label.split("''");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        out.push_str(part.strip_prefix('\'').unwrap_or(part));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_told_apart() {
        for (target, kind) in [
            ("Paris", Target::Page),
            ("2001: A Space Odyssey", Target::Page),
            ("Io: a play", Target::Page),
            ("File:X.jpg", Target::Apart),
            ("image:X.jpg", Target::Apart),
            ("Datei:X.jpg", Target::Apart),
            ("Category:Towns", Target::Apart),
            ("de:Paris", Target::Apart),
            ("zh-min-nan:Paris", Target::Apart),
            ("De:Paris", Target::Page),
            ("wikt:town", Target::Elsewhere),
            ("Help_talk:Links", Target::Elsewhere),
            ("http://example.org x", Target::Url),
        ] {
            assert_eq!(classify(target), kind, "{target}");
        }
        assert_eq!(pipe_trick("Help:Boot (shoe)"), "Boot");
        assert_eq!(pipe_trick("Boot, Devon"), "Boot");
    }
}
