"""The native half of the package; its functions take whole lists."""

import os
from collections.abc import Iterator, Sequence
from typing import Any, Optional, TypeVar, Union, final

from .types import (
    Analysis,
    Anticipated,
    Collection,
    Event,
    Grounding,
    Hit,
    IndexInfo,
    Ingested,
    Interpretation,
    Passage,
    Ranked,
    Reading,
    Reply,
    Rewritten,
    TurnLike,
)

_Path = Union[str, os.PathLike[str]]
_Triple = tuple[float, float, float]
_T = TypeVar("_T")

__all__ = [
    "Analyzer",
    "Anticipator",
    "Conversation",
    "DataStream",
    "Engine",
    "GriceError",
    "Grounder",
    "Index",
    "Interpreter",
    "Qrels",
    "Ranker",
    "Reader",
    "Rewriter",
    "Run",
    "Stream",
    "agreement",
    "answers",
    "bootstrap",
    "collections",
    "confusion",
    "corpus_bleu",
    "correct",
    "data_sets",
    "evaluate",
    "extractive_bound",
    "gold_share",
    "human",
    "ingest",
    "label_table",
    "literal_f1",
    "mcnemar",
    "measure_name",
    "neural",
    "normalize",
    "open_data",
    "pragmatic_f1",
    "randomisation",
    "rouge",
    "sentence_bleu",
    "share_within",
    "span_relevance",
    "squad_scores",
    "systems",
    "t_test",
    "token_f1",
    "totals",
    "weighted_lcs",
    "wilson",
]

_Told = tuple[Optional[_T], Optional[str]]
_Rating = Union[str, float, None]

class GriceError(Exception):
    """Something that failed through no mistake of the caller: a damaged index, a model that cannot
    run, a full disk."""

@final
class Index:
    def __new__(cls, place: _Path) -> Index: ...
    def search(self, queries: list[str], k: int, settings: dict[str, Any]) -> list[list[Hit]]: ...
    def run(
        self, queries: list[str], k: int, settings: dict[str, Any]
    ) -> list[dict[str, float]]: ...
    def passage(self, id: str) -> Optional[Passage]: ...
    def document(self, id: str) -> Optional[dict[str, Any]]: ...
    def passages(self, document: str) -> list[Passage]: ...
    def info(self) -> IndexInfo: ...
    def refresh(self) -> None: ...

def collections() -> list[Collection]: ...
def ingest(sources: list[str], place: _Path, settings: dict[str, Any]) -> Ingested: ...

@final
class Engine:
    def __new__(
        cls, collection: Union[_Path, Index], system: Optional[_Path], clarify: bool
    ) -> Engine: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def collection(self) -> str: ...
    @property
    def system(self) -> str: ...
    def conversation(
        self, history: Optional[list[TurnLike]], saved: Optional[str]
    ) -> Conversation: ...
    def ask_all(
        self, questions: Sequence[tuple[str, Optional[list[TurnLike]]]]
    ) -> list[Reply]: ...
    def examples(self, most: int) -> list[str]: ...

@final
class Conversation:
    def ask(self, utterance: str, timeout: Optional[float]) -> Reply: ...
    def stream(self, utterance: str, timeout: Optional[float]) -> Stream: ...
    @property
    def turns(self) -> list[dict[str, Any]]: ...
    @property
    def history(self) -> list[tuple[str, str]]: ...
    def to_json(self) -> str: ...
    def __len__(self) -> int: ...

@final
class Stream:
    """The events of a turn, the last of them the reply."""

    def __iter__(self) -> Iterator[Event]: ...
    def __next__(self) -> Event: ...
    def close(self) -> None:
        """Gives the turn up; the conversation stays as it was."""

    def __enter__(self) -> Stream: ...
    def __exit__(self, kind: object, value: object, traceback: object, /) -> None: ...

def systems() -> list[str]: ...

@final
class Interpreter:
    def __new__(cls, model: Optional[str]) -> Interpreter: ...
    @property
    def by(self) -> str: ...
    def judge(self, inputs: list[tuple[str, str]]) -> list[Interpretation]: ...

@final
class Rewriter:
    def __new__(cls, model: Optional[str]) -> Rewriter: ...
    @property
    def by(self) -> str: ...
    def judge(self, inputs: list[tuple[str, list[TurnLike]]]) -> list[Rewritten]: ...

@final
class Reader:
    def __new__(cls, model: Optional[str]) -> Reader: ...
    @property
    def by(self) -> str: ...
    def judge(self, inputs: list[tuple[str, str, list[TurnLike]]]) -> list[Reading]: ...

@final
class Ranker:
    def __new__(cls, model: Optional[str], deep: Optional[int]) -> Ranker: ...
    @property
    def by(self) -> str: ...
    def judge(self, inputs: list[tuple[str, list[str], list[TurnLike]]]) -> list[list[Ranked]]: ...

@final
class Anticipator:
    def __new__(cls, model: Optional[str]) -> Anticipator: ...
    @property
    def by(self) -> str: ...
    def judge(
        self, inputs: list[tuple[str, list[str], list[str], list[TurnLike]]]
    ) -> list[Anticipated]: ...

@final
class Grounder:
    def __new__(cls, model: Optional[str]) -> Grounder: ...
    @property
    def by(self) -> str: ...
    def judge(self, inputs: list[tuple[str, str]]) -> list[Grounding]: ...

