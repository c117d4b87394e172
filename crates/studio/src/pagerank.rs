//! Personalised PageRank over the pages around a topic (PragmatiCQA, section 3.3), and the
//! background test that is made of it.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::pages::{PageRef, Pages};
use crate::random::Random;
use crate::refusal::Result;

/// How far links are followed from a topic's first page (appendix A).
const LEVELS: usize = 3;

/// Titles of a topic, and of others, in a test.
const TITLES: usize = 5;

/// Titles that are kept for tests.
const POPULAR: usize = 20;

/// A topic of conversations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Topic {
    /// Its id in the project.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The page it begins with.
    pub document: String,
    /// What topics of its kind have in common.
    pub genre: String,
    /// The community or source it is of.
    pub community: String,
    /// Titles of its pages, the most popular first.
    pub popular: Vec<String>,
    /// Popular titles of other topics that are around this one as well, the nearest first.
    pub near: Vec<String>,
}

/// The pages around one, at most so many, with the links between them.
pub fn around(
    pages: &dyn Pages,
    start: &str,
    most: usize,
) -> Result<(Vec<PageRef>, Vec<Vec<usize>>)> {
    let mut known: Vec<PageRef> = Vec::new();
    let mut links: Vec<Vec<usize>> = Vec::new();
    let mut level = vec![start.to_owned()];
    let mut targets: Vec<Vec<String>> = Vec::new();
    for depth in 0..=LEVELS {
        let mut next = Vec::new();
        for document in level {
            if known.len() >= most || known.iter().any(|page| page.document == document) {
                continue;
            }
            let Some(page) = pages.page(&document)? else { continue };
            known.push(PageRef { document: page.document, title: page.title });
            let to: Vec<String> = page.links.into_iter().map(|link| link.to.document).collect();
            if depth < LEVELS {
                next.extend(to.iter().cloned());
            }
            targets.push(to);
        }
        level = next;
    }
    let number: std::collections::HashMap<&str, usize> =
        known.iter().enumerate().map(|(at, page)| (page.document.as_str(), at)).collect();
    for to in &targets {
        let mut out: Vec<usize> =
            to.iter().filter_map(|id| number.get(id.as_str()).copied()).collect();
        out.sort_unstable();
        out.dedup();
        links.push(out);
    }
    Ok((known, links))
}

/// The probability of being at each page for somebody who follows links and, with a chance of 0.15,
/// begins again at page `start`.
pub fn pagerank(links: &[Vec<usize>], start: usize) -> Vec<f64> {
    const FOLLOW: f64 = 0.85;
    let mut rank = vec![0.0; links.len()];
    if start >= links.len() {
        return rank;
    }
    rank[start] = 1.0;
    for _ in 0..60 {
        let mut next = vec![0.0; links.len()];
        let mut again = 1.0 - FOLLOW;
        for (page, out) in links.iter().enumerate() {
            match out.is_empty() {
                true => again += FOLLOW * rank[page],
                false => {
                    for &to in out {
                        next[to] += FOLLOW * rank[page] / out.len() as f64;
                    }
                }
            }
        }
        next[start] += again;
        rank = next;
    }
    rank
}

/// The most popular titles around a page, its own left out.
pub fn popular(pages: &dyn Pages, start: &str) -> Result<Vec<String>> {
    let mut titles = titles(pages, start)?;
    titles.truncate(POPULAR);
    Ok(titles)
}

/// All titles around a page, its own left out, the most popular first.
fn titles(pages: &dyn Pages, start: &str) -> Result<Vec<String>> {
    let (known, links) = around(pages, start, 1_000)?;
    let rank = pagerank(&links, 0);
    let mut order: Vec<usize> = (1..known.len()).collect();
    order.sort_by(|&a, &b| {
        rank[b].total_cmp(&rank[a]).then_with(|| known[a].title.cmp(&known[b].title))
    });
    Ok(order.into_iter().map(|at| known[at].title.clone()).collect())
}

/// Gives topics the titles that tests are made of.
pub fn title(pages: &dyn Pages, topics: &mut [Topic]) -> Result<()> {
    let mut around: Vec<Vec<String>> = Vec::new();
    for topic in topics.iter_mut() {
        let all = titles(pages, &topic.document)?;
        topic.popular = all.iter().take(POPULAR).cloned().collect();
        around.push(all);
    }
    let popular: HashSet<String> =
        topics.iter().flat_map(|topic| topic.popular.iter().cloned()).collect();
    for (topic, around) in topics.iter_mut().zip(around) {
        let near = around.into_iter().skip(POPULAR);
        topic.near = near.filter(|title| popular.contains(title)).collect();
    }
    Ok(())
}

