"""What the parser makes of the ways in which models write steps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.agents.action_name import check_action_name
from earned.agents.parser import (
    ParsedStep,
    parse_forced_finish,
    parse_step,
    split_reasoning,
)
from earned.errors import UserError

KNOWN = ("Search", "Lookup", "ReadMemory", "AskSubagent")
PIECES = st.sampled_from(
    (
        *("Thought 1:", "Action 1:", "\nAction 2: ", "Observation 1:", "Action:", "<think>"),
        *(
            "Search[",
            "finish[",
            "Lookup[x]",
            "ſearch[",
            "</think>",
            "Apollo",
            "\n",
            "]",
            "[",
            "**",
            "`",
            "#",
        ),
    )
)
MODEL_LIKE = st.lists(PIECES | st.text(max_size=8), max_size=30).map("".join)


def parse(text: str, step: int = 1) -> ParsedStep:
    return parse_step(text, step=step, expected_action="Search", known_actions=KNOWN)


@st.composite
def balanced(draw: st.DrawFn) -> str:
    words = st.text("abcXYZ019 ,.'-", max_size=6)
    inner = st.recursive(words, lambda part: st.tuples(words, part, words).map(_bracketed))
    return " ".join("".join(draw(st.lists(inner, max_size=4))).split())


def _bracketed(parts: tuple[str, str, str]) -> str:
    return f"{parts[0]}[{parts[1]}]{parts[2]}"


def test_a_step_in_the_asked_form_has_no_diagnostics() -> None:
    parsed = parse("Thought 1: I need the builder.\nAction 1: Search[Tolvik builder]")
    assert parsed == ParsedStep(
        thought="I need the builder.",
        action="Search",
        argument="Tolvik builder",
        diagnostics=(),
        dropped_actions=0,
    )
    assert parsed.action_line == "Search[Tolvik builder]"


def test_a_label_that_the_prompt_already_gave_need_not_be_repeated() -> None:
    labelled = parse("Thought 3: It is Oslo.\nAction 3: Finish[Oslo]", step=3)
    assert parse(" It is Oslo.\nAction 3: Finish[Oslo]", step=3) == labelled


@pytest.mark.parametrize(
    ("text", "argument"),
    [
        ("Action 1: Finish[Apollo [crewed] 11]", "Apollo [crewed] 11"),
        ("Action 1: Finish[a [b [c]] d] and [more]", "a [b [c]] d"),
        ("Action 1: Finish[\nOslo\n]", "Oslo"),
    ],
)
def test_the_balancing_bracket_ends_the_argument(text: str, argument: str) -> None:
    """Field case 30."""
    assert (parse(text).action, parse(text).argument) == ("Finish", argument)


@given(balanced())
def test_a_balanced_answer_survives(answer: str) -> None:
    """Field case 30."""
    assert parse(f"Thought 1: t\nAction 1: Finish[{answer}]\nand so on").argument == answer
    assert parse_forced_finish(f"{answer}]]") == (answer or None)


def test_the_first_of_several_actions_counts_and_the_rest_is_counted() -> None:
    """Field case 29."""
    parsed = parse("Action 1: Search[one]\nAction 2: Search[two]\nAction 3: Finish[three]")
    assert (parsed.action, parsed.argument, parsed.dropped_actions) == ("Search", "one", 2)
    assert "extra_actions" in parsed.diagnostics


@pytest.mark.parametrize("label", ["", "Action 1: "])
def test_the_first_of_several_actions_on_one_line_counts(label: str) -> None:
    """Field case 29."""
    parsed = parse(f"{label}Search[one] Finish[two]")
    assert (parsed.action, parsed.argument, parsed.dropped_actions) == ("Search", "one", 1)


@given(st.lists(st.tuples(st.sampled_from(KNOWN), st.text("abc ", max_size=5)), min_size=1))
def test_the_first_action_wins(actions: list[tuple[str, str]]) -> None:
    """Field case 29."""
    text = "\n".join(f"Action {i}: {name}[{arg}]" for i, (name, arg) in enumerate(actions, 1))
    parsed = parse(text)
    assert (parsed.action, parsed.argument) == (actions[0][0], " ".join(actions[0][1].split()))
    assert parsed.dropped_actions == len(actions) - 1


def test_invented_observations_are_dropped_with_what_follows() -> None:
    """Field case 29."""
    parsed = parse("Action 1: Search[one]\nObservation 1: made up\nAction 2: Finish[two]")
    assert (parsed.action, parsed.argument, parsed.dropped_actions) == ("Search", "one", 1)
    assert set(parsed.diagnostics) >= {"invented_observation", "extra_actions"}
    assert parse("Observation 1: made up\nAction 1: Finish[two]").action is None


def test_an_action_that_the_thought_mentions_is_not_the_action() -> None:
    parsed = parse("Thought 1: I could use Finish[x] later.\nAction 1: Search[one]")
    assert (parsed.action, parsed.argument, parsed.dropped_actions) == ("Search", "one", 0)
    assert parsed.thought == "I could use Finish[x] later."


@pytest.mark.parametrize(
    "text",
    [
        "**Thought 1:** t\n**Action 1:** Search[one]",
        "Thought 1: t\nAction 1: `Search[one]`",
        "Thought 1: t\n**Action 1: Search[one]**",
        "__Thought 1:__ t\n__Action 1:__ Search[one]",
        "### Thought 1: t\n### Action 1: **Search**[one]",
    ],
)
def test_bold_and_back_ticked_steps_are_read(text: str) -> None:
    """Field case 30."""
    parsed = parse(text)
    assert (parsed.thought, parsed.action, parsed.argument) == ("t", "Search", "one")
    assert parsed.diagnostics == ("marked_up",)


@pytest.mark.parametrize(
    ("text", "argument"),
    [
        ("Action 1: Search[one two", "one two"),
        ("Action 1: Search[one\nThought 2: more]", "one"),
        ("Action 1: Search[one [two]\nThat is [all].", "one [two]"),
        ("Action 1: Search[one Action 2: Search[two]", "one"),
        ("**Action 1: Search[one**", "one"),
        ("Action 1: Search[", ""),
    ],
)
def test_without_its_bracket_an_argument_is_the_first_line(text: str, argument: str) -> None:
    """Field case 30."""
    parsed = parse(text)
    assert (parsed.action, parsed.argument) == ("Search", argument)
    assert "missing_bracket" in parsed.diagnostics


@pytest.mark.parametrize(
    ("text", "diagnostic"),
    [
        ("Action 1: Search[one]", "no_thought"),
        ("Thought 1: t\naction 1: search[one]", "lower_case_action"),
        ("Thought 2: t\nAction 2: Search[one]", "wrong_step_number"),
        ("Thought 1: t\nAction 9: Search[one]", "wrong_step_number"),
        ("Thought: t\nAction: Search[one]", "missing_step_number"),
        ("Thought 1: t\nSearch[one]", "no_action_label"),
        ("Thought 1: t\nAction 1: Search[one] to be sure", "text_after_action"),
        ("Thought 1: t\nAction 1: Search[]", "empty_argument"),
        ("Thought 1: t\nAction 1: Lookup[one]", "action_mismatch"),
    ],
)
def test_a_deviation_is_named_and_the_action_kept(text: str, diagnostic: str) -> None:
    parsed = parse(text)
    assert parsed.action in ("Search", "Lookup")
    assert parsed.diagnostics == (diagnostic,)


def test_another_surface_s_action_keeps_its_own_name() -> None:
    assert parse("Thought 1: t\nAction 1: askSubagent[one]").action == "AskSubagent"
    assert parse("Thought 1: t\nAction 1: askSubagent[one]").diagnostics == (
        "action_mismatch",
        "lower_case_action",
    )


@pytest.mark.parametrize(
    "text",
    ["", "ſearch[x]", "I do not know.", "Action 1: Browse[x]\nAction 2: Search[y]", "Research[x]"],
)
def test_a_step_without_a_known_action_is_unparsable(text: str) -> None:
    parsed = parse(text)
    assert (parsed.action, parsed.argument, parsed.action_line) == (None, "", "")


def test_reasoning_is_not_searched_for_actions() -> None:
    """Field case 26."""
    parsed = parse("<think>Action 1: Finish[no]</think>Thought 1: t\nAction 1: Search[yes]")
    assert (parsed.action, parsed.argument, parsed.diagnostics) == ("Search", "yes", ())
    assert parse("Thought 1: t <think>Action 1: Finish[no]").action is None
    assert parse_forced_finish("<think>no]</think>yes]") == "yes"


@pytest.mark.parametrize(
    ("text", "visible", "unclosed"),
    [
        ("a", "a", False),
        ("<think>x</think>a", "a", False),
        ("a<think>x", "a", True),
        ("x</think>a", "a", False),
        ("a<think>b</think>c</think>d", "d", False),
        ("a<THINK>x</THINK>b<think>y", "ab", True),
    ],
)
def test_reasoning_is_split_off(text: str, visible: str, unclosed: bool) -> None:
    """Field case 26."""
    assert split_reasoning(text) == (visible, unclosed)


@given(MODEL_LIKE, st.integers(1, 9))
def test_any_text_is_parsed_to_one_line_without_an_exception(text: str, step: int) -> None:
    parsed = parse(text, step)
    assert list(parsed.diagnostics) == sorted(set(parsed.diagnostics))
    assert "\n" not in parsed.thought + parsed.action_line
    assert ("extra_actions" in parsed.diagnostics) == (parsed.dropped_actions > 0)
    assert parse_forced_finish(text) != ""


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Oslo]", "Oslo"),
        ("Apollo [crewed] 11] since", "Apollo [crewed] 11"),
        ("Oslo\nBecause [1] says so.", "Oslo"),
        ("\nOslo\n]", "Oslo"),
        ("Finish[Oslo]]", "Oslo"),
        ("Oslo\nThought 9: more]", "Oslo"),
        ("]", None),
        (" \n", None),
    ],
)
def test_a_forced_finish_is_cut_at_its_bracket_or_line(text: str, answer: str | None) -> None:
    """Field case 30."""
    assert parse_forced_finish(text) == answer


@pytest.mark.parametrize("name", ["", "has space", "a" * 65, "é", "a.b", "a\n"])
def test_an_action_name_that_engines_refuse_is_an_error(name: str) -> None:
    """Field case 28."""
    with pytest.raises(UserError, match="action name"):
        check_action_name(name)


def test_an_allowed_action_name_is_returned() -> None:
    """Field case 28."""
    assert check_action_name("a-Z_0" * 12) == "a-Z_0" * 12


@pytest.mark.parametrize(
    "text",
    [
        "Thought 9: I know.\nAction 9: Finish[Paris]",
        "The answer is Paris.\nAction 9: Finish[Paris]",
        "Action 9: Finish[Paris]",
        "Paris]\nAction 10: Finish[Rome]",
        "Paris\nThought 10: done",
    ],
)
def test_a_forced_finish_that_starts_the_step_over_gives_its_own_answer(text: str) -> None:
    assert parse_forced_finish(text) == "Paris"
