"""The four serializations carry any title and text, and nothing else."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.agents.action_name import check_action_name
from earned.audits.acquabench.surfaces import (
    ACTIONS,
    SURFACES,
    Shown,
    Surface,
    surface_named,
)
from earned.errors import UserError

ANY_SURFACE = pytest.mark.parametrize("surface", SURFACES.values(), ids=lambda one: one.name)
NASTY = st.text("\"<>[]\\&\n\r:;{}' ab#n10", max_size=12) | st.text(max_size=12)
RESULTS = st.lists(st.builds(Shown, title=NASTY, text=NASTY), max_size=4)


def test_the_surfaces_and_their_actions() -> None:
    assert {surface.name: surface.action for surface in SURFACES.values()} == {
        "retrieval": "Search",
        "tool": "Lookup",
        "memory": "ReadMemory",
        "subagent": "AskSubagent",
    }


@ANY_SURFACE
@given(results=RESULTS)
def test_any_title_and_text_survive(surface: Surface, results: list[Shown]) -> None:
    assert surface.parse(surface.serialize(results)) == results


@ANY_SURFACE
@given(results=RESULTS)
def test_no_text_can_open_a_line_of_its_own(surface: Surface, results: list[Shown]) -> None:
    framing = 2 if surface.name == "tool" else 0
    expected = max(len(results), 1) + framing
    assert len(surface.serialize(results).split("\n")) == expected


@ANY_SURFACE
def test_an_environment_line_holds_no_result(surface: Surface) -> None:
    assert surface.parse("No action was found. Write one line.") == []
    assert surface.parse('{"records": 3}') == []
    assert surface.parse("[1]") == []


def test_the_forms_are_those_of_the_four_channels() -> None:
    shown = [Shown(title='A "b" <c>', text="x < y")]
    assert SURFACES["retrieval"].serialize(shown) == '[Document: A "b" <c>] x < y'
    assert SURFACES["memory"].serialize(shown) == (
        '<memory title="A &quot;b&quot; &lt;c&gt;">x &lt; y</memory>'
    )
    assert SURFACES["subagent"].serialize(shown) == 'Local reporter on "A \\"b\\" <c>": x < y'
    assert json.loads(SURFACES["tool"].serialize(shown)) == {
        "tool": "local_evidence_lookup",
        "records": [{"title": 'A "b" <c>', "text": "x < y"}],
    }


def test_action_names_are_fit_for_any_engine() -> None:
    """Field case 28."""
    assert [check_action_name(name) for name in ACTIONS] == list(ACTIONS)


def test_an_unknown_surface_is_an_error_that_lists_the_known() -> None:
    with pytest.raises(UserError, match="retrieval, tool, memory, subagent"):
        surface_named("web")
