"""Collections: documents in, ranked passages out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import _grice
from .types import Collection, Hit, IndexInfo, Ingested, Passage, PathLike


class Index:
    """An index on disk, opened by a collection's name, a path, or "demo".

    A path holds a slash or is a `pathlib.Path`. What is committed later is seen after `refresh`.

    >>> import grice
    >>> index = grice.Index("demo")
    >>> hits = index.search("volcanoes on Io", k=3)
    >>> hits[0]["title"], len(hits)
    ('Io', 3)
    """

    _native: _grice.Index

    def __init__(self, name_or_path: PathLike = "demo") -> None:
        self._place = name_or_path
        self._native = _grice.Index(name_or_path)

    def search(
        self,
        query: str,
        k: int = 10,
        *,
        mode: str | None = None,
        fields: Mapping[str, float] | Sequence[str] | None = None,
        k1: float = 0.9,
        b: float = 0.4,
        weight: float = 0.3,
        title: str | None = None,
        section: str | None = None,
        document: str | None = None,
    ) -> list[Hit]:
        """The best `k` passages for a query, best first.

        What stands in double quotation marks is a phrase that a passage must have. `mode` is
        "bm25", "dense" or "hybrid"; without it vectors count where the index has them. `fields`
        says what a match in `body`, `title` and `section` counts (1, 0.5 and 0.1 unless told), or
        names the fields that count alike. `weight` is what vectors count in a hybrid search.
        `title` and `section` are words that these must hold, `document` the one to search in.

        >>> import grice
        >>> index = grice.Index("demo")
        >>> [hit["section"] for hit in index.search('"sulfur dioxide"', k=1, fields=["body"], title="Io")]
        [...]
        """
        settings = _settings(mode, fields, k1, b, weight, title, section, document)
        return self._native.search([_text(query)], _count(k), settings)[0]

    def search_all(
        self, queries: Iterable[str], k: int = 10, **settings: Any
    ) -> list[list[Hit]]:
        """As `search`, for many queries at once, on all cores.

        >>> import grice
        >>> [hits[0]["title"] for hits in grice.Index("demo").search_all(["rings", "Olympus Mons"], k=1)]
        ['Rings of Saturn', 'Olympus Mons']
        """
        return self._native.search(list(queries), _count(k), _settings(**settings))

    def run(self, queries: Mapping[str, str], k: int = 100, **settings: Any) -> dict[str, dict[str, float]]:
        """The best `k` passages of each query as a run: what `grice.score` and pytrec-eval take.

        >>> import grice
        >>> run = grice.Index("demo").run({"q1": "largest moon of Saturn"}, k=2)
        >>> list(run), len(run["q1"])
        (['q1'], 2)
        """
        found = self._native.run(list(queries.values()), _count(k), _settings(**settings))
        return dict(zip(queries, found))

    def passage(self, id: str) -> Passage | None:
        """The passage with an id, or None."""
        return self._native.passage(id)

    def passages(self, document: str) -> list[Passage]:
        """All passages of a document, in order."""
        return self._native.passages(document)

    def document(self, id: str) -> dict[str, Any] | None:
        """The document with an id, or one that answers to a name; or None."""
        return self._native.document(id)

    def refresh(self) -> None:
        """Takes up what was committed since the index was opened."""
        self._native.refresh()

    @property
    def info(self) -> IndexInfo:
        """How many documents, passages and words there are, and where.

        >>> import grice
        >>> grice.Index("demo").info["documents"] > 20
        True
        """
        return self._native.info()

    def __reduce__(self) -> tuple[Any, ...]:
        return Index, (self._place,)

    def __len__(self) -> int:
        """How many passages there are."""
        return self.info["passages"]

    def __repr__(self) -> str:
        info = self.info
        return f"Index({info['name']!r}, documents={info['documents']}, passages={info['passages']})"


def collections() -> list[Collection]:
    """The collections on this machine, and what each holds."""
    return _grice.collections()


def ingest(
    sources: PathLike | Iterable[PathLike],
    index: PathLike,
    *,
    vectors: str | None = None,
    prune: bool = False,
    strict: bool = False,
    keep_duplicates: bool = False,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    threads: int | None = None,
) -> Ingested:
    """Reads files, folders and archives into a collection, which is made where it does not exist.

    `index` is a collection's name or a path. What is there already, unchanged, is passed over, so
    that the same call goes on after an interruption. `vectors` names a model that gives passages
    their vectors ("grice-passages" is inside the package). `prune` removes documents that their
    source no longer has; `strict` stops at the first problem; `include` and `exclude` are globs.

    >>> import pathlib, tempfile
    >>> import grice
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "lease.md").write_text("# Lease\\n\\nThe lease ends in May.")
    >>> done = grice.ingest(folder / "lease.md", folder / "index")
    >>> done["written"], done["passages"]
    (1, 1)
    >>> grice.Index(folder / "index").search("When does it end?")[0]["title"]
    'Lease'
    """
    if isinstance(sources, (str, os.PathLike)):
        sources = [sources]
    settings = {
        "vectors": vectors,
        "prune": prune,
        "strict": strict,
        "keep_duplicates": keep_duplicates,
        "include": list(include),
        "exclude": list(exclude),
        "threads": threads,
    }
    return _grice.ingest([os.fspath(source) for source in sources], index, settings)


def _settings(
    mode: str | None = None,
    fields: Mapping[str, float] | Sequence[str] | None = None,
    k1: float = 0.9,
    b: float = 0.4,
    weight: float = 0.3,
    title: str | None = None,
    section: str | None = None,
    document: str | None = None,
) -> dict[str, Any]:
    if isinstance(fields, str):
        fields = [fields]
    if fields is not None and not isinstance(fields, Mapping):
        fields = {name: 1.0 for name in fields}
    return {
        "mode": mode,
        "fields": None if fields is None else dict(fields),
        "k1": k1,
        "b": b,
        "weight": weight,
        "title": title,
        "section": section,
        "document": document,
    }


def _text(query: str) -> str:
    if not isinstance(query, str):
        raise TypeError(f"a query is a str, not {type(query).__name__}; use search_all for several")
    return query


def _count(k: int) -> int:
    if k < 1:
        raise ValueError(f"k is {k}; ask for at least one passage")
    return k
