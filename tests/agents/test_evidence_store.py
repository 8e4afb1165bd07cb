"""BM25 ranking and the cut of displayed text."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.agents.display import CUT_MARKER, display_text
from earned.agents.evidence_store import EvidenceStore
from earned.errors import UserError
from earned.records.evidence import Source
from support import shared_json


def store(*texts: str) -> EvidenceStore:
    """A store whose sources have these texts and no title."""
    return EvidenceStore(
        [Source(source_id=f"q#{i}", title="", text=text) for i, text in enumerate(texts)]
    )


def context_store(qid: str, context: list[Any]) -> EvidenceStore:
    """A store over the paragraphs of the official JSON, by the golden file's text rule."""
    return EvidenceStore(
        [
            Source(source_id=f"{qid}#{i}", title=title, text=" ".join(s.strip() for s in sentences))
            for i, (title, sentences) in enumerate(context)
        ]
    )


def test_golden_rankings_of_real_items_are_reproduced() -> None:
    items = {i["_id"]: i["context"] for i in shared_json("data/hotpotqa_dev_distractor_197.json")}
    golden = shared_json("reference/golden.json")["bm25"]
    assert golden
    for case in golden:
        result = context_store(case["qid"], items[case["qid"]]).search(case["query"])
        assert list(result.indices) == case["top"]
        assert list(result.scores) == pytest.approx(case["scores"], abs=1e-9)


def test_a_score_computed_by_hand() -> None:
    result = store("red red fish", "blue fish", "x").search("Red fish!")
    # N = 3, avgdl = 2; red is in one source, fish in two.
    red, fish = math.log(1 + 2.5 / 1.5), math.log(1 + 1.5 / 2.5)
    first = red * 2 * 2.5 / (2 + 1.5 * (0.25 + 0.75 * 1.5)) + fish * 2.5 / (1 + 2.0625)
    assert result.indices == (0, 1, 2)
    assert result.scores == pytest.approx((first, fish * 2.5 / 2.5, 0.0), abs=1e-12)
    assert result.scores == pytest.approx((1.590850897, 0.470003629, 0.0), abs=1e-9)
    assert not result.empty_query


def test_a_repeated_query_token_counts_each_time() -> None:
    sources = store("red fish", "blue fish", "x")
    once, thrice = sources.search("red").scores[0], sources.search("red red, RED").scores[0]
    assert thrice == pytest.approx(3 * once)


def test_a_word_in_every_source_still_counts() -> None:
    assert store("fish fish", "fish and more words").search("fish").scores[1] > 0


def test_the_title_is_searched() -> None:
    sources = [
        Source(source_id="a", title="One", text="x y"),
        Source(source_id="b", title="Rare", text="x y"),
    ]
    assert EvidenceStore(sources).search("rare").source_ids == ("b", "a")


@pytest.mark.parametrize("query", ["", " ?! ", "東京", "unseen words"])
def test_a_query_without_a_known_token_gives_the_first_sources_and_says_so(query: str) -> None:
    """Field case 34."""
    result = store("a1", "b1", "c1").search(query, k=2)
    assert result.indices == (0, 1)
    assert result.source_ids == ("q#0", "q#1")
    assert result.scores == (0.0, 0.0)
    assert result.empty_query


def test_an_unseen_token_beside_a_known_one_changes_nothing() -> None:
    sources = store("red fish", "blue fish")
    assert sources.search("blue zebra") == sources.search("blue")


def test_ties_keep_source_order() -> None:
    """Field case 34."""
    texts = ["other words"] * 4 + ["red fish"] * 20
    result = store(*texts).search("red fish", k=22)
    assert result.indices == (*range(4, 24), 0, 1)


def test_k_beyond_the_store_returns_all_of_it() -> None:
    """Field case 34."""
    assert store("x", "red").search("red", k=99).indices == (1, 0)


def test_sources_without_a_token_are_searchable() -> None:
    result = store("東京", "…").search("tokyo")
    assert result.empty_query
    assert result.scores == (0.0, 0.0)


def test_an_empty_store_is_refused() -> None:
    with pytest.raises(UserError, match="at least one source"):
        EvidenceStore([])


def test_a_long_text_keeps_sixty_percent_head_and_the_rest_tail() -> None:
    text = "h" * 1080 + "m" * 500 + "t" * 720
    assert display_text(text) == "h" * 1080 + CUT_MARKER + "t" * 720


@given(st.text(max_size=60), st.integers(min_value=0, max_value=60))
def test_a_cut_text_shows_exactly_the_limit(text: str, limit: int) -> None:
    shown = display_text(text, limit)
    if len(text) <= limit:
        assert shown == text
    else:
        assert len(shown) == limit + len(CUT_MARKER)
        head = limit * 6 // 10
        assert shown[:head] == text[:head]
        assert text.endswith(shown[head + len(CUT_MARKER) :])
