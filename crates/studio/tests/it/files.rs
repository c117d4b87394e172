//! Files in the papers' formats: what is written is read back, as it was.

use std::collections::BTreeMap;

use grice_studio::checks::Note;
use grice_studio::formats::{
    Browsed, Conversation, Data, Format, Further, Item, Judgement, Seated, TopicName, Turned, read,
    write,
};
use grice_studio::interests::Inclination;
use grice_studio::pages::{PageRef, Point, Span};
use grice_studio::protocol::{EvidenceText, Family, Said, Shown};
use grice_studio::session::{How, Literal, Turn};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::place::on_both;
use crate::stage::{OWNER, Stage, code};

const RATINGS: [&str; 5] = ["natural", "literal", "intent", "leads", "faithful"];

fn like() -> Data {
    Data { ratings: RATINGS.map(str::to_owned).to_vec(), majority: 3, ..Data::default() }
}

fn again(format: Format, data: &Data) -> Data {
    let text = write(format, data).unwrap();
    let (read, passed) = read(format, &text, &like()).unwrap();
    assert!(passed.is_empty(), "{passed:?} of {text}");
    read
}

/// Words such as people and spreadsheets find hard.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-zA-Z’é ,;\"'\\n\\t=+@-]{0,12}",
        1 => "=[A-Z]{2,5}\\([0-9]\\)",
        1 => any::<String>().prop_map(|text| text.chars().take(12).collect()),
    ]
}

fn some_words() -> impl Strategy<Value = String> {
    words().prop_map(|text| if text.trim().is_empty() { "word".to_owned() } else { text })
}

fn span() -> impl Strategy<Value = Span> {
    let point = ("[a-z#0-9]{1,4}", 0..90_usize);
    (words(), words(), point.clone(), point).prop_map(|(document, text, start, end)| {
        let point = |(element, offset)| Point { element, offset };
        Span { document, text, start: point(start), end: point(end) }
    })
}

fn page() -> impl Strategy<Value = PageRef> {
    (words(), some_words()).prop_map(|(document, title)| PageRef { document, title })
}

fn rating() -> impl Strategy<Value = BTreeMap<String, u8>> {
    vec(1..=5_u8, 5).prop_map(|marks| RATINGS.map(str::to_owned).into_iter().zip(marks).collect())
}

fn turn() -> impl Strategy<Value = Turn> {
    let word = option::of(prop_oneof!["yes", "no", "unknown"]);
    let note = (words(), words(), vec(words(), 0..2));
    let note = note.prop_map(|(code, text, words)| Note { code, text, words });
    let first = (words(), any::<bool>(), vec(note, 0..2), 0..9_000_i64, word, vec(span(), 0..3));
    let second = (vec(span(), 0..2), option::of(words()), 0..9_000_i64, option::of(span()));
    let third = (any::<bool>(), option::of(page()), words(), option::of(rating()));
    (first, second, third).prop_map(|(first, second, third)| {
        let (question, given, notes, asked, word, spans) = first;
        let (pragmatic, reply, replied, rationale) = second;
        let (unanswerable, page, section, rating) = third;
        let literal = Literal { word, spans };
        Turn {
            question,
            given,
            notes,
            asked,
            literal,
            pragmatic,
            reply,
            replied,
            rationale,
            unanswerable,
            page,
            section,
            rating,
        }
    })
}

fn further() -> impl Strategy<Value = Further> {
    (words(), words(), any::<bool>(), option::of(span()), option::of(page()), words()).prop_map(
        |(participant, answer, unanswerable, rationale, page, section)| Further {
            participant,
            answer,
            unanswerable,
            rationale,
            page,
            section,
        },
    )
}

