//! Invitations and participants, as administrators see them.

use serde_json::{Value, json};

use super::Studio;
use crate::refusal::Result;

impl Studio {
    /// `GET …/invitations`
    pub fn invitations(&self, owner: &str, project: &str) -> Result<Value> {
        self.read(self.number(owner, project)?, |_| Ok(json!({ "invitations": [] })))
    }

    /// `POST …/invitations`
    pub fn invite(&self, owner: &str, project: &str, _request: Value) -> Result<Value> {
        self.read(self.number(owner, project)?, |_| Ok(json!({})))
    }

    /// `DELETE …/invitations/{id}`
    pub fn revoke(&self, owner: &str, project: &str, _invitation: &str) -> Result<()> {
        self.number(owner, project).map(drop)
    }

    /// `GET …/participants`
    pub fn participants(&self, owner: &str, project: &str) -> Result<Value> {
        self.read(self.number(owner, project)?, |_| Ok(json!({ "participants": [] })))
    }

    /// `PATCH …/participants/{id}`
    pub fn change_participant(
        &self,
        owner: &str,
        project: &str,
        _participant: &str,
        _request: Value,
    ) -> Result<()> {
        self.number(owner, project).map(drop)
    }

    /// `DELETE …/participants/{id}`
    pub fn delete_participant(
        &self,
        owner: &str,
        project: &str,
        _participant: &str,
    ) -> Result<Value> {
        self.read(self.number(owner, project)?, |_| Ok(json!({ "sessions": 0, "events": 0 })))
    }
}
