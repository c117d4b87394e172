"""What calls return: dicts with these keys. They can be written as JSON as they are."""

from __future__ import annotations

import os
from typing import Any, Literal, Tuple, TypedDict, Union

PathLike = Union[str, "os.PathLike[str]"]


class Turn(TypedDict):
    """A question that was asked and the answer it got."""

    question: str
    answer: str


#: A turn of a history: a pair of question and answer, or a dict of both.
TurnLike = Union[Tuple[str, str], Turn]


class Hit(TypedDict):
    """A passage that was found."""

    passage: str
    document: str
    title: str
    section: str
    score: float
    text: str


class Passage(TypedDict, total=False):
    """A passage as it is kept; `line` and `anchor` are there where the source has them."""

    passage: str
    document: str
    ordinal: int
    title: str
    section: str
    text: str
    range: dict[str, int]
    source: dict[str, int]
    line: int
    anchor: str
    blocks: list[dict[str, Any]]


class IndexInfo(TypedDict):
    """What an index holds; `vectors` is the model that made them."""

    name: str
    folder: str
    documents: int
    passages: int
    words: int
    bytes: int
    vectors: str | None


class Collection(TypedDict, total=False):
    """A collection on this machine; `problem` says why it cannot be read."""

    name: str
    folder: str
    documents: int
    passages: int
    bytes: int
    ingested: int | None
    vectors: bool
    problem: str


class Ingested(TypedDict):
    """What an ingest did."""

    index: str
    folder: str
    written: int
    unchanged: int
    without_text: int
    duplicates: int
    removed: int
    redirects: int
    passages: int
    words: int
    ignored: int
    problems: list[str]
    seconds: float
    embedded: int | None
    notes: list[str]


class Evidence(TypedDict):
    """Words of the collection, and where they stand, in characters of the passage."""

    text: str
    passage: str
    document: str
    title: str
    section: str
    start: int
    end: int


class Sentence(TypedDict, total=False):
    """A sentence of a reply with the evidence it was made of."""

    text: str
    spans: list[int]
    source: list[Evidence]
    shape: Literal["lines", "code"]


class Reply(TypedDict):
    """The reply to an utterance."""

    text: str
    kind: Literal["span", "yes", "no", "unknown", "talk", "clarify"]
    answer: str
    literal: list[Evidence]
    pragmatic: list[Evidence]
    evidence: list[Sentence]
    topic: dict[str, str] | None
    switched: str
    rewrite: str
    understood: str
    places: list[Evidence]
    reference: dict[str, Any] | None
    confidence: float
    follow_ups: list[str]
    passages: list[dict[str, Any]]
    room: dict[str, Any]
    notes: list[str]
    timings: dict[str, Any]
    why: dict[str, Any]


class Event(TypedDict, total=False):
    """A step of a turn. `event` says which, and with it which other keys there are:
    `found` (passages, title), `understood` (rewrite, shown), `answer` and `addition` (text, spans,
    source), `follow_ups` (questions), and at the end `reply` (reply)."""

    event: Literal["found", "understood", "answer", "addition", "follow_ups", "reply"]
    passages: int
    title: str | None
    rewrite: str
    shown: str
    text: str
    spans: list[int]
    source: list[Evidence]
    shape: Literal["lines", "code"]
    questions: list[str]
    reply: Reply


class Interpretation(TypedDict):
    """What a reply to a yes/no question means, in Circa's labels."""

    strict: str
    relaxed: str
    probabilities: dict[Literal["strict", "relaxed"], dict[str, float]]
    condition: str | None
    by: str


class Rewritten(TypedDict):
    """A question that stands alone."""

    rewrite: str
    changed: bool
    terms: list[dict[str, Any]]
    alone: float
    by: str


class Reading(TypedDict):
    """The answer that a passage gives to a question; spans are in characters of the passage."""

    type: Literal["span", "yes", "no", "unknown"]
    answer: str
    spans: list[dict[Literal["start", "end"], int]]
    confidence: float
    relevance: float
    by: str


class Ranked(TypedDict, total=False):
    """A passage's place: its number among those that were given, and its score."""

    index: int
    score: float
    page: float


class Anticipated(TypedDict):
    """Candidates in the order in which the asker would want them."""

    ranked: list[Ranked]
    by: str


class Grounding(TypedDict):
    """Whether evidence supports a reply, and where it does not."""

    supported: bool
    score: float
    unsupported: list[str]
    sentences: list[dict[str, Any]]
    by: str


#: For each task of PragmEval that takes the input, its labels with their probabilities.
Analysis = dict[str, dict[str, float]]
