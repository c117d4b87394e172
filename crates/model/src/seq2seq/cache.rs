//! What a decoder keeps between steps: keys and values of what it wrote and of what it read.

use std::ops::Range;

use crate::kernel::attention::{Columns, Pair};

/// The memory of several sequences decoded side by side.
pub(crate) struct Cache {
    layers: Vec<Held>,
    /// Where each input's rows stand in what was read.
    inputs: Vec<Range<usize>>,
    /// Which input each sequence is written for; those of one input stand together.
    input_of: Vec<usize>,
    /// The width of keys, and of values.
    width: usize,
    /// Tokens every sequence has behind it.
    length: usize,
    /// Tokens each sequence has room for.
    room: usize,
}

struct Held {
    /// Keys and values of the written tokens, a row a token, `room` rows a sequence.
    written: Vec<f32>,
    /// Keys and values of the inputs, one after another.
    read: Vec<f32>,
}

impl Cache {
    /// Starts one sequence for each input. `read` has each layer's keys and values of all inputs,
    /// `lengths` the inputs' numbers of rows.
    pub(crate) fn new(read: Vec<Vec<f32>>, lengths: &[usize], width: usize) -> Cache {
        let mut start = 0;
        let inputs: Vec<Range<usize>> = lengths
            .iter()
            .map(|length| {
                let range = start..start + length;
                start = range.end;
                range
            })
            .collect();
        let input_of = (0..inputs.len()).collect();
        let layers = read.into_iter().map(|read| Held { written: Vec::new(), read }).collect();
        Cache { layers, inputs, input_of, width, length: 0, room: 0 }
    }

    /// Tokens behind every sequence.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// How many sequences there are.
    pub(crate) fn sequences(&self) -> usize {
        self.input_of.len()
    }

    /// Replaces the sequences: each new one continues the old one named in `parents`, all of which
    /// must exist.
    pub(crate) fn arrange(&mut self, parents: &[usize]) {
        if parents.iter().copied().eq(0..self.sequences()) {
            return;
        }
        let each = self.room * 2 * self.width;
        let used = self.length * 2 * self.width;
        for layer in &mut self.layers {
            let mut written = vec![0.0; parents.len() * each];
            if each > 0 {
                for (to, parent) in written.chunks_exact_mut(each).zip(parents) {
                    let from = parent * each;
                    to[..used].copy_from_slice(&layer.written[from..from + used]);
                }
            }
            layer.written = written;
        }
        self.input_of = parents.iter().map(|parent| self.input_of[*parent]).collect();
    }

    /// Makes room for `count` more tokens of each sequence.
    pub(crate) fn reserve(&mut self, count: usize) {
        if self.length + count <= self.room {
            return;
        }
        let row = 2 * self.width;
        let room = (self.length + count).max(2 * self.room).max(16);
        for layer in &mut self.layers {
            let mut written = vec![0.0; self.input_of.len() * room * row];
            if self.room > 0 {
                let old = layer.written.chunks_exact(self.room * row);
                for (to, from) in written.chunks_exact_mut(room * row).zip(old) {
                    to[..from.len()].copy_from_slice(from);
                }
            }
            layer.written = written;
        }
        self.room = room;
    }

    /// Puts the next tokens' keys and values into a layer: `mixed` has rows of queries, keys and
    /// values, `count` for each sequence.
    pub(crate) fn write(&mut self, layer: usize, mixed: &[f32], count: usize) {
        let row = 2 * self.width;
        let written = &mut self.layers[layer].written;
        for (i, mixed) in mixed.chunks_exact(3 * self.width).enumerate() {
            let place = (i / count) * self.room + self.length + i % count;
            written[place * row..(place + 1) * row].copy_from_slice(&mixed[self.width..]);
        }
    }

    /// To be called when all layers have the next tokens.
    pub(crate) fn advance(&mut self, count: usize) {
        self.length += count;
    }

    /// Keys and values of what was written, and where each sequence's are, with the `count` tokens
    /// that [`write`](Cache::write) has just added.
    pub(crate) fn written(&self, layer: usize, count: usize) -> (Sides<'_>, Vec<Pair>) {
        let pairs = (0..self.sequences())
            .map(|i| Pair {
                queries: i * count..(i + 1) * count,
                keys: i * self.room..i * self.room + self.length + count,
            })
            .collect();
        (Sides::of(&self.layers[layer].written, self.width), pairs)
    }

    /// Keys and values of what was read, and which rows of `count` queries a sequence look at them.
    pub(crate) fn read(&self, layer: usize, count: usize) -> (Sides<'_>, Vec<Pair>) {
        let mut pairs: Vec<Pair> = Vec::with_capacity(self.inputs.len());
        let mut last = None;
        for (i, input) in self.input_of.iter().enumerate() {
            match pairs.last_mut() {
                Some(pair) if last == Some(input) => pair.queries.end = (i + 1) * count,
                _ => pairs.push(Pair {
                    queries: i * count..(i + 1) * count,
                    keys: self.inputs[*input].clone(),
                }),
            }
            last = Some(input);
        }
        (Sides::of(&self.layers[layer].read, self.width), pairs)
    }
}

/// Rows of keys and values.
pub(crate) struct Sides<'a> {
    pub keys: Columns<'a>,
    pub values: Columns<'a>,
}

impl<'a> Sides<'a> {
    fn of(data: &'a [f32], width: usize) -> Sides<'a> {
        let side = |first| Columns { data, stride: 2 * width, first };
        Sides { keys: side(0), values: side(width) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(cache: &Cache, sequence: usize) -> Vec<f32> {
        let (sides, pairs) = cache.written(0, 0);
        pairs[sequence].keys.clone().map(|row| sides.keys.data[row * 2]).collect()
    }

    fn step(cache: &mut Cache, keys: &[f32]) {
        cache.reserve(1);
        let mixed: Vec<f32> = keys.iter().flat_map(|k| [0.0, *k, -k]).collect();
        cache.write(0, &mixed, 1);
        cache.advance(1);
    }

    #[test]
    fn sequences_keep_their_past_when_they_branch_and_when_room_grows() {
        let mut cache = Cache::new(vec![vec![0.0; 6]], &[2, 1], 1);
        step(&mut cache, &[1.0, 10.0]);
        cache.arrange(&[0, 0, 1]);
        step(&mut cache, &[2.0, 3.0, 11.0]);
        cache.arrange(&[1, 0, 2]);
        for _ in 0..20 {
            step(&mut cache, &[4.0, 5.0, 12.0]);
        }
        assert_eq!(keys(&cache, 0)[..3], [1.0, 3.0, 4.0]);
        assert_eq!(keys(&cache, 1)[..3], [1.0, 2.0, 5.0]);
        assert_eq!(keys(&cache, 2)[..3], [10.0, 11.0, 12.0]);
    }

    #[test]
    fn sequences_of_one_input_look_at_it_together() {
        let mut cache = Cache::new(vec![vec![0.0; 6]], &[2, 1], 1);
        cache.arrange(&[0, 0, 1]);
        let (_, pairs) = cache.read(0, 1);
        assert_eq!((pairs[0].queries.clone(), pairs[0].keys.clone()), (0..2, 0..2));
        assert_eq!((pairs[1].queries.clone(), pairs[1].keys.clone()), (2..3, 2..3));
    }
}
