//! A static encoder made for the tests: a word a token, directions that have nothing in common.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::{env, fs, process};

/// The model's name.
pub const MODEL: &str = "word-table";
/// The length of its vectors.
pub const DIMENSIONS: usize = 64;

const WORDS: &str = "hundreds of volcanoes erupt here the largest planet with a great red spot rings ice \
                     around io jupiter saturn mars moon number 1 2 3 4 5 6 7 77 8 9";

/// A folder for `GRICE_HOME` that has the model, made once.
pub static HOME: LazyLock<PathBuf> = LazyLock::new(|| {
    let home = env::temp_dir().join(format!("grice-tests-{}", process::id()));
    let model = home.join("table");
    fs::create_dir_all(&model).unwrap();
    let words: Vec<&str> = std::iter::once("[UNK]").chain(WORDS.split_whitespace()).collect();
    let vocabulary: serde_json::Map<String, serde_json::Value> =
        words.iter().enumerate().map(|(i, w)| ((*w).to_owned(), i.into())).collect();
    let tokenizer = serde_json::json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": { "type": "Lowercase" }, "pre_tokenizer": { "type": "Whitespace" },
        "post_processor": null, "decoder": null,
        "model": { "type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]" },
    });
    fs::write(model.join("tokenizer.json"), tokenizer.to_string()).unwrap();
    let table: Vec<f32> = (0..words.len() * DIMENSIONS)
        .map(|i| if i / DIMENSIONS == i % DIMENSIONS { 1.0 } else { 0.0 })
        .collect();
    let header = serde_json::json!({ "embeddings": {
        "dtype": "F32", "shape": [words.len(), DIMENSIONS], "data_offsets": [0, table.len() * 4],
    }})
    .to_string();
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.bytes());
    bytes.extend(table.iter().flat_map(|v| v.to_le_bytes()));
    fs::write(model.join("model.safetensors"), bytes).unwrap();
    let manifest = format!(
        "[[model]]\nname = \"{MODEL}\"\ntask = \"static\"\narchitecture = \"static\"\n\
         parameters = {}\nlicence = \"MIT\"\ndescription = \"words\"\n\
         [[model.file]]\npath = \"model.safetensors\"\n[[model.file]]\npath = \"tokenizer.json\"\n\
         [[model.source]]\nkind = \"folder\"\npath = {model:?}\n",
        table.len()
    );
    fs::write(home.join("models.toml"), manifest).unwrap();
    home
});
