"""The judgements of a turn, each usable alone: a function for one input, and `…_all` for many.

Models are those inside the package unless `model` names another, or "rules" or "overlap" for what
takes their place without weights. A model is loaded once and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from . import _grice
from .types import (
    Analysis,
    Anticipated,
    Grounding,
    Interpretation,
    Ranked,
    Reading,
    Rewritten,
    TurnLike,
)

_interpreter = lru_cache(maxsize=4)(_grice.Interpreter)
_rewriter = lru_cache(maxsize=4)(_grice.Rewriter)
_reader = lru_cache(maxsize=4)(_grice.Reader)
_ranker = lru_cache(maxsize=4)(_grice.Ranker)
_anticipator = lru_cache(maxsize=4)(_grice.Anticipator)
_grounder = lru_cache(maxsize=4)(_grice.Grounder)
_analyzer = lru_cache(maxsize=4)(_grice.Analyzer)

History = Sequence[TurnLike]


def interpret(question: str, answer: str, *, model: str | None = None) -> Interpretation:
    """What a reply to a yes/no question means, in Circa's labels.

    >>> from grice import judge
    >>> judge.interpret("Are you coming to dinner?", "I had a big lunch.")["relaxed"]
    'No'
    >>> judge.interpret("Will you watch it?", "Only if it's short.")["condition"]
    "Only if it's short"
    """
    return interpret_all([(question, answer)], model=model)[0]


def interpret_all(pairs: Iterable[tuple[str, str]], *, model: str | None = None) -> list[Interpretation]:
    """As `interpret`, for pairs of question and answer."""
    return _interpreter(model).judge(list(pairs))


def rewrite(question: str, history: History, *, model: str | None = None) -> Rewritten:
    """A question of a conversation as one that stands alone.

    >>> from grice import judge
    >>> judge.rewrite("When was she born?", [("Who was Ada Lovelace?", "A mathematician.")])["rewrite"]
    'When was Ada Lovelace born?'
    """
    return rewrite_all([(question, history)], model=model)[0]


def rewrite_all(items: Iterable[tuple[str, History]], *, model: str | None = None) -> list[Rewritten]:
    """As `rewrite`, for pairs of question and history."""
    return _rewriter(model).judge([(question, list(history)) for question, history in items])


def read(question: str, passage: str, history: History = (), *, model: str | None = None) -> Reading:
    """Where in a passage the answer stands, in characters, or that it is not there.

    >>> from grice import judge
    >>> passage = "The river is wide. The bridge was finished in 1294."
    >>> reading = judge.read("When was the bridge finished?", passage)
    >>> reading["answer"], [passage[span["start"]:span["end"]] for span in reading["spans"]]
    ('1294', ['1294'])
    """
    return read_all([(question, passage, history)], model=model)[0]


def read_all(
    items: Iterable[tuple[str, str, History]], *, model: str | None = None
) -> list[Reading]:
    """As `read`, for triples of question, passage and history."""
    return _reader(model).judge([(question, passage, list(history)) for question, passage, history in items])


def rerank(
    question: str,
    passages: Sequence[str],
    history: History = (),
    *,
    model: str | None = None,
    deep: int | None = None,
) -> list[Ranked]:
    """Passages in the order in which they are likely to have the answer; the model looks at the
    `deep` (20) that share most with the question.

    >>> from grice import judge
    >>> passages = ["The river is wide.", "The bridge was finished in 1294."]
    >>> judge.rerank("When was the bridge finished?", passages)[0]["index"]
    1
    """
    return _ranker(model, deep).judge([(question, list(passages), list(history))])[0]


def anticipate(
    question: str,
    literal: Sequence[str],
    candidates: Sequence[str],
    history: History = (),
    *,
    model: str | None = None,
) -> Anticipated:
    """What the asker would want to hear after the literal answer, of the candidates.

    >>> from grice import judge
    >>> candidates = ["The town has a market.", "Benedict never saw the bridge finished."]
    >>> judge.anticipate("Who built the bridge?", ["A monk named Benedict"], candidates)["ranked"][0]["index"]
    1
    """
    item = (question, list(literal), list(candidates), list(history))
    return _anticipator(model).judge([item])[0]


def ground(reply: str, evidence: str, *, model: str | None = None) -> Grounding:
    """Whether evidence supports a reply, sentence by sentence.

    >>> from grice import judge
    >>> evidence = "The bridge was opened in 1898. It is 214 metres long."
    >>> judge.ground("It is 241 metres long.", evidence)["unsupported"]
    ['It is 241 metres long.']
    """
    return ground_all([(reply, evidence)], model=model)[0]


def ground_all(pairs: Iterable[tuple[str, str]], *, model: str | None = None) -> list[Grounding]:
    """As `ground`, for pairs of reply and evidence."""
    return _grounder(model).judge(list(pairs))


def analyze(text: str, text2: str | None = None, *, model: str | None = None) -> Analysis:
    """What kind of utterance a text is, or how two relate: PragmEval's tasks, each with the
    probabilities of its labels.

    >>> from grice import judge
    >>> analysis = judge.analyze("Could you pass me the salt?")
    >>> sorted(analysis)[:2], round(sum(analysis["SwitchBoard"].values()), 3)
    (['EmoBank-Arousal', 'EmoBank-Dominance'], 1.0)
    """
    return analyze_all([(text, text2)], model=model)[0]


def analyze_all(
    items: Iterable[tuple[str, str | None]], *, model: str | None = None
) -> list[Analysis]:
    """As `analyze`, for pairs of a text and a second one or None."""
    return _analyzer(model).judge(list(items))


def tasks(*, model: str | None = None) -> dict[str, str]:
    """The tasks of `analyze`, and what each asks.

    >>> from grice import judge
    >>> judge.tasks()["Sarcasm"]
    'whether the reply (second) is sarcastic'
    """
    return {name: about or "" for name, _, about in _analyzer(model).tasks()}