fn talks() -> impl Strategy<Value = Data> {
    let turns = vec((turn(), vec(further(), 0..2)), 0..4);
    let topic = (words(), words(), words(), words());
    let seats = vec(("[a-z]{3}", prop_oneof!["teacher", "student"]), 0..3);
    let conditions = btree_map("[a-z_]{1,5}", any::<bool>(), 0..2);
    let closing = btree_map("[a-z]{1,5}", btree_map("[a-z]{1,5}", 1..5_u8, 0..3), 0..2);
    let liked = ("[a-z0-9]{1,4}", 0..=3_u8, 0..=3_u8);
    let liked = liked.prop_map(|(topic, teach, learn)| Inclination { topic, teach, learn });
    let how = prop_oneof![Just(How::Link), Just(How::Back), Just(How::Forward)];
    let browsed = (0..9_000_i64, words(), how);
    let browsed = browsed.prop_map(|(at, document, how)| Browsed { at, document, how });
    let more = (
        btree_map("[a-z]{1,5}", vec(liked, 0..2), 0..2),
        vec((words(), any::<bool>()), 0..3),
        btree_map("[a-z]{1,5}", 0..10_u32, 0..2),
        vec(browsed, 0..3),
        (words(), words()),
    );
    let one = (turns, topic, seats, conditions, closing, (words(), more));
    vec(one, 1..4).prop_map(|all| {
        let talk = |(number, one): (usize, _)| {
            let (turns, topic, seats, conditions, closing, (review, more)): (
                Vec<_>,
                _,
                Vec<_>,
                _,
                BTreeMap<_, BTreeMap<_, _>>,
                _,
            ) = one;
            let (title, document, genre, community) = topic;
            let (interests, test, background, browsing, (ended_by, reason)) = more;
            let turns = turns.into_iter().map(|(turn, further)| Turned { turn, further });
            let seats = seats.into_iter().map(|(id, role)| Seated { id, role });
            let closing = closing.into_iter().map(|(who, answers)| {
                (who, answers.into_iter().map(|(name, mark)| (name, json!(mark))).collect())
            });
            Conversation {
                id: format!("talk {number}"),
                family: Some(if number % 2 == 0 { Family::Pragmaticqa } else { Family::Topiocqa }),
                participants: seats.collect(),
                topic: TopicName { title, document, genre, community },
                conditions,
                began: 5,
                ended: number as i64,
                outcome: "complete".to_owned(),
                review,
                turns: turns.collect(),
                closing: closing.collect(),
                ended_by,
                reason,
                interests,
                test,
                background,
                browsing,
            }
        };
        Data { conversations: all.into_iter().enumerate().map(talk).collect(), ..like() }
    })
}

fn items() -> impl Strategy<Value = Data> {
    let judgement = ("[a-z0-9-]{1,5}", some_words(), words(), 0..99_i64, 0..99_i64);
    let judgement = judgement.prop_map(|(participant, label, comment, at, took)| Judgement {
        participant,
        label,
        comment,
        at,
        took,
    });
    let evidence = (words(), words()).prop_map(|(text, title)| EvidenceText { text, title });
    let said = (words(), words()).prop_map(|(question, answer)| Said { question, answer });
    let shown = (words(), vec(said, 0..2), some_words(), some_words(), vec(evidence, 0..2));
    let shown = shown.prop_map(|(context, history, question, answer, evidence)| Shown {
        context,
        history,
        question,
        answer,
        evidence,
    });
    let names = || vec("[a-z0-9]{1,5}", 0..3);
    let label = || option::of(some_words());
    let rest = (option::of(some_words()), names(), names(), label(), label());
    vec((shown, words(), words(), vec(judgement, 0..4), rest), 1..4).prop_map(|all| {
        let item = |(number, one): (usize, _)| {
            let (shown, question, scenario, judgements, rest) = one;
            let (statement, writers, runs, adjudicated, gold) = rest;
            Item {
                id: format!("item {number}"),
                kind: "circa".to_owned(),
                question,
                scenario,
                shown,
                statement,
                writers,
                runs,
                judgements,
                adjudicated,
                gold,
            }
        };
        Data { items: all.into_iter().enumerate().map(item).collect(), ..like() }
    })
}

