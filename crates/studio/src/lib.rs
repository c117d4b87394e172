//! The studio: collecting and judging conversations.

#![forbid(unsafe_code)]
