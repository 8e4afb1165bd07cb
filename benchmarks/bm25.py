"""BM25 over the store of each question, against rank-bm25 used directly.

Both sides tokenize alike. Kept: rank-bm25 has one index a store, as ours has; rebuilt: one a query.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

import numpy as np
from rank_bm25 import BM25Okapi

from benchmarks import ROOT
from benchmarks.report import Figure, in_turns, ratio
from earned.agents.evidence_store import TOP_K, EvidenceStore
from earned.population.hotpotqa import load_items
from earned.records.evidence import Item, Source
from earned.scores.tokens import alphanumeric_tokens

EMBEDDED = ROOT / "resources/embedded/questions.json"
QUERIES = 4
"""Searches an agent makes in one store."""
PAPER_SOURCES, PAPER_TEXTS, SEED = 10, 3, 13
"""HotpotQA gives ten sources of about 100 words; three embedded ones have as many."""

Task = tuple[Sequence[Source], list[str]]
"""The sources of one store, and the queries put to it."""


def measure(quick: bool) -> list[Figure]:
    """Time stores of the embedded set, and stores of the paper's size."""
    items = load_items(EMBEDDED)[: 10 if quick else None]
    embedded: list[Task] = [(item.sources, _queries(item)) for item in items]
    return [
        *_compare("embedded set, 10 sources of about 40 words", embedded, 2 if quick else 7),
        *_compare("paper's size, 10 sources of about 120 words", _longer(items), 2 if quick else 7),
    ]


def _compare(size: str, tasks: list[Task], rounds: int) -> list[Figure]:
    ours, kept, rebuilt = in_turns(
        partial(_ours, tasks), partial(_kept, tasks), partial(_rebuilt, tasks), rounds=rounds
    )
    searches = len(tasks) * QUERIES
    what = f"BM25 over per-qid stores ({size}; {QUERIES} searches a store)"
    remark = f"ours {ours.median / searches * 1e6:.0f} µs a search, its share of the index included"
    return [
        Figure(what, "rank-bm25, one index a store", ratio(ours, kept), "not slower", remark),
        Figure(what, "rank-bm25, one index a query", ratio(ours, rebuilt), "not slower", remark),
    ]


def _queries(item: Item) -> list[str]:
    """The question, and titles as an agent would look for."""
    return [item.question, *(source.title for source in item.sources[: QUERIES - 1])]


def _longer(items: list[Item]) -> list[Task]:
    """Stores with longer texts, each joined from those of several sources."""
    pool = [source for item in items for source in item.sources]
    rng = random.Random(SEED)
    return [(tuple(_joined(rng, pool) for _ in range(PAPER_SOURCES)), _queries(i)) for i in items]


def _joined(rng: random.Random, pool: list[Source]) -> Source:
    texts = rng.sample(pool, PAPER_TEXTS)
    return texts[0].model_copy(update={"text": " ".join(source.text for source in texts)})


def _ours(tasks: list[Task]) -> None:
    for sources, queries in tasks:
        store = EvidenceStore(sources)
        for query in queries:
            store.search(query)


def _kept(tasks: list[Task]) -> None:
    for sources, queries in tasks:
        ranker = _index(sources)
        for query in queries:
            _search(ranker, sources, query)


def _rebuilt(tasks: list[Task]) -> None:
    for sources, queries in tasks:
        for query in queries:
            _search(_index(sources), sources, query)


def _index(sources: Sequence[Source]) -> BM25Okapi:
    return BM25Okapi([alphanumeric_tokens(f"{s.title} {s.text}") for s in sources])


def _search(ranker: BM25Okapi, sources: Sequence[Source], query: str) -> list[str]:
    scores = ranker.get_scores(alphanumeric_tokens(query))
    return [sources[i].source_id for i in np.argsort(-scores, kind="stable")[:TOP_K]]
