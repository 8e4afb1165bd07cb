"""The model author's prompts."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, StrictUndefined

from earned.records.evidence import Item

_FOLDER = Path(__file__).with_name("prompts")
_JINJA = Environment(undefined=StrictUndefined, autoescape=False)

SHOWN_ALIAS = ("Tolvik Windmill Company", "Tolvik Windmill Co.")
"""A value and an alias of it, shown where a reference's alias is asked for."""


def render_write(item: Item, attempt: int) -> tuple[str, str]:
    """Give (system, user) that ask for one sentence holding the reference."""
    user = _render("write", question=item.question, reference=item.answer, attempt=attempt)
    return _render("author"), user


def render_verify(question: str, sentence: str) -> tuple[str, str]:
    """Give (system, user) that ask whether a sentence resolves a question."""
    return _render("author"), _render("verify", question=question, sentence=sentence)


def render_alias(value: str, attempt: int, shown: tuple[str, str] = SHOWN_ALIAS) -> tuple[str, str]:
    """Give (system, user) that ask for an alias of a value.

    Args:
        value: the canonical value.
        attempt: from 0; later ones ask for another form.
        shown: (value, alias) of an example, whose kind of change is likely to be followed.
    """
    user = _render(
        "alias", value=value, attempt=attempt, shown_value=shown[0], shown_alias=shown[1]
    )
    return _render("author"), user


def render_alias_verify(value: str, alias: str) -> tuple[str, str]:
    """Give (system, user) that ask whether an alias can be read back to its value."""
    return _render("author"), _render("alias_verify", value=value, alias=alias)


def render_style(item: Item, attempt: int, statement: str, longest_run: int) -> tuple[str, str]:
    """Give (system, user) that ask for other words for a statement that resolves a question.

    Args:
        item: the item.
        attempt: from 0; later ones ask for another structure.
        statement: D0's accepted statement with the reference filled in.
        longest_run: words in a row that the rewording may share with the question.
    """
    user = _render(
        "style",
        question=item.question,
        reference=item.answer,
        statement=statement,
        attempt=attempt,
        longest_run=longest_run,
    )
    return _render("author"), user


def _render(name: str, **values: object) -> str:
    text = (_FOLDER / f"{name}.j2").read_text(encoding="utf-8").strip()
    return _JINJA.from_string(text).render(values)
