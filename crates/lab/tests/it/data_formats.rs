//! Files as their makers release them, written by hand: what comes out of each.

use std::fs;

use grice_lab::data::{DataSet, Row, Turn};
use tempfile::TempDir;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    folder
}

/// The turns, and why others were skipped.
fn turns(set: DataSet, split: &str, files: &[(&str, &str)]) -> (Vec<Turn>, Vec<String>) {
    let folder = folder(files);
    let mut stream = set.turns(folder.path(), split).unwrap();
    let turns = stream.by_ref().collect::<Result<_, _>>().unwrap();
    let told = stream.skipped().iter().map(|s| format!("{}: {}", s.line, s.why)).collect();
    (turns, told)
}

fn rows(set: DataSet, split: &str, files: &[(&str, &str)]) -> (Vec<Row>, Vec<String>) {
    let folder = folder(files);
    let mut stream = set.rows(folder.path(), split).unwrap();
    let rows = stream.by_ref().collect::<Result<_, _>>().unwrap();
    let told = stream.skipped().iter().map(|s| format!("{}: {}", s.line, s.why)).collect();
    (rows, told)
}

#[test]
fn canards_history_begins_with_the_title_and_the_section() {
    let file = r#"[
      {"History": ["Ada", "Youth"], "QuAC_dialog_id": "C_a_0", "Question": "Who?", "Question_no": 1, "Rewrite": "Who was Ada?"},
      {"History": ["Ada", "Youth", "Who?", "A countess"], "QuAC_dialog_id": "C_a_0", "Question": "When?", "Question_no": 2, "Rewrite": "When was Ada born?"},
      {"History": ["Ada"], "QuAC_dialog_id": "C_a_0", "Question": "Why?", "Question_no": 3, "Rewrite": "Why?"}]"#;
    let (turns, skipped) = turns(DataSet::Canard, "test", &[("CANARD_Release/test.json", file)]);
    assert_eq!(turns.len(), 2);
    assert_eq!(turns[1].id, "C_a_0_q#1");
    assert_eq!(turns[1].topic.as_deref(), Some("Ada"));
    assert_eq!(turns[1].history[0].answer, "A countess");
    assert_eq!(turns[1].rewrite.as_deref(), Some("When was Ada born?"));
    assert_eq!(skipped, ["4: the history of turn C_a_0_q#2 lacks the title and the section"]);
}

#[test]
fn canards_columns_must_be_of_the_same_turns() {
    let questions = "C_a_0_q#0\tWho?\nC_a_0_q#1\tWhen?\nC_b_1_q#0\tWhere?\n";
    let rewrites = "C_a_0_q#0\tWho was Ada?\nC_a_0_q#1\tWhen was Ada born?\nC_b_1_q#0\tWhere?\n";
    let files =
        |rewrites| [("CIS_train.question.tsv", questions), ("CIS_train.rewrite.tsv", rewrites)];
    let (turns, _) = turns(DataSet::Canard, "train", &files(rewrites));
    let histories: Vec<usize> = turns.iter().map(|turn| turn.history.len()).collect();
    assert_eq!(histories, [0, 1, 0]);
    let error = |rewrites| {
        let folder = folder(&files(rewrites));
        let mut stream = DataSet::Canard.turns(folder.path(), "train").unwrap();
        stream.find_map(Result::err).unwrap().to_string()
    };
    assert!(error("C_a_0_q#0\tWho?\n").contains("fewer of them than questions"));
    assert!(
        error("C_x_0_q#0\tWho?\n")
            .contains(":1: the rewrite of C_x_0_q#0, where that of C_a_0_q#0")
    );
}

#[test]
fn casts_rewrites_come_from_the_second_file_or_from_the_topics() {
    let topics = r#"[{"number": 31, "title": "bees", "turn": [
      {"number": 1, "raw_utterance": "What do bees eat?"},
      {"number": 2, "raw_utterance": "Do they sleep? "}]}]"#;
    let resolved = "31_1\tWhat do bees eat?\n31_2\tDo bees sleep?\n";
    let files = [
        ("cast/2019/evaluation_topics_v1.0.json", topics),
        ("cast/2019/evaluation_topics_annotated_resolved_v1.0.tsv", resolved),
    ];
    let (found, _) = turns(DataSet::Cast2019, "test", &files);
    assert_eq!(found[1].id, "31_2");
    assert_eq!(found[1].rewrite.as_deref(), Some("Do bees sleep?"));
    assert_eq!(found[1].history[0].question, "What do bees eat?");
    let manual = r#"[{"number": 81, "turn": [{"number": 1, "raw_utterance": "Is it?",
      "manual_rewritten_utterance": "Is it so?", "manual_canonical_result_id": "MARCO_1"}]}]"#;
    let (found, _) =
        turns(DataSet::Cast2020, "test", &[("2020_manual_evaluation_topics_v1.0.json", manual)]);
    assert_eq!(found[0].rewrite.as_deref(), Some("Is it so?"));
    assert_eq!(found[0].evidence[0].id.as_deref(), Some("MARCO_1"));
}

