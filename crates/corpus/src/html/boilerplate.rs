//! What on a page is not its text: menus, boxes, captions, reference marks, hidden parts.

use super::tag::Tag;

/// The attributes that say what an element is for; the first of a name counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    pub(super) class: Option<String>,
    pub(super) id: Option<String>,
    pub(super) role: Option<String>,
    pub(super) style: Option<String>,
    pub(super) href: Option<String>,
    pub(super) hidden: bool,
    pub(super) http_equiv: Option<String>,
    pub(super) content: Option<String>,
}

impl Attributes {
    /// Keeps one attribute, if it is one of those that matter.
    pub(super) fn set(&mut self, name: &[u8], value: &[u8]) {
        let text = || Some(String::from_utf8_lossy(value).into_owned());
        let slot = match name {
            b"class" => &mut self.class,
            b"id" => &mut self.id,
            b"role" => &mut self.role,
            b"style" => &mut self.style,
            b"href" => &mut self.href,
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
            *slot = text();
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Attributes::default();
    }
}

/// How much of an element is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Removal {
    /// Nothing.
    #[default]
    None,
    /// Its text; its links are still links of the page (an infobox, a caption).
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
    match attributes.id.as_deref() {
        Some("firstHeading") if heading => Some(Place::FirstHeading),
        Some("bodyContent" | "mw-content-text") => Some(Place::Article),
        Some("content") => Some(Place::Content),
        _ => None,
    }
}

/// How much of an element to leave out. `nested`: it stands inside an article or section.
pub(super) fn removal(tag: Tag, attributes: &Attributes, nested: bool) -> Removal {
    let by_tag = match tag {
        Tag::Html | Tag::Body => return Removal::None,
        Tag::Opaque(_) | Tag::Button | Tag::Nav | Tag::Footer | Tag::Aside => Removal::All,
        Tag::Head | Tag::Title => Removal::All,
        Tag::Header if !nested => Removal::All,
        Tag::Figure => Removal::Text,
        _ => Removal::None,
    };
    let named = tokens(&attributes.class).chain(attributes.id.as_deref());
    // A box in an <aside> is still a box: its links count.
    match named.map(by_name).max().unwrap_or_default() {
        Removal::Text if tag == Tag::Aside => Removal::Text,
        by_name => by_tag.max(by_name).max(by_attribute(attributes)),
    }
}

fn by_attribute(attributes: &Attributes) -> Removal {
    let role = attributes.role.as_deref().unwrap_or_default();
    let away = matches!(role, "navigation" | "banner" | "contentinfo" | "search" | "toolbar");
    if away || attributes.hidden || is_undisplayed(attributes) {
        return Removal::All;
    }
    if role == "note" { Removal::Text } else { Removal::None }
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

/// What a class or id says about its element.
fn by_name(name: &str) -> Removal {
    match name {
        "toc"
        | "toctitle"
        | "mw-editsection"
        | "editsection"
        | "headerlink"
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
        | "breadcrumb"
        | "breadcrumbs"
        | "pagination"
        | "pager"
        | "cookie"
        | "cookie-banner"
        | "cookie-notice"
        | "skip-link"
        | "skip-nav"
        | "visualClear"
        | "footer"
        | "navigation-not-searchable"
        | "sistersitebox"
        | "sisterproject"
        | "mw-indicators"
        | "mw-navigation"
        | "mw-panel"
        | "column-one"
        | "p-lang"
        | "site-header"
        | "site-footer"
        | "page-footer"
        | "persondata"
        | "sr-only"
        | "visually-hidden"
        | "social-share"
        | "edit-this-page"
        | "theme-doc-breadcrumbs" => Removal::All,
        "infobox" | "navbox" | "vertical-navbox" | "metadata" | "ambox" | "tmbox" | "ombox"
        | "reference" | "references" | "references-small" | "reflist" | "thumb"
        | "thumbcaption" | "thumbinner" | "gallery" | "gallerybox" | "gallerytext" | "hatnote"
        | "dablink" | "rellink" | "seealso" | "selfreference" | "IPA" | "spoiler" | "NavFrame"
        | "NavHead" | "NavContent" | "medialist" | "userboxes" | "topicon" | "boilerplate"
        | "coordinates" | "geo" | "mergedtoprow" | "mergedrow" | "mergedbottomrow"
        | "wikitable" | "prettytable" | "toccolours" | "magnify" | "portal" | "side-box"
        | "audiolink" | "haudio" | "citation-needed" | "Template-Fact" | "noexcerpt" => {
            Removal::Text
        }
        _ => Removal::None,
    }
}
