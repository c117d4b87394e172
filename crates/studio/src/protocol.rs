//! Protocols: how a paper collected its data, as a file. Those that ship are in the program.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::refusal::Refusal;

/// Which core runs a protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Two people and three steps of an answer (PragmatiCQA, section 3).
    Pragmaticqa,
    /// Two people and topics that switch by hyperlinks (TopiOCQA, section 3).
    Topiocqa,
    /// Questions, indirect answers, interpretations (Circa, section 3).
    Circa,
    /// Judges label items (SCAI-QReCC, sections 5 and 6).
    Judging,
}

/// A protocol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Protocol {
    /// Its name.
    pub name: String,
    /// Its title for participants.
    pub title: String,
    /// What it is, for administrators.
    pub about: String,
    /// Which core runs it.
    pub family: Family,
    /// About how long it takes.
    pub minutes: u32,
    /// What a judging protocol is about: plausibility or faithfulness.
    #[serde(default)]
    pub judging: Judging,
    /// What participants read first; of one step where `STEP: ` stands before it.
    pub instructions: Vec<String>,
    /// What they agree to.
    pub consent: String,
    /// Its numbers and switches.
    #[serde(default)]
    pub settings: Settings,
    /// Questions to pass before the work.
    #[serde(default)]
    pub qualification: Vec<Quiz>,
    /// What a student rates a reply on.
    #[serde(default)]
    pub ratings: Vec<Asked>,
    /// Closing questions of who asks.
    #[serde(default)]
    pub closing_student: Vec<Asked>,
    /// Closing questions of who answers.
    #[serde(default)]
    pub closing_teacher: Vec<Asked>,
    /// The labels that judges give.
    #[serde(default)]
    pub labels: Vec<Label>,
    /// Items to practise on.
    #[serde(default)]
    pub practice: Vec<Practice>,
    /// Circa's scenarios.
    #[serde(default)]
    pub scenarios: Vec<Scenario>,
    /// Examples of indirect answers.
    #[serde(default)]
    pub examples: Vec<Example>,
}

/// What is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Judging {
    /// Does the answer answer the question?
    #[default]
    Plausibility,
    /// Does it follow from the evidence?
    Faithfulness,
}

/// A question of a survey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Its name in the data.
    pub id: String,
    /// The question.
    pub text: String,
    /// Whether it is answered with a number from 1 to 5, as against in words.
    #[serde(default = "yes")]
    pub scale: bool,
}

/// A question of a qualification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quiz {
    /// Its name.
    pub id: String,
    /// The question.
    pub text: String,
    /// What can be chosen.
    pub options: Vec<String>,
    /// The right one, from 0.
    pub right: usize,
    /// Why.
    pub why: String,
}

/// A label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// As it is in the data.
    pub id: String,
    /// As judges read it.
    pub text: String,
    /// What it counts as on the relaxed scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relaxed: Option<String>,
    /// Whether it wants a comment.
    #[serde(default)]
    pub comment: bool,
}

/// What a judge sees.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// The situation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub context: String,
    /// What was asked before, and answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Said>,
    /// The question.
    #[serde(default)]
    pub question: String,
    /// The answer.
    #[serde(default)]
    pub answer: String,
    /// Sentences that may support it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<EvidenceText>,
}

/// A question and its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: String,
}

/// Words of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidenceText {
    /// The words.
    pub text: String,
    /// The page or passage.
    #[serde(default)]
    pub title: String,
}

/// An item to practise on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Practice {
    /// The item.
    pub shown: Shown,
    /// The right label.
    pub label: String,
    /// Why.
    pub why: String,
}

/// A situation to ask in, told for each step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Its name.
    pub id: String,
    /// For who asks.
    pub asking: String,
    /// For who answers.
    pub answering: String,
    /// For judges.
    pub context: String,
}

/// An indirect answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: String,
    /// What it means.
    pub meaning: String,
}