#[test]
fn squads_answers_must_stand_where_they_are_said_to() {
    let file = r#"{"version": "v2.0", "data": [{"title": "Bee_keeping", "paragraphs": [{"context": "Élan: bees sleep.", "qas": [
      {"id": "1", "question": "Who?", "answers": [{"text": "bees", "answer_start": 6}], "is_impossible": false},
      {"id": "2", "question": "Why?", "answers": [], "is_impossible": true, "plausible_answers": []},
      {"id": "3", "question": "How?", "answers": [{"text": "bees", "answer_start": 7}], "is_impossible": false},
      {"id": "4", "question": "When?", "answers": [], "is_impossible": false}]}]}]}"#;
    let (turns, skipped) = turns(DataSet::Squad, "dev", &[("dev-v2.0.json", file)]);
    assert_eq!(turns.len(), 2);
    assert_eq!(turns[0].topic.as_deref(), Some("Bee keeping"));
    assert_eq!(turns[0].answers[0].span.as_deref(), Some("bees"));
    assert!(turns[1].unanswerable && turns[1].answers.is_empty());
    assert!(skipped[0].contains("\"bees\" of question 3 is not at character 7"), "{skipped:?}");
    assert!(skipped[1].contains("question 4 is said to have an answer"), "{skipped:?}");
}

#[test]
fn coqas_answers_are_found_by_their_turn() {
    let file = r#"{"version": "1.0", "data": [{"source": "mctest", "id": "3x", "filename": "f", "story": "A cat sat.",
      "questions": [{"input_text": "Who?", "turn_id": 1}, {"input_text": "Where?", "turn_id": 2}, {"input_text": "Why?", "turn_id": 3}],
      "answers": [{"span_start": 0, "span_end": 5, "span_text": "A cat", "input_text": "a cat", "turn_id": 1},
                  {"span_start": -1, "span_end": -1, "span_text": "unknown", "input_text": "unknown", "turn_id": 2}],
      "additional_answers": {"0": [{"span_start": 0, "span_end": 5, "span_text": "A cat", "input_text": "the cat", "turn_id": 1}]},
      "name": "f"}]}"#;
    let (turns, skipped) = turns(DataSet::Coqa, "dev", &[("coqa-dev-v1.0.json", file)]);
    let texts: Vec<&str> = turns[0].answers.iter().map(|gold| gold.text.as_str()).collect();
    assert_eq!(texts, ["a cat", "the cat"]);
    assert!(turns[1].unanswerable);
    assert_eq!(turns[1].history[0].answer, "a cat");
    assert_eq!(skipped, ["1: turn 3x_3 has no answer"]);
}

#[test]
fn coqas_sample_is_parted_into_story_and_question() {
    let file = r#"{"Definition": ["x"], "Instances": [
      {"id": "task918-1", "input": "story : A cat sat. Its question: none., question: Who sat?", "output": ["a cat"]},
      {"id": "task918-2", "input": "story only", "output": ["a"]}], "Instance License": ["x"]}"#;
    let (turns, skipped) =
        turns(DataSet::Coqa, "sample", &[("task918_coqa_answer_generation.json", file)]);
    assert_eq!(turns[0].question, "Who sat?");
    assert_eq!(turns[0].evidence[0].text, "A cat sat. Its question: none.");
    assert_eq!(skipped.len(), 1);
}

