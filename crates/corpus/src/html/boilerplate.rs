//! What an element's name and attributes say of its part on a page: content, furniture, or a sign
//! to be weighed together with what stands inside (see `furniture.rs`).

use super::tag::Tag;

/// The attributes that say what an element is for; the first of a name counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    pub(super) class: Option<String>,
    pub(super) id: Option<String>,
    pub(super) name: Option<String>,
    pub(super) role: Option<String>,
    pub(super) style: Option<String>,
    pub(super) href: Option<String>,
    pub(super) rel: Option<String>,
    pub(super) accesskey: Option<String>,
    pub(super) alt: Option<String>,
    pub(super) colspan: Option<String>,
    pub(super) rowspan: Option<String>,
    pub(super) hidden: bool,
    pub(super) http_equiv: Option<String>,
    pub(super) content: Option<String>,
}

impl Attributes {
    /// Keeps one attribute, if it is one of those that matter.
    pub(super) fn set(&mut self, name: &[u8], value: &[u8]) {
        let slot = match name {
            b"class" => &mut self.class,
            b"id" => &mut self.id,
            b"name" => &mut self.name,
            b"role" => &mut self.role,
            b"style" => &mut self.style,
            b"href" => &mut self.href,
            b"rel" => &mut self.rel,
            b"accesskey" => &mut self.accesskey,
            b"alt" | b"alttext" => &mut self.alt,
            b"colspan" => &mut self.colspan,
            b"rowspan" => &mut self.rowspan,
            b"http-equiv" => &mut self.http_equiv,
            b"content" => &mut self.content,
            b"hidden" => {
                self.hidden = true;
                return;
            }
            b"aria-hidden" => {
                self.hidden |= value.eq_ignore_ascii_case(b"true");
                return;
            }
            _ => return,
        };
        if slot.is_none() {
            *slot = Some(String::from_utf8_lossy(value).into_owned());
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Attributes::default();
    }

    /// The names an element goes by. A section's id is made of its heading, and says nothing.
    fn names(&self, tag: Tag, wiki: bool) -> impl Iterator<Item = &str> {
        let section = tag == Tag::Section
            || (matches!(tag, Tag::H(_)) && !wiki)
            || tokens(&self.class).any(|t| t.starts_with("sect") || t == "chapter");
        tokens(&self.class).chain(self.id.as_deref().filter(move |_| !section))
    }

    /// The formula that an image or a `<math>` element stands for.
    pub(super) fn formula(&self, tag: Tag) -> Option<&str> {
        let alt = self.alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty())?;
        let image = || {
            let named = tokens(&self.class).any(|t| matches!(t, "tex" | "math" | "latex"));
            let wiki = tokens(&self.class).any(|t| t.starts_with("mwe-math"));
            named || wiki || alt.starts_with("{\\displaystyle")
        };
        match tag {
            Tag::Math => Some(alt),
            Tag::Img if image() => Some(alt),
            _ => None,
        }
    }
}

/// How much of an element is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Removal {
    /// Nothing.
    #[default]
    None,
    /// Its text; its links are still links of the page (a navigation box of a wiki).
    Text,
    /// All of it, links too (a menu, a script).
    All,
}

/// Elements that stand for a place on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// `<main>` or `role=main`.
    Main,
    /// MediaWiki's article, without its title.
    Article,
    /// A `#content`, of which some sites have the menus inside.
    Content,
    /// MediaWiki's page title.
    FirstHeading,
    /// A title that is no heading, as Doxygen writes it.
    Title,
}

/// What is to be known of an element besides its tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Signs {
    /// Code in lines that are elements of their own.
    pub(super) code: bool,
    /// A box or picture that floats beside the text: in a page's lead it comes after the text.
    pub(super) floats: bool,
    /// A figure's or table's caption.
    pub(super) caption: bool,
    /// A link to the page before, after or above.
    pub(super) leads_on: bool,
    /// Stands beside the text: a sidebar of the site, or one of the book.
    pub(super) aside: bool,
    /// A formula on lines of its own.
    pub(super) formula: bool,
    /// A heading's number.
    pub(super) number: bool,
    /// A mark for a book's index, which is no place to link to.
    pub(super) index_mark: bool,
    /// A note or another box, whose title is no heading of the page.
    pub(super) boxed: bool,
    /// A footnote.
    pub(super) footnote: bool,
}

