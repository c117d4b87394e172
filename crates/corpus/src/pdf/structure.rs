//! Loads a PDF, leaves out what is no text, and refuses what would harm.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use pdf_extract::{Dictionary, Document, LoadOptions, Object, ObjectId, Stream};

use super::drawings::{Drawings, MOST_OPERATORS, dictionary};
use super::{fonts, streams, xref};

/// The most bytes a stream of objects may unpack to, and all of them together.
const MOST_OBJECTS: usize = 8 << 20;
const MOST_OBJECTS_TOGETHER: usize = 128 << 20;
/// The most levels a page tree may have.
const MOST_LEVELS: usize = 256;

/// Loads a document that the extractor can be trusted with.
pub(super) fn load(bytes: &[u8]) -> Result<Document, String> {
    xref::check(bytes)?;
    OBJECT_BYTES.set(0);
    let options = LoadOptions::with_filter(admit);
    let mut doc = Document::load_mem_with_options(bytes, options).map_err(|e| e.to_string())?;
    if OBJECT_BYTES.get() > MOST_OBJECTS_TOGETHER {
        return Err("its objects unpack to too much".to_owned());
    }
    if doc.is_encrypted() {
        doc.decrypt("").map_err(|e| e.to_string())?;
    }
    let too_large = lighten(&mut doc);
    check_fonts(&doc)?;
    check_pages(&doc, &too_large)?;
    Ok(doc)
}

thread_local! {
    /// What the streams of objects met so far unpack to.
    static OBJECT_BYTES: Cell<usize> = const { Cell::new(0) };
}

/// Keeps an object while loading. A stream of objects is unpacked by the loader, with no limit.
fn admit(id: ObjectId, object: &mut Object) -> Option<(ObjectId, Object)> {
    let Ok(stream) = object.as_stream() else { return Some((id, object.clone())) };
    if stream.dict.has_type(b"ObjStm") {
        let size = streams::unpacked_size(stream, MOST_OBJECTS).filter(|_| in_order(stream));
        // One that is too large refuses the file.
        let size = size.unwrap_or(MOST_OBJECTS_TOGETHER + 1);
        OBJECT_BYTES.set(OBJECT_BYTES.get().saturating_add(size));
        if OBJECT_BYTES.get() > MOST_OBJECTS_TOGETHER {
            return None;
        }
    }
    // Of a stream only whether it is kept counts, not what is returned.
    Some((id, Object::Null))
}

/// Whether no two objects of a stream start at the same place, so that each is loaded once.
fn in_order(stream: &Stream) -> bool {
    let Ok(data) = stream.get_plain_content() else { return true };
    let first = stream.dict.get(b"First").and_then(Object::as_i64).unwrap_or(0);
    let table = usize::try_from(first).ok().and_then(|first| data.get(..first));
    let Some(Ok(table)) = table.map(std::str::from_utf8) else { return true };
    let mut places = HashSet::new();
    table.split_whitespace().skip(1).step_by(2).all(|place| places.insert(place))
}

/// Empties what the extractor unpacks but has no use for, and returns the streams that are too
/// large to be unpacked.
fn lighten(doc: &mut Document) -> HashSet<ObjectId> {
    let mut too_large = HashSet::new();
    for (id, object) in &mut doc.objects {
        remove_programs(object);
        let Ok(stream) = object.as_stream_mut() else { continue };
        if is_no_text(&stream.dict) {
            stream.set_plain_content(Vec::new());
        } else if streams::unpacked_size(stream, MOST_OPERATORS).is_none() {
            stream.set_plain_content(Vec::new());
            too_large.insert(*id);
        }
    }
    too_large
}