/// What PragmatiCQA's files can hold of conversations.
fn pragmaticqa(mut data: Data) -> Data {
    let bare = |span: &mut Span| {
        span.document = String::new();
        (span.start.offset, span.end.offset) = (0, 0);
    };
    for (number, talk) in (1..).zip(&mut data.conversations) {
        let topic = std::mem::take(&mut talk.topic);
        let turns = std::mem::take(&mut talk.turns);
        *talk = Conversation {
            id: number.to_string(),
            family: Some(Family::Pragmaticqa),
            topic: TopicName { document: String::new(), ..topic },
            ..Conversation::default()
        };
        for Turned { mut turn, .. } in turns {
            turn.literal.spans.iter_mut().chain(&mut turn.pragmatic).for_each(bare);
            let turn = Turn {
                question: turn.question,
                unanswerable: turn.literal.word.as_deref() == Some("unknown"),
                literal: turn.literal,
                pragmatic: turn.pragmatic,
                reply: Some(turn.reply.unwrap_or_default()),
                rating: turn.rating,
                ..Turn::default()
            };
            talk.turns.push(Turned { turn, further: Vec::new() });
        }
    }
    data.conversations.retain(|talk| !talk.turns.is_empty());
    (1..).zip(&mut data.conversations).for_each(|(number, talk)| talk.id = format!("{number}"));
    data
}

/// What TopiOCQA's files can hold of conversations.
fn topiocqa(mut data: Data) -> Data {
    let words = |span: Option<Span>| span.map(|s| Span { text: s.text, ..Span::default() });
    let titled = |page: Option<PageRef>| page.map(|p| PageRef { document: String::new(), ..p });
    let said = |text: String, unanswerable: bool| {
        if unanswerable { "UNANSWERABLE".to_owned() } else { text }
    };
    data.conversations.retain(|talk| !talk.turns.is_empty());
    for (number, talk) in (1..).zip(&mut data.conversations) {
        let turns = std::mem::take(&mut talk.turns);
        *talk = Conversation {
            id: number.to_string(),
            family: Some(Family::Topiocqa),
            ..Conversation::default()
        };
        for Turned { turn, further } in turns {
            let turn = Turn {
                question: turn.question,
                given: turn.given,
                reply: Some(said(turn.reply.unwrap_or_default(), turn.unanswerable)),
                unanswerable: turn.unanswerable,
                rationale: words(turn.rationale),
                page: titled(turn.page),
                section: turn.section,
                ..Turn::default()
            };
            if talk.topic.title.is_empty() {
                talk.topic.title = turn.page.as_ref().map(|p| p.title.clone()).unwrap_or_default();
            }
            let further = further.into_iter().map(|one| Further {
                participant: String::new(),
                answer: said(one.answer, one.unanswerable),
                unanswerable: one.unanswerable,
                rationale: words(one.rationale),
                page: titled(one.page),
                section: one.section,
            });
            talk.turns.push(Turned { turn, further: further.collect() });
        }
    }
    data
}

/// What Circa's file can hold of items.
fn circa(mut data: Data) -> Data {
    const LABELS: [&str; 4] =
        ["Yes", "No", "Probably no", "I am not sure how X will interpret Y’s answer"];
    let flat = |text: &str| text.replace(['\t', '\n', '\r'], " ");
    for (number, item) in data.items.iter_mut().enumerate() {
        let labels = item.judgements.iter().map(|one| LABELS[one.took as usize % 4].to_owned());
        let judgements = labels.map(|label| Judgement { label, ..Judgement::default() }).collect();
        let context = flat(&item.shown.context);
        *item = Item {
            id: number.to_string(),
            kind: "circa".to_owned(),
            scenario: context.clone(),
            statement: Some(flat(item.statement.as_deref().unwrap_or("I do ."))),
            shown: Shown {
                context,
                question: flat(&item.shown.question),
                answer: flat(&item.shown.answer),
                ..Shown::default()
            },
            judgements,
            ..Item::default()
        };
    }
    data
}

