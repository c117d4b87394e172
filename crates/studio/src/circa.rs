//! Circa's aggregation (section 3.5): a label is gold where enough of the judges gave it. For the
//! relaxed scale labels are collapsed before the vote.

/// Where no label has a majority.
pub const NONE: &str = "NA";

/// The label that at least `majority` of the judgements are; none where there is no such label.
pub fn majority<'a>(labels: &[&'a str], majority: usize) -> Option<&'a str> {
    let count = |label: &str| labels.iter().filter(|other| **other == label).count();
    labels.iter().copied().find(|label| count(label) >= majority.max(1))
}

/// The relaxed label of one of Circa's labels.
pub fn relaxed(label: &str) -> &str {
    match label {
        "Probably yes / sometimes yes" => "Yes",
        "Probably no" => "No",
        other if other.starts_with("I am not sure how X will interpret") => {
            "In the middle, neither yes nor no"
        }
        other => other,
    }
}

/// The statement that a yes/no question asks about, in Circa's spacing: `I am employed .` The data
/// set's own column was made by hand-written rules; these cover the usual forms, and a question of
/// another form is given as it is.
pub fn statement(question: &str) -> String {
    let bare = question.trim().trim_end_matches(['?', '.', ' ']);
    let words: Vec<&str> = bare.split_whitespace().collect();
    let (Some(first), Some(second)) = (words.first(), words.get(1)) else {
        return question.to_owned();
    };
    let rest = words[2..]
        .iter()
        .map(|word| person(word))
        .filter(|word| word != "any")
        .collect::<Vec<_>>()
        .join(" ");
    let (aux, you) = (first.to_lowercase(), second.to_lowercase());
    if you != "you" {
        return question.to_owned();
    }
    let said = match aux.as_str() {
        "are" => format!("I am {rest}"),
        "were" => format!("I was {rest}"),
        "do" => format!("I {rest}"),
        "did" => format!("I did {rest}"),
        "have" | "had" | "can" | "could" | "will" | "would" | "should" | "may" | "might"
        | "must" => {
            format!("I {aux} {rest}")
        }
        _ => return question.to_owned(),
    };
    format!("{} .", said.trim_end())
}

fn person(word: &str) -> String {
    match word.to_lowercase().as_str() {
        "you" => "I",
        "your" => "my",
        "yours" => "mine",
        "yourself" => "myself",
        _ => word,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_of_five_make_a_gold_label() {
        let votes = ["Yes", "No", "Yes", "Probably yes / sometimes yes", "No"];
        assert_eq!(majority(&votes, 3), None);
        assert_eq!(majority(&votes.map(relaxed), 3), Some("Yes"));
        assert_eq!(majority(&["A", "B", "B", "B", "A"], 3), Some("B"));
        assert_eq!(majority(&[], 3), None);
    }

    #[test]
    fn a_question_becomes_the_statement_it_asks_about() {
        for (question, said) in [
            ("Are you employed?", "I am employed ."),
            ("Do you like your job?", "I like my job ."),
            ("Would you like to get some air?", "I would like to get some air ."),
            ("Is it far?", "Is it far?"),
        ] {
            assert_eq!(statement(question), said);
        }
    }
}
