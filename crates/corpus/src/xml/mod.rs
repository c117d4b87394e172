//! XML as a tree, for formats whose meaning hangs on what stands around an element. The tree is
//! flat, borrows from the file and has a bounded depth.

mod entities;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use entities::Entities;

/// Readers go down the tree by recursion, so no file may be deeper than this.
const DEEPEST: usize = 256;

/// An XML file's elements and texts, in the order of the file.
pub(crate) struct Tree<'x> {
    nodes: Vec<Node<'x>>,
}

struct Node<'x> {
    /// Where it stands in the file.
    at: u64,
    /// The place in `nodes` of what follows it and all it holds.
    end: usize,
    content: Content<'x>,
}

enum Content<'x> {
    /// What stands between `<` and `>`.
    Element(&'x str),
    Text(Cow<'x, str>),
}

/// Where and why a text is no XML.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    /// In bytes from the start of the text.
    pub at: usize,
    pub message: String,
}

/// An element of a tree.
#[derive(Clone, Copy)]
pub(crate) struct Element<'t> {
    tree: &'t Tree<'t>,
    index: usize,
}

/// What an element holds.
#[derive(Clone, Copy)]
pub(crate) enum Child<'t> {
    Element(Element<'t>),
    /// Text, and where it stands in the file.
    Text(&'t str, u64),
}

/// An XML file's text and how many bytes of the file come before it, or the first byte that
/// cannot be decoded. A text that was not in UTF-8 stands alone: its offsets are its own.
pub(crate) fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, usize), usize> {
    let bad = match std::str::from_utf8(bytes) {
        Ok(text) => {
            let kept = text.strip_prefix('\u{feff}').unwrap_or(text);
            return Ok((Cow::Borrowed(kept), text.len() - kept.len()));
        }
        Err(error) => error.valid_up_to(),
    };
    let marked = encoding_rs::Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    let encoding = marked.or_else(|| declared(bytes)).ok_or(bad)?;
    let (text, _, wrong) = encoding.decode(bytes);
    match wrong {
        true => Err(bad),
        false => Ok((Cow::Owned(text.into_owned()), 0)),
    }
}

/// The encoding that `<?xml … encoding="…"?>` names.
fn declared(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let head = String::from_utf8_lossy(bytes.get(..200.min(bytes.len()))?);
    let declaration = head.strip_prefix("<?xml")?.split("?>").next()?;
    let rest = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|c| "\"'".contains(*c))?;
    let label = rest.get(1..)?.split(quote).next()?;
    encoding_rs::Encoding::for_label(label.as_bytes()).filter(|e| *e != encoding_rs::UTF_8)
}

impl<'x> Tree<'x> {
    /// Parses a whole file, whose text starts at `base`.
    pub(crate) fn parse(xml: &'x str, base: u64) -> Result<Tree<'x>, Broken> {
        let mut reader = Reader::from_str(xml);
        let mut entities = Entities::default();
        let mut nodes: Vec<Node<'x>> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        loop {
            let from = reader.buffer_position() as usize;
            let event = reader.read_event().map_err(|error| Broken {
                at: reader.error_position() as usize,
                message: format!("broken XML: {error}"),
            })?;
            let to = reader.buffer_position() as usize;
            let mut add = |content, at: usize| {
                let end = nodes.len() + 1;
                nodes.push(Node { at: base + at as u64, end, content });
            };
            match event {
                Event::Start(_) => {
                    open.push(nodes.len());
                    if open.len() > DEEPEST {
                        let message = format!("its elements are nested more than {DEEPEST} deep");
                        return Err(Broken { at: from, message });
                    }
                    let tag = xml.get(from + 1..to - 1).unwrap_or_default();
                    nodes.push(Node {
                        at: base + from as u64,
                        end: nodes.len() + 1,
                        content: Content::Element(tag),
                    });
                }
                Event::Empty(_) => {
                    let tag = xml.get(from + 1..to - 2).unwrap_or_default();
                    add(Content::Element(tag), from);
                }
                Event::End(_) => {
                    let end = nodes.len();
                    if let Some(node) = open.pop().and_then(|index| nodes.get_mut(index)) {
                        node.end = end;
                    }
                }
                Event::Text(text) => add(Content::Text(text.into_inner()), from),
                Event::CData(text) => {
                    add(Content::Text(text.into_inner()), from + "<![CDATA[".len());
                }
                Event::GeneralRef(reference) => {
                    let text = match reference.is_char_ref() {
                        true => reference.resolve_char_ref().ok().flatten().map(String::from),
                        false => Some(entities.text(&reference)),
                    };
                    add(Content::Text(Cow::Owned(text.unwrap_or_default())), from);
                }
                Event::DocType(subset) => entities.declare(&subset),
                Event::Eof => break,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            }
        }
        if let Some(node) = open.last().and_then(|index| nodes.get(*index)) {
            let message = format!(
                "the file ends inside <{}>, so it is probably truncated; fetch it again",
                name_of(&node.content)
            );
            return Err(Broken { at: (node.at - base) as usize, message });
        }
        Ok(Tree { nodes })
    }