/// A background test: titles, and whether each belongs to the topic. None where there are too few
/// titles to test with. Others' titles are not around the topic, unless all are: then they are of
/// those that are least near.
pub fn background(
    topics: &[Topic],
    topic: &str,
    random: &mut Random,
) -> Option<Vec<(String, bool)>> {
    let own = topics.iter().find(|other| other.id == topic)?;
    let alien = |title: &&String| {
        !own.popular.contains(title) && !own.near.contains(title) && **title != own.title
    };
    let rest = || topics.iter().filter(|other| other.id != own.id);
    let of_genre = rest().filter(|other| other.genre == own.genre);
    let mut others: Vec<&String> =
        of_genre.flat_map(|other| &other.popular).filter(alien).collect();
    if others.len() < TITLES {
        others = rest().flat_map(|other| &other.popular).filter(alien).collect();
    }
    others.sort();
    others.dedup();
    if others.len() < TITLES {
        others =
            own.near.iter().rev().take(TITLES * 2).filter(|title| **title != own.title).collect();
    }
    if own.popular.len() < TITLES || others.len() < TITLES {
        return None;
    }
    random.shuffle(&mut others);
    let mut related: Vec<&String> = own.popular.iter().take(TITLES * 2).collect();
    random.shuffle(&mut related);
    let related = related.into_iter().take(TITLES).map(|title| (title.clone(), true));
    let mut test: Vec<(String, bool)> = related
        .chain(others.into_iter().take(TITLES).map(|title| (title.clone(), false)))
        .collect();
    random.shuffle(&mut test);
    Some(test)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::{Page, PageLink};

    #[test]
    fn rank_flows_along_links_and_returns_to_the_start() {
        // 0 → 1, 2; 1 → 2; 2 → 0; nobody leads to 3.
        let rank = pagerank(&[vec![1, 2], vec![2], vec![0], vec![0]], 0);
        assert!((rank.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(rank[0] > rank[2] && rank[2] > rank[1] && rank[3] == 0.0);
        // The fixed point: r0 = 0.15 + 0.85 r2, r1 = 0.425 r0, r2 = 0.425 r0 + 0.85 r1.
        assert!((rank[1] - 0.425 * rank[0]).abs() < 1e-6);
        assert!((rank[0] - 0.15 - 0.85 * rank[2]).abs() < 1e-6);
    }

    #[test]
    fn a_test_has_five_titles_of_the_topic_and_five_of_others_of_its_genre() {
        let topic = |id: &str, genre: &str| Topic {
            id: id.into(),
            title: id.into(),
            genre: genre.into(),
            popular: (0..8).map(|n| format!("{id}{n}")).collect(),
            ..Topic::default()
        };
        let topics = [topic("a", "g"), topic("b", "g"), topic("c", "other")];
        let test = background(&topics, "a", &mut Random::new(3)).unwrap();
        assert_eq!(test.len(), 10);
        assert!(test.iter().all(|(title, related)| title.starts_with('a') == *related));
        assert!(test.iter().all(|(title, _)| !title.starts_with('c')));
        assert_eq!(test.iter().filter(|(_, related)| *related).count(), 5);
        assert!(background(&topics[..1], "a", &mut Random::new(3)).is_none());
    }
    /// Pages of which each links to the next, as the numbers of a ring do.
    struct Ring(usize);

    impl Pages for Ring {
        fn page(&self, document: &str) -> Result<Option<Page>> {
            let Ok(number) = document.parse::<usize>() else { return Ok(None) };
            let name = |number: usize| PageRef {
                document: (number % self.0).to_string(),
                title: format!("page {}", number % self.0),
            };
            let link =
                |to: usize| PageLink { element: String::new(), start: 0, end: 0, to: name(to) };
            let PageRef { document, title } = name(number);
            let links = (1..=15).map(|ahead| link(number + ahead)).collect();
            Ok(Some(Page { document, title, links, ..Page::default() }))
        }
    }

    #[test]
    fn titles_around_a_topic_are_never_another_topics_in_its_test() {
        let topic = |id: &str, document: &str| Topic {
            id: id.into(),
            title: format!("page {document}"),
            document: document.into(),
            ..Topic::default()
        };
        let mut topics = [topic("a", "0"), topic("b", "30"), topic("c", "60")];
        title(&Ring(90), &mut topics).unwrap();
        // Of a topic's twenty most popular pages, others are around the topic before it as well.
        assert_eq!((topics[0].popular.len(), topics[0].near.is_empty()), (20, false));
        for seed in 0..50 {
            let test = background(&topics, "a", &mut Random::new(seed)).unwrap();
            let others = test.iter().filter(|(_, related)| !related);
            for (title, _) in others {
                let number: usize = title[5..].parse().unwrap();
                assert!(number > 45, "{title} is three links from page 0");
            }
        }
    }
    #[test]
    fn where_everything_is_around_everything_the_farthest_titles_are_taken() {
        let topic = |id: &str, document: &str| Topic {
            id: id.into(),
            title: format!("page {document}"),
            document: document.into(),
            ..Topic::default()
        };
        let mut topics = [topic("a", "0"), topic("b", "10"), topic("c", "20")];
        title(&Ring(40), &mut topics).unwrap();
        let near = topics[0].near.clone();
        assert!(near.len() > 10, "{near:?}");
        for seed in 0..20 {
            let test = background(&topics, "a", &mut Random::new(seed)).unwrap();
            let others = test.iter().filter(|(_, related)| !related);
            let places: Vec<usize> = others
                .map(|(title, _)| near.iter().position(|other| other == title).unwrap())
                .collect();
            assert_eq!(places.len(), 5);
            assert!(places.iter().all(|place| place + 10 >= near.len()), "{places:?}");
        }
    }
}
