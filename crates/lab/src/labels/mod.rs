//! Systems over labelled rows: Circa's and PragmEval's tables.
