//! The way from a wikitext's bytes back to the file it was unescaped from.

/// Where the bytes of a wikitext stand in the file: runs that were copied as they are.
#[derive(Clone, Debug, Default)]
pub struct Offsets {
    runs: Vec<(usize, u64)>,
}

impl Offsets {
    /// A text that stands unescaped at `start` of the file.
    #[cfg(test)]
    pub fn linear(start: u64) -> Self {
        Offsets { runs: vec![(0, start)] }
    }

    /// From byte `text` on, the text was copied from `file` on. Runs are pushed in order.
    pub fn push(&mut self, text: usize, file: u64) {
        if let Some(&(last_text, last_file)) = self.runs.last()
            && text.checked_sub(last_text).is_some_and(|n| last_file + n as u64 == file)
        {
            return;
        }
        self.runs.push((text, file));
    }

    /// Where the byte `at` of the text stands in the file, and how many bytes from there on
    /// follow each other in the file too.
    pub fn run(&self, at: usize) -> (u64, usize) {
        let after = self.runs.partition_point(|&(text, _)| text <= at);
        let (text, file) =
            after.checked_sub(1).and_then(|i| self.runs.get(i)).copied().unwrap_or((at, 0));
        let len = self.runs.get(after).map_or(usize::MAX, |&(next, _)| next - at);
        (file + (at - text) as u64, len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_where_an_entity_was() {
        // File bytes 100…: "ab&lt;cd", text: "ab<cd".
        let mut offsets = Offsets::default();
        offsets.push(0, 100);
        offsets.push(2, 102);
        offsets.push(3, 106);
        assert_eq!(offsets.run(0), (100, 3));
        assert_eq!(offsets.run(2), (102, 1));
        assert_eq!(offsets.run(4), (107, usize::MAX));
    }
}
