//! The studio as its API has it, over real databases.

mod additional;
mod circa;
mod coming;
mod deletion;
mod files;
mod fold;
mod grice;
mod judging;
mod leaks;
mod load;
mod pages;
mod place;
mod pragmaticqa;
mod released;
mod stage;
mod topiocqa;
mod waiting;
