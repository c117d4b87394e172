//! Trying a protocol: one person with both roles, or against Grice.

use serde_json::{Value, json};

use super::Studio;
use crate::refusal::Result;

impl Studio {
    /// `POST …/try`
    pub fn try_out(&self, owner: &str, project: &str, _request: Value) -> Result<Value> {
        self.read(self.number(owner, project)?, |_| Ok(json!({ "participants": [] })))
    }
}
