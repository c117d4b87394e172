"""trec_eval's measures against pytrec_eval and ir-measures."""

import pickle

import ir_measures as their_measures
import pytest
import pytrec_eval as theirs

from grice import score
from grice.score import ir_measures
from grice.score import pytrec_eval as ours

NAMES = sorted(ours.supported_measures) + ["ndcg_cut.3,7", "P_1", "recall.2,4", "success_3"]


@pytest.mark.parametrize("level", [1, 2])
def test_values_are_pytrec_evals(rankings, level):
    qrels, run = rankings()
    names = [name for name in NAMES if level == 1 or name != "11pt_avg"]
    expected = theirs.RelevanceEvaluator(qrels, names, relevance_level=level).evaluate(run)
    found = ours.RelevanceEvaluator(qrels, names, relevance_level=level).evaluate(run)
    assert found.keys() == expected.keys()
    for query, row in expected.items():
        assert found[query] == pytest.approx(row, abs=1e-9), query


def test_over_judged_documents_only_too(rankings):
    names = ["map", "ndcg", "P_5", "recip_rank", "Rprec", "recall_10"]
    qrels, run = rankings()
    expected = theirs.RelevanceEvaluator(qrels, names, judged_docs_only_flag=True).evaluate(run)
    found = ours.RelevanceEvaluator(qrels, names, judged_docs_only_flag=True).evaluate(run)
    for query, row in expected.items():
        assert found[query] == pytest.approx(row, abs=1e-9), query


def test_an_evaluator_serves_several_runs_and_can_be_pickled(rankings):
    qrels, run = rankings()
    evaluator = ours.RelevanceEvaluator(qrels, ["official"])
    other = {"q1": {"d1": 1.0}}
    again = pickle.loads(pickle.dumps(evaluator))
    assert again.evaluate(run) == evaluator.evaluate(run)
    assert again.evaluate(other).keys() == {"q1"}
    assert evaluator.evaluate({}) == {}
    assert evaluator.evaluate({"elsewhere": {"d1": 1.0}}) == {}


def test_sums_and_means_are_pytrec_evals():
    for name in ("num_ret", "gm_map", "map"):
        values = [0.5, 0.25, 2.0]
        expected = theirs.compute_aggregated_measure(name, values)
        assert ours.compute_aggregated_measure(name, values) == pytest.approx(expected)


def test_files_are_read_as_pytrec_eval_does():
    lines = ["q1 0 d1 1", "q1 0 d2 0", "q2 0 d1 2"]
    assert ours.parse_qrel(lines) == theirs.parse_qrel(lines)
    lines = ["q1 Q0 d1 1 0.5 x", "q2 Q0 d9 1 3 x"]
    assert ours.parse_run(lines) == theirs.parse_run(lines)
    with pytest.raises(ValueError, match="line 2 has 3 columns, not 4"):
        ours.parse_qrel(["q1 0 d1 1", "q1 0 d2"])


MEASURES = [
    "nDCG@10", "nDCG", "P@5", "P(rel=2)@5", "R@10", "RR", "RR@3", "AP",
    "AP(rel=2)@10", "Success@1", "Bpref", "Rprec", "IPrec@0.3", "infAP", "SetP", "SetR", "SetF",
    "SetF(beta=2.0)", "SetAP", "Judged@10", "NumRet", "NumRet(rel=1)",
]  # fmt: skip


def computable():
    """The measures that ir-measures can compute with the packages that are there."""
    parsed = [their_measures.parse_measure(name) for name in MEASURES]
    pipeline = their_measures.DefaultPipeline
    return [one for one in parsed if any(p.is_available() and p.supports(one) for p in pipeline.providers)]


def test_values_are_ir_measures(rankings):
    qrels, run = rankings()
    measures = computable()
    assert len(measures) > 18
    expected = their_measures.calc_aggregate(measures, qrels, run)
    found = ir_measures.calc_aggregate(measures, qrels, run)
    assert found.keys() == expected.keys()
    for measure in measures:
        assert found[measure] == pytest.approx(expected[measure], abs=1e-9), measure
    by_query = {(m.query_id, str(m.measure)): m.value for m in their_measures.iter_calc(measures, qrels, run)}
    for metric in ir_measures.iter_calc(measures, qrels, run):
        assert metric.value == pytest.approx(by_query[metric.query_id, str(metric.measure)], abs=1e-9)


