use super::*;
use crate::dimension::dimension;

#[test]
fn what_is_compared_is_told_by_the_adjective() {
    assert_eq!(dimension("which is larger, x or y?").map(|d| d.said), Some("larger"));
    assert_eq!(dimension("is x more massive than y").map(|d| d.said), Some("heavier"));
    assert!(dimension("who is nicer, x or y?").is_none());
}

#[test]
fn the_number_must_be_beside_its_cue() {
    let size = dimension("larger").unwrap();
    let cue = |text: &str| {
        let found = quantities(text);
        found.iter().find_map(|q| beside(text, q, size)).map(|(cue, ..)| cue)
    };
    assert_eq!(cue("Its radius is about 3,390 km."), Some("radius"));
    assert_eq!(cue("At about 5,150 km in diameter it is wide."), Some("diameter"));
    assert_eq!(cue("It is 504 km across."), Some("across"));
    assert_eq!(cue("It orbits at 384,400 km."), None);
}

#[test]
fn another_name_before_a_number_makes_it_anothers() {
    assert!(is_own("With a radius of ", "Moon") && is_own("The Moon is ", "Moon"));
    assert!(!is_own("In the south the Hellas basin is ", "Mars"));
}

#[test]
fn a_rate_is_no_distance() {
    let sentence = "The distance was 9 km and grows by 3.8 cm a year.";
    let far = dimension("farther").unwrap();
    let beside: Vec<bool> =
        quantities(sentence).iter().map(|quantity| is_beside(sentence, quantity, far)).collect();
    assert_eq!(beside, [true, false]);
}
