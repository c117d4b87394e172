//! Formulas of MathML and of Word as one line of text: their TeX where they carry it, else their
//! signs with `^`, `_` and `/`.

use crate::xml::{Child, Element};

/// The formula's text.
pub(crate) fn formula(element: Element) -> String {
    let tex = element.inside().find(|e| e.name() == "annotation" && is_tex(*e));
    let text = tex.map_or_else(|| signs(element), |tex| tex.text());
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_tex(annotation: Element) -> bool {
    annotation.attribute("encoding").is_some_and(|e| e.to_lowercase().contains("tex"))
}

fn signs(element: Element) -> String {
    let mut parts = element.elements().filter(|e| !e.name().ends_with("Pr"));
    let mut next = || parts.next().map(signs).unwrap_or_default();
    match element.name() {
        "mfrac" | "f" => format!("{}/{}", bracketed(next()), bracketed(next())),
        "msup" | "mover" | "sSup" => format!("{}^{}", next(), bracketed(next())),
        "msub" | "munder" | "sSub" => format!("{}_{}", next(), bracketed(next())),
        "msubsup" | "munderover" | "sSubSup" => {
            format!("{}_{}^{}", next(), bracketed(next()), bracketed(next()))
        }
        "msqrt" => format!("√{}", bracketed(inner(element))),
        "mroot" => {
            let (base, degree) = (next(), next());
            format!("{degree}√{}", bracketed(base))
        }
        "rad" => {
            let (degree, base) = (next(), next());
            format!("{degree}√{}", bracketed(base))
        }
        "nary" => {
            let sign = property(element, "naryPr", "chr").unwrap_or_else(|| "∫".into());
            let (sub, sup, base) = (next(), next(), next());
            format!("{sign}{}{} {base}", marked('_', sub), marked('^', sup))
        }
        "d" => {
            let open = property(element, "dPr", "begChr").unwrap_or_else(|| "(".into());
            let close = property(element, "dPr", "endChr").unwrap_or_else(|| ")".into());
            let parts: Vec<String> =
                element.elements().filter(|e| e.name() == "e").map(signs).collect();
            format!("{open}{}{close}", parts.join(", "))
        }
        "mfenced" => {
            let open = element.attribute("open").unwrap_or_else(|| "(".into());
            let close = element.attribute("close").unwrap_or_else(|| ")".into());
            let parts: Vec<String> = element.elements().map(signs).collect();
            format!("{open}{}{close}", parts.join(", "))
        }
        "mtr" | "mr" => format!("{}; ", inner(element)),
        "mtd" => format!("{} ", inner(element)),
        "annotation" | "annotation-xml" | "rPr" | "ctrlPr" => String::new(),
        _ => inner(element),
    }
}

fn inner(element: Element) -> String {
    let mut out = String::new();
    for child in element.children() {
        match child {
            Child::Text(text, _) if element.name() == "t" => out.push_str(text),
            Child::Text(text, _) => out.push_str(text.trim()),
            Child::Element(child) if child.name().ends_with("Pr") => {}
            Child::Element(child) => out.push_str(&signs(child)),
        }
    }
    out
}

fn property(element: Element, group: &str, name: &str) -> Option<String> {
    element.path(&[group, name])?.attribute("val")
}

fn marked(mark: char, text: String) -> String {
    if text.is_empty() { text } else { format!("{mark}{}", bracketed(text)) }
}

fn bracketed(text: String) -> String {
    if text.chars().nth(1).is_none() { text } else { format!("({text})") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml::Tree;

    fn of(xml: &str) -> String {
        formula(Tree::parse(xml, 0).unwrap().root().unwrap())
    }

    #[test]
    fn mathml_is_read_by_its_tex_or_its_signs() {
        assert_eq!(
            of(
                "<math><semantics><mi>E</mi><annotation encoding='application/x-tex'>E = mc^2</annotation></semantics></math>"
            ),
            "E = mc^2"
        );
        assert_eq!(
            of("<math>\n <mi>E</mi><mo>=</mo>\n <msup><mi>c</mi><mn>2</mn></msup>\
                <mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac></math>"),
            "E=c^2(a+b)/2"
        );
    }

    #[test]
    fn the_formulas_of_word_are_read() {
        assert_eq!(
            of("<oMath><r><t>x=</t></r><rad><radPr/><deg/><e><r><t>ab</t></r></e></rad>\
                <nary><naryPr><chr val='∑'/></naryPr><sub><r><t>i=1</t></r></sub>\
                <sup><r><t>n</t></r></sup><e><r><t>i</t></r></e></nary></oMath>"),
            "x=√(ab)∑_(i=1)^n i"
        );
    }
}
