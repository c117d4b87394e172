//! Results folders in, one HTML page and Markdown out.
