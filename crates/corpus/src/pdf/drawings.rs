//! Follows what a page draws, as the extractor will: a drawing (a form) may draw others.

use std::collections::{HashMap, HashSet};

use pdf_extract::content::Content;
use pdf_extract::{Dictionary, Document, Object, ObjectId, Stream};

/// The most bytes of operators a page may have, those of its drawings each time they are drawn.
pub(super) const MOST_OPERATORS: usize = 24 << 20;
/// Drawings nested deeper than this are refused.
const DEEPEST: usize = 40;

/// A drawing with the resources it is drawn with.
type Key = (ObjectId, usize);

/// What the drawings of a document cost.
pub(super) struct Drawings<'d> {
    doc: &'d Document,
    known: HashMap<Key, usize>,
    open: HashSet<Key>,
}

impl<'d> Drawings<'d> {
    pub(super) fn new(doc: &'d Document) -> Self {
        Drawings { doc, known: HashMap::new(), open: HashSet::new() }
    }

    /// The bytes of operators that drawing `content` takes.
    pub(super) fn cost(
        &mut self,
        content: &[u8],
        resources: &'d Dictionary,
    ) -> Result<usize, String> {
        let own = content.len() + 1;
        let Some(forms) = dictionary(self.doc, resources, b"XObject").filter(|f| !f.is_empty())
        else {
            return Ok(own);
        };
        // What cannot be parsed the extractor refuses.
        let Ok(content) = Content::decode(content) else { return Ok(own) };
        let mut cost = own;
        for operation in content.operations.iter().filter(|o| o.operator == "Do") {
            let name = operation.operands.first().and_then(|o| o.as_name().ok());
            let Some(id) = name.and_then(|n| forms.get(n).and_then(Object::as_reference).ok())
            else {
                continue;
            };
            if let Ok(form) = self.doc.get_object(id).and_then(Object::as_stream) {
                cost += self.form(id, form, resources)?;
            }
            if cost > MOST_OPERATORS {
                return Err("a page draws too much".to_owned());
            }
        }
        Ok(cost)
    }

    fn form(
        &mut self,
        id: ObjectId,
        form: &'d Stream,
        resources: &'d Dictionary,
    ) -> Result<usize, String> {
        let resources = dictionary(self.doc, &form.dict, b"Resources").unwrap_or(resources);
        let key = (id, std::ptr::from_ref(resources) as usize);
        if let Some(cost) = self.known.get(&key) {
            return Ok(*cost);
        }
        if !self.open.insert(key) {
            return Err("a drawing contains itself".to_owned());
        }
        if self.open.len() > DEEPEST {
            return Err("its drawings are nested too deep".to_owned());
        }
        let content = form.get_plain_content().unwrap_or_else(|_| form.content.clone());
        let cost = self.cost(&content, resources)?;
        self.open.remove(&key);
        self.known.insert(key, cost);
        Ok(cost)
    }
}

/// The dictionary under a key, itself or by reference.
pub(super) fn dictionary<'d>(
    doc: &'d Document,
    owner: &'d Dictionary,
    key: &[u8],
) -> Option<&'d Dictionary> {
    match owner.get(key).ok()? {
        Object::Reference(id) => doc.get_object(*id).ok()?.as_dict().ok(),
        other => other.as_dict().ok(),
    }
}