/// What the file of judgements can hold of items.
fn judgements(mut data: Data) -> Data {
    for item in &mut data.items {
        (item.scenario, item.statement, item.writers) = (String::new(), None, Vec::new());
    }
    data
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn conversations_come_back_from_every_format(data in talks()) {
        prop_assert_eq!(&again(Format::Jsonl, &data), &data);
        prop_assert_eq!(&again(Format::Csv, &data), &data);
        let plain = pragmaticqa(data.clone());
        prop_assert_eq!(&again(Format::Pragmaticqa, &plain).conversations, &plain.conversations);
        let plain = topiocqa(data);
        prop_assume!(!plain.conversations.is_empty());
        prop_assert_eq!(&again(Format::Topiocqa, &plain).conversations, &plain.conversations);
    }

    #[test]
    fn items_come_back_from_every_format(data in items()) {
        prop_assert_eq!(&again(Format::Jsonl, &data), &data);
        prop_assert_eq!(&again(Format::Csv, &data), &data);
        let plain = judgements(data.clone());
        prop_assert_eq!(&again(Format::Judgements, &plain), &plain);
        let plain = circa(data);
        prop_assert_eq!(&again(Format::Circa, &plain), &plain);
    }

    #[test]
    fn no_cell_of_a_table_begins_as_a_formula(data in items()) {
        let table = write(Format::Csv, &data).unwrap();
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(table.as_bytes());
        for row in reader.records() {
            for cell in row.unwrap().iter() {
                prop_assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{}", cell);
            }
        }
    }

    #[test]
    fn whatever_a_file_holds_reading_it_does_not_fail_badly(text in any::<String>()) {
        for format in Format::ALL {
            let _ = read(format, &text, &like());
        }
    }
}

#[test]
fn what_is_passed_over_is_told_with_its_line_and_why() {
    let told = |format: Format, text: &str| {
        let (_, passed) = read(format, text, &like()).unwrap();
        (passed[0].line, passed[0].why.clone())
    };
    let talk = r#"{"topic":"t","genre":"g","community":"c","qas":[{"q":"Why?","a_meta":{"literal_obj":[]},"a":"So.","human_eval":["1","9","1","1","1"]}]}"#;
    let (line, why) = told(Format::Pragmaticqa, &format!("\n{talk}\nnonsense"));
    assert_eq!(
        (line, why.as_str()),
        (2, "turn 1: '9' is no rating from 1 to 5; its ratings are left out")
    );
    let head = "id\tcontext\tquestion-X\tcanquestion-X\tanswer-Y\tjudgements\tgoldstandard1\tgoldstandard2";
    let good = "0\tc\tq?\ts\ta\tYes#Yes#Yes#No#No\tYes\tYes";
    let (line, why) =
        told(Format::Circa, &format!("{head}\n{good}\n1\tc\tq\ts\ta\tPerhaps\tNA\tNA"));
    assert_eq!((line, why.as_str()), (3, "'Perhaps' is no judgement"));
    let turns = r#"[{"Conversation_no":1,"Turn_no":1,"Question":"q","Answer":"a"},{"Conversation_no":1,"Turn_no":3,"Question":"q","Answer":"a"}]"#;
    assert!(told(Format::Topiocqa, turns).1.contains("turn 1_3 stands where turn 2 should be"));
    assert!(read(Format::Pragmaticqa, "nonsense", &like()).is_err());
    assert!(read(Format::Circa, "id,context", &like()).is_err());
    assert_eq!("docx".parse::<Format>().unwrap_err().code, "format");
}

