"""A conversational answer engine and every measure of its field.

>>> import grice
>>> engine = grice.Engine("demo")
>>> reply = engine.ask("Which moon of Jupiter is the most volcanic?")
>>> reply["kind"], "Io" in reply["text"]
('span', True)

`grice.score` has the measures, `grice.Index` and `grice.ingest` the collections, `grice.Engine` the
conversations, `grice.judge` the judgements, `grice.data` the data sets.
"""

from . import data, judge, score
from ._grice import GriceError
from .collections import Index, collections, ingest
from .engine import Conversation, Engine, Stream, systems
from .types import (
    Analysis,
    Anticipated,
    Collection,
    Event,
    Evidence,
    Grounding,
    Hit,
    Ingested,
    Interpretation,
    Ranked,
    Reading,
    Reply,
    Rewritten,
    Turn,
)

__all__ = [
    "Analysis",
    "Anticipated",
    "Collection",
    "Conversation",
    "Engine",
    "Event",
    "Evidence",
    "GriceError",
    "Grounding",
    "Hit",
    "Index",
    "Ingested",
    "Interpretation",
    "Ranked",
    "Reading",
    "Reply",
    "Rewritten",
    "Stream",
    "Turn",
    "collections",
    "data",
    "ingest",
    "judge",
    "score",
    "systems",
]
