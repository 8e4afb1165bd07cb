"""All files of a set of figures, by name, and the index that says what drew them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from earned.audits.registry import stage_module
from earned.figures.index import INDEX, FigureEntry, FigureIndex
from earned.render.figures import Picture, figure_bytes, fixed_style, versions

__all__ = ["INDEX", "FigureEntry", "FigureIndex", "drawn_figures"]


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
        points=picture.points,
    )
