//! What the fallback reads, and what it owns not to know.

use super::label::Label::{self, Conditional, Middle, No, NotSure, ProbablyNo, ProbablyYes, Yes};
use super::rules::read;
use super::words::Words;

#[test]
fn what_is_said_outright_is_read() {
    let replies: [(&str, Label); 35] = [
        ("I do.", Yes),
        ("I love spicy food", Yes),
        ("I don't, unless it is fried", Conditional),
        ("Yes", Yes),
        ("YEAH!!!", Yes),
        ("Of course.", Yes),
        ("No problem", Yes),
        ("I can't wait!", Yes),
        ("Why not?", Yes),
        ("You bet, see you there", Yes),
        ("👍", Yes),
        ("No", No),
        ("nope.", No),
        ("Of course not", No),
        ("No way, it's too far", No),
        ("I don’t eat meat", No),
        ("Never in my life", No),
        ("👎🏽", No),
        ("Not a chance", No),
        ("Probably", ProbablyYes),
        ("I think so", ProbablyYes),
        ("Sometimes", ProbablyYes),
        ("Probably not", ProbablyNo),
        ("I don't think so", ProbablyNo),
        ("Not really", ProbablyNo),
        ("It wouldn't fit", No),
        ("Rarely", ProbablyNo),
        ("Maybe", Middle),
        ("I'm not sure if it is", Middle),
        ("Yes and no", Middle),
        ("It depends", Middle),
        ("Yes, if you pay", Conditional),
        ("Not unless you pay", Conditional),
        ("It depends on the price", Conditional),
        ("As long as it's warm", Conditional),
    ];
    for (reply, label) in replies {
        assert_eq!(read(&Words::of(reply)).best(), label, "{reply}");
    }
    assert_eq!(read(&Words::of("Not if I can help it")).best(), No);
    assert_eq!(read(&Words::of("No, unless you pay")).best(), No);
}

#[test]
fn what_is_not_known_is_said_to_be_so() {
    let replies =
        ["I had a big lunch.", "Je viens de manger.", "🍕🍕", "…", "42", "水の城", "👍👎"];
    for reply in replies {
        let shares = read(&Words::of(reply));
        assert_eq!(shares.best(), Middle, "{reply}");
        assert!(shares.of(Middle) < 0.3, "{reply}");
        assert_eq!(shares.ranked()[0].0, NotSure, "{reply}");
    }
}

#[test]
fn shares_add_up_to_one() {
    for reply in ["Yes", "I had a big lunch.", "Maybe", "Only if it's short"] {
        let shares = read(&Words::of(reply));
        for shares in [shares.relaxed(), shares] {
            let sum: f32 = shares.iter().map(|(_, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{reply}: {sum}");
        }
    }
}
