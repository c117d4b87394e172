//! Models that a system names and that are not here: told once, in one line.

use grice_engine::Missing;
use grice_model::registry::{Registry, Shipped};

/// How many are named.
const NAMED: usize = 3;

/// What a person should be told of what is missing, a line each.
pub fn told(registry: &Registry, missing: &[Missing]) -> Vec<String> {
    let (shipped, others): (Vec<&Missing>, Vec<&Missing>) =
        missing.iter().partition(|missing| registry.ships(&missing.model));
    let place = match &registry.places().shipped {
        Some(Shipped::Folder(folder)) => format!("in {}", folder.display()),
        _ => "here".to_owned(),
    };
    let shipped = (!shipped.is_empty()).then(|| of_shipped(&shipped, &place));
    let others = (!others.is_empty()).then(|| of_others(&others));
    shipped.into_iter().chain(others).collect()
}

fn of_shipped(missing: &[&Missing], place: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for missing in missing {
        if !names.contains(&missing.model.as_str()) {
            names.push(&missing.model);
        }
    }
    let (count, are) = (names.len(), if names.len() == 1 { "is" } else { "are" });
    let more = if count > NAMED { ", …" } else { "" };
    names.truncate(NAMED);
    format!(
        "{count} of the models that ship with Grice {are} not {place} ({}{more}); answers are by rules and \
         shared words. Unset GRICE_MODELS to use the models inside the program",
        names.join(", ")
    )
}

fn of_others(missing: &[&Missing]) -> String {
    let told: Vec<String> = missing.iter().map(|m| format!("{}: {}", m.model, m.why)).collect();
    format!("{}. What Grice has of its own takes their place", told.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(model: &str) -> Missing {
        Missing { model: model.to_owned(), why: "not here".to_owned() }
    }

    #[test]
    fn many_models_are_told_in_one_line_each_once() {
        let all = ["a", "b", "a", "c", "d"].map(missing);
        let line = of_shipped(&all.iter().collect::<Vec<_>>(), "in /x");
        assert!(line.starts_with(
            "4 of the models that ship with Grice are not in /x (a, b, c, …); answers are by rules"
        ));
        assert!(!line.contains('\n'));
        let line = of_shipped(&[&missing("a")], "here");
        assert!(
            line.starts_with("1 of the models that ship with Grice is not here (a);"),
            "{line}"
        );
        let line = of_others(&[&missing("x"), &missing("y")]);
        assert!(line.starts_with("x: not here; y: not here. What Grice"), "{line}");
    }
}
