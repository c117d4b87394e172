use super::*;
use proptest::prelude::*;

fn text(xml: &str) -> String {
    Tree::parse(xml, 0).unwrap().root().unwrap().text()
}

#[test]
fn elements_attributes_and_places_are_found() {
    let xml =
        "<?xml version='1.0'?><d:a x='1 &amp; 2'>one<b/><d:c xml:id=\"i\">two</d:c>&lt;</d:a>";
    let tree = Tree::parse(xml, 100).unwrap();
    let root = tree.root().unwrap();
    assert_eq!((root.name(), root.attribute("x").as_deref()), ("a", Some("1 & 2")));
    let names: Vec<_> = root.elements().map(Element::name).collect();
    assert_eq!(names, ["b", "c"]);
    let c = root.child("c").unwrap();
    assert_eq!(c.attribute("id").as_deref(), Some("i"));
    assert_eq!(c.at() as usize - 100, xml.find("<d:c").unwrap());
    let Some(Child::Text(two, at)) = c.children().next() else { panic!("no text") };
    assert_eq!((two, at as usize - 100), ("two", xml.find("two").unwrap()));
    assert_eq!(root.text(), "onetwo<");
}

#[test]
fn declared_entities_are_put_in_and_unknown_ones_stay() {
    let xml = r#"<!DOCTYPE a [ <!-- <!ENTITY no "x"> --> <!ENTITY % p "q">
        <!ENTITY app "<b>Ox&#8482;</b>"> <!ENTITY both '&app; &amp; co'> <!ENTITY ch SYSTEM "c.xml">
        ]><a>&both;|&no;|&ch;|&mdash;|&#233;<![CDATA[&app;]]></a>"#;
    assert_eq!(text(xml), "Ox™ & co|&no;||—|é&app;");
}

#[test]
fn entities_that_multiply_are_stopped() {
    let mut xml = String::from("<!DOCTYPE a [<!ENTITY e0 \"ha ha ha\">");
    for n in 1..40 {
        xml += &format!("<!ENTITY e{n} \"{}\">", format!("&e{};", n - 1).repeat(50));
    }
    xml += "<!ENTITY me \"&me;\">]><a>";
    xml += &"&e5;&e39;&me;".repeat(10_000);
    xml += "</a>";
    assert!(text(&xml).len() < 16 << 20);
}

#[test]
fn broken_and_deep_files_are_told_with_their_place() {
    let broken = |xml: &str| Tree::parse(xml, 0).map(|_| ()).unwrap_err();
    assert_eq!(broken("<a><b>x</a>").at, 7);
    let cut = broken("<a><b>x</b>");
    assert!(cut.message.contains("ends inside <a>"), "{}", cut.message);
    let deep = broken(&"<a>".repeat(100_000));
    assert!(deep.message.contains("nested"), "{}", deep.message);
}

#[test]
fn the_declared_encoding_is_used_where_the_bytes_are_not_utf8() {
    let latin = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>caf\xe9</a>";
    assert!(decode(latin).unwrap().0.ends_with("<a>café</a>"));
    assert_eq!(decode(b"<a>caf\xe9</a>").unwrap_err(), 6);
}

proptest! {
    #[test]
    fn any_text_is_a_tree_or_broken(xml in "(<[/!?a-c]|[a-c\"'= /&;#>-]|<a>|</a>|<!DOCTYPE|\\[|\\]){0,60}") {
        if let Ok(tree) = Tree::parse(&xml, 0) {
            for element in tree.elements() {
                element.attribute("a");
                element.text();
                prop_assert!(element.children().count() <= xml.len());
            }
        }
    }
}
