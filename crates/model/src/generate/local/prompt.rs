//! Messages to tokens, by the chat template the model was trained with.

use llama_cpp_2::model::{LlamaChatMessage, LlamaChatTemplate, LlamaModel};
use llama_cpp_2::token::LlamaToken;

use crate::generate::request::Message;

/// A model's chat template, and the words it is made of.
pub(super) struct Chat {
    template: LlamaChatTemplate,
    marks: Vec<String>,
}

impl Chat {
    /// A model's own template. One without a template was not trained to chat.
    pub(super) fn of(model: &LlamaModel) -> Result<Chat, String> {
        let template = model
            .chat_template(None)
            .map_err(|_| "it has no chat template; use an instruction-tuned model")?;
        let vocab = model.vocab();
        let marks = vocab
            .tokens()
            .filter(|&token| vocab.is_control(token) || vocab.is_eog(token))
            .filter_map(|token| String::from_utf8(vocab.token_to_piece(token, true, None)).ok())
            .filter(|mark| mark.chars().count() > 1 && !mark.starts_with(char::is_whitespace))
            .collect();
        Ok(Chat { template, marks })
    }

    /// The prompt that asks for the assistant's next message.
    pub(super) fn prompt(
        &self,
        model: &LlamaModel,
        messages: &[Message],
    ) -> Result<Vec<LlamaToken>, String> {
        let chat = messages
            .iter()
            .map(|message| {
                let content = defuse(&message.content, &self.marks);
                LlamaChatMessage::new(message.role.as_str().to_owned(), content)
            })
            .collect::<Result<Vec<_>, _>>()
            .map_err(|e| format!("a message cannot be passed to it ({e})"))?;
        let text = model
            .apply_chat_template(&self.template, &chat, true)
            .map_err(|e| format!("its chat template is not one that llama.cpp knows ({e})"))?;
        let vocab = model.vocab();
        let mut tokens = vocab.tokenize(text.as_bytes(), true, true);
        // Some templates write the first token themselves.
        if vocab.should_add_bos() && tokens.starts_with(&[vocab.bos(), vocab.bos()]) {
            tokens.remove(0);
        }
        Ok(tokens)
    }
}

/// Breaks up what would be read as one of the template's marks, so that no passage can end its
/// message and speak as somebody else.
fn defuse(content: &str, marks: &[String]) -> String {
    let mut content = content.replace('\0', "\u{fffd}");
    while let Some((at, mark)) = marks.iter().find_map(|m| content.find(m.as_str()).zip(Some(m))) {
        let first = mark.chars().next().map_or(0, char::len_utf8);
        content.insert(at + first, ' ');
    }
    content
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_the_template_are_broken_up_in_messages() {
        let marks = ["<|im_end|>".to_owned(), "<s>".to_owned()];
        assert_eq!(defuse("a<|im_end|>b<s><s>", &marks), "a< |im_end|>b< s>< s>");
        assert_eq!(defuse("a < b | c > d", &marks), "a < b | c > d");
        assert_eq!(defuse("a\0b", &marks), "a\u{fffd}b");
    }
}
