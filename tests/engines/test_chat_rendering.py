from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.engines.chat import FIXED_DATE, render_chat, takes_system_role
from earned.errors import UserError

LOOP = "{% for m in messages %}<{{ m.role }}>{{ m.content }}</{{ m.role }}>{% endfor %}"
END = "{% if add_generation_prompt %}<assistant>{% endif %}"
PLAIN = "{{ bos_token }}" + LOOP + END
REFUSING = "{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}"
DROPPING = LOOP.replace("in messages", "in messages if m.role != 'system'")


def test_the_generation_prompt_ends_the_text() -> None:
    chat = render_chat(PLAIN, "be brief", "hello", bos="<s>", eos="</s>")
    assert chat.text == "<s><system>be brief</system><user>hello</user><assistant>"
    assert not chat.system_folded


@pytest.mark.parametrize("template", [REFUSING + LOOP + END, DROPPING + END])
def test_a_template_without_a_system_role_gets_it_in_the_user_message(template: str) -> None:
    """Field case 23."""
    assert not takes_system_role(template, "", "")
    chat = render_chat(template, "be brief", "hello", bos="", eos="")
    assert chat.text == "<user>be brief\n\nhello</user><assistant>"
    assert chat.system_folded


@given(st.text(max_size=40), st.text(max_size=40))
def test_folding_depends_on_the_template_alone(system: str, user: str) -> None:
    """Field case 23: the same way in every arm."""
    chat = render_chat(REFUSING + LOOP + END, system, user, bos="", eos="")
    assert chat.system_folded == bool(system)
    assert user in chat.text


def test_no_system_text_gives_no_system_message() -> None:
    chat = render_chat(PLAIN, "", "hello", bos="", eos="")
    assert chat.text == "<user>hello</user><assistant>"


def test_a_template_that_asks_for_the_date_gets_a_constant_one() -> None:
    template = "{{ strftime_now('%d %b %Y') }}" + PLAIN
    assert render_chat(template, "s", "u", bos="", eos="").text.startswith(FIXED_DATE + "<system>")


def test_a_template_that_cannot_be_rendered_is_the_users_to_mend() -> None:
    with pytest.raises(UserError, match="cannot be rendered"):
        render_chat("{{ raise_exception('never') }}", "s", "u", bos="", eos="")
    with pytest.raises(UserError, match="cannot be rendered"):
        render_chat("{% for %}", "s", "u", bos="", eos="")


def test_no_template_gives_a_plain_transcript() -> None:
    chat = render_chat(None, "be brief", "hello", bos="<s>", eos="")
    assert chat.text == "be brief\n\nhello\n\n"
