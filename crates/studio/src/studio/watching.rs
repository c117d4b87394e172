//! How a project goes.

use serde_json::{Value, json};

use super::Studio;
use crate::refusal::Result;

impl Studio {
    /// `GET …/progress`
    pub fn progress(&self, owner: &str, project: &str) -> Result<Value> {
        self.read(self.number(owner, project)?, |_| Ok(json!({})))
    }

    /// `GET …/sessions`; `state` is open, complete or ended.
    pub fn sessions(&self, owner: &str, project: &str, _state: Option<&str>) -> Result<Value> {
        self.read(self.number(owner, project)?, |_| Ok(json!({ "sessions": [] })))
    }

    /// `GET …/sessions/{sid}`
    pub fn session(&self, owner: &str, project: &str, _session: &str) -> Result<Value> {
        self.read(self.number(owner, project)?, |_| Ok(json!({})))
    }
}
