//! What the storage engine keeps for a passage, a document and a redirect.

use tantivy::schema::{
    BytesOptions, Field, IndexRecordOption, NumericOptions, STORED, STRING, Schema,
    TextFieldIndexing, TextOptions,
};

/// The name under which the analyzer is known to the storage engine.
pub(crate) const ENGLISH: &str = "grice_english";

/// The fields. A passage has `document`, `ordinal`, `key`, `origin` and the three texts; a
/// document's record has `record`, `hash`, `names` and `details`; a redirect `record`, `names`,
/// `leads_to`.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    /// The document a passage belongs to.
    pub document: Field,
    /// The passage's number in its document.
    pub ordinal: Field,
    /// Breaks ties between equal scores the same way whatever the segments.
    pub key: Field,
    /// Offsets, line, anchor and blocks; see `place.rs`.
    pub origin: Field,
    pub body: Field,
    pub title: Field,
    pub section: Field,
    /// The id of a document's or redirect's record.
    pub record: Field,
    /// Tells whether a document has changed.
    pub hash: Field,
    /// The names by which links reach the record.
    pub names: Field,
    /// The record itself, as JSON.
    pub details: Field,
    /// The name a redirect leads to.
    pub leads_to: Field,
}

pub(crate) fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let text = || {
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(ENGLISH)
            .set_index_option(IndexRecordOption::WithFreqsAndPositions);
        TextOptions::default().set_indexing_options(indexing).set_stored()
    };
    let fields = Fields {
        document: builder.add_text_field("document", STRING | STORED),
        ordinal: builder
            .add_u64_field("ordinal", NumericOptions::default().set_fast().set_stored()),
        key: builder.add_u64_field("key", NumericOptions::default().set_fast()),
        origin: builder.add_bytes_field("origin", BytesOptions::default().set_stored()),
        body: builder.add_text_field("body", text()),
        title: builder.add_text_field("title", text()),
        section: builder.add_text_field("section", text()),
        record: builder.add_text_field("record", STRING | STORED),
        hash: builder.add_u64_field("hash", NumericOptions::default().set_fast()),
        names: builder.add_text_field("names", STRING),
        details: builder.add_text_field("details", TextOptions::default().set_stored()),
        leads_to: builder.add_text_field("leads_to", TextOptions::default().set_stored()),
    };
    (builder.build(), fields)
}
