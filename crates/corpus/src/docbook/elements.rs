//! The names of DocBook's elements, by what they are.

/// Elements whose title heads a section.
pub(super) fn is_section(name: &str) -> bool {
    matches!(
        name,
        "set"
            | "book"
            | "part"
            | "article"
            | "chapter"
            | "appendix"
            | "preface"
            | "section"
            | "sect1"
            | "sect2"
            | "sect3"
            | "sect4"
            | "sect5"
            | "simplesect"
            | "topic"
            | "reference"
            | "refentry"
            | "refsect1"
            | "refsect2"
            | "refsect3"
            | "refsection"
            | "refsynopsisdiv"
            | "glossary"
            | "glossdiv"
            | "bibliography"
            | "bibliodiv"
            | "dedication"
            | "colophon"
            | "acknowledgements"
            | "partintro"
            | "qandadiv"
            | "qandaset"
            | "module"
    )
}

/// What is said of a part rather than in it (`info`, `bookinfo`, `sect1info`).
pub(super) fn is_info(name: &str) -> bool {
    name == "info"
        || name == "prolog"
        || (name.ends_with("info") && name != "classsynopsisinfo" && name != "refmiscinfo")
}

/// Blocks of running text and what only holds blocks.
pub(super) fn is_paragraph(name: &str) -> bool {
    matches!(
        name,
        "para"
            | "simpara"
            | "note"
            | "warning"
            | "tip"
            | "important"
            | "caution"
            | "danger"
            | "sidebar"
            | "blockquote"
            | "epigraph"
            | "abstract"
            | "highlights"
            | "figure"
            | "informalfigure"
            | "example"
            | "informalexample"
            | "mediaobject"
            | "textobject"
            | "programlistingco"
            | "screenco"
            | "biblioentry"
            | "bibliomixed"
            | "msgset"
            | "msgentry"
            | "msg"
            | "msgexplan"
            | "task"
            | "tasksummary"
            | "taskprerequisites"
            | "annotation"
            | "legalnotice"
            | "p"
            | "productionset"
            | "production"
            | "screenshot"
            | "simplemsgentry"
            | "result"
            | "linegroup"
            | "speaker"
    )
}
