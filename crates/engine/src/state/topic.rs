//! Pages that are talked about, and how a turn's page stands to those before it.

use serde::{Deserialize, Serialize};

/// A page that was talked about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Topic {
    /// The document's id.
    pub document: String,
    /// Its title.
    pub title: String,
}

/// A page that may have been talked about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// The page.
    pub topic: Topic,
    /// How likely it is, 0 to 1.
    pub likely: f32,
}

/// How a turn's topic stands to those before it (TopiOCQA, section 3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Switch {
    /// There was no topic before, or there is none now.
    #[default]
    None,
    /// The topic stays.
    NoSwitch,
    /// The topic has not been talked about before.
    SwitchToNew,
    /// The topic was left earlier and is taken up again.
    SwitchToOld,
}
