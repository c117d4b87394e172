//! Protocols and projects, as administrators see them.

use serde_json::{Value, json};

use super::Studio;
use crate::refusal::Result;

impl Studio {
    /// `GET /api/studio/protocols`
    pub fn protocols(&self) -> Value {
        json!({ "protocols": [] })
    }

    /// `GET /api/studio/protocols/{name}`
    pub fn protocol_text(&self, _name: &str) -> Result<String> {
        Ok(String::new())
    }

    /// `GET /api/studio/projects`
    pub fn projects(&self, _owner: &str) -> Result<Value> {
        Ok(json!({ "projects": [] }))
    }

    /// `POST /api/studio/projects`
    pub fn create(&self, _owner: &str, _request: Value) -> Result<Value> {
        Ok(json!({}))
    }

    /// `GET /api/studio/projects/{id}`
    pub fn project(&self, owner: &str, project: &str) -> Result<Value> {
        self.read(self.number(owner, project)?, |_| Ok(json!({})))
    }

    /// `PATCH /api/studio/projects/{id}`
    pub fn change(&self, owner: &str, project: &str, _request: Value) -> Result<Value> {
        self.project(owner, project)
    }

    /// `DELETE /api/studio/projects/{id}`
    pub fn delete(&self, owner: &str, project: &str) -> Result<()> {
        self.number(owner, project).map(drop)
    }
}
