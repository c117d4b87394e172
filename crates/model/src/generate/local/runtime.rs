//! llama.cpp itself: started once, silenced, and asked to load a file.

use std::path::Path;
use std::sync::OnceLock;

use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;

use super::prompt::Chat;

/// The runtime, started on first use. It would write its log to standard error otherwise.
pub(super) fn backend() -> Result<&'static LlamaBackend, String> {
    static BACKEND: OnceLock<Result<LlamaBackend, String>> = OnceLock::new();
    let start = || {
        let mut backend = LlamaBackend::init().map_err(|e| e.to_string())?;
        backend.void_logs();
        Ok(backend)
    };
    BACKEND.get_or_init(start).as_ref().map_err(Clone::clone)
}

/// Loads a model and its chat template.
pub(super) fn load(path: &Path) -> Result<(LlamaModel, Chat), String> {
    if path.to_str().is_none() {
        return Err("its path is not UTF-8; move it to another folder".to_owned());
    }
    let params = LlamaModelParams::default();
    let model = LlamaModel::load_from_file(backend()?, path, &params)
        .map_err(|_| "llama.cpp refuses it: it is damaged, or its architecture is not known")?;
    let chat = Chat::of(&model)?;
    Ok((model, chat))
}
