//! Passages and weights that nobody should give, and that somebody will.

use std::fs;
use std::path::Path;

use grice_judge::read::{Asked, Kind, MODEL, Reader};
use grice_judge::{Error, Part, Turn};
use grice_model::registry::{Places, Registry};

use crate::tiny::{copy, folder};

fn both() -> [Reader; 2] {
    [Reader::load(&folder("read")).unwrap(), Reader::overlap()]
}

#[test]
fn an_empty_part_is_named_and_the_rest_is_read() {
    let pairs = [("q?", "the king"), ("", "the king"), ("q?", " \n"), ("\u{7}", ""), ("q", "no")];
    let asked = pairs.map(|(question, passage)| Asked { history: &[], question, passage });
    for reader in both() {
        let readings = reader.read(&asked);
        assert!(readings[0].is_ok() && readings[4].is_ok());
        for (i, part) in [(1, Part::Question), (2, Part::Passage), (3, Part::Question)] {
            let error = readings[i].as_ref().unwrap_err();
            assert!(matches!(error, Error::Empty(p) if *p == part) && error.is_misuse(), "{error}");
        }
        assert!(reader.read(&[]).is_empty());
    }
}

#[test]
fn strange_texts_are_read_with_spans_inside_the_passage() {
    let long = "the king said if ".repeat(6_000);
    let unbroken = "é".repeat(50_000);
    let texts = [
        long.as_str(),
        unbroken.as_str(),
        "🍕👨‍👩‍👧‍👦🏳️‍🌈",
        "Мост построил король.",
        "橋は王が建てました。",
        "a\u{0}b\u{202e}c\u{feff}\u{200d}",
        "which and who are , , .",
        "e\u{301}\u{301}\u{301}",
        "\u{10ffff}",
        "\u{200b}",
        "$ % - ( [ “",
    ];
    let history = [Turn::new("\u{0}", "🍕"), Turn::new(long.as_str(), unbroken.as_str())];
    for reader in both() {
        for text in texts {
            for (question, passage) in [(text, "the king"), ("which are who?", text)] {
                let asked = Asked { history: &history, question, passage };
                let reading = reader.read(&[asked]).remove(0).unwrap();
                assert!((0.0..=1.0).contains(&reading.confidence));
                for span in reading.spans.iter().chain(&reading.guess) {
                    let text = passage.get(span.bytes.clone()).unwrap();
                    assert_eq!(text.chars().count(), span.chars.len());
                }
                assert_eq!(reading.kind == Kind::Unknown, reading.spans.is_empty());
            }
        }
    }
}

#[test]
fn missing_damaged_and_unfit_weights_are_told() {
    let refusal = |folder: &Path| Reader::load(folder).err().unwrap();
    let error = refusal(Path::new("no/such/folder"));
    assert!(matches!(error, Error::Load { .. }) && !error.is_misuse(), "{error}");
    let model = copy("read");
    let weights = model.path().join("model.safetensors");
    let bytes = fs::read(&weights).unwrap();
    fs::write(&weights, &bytes[..bytes.len() / 2]).unwrap();
    let error = refusal(model.path());
    assert!(error.to_string().contains("damaged or not a weight file"), "{error}");
    let error = refusal(&folder("interpret"));
    assert!(error.to_string().contains("no head that gives start and end"), "{error}");
    assert!(matches!(error, Error::Unfit { .. }) && error.is_misuse());
    let model = copy("read");
    let path = model.path().join("grice.json");
    let own = fs::read_to_string(&path).unwrap();
    fs::write(&path, own.replace("\"unknown\"", "\"none\"")).unwrap();
    let error = refusal(model.path());
    assert!(error.to_string().contains("its labels lack 'unknown'"), "{error}");
    fs::write(&path, own).unwrap();
    fs::write(model.path().join("judge.json"), "{\"confidence\": 3}").unwrap();
    let error = refusal(model.path());
    assert!(error.to_string().contains("its judge.json is damaged"), "{error}");
}

#[test]
fn weights_that_are_no_numbers_give_an_error_and_no_reading() {
    let model = copy("read");
    let path = model.path().join("model.safetensors");
    let mut bytes = fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[end - 4_000..].fill(0xff);
    fs::write(&path, bytes).unwrap();
    let reader = Reader::load(model.path()).unwrap();
    let asked = Asked { history: &[], question: "who?", passage: "the king" };
    let error = reader.read(&[asked]).remove(0).unwrap_err();
    assert!(matches!(error, Error::NoNumbers { .. }), "{error}");
}

#[test]
fn the_registry_opens_the_default_model() {
    let home = tempfile::tempdir().unwrap();
    let open = |task: &str| {
        let manifest = format!(
            "[[model]]\nname = \"{MODEL}\"\ntask = \"{task}\"\narchitecture = \"bert\"\n\
             parameters = 1\nlicence = \"MIT\"\ndescription = \"tiny\"\n[[model.file]]\n\
             path = \"model.safetensors\"\n[[model.source]]\nkind = \"folder\"\npath = '{}'\n",
            folder("read").display()
        );
        fs::write(home.path().join("models.toml"), manifest).unwrap();
        Reader::open(&Registry::load(Places::at(home.path())).unwrap())
    };
    assert_eq!(open("reader").unwrap().by(), MODEL);
    let error = open("classifier").err().unwrap();
    assert!(error.to_string().contains("its task is classifier"), "{error}");
}
