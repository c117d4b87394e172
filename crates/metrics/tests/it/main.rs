//! Tests of the crate as its users see it.

#![allow(clippy::unwrap_used, clippy::panic)]

mod agreement_parity;
mod answers;
mod bleu;
mod bootstrap_parity;
mod circa;
mod compare;
mod coqa;
mod forms_parity;
mod label_parity;
mod neural;
mod neural_models;
mod pairs;
mod pragmaticqa;
mod pragmeval;
mod quac;
mod reference;
mod retrieval;
mod rouge;
mod scai;
mod squad;
mod statistics_parity;
mod topiocqa;
mod written;
