"""The model's own chat template, rendered once by us."""

from __future__ import annotations

from functools import lru_cache

from pydantic import Field

from earned.errors import UserError
from earned.records.base import Record

# A template may ask for today's date; a prompt must not depend on the day it was rendered.
FIXED_DATE = "26 Jul 2024"
_FIXED_CLOCK = "{% macro strftime_now(format) %}" + FIXED_DATE + "{% endmacro %}"
_SENTINEL = "earned-system-role-probe"


class RenderedChat(Record):
    """A prompt ready for a completions endpoint."""

    text: str = Field(description="special tokens included, ends where the model is to answer")
    system_folded: bool = Field(
        description="the system text opens the first user message, as the template has no such role"
    )


def render_chat(
    template: str | None, system: str, user: str, *, bos: str, eos: str
) -> RenderedChat:
    """Render one system and one user text with the generation prompt appended.

    A template that refuses or drops the system role gets the system text folded into the user
    message; it depends on the template alone, so every arm is rendered the same way. A null
    template (scripted agents) gives a plain transcript.

    Raises:
        UserError: the template cannot be rendered at all.
    """
    if template is None:
        return RenderedChat(text=f"{system}\n\n{user}\n\n", system_folded=False)
    folded = bool(system) and not takes_system_role(template, bos, eos)
    messages = _messages(system, user, folded)
    try:
        return RenderedChat(text=_render(template, messages, bos, eos), system_folded=folded)
    except _template_faults() as error:
        raise UserError(
            f"the chat template cannot be rendered ({error})", remedy="check the model's files"
        ) from None


@lru_cache(maxsize=64)
def takes_system_role(template: str, bos: str, eos: str) -> bool:
    """Find out by rendering whether a template takes a system message and shows its text."""
    try:
        return _SENTINEL in _render(template, _messages(_SENTINEL, "hello", False), bos, eos)
    except _template_faults():
        return False


def _messages(system: str, user: str, folded: bool) -> list[dict[str, str]]:
    if folded:
        return [{"role": "user", "content": f"{system}\n\n{user}"}]
    first = [{"role": "system", "content": system}] if system else []
    return [*first, {"role": "user", "content": user}]


def _render(template: str, messages: list[dict[str, str]], bos: str, eos: str) -> str:
    from transformers.utils.chat_template_utils import render_jinja_template

    clock = _FIXED_CLOCK if "strftime_now" in template else ""
    rendered = render_jinja_template(
        conversations=[messages],
        chat_template=clock + template,
        add_generation_prompt=True,
        bos_token=bos,
        eos_token=eos,
    )[0]
    return str(rendered[0])


def _template_faults() -> tuple[type[Exception], ...]:
    from jinja2 import TemplateError

    return (TemplateError, TypeError, ValueError)