/// What an element's attributes say of it.
pub(super) fn signs(tag: Tag, attributes: &Attributes) -> Signs {
    let role = attributes.role.as_deref().unwrap_or_default();
    let mut signs = Signs {
        caption: matches!(tag, Tag::Caption | Tag::FigCaption),
        floats: tag == Tag::Figure,
        aside: tag == Tag::Aside || role == "complementary",
        leads_on: tag == Tag::A && leads_on(attributes),
        ..Signs::default()
    };
    for name in attributes.names(tag, false) {
        match name {
            "fragment" => signs.code |= tag == Tag::Div,
            "infobox" | "infobox_v2" | "thumb" | "toccolours" => signs.floats = true,
            "thumbcaption" | "gallerytext" => signs.caption = true,
            "sidebar" | "side-box" | "sphinxsidebar" | "rightsidebar" => {
                (signs.aside, signs.boxed) = (true, true);
            }
            "math" | "equation" | "displaymath" | "mathblock" | "formulaDsp" => {
                signs.formula |= tag.is_block();
            }
            "section-number" | "secno" | "sectnum" | "header-section-number" => {
                signs.number |= tag.is_inline();
            }
            "indexterm" => signs.index_mark = true,
            "note" | "tip" | "warning" | "caution" | "important" | "admonition" | "alert"
            | "admonitionblock" | "callout" => signs.boxed = true,
            "footnote" => signs.footnote = true,
            _ => {}
        }
    }
    signs
}

/// DocBook, Texinfo and others say by `rel` or by a key which links lead through the book.
fn leads_on(attributes: &Attributes) -> bool {
    let rel = tokens(&attributes.rel).any(|rel| {
        matches!(
            rel,
            "prev" | "previous" | "next" | "up" | "start" | "home" | "contents" | "toc" | "index"
        )
    });
    rel || matches!(attributes.accesskey.as_deref(), Some("n" | "p" | "u" | "h"))
}

/// The place an element stands for.
pub(super) fn place(tag: Tag, attributes: &Attributes) -> Option<Place> {
    if tag == Tag::Main || attributes.role.as_deref() == Some("main") {
        return Some(Place::Main);
    }
    let heading = matches!(tag, Tag::H(_));
    if heading && tokens(&attributes.class).any(|t| t == "firstHeading") {
        return Some(Place::FirstHeading);
    }
    if tag == Tag::Div && attributes.class.as_deref() == Some("title") {
        return Some(Place::Title);
    }
    match attributes.id.as_deref() {
        Some("firstHeading") if heading => Some(Place::FirstHeading),
        Some("bodyContent" | "mw-content-text") => Some(Place::Article),
        Some(
            "content" | "main" | "main-content" | "page-content" | "doc-content" | "apicontent",
        ) if tag != Tag::Body => Some(Place::Content),
        _ => None,
    }
}

/// How much of an element to leave out. `nested`: it stands inside an article or section;
/// `wiki`: MediaWiki wrote the page.
pub(super) fn removal(tag: Tag, attributes: &Attributes, nested: bool, wiki: bool) -> Removal {
    let by_tag = match tag {
        Tag::Html | Tag::Body => return Removal::None,
        Tag::Opaque(_) | Tag::Math | Tag::Button | Tag::Nav | Tag::Footer => Removal::All,
        Tag::Head | Tag::Title => Removal::All,
        Tag::Header if !nested => Removal::All,
        _ => Removal::None,
    };
    let by_name = |name| by_name(name).max(if wiki { by_wiki_name(name) } else { Removal::None });
    let by_name = attributes.names(tag, wiki).map(by_name).max().unwrap_or_default();
    by_tag.max(by_name).max(by_attribute(attributes))
}

