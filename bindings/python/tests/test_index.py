"""Indexes: made, searched, taken up again."""

import pickle

import pytest

import grice

DOCUMENTS = {
    "bridge.md": "# Bridge\n\nThe bridge was finished in 1294. A monk named Benedict built it.",
    "river.md": "# River\n\n## Floods\n\nThe river is wide and floods in spring.",
    "lease.txt": "The lease ends in May and the rent is due on the first.",
}


@pytest.fixture
def folder(tmp_path):
    source = tmp_path / "documents"
    source.mkdir()
    for name, text in DOCUMENTS.items():
        (source / name).write_text(text)
    return source


def test_documents_go_in_and_passages_come_out(folder, tmp_path):
    done = grice.ingest(folder, tmp_path / "index")
    assert (done["written"], done["problems"]) == (3, [])
    index = grice.Index(tmp_path / "index")
    hit = index.search("When was the bridge finished?")[0]
    assert hit["title"] == "Bridge" and "1294" in hit["text"] and hit["score"] > 0
    passage = index.passage(hit["passage"])
    assert passage["text"] == hit["text"]
    assert index.passage("nowhere#1") is None and index.document("nowhere") is None
    assert [one["passage"] for one in index.passages(hit["document"])] == [hit["passage"]]
    assert len(index) == index.info["passages"] == 3


def test_an_ingest_takes_up_what_changed(folder, tmp_path):
    grice.ingest(folder, tmp_path / "index")
    index = grice.Index(tmp_path / "index")
    (folder / "river.md").unlink()
    (folder / "market.md").write_text("# Market\n\nThe market is on Saturdays.")
    done = grice.ingest([folder], tmp_path / "index", prune=True)
    assert (done["written"], done["unchanged"], done["removed"]) == (1, 2, 1)
    assert index.search("market saturdays") == []
    index.refresh()
    assert index.search("market saturdays")[0]["title"] == "Market"


def test_a_collection_has_a_name(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("GRICE_HOME", str(tmp_path / "home"))
    grice.ingest(folder, "town")
    assert [one["name"] for one in grice.collections()] == ["town"]
    assert grice.Index("town").search("monk", k=1)[0]["title"] == "Bridge"


def test_fields_filters_and_phrases(folder, tmp_path):
    grice.ingest(folder, tmp_path / "index")
    index = grice.Index(tmp_path / "index")
    assert index.search("floods", fields=["section"])[0]["title"] == "River"
    assert index.search("the", title="bridge")[0]["title"] == "Bridge"
    assert index.search('"benedict monk"') == []
    assert len(index.search('"monk named Benedict"')) == 1


def test_many_queries_give_what_one_at_a_time_gives():
    index = grice.Index("demo")
    queries = [f"{word} of {planet}" for word in ("moons", "rings", "age") for planet in ("Mars", "Io", "Saturn")] * 40
    together = index.search_all(queries, k=3)
    assert together[:9] == [index.search(query, k=3) for query in queries[:9]]
    assert len(together) == len(queries)


def test_a_run_can_be_scored():
    index = grice.Index("demo")
    queries = {"q1": "volcanoes on Io", "q2": "Olympus Mons"}
    run = index.run(queries, k=5)
    qrels = {query: {next(iter(ranking)): 1} for query, ranking in run.items()}
    assert grice.score.retrieval(qrels, run, ["RR"]).totals == {"RR": 1.0}


def test_vectors_are_made_and_searched(folder, tmp_path):
    done = grice.ingest(folder, tmp_path / "index", vectors="grice-passages")
    assert done["embedded"] == 3
    index = grice.Index(tmp_path / "index")
    assert index.info["vectors"] == "grice-passages"
    for mode in ("dense", "hybrid", None):
        assert len(index.search("Who made the crossing?", mode=mode)) > 0


def test_an_index_can_be_pickled(folder, tmp_path):
    grice.ingest(folder, tmp_path / "index")
    index = pickle.loads(pickle.dumps(grice.Index(tmp_path / "index")))
    assert index.search("lease")[0]["text"] == DOCUMENTS["lease.txt"]


@pytest.mark.parametrize(
    "call, error, said",
    [
        (lambda: grice.Index("no-such-collection"), FileNotFoundError, "no-such-collection"),
        (lambda: grice.Index("./nowhere"), FileNotFoundError, "nowhere"),
        (lambda: grice.Index("demo").search("x", mode="magic"), ValueError, "bm25, dense and hybrid"),
        (lambda: grice.Index("demo").search("x", fields=["headline"]), ValueError, "headline"),
        (lambda: grice.Index("demo").search("x", k=0), ValueError, "at least one"),
        (lambda: grice.Index("demo").search("x", b=2.0), ValueError, "b"),
        (lambda: grice.Index("demo").search(["x"]), TypeError, "search_all"),
        (lambda: grice.ingest("./nowhere", "town"), FileNotFoundError, "nowhere"),
        (lambda: grice.ingest([], "town"), ValueError, "no sources"),
    ],
)
def test_bad_input_is_told(call, error, said):
    with pytest.raises(error, match=said):
        call()