@final
class Analyzer:
    def __new__(cls, model: Optional[str]) -> Analyzer: ...
    @property
    def by(self) -> str: ...
    def tasks(self) -> list[tuple[str, bool, Optional[str]]]: ...
    def judge(self, inputs: list[tuple[str, Optional[str]]]) -> list[Analysis]: ...

@final
class DataStream:
    """The turns or rows of a split, one dict after another."""

    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __next__(self) -> dict[str, Any]: ...
    @property
    def skipped(self) -> list[dict[str, Any]]:
        """What was skipped so far, and why; complete once the stream has ended."""

    @property
    def part(self) -> Optional[str]:
        """How the files differ from the official ones; None where they do not."""

    @property
    def notes(self) -> list[str]:
        """What a reader of numbers over these files must know, a sentence each: how they differ from
        the official ones, how many of the released turns or rows they have, how many were skipped.
        Complete once the stream has ended."""

    @property
    def files(self) -> list[os.PathLike[str]]:
        """The files that are read."""

def data_sets() -> list[tuple[str, str, str, list[str]]]: ...
def open_data(name: str, folder: _Path, split: str) -> DataStream: ...

@final
class Qrels:
    """Judgements: for each query, documents and their grades. Made once of a dict of dicts or read
    from a file, they serve many runs."""

    def __new__(cls, grades: dict[str, dict[str, int]]) -> Qrels: ...
    @staticmethod
    def read(path: _Path) -> Qrels:
        """Judgements from a file in TREC's form, gzipped or not."""

    @property
    def queries(self) -> list[str]: ...
    def __len__(self) -> int: ...

@final
class Run:
    """A run: for each query, documents and their scores."""

    def __new__(cls, scores: dict[str, dict[str, float]]) -> Run: ...
    @staticmethod
    def read(path: _Path) -> Run:
        """A run from a file in TREC's form, gzipped or not."""

    @property
    def queries(self) -> list[str]: ...
    def ranking(self, query: str) -> Optional[list[tuple[str, float]]]:
        """A query's documents and scores, best first; None where the run lacks it."""

    def __len__(self) -> int: ...

def measure_name(name: str) -> str: ...
def totals(
    qrels: Qrels, run: Run, measures: list[str], complete: bool
) -> list[float]: ...
def evaluate(
    qrels: Qrels, run: Run, measures: list[str], keys: list[str], complete: bool
) -> tuple[dict[str, dict[str, float]], list[float]]: ...
def normalize(texts: list[str]) -> list[str]: ...
def answers(
    predictions: list[Optional[str]], references: list[list[str]], leave_one_out: bool
) -> tuple[list[float], list[float]]: ...
def token_f1(predictions: list[str], references: list[str]) -> list[_Triple]: ...
def human(references: list[list[str]]) -> list[Optional[tuple[float, float]]]: ...
def extractive_bound(
    passages: list[str], answers: list[str]
) -> list[Optional[tuple[_Triple, int, int]]]: ...
def literal_f1(predicted: list[list[str]], gold: list[list[str]]) -> list[float]: ...
def pragmatic_f1(
    predicted: list[list[str]], gold: list[list[str]], gold_literal: list[list[str]]
) -> list[float]: ...
def weighted_lcs(
    reference: list[tuple[str, float]], prediction: list[tuple[str, float]], own_weights: bool
) -> _Triple: ...
def rouge(
    types: list[str], targets: list[list[str]], predictions: list[str], stem: bool
) -> list[list[_Triple]]: ...
def sentence_bleu(
    predictions: list[str], references: list[list[str]], settings: dict[str, Any]
) -> list[tuple[float, list[float], float]]: ...
def corpus_bleu(
    predictions: list[str], references: list[list[str]], settings: dict[str, Any]
) -> tuple[float, list[float], float]: ...
def squad_scores(
    dataset: list[dict[str, Any]], predictions: dict[str, str], unanswerable: bool
) -> tuple[list[str], list[float], list[float], list[bool], list[str]]: ...
def label_table(
    gold: list[Any], predicted: list[Any], labels: Optional[list[str]]
) -> Any: ...
def confusion(gold: list[Any], predicted: list[Any]) -> tuple[list[str], list[list[int]]]: ...
def agreement(
    rows: list[list[_Rating]],
    measure: str,
    setting: str,
    labels: Optional[list[Union[str, float]]],
) -> tuple[Optional[float], Optional[str], int, int, int]: ...
def mcnemar(
    first: list[bool], second: list[bool], exact: bool, correction: bool
) -> _Told[tuple[float, float]]: ...
def t_test(
    first: list[float], second: list[float]
) -> _Told[tuple[float, float, int, float, float]]: ...
def randomisation(
    first: list[float], second: list[float], rounds: int, seed: int
) -> _Told[tuple[float, float, int, bool]]: ...
def bootstrap(
    scores: list[float], level: float, rounds: int, seed: int
) -> _Told[tuple[float, float, float, float]]: ...
def wilson(successes: int, trials: int, level: float) -> _Told[tuple[float, float, float]]: ...
def correct(p_values: list[float], method: str) -> list[float]: ...
def share_within(ranks: list[Optional[int]], cutoffs: list[int]) -> list[float]: ...
def gold_share(
    gold: list[list[str]], rankings: list[list[str]], k: int
) -> list[Optional[float]]: ...
def span_relevance(
    answer: str, passages: list[str]
) -> list[tuple[float, str, Optional[tuple[int, int]]]]: ...
def neural(
    asked: str,
    predictions: list[str],
    references: list[list[str]],
    questions: Optional[list[str]],
    layer: Optional[int],
    idf: bool,
) -> tuple[list[tuple[str, list[float]]], str]: ...
