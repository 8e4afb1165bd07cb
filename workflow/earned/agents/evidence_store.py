"""One question's sources behind a BM25 search.

The ranking is the same for all surfaces and conditions (AcquaBench, evidence store). rank-bm25's
own idf can turn negative and is then replaced by a floor; the one used here,
ln(1 + (N - n + 1/2)/(n + 1/2)), is always positive.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from pydantic import Field
from rank_bm25 import BM25Okapi

from earned.errors import UserError
from earned.records.base import Record
from earned.records.evidence import Source
from earned.scores.tokens import alphanumeric_tokens

TOP_K = 5


class SearchResult(Record):
    """What one query returned, best first."""

    indices: tuple[int, ...] = Field(description="positions in the store's source order")
    source_ids: tuple[str, ...]
    scores: tuple[float, ...] = Field(description="BM25 scores; all 0 for an empty query")
    empty_query: bool = Field(description="no query token occurs in the store")


class _PositiveIdf(BM25Okapi):  # type: ignore[misc]
    """BM25 with k1 = 1.5, b = 0.75 and an idf that is never negative."""

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        size = self.corpus_size
        self.idf = {t: math.log1p((size - n + 0.5) / (n + 0.5)) for t, n in nd.items()}


class EvidenceStore:
    """The sources of one question, ranked by BM25 over title and text.

    Args:
        sources: the authorized or substituted sources, in file order.

    Raises:
        UserError: there is no source.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        if not sources:
            raise UserError("an evidence store needs at least one source")
        self.sources = tuple(sources)
        self._ranker = _PositiveIdf([alphanumeric_tokens(f"{s.title} {s.text}") for s in sources])

    def search(self, query: str, k: int = TOP_K) -> SearchResult:
        """Return the k best sources; ties keep source order.

        A query without a token of the store returns the first k sources and says so. A k beyond
        the store returns all of it.
        """
        known = [t for t in alphanumeric_tokens(query) if t in self._ranker.idf]
        scores = self._ranker.get_scores(known)
        order = np.argsort(-scores, kind="stable")[:k].tolist()
        return SearchResult(
            indices=tuple(order),
            source_ids=tuple(self.sources[i].source_id for i in order),
            scores=tuple(scores[order].tolist()),
            empty_query=not known,
        )