fn yes() -> bool {
    true
}

macro_rules! settings {
    ($($name:ident: $type:ty = $default:expr, $about:literal;)*) => {
        /// The numbers and switches of a protocol.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Settings { $(#[doc = $about] pub $name: $type,)* }

        impl Default for Settings {
            fn default() -> Settings { Settings { $($name: $default.into(),)* } }
        }

        /// What each setting is.
        const ABOUT: &[(&str, &str)] = &[$((stringify!($name), $about),)*];
    };
}

settings! {
    minimum_turns: u32 = 6_u32, "Turns after which a conversation may be left.";
    encouraged_turns: u32 = 6_u32, "Turns that participants are encouraged to reach.";
    turn_seconds: i64 = 600_i64, "Seconds after which a partner who does not act is late.";
    grice: String = "none", "The role that Grice takes: none, teacher or student (answerer or questioner).";
    abandoned_seconds: i64 = 86_400_i64, "Seconds beyond turn_seconds after which a conversation that nobody goes on with ends by itself; 0 means never.";
    pay_base: i64 = 200_i64, "Pay of a conversation that reaches its minimum.";
    pay_turn: i64 = 20_i64, "Pay of the first turn after the minimum.";
    pay_growth: i64 = 5_i64, "How much more each further turn is paid than the one before.";
    pay_item: i64 = 0_i64, "Pay of an item.";
    currency: String = "USD", "The currency of all amounts.";
    topics_shown: u32 = 8_u32, "Topics of an interest survey.";
    experiments: bool = true, "Whether conversations are A/B tested.";
    experiment_target: f64 = 0.8_f64, "The share of complete conversations that have a technique enabled.";
    background_needed: u32 = 7_u32, "Titles of ten that a teacher must place rightly.";
    pragmatic_may_be_empty: bool = false, "Whether a reply may have no pragmatic span (it always may where the answer is not known).";
    paraphrase: bool = false, "Whether a reply that is a span word for word is refused.";
    switch_after: u32 = 4_u32, "Turns on one page after which another is encouraged.";
    additional_answers: u32 = 3_u32, "Further answers for each turn of the evaluation split.";
    evaluation_share: f64 = 0.1_f64, "The share of conversations in the evaluation split.";
    written_first: f64 = 0.28_f64, "The share of conversations whose first question is not given.";
    questions_each: u32 = 5_u32, "Questions that a person writes for a scenario.";
    answers_each: u32 = 10_u32, "Answers to a question, each of another person.";
    together: u32 = 5_u32, "Questions that are shown together.";
    alike: f64 = 0.35_f64, "From which similarity on two questions are not shown together.";
    judges: u32 = 5_u32, "Judgements of an item.";
    majority: u32 = 3_u32, "Judgements that must be the same for a gold label.";
    gold_every: u32 = 0_u32, "Every so many items a judge gets a gold item; 0 means none.";
    gold_least: u32 = 4_u32, "Gold items after which a judge can be suspended.";
    gold_needed: f64 = 0.7_f64, "The share of gold items that a judge must get right.";
    disagreement: String = "adjudicate", "What becomes of items on which judges disagree: adjudicate or discard.";
    pool_similarity: f64 = 0.3_f64, "The least token F1 of a pooled answer with the true one; 0 takes all.";
    pool_least: u32 = 1_u32, "The least number of different answers of a question.";
    evidence_overlap: f64 = 0.3_f64, "The least F1 of an answer and a span of a passage whose sentences become evidence.";
    evidence_sentences: u32 = 8_u32, "The most sentences of evidence.";
    lease_seconds: i64 = 1800_i64, "Seconds after which an item that was shown goes to somebody else.";
    attempts: u32 = 2_u32, "Attempts at the qualification.";
    qualification_needed: u32 = 0_u32, "Right answers that the qualification needs; 0 means all.";
}