#[test]
fn a_project_takes_a_file_and_gives_the_same_file_back() {
    on_both(|place| {
        let stage = Stage::new(place);
        let talk = json!({
            "topic": "Orlo Bridge", "genre": "Bridges", "community": "Sights",
            "qas": [{
                "q": "When was it built?",
                "a_meta": {
                    "literal_obj": [{ "text": "in 1911", "startKey": "d#1", "endKey": "d#1" }],
                    "pragmatic_obj": [{ "text": "by Ada", "startKey": "d#2", "endKey": "d#2" }],
                },
                "a": "In 1911, by Ada.", "human_eval": ["1", "2", "1", "3", "1"],
            }, {
                "q": "Is it red?",
                "a_meta": { "literal_obj": [{ "text": "Yes", "startKey": 0, "endKey": 0 }], "pragmatic_obj": [] },
                "a": "It is.",
            }],
        });
        let turn = |number: usize, answer: &str| {
            json!({
                "Conversation_no": 1, "Turn_no": number, "Question": "Who?", "is_nq": number == 1,
                "Context": if number == 1 { json!([]) } else { json!(["Who?", "Ada."]) },
                "Answer": answer, "Topic": "Ada", "Topic_section": "Life", "Rationale": "Ada did it.",
                "Additional_answers": [{ "Answer": "She.", "Topic": "Ada", "Topic_section": "" }],
            })
        };
        let files = [
            ("pragmaticqa", format!("{talk}\n")),
            ("topiocqa", json!([turn(1, "Ada."), turn(2, "UNANSWERABLE")]).to_string()),
        ];
        for (protocol, file) in files {
            let project = stage.project(protocol, json!({}));
            let took = stage.studio.import(OWNER, &project, protocol, file.as_bytes()).unwrap();
            assert_eq!((&took["conversations"], &took["turns"]), (&json!(1), &json!(2)));
            let back = stage.studio.export(OWNER, &project, protocol, false).unwrap();
            let read = |text: &[u8]| -> Value { serde_json::from_slice(text).unwrap() };
            assert_eq!(read(&back.bytes), read(file.as_bytes()));
            assert!(back.name.starts_with(&project) && back.name.contains(protocol));
            let other = stage.studio.import(OWNER, &project, "circa", b"id\tcontext");
            assert_eq!(code(other), "format");
            assert_eq!(code(stage.studio.export(OWNER, &project, "judgements", false)), "format");
            assert_eq!(code(stage.studio.import(OWNER, &project, "csv", b"\xff\xfe")), "format");
        }
        let project = stage.project("circa", json!({}));
        let head = "id\tcontext\tquestion-X\tcanquestion-X\tanswer-Y\tjudgements\tgoldstandard1\tgoldstandard2\n";
        let rows =
            "7\tX asks.\tDo you sing?\tI do sing .\tEvery day.\tYes#Yes#Yes#No#No\tYes\tYes\n";
        let file = format!("{head}{rows}");
        let took = stage.studio.import(OWNER, &project, "circa", file.as_bytes()).unwrap();
        assert_eq!((&took["items"], &took["judgements"]), (&json!(1), &json!(5)));
        let twice = stage.studio.import(OWNER, &project, "circa", file.as_bytes()).unwrap();
        assert_eq!((&twice["items"], &twice["skipped"][0]["line"]), (&json!(0), &json!(1)));
        let back = stage.studio.export(OWNER, &project, "circa", false).unwrap();
        assert_eq!(String::from_utf8(back.bytes).unwrap(), file);
        let agreement = stage.studio.agreement(OWNER, &project).unwrap();
        assert_eq!(agreement["scales"][0]["pairwise"], 0.4);
    });
}

#[test]
fn an_item_that_a_file_has_twice_is_taken_once_and_told() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("plausibility", json!({}));
        let item = |id: &str, answer: &str| json!({ "id": id, "question": "Who?", "answer": answer, "labels": ["plausible", "plausible"] });
        // The third has another's id, and words of its own.
        let file =
            json!([item("a", "Ada."), item("a", "Ada."), item("a", "Bo."), item("b", "Ada.")]);
        let file = file.to_string();
        let took = stage.studio.import(OWNER, &project, "judgements", file.as_bytes()).unwrap();
        assert_eq!((&took["items"], &took["judgements"]), (&json!(3), &json!(6)));
        let told = json!([{ "line": 2, "why": "the file has this item twice" }]);
        assert_eq!(took["skipped"], told);
        let items = stage.studio.progress(OWNER, &project).unwrap()["items"].clone();
        assert_eq!((&items["all"], &items["judgements"]), (&json!(3), &json!(6)));
    });
}

#[test]
fn a_file_of_conversations_that_is_read_twice_is_taken_once() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let project = stage.project("topiocqa", json!({ "minimum_turns": 1 }));
        let turn = |talk: usize, answer: &str| json!({ "Conversation_no": talk, "Turn_no": 1, "Question": "Who?", "Answer": answer, "Topic": "Ada" });
        let import = |stage: &Stage, format: &str, file: &[u8]| {
            stage.studio.import(OWNER, &project, format, file).unwrap()
        };
        let first = json!([turn(1, "Ada."), turn(2, "Bo.")]).to_string();
        assert_eq!(import(&stage, "topiocqa", first.as_bytes())["conversations"], 2);
        stage.reopen();
        let more = json!([turn(1, "Ada."), turn(2, "Cleo.")]).to_string();
        let took = import(&stage, "topiocqa", more.as_bytes());
        let told = json!([{ "line": 1, "why": "the project has this conversation already" }]);
        assert_eq!((&took["conversations"], &took["skipped"]), (&json!(1), &told));
        // Nor does a project take what was collected in it.
        let (answerer, questioner) = crate::topiocqa::paired(&stage, &project);
        crate::topiocqa::ask(&stage, &questioner, "What is it?");
        crate::topiocqa::answer(&stage, &answerer, "skerrow", "This.");
        stage.does(&questioner, json!({ "kind": "leave" }));
        let own = stage.studio.export(OWNER, &project, "jsonl", false).unwrap();
        let took = import(&stage, "jsonl", &own.bytes);
        assert_eq!((&took["conversations"], &took["turns"]), (&json!(0), &json!(0)));
        let progress = stage.studio.progress(OWNER, &project).unwrap();
        assert_eq!(progress["conversations"]["complete"], 4);
    });
}

