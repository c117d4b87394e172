//! Directives that describe objects: which they are, and the names of what they describe.

/// What becomes of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// No part of the text.
    Nothing,
    /// Its argument and body are text.
    Text,
    /// Only its body is.
    Body,
    /// Text behind a label.
    Label(&'static str),
    /// A change, of the version that its argument starts with.
    Version(&'static str),
    Code,
    /// Code in which inline markup counts.
    ParsedCode,
    Formula,
    Figure,
    Table,
    ListTable,
    CsvTable,
    /// What the names of objects are parts of.
    Module,
    /// A term with its description.
    Describe,
    /// The entries of its body are terms.
    Glossary,
}

pub(super) fn does(name: &str) -> Does {
    match name {
        "toctree"
        | "index"
        | "meta"
        | "highlight"
        | "highlightlang"
        | "default-role"
        | "role"
        | "sectionauthor"
        | "codeauthor"
        | "moduleauthor"
        | "contents"
        | "sectnum"
        | "section-numbering"
        | "target-notes"
        | "raw"
        | "include"
        | "literalinclude"
        | "tabularcolumns"
        | "rst-class"
        | "cssclass"
        | "image"
        | "graphviz"
        | "digraph"
        | "graph"
        | "uml"
        | "mermaid"
        | "inheritance-diagram"
        | "header"
        | "footer"
        | "title"
        | "program"
        | "testsetup"
        | "testcleanup"
        | "todo"
        | "todolist"
        | "date"
        | "unicode"
        | "youtube"
        | "acks-list"
        | "sphinx_gallery"
        | "currentlibrary" => Does::Nothing,
        "code-block" | "sourcecode" | "code" | "prompt" | "ipython" | "testcode" | "doctest"
        | "testoutput" | "console" | "plot" | "productionlist" | "literal" | "code-block-here"
        | "jupyter-execute" | "highlights-code" => Does::Code,
        "parsed-literal" => Does::ParsedCode,
        "math" | "displaymath" => Does::Formula,
        "figure" => Does::Figure,
        "table" => Does::Table,
        "list-table" => Does::ListTable,
        "csv-table" => Does::CsvTable,
        "module" | "currentmodule" | "py:module" | "py:currentmodule" | "js:module" => Does::Module,
        "glossary" => Does::Glossary,
        "attention" => Does::Label("Attention"),
        "caution" => Does::Label("Caution"),
        "danger" => Does::Label("Danger"),
        "error" => Does::Label("Error"),
        "hint" => Does::Label("Hint"),
        "important" => Does::Label("Important"),
        "note" => Does::Label("Note"),
        "tip" => Does::Label("Tip"),
        "warning" => Does::Label("Warning"),
        "seealso" => Does::Label("See also"),
        "impl-detail" => Does::Label("CPython implementation detail"),
        "versionadded" => Does::Version("New in version"),
        "versionchanged" => Does::Version("Changed in version"),
        "deprecated" | "deprecated-removed" => Does::Version("Deprecated since version"),
        "versionremoved" => Does::Version("Removed in version"),
        "only" | "ifconfig" | "container" | "compound" | "epigraph" | "highlights"
        | "pull-quote" | "hlist" | "rst-example" | "tabs" | "grid" | "dropdown" | "details"
        | "cssclass-body" | "snippet" | "console-block" => Does::Body,
        "admonition" | "topic" | "sidebar" | "rubric" | "centered" | "tab" | "group-tab"
        | "tab-item" | "card" | "grid-item-card" | "sidebar-title" | "versions" => Does::Text,
        _ if name.contains("namespace") => Does::Nothing,
        _ => Does::Describe,
    }
}

/// Directives of Sphinx that describe an object, even where they have no body.
pub(super) fn is_object(name: &str) -> bool {
    name.contains(':')
        || name.starts_with("auto")
        || matches!(
            name,
            "function"
                | "class"
                | "method"
                | "staticmethod"
                | "classmethod"
                | "attribute"
                | "data"
                | "exception"
                | "decorator"
                | "decoratormethod"
                | "property"
                | "option"
                | "cmdoption"
                | "envvar"
                | "confval"
                | "describe"
                | "object"
                | "var"
                | "macro"
                | "type"
                | "struct"
                | "member"
                | "enum"
                | "enumerator"
                | "union"
                | "opcode"
                | "pdbcommand"
                | "cfunction"
                | "cmember"
                | "cmacro"
                | "ctype"
                | "cvar"
                | "coroutinefunction"
                | "coroutinemethod"
                | "abstractmethod"
                | "awaitablefunction"
                | "awaitablemethod"
                | "2to3fixer"
        )
}

/// Whether the objects of a directive have Python's names as their anchors.
pub(super) fn is_python(name: &str) -> bool {
    name.starts_with("py:")
        || matches!(
            name,
            "function"
                | "class"
                | "method"
                | "staticmethod"
                | "classmethod"
                | "attribute"
                | "data"
                | "exception"
                | "decorator"
                | "decoratormethod"
                | "property"
                | "coroutinefunction"
                | "coroutinemethod"
                | "abstractmethod"
        )
}

/// The name of what a signature describes.
pub(super) fn object_name(signature: &str) -> &str {
    let name = signature.split(['(', '=', '[']).next().unwrap_or_default();
    let name = name.split(": ").next().unwrap_or_default().trim();
    name.rsplit(char::is_whitespace).next().unwrap_or(name)
}
