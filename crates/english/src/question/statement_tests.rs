use super::*;

#[test]
fn a_question_becomes_the_statement_it_asks_about() {
    for (question, statement) in [
        ("Do penguins fly?", "Penguins fly."),
        ("Is the Earth flat?", "The Earth is flat."),
        ("Can Rust be used with Python?", "Rust can be used with Python."),
        ("Did Mozart meet Haydn?", "Mozart met Haydn."),
        ("Does the file system support links?", "The file system supports links."),
        ("Does it have a harbour?", "It has a harbour."),
        ("And was he deaf?", "He was deaf."),
        ("Was the Roman Empire founded by Augustus?", "The Roman Empire was founded by Augustus."),
        ("Is gold heavier than lead?", "Gold is heavier than lead."),
        ("Is Paris the capital of France?", "Paris is the capital of France."),
        ("Are whales mammals or fish?", ""),
        ("Is a whale a mammal?", "A whale is a mammal."),
        ("Can I use my own fonts?", "You can use your own fonts."),
        ("Is there a way to stop it?", "There is a way to stop it."),
        ("Has the bridge been closed?", "The bridge has been closed."),
        ("Have any women won the prize?", "Women have won the prize."),
        ("Does the water still flow?", "The water still flows."),
        ("Do bees and wasps make honey?", "Bees and wasps make honey."),
        ("Did Anna's father die?", "Anna's father died."),
        ("Is the bridge in London?", "The bridge is in London."),
        ("Should max_width be set?", "max_width should be set."),
        ("Does Anna juggle?", "Anna juggles."),
        ("Did Anna juggle there?", "Anna did juggle there."),
        ("Did Toyota engineers build it?", "Toyota engineers built it."),
        ("Is his dog big?", "His dog is big."),
        ("Did her brother win?", "Her brother won."),
        ("Was he ever married?", "He was married."),
        ("Does it have any doors?", "It has doors."),
        ("Was Ada Lovelace English?", "Ada Lovelace was English."),
        ("Are tomatoes fruits?", "Tomatoes are fruits."),
        ("Is bash case sensitive?", "Bash is case sensitive."),
        ("Will the old house be sold?", "The old house will be sold."),
    ] {
        assert_eq!(declarative(question).unwrap_or_default(), statement, "{question}");
    }
}

#[test]
fn a_subject_that_cannot_be_told_leaves_nothing() {
    for question in [
        "Who met Haydn?",
        "Is the bridge in London open?",
        "Does the frobnicator frobnicate?",
        "Is it?",
        "Do",
        "",
        "漢字?",
        "Would love to",
        "Did you know? Is it so?",
    ] {
        assert_eq!(declarative(question), None, "{question}");
    }
}