const SHIPPED: [&str; 5] = [
    include_str!("../../../studio/protocols/pragmaticqa.toml"),
    include_str!("../../../studio/protocols/topiocqa.toml"),
    include_str!("../../../studio/protocols/circa.toml"),
    include_str!("../../../studio/protocols/plausibility.toml"),
    include_str!("../../../studio/protocols/faithfulness.toml"),
];

impl Protocol {
    /// A protocol of a TOML file.
    pub fn parse(text: &str) -> Result<Protocol, Refusal> {
        let wrong =
            |why: String| Refusal::new("protocol", format!("the protocol cannot be read: {why}"));
        let protocol: Protocol = toml::from_str(text).map_err(|error| wrong(error.to_string()))?;
        match protocol.problem() {
            Some(why) => Err(wrong(why)),
            None => Ok(protocol),
        }
    }

    /// The protocols that ship, with their texts.
    pub fn shipped() -> Vec<(Protocol, &'static str)> {
        SHIPPED.iter().filter_map(|text| Some((Protocol::parse(text).ok()?, *text))).collect()
    }

    /// The protocol of a name that ships.
    pub fn named(name: &str) -> Result<Protocol, Refusal> {
        let all = Protocol::shipped();
        let names: Vec<String> = all.iter().map(|(protocol, _)| protocol.name.clone()).collect();
        let found = all.into_iter().map(|(protocol, _)| protocol).find(|p| p.name == name);
        found.ok_or_else(|| {
            Refusal::new("protocol", format!("there is no protocol '{name}'"))
                .hint(format!("there are {}", names.join(", ")))
        })
    }

    /// A protocol without anything, to fold events onto.
    pub fn empty() -> Protocol {
        Protocol {
            name: String::new(),
            title: String::new(),
            about: String::new(),
            family: Family::Judging,
            minutes: 0,
            judging: Judging::default(),
            instructions: Vec::new(),
            consent: String::new(),
            settings: Settings::default(),
            qualification: Vec::new(),
            ratings: Vec::new(),
            closing_student: Vec::new(),
            closing_teacher: Vec::new(),
            labels: Vec::new(),
            practice: Vec::new(),
            scenarios: Vec::new(),
            examples: Vec::new(),
        }
    }

    fn problem(&self) -> Option<String> {
        let known = |label: &String| self.labels.iter().any(|other| other.id == *label);
        if let Some(practice) = self.practice.iter().find(|practice| !known(&practice.label)) {
            return Some(format!("practice: '{}' is no label", practice.label));
        }
        if let Some(quiz) = self.qualification.iter().find(|quiz| quiz.right >= quiz.options.len())
        {
            return Some(format!("qualification '{}': there is no option {}", quiz.id, quiz.right));
        }
        let judged = matches!(self.family, Family::Circa | Family::Judging);
        if judged && self.labels.len() < 2 {
            return Some("judges need two labels or more".to_owned());
        }
        (self.family == Family::Circa && self.scenarios.is_empty())
            .then(|| "Circa needs scenarios".to_owned())
    }

    /// The steps that people can be invited to.
    pub fn steps(&self) -> &'static [&'static str] {
        match self.family {
            Family::Pragmaticqa => &["conversation"],
            Family::Topiocqa => &["conversation", "additional"],
            Family::Circa => &["questions", "answers", "judgements"],
            Family::Judging => &["judgements"],
        }
    }

    /// The roles of a conversation.
    pub fn roles(&self) -> &'static [&'static str] {
        match self.family {
            Family::Pragmaticqa => &["teacher", "student"],
            Family::Topiocqa => &["answerer", "questioner"],
            Family::Circa | Family::Judging => &[],
        }
    }

    /// Whether people are paired.
    pub fn is_conversation(&self) -> bool {
        !self.roles().is_empty()
    }

    /// The instructions of a step.
    pub fn instructions(&self, step: &str) -> Vec<String> {
        let of = |text: &String| {
            let other = self.steps().iter().find_map(|name| {
                text.strip_prefix(&format!("{name}: ")).map(|rest| (*name, rest.to_owned()))
            });
            match other {
                Some((name, rest)) => (name == step).then_some(rest),
                None => Some(text.clone()),
            }
        };
        self.instructions.iter().filter_map(of).collect()
    }

    /// What a label counts as on the relaxed scale.
    pub fn relaxed<'a>(&'a self, label: &'a str) -> &'a str {
        let known = self.labels.iter().find(|other| other.id == label);
        known.and_then(|label| label.relaxed.as_deref()).unwrap_or(label)
    }
}

