"""Calls of the Python package against the packages they replace: same inputs, same values, time.

Python packages: those of bindings/python/tests/requirements.txt.
"""

import argparse
import pathlib
import random
import string
import tempfile
import time

import ir_measures as their_ir
import krippendorff
import pytrec_eval as their_trec
import sacrebleu
import sklearn.metrics
from rouge_score import rouge_scorer as their_rouge
from squad_script import squad_script

from grice import score
from grice.score import ir_measures, pytrec_eval, rouge_scorer, squad
from grice.score import sklearn as labels

RANDOM = random.Random(2026)
VOCABULARY = ["".join(RANDOM.choices(string.ascii_lowercase, k=RANDOM.randint(2, 10))) for _ in range(4000)]


def text(longest):
    words = RANDOM.choices(VOCABULARY, k=RANDOM.randint(longest // 3, longest))
    return " ".join(word.title() + "." if RANDOM.random() < 0.1 else word for word in words)


def near(words):
    """A text that shares about two words in three with another."""
    return " ".join(w if RANDOM.random() < 0.66 else RANDOM.choice(VOCABULARY) for w in words.split())


def pairs(count, longest):
    golds = [text(longest) for _ in range(count)]
    return golds, [near(gold) for gold in golds]


def rows(scale):
    """For each comparison: what, their call, our call, and how to compare values."""

    def size(count):
        return max(50, int(count * scale))

    golds, answers = pairs(size(20_000), 12)
    yield (
        f"SQuAD's script: EM and F1 of {len(golds):,} answers",
        lambda: [squad_script(gold, answer) for gold, answer in zip(golds, answers)],
        lambda: list(zip(*score.answers(answers, golds))),
    )
    targets, predictions = pairs(size(2_000), 40)
    for stem in (False, True):
        types = ["rouge1", "rouge2", "rougeL"]
        their, our = (module.RougeScorer(types, use_stemmer=stem) for module in (their_rouge, rouge_scorer))
        yield (
            f"rouge-score: ROUGE-1, -2, -L{', stemmed' if stem else ''}, of {len(targets):,} answers",
            lambda their=their: [list(their.score(t, p).values()) for t, p in zip(targets, predictions)],
            lambda our=our: list(map(list, zip(*our.score_all(targets, predictions).values()))),
        )
    long_targets, long_predictions = pairs(size(200), 400)
    their, our = their_rouge.RougeScorer(["rougeL"]), rouge_scorer.RougeScorer(["rougeL"])
    yield (
        f"rouge-score: ROUGE-L of {len(long_targets):,} summaries",
        lambda: [their.score(t, p)["rougeL"] for t, p in zip(long_targets, long_predictions)],
        lambda: our.score_all(long_targets, long_predictions)["rougeL"],
    )
    yield (
        f"sacreBLEU: sentence BLEU of {len(targets):,} answers",
        lambda: [sacrebleu.sentence_bleu(p, [t]).score for t, p in zip(targets, predictions)],
        lambda: [one.score for one in score.sentence_bleu(predictions, targets)],
    )
    yield (
        f"sacreBLEU: corpus BLEU of {len(golds):,} answers",
        lambda: [sacrebleu.corpus_bleu(answers, [golds]).score],
        lambda: [score.bleu(answers, golds).score],
    )

    queries, depth = size(1_000), 100
    qrels = {f"q{q}": {f"d{RANDOM.randrange(5000)}": RANDOM.choice([0, 1, 2]) for _ in range(20)} for q in range(queries)}
    run = {q: {f"d{d}": RANDOM.random() * 30 for d in RANDOM.sample(range(5000), depth)} for q in qrels}
    for query, judged in qrels.items():
        run[query].update({d: RANDOM.random() * 30 for d in list(judged)[:8]})
    names = {"map", "ndcg_cut.10", "recip_rank", "recall.100", "P.5"}
    their_evaluator = their_trec.RelevanceEvaluator(qrels, names)
    our_evaluator = pytrec_eval.RelevanceEvaluator(qrels, names)

    def flat(found):
        return [found[query][name] for query in sorted(found) for name in sorted(found[query])]

    yield (
        f"pytrec_eval: 5 measures of {queries:,} queries with {depth} documents",
        lambda: flat(their_evaluator.evaluate(run)),
        lambda: flat(our_evaluator.evaluate(run)),
    )
    asked = ["nDCG@10", "RR", "R@100", "AP", "P@5"]
    measures = [their_ir.parse_measure(name) for name in asked]
    yield (
        "ir-measures: the same, aggregated",
        lambda: sorted((str(m), v) for m, v in their_ir.calc_aggregate(measures, qrels, run).items()),
        lambda: sorted((str(m), v) for m, v in ir_measures.calc_aggregate(measures, qrels, run).items()),
    )
    judged = [their_ir.Qrel(q, d, g) for q, docs in qrels.items() for d, g in docs.items()]
    found = [their_ir.ScoredDoc(q, d, s) for q, docs in run.items() for d, s in docs.items()]
    yield (
        "ir-measures: the same of tuples, query by query",
        lambda: sorted((q, str(m), v) for q, m, v in their_ir.iter_calc(measures, judged, found)),
        lambda: sorted((q, str(m), v) for q, m, v in ir_measures.iter_calc(measures, judged, found)),
    )

    folder = pathlib.Path(tempfile.mkdtemp())
    judgements, ranking = folder / "qrels", folder / "run"
    judgements.write_text("".join(f"{q} 0 {d} {g}\n" for q, d, g, _ in judged))
    ranking.write_text("".join(f"{q} Q0 {d} 1 {s} run\n" for q, d, s in found))

    def read_by_them():
        files = their_ir.read_trec_qrels(str(judgements)), their_ir.read_trec_run(str(ranking))
        return sorted((str(m), v) for m, v in their_ir.calc_aggregate(measures, *files).items())

    yield (
        "ir-measures: the same of files, read and aggregated",
        read_by_them,
        lambda: sorted(ir_measures.calc_aggregate(asked, judgements, ranking).items()),
    )

    names = [f"label {number}" for number in range(8)]
    gold = RANDOM.choices(names, k=size(200_000))
    guess = [label if RANDOM.random() < 0.7 else RANDOM.choice(names) for label in gold]
    numbers = {name: number for number, name in enumerate(names)}
    for what, one, other in (
        ("words", gold, guess),
        ("numbers", [numbers[label] for label in gold], [numbers[label] for label in guess]),
    ):
        yield (
            f"scikit-learn: macro F1 of {len(gold):,} labels ({what})",
            lambda one=one, other=other: [sklearn.metrics.f1_score(one, other, average="macro")],
            lambda one=one, other=other: [labels.f1_score(one, other, average="macro")],
        )
        yield (
            f"scikit-learn: report on {len(gold):,} labels ({what})",
            lambda one=one, other=other: [sklearn.metrics.classification_report(one, other)],
            lambda one=one, other=other: [labels.classification_report(one, other)],
        )
    judges = [[RANDOM.choice([1.0, 2.0, 3.0, 4.0]) for _ in range(4)] for _ in range(size(5_000))]
    columns = [list(column) for column in zip(*judges)]
    yield (
        f"krippendorff: alpha (ordinal) of 4 judges over {len(judges):,} items",
        lambda: [krippendorff.alpha(columns, level_of_measurement="ordinal")],
        lambda: [score.krippendorff_alpha(judges, "ordinal").value],
    )


def timed(call, rounds, clock):
    best, value = float("inf"), None
    for _ in range(rounds):
        began = clock()
        value = call()
        best = min(best, clock() - began)
    return best, value


def difference(one, other):
    """The largest difference of two values of the same shape; infinite where shapes or words differ."""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        if len(one) != len(other):
            return float("inf")
        return max((difference(a, b) for a, b in zip(one, other)), default=0.0)
    if isinstance(one, str) or isinstance(other, str):
        return 0.0 if one == other else float("inf")
    return abs(one - other)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=3, help="the best of so many rounds counts")
    arguments.add_argument("--scale", type=float, default=1.0, help="how much of each input")
    arguments.add_argument(
        "--cpu", action="store_true", help="count the time of all threads together: for a machine that does other work"
    )
    given = arguments.parse_args()
    clock = time.process_time if given.cpu else time.perf_counter
    print("| in place of | theirs, s | ours, s | ratio | largest difference |\n|---|---|---|---|---|")
    for what, theirs, ours in rows(given.scale):
        their_time, expected = timed(theirs, given.rounds, clock)
        our_time, found = timed(ours, given.rounds, clock)
        ratio = their_time / our_time
        print(
            f"| {what} | {their_time:.3f} | {our_time:.4f} | {ratio:.0f} × | {difference(expected, found):.1e} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