/// A project's files in all formats that it has.
fn files(stage: &Stage, project: &str) -> Vec<(Format, String)> {
    let one = |format: Format| {
        let file = stage.studio.export(OWNER, project, format.name(), false).ok()?;
        Some((format, String::from_utf8(file.bytes).unwrap()))
    };
    Format::ALL.into_iter().filter_map(one).collect()
}

#[test]
fn no_file_of_any_format_names_anybody() {
    on_both(|place| {
        let stage = Stage::new(place);
        let mut formats = Vec::new();
        let mut nobody = |project: &str, whose: &[&str]| {
            let all = files(&stage, project);
            assert!(all.len() >= 4, "{all:?}");
            for (format, text) in all {
                let named = whose.iter().find(|name| text.contains(**name));
                assert_eq!(named, None, "{}: {text}", format.name());
                assert!(!text.trim().is_empty() && text.trim() != "[]", "{}", format.name());
                formats.push(format.name());
            }
        };
        // People of the studio.
        let settings = json!({ "minimum_turns": 1, "evaluation_share": 1.0 });
        let talks = stage.project("topiocqa", settings);
        let invitation = stage.invite(&talks, "conversation");
        let people = ["Ann Unmistakable", "Ben Unmistakable"].map(|name| {
            let mut person = stage.join_as(&invitation, Some(name)).unwrap();
            person.here = Some(stage.studio.enter(&stage.caller(&person)));
            stage.does(&person, json!({ "kind": "wait" }));
            person
        });
        let asks = usize::from(stage.kind(&people[0]) != "questioner");
        crate::topiocqa::ask(&stage, &people[asks], "What is it?");
        crate::topiocqa::answer(&stage, &people[1 - asks], "skerrow", "This.");
        stage.does(&people[asks], json!({ "kind": "leave" }));
        // And of files: annotators of conversations, judges and writers of items.
        let talk = json!({
            "record": "conversation", "family": "topiocqa",
            "participants": [{ "id": "Cleo Unmistakable", "role": "answerer" }],
            "turns": [{
                "question": "Who?", "reply": "Ada.",
                "further": [{ "participant": "Dan Unmistakable", "answer": "She." }],
            }],
        });
        stage.studio.import(OWNER, &talks, "jsonl", format!("{talk}\n").as_bytes()).unwrap();
        nobody(&talks, &["Unmistakable"]);
        let circa = stage.project("circa", json!({ "judges": 2, "majority": 2 }));
        let judgement = |who: &str| json!({ "participant": who, "label": "Yes" });
        let item = json!({
            "record": "item", "id": "i1", "kind": "circa", "scenario": "s",
            "shown": { "question": "Do you sing?", "answer": "Every day." },
            "statement": "I do sing .", "writers": ["Eve Unmistakable", "Ann Unmistakable"],
            "judgements": [judgement("Flo Unmistakable"), judgement("Ann Unmistakable")],
        });
        stage.studio.import(OWNER, &circa, "jsonl", format!("{item}\n").as_bytes()).unwrap();
        nobody(&circa, &["Unmistakable"]);
        let jsonl = files(&stage, &circa).into_iter().find(|(format, _)| *format == Format::Jsonl);
        let item: Value = serde_json::from_str(&jsonl.unwrap().1).unwrap();
        assert_eq!(item["writers"][1], item["judgements"][1]["participant"], "one person still");
        assert_ne!(item["judgements"][0]["participant"], item["judgements"][1]["participant"]);
        for format in Format::ALL {
            assert!(formats.contains(&format.name()), "{} was not looked at", format.name());
        }
    });
}
