//! Model cards.

use include_dir::{Dir, include_dir};

use super::Registry;
use super::error::Result;

static CARDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../models/cards");

impl Registry {
    /// The model's card, in Markdown; for a model of the user's, what their manifest says.
    pub fn card(&self, name: &str) -> Result<String> {
        let model = self.model(name)?;
        let written = CARDS.get_file(format!("{name}.md")).and_then(|f| f.contents_utf8());
        if let Some(card) = written.filter(|_| !self.is_users(name)) {
            return Ok(card.to_owned());
        }
        let mut card = format!("# {name}\n\n{}\n\n", model.description);
        card += &format!("- task: {}\n- architecture: {}\n", model.task, model.architecture);
        card += &format!("- parameters: {}\n- licence: {}\n", model.parameters, model.licence);
        for source in &model.sources {
            card += &format!("- from: {source}\n");
        }
        Ok(card)
    }
}
