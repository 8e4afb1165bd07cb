"""Sentences with values of the canonical results among their words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from earned.render.display import show_part
from earned.render.table import Format, Note, Part, Text


def value(name: str, pointer: str, form: Format = "text") -> Part:
    """Make a value of a sentence."""
    return Part(name=name, pointer=pointer, format=form)


def note(key: str, *pieces: str | Part) -> Text:
    """Join words and values to a sentence; one without a value stays plain text.

    Args:
        key: its name among the notes of one table, figure or section.
        pieces: in the order of the sentence.
    """
    parts: list[Part] = []
    words = ""
    for piece in pieces:
        if isinstance(piece, Part):
            parts.append(piece.model_copy(update={"before": words + piece.before}))
            words = ""
        else:
            words += piece
    if not parts:
        return words
    parts[-1] = parts[-1].model_copy(update={"after": parts[-1].after + words})
    return Note(key=key, parts=tuple(parts))


def listed(parts: Iterable[Part], between: str = ", ") -> Iterator[str | Part]:
    """Give values as the pieces of a list."""
    for n, part in enumerate(parts):
        yield from (between, part) if n else (part,)


def shown_text(text: Text, results: Any) -> str:  # noqa: ANN401 - a JSON document
    """Show a sentence with its values."""
    if isinstance(text, str):
        return text
    return "".join(f"{p.before}{show_part(p, results)}{p.after}" for p in text.parts)


def shown_texts(texts: Iterable[Text], results: Any) -> tuple[str, ...]:  # noqa: ANN401
    """Show sentences with their values."""
    return tuple(shown_text(text, results) for text in texts)