def test_measures_are_objects_with_the_names_that_ir_measures_gives():
    for name in MEASURES:
        ours_, theirs_ = ir_measures.parse_measure(name), their_measures.parse_measure(name)
        assert repr(ours_) == repr(theirs_)
        assert ir_measures.parse_measure(repr(ours_)) == ours_
    assert ir_measures.nDCG @ 10 in {ir_measures.parse_measure("NDCG@10")}
    assert ir_measures.parse_measure("P(rel=2)@5") @ 10 == ir_measures.P(rel=2, cutoff=10)


def test_judgements_and_runs_are_taken_in_every_shape(rankings, tmp_path):
    qrels, run = rankings(10, 8)
    (tmp_path / "qrels").write_text(
        "".join(f"{q} 0 {d} {g}\n" for q, docs in qrels.items() for d, g in docs.items())
    )
    (tmp_path / "run").write_text(
        "".join(f"{q.replace(' ', '_')} Q0 {d} 1 {s} x\n" for q, docs in run.items() for d, s in docs.items())
    )
    pairs = [
        (qrels, run),
        (
            [ir_measures.Qrel(q, d, g) for q, docs in qrels.items() for d, g in docs.items()],
            (ir_measures.ScoredDoc(q, d, s) for q, docs in run.items() for d, s in docs.items()),
        ),
        (tmp_path / "qrels", str(tmp_path / "run")),
        (ir_measures.read_trec_qrels(tmp_path / "qrels"), ir_measures.read_trec_run(tmp_path / "run")),
        (score.Qrels(qrels), score.Run(run)),
    ]
    found = [ir_measures.calc_aggregate(["nDCG@5", "RR"], *pair) for pair in pairs]
    assert all(one == found[0] for one in found)


def test_passage_measures_of_the_papers():
    assert score.share_within([1, 3, None, 20], [1, 3, 20]) == [0.25, 0.5, 0.75]
    assert score.gold_share([["a", "b"]], [["b", "x", "a"]], 2) == [0.5]
    found = score.span_relevance("1294", ["Zürich: in 1294 it was", ""])
    start, end = found[0].characters
    assert "Zürich: in 1294 it was"[start:end].strip() == found[0].text.strip()


@pytest.mark.parametrize(
    "call, error, said",
    [
        (lambda: ours.RelevanceEvaluator({}, ["nope"]), ValueError, "unsupported measure nope"),
        (lambda: ours.RelevanceEvaluator({}, ["11pt_avg"], relevance_level=2), ValueError, "level 1 only"),
        (lambda: ours.RelevanceEvaluator({"q": {"d": "x"}}, ["map"]), ValueError, "query q, document d"),
        (lambda: ours.RelevanceEvaluator({"q": ["d"]}, ["map"]), ValueError, "no dict of documents"),
        (lambda: ir_measures.calc_aggregate(["P"], {"q": {"d": 1}}, {"q": {"d": 1.0}}), ValueError, "cut-off"),
        (lambda: ir_measures.calc_aggregate(["RBP"], {"q": {"d": 1}}, {"q": {"d": 1.0}}), ValueError, "RBP"),
        (lambda: score.retrieval({"q": {"d": 1}}, {"p": {"d": 1.0}}), ValueError, "quer"),
        (lambda: score.retrieval({"q": {"d": 1}}, {"q": {"d": float("nan")}}), ValueError, "NaN"),
        (lambda: score.retrieval("/nowhere/qrels", {"q": {"d": 1.0}}), FileNotFoundError, "/nowhere/qrels"),
        (lambda: score.share_within([0]), ValueError, "ranks count from 1"),
    ],
)
def test_bad_input_is_told(call, error, said):
    with pytest.raises(error, match=said):
        call()