fn by_attribute(attributes: &Attributes) -> Removal {
    let role = attributes.role.as_deref().unwrap_or_default();
    let away = matches!(role, "navigation" | "banner" | "contentinfo" | "search" | "toolbar");
    // A tab that is not in front is hidden by the page, not from the reader.
    let hidden = (attributes.hidden || is_undisplayed(attributes)) && role != "tabpanel";
    if away || hidden { Removal::All } else { Removal::None }
}

fn is_undisplayed(attributes: &Attributes) -> bool {
    attributes.style.as_deref().is_some_and(|style| {
        let tight: String = style.chars().filter(|c| !c.is_whitespace()).collect();
        tight.to_ascii_lowercase().contains("display:none")
    })
}

fn tokens(names: &Option<String>) -> impl Iterator<Item = &str> {
    names.as_deref().unwrap_or_default().split_ascii_whitespace()
}

/// Names that mean the same on every site.
fn by_name(name: &str) -> Removal {
    match name {
        "toc"
        | "toctitle"
        | "table-of-contents"
        | "localtoc"
        | "page-toc"
        | "headerlink"
        | "header-anchor"
        | "anchorjs-link"
        | "editsection"
        | "edit-this-page"
        | "navheader"
        | "navfooter"
        | "docnav"
        | "navpath"
        | "breadcrumb"
        | "breadcrumbs"
        | "theme-doc-breadcrumbs"
        | "wy-breadcrumbs"
        | "pagination"
        | "pager"
        | "cookie"
        | "cookie-banner"
        | "cookie-notice"
        | "skip-link"
        | "skip-nav"
        | "sr-only"
        | "visually-hidden"
        | "screen-reader-text"
        | "footer"
        | "site-header"
        | "site-footer"
        | "page-footer"
        | "page-header"
        | "rst-versions"
        | "rst-footer-buttons"
        | "social-share"
        | "copybtn"
        | "copy-button"
        | "linenos"
        | "linenodiv"
        | "lineno"
        | "line-numbers"
        | "source-line-no"
        | "src-line-numbers"
        | "viewcode-link"
        | "viewcode-back"
        | "copiable-anchor"
        | "srclink"
        | "test-arrow"
        | "hideme"
        | "notable-traits"
        | "notable-traits-tooltip"
        | "collapse-toggle"
        | "method-click-advice"
        | "ttc"
        | "dynheader"
        | "dyncontent"
        | "copyright-footer"
        | "noscript" => Removal::All,
        _ => Removal::None,
    }
}

/// Names that MediaWiki and its templates use; elsewhere they may mean something else.
fn by_wiki_name(name: &str) -> Removal {
    match name {
        "mw-editsection"
        | "printfooter"
        | "siteSub"
        | "contentSub"
        | "contentSub2"
        | "jump-to-nav"
        | "jumpToNav"
        | "mw-jump-link"
        | "catlinks"
        | "normal-catlinks"
        | "noprint"
        | "sidebar"
        | "visualClear"
        | "navigation-not-searchable"
        | "sistersitebox"
        | "sisterproject"
        | "mw-indicators"
        | "mw-navigation"
        | "mw-panel"
        | "column-one"
        | "p-lang"
        | "persondata" => Removal::All,
        "navbox" | "vertical-navbox" | "metadata" | "ambox" | "tmbox" | "ombox" | "reference"
        | "references" | "references-small" | "reflist" | "gallery" | "gallerybox" | "hatnote"
        | "dablink" | "rellink" | "seealso" | "selfreference" | "IPA" | "spoiler" | "NavFrame"
        | "NavHead" | "NavContent" | "medialist" | "userboxes" | "topicon" | "boilerplate"
        | "coordinates" | "geo" | "magnify" | "portal" | "side-box" | "audiolink" | "haudio"
        | "citation-needed" | "Template-Fact" | "noexcerpt" => Removal::Text,
        _ => Removal::None,
    }
}
