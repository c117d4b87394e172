//! The character references that Wikipedia's editors write.

/// Decodes the reference at the start of `text`: its character and its length in bytes.
pub(crate) fn decode(text: &str) -> Option<(char, usize)> {
    let body = text.strip_prefix('&')?;
    let end = body.bytes().take(12).position(|b| b == b';')?;
    let name = body.get(..end)?;
    let char = match name.strip_prefix('#') {
        Some(number) => numeric(number)?,
        None => named(name)?,
    };
    Some((char, end + 2))
}

fn numeric(number: &str) -> Option<char> {
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number.parse().ok()?,
    };
    char::from_u32(code).filter(|c| !c.is_control() || c.is_whitespace())
}

/// Decodes every reference of a short text, such as a link's target.
pub(super) fn decode_all(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, reference) = rest.split_at(at);
        out.push_str(before);
        let (char, len) = decode(reference).unwrap_or(('&', 1));
        out.push(char);
        rest = reference.get(len..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

fn named(name: &str) -> Option<char> {
    NAMES
        .binary_search_by(|(known, _)| (*known).cmp(name))
        .ok()
        .and_then(|i| NAMES.get(i))
        .map(|&(_, char)| char)
}

#[rustfmt::skip]
const NAMES: &[(&str, char)] = &[
    ("AElig", 'Æ'), ("Aacute", 'Á'), ("Alpha", 'Α'), ("Aring", 'Å'), ("Auml", 'Ä'), ("Beta", 'Β'),
    ("Ccedil", 'Ç'), ("Delta", 'Δ'), ("Eacute", 'É'), ("Gamma", 'Γ'), ("Lambda", 'Λ'),
    ("Omega", 'Ω'), ("Oslash", 'Ø'), ("Ouml", 'Ö'), ("Phi", 'Φ'), ("Pi", 'Π'), ("Prime", '″'),
    ("Psi", 'Ψ'), ("Sigma", 'Σ'), ("Theta", 'Θ'), ("Uuml", 'Ü'), ("Xi", 'Ξ'), ("aacute", 'á'),
    ("acirc", 'â'), ("aelig", 'æ'), ("agrave", 'à'), ("alpha", 'α'), ("amp", '&'), ("ang", '∠'),
    ("apos", '\''), ("approx", '≈'), ("aring", 'å'), ("asymp", '≈'), ("atilde", 'ã'), ("auml", 'ä'),
    ("bdquo", '„'), ("beta", 'β'), ("bull", '•'), ("cap", '∩'), ("ccedil", 'ç'), ("cent", '¢'),
    ("chi", 'χ'), ("copy", '©'), ("cup", '∪'), ("dagger", '†'), ("darr", '↓'), ("deg", '°'),
    ("delta", 'δ'), ("divide", '÷'), ("eacute", 'é'), ("ecirc", 'ê'), ("egrave", 'è'),
    ("emsp", '\u{2003}'), ("ensp", '\u{2002}'), ("epsilon", 'ε'), ("equiv", '≡'), ("eta", 'η'),
    ("eth", 'ð'), ("euml", 'ë'), ("euro", '€'), ("exist", '∃'), ("forall", '∀'), ("frac12", '½'),
    ("frac14", '¼'), ("frac34", '¾'), ("gamma", 'γ'), ("ge", '≥'), ("gt", '>'), ("harr", '↔'),
    ("hellip", '…'), ("iacute", 'í'), ("icirc", 'î'), ("iexcl", '¡'), ("infin", '∞'), ("int", '∫'),
    ("iquest", '¿'), ("isin", '∈'), ("iuml", 'ï'), ("kappa", 'κ'), ("lambda", 'λ'), ("laquo", '«'),
    ("larr", '←'), ("lbrace", '{'), ("lbrack", '['), ("ldquo", '“'), ("le", '≤'), ("lsquo", '‘'),
    ("lt", '<'), ("mdash", '—'), ("micro", 'µ'), ("middot", '·'), ("minus", '−'), ("mu", 'μ'),
    ("nbsp", '\u{a0}'), ("ndash", '–'), ("ne", '≠'), ("ntilde", 'ñ'), ("nu", 'ν'), ("oacute", 'ó'),
    ("ocirc", 'ô'), ("omega", 'ω'), ("oslash", 'ø'), ("otilde", 'õ'), ("ouml", 'ö'), ("para", '¶'),
    ("part", '∂'), ("phi", 'φ'), ("pi", 'π'), ("plusmn", '±'), ("pound", '£'), ("prime", '′'),
    ("psi", 'ψ'), ("quot", '"'), ("radic", '√'), ("raquo", '»'), ("rarr", '→'), ("rbrace", '}'),
    ("rbrack", ']'), ("rdquo", '”'), ("reg", '®'), ("rho", 'ρ'), ("rsquo", '’'), ("sect", '§'),
    ("sigma", 'σ'), ("sum", '∑'), ("sup2", '²'), ("sup3", '³'), ("szlig", 'ß'), ("tau", 'τ'),
    ("theta", 'θ'), ("thinsp", '\u{2009}'), ("times", '×'), ("trade", '™'), ("uacute", 'ú'),
    ("uuml", 'ü'), ("vert", '|'), ("xi", 'ξ'), ("yen", '¥'), ("zeta", 'ζ'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_sorted_for_the_binary_search() {
        assert!(NAMES.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn named_decimal_and_hexadecimal_references() {
        for (text, seen) in [
            ("&ndash;x", Some(('–', 7))),
            ("&nbsp;", Some(('\u{a0}', 6))),
            ("&#8211;", Some(('–', 7))),
            ("&#x2013;", Some(('–', 8))),
            ("&#0;", None),
            ("&#xD800;", None),
            ("&nosuch;", None),
            ("&ndash", None),
            ("& b;", None),
            ("&", None),
            ("&äöü;", None),
        ] {
            assert_eq!(decode(text), seen, "{text}");
        }
        assert_eq!(decode_all("AT&amp;T & Sons&#33;"), "AT&T & Sons!");
    }
}
