from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.engines.stops import cut_at_stop

TEXTS = st.text(alphabet="abX\n", max_size=30)
STOPS = st.lists(st.text(alphabet="abX\n", max_size=3), max_size=4)


@pytest.mark.parametrize(
    ("text", "stops", "expected"),
    [
        ("Thought: a\nObservation: b", ["\nObservation:"], ("Thought: a", True)),
        ("one two three", ["three", "two"], ("one ", True)),
        ("nothing here", ["stop"], ("nothing here", False)),
        ("kept whole", [""], ("kept whole", False)),
        ("", ["x"], ("", False)),
        ("stop", ["stop"], ("", True)),
    ],
)
def test_text_ends_before_the_earliest_stop(
    text: str, stops: list[str], expected: tuple[str, bool]
) -> None:
    """Field case 24."""
    assert cut_at_stop(text, stops) == expected


@given(TEXTS, STOPS)
def test_what_is_left_holds_no_stop_and_starts_the_text(text: str, stops: list[str]) -> None:
    """Field case 24."""
    left, was_cut = cut_at_stop(text, stops)
    assert text.startswith(left)
    assert not any(stop in left for stop in stops if stop)
    assert was_cut == (left != text)


@given(TEXTS, STOPS)
def test_cutting_twice_changes_nothing(text: str, stops: list[str]) -> None:
    left, _ = cut_at_stop(text, stops)
    assert cut_at_stop(left, stops) == (left, False)