impl Settings {
    /// The settings with some replaced.
    pub fn with(&self, changes: &Map<String, Value>) -> Result<Settings, Refusal> {
        let wrong = |why: String| Refusal::new("settings", why);
        let mut all = serde_json::to_value(self).map_err(|error| wrong(error.to_string()))?;
        if let Some(all) = all.as_object_mut() {
            for (name, value) in changes {
                if !all.contains_key(name) {
                    return Err(wrong(format!("there is no setting '{name}'")));
                }
                all.insert(name.clone(), value.clone());
            }
        }
        let settings: Settings = serde_json::from_value(all)
            .map_err(|error| wrong(format!("a setting is not of its kind: {error}")))?;
        let roles = ["none", "teacher", "student", "answerer", "questioner"];
        if !roles.contains(&settings.grice.as_str()) {
            return Err(wrong(format!("'{}' is no role for Grice", settings.grice)));
        }
        if !["adjudicate", "discard"].contains(&settings.disagreement.as_str()) {
            return Err(wrong("disagreement must be adjudicate or discard".to_owned()));
        }
        Ok(settings)
    }

    /// The settings as a page offers them.
    pub fn described(&self, family: Family) -> Value {
        let all = serde_json::to_value(self).unwrap_or_default();
        let mut out = Map::new();
        for (name, about) in ABOUT {
            let Some(value) = all.get(name).filter(|_| belongs(name, family)) else { continue };
            let kind = match (*name, value) {
                ("grice" | "disagreement", _) => "choice",
                (_, Value::Bool(_)) => "switch",
                (_, Value::Number(_)) => "number",
                _ => "text",
            };
            let mut entry = json!({ "value": value, "about": about, "kind": kind });
            let choices = match (*name, family) {
                ("grice", Family::Pragmaticqa) => Some(json!(["none", "teacher", "student"])),
                ("grice", _) => Some(json!(["none", "answerer", "questioner"])),
                ("disagreement", _) => Some(json!(["adjudicate", "discard"])),
                _ => None,
            };
            if let (Some(choices), Some(entry)) = (choices, entry.as_object_mut()) {
                entry.insert("choices".into(), choices);
            }
            out.insert((*name).to_owned(), entry);
        }
        Value::Object(out)
    }
}

fn belongs(name: &str, family: Family) -> bool {
    let talk = matches!(family, Family::Pragmaticqa | Family::Topiocqa);
    match name {
        "currency" | "attempts" | "qualification_needed" => true,
        "minimum_turns" | "encouraged_turns" | "turn_seconds" | "abandoned_seconds" | "grice"
        | "pay_base" | "pay_turn" | "pay_growth" => talk,
        "topics_shown"
        | "experiments"
        | "experiment_target"
        | "background_needed"
        | "pragmatic_may_be_empty"
        | "paraphrase" => family == Family::Pragmaticqa,
        "switch_after" | "additional_answers" | "evaluation_share" | "written_first" => {
            family == Family::Topiocqa
        }
        "questions_each" | "answers_each" | "together" | "alike" => family == Family::Circa,
        "pool_similarity" | "pool_least" | "evidence_overlap" | "evidence_sentences"
        | "disagreement" => family == Family::Judging,
        "judges" | "majority" | "gold_every" | "gold_least" | "gold_needed" => !talk,
        _ => !talk || family == Family::Topiocqa,
    }
}
