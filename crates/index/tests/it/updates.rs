//! Adding, changing and removing documents.

use grice_index::{Index, IngestOptions, Query, Ranking};

use crate::corpus::{ingest_pages, page, run};

fn hits(index: &Index, words: &str) -> Vec<String> {
    let searcher = index.searcher().unwrap();
    let hits = searcher.search(&Query::words(words), &Ranking::default(), 10).unwrap();
    hits.iter().map(|h| searcher.passage(h).unwrap().passage).collect()
}

#[test]
fn a_second_ingest_writes_only_what_changed() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    ingest_pages(folder.path(), &index, &[page("a", "Old moon."), page("b", "Same planet.")]);
    let report =
        ingest_pages(folder.path(), &index, &[page("a", "New comet."), page("b", "Same planet.")]);
    // The page's place in the file has moved with the longer line before it only for `b`.
    assert_eq!(report.counts.written + report.counts.unchanged, 2);
    assert_eq!(hits(&index, "moon"), Vec::<String>::new());
    assert_eq!(hits(&index, "comet"), ["t/a#0"]);
    assert_eq!(hits(&index, "planet"), ["t/b#0"]);
    let again =
        ingest_pages(folder.path(), &index, &[page("a", "New comet."), page("b", "Same planet.")]);
    assert_eq!((again.counts.written, again.counts.unchanged), (0, 2));
}

#[test]
fn pruning_removes_what_the_source_no_longer_has() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("notes");
    std::fs::create_dir(&notes).unwrap();
    std::fs::write(notes.join("a.txt"), "A moon.").unwrap();
    std::fs::write(notes.join("b.txt"), "A planet.").unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    run(&index, &notes, IngestOptions::default());
    std::fs::remove_file(notes.join("a.txt")).unwrap();
    let kept = run(&index, &notes, IngestOptions::default());
    assert_eq!(kept.counts.removed, 0);
    assert_eq!(hits(&index, "moon").len(), 1);
    let pruned = run(&index, &notes, IngestOptions { prune: true, ..IngestOptions::default() });
    assert_eq!(pruned.counts.removed, 1);
    assert_eq!(hits(&index, "moon").len(), 0);
    assert_eq!(hits(&index, "planet").len(), 1);
}

#[test]
fn of_two_pages_with_one_id_the_first_is_kept() {
    for _ in 0..8 {
        let folder = tempfile::tempdir().unwrap();
        let index = Index::open_or_create(folder.path().join("i")).unwrap();
        let mut pages = vec![page("a", "The first comet.")];
        pages.extend((0..50).map(|i| page(&format!("x{i}"), "A filler.")));
        pages.push(page("a", "The second planet."));
        let report = ingest_pages(folder.path(), &index, &pages);
        assert_eq!(report.problems, 1);
        assert_eq!(hits(&index, "comet").len(), 1);
        assert_eq!(hits(&index, "planet").len(), 0);
        assert!(index.verify().unwrap().is_sound());
    }
}

#[test]
fn a_snapshot_does_not_see_later_commits() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    ingest_pages(folder.path(), &index, &[page("a", "A moon.")]);
    let before = index.searcher().unwrap();
    ingest_pages(folder.path(), &index, &[page("a", "A comet.")]);
    let search = |s: &grice_index::Searcher, w: &str| {
        s.search(&Query::words(w), &Ranking::default(), 5).unwrap().len()
    };
    assert_eq!((search(&before, "moon"), search(&before, "comet")), (1, 0));
    let after = index.searcher().unwrap();
    assert_eq!((search(&after, "moon"), search(&after, "comet")), (0, 1));
}

#[test]
fn compacting_leaves_one_segment_and_the_same_answers() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    for round in 0..4 {
        let pages: Vec<_> = (0..20)
            .map(|i| page(&format!("p{i}"), &format!("Moon number {i} in round {}.", round * i)))
            .collect();
        ingest_pages(folder.path(), &index, &pages);
    }
    let before = hits(&index, "moon 7");
    index.compact().unwrap();
    let info = index.searcher().unwrap().info().unwrap();
    assert_eq!((info.segments, info.documents, info.passages), (1, 20, 20));
    assert_eq!(hits(&index, "moon 7"), before);
}

#[test]
fn redirects_lead_links_to_their_page() {
    let folder = tempfile::tempdir().unwrap();
    let dump = folder.path().join("dump.xml");
    let page = |id: u32, title: &str, inner: &str| {
        format!("<page><title>{title}</title><ns>0</ns><id>{id}</id>{inner}</page>")
    };
    let text = |t: &str| format!("<revision><text>{t}</text></revision>");
    let xml = [
        "<mediawiki>".to_owned(),
        page(1, "Io", &text("A moon of [[Jove]] and [[Nowhere]].")),
        page(2, "Jove", "<redirect title=\"Jupiter\"/>"),
        page(3, "Jupiter", &text("A planet.")),
    ];
    std::fs::write(&dump, xml.concat()).unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    let report = run(&index, &dump, IngestOptions::default());
    assert_eq!((report.counts.written, report.counts.redirects), (2, 1));
    let searcher = index.searcher().unwrap();
    let io = searcher.document("t/1").unwrap().unwrap();
    let targets: Vec<_> =
        io.links.iter().map(|l| searcher.resolve(&l.target).unwrap().map(|d| d.title)).collect();
    assert_eq!(targets, [Some("Jupiter".to_owned()), None]);
    assert_eq!(searcher.info().unwrap().redirects, 1);
    let found = index.verify().unwrap();
    assert_eq!((found.links, found.resolved), (2, 1));
    let again = run(&index, &dump, IngestOptions::default());
    assert_eq!(again.counts.written, 0);
    assert_eq!(index.searcher().unwrap().info().unwrap().redirects, 1);
}

#[test]
fn documents_rewritten_on_several_threads_at_once_are_all_there() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    for round in 0..40 {
        let pages: Vec<_> = (0..300)
            .map(|i| page(&format!("p{i}"), &format!("Moon {i}, round {round}.")))
            .collect();
        ingest_pages(folder.path(), &index, &pages);
        let info = index.searcher().unwrap().info().unwrap();
        assert_eq!((info.documents, info.passages), (300, 300), "round {round}");
    }
}