    /// The outermost element.
    pub(crate) fn root(&self) -> Option<Element<'_>> {
        self.elements().next()
    }

    /// Every element, in the order of the file.
    pub(crate) fn elements(&self) -> impl Iterator<Item = Element<'_>> {
        let all = self.nodes.iter().enumerate();
        all.filter(|(_, node)| matches!(node.content, Content::Element(_)))
            .map(|(index, _)| Element { tree: self, index })
    }

    /// Every element of that name.
    pub(crate) fn named<'t>(&'t self, name: &'t str) -> impl Iterator<Item = Element<'t>> {
        self.elements().filter(move |element| element.name() == name)
    }
}

fn name_of<'x>(content: &Content<'x>) -> &'x str {
    match content {
        Content::Element(tag) => tag.split([' ', '\t', '\r', '\n', '/']).next().unwrap_or_default(),
        Content::Text(_) => "",
    }
}

impl<'t> Element<'t> {
    fn node(self) -> Option<&'t Node<'t>> {
        self.tree.nodes.get(self.index)
    }

    /// The name without the name space's prefix.
    pub(crate) fn name(self) -> &'t str {
        let name = self.node().map_or("", |node| name_of(&node.content));
        name.rsplit_once(':').map_or(name, |(_, local)| local)
    }

    /// Where it stands in the file.
    pub(crate) fn at(self) -> u64 {
        self.node().map_or(0, |node| node.at)
    }

    /// An attribute's value, by its name without prefix.
    pub(crate) fn attribute(self, name: &str) -> Option<String> {
        let Some(Node { content: Content::Element(tag), .. }) = self.node() else { return None };
        if !tag.contains(name) {
            return None;
        }
        let start = BytesStart::from_content(*tag, name_of(&Content::Element(tag)).len());
        let mut attributes = start.attributes();
        let found = attributes
            .with_checks(false)
            .flatten()
            .find(|attribute| attribute.key.local_name().as_ref() == name)?;
        let value = found.normalized_value(XmlVersion::Implicit1_0);
        Some(value.unwrap_or_else(|_| found.value.clone()).into_owned())
    }

    /// What it holds, in order.
    pub(crate) fn children(self) -> impl Iterator<Item = Child<'t>> {
        let end = self.node().map_or(0, |node| node.end);
        let tree = self.tree;
        let mut next = self.index + 1;
        std::iter::from_fn(move || {
            let node = tree.nodes.get(next).filter(|_| next < end)?;
            let index = std::mem::replace(&mut next, node.end);
            Some(match &node.content {
                Content::Element(_) => Child::Element(Element { tree, index }),
                Content::Text(text) => Child::Text(text, node.at),
            })
        })
    }

    /// The elements it holds, without those inside them.
    pub(crate) fn elements(self) -> impl Iterator<Item = Element<'t>> {
        self.children().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            Child::Text(..) => None,
        })
    }

    /// Its first element of that name.
    pub(crate) fn child(self, name: &str) -> Option<Element<'t>> {
        self.elements().find(|element| element.name() == name)
    }

    /// Follows names downwards.
    pub(crate) fn path(self, names: &[&str]) -> Option<Element<'t>> {
        names.iter().try_fold(self, |element, name| element.child(name))
    }

    /// Every element inside it, however deep.
    pub(crate) fn inside(self) -> impl Iterator<Item = Element<'t>> {
        let end = self.node().map_or(0, |node| node.end);
        let tree = self.tree;
        (self.index + 1..end)
            .map(move |index| Element { tree, index })
            .filter(|e| e.node().is_some_and(|n| matches!(n.content, Content::Element(_))))
    }

    /// All text inside it.
    pub(crate) fn text(self) -> String {
        let range = self.index..self.node().map_or(0, |node| node.end);
        let nodes = self.tree.nodes.get(range).unwrap_or_default();
        let texts = nodes.iter().filter_map(|node| match &node.content {
            Content::Text(text) => Some(text.as_ref()),
            Content::Element(_) => None,
        });
        texts.collect()
    }
}
