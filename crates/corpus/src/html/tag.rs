//! The elements that matter to reading, and how each behaves when tags are left open.

/// An element's name; those without a role here only keep a hash, to match start and end tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    A,
    Article,
    Aside,
    Blockquote,
    Body,
    Br,
    Button,
    Caption,
    Dd,
    Div,
    Dl,
    Dt,
    FigCaption,
    Figure,
    Footer,
    Form,
    Frameset,
    H(u8),
    Head,
    Header,
    Hr,
    Html,
    Img,
    /// `i` and `em`.
    Italic,
    Li,
    Main,
    /// A formula in MathML, of which only what stands for it is read.
    Math,
    Meta,
    Nav,
    /// `script`, `svg`, `select` and others whose content is never prose.
    Opaque(u32),
    Ol,
    P,
    Pre,
    Section,
    Sup,
    Table,
    /// `tbody`, `thead`, `tfoot`.
    TableGroup,
    Td,
    Th,
    Title,
    Tr,
    Ul,
    /// Void elements that carry nothing.
    Void,
    /// Formatting: `b`, `span` and others that live inside a line.
    Inline(u32),
    /// Other containers that stand on their own lines.
    Block(u32),
    Other(u32),
}

impl Tag {
    /// The tag with this name, which the tokenizer has made lower case.
    pub(super) fn named(name: &[u8]) -> Tag {
        match name {
            b"a" => Tag::A,
            b"article" => Tag::Article,
            b"aside" => Tag::Aside,
            b"blockquote" => Tag::Blockquote,
            b"body" => Tag::Body,
            b"br" => Tag::Br,
            b"button" => Tag::Button,
            b"caption" => Tag::Caption,
            b"dd" => Tag::Dd,
            b"div" => Tag::Div,
            b"dl" => Tag::Dl,
            b"dt" => Tag::Dt,
            b"figcaption" => Tag::FigCaption,
            b"figure" => Tag::Figure,
            b"footer" => Tag::Footer,
            b"form" => Tag::Form,
            b"frameset" => Tag::Frameset,
            [b'h', digit @ b'1'..=b'6'] => Tag::H(digit - b'0'),
            b"head" => Tag::Head,
            b"header" => Tag::Header,
            b"hr" => Tag::Hr,
            b"html" => Tag::Html,
            b"img" => Tag::Img,
            b"i" | b"em" => Tag::Italic,
            b"li" => Tag::Li,
            b"main" => Tag::Main,
            b"math" => Tag::Math,
            b"meta" => Tag::Meta,
            b"nav" => Tag::Nav,
            b"ol" => Tag::Ol,
            b"p" => Tag::P,
            b"pre" | b"xmp" | b"listing" => Tag::Pre,
            b"section" => Tag::Section,
            b"sup" => Tag::Sup,
            b"table" => Tag::Table,
            b"tbody" | b"thead" | b"tfoot" => Tag::TableGroup,
            b"td" => Tag::Td,
            b"th" => Tag::Th,
            b"title" => Tag::Title,
            b"tr" => Tag::Tr,
            b"ul" | b"menu" | b"dir" => Tag::Ul,
            b"area" | b"base" | b"basefont" | b"col" | b"embed" | b"frame" | b"input" | b"link"
            | b"param" | b"source" | b"track" | b"wbr" => Tag::Void,
            _ => Tag::by_kind(name),
        }
    }

    fn by_kind(name: &[u8]) -> Tag {
        let hash = hash(name);
        match name {
            b"script" | b"style" | b"noscript" | b"noframes" | b"template" | b"svg" | b"iframe"
            | b"object" | b"applet" | b"audio" | b"video" | b"canvas" | b"map" | b"select"
            | b"textarea" | b"datalist" | b"optgroup" | b"option" | b"rp" | b"rt" | b"dialog"
            | b"label" | b"noembed" => Tag::Opaque(hash),
            b"abbr" | b"acronym" | b"b" | b"bdi" | b"bdo" | b"big" | b"cite" | b"code"
            | b"data" | b"del" | b"dfn" | b"font" | b"ins" | b"kbd" | b"mark" | b"nobr" | b"q"
            | b"ruby" | b"s" | b"samp" | b"small" | b"span" | b"strike" | b"strong" | b"sub"
            | b"time" | b"tt" | b"u" | b"var" => Tag::Inline(hash),
            b"address" | b"center" | b"details" | b"fieldset" | b"hgroup" | b"legend"
            | b"summary" | b"search" => Tag::Block(hash),
            _ => Tag::Other(hash),
        }
    }

    /// Never has content, so it is never open.
    pub(super) fn is_void(self) -> bool {
        matches!(self, Tag::Br | Tag::Hr | Tag::Img | Tag::Meta | Tag::Void)
    }

    /// Lives inside a line: its end tag never closes a block.
    pub(super) fn is_inline(self) -> bool {
        matches!(self, Tag::A | Tag::Italic | Tag::Sup | Tag::Inline(_))
    }

    /// Stands on lines of its own, and ends an open `<p>`.
    pub(super) fn is_block(self) -> bool {
        let within_a_line =
            self.is_inline() || matches!(self, Tag::Opaque(_) | Tag::Math | Tag::Other(_));
        let bare = matches!(self, Tag::Br | Tag::Img | Tag::Void | Tag::Meta | Tag::Button);
        let frame = matches!(self, Tag::Html | Tag::Head | Tag::Body | Tag::Title);
        !(within_a_line || bare || frame)
    }

    /// The edge past which an end tag inside a table cell does not reach.
    pub(super) fn is_cell_edge(self) -> bool {
        matches!(self, Tag::Td | Tag::Th | Tag::Caption | Tag::Table)
    }

    /// `tr`, `td` and the rest that only mean something inside a table.
    pub(super) fn is_table_part(self) -> bool {
        matches!(self, Tag::TableGroup | Tag::Tr | Tag::Td | Tag::Th | Tag::Caption)
    }

    /// Cannot be inside a heading: an open heading was left open by mistake.
    pub(super) fn ends_heading(self) -> bool {
        matches!(
            self,
            Tag::P
                | Tag::Ul
                | Tag::Ol
                | Tag::Dl
                | Tag::Table
                | Tag::Hr
                | Tag::Pre
                | Tag::Blockquote
                | Tag::H(_)
        )
    }

    /// May stand in `<head>` without ending it.
    pub(super) fn is_head_content(self) -> bool {
        matches!(self, Tag::Title | Tag::Meta | Tag::Void | Tag::Opaque(_))
    }
}

/// FNV-1a.
fn hash(name: &[u8]) -> u32 {
    name.iter().fold(0x811c_9dc5, |h, &b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193))
}
