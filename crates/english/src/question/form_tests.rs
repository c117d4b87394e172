use super::Form::{Code, Definition, List, Page, Sentence, Steps, Words, YesNo};
use super::*;

fn check(expected: Form, questions: &[&str]) {
    for question in questions {
        assert_eq!(form(question), expected, "{question}");
    }
}

#[test]
fn how_to_asks_for_steps() {
    check(
        Steps,
        &[
            "How do I install it?",
            "how to undo a commit",
            "So how can I mount a disk?",
            "Could you tell me how to bake bread?",
            "What is the best way to learn Greek?",
        ],
    );
}

#[test]
fn something_to_type_is_code() {
    check(
        Code,
        &[
            "What is the command to list files?",
            "Which option turns colours off?",
            "What's the syntax of a closure?",
            "Show me an example of a macro",
            "which flag makes it quiet?",
        ],
    );
}

#[test]
fn what_something_is_asks_for_a_definition() {
    check(
        Definition,
        &[
            "What is a glacier?",
            "What is photosynthesis?",
            "Who was Mozart?",
            "who is Ada Lovelace",
            "What are black holes?",
            "What does HTTP stand for?",
            "what does ubiquitous mean?",
            "What is the Eiffel Tower?",
            "what is the borrow checker?",
            "define entropy",
            "What's a lifetime?",
            "Can you explain what a monad is?",
        ],
    );
}

#[test]
fn several_things_are_a_list() {
    check(
        List,
        &[
            "Which countries border it?",
            "List the rivers of Spain.",
            "Name the founders",
            "What were the main causes?",
            "Who are its members?",
            "Can you name some rivers?",
            "Give me three examples of mammals",
        ],
    );
}

#[test]
fn a_few_words_answer_most_question_words() {
    check(
        Words,
        &[
            "Who built it?",
            "When did it open?",
            "Where is it?",
            "How many doors does it have?",
            "How long is it?",
            "What is the capital of France?",
            "What is the population?",
            "Who is the president of France?",
            "What is the largest lake?",
            "In which year did it open?",
            "Do you know who built it?",
            "what is the default port?",
            "Which file holds the settings?",
            "Name a mammal",
        ],
    );
}

#[test]
fn reasons_and_ways_take_a_sentence() {
    check(
        Sentence,
        &[
            "Why did it fall?",
            "How does it work?",
            "What causes rust?",
            "What is the difference between a lake and a pond?",
            "What does the function do?",
            "What does -r do in grep?",
            "How do we know that?",
            "Explain how it works",
            "",
        ],
    );
}

#[test]
fn a_subject_alone_is_a_page_and_a_verb_first_asks_yes_or_no() {
    check(
        Page,
        &["Tell me about Rome.", "Rome", "Can you describe the bridge?", "What about Rome?"],
    );
    check(YesNo, &["Is it open?", "And does it have doors?", "Can penguins fly?"]);
}
