"""A retriever for Haystack. Importing this module needs haystack-ai: `pip install grice[haystack]`."""

from __future__ import annotations

from typing import Any, Optional

try:
    from haystack import Document, component, default_from_dict, default_to_dict
except ImportError as error:
    raise ImportError("grice.haystack needs haystack-ai: pip install haystack-ai") from error

from .collections import Index
from .types import Hit, PathLike


@component
class GriceRetriever:
    """Passages of an index as Haystack's documents; a component of a pipeline.

    >>> from grice.haystack import GriceRetriever
    >>> found = GriceRetriever("demo", top_k=2).run(query="volcanoes on Io")
    >>> [document.meta["title"] for document in found["documents"]]
    ['Io', ...]
    """

    def __init__(
        self, index: PathLike = "demo", top_k: int = 10, settings: Optional[dict[str, Any]] = None
    ) -> None:
        self.name = str(index)
        self.top_k = top_k
        self.settings = settings or {}
        self._index = Index(index)

    @component.output_types(documents=list[Document])
    def run(self, query: str, top_k: Optional[int] = None) -> dict[str, list[Document]]:
        """The best passages for a query."""
        hits = self._index.search(query, top_k or self.top_k, **self.settings)
        return {"documents": [_document(hit) for hit in hits]}

    def to_dict(self) -> dict[str, Any]:
        """The component as a pipeline's file has it."""
        told: dict[str, Any] = default_to_dict(
            self, index=self.name, top_k=self.top_k, settings=self.settings
        )
        return told

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> GriceRetriever:
        """The component of a pipeline's file."""
        made: GriceRetriever = default_from_dict(cls, data)
        return made


def _document(hit: Hit) -> Document:
    meta = {name: value for name, value in hit.items() if name not in ("text", "score")}
    return Document(id=hit["passage"], content=hit["text"], score=hit["score"], meta=meta)


__all__ = ["GriceRetriever"]
