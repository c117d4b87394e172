//! Documents by query, each with a value: what qrels and runs have in common.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

/// A document of a query.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<V> {
    pub hash: u64,
    start: usize,
    length: u32,
    /// The line it stands on, from 1; its number in the query where there are no lines.
    pub line: u32,
    pub value: V,
}

/// Two lines that name the same document of the same query.
#[derive(Clone, Copy, Debug)]
pub(super) struct Twice<V> {
    pub query: usize,
    pub first: Item<V>,
    pub second: Item<V>,
}

/// Queries in the order they were met, and their documents. The documents' names lie one after
/// the other in one text.
#[derive(Clone, Debug)]
pub(super) struct Lists<V> {
    names: Vec<String>,
    places: FxHashMap<String, usize>,
    lists: Vec<Vec<Item<V>>>,
    documents: String,
    last: usize,
}

impl<V: Copy> Lists<V> {
    pub fn new() -> Self {
        Lists {
            names: Vec::new(),
            places: FxHashMap::default(),
            lists: Vec::new(),
            documents: String::new(),
            last: 0,
        }
    }

    /// The place of a query, which is made where it is new.
    pub fn place(&mut self, query: &str) -> usize {
        if self.names.get(self.last).is_some_and(|name| name == query) {
            return self.last;
        }
        self.last = match self.places.get(query) {
            Some(&place) => place,
            None => {
                self.names.push(query.to_owned());
                self.places.insert(query.to_owned(), self.names.len() - 1);
                self.lists.push(Vec::new());
                self.names.len() - 1
            }
        };
        self.last
    }

    pub fn push(&mut self, query: &str, document: &str, value: V, line: u32) {
        let place = self.place(query);
        let start = self.documents.len();
        self.documents.push_str(document);
        let length = u32::try_from(document.len()).unwrap_or(u32::MAX);
        self.lists[place].push(Item { hash: hash(document), start, length, line, value });
    }

    /// The first line that names a document of a query for the second time.
    pub fn twice(&self) -> Option<Twice<V>> {
        let mut found: Option<Twice<V>> = None;
        // An open hash table, used for one query after the other: 0 is free, else a place + 1.
        let mut slots: Vec<u32> = Vec::new();
        for (query, list) in self.lists.iter().enumerate() {
            let size = (list.len() * 2).next_power_of_two();
            slots.clear();
            slots.resize(size, 0);
            for (number, second) in list.iter().enumerate() {
                let mut slot = second.hash as usize % size;
                while let Some(place) = slots[slot].checked_sub(1) {
                    let first = &list[place as usize];
                    if first.hash == second.hash && self.document(first) == self.document(second) {
                        if found.is_none_or(|known| second.line < known.second.line) {
                            found = Some(Twice { query, first: *first, second: *second });
                        }
                        break;
                    }
                    slot = (slot + 1) % size;
                }
                if slots[slot] == 0 {
                    slots[slot] = u32::try_from(number + 1).unwrap_or(u32::MAX);
                }
            }
        }
        found
    }

    /// Puts each query's documents in the order of their hashes, which [`Lists::find`] needs.
    pub fn sort_by_hash(&mut self) {
        for list in &mut self.lists {
            list.sort_unstable_by_key(|item| item.hash);
        }
    }

    pub fn sort_by(&mut self, order: impl Fn(&Item<V>, &Item<V>, &str) -> std::cmp::Ordering) {
        for list in &mut self.lists {
            list.sort_unstable_by(|a, b| order(a, b, &self.documents));
        }
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    pub fn find_query(&self, query: &str) -> Option<usize> {
        self.places.get(query).copied()
    }

    pub fn list(&self, query: usize) -> &[Item<V>] {
        &self.lists[query]
    }

    pub fn texts(&self) -> &str {
        &self.documents
    }

    pub fn document(&self, item: &Item<V>) -> &str {
        item.name(&self.documents)
    }

    /// The value of a document, where the lists are in the order of hashes.
    pub fn find(&self, query: usize, hash: u64, document: &str) -> Option<V> {
        let list = &self.lists[query];
        let from = list.partition_point(|item| item.hash < hash);
        list[from..]
            .iter()
            .take_while(|item| item.hash == hash)
            .find(|item| self.document(item) == document)
            .map(|item| item.value)
    }
}

impl<V> Item<V> {
    pub fn name<'a>(&self, documents: &'a str) -> &'a str {
        &documents[self.start..self.start + self.length as usize]
    }
}

pub(super) fn hash(document: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(document.as_bytes());
    hasher.finish()
}
