"""Engines: an utterance in, a reply with its evidence out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from . import _grice
from .collections import Index
from .types import Event, PathLike, Reply, TurnLike

Stream = _grice.Stream


class Engine:
    """Answers from one collection; one engine serves many conversations at a time.

    `collection` is a name, a path or an `Index`. `system` is one of `grice.systems()`, a file, or
    the text of one. With `clarify=False` it never asks back.

    >>> import grice
    >>> engine = grice.Engine("demo")
    >>> reply = engine.ask("Why is Io so volcanic?")
    >>> reply["kind"], reply["literal"][0]["title"]
    ('span', 'Io')
    """

    _native: _grice.Engine

    def __init__(
        self,
        collection: PathLike | Index = "demo",
        system: PathLike | None = None,
        *,
        clarify: bool = True,
    ) -> None:
        self._given = (collection, system, clarify)
        place = collection._native if isinstance(collection, Index) else collection
        self._native = _grice.Engine(place, system, clarify)

    def ask(
        self, question: str, history: Sequence[TurnLike] | None = None, *, timeout: float | None = None
    ) -> Reply:
        """The reply to one question, with what was said before.

        A turn that takes longer than `timeout` seconds is a TimeoutError; Ctrl-C stops it.

        >>> import grice
        >>> engine = grice.Engine("demo")
        >>> reply = engine.ask("Who discovered it?", [("What is Titan?", "The largest moon of Saturn.")])
        >>> reply["rewrite"]
        'Who discovered Titan?'
        """
        return self.conversation(history).ask(question, timeout=timeout)

    def ask_all(self, questions: Iterable[str | tuple[str, Sequence[TurnLike]]]) -> list[Reply]:
        """Replies to many questions at once, on all cores. Each is a question, or a pair of a
        question and its history.

        >>> import grice
        >>> engine = grice.Engine("demo", system="fast")
        >>> [reply["topic"]["title"] for reply in engine.ask_all(["What is Io?", "What is Titan?"])]
        ['Io', 'Titan']
        """
        pairs: list[tuple[str, list[TurnLike] | None]] = [
            (one, None) if isinstance(one, str) else (one[0], list(one[1])) for one in questions
        ]
        return self._native.ask_all(pairs)

    def conversation(
        self, history: Sequence[TurnLike] | None = None, *, saved: str | None = None
    ) -> Conversation:
        """A conversation: a new one, one with a history, or one that `to_json` has saved."""
        turns = None if history is None else list(history)
        return Conversation(self._native.conversation(turns, saved))

    def examples(self, most: int = 5) -> list[str]:
        """Questions that the collection can be asked; the answer of each is found."""
        return self._native.examples(most)

    @property
    def warnings(self) -> list[str]:
        """What the engine has to do without, a line each."""
        return self._native.warnings

    @property
    def system(self) -> str:
        """The name of its system."""
        return self._native.system

    @property
    def collection(self) -> str:
        """The collection it answers from."""
        return self._native.collection

    def __reduce__(self) -> tuple[Any, ...]:
        return _engine, self._given

    def __repr__(self) -> str:
        return f"Engine({self.collection!r}, system={self.system!r})"


class Conversation:
    """A conversation with an engine, made by `Engine.conversation`.

    >>> import grice
    >>> conversation = grice.Engine("demo").conversation()
    >>> conversation.ask("Why is Io so volcanic?")["topic"]["title"]
    'Io'
    >>> conversation.ask("Who discovered it?")["rewrite"]
    'Who discovered Io?'
    >>> len(conversation)
    2
    """

    _native: _grice.Conversation

    def __init__(self, native: _grice.Conversation) -> None:
        """`Engine.conversation` makes conversations."""
        self._native = native

    def ask(self, utterance: str, *, timeout: float | None = None) -> Reply:
        """Takes a turn. One that fails, is late or is stopped by Ctrl-C leaves the conversation as
        it was."""
        return self._native.ask(utterance, timeout)

    def stream(self, utterance: str, *, timeout: float | None = None) -> Stream:
        """Takes a turn and tells of its steps as they are done; the last event has the reply.

        The turn is kept once the reply was read. Leaving the loop early, closing the stream or
        Ctrl-C gives the turn up.

        >>> import grice
        >>> conversation = grice.Engine("demo").conversation()
        >>> [event["event"] for event in conversation.stream("Why is Io so volcanic?")]
        ['found', 'understood', 'answer', ..., 'follow_ups', 'reply']
        """
        return self._native.stream(utterance, timeout)

    @property
    def turns(self) -> list[dict[str, Any]]:
        """The turns that were taken, oldest first, with topic and reply."""
        return self._native.turns

    @property
    def history(self) -> list[tuple[str, str]]:
        """Questions and answers, as `Engine.ask` and the judgements take them."""
        return self._native.history

    def to_json(self) -> str:
        """The conversation as JSON, for `Engine.conversation(saved=...)`."""
        return self._native.to_json()

    def __len__(self) -> int:
        """How many turns were taken."""
        return len(self._native)

    def __repr__(self) -> str:
        return f"Conversation(turns={len(self)})"


def _engine(collection: PathLike | Index, system: PathLike | None, clarify: bool) -> Engine:
    return Engine(collection, system, clarify=clarify)


def systems() -> list[str]:
    """The systems inside the package.

    >>> import grice
    >>> "default" in grice.systems() and "published/torch" in grice.systems()
    True
    """
    return _grice.systems()


__all__ = ["Conversation", "Engine", "Event", "Stream", "systems"]
