"""The model author's prompts."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, StrictUndefined

from earned.records.evidence import Item

_FOLDER = Path(__file__).with_name("prompts")
_JINJA = Environment(undefined=StrictUndefined, autoescape=False)


def render_write(item: Item, attempt: int) -> tuple[str, str]:
    """Give (system, user) that ask for one sentence holding the reference."""
    user = _render("write", question=item.question, reference=item.answer, attempt=attempt)
    return _render("author"), user


def render_verify(question: str, sentence: str) -> tuple[str, str]:
    """Give (system, user) that ask whether a sentence resolves a question."""
    return _render("author"), _render("verify", question=question, sentence=sentence)


def _render(name: str, **values: object) -> str:
    text = (_FOLDER / f"{name}.j2").read_text(encoding="utf-8").strip()
    return _JINJA.from_string(text).render(values)
