//! Where in a passage the answer stands.
//!
//! Extractive reading as in BERT on SQuAD 2.0 (Devlin et al., 2019): a score for each token to
//! start and to end the answer, and the first token's to say that there is none. A passage longer
//! than the model's window is read in windows that overlap.

use crate::error::{Error, Result};
use crate::files::ModelFiles;
use crate::kernel::linear::Precision;
use crate::kernel::pointwise::softmax;
use crate::network::Network;
use crate::network::config::Over;
use crate::tokenizer::Tokens;

/// A span reader.
pub struct Reader {
    network: Network,
    spans: SpanHeads,
    kinds: Option<usize>,
}

/// The head or heads with start and end.
#[derive(Clone, Copy)]
enum SpanHeads {
    /// One with two values a token.
    Both(usize),
    /// One each.
    Each(usize, usize),
}

/// How to read.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// How many spans to give, best first.
    pub spans: usize,
    /// The longest span in tokens.
    pub longest: usize,
    /// Whether spans must not overlap: each is then the best that leaves those before it alone.
    pub apart: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions { spans: 5, longest: 64, apart: false }
    }
}

/// A span of a passage.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// Its first byte in the passage.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// The sum of its start's and its end's values.
    pub score: f32,
}

/// What a reader finds in a passage.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The best spans, best first; none when the passage is empty.
    pub spans: Vec<Span>,
    /// The value of "no answer here": the lowest of all windows'. An answer is likely where the
    /// best span's score is above it.
    pub nothing: f32,
    /// The probability of each answer type, when the model has such a head: of the window with
    /// the best span.
    pub kinds: Vec<f32>,
}

/// What one window says.
struct Window {
    spans: Vec<Span>,
    nothing: f32,
    kinds: Vec<f32>,
}

impl Reader {
    /// Tokens that two neighbouring windows share.
    const OVERLAP: usize = 128;

    /// Loads a model's folder.
    pub fn load(files: impl Into<ModelFiles>, precision: Precision) -> Result<Reader> {
        let files = files.into();
        let network = Network::load(&files, precision)?;
        let heads = network.heads();
        let tokens = |wanted: &[&str]| {
            heads.iter().position(|h| {
                h.over == Over::Tokens
                    && h.labels.iter().map(String::as_str).eq(wanted.iter().copied())
            })
        };
        let spans = match (tokens(&["start", "end"]), tokens(&["start"]), tokens(&["end"])) {
            (Some(both), _, _) => SpanHeads::Both(both),
            (None, Some(start), Some(end)) => SpanHeads::Each(start, end),
            _ => {
                return Err(Error::Unsupported(format!(
                    "{} as a reader: it has no head that gives start and end",
                    files.shown().display()
                )));
            }
        };
        let kinds = heads.iter().position(|h| h.over == Over::Sequence);
        Ok(Reader { spans, kinds, network })
    }

    /// The names of the answer types, when the model tells them.
    pub fn kinds(&self) -> Vec<String> {
        let heads = self.network.heads();
        self.kinds.and_then(|i| heads.get(i)).map_or(Vec::new(), |h| h.labels.to_vec())
    }

    /// Reads each pair of question and passage.
    pub fn read(&self, pairs: &[(&str, &str)], options: &ReadOptions) -> Result<Vec<Found>> {
        let mut windows = Vec::new();
        let mut owners = Vec::new();
        for (pair, (question, passage)) in pairs.iter().enumerate() {
            for window in self.network.tokenizer.windows(question, passage, Self::OVERLAP)? {
                windows.push(window);
                owners.push(pair);
            }
        }
        let read = self.network.run(&windows, |i, reading| {
            let (starts, ends) = self.values(&reading.heads);
            let mut kinds = self.kinds.map(|k| reading.heads[k].clone()).unwrap_or_default();
            softmax(&mut kinds);
            let nothing = starts.first().unwrap_or(&0.0) + ends.first().unwrap_or(&0.0);
            let spans = match options.apart {
                true => spans_apart(&windows[i], &starts, &ends, options),
                false => best_spans(&windows[i], &starts, &ends, options),
            };
            Ok(Window { spans, nothing, kinds })
        })?;
        let mut found: Vec<Vec<Window>> = pairs.iter().map(|_| Vec::new()).collect();
        for (owner, window) in owners.into_iter().zip(read) {
            found[owner].push(window);
        }
        Ok(found.into_iter().map(|windows| join(windows, options)).collect())
    }

    fn values(&self, heads: &[Vec<f32>]) -> (Vec<f32>, Vec<f32>) {
        match self.spans {
            SpanHeads::Each(start, end) => (heads[start].clone(), heads[end].clone()),
            SpanHeads::Both(both) => {
                let (pairs, _) = heads[both].as_chunks::<2>();
                (pairs.iter().map(|p| p[0]).collect(), pairs.iter().map(|p| p[1]).collect())
            }
        }
    }
}

