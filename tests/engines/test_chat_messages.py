"""A prompt that holds the messages of a chat endpoint."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.engines.messages import DIVIDER, render_messages, split_messages, without_echo
from earned.errors import UserError

PROMPT = f"rules{DIVIDER}Question: why?\n\nThought 1: I look.\nAction 1: Search[x]\nThought 2:"
systems = st.text(st.characters(exclude_characters=DIVIDER))


@given(system=systems, user=st.text(), transcript=st.text(), system_role=st.booleans())
def test_the_transcript_ends_the_user_message_whatever_the_texts(
    system: str, user: str, transcript: str, system_role: bool
) -> None:
    made = render_messages(system, user, system_role=system_role)
    messages = split_messages(made.text + transcript)
    apart = bool(system) and system_role
    assert [one["role"] for one in messages] == ["system"] * apart + ["user"]
    assert messages[-1]["content"].endswith(f"{user}\n\n{transcript}")
    assert messages[0]["content"].startswith(system)
    assert made.system_folded == (bool(system) and not system_role)


def test_a_folded_system_text_opens_the_user_message() -> None:
    """Field case 23."""
    made = render_messages("rules", "why?", system_role=False)
    assert made.system_folded
    assert split_messages(made.text) == [{"role": "user", "content": "rules\n\nwhy?\n\n"}]


@pytest.mark.parametrize("system_role", [True, False])
def test_a_system_text_with_the_divider_is_refused(system_role: bool) -> None:
    with pytest.raises(UserError, match=r"U\+001E"):
        render_messages(f"a{DIVIDER}b", "c", system_role=system_role)


def test_a_text_without_a_divider_is_the_users() -> None:
    assert split_messages("hello") == [{"role": "user", "content": "hello"}]


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ("I know.\nAction 2: Finish[y]", "I know.\nAction 2: Finish[y]"),
        ("Thought 2: I know.", " I know."),
        ("\n Thought 2: I know.", " I know."),
        ("Thought 1: I look.\nAction 1: Search[x]\nThought 2: I know.", " I know."),
        ("Question: why?\n\nThought 1: I look.\nAction 1: Search[x]\nThought 2:", ""),
        ("Thought 1: I look.", "Thought 1: I look."),
        ("Thought 3: I know.", "Thought 3: I know."),
        ("", ""),
    ],
)
def test_a_repeated_end_of_the_prompt_is_no_part_of_the_continuation(
    answer: str, left: str
) -> None:
    assert without_echo(PROMPT, answer) == left


@given(prompt=st.text(), answer=st.text())
def test_only_what_the_prompt_ends_with_is_taken_off(prompt: str, answer: str) -> None:
    left = without_echo(prompt, answer)
    assert answer.endswith(left)
    dropped = answer[: len(answer) - len(left)].lstrip()
    assert prompt.rstrip().endswith(dropped)


def test_an_opened_bracket_may_be_written_again() -> None:
    prompt = f"{PROMPT} The steps are used up.\nAction 2: Finish["
    assert without_echo(prompt, "Action 2: Finish[Paris]") == "Paris]"
