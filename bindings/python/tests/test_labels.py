"""Labels against scikit-learn, agreement against krippendorff, tests against SciPy."""

import math
import warnings

import krippendorff
import pytest
import scipy.stats
import sklearn.metrics as theirs

from grice import score
from grice.score import sklearn as ours

pytestmark = pytest.mark.filterwarnings("ignore")

WORDS = ["no", "yes", "Yes", "in the middle", "ünsure"]


def close(value):
    return pytest.approx(value, abs=1e-12, nan_ok=True)


@pytest.fixture(params=["words", "numbers", "rare"])
def pairs(request, rng):
    labels = {"words": WORDS, "numbers": [10, 2, -1, 7], "rare": [0, 1, 2, 3, 4, 5]}[request.param]
    gold = rng.choices(labels, k=300)
    guess = [label if rng.random() < 0.6 else rng.choice(labels[:-1]) for label in gold]
    return gold, guess, labels


@pytest.mark.parametrize("average", [None, "micro", "macro", "weighted"])
@pytest.mark.parametrize("only", [False, True])
def test_precision_recall_and_f_are_scikit_learns(pairs, average, only):
    gold, guess, labels = pairs
    labels = labels[1:3] if only else None
    for name in ("precision_score", "recall_score", "f1_score"):
        expected = getattr(theirs, name)(gold, guess, labels=labels, average=average)
        found = getattr(ours, name)(gold, guess, labels=labels, average=average)
        assert found == close(expected if average else list(expected)), name
    expected = theirs.fbeta_score(gold, guess, beta=0.5, labels=labels, average=average)
    found = ours.fbeta_score(gold, guess, beta=0.5, labels=labels, average=average)
    assert found == close(expected if average else list(expected))


def test_binary_labels_are_scored_by_the_positive_one(rng):
    gold, guess = rng.choices([0, 1], k=200), rng.choices([0, 1], k=200)
    assert ours.f1_score(gold, guess) == close(theirs.f1_score(gold, guess))
    words = ["no", "yes"]
    gold, guess = [words[label] for label in gold], [words[label] for label in guess]
    expected = theirs.recall_score(gold, guess, pos_label="yes")
    assert ours.recall_score(gold, guess, pos_label="yes") == close(expected)


def test_single_values_are_scikit_learns(pairs):
    gold, guess, labels = pairs
    for name in ("accuracy_score", "balanced_accuracy_score", "matthews_corrcoef", "cohen_kappa_score"):
        assert getattr(ours, name)(gold, guess) == close(getattr(theirs, name)(gold, guess)), name
    for weights in ("linear", "quadratic"):
        expected = theirs.cohen_kappa_score(gold, guess, weights=weights)
        assert ours.cohen_kappa_score(gold, guess, weights=weights) == close(expected)
    expected = theirs.balanced_accuracy_score(gold, guess, adjusted=True)
    assert ours.balanced_accuracy_score(gold, guess, adjusted=True) == close(expected)


@pytest.mark.parametrize("normalize", [None, "true", "pred", "all"])
def test_the_confusion_matrix_is_scikit_learns(pairs, normalize):
    gold, guess, labels = pairs
    for chosen in (None, labels[:2]):
        expected = theirs.confusion_matrix(gold, guess, labels=chosen, normalize=normalize)
        found = ours.confusion_matrix(gold, guess, labels=chosen, normalize=normalize)
        assert [close(row) for row in expected.tolist()] == found


def test_the_report_is_scikit_learns_to_the_letter(pairs):
    gold, guess, labels = pairs
    for chosen, digits in ((None, 2), (labels[:2], 4)):
        expected = theirs.classification_report(gold, guess, labels=chosen, digits=digits)
        assert ours.classification_report(gold, guess, labels=chosen, digits=digits) == expected
    expected = theirs.classification_report(gold, guess, output_dict=True)
    found = ours.classification_report(gold, guess, output_dict=True)
    assert found.keys() == expected.keys()
    assert found["macro avg"] == close(expected["macro avg"])


