"""The file `figures.json`: which figures an audit has, what each shows, and what drew them."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from earned.records.base import Record
from earned.render.forest_points import FigurePoint
from earned.render.note import shown_texts
from earned.render.table import Text

INDEX = "figures.json"


class FigureEntry(Record):
    """One figure."""

    name: str
    title: str
    notes: tuple[Text, ...] = Field(description="how to read it")
    width: float = Field(gt=0, description="points")
    height: float = Field(gt=0, description="points")
    breaks: tuple[float, ...] = Field(
        description="heights above the lower edge, points, at which it may be cut; top first"
    )
    points: tuple[FigurePoint, ...] = Field(
        default=(), description="every mark, and every value in a label"
    )

    def with_values(self, results: Any) -> FigureEntry:  # noqa: ANN401 - a JSON document
        """Show the values of the results among the words of the notes."""
        return self.model_copy(update={"notes": shown_texts(self.notes, results)})


class FigureIndex(Record):
    """The figures of an audit, and what their bytes depend on."""

    versions: dict[str, str] = Field(description="package that draws to its version")
    figures: tuple[FigureEntry, ...]