fn join(windows: Vec<Window>, options: &ReadOptions) -> Found {
    let nothing = windows.iter().map(|w| w.nothing).fold(f32::INFINITY, f32::min);
    let top = |w: &Window| w.spans.first().map_or(f32::NEG_INFINITY, |s| s.score);
    let best = windows.iter().max_by(|a, b| top(a).total_cmp(&top(b)));
    let kinds = best.map(|w| w.kinds.clone()).unwrap_or_default();
    let mut spans: Vec<Span> = Vec::new();
    for span in windows.into_iter().flat_map(|w| w.spans) {
        // Where windows overlap, both may have read the same span.
        match spans.iter_mut().find(|s| (s.start, s.end) == (span.start, span.end)) {
            Some(known) => known.score = known.score.max(span.score),
            None => spans.push(span),
        }
    }
    spans.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.start.cmp(&b.start)));
    if options.apart {
        let all = std::mem::take(&mut spans);
        for span in all {
            if spans.iter().all(|s| s.end <= span.start || span.end <= s.start) {
                spans.push(span);
            }
        }
    }
    spans.truncate(options.spans);
    Found { spans, nothing, kinds }
}

/// A token of the passage: its number in the window, and its bytes.
type Inside = (usize, usize, usize);

fn inside(window: &Tokens, values: usize) -> Vec<Inside> {
    let places = window.places.iter().enumerate();
    places
        .filter_map(|(i, place)| place.filter(|p| p.text == 1).map(|p| (i, p.start, p.end)))
        .filter(|(i, start, end)| start < end && *i < values)
        .collect()
}

/// The best spans of a window that lie in the passage.
fn best_spans(window: &Tokens, starts: &[f32], ends: &[f32], options: &ReadOptions) -> Vec<Span> {
    let inside = inside(window, starts.len().min(ends.len()));
    let mut spans: Vec<Span> = Vec::new();
    let mut lowest = f32::NEG_INFINITY;
    for (at, &(first, start, _)) in inside.iter().enumerate() {
        for &(last, _, end) in inside.iter().skip(at).take(options.longest) {
            let score = starts[first] + ends[last];
            if spans.len() < options.spans || score > lowest {
                let place = spans.partition_point(|s| s.score >= score);
                spans.insert(place, Span { start, end, score });
                spans.truncate(options.spans);
                lowest = spans.last().map_or(lowest, |s| s.score);
            }
        }
    }
    spans
}

/// The best spans of a window of which none overlaps a better one.
fn spans_apart(window: &Tokens, starts: &[f32], ends: &[f32], options: &ReadOptions) -> Vec<Span> {
    let inside = inside(window, starts.len().min(ends.len()));
    let mut free = vec![true; inside.len()];
    let mut spans: Vec<Span> = Vec::new();
    while spans.len() < options.spans {
        let mut best: Option<(usize, usize, f32)> = None;
        for (at, &(first, ..)) in inside.iter().enumerate() {
            let open = (at..inside.len()).take(options.longest).take_while(|to| free[*to]);
            for to in open {
                let score = starts[first] + ends[inside[to].0];
                if best.is_none_or(|(.., highest)| score > highest) {
                    best = Some((at, to, score));
                }
            }
        }
        let Some((at, to, score)) = best else { break };
        free[at..=to].fill(false);
        spans.push(Span { start: inside[at].1, end: inside[to].2, score });
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenizer::Place;

    /// A window whose passage is tokens of one byte each.
    fn window(tokens: usize) -> Tokens {
        let place = |start| Some(Place { text: 1, start, end: start + 1 });
        let places = std::iter::once(None).chain((0..tokens).map(place)).collect();
        Tokens { places, ..Tokens::default() }
    }

    #[test]
    fn spans_apart_leave_better_ones_alone() {
        let starts = [0.0, 1.0, 5.0, 0.0, 4.0, 0.0];
        let ends = [0.0, 0.0, 1.0, 5.0, 0.0, 3.0];
        let options = ReadOptions { spans: 3, longest: 4, apart: true };
        let found = spans_apart(&window(5), &starts, &ends, &options);
        let found: Vec<_> = found.iter().map(|s| (s.start, s.end, s.score)).collect();
        assert_eq!(found, [(1, 3, 10.0), (3, 5, 7.0), (0, 1, 1.0)]);
        let first = &best_spans(&window(5), &starts, &ends, &options)[0];
        assert_eq!((first.start, first.end), (1, 3));
        assert!(spans_apart(&window(0), &starts, &ends, &options).is_empty());
    }

    #[test]
    fn windows_are_joined_without_spans_that_overlap() {
        let window = |spans: &[(usize, usize, f32)]| Window {
            spans: spans.iter().map(|&(start, end, score)| Span { start, end, score }).collect(),
            nothing: 0.0,
            kinds: Vec::new(),
        };
        let windows =
            vec![window(&[(0, 4, 3.0), (6, 8, 1.0)]), window(&[(2, 5, 2.0), (6, 8, 2.5)])];
        let found = join(windows, &ReadOptions { apart: true, ..ReadOptions::default() });
        let found: Vec<_> = found.spans.iter().map(|s| (s.start, s.end)).collect();
        assert_eq!(found, [(0, 4), (6, 8)]);
    }
}
