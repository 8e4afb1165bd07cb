"""What an audit says of its supplement: sections, and what stands in which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from earned.render.note import shown_texts
from earned.render.table import Text


@dataclass(frozen=True)
class Section:
    """One section.

    Attributes:
        title: its heading.
        text: paragraphs of plain text.
        tables: names of tables, in the order of the document.
        figures: names of figures, after the tables.
        items: a list under the text.
    """

    title: str
    text: tuple[Text, ...] = ()
    tables: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    items: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Outline:
    """An audit's part of the supplement."""

    title: str
    sections: tuple[Section, ...]


FURTHER = "Further tables and figures"


def with_the_rest(outline: Outline, tables: Sequence[str], figures: Sequence[str]) -> Outline:
    """Put what no section names into one at the end, in the order of the audit's own list."""
    named = {name for section in outline.sections for name in (*section.tables, *section.figures)}
    rest = Section(
        FURTHER,
        tables=tuple(name for name in tables if name not in named),
        figures=tuple(name for name in figures if name not in named),
    )
    if not rest.tables and not rest.figures:
        return outline
    return replace(outline, sections=(*outline.sections, rest))


def with_values(section: Section, results: Any) -> Section:  # noqa: ANN401 - a JSON document
    """Show the values of the results among a section's words."""
    return replace(
        section,
        text=shown_texts(section.text, results),
        items=shown_texts(section.items, results),
    )


def only(section: Section, tables: Mapping[str, bool], figures: Sequence[str]) -> Section:
    """Keep of a section what the study has.

    Args:
        section: as the audit gives it.
        tables: name of each rendered table, and whether it has a row.
        figures: names of the drawn figures.
    """
    empty = [name for name in section.tables if name in tables and not tables[name]]
    missing = (f"Without a row in this study: {', '.join(empty)}.",) if empty else ()
    return replace(
        section,
        text=section.text + missing,
        tables=tuple(name for name in section.tables if tables.get(name)),
        figures=tuple(name for name in section.figures if name in figures),
    )
