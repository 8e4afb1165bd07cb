"""All files of a set of figures, by name, and the index that says what drew them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field

from earned.audits.registry import stage_module
from earned.records.base import Record
from earned.render.figures import Picture, figure_bytes, fixed_style, versions

INDEX = "figures.json"


class FigureEntry(Record):
    """One figure."""

    name: str
    title: str
    notes: tuple[str, ...] = Field(description="how to read it")
    width: float = Field(gt=0, description="points")
    height: float = Field(gt=0, description="points")
    breaks: tuple[float, ...] = Field(
        description="heights above the lower edge, points, at which it may be cut; top first"
    )


class FigureIndex(Record):
    """The file `figures.json`: the figures of an audit, and what their bytes depend on."""

    versions: dict[str, str] = Field(description="package that draws to its version")
    figures: tuple[FigureEntry, ...]


def drawn_figures(audit: str, results: Mapping[str, Any]) -> tuple[FigureIndex, dict[str, bytes]]:
    """Draw an audit's figures: the index, and file name to content."""
    with fixed_style():
        pictures: Sequence[Picture] = stage_module(audit, "figures").run(results)
        files = {
            f"{picture.name}.{suffix}": content
            for picture in pictures
            for suffix, content in figure_bytes(picture).items()
        }
    return FigureIndex(versions=versions(), figures=tuple(map(_entry, pictures))), files


def _entry(picture: Picture) -> FigureEntry:
    width, height = (round(72 * float(inches), 2) for inches in picture.figure.get_size_inches())
    return FigureEntry(
        name=picture.name,
        title=picture.title,
        notes=picture.notes,
        width=width,
        height=height,
        breaks=tuple(round(at, 2) for at in picture.breaks),
    )