/// Whether a stream is an image, a colour profile (they alone have `N`), a function of colours or
/// metadata.
fn is_no_text(dictionary: &Dictionary) -> bool {
    let named = |key: &[u8], names: &[&[u8]]| {
        dictionary.get(key).and_then(Object::as_name).is_ok_and(|name| names.contains(&name))
    };
    named(b"Subtype", &[b"Image"])
        || named(b"Type", &[b"Metadata", b"EmbeddedFile", b"XRef", b"ObjStm"])
        || dictionary.has(b"N")
        || dictionary.has(b"FunctionType")
}

/// TrueType programs are unpacked for each page and never looked at.
fn remove_programs(object: &mut Object) {
    if let Object::Dictionary(dictionary) = object {
        dictionary.remove(b"FontFile2");
    }
}

fn check_fonts(doc: &Document) -> Result<(), String> {
    let mut checked = HashSet::new();
    doc.objects.values().try_for_each(|object| check_object(doc, object, &mut checked))
}

/// Looks for fonts in an object. The loader bounds how deep objects are nested.
fn check_object<'d>(
    doc: &'d Document,
    object: &'d Object,
    checked: &mut HashSet<(ObjectId, bool)>,
) -> Result<(), String> {
    let dictionary = match object {
        Object::Array(items) => {
            return items.iter().try_for_each(|item| check_object(doc, item, checked));
        }
        Object::Dictionary(dictionary) => dictionary,
        Object::Stream(stream) => &stream.dict,
        _ => return Ok(()),
    };
    for (key, value) in dictionary {
        let map = match key.as_slice() {
            b"ToUnicode" | b"Encoding" => true,
            b"FontFile" => false,
            _ => {
                check_object(doc, value, checked)?;
                continue;
            }
        };
        let Ok(id) = value.as_reference() else {
            check_object(doc, value, checked)?;
            continue;
        };
        let Ok(stream) = doc.get_object(id).and_then(Object::as_stream) else { continue };
        if checked.insert((id, map)) {
            let data = stream.get_plain_content().unwrap_or_else(|_| stream.content.clone());
            if map { fonts::check_map(&data) } else { fonts::check_nesting(&data) }?;
        }
    }
    Ok(())
}

fn check_pages(doc: &Document, too_large: &HashSet<ObjectId>) -> Result<(), String> {
    let empty = Dictionary::new();
    let mut drawings = Drawings::new(doc);
    let mut seen = HashSet::new();
    let mut sizes = HashMap::new();
    let pages = doc.get_pages();
    if pages.is_empty() {
        return Err("it has no pages".to_owned());
    }
    for id in pages.into_values() {
        if !seen.insert(id) {
            return Err("its pages go in a circle".to_owned());
        }
        let resources = inherited_resources(doc, id)?.unwrap_or(&empty);
        let mut size = 0;
        for content in doc.get_page_contents(id) {
            if too_large.contains(&content) {
                return Err("a page unpacks to too much".to_owned());
            }
            size += *sizes.entry(content).or_insert_with(|| content_size(doc, content));
            if size > MOST_OPERATORS {
                return Err("a page unpacks to too much".to_owned());
            }
        }
        let content = doc.get_page_content(id).map_err(|e| e.to_string())?;
        drawings.cost(&content, resources)?;
    }
    Ok(())
}

fn content_size(doc: &Document, id: ObjectId) -> usize {
    let stream = doc.get_object(id).and_then(Object::as_stream);
    stream.ok().and_then(|s| streams::unpacked_size(s, MOST_OPERATORS)).unwrap_or(0)
}

/// A page's resources, its own or those of the nodes above it.
fn inherited_resources(doc: &Document, page: ObjectId) -> Result<Option<&Dictionary>, String> {
    let mut node = doc.get_dictionary(page).ok();
    let mut resources = None;
    for _ in 0..MOST_LEVELS {
        let Some(here) = node else { return Ok(resources) };
        resources = resources.or_else(|| dictionary(doc, here, b"Resources"));
        let parent = here.get(b"Parent").and_then(Object::as_reference).ok();
        node = parent.and_then(|id| doc.get_dictionary(id).ok());
    }
    Err("its pages go in a circle".to_owned())
}