def test_arrays_are_taken_as_lists_are(rng):
    import numpy

    gold, guess = numpy.array(rng.choices([0, 1, 2], k=50)), numpy.array(rng.choices([0, 1, 2], k=50))
    assert ours.accuracy_score(gold, guess) == close(theirs.accuracy_score(gold, guess))
    assert ours.accuracy_score(gold.astype(float), guess.astype(float)) == ours.accuracy_score(gold, guess)


def test_what_divides_by_nothing_is_what_is_asked_for():
    for zero in (0, 1):
        expected = theirs.precision_score([0, 1, 1], [0, 0, 0], average=None, zero_division=zero)
        assert ours.precision_score([0, 1, 1], [0, 0, 0], average=None, zero_division=zero) == list(expected)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ours.f1_score([1, 1], [0, 0]) == 0.0


def test_the_table_has_every_measure_at_once(pairs):
    gold, guess, _ = pairs
    table = score.labels(gold, guess)
    assert table["accuracy"] == close(theirs.accuracy_score(gold, guess))
    assert table["matthews"] == close(theirs.matthews_corrcoef(gold, guess))
    assert table["weighted"][2] == close(theirs.f1_score(gold, guess, average="weighted"))


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_alpha_is_krippendorffs(rng, level):
    rows = [[rng.choice([1.0, 2.0, 3.0, 5.0, math.nan]) for _ in range(4)] for _ in range(60)]
    expected = krippendorff.alpha([list(judge) for judge in zip(*rows)], level_of_measurement=level)
    given = [[None if math.isnan(one) else one for one in row] for row in rows]
    assert score.krippendorff_alpha(given, level).value == pytest.approx(expected)
    assert score.krippendorff_alpha(rows, level).value == pytest.approx(expected)


def test_agreement_without_a_value_says_why():
    found = score.fleiss_kappa([["yes"], [None]])
    assert found.value is None and found.why


def test_the_t_test_is_scipys(rng):
    first, second = [rng.random() for _ in range(40)], [rng.random() for _ in range(40)]
    expected = scipy.stats.ttest_rel(first, second)
    found = score.t_test(first, second)
    assert (found.t, found.p) == (pytest.approx(expected.statistic), pytest.approx(expected.pvalue))


def test_randomisation_and_bootstrap_give_the_same_with_the_same_seed(rng):
    first, second = [rng.random() for _ in range(60)], [rng.random() for _ in range(60)]
    one, other = (score.randomisation(first, second, rounds=2000, seed=7) for _ in range(2))
    assert one == other and not one.exact
    assert score.bootstrap(first, seed=1) == score.bootstrap(first, seed=1)


@pytest.mark.parametrize(
    "call, error, said",
    [
        (lambda: ours.accuracy_score([0, 1], ["a", "b"]), ValueError, "different types"),
        (lambda: ours.accuracy_score([0, 1], [0]), ValueError, "gold has 2 items"),
        (lambda: ours.accuracy_score([], []), ValueError, "no labels"),
        (lambda: ours.accuracy_score([0.5], [1.0]), ValueError, "0.5 is no label"),
        (lambda: ours.f1_score([0, 1, 2], [0, 1, 2]), ValueError, "multiclass"),
        (lambda: ours.f1_score(["a", "b"], ["a", "b"]), ValueError, "pos_label=1"),
        (lambda: ours.f1_score([0], [0], average="samples"), ValueError, "no average 'samples'"),
        (lambda: score.t_test([1.0], [1.0, 2.0]), ValueError, "the first has 1"),
        (lambda: score.t_test([1.0, 2.0], [1.0, 2.0]), ValueError, "same score on every turn"),
        (lambda: score.correct([0.5], "none"), ValueError, "no correction 'none'"),
        (lambda: score.krippendorff_alpha([["a", "b"]], "mood"), ValueError, "no level of measurement 'mood'"),
        (lambda: score.cohen_kappa(["a"], ["a", "b"]), ValueError, "first has 1 items"),
    ],
)
def test_bad_input_is_told(call, error, said):
    with pytest.raises(error, match=said):
        call()
