"""What the tests share: random texts and rankings, the demonstration's engine, the field's data."""

import os
import pathlib
import random

import pytest

import grice

WORDS = (
    "the a an of in and river bridge built monk 1294 214 metres finished opened running runs Zürich "
    "naïve U.S. well-known didn't Æther 3.5 (first) “quoted” end. what? stations generally relational"
).split()


@pytest.fixture
def rng():
    return random.Random(1294)


@pytest.fixture
def texts(rng):
    """Makes texts of words with odd characters, some empty, some of several lines."""

    def make(count, longest=30):
        def one():
            words = rng.choices(WORDS, k=rng.randint(0, longest))
            return "".join(word + rng.choice([" ", " ", " ", "  ", "\n"]) for word in words)

        return [one() for _ in range(count)]

    return make


@pytest.fixture
def rankings(rng):
    """Makes judgements and a run with ties, unjudged documents and unanswered queries."""

    def make(queries=60, documents=40):
        qrels, run = {}, {}
        for number in range(queries):
            names = [f"d{document}" for document in range(documents)]
            judged = rng.sample(names, rng.randint(1, documents // 2))
            qrels[f"q{number}"] = {name: rng.choice([0, 0, 1, 1, 2, 3]) for name in judged}
            found = rng.sample(names, rng.randint(1, documents))
            run[f"q{number}"] = {name: rng.randint(0, 12) / 4 for name in found}
        run["only in the run"] = {"d1": 1.0}
        del run["q3"]
        return qrels, run

    return make


@pytest.fixture(scope="session")
def engine():
    return grice.Engine("demo")


@pytest.fixture(scope="session")
def data_folder():
    """The folder of the field's data sets; tests that need it are skipped where it is not."""
    given = os.environ.get("GRICE_DATA")
    beside = pathlib.Path(__file__).resolve().parents[4] / "shared" / "data"
    folder = pathlib.Path(given) if given else beside
    if not folder.is_dir():
        pytest.skip(f"the data sets are not in {folder}; set GRICE_DATA to where they are")
    return folder


@pytest.fixture(autouse=True, scope="session")
def home(tmp_path_factory):
    """Collections of the tests are their own."""
    before = os.environ.get("GRICE_HOME")
    os.environ["GRICE_HOME"] = str(tmp_path_factory.mktemp("home"))
    yield
    if before is None:
        del os.environ["GRICE_HOME"]
    else:
        os.environ["GRICE_HOME"] = before
