//! The papers' plots, over the turns of a group; each only where its data is there.

mod flow;
mod radar;
mod sunburst;
mod svg;
mod topics;

use super::group::Group;

/// A drawing with what it shows.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What it is called.
    pub title: String,
    /// What it shows, and the paper's figure it follows.
    pub caption: String,
    /// The drawing.
    pub svg: String,
}

/// The plots that a group has the data for.
pub fn all(group: &Group) -> Vec<Plot> {
    let conversations = topics::conversations(group);
    [
        topics::by_length(&conversations),
        topics::run_lengths(&conversations),
        flow::plot(&conversations),
        sunburst::plot(group),
        radar::plot(group),
    ]
    .into_iter()
    .flatten()
    .collect()
}
