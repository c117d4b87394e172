//! Normal forms, against the official Python functions.

use crate::reference;
use grice_text::normal::{rouge_tokens, squad, squad_tokens};
use proptest::prelude::*;

/// Texts and what `tests/data/make_python_normal.py` made of them.
const REFERENCE: &str = include_str!("../data/python_normal.tsv");

#[test]
fn both_forms_equal_those_of_python() {
    let mut count = 0;
    for fields in reference::lines(REFERENCE) {
        let Some([text, normal, rouge]) = fields.as_deref() else { panic!("{fields:?}") };
        assert_eq!(&squad(text), normal, "squad of {text:?}");
        assert_eq!(&rouge_tokens(text).join(" "), rouge, "rouge of {text:?}");
        count += 1;
    }
    assert!(count >= 300, "only {count} lines");
}

proptest! {
    #[test]
    fn the_squad_form_of_a_squad_form_is_itself(text in any::<String>()) {
        let once = squad(&text);
        prop_assert_eq!(squad(&once), once);
    }

    #[test]
    fn the_squad_form_has_single_inner_spaces(text in "[ a-eA-E.,'\t\u{a0}–é]{0,40}") {
        let normal = squad(&text);
        prop_assert_eq!(squad_tokens(&text).join(" "), normal);
    }

    #[test]
    fn rouge_tokens_of_rouge_tokens_are_themselves(text in any::<String>()) {
        let once = rouge_tokens(&text);
        prop_assert_eq!(rouge_tokens(&once.join(" ")), once);
    }
}
