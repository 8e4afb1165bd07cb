"""The world of one unit, and what a condition makes of its sources."""

from __future__ import annotations

import pytest

from earned.agents.display import CUT_MARKER
from earned.agents.parser import parse_step
from earned.audits.acquabench.conditions import CONDITIONS, sources_under
from earned.audits.acquabench.config import AgentConfig
from earned.audits.acquabench.environment import SurfaceEnvironment
from earned.audits.acquabench.prompts import load_prompts
from earned.audits.acquabench.surfaces import ACTIONS, SURFACES
from earned.records.artifact import Arm, Planted
from earned.records.evidence import Item, Source

SOURCES = tuple(
    Source(source_id=f"q#{n}", title=f"Title {n}", text=f"The {word} stands in a hall.")
    for n, word in enumerate(["harp", "drum", "lute", "bell", "horn", "viol"])
)
ITEM = Item(
    qid="q",
    question="Which bell?",
    answer="Oslo",
    kind="bridge",
    level="hard",
    supporting=("q#3",),
    sources=SOURCES,
)
PLANTED = tuple(
    Planted(source_id=f"q#{n}", position=n, sentence=f"S{n}.", text=f"Planted text {n} zither.")
    for n in (4, 1)
)
ARM = Arm(value="Oslo", planted=PLANTED)


def world(surface: str = "retrieval", arm: Arm | None = ARM, **limits: int) -> SurfaceEnvironment:
    config = AgentConfig(**limits)
    return SurfaceEnvironment(ITEM, arm, SURFACES[surface], load_prompts(), config)


def test_a_condition_replaces_texts_and_keeps_titles_places_and_ids() -> None:
    changed = sources_under(ITEM, ARM)
    assert [s.source_id for s in changed] == [s.source_id for s in SOURCES]
    assert [s.title for s in changed] == [s.title for s in SOURCES]
    assert [n for n, s in enumerate(changed) if s.text != SOURCES[n].text] == [1, 4]
    assert changed[4].text == "Planted text 4 zither."


def test_without_an_arm_the_sources_are_the_benchmarks_own() -> None:
    assert sources_under(ITEM, None) == SOURCES


def test_arms_are_reported_in_the_order_in_which_they_are_interleaved() -> None:
    assert CONDITIONS == ("CLEAN", "GOLD", "SHAM")


def test_an_action_shows_the_best_sources_and_says_which_were_planted() -> None:
    seen = world(top_k=2).act("zither")
    assert seen.shown == ("q#1", "q#4")
    assert seen.planted_shown == (0, 1)
    assert "Planted text 1 zither." in seen.text
    assert world(arm=None, top_k=2).act("zither").planted_shown == ()


def test_the_index_of_a_planted_source_is_that_of_the_arm() -> None:
    assert world(top_k=1).act("Title 4 planted").planted_shown == (0,)
    assert world(top_k=1).act("Title 1 planted").planted_shown == (1,)
    assert world(top_k=1).act("bell").planted_shown == ()


@pytest.mark.parametrize("query", ["", "qqxyzzy", "!?"])
def test_a_query_without_a_known_token_shows_the_first_five_and_says_so(query: str) -> None:
    """Field case 34."""
    seen = world(arm=None).act(query)
    assert seen.shown == tuple(f"q#{n}" for n in range(5))
    assert seen.empty_query
    assert not world(arm=None).act("bell").empty_query


@pytest.mark.parametrize("surface", list(SURFACES))
def test_every_surface_ranks_alike(surface: str) -> None:
    assert world(surface).act("the bell").shown == world().act("the bell").shown


def test_a_source_is_shown_up_to_the_display_limit() -> None:
    text = world(top_k=1, display_chars=11).act("bell").text
    assert f"The be{CUT_MARKER}hall." in text
    assert CUT_MARKER not in world(top_k=1).act("bell").text


def test_each_fault_of_a_step_has_a_line_of_its_own() -> None:
    here = world("tool")

    def complaint(text: str) -> str:
        parsed = parse_step(text, step=2, expected_action=here.action, known_actions=ACTIONS)
        return here.complain(parsed, 2)

    said = [complaint(t) for t in ("mere words", "Action 2: Search[x]", "Action 2: Finish[]")]
    assert len(set(said)) == 3
    assert all(here.action in line for line in said)
    assert "Search" in said[1]


def test_the_forced_request_and_the_marker_are_one_line() -> None:
    assert "\n" not in world().forced_request + world().omitted
