use super::*;

fn wanted(value: Value) -> Wanted {
    request::read(value).unwrap()
}

fn settings() -> Settings {
    Settings { pool_similarity: 0.3, pool_least: 2, ..Settings::default() }
}

#[test]
fn the_same_answer_of_two_runs_is_one_and_far_ones_are_dropped() {
    let wanted = wanted(json!({
        "questions": [{ "id": 1, "question": "When was it built?", "truth": "It was built in 1911" }],
        "runs": [
            { "name": "a", "answers": [{ "id": 1, "answer": "Built in 1911.", "passages": ["d#1"] }] },
            { "name": "b", "answers": [{ "id": "1", "answer": "built in 1911" }] },
            { "name": "c", "answers": [{ "id": 1, "answer": "It was built in 1921." }] },
            { "name": "d", "answers": [{ "id": 1, "answer": "Tea is grown on hills." }] },
        ],
    }));
    let mut dropped = Dropped::default();
    let groups = grouped(&wanted, &settings(), &Known::default(), &mut dropped);
    assert_eq!(dropped, Dropped { same: 1, unlike: 1, few: 0, no_evidence: 0 });
    let told: Vec<(&str, Vec<String>)> =
        groups[0].answers.iter().map(|one| (one.answer.as_str(), one.runs.clone())).collect();
    assert_eq!(told[0], ("Built in 1911.", vec!["a".to_owned(), "b".to_owned()]));
    assert_eq!(told[1].0, "It was built in 1921.");
    assert_eq!(groups[0].passages[0].title, "d#1");
}

#[test]
fn a_question_with_too_few_answers_is_left_out() {
    let wanted = wanted(json!({
        "questions": [{ "id": "q", "question": "Who?", "truth": "Ada" }],
        "runs": [{ "name": "a", "answers": [{ "id": "q", "answer": "Ada" }] }],
    }));
    let mut dropped = Dropped::default();
    assert!(grouped(&wanted, &settings(), &Known::default(), &mut dropped).is_empty());
    assert_eq!(dropped.few, 1);
}

#[test]
fn the_shared_tasks_files_are_read() {
    let wanted = wanted(json!({ "scai": {
        "truth": [
            { "Conversation_no": 4, "Turn_no": 2, "Truth_rewrite": "Who built it?", "Truth_answer": "Ada", "Truth_passages": [] },
        ],
        "runs": { "base": [
            { "Conversation_no": 4, "Turn_no": 2, "Model_answer": " Ada ", "Model_passages": { "x": 1.0, "y": 2.0 } },
            { "Conversation_no": 9, "Turn_no": 1, "Model_answer": "nobody asked" },
            { "Conversation_no": 4, "Turn_no": 2, "Model_answer": "" },
        ] },
    } }));
    assert_eq!(wanted.questions[0].id, "4_2");
    assert_eq!(wanted.answers.len(), 1);
    let titles: Vec<&str> = wanted.answers[0].passages.iter().map(|p| p.title.as_str()).collect();
    assert_eq!(titles, ["y", "x"]);
}

#[test]
fn a_pool_that_says_nothing_or_answers_what_nobody_asked_is_refused() {
    assert!(request::read(json!({})).unwrap_err().to_string().contains("nothing to pool"));
    let other = json!({
        "questions": [{ "id": "q", "question": "Who?" }],
        "runs": [{ "name": "a", "answers": [{ "id": "r", "answer": "Ada" }] }],
    });
    assert!(request::read(other).unwrap_err().to_string().contains("answers 'r'"));
}