#[test]
fn quacs_dialog_acts_are_facets_and_its_mark_for_no_answer_is_no_text() {
    let file = r#"{"data": [{"title": "Ada", "section_title": "Youth", "background": "b", "paragraphs": [{"id": "C_a_0",
      "context": "Ada was born in London. CANNOTANSWER", "qas": [
      {"id": "C_a_0_q#0", "question": "Where?", "answers": [{"text": "in London", "answer_start": 13}],
       "orig_answer": {"text": "in London", "answer_start": 13}, "yesno": "x", "followup": "y"},
      {"id": "C_a_0_q#1", "question": "Why?", "answers": [{"text": "CANNOTANSWER", "answer_start": 24}],
       "orig_answer": {"text": "CANNOTANSWER", "answer_start": 24}, "yesno": "x", "followup": "n"}]}]}]}"#;
    let (turns, skipped) = turns(DataSet::Quac, "dev", &[("quac/val_v0.2.json", file)]);
    assert!(skipped.is_empty(), "{skipped:?}");
    assert_eq!(turns[0].evidence[0].text, "Ada was born in London.");
    assert_eq!(turns[0].facets["follow-up"], "should");
    assert!(turns[1].unanswerable && turns[1].answers.is_empty());
    assert_eq!(turns[1].history[0].answer, "in London");
}

#[test]
fn boolq_is_read_in_both_its_forms_and_mixed() {
    let own =
        "{\"question\": \"is it\", \"title\": \"It\", \"answer\": true, \"passage\": \"It is.\"}\n";
    let (found, _) = rows(DataSet::BoolQ, "dev", &[("boolq/dev.jsonl", own)]);
    assert_eq!((found[0].id.as_str(), found[0].labels["label"].as_str()), ("dev/0", "true"));
    let mixed = "{\"question\": \"a\", \"passage\": \"p\", \"idx\": 9000, \"label\": false}\n\
                 {\"question\": \"b\", \"passage\": \"p\", \"idx\": 1, \"label\": true}\n\
                 {\"passage\": \"p\", \"question\": \"c\", \"idx\": 1}\n";
    let count = |split| rows(DataSet::BoolQ, split, &[("combined.jsonl", mixed)]).0.len();
    assert_eq!([count("train"), count("test"), count("labelled")], [1, 1, 2]);
    let unlabelled = "{\"passage\": \"p\", \"question\": \"c\", \"idx\": 1}\n";
    let (found, skipped) = rows(DataSet::BoolQ, "dev", &[("val.jsonl", unlabelled)]);
    assert!(found.is_empty());
    assert_eq!(skipped, ["1: the row has neither \"answer\" nor \"label\""]);
}

#[test]
fn abg_coqas_questions_back_keep_what_each_reply_makes_right() {
    let file = r#"{"version": "1.0", "data": [
      {"id": "x|3|2", "story": "s", "target_turn": {"turn_id": 3, "question": "Which?", "answer": "red", "rationale": "red one"},
       "history_turns": [{"turn_id": 2, "question": "q", "answer": "a", "rationale": "r"}], "ambiguity": "ambiguous",
       "clarification_turn": {"question": "The big one?", "answers": [{"clr_ans": "Yes", "org_ans": "red", "org_ans_2": "crimson"}, {"clr_ans": "No", "org_ans": "blue"}]},
       "source": "race"},
      {"id": "y|1|0", "story": "s", "target_turn": {"turn_id": 1, "question": "Who?", "answer": "she"},
       "history_turns": [], "ambiguity": "non_ambiguous", "clarification_turn": {}, "source": "cnn"}]}"#;
    let (turns, _) = turns(DataSet::AbgCoqa, "dev", &[("abg-coqa/coqa_abg_val.json", file)]);
    let replies = &turns[0].clarifications[0].replies;
    assert_eq!((replies[0].answers.len(), replies[1].answers[0].text.as_str()), (2, "blue"));
    assert_eq!(turns[0].history[0].question, "q");
    assert!(turns[1].clarifications.is_empty());
    assert_eq!(turns[1].facets["ambiguity"], "plain");
}

#[test]
fn spans_of_pragmaticqa_may_name_no_element() {
    let file = r#"{"topic": "Ada", "genre": "Books", "community": "Ada", "qas": [{"q": "is she?", "a": "Yes.", "a_meta":
      {"literal_obj": [{"text": "Yes", "startKey": 0, "endKey": 0}], "pragmatic_obj": [{"text": "she is", "startKey": "k", "endKey": "k"}, {"text": "x", "startKey": null, "endKey": null}]}}]}"#;
    let line = format!("{}\n", file.replace('\n', " "));
    let (turns, _) = turns(DataSet::PragmatiCqa, "train", &[("train.jsonl", &line)]);
    assert_eq!(turns[0].facets["literal"], "yes");
    assert_eq!(turns[0].literal[0].passage, None);
    assert_eq!(turns[0].pragmatic[0].passage.as_deref(), Some("k"));
}
