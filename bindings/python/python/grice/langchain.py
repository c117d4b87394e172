"""A retriever for LangChain. Importing this module needs langchain-core: `pip install grice[langchain]`."""

from __future__ import annotations

from typing import Any

try:
    from langchain_core.callbacks import CallbackManagerForRetrieverRun
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
except ImportError as error:
    raise ImportError("grice.langchain needs langchain-core: pip install langchain-core") from error

from .collections import Index
from .types import Hit


class GriceRetriever(BaseRetriever):
    """Passages of an index as LangChain's documents.

    >>> from grice.langchain import GriceRetriever
    >>> retriever = GriceRetriever(index="demo", k=2)
    >>> [document.metadata["title"] for document in retriever.invoke("volcanoes on Io")]
    ['Io', ...]
    """

    index: Any = "demo"
    """A collection's name, a path, or a `grice.Index`."""
    k: int = 4
    """How many passages."""
    settings: dict[str, Any] = {}
    """What `grice.Index.search` takes besides: mode, fields, title and so on."""

    def model_post_init(self, context: Any) -> None:
        """Opens the index, so that a wrong name is told at once."""
        super().model_post_init(context)
        if not isinstance(self.index, Index):
            self.index = Index(self.index)

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        return [_document(hit) for hit in self.index.search(query, self.k, **self.settings)]


def _document(hit: Hit) -> Document:
    metadata = {name: value for name, value in hit.items() if name != "text"}
    return Document(id=hit["passage"], page_content=hit["text"], metadata=metadata)


__all__ = ["GriceRetriever"]
