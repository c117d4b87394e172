//! The shapes of bodies, for the API's description. The studio reads them itself, and says more
//! precisely what is wrong with one; `crates/studio/API.md` has them in full.

#![expect(dead_code, reason = "these describe, they are not read into")]

use serde_json::Value;
use utoipa::ToSchema;

/// An invitation's token.
#[derive(ToSchema)]
pub struct Invited {
    /// The token.
    #[schema(example = "gsi_…")]
    invitation: String,
}

/// Somebody who comes in.
#[derive(ToSchema)]
pub struct Joining {
    /// The invitation's token.
    #[schema(example = "gsi_…")]
    invitation: String,
    /// Made by the client: the same again is the same participant.
    #[schema(min_length = 8, max_length = 64, pattern = "^[A-Za-z0-9_-]+$")]
    action: String,
    /// Whether they agree to the consent text; otherwise they cannot take part.
    consent: bool,
    /// The name for payments.
    #[schema(nullable, max_length = 200)]
    name: Option<String>,
}

/// Something that a participant does.
#[derive(ToSchema)]
pub struct Act {
    /// Made by the client: the same again is not done twice.
    #[schema(min_length = 8, max_length = 64, pattern = "^[A-Za-z0-9_-]+$")]
    action: String,
    /// The `seq` of the view that they saw.
    after: Option<i64>,
    /// `kind`, and what the kind wants.
    r#do: Do,
}

/// What is done.
#[derive(ToSchema)]
pub struct Do {
    /// ask, literal, reply, judge …
    kind: String,
    /// What else the kind wants.
    #[schema(value_type = Object)]
    #[serde(flatten)]
    more: Value,
}

/// Words to be advised on: a question or an answer.
#[derive(ToSchema)]
pub struct Typed {
    /// A question of TopiOCQA.
    question: Option<String>,
    /// An answer of Circa.
    answer: Option<String>,
}

/// A project to make.
#[derive(ToSchema)]
pub struct NewProject {
    /// Its name.
    name: String,
    /// A protocol that ships.
    protocol: Option<String>,
    /// A whole protocol of one's own, as TOML.
    toml: Option<String>,
    /// The collection that conversations are about.
    collection: Option<String>,
    /// Settings of the protocol that are to be others.
    #[schema(value_type = Object)]
    settings: Option<Value>,
    /// Topics of PragmatiCQA.
    #[schema(value_type = Vec<Object>)]
    topics: Option<Value>,
    /// First pages and questions of TopiOCQA.
    #[schema(value_type = Vec<Object>)]
    seeds: Option<Value>,
    /// What participants agree to.
    consent: Option<String>,
}

/// What is to be changed of a project.
#[derive(ToSchema)]
pub struct ProjectChange {
    /// Its name.
    name: Option<String>,
    /// Whether nobody can come in or begin anything.
    closed: Option<bool>,
    /// What participants agree to.
    consent: Option<String>,
    /// Settings of the protocol.
    #[schema(value_type = Object)]
    settings: Option<Value>,
}

/// An invitation to make.
#[derive(ToSchema)]
pub struct NewInvitation {
    /// The step it leads to.
    step: Option<String>,
    /// What the administrator calls it.
    label: Option<String>,
    /// How many may use it.
    uses: Option<u32>,
    /// Days until it ends.
    days: Option<f64>,
}

/// A decision about a participant.
#[derive(ToSchema)]
pub struct Decision {
    /// Whether they may go on.
    suspended: Option<bool>,
    /// Whether they need no qualification any more.
    qualified: Option<bool>,
    /// Why, in words for them.
    why: Option<String>,
}

/// A trial.
#[derive(ToSchema)]
pub struct Trial {
    /// The role that Grice plays; none for one person who plays both.
    #[schema(nullable)]
    with_grice: Option<String>,
}

/// The end of a conversation.
#[derive(ToSchema)]
pub struct End {
    /// Why.
    reason: Option<String>,
}

/// What is reviewed.
#[derive(ToSchema)]
pub struct Subject {
    /// session, questions, answers or judgement.
    kind: String,
    /// Its id.
    id: String,
}

/// A review.
#[derive(ToSchema)]
pub struct Review {
    /// What is reviewed.
    subject: Subject,
    /// accept, return or reject.
    verdict: String,
    /// Words for whoever did it.
    note: Option<String>,
}

/// The label of an item that judges disagree about.
#[derive(ToSchema)]
pub struct Adjudication {
    /// The item.
    item: String,
    /// The label.
    label: String,
}

/// Answers of systems that are to be judged.
#[derive(ToSchema)]
pub struct Pooled {
    /// Questions: id, question, history, truth.
    #[schema(value_type = Vec<Object>)]
    questions: Option<Value>,
    /// Runs: name, answers.
    #[schema(value_type = Vec<Object>)]
    runs: Option<Value>,
    /// Items whose label is known.
    #[schema(value_type = Vec<Object>)]
    gold: Option<Value>,
    /// The shared task's own files.
    #[schema(value_type = Object)]
    scai: Option<Value>,
    /// Faithfulness: the plausibility project whose answers are judged.
    from: Option<String>,
}
