//! What holds for any text.

mod any_text;
mod round_trips;
