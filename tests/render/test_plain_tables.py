"""Tables for a terminal."""

from __future__ import annotations

import pytest

from earned.render.plain import render_plain
from earned.render.table import Row, Table, one

RESULTS = {"a": 1, "b": 22, "c": 0.5}
TABLE = Table(
    name="t",
    title="A title.",
    stub="Model",
    columns=("First", "Second", "Third"),
    rows=(
        Row(
            key="x",
            label="one model",
            cells=(one("/a", "count"), one("/b", "count"), one("/c", "percent")),
        ),
    ),
    notes=("A note.",),
)


def test_a_table_that_fits_is_one_block() -> None:
    assert render_plain(TABLE, RESULTS) == [
        "A title.",
        "",
        "Model      First  Second  Third",
        "-------------------------------",
        "one model  1      22      50.0",
        "",
        "A note.",
    ]


@pytest.mark.parametrize("width", [1, 20, 24, 30])
def test_no_line_of_a_narrow_table_is_wider_than_it_must_be(width: int) -> None:
    lines = render_plain(TABLE, RESULTS, width)
    assert max(map(len, lines)) <= max(width, len("one model  Second"))
    assert [line.split()[0] for line in lines if line.startswith("Model")] == ["Model"] * sum(
        line.startswith("one model") for line in lines
    )
    shown = " ".join(lines)
    assert all(text in shown for text in ("First", "Second", "Third", "22", "50.0", "A note."))


def test_nothing_in_a_text_breaks_a_line_or_moves_the_cursor() -> None:
    hostile = "a\nb\x1b[2J\u202ec"
    row = TABLE.rows[0].model_copy(update={"label": hostile})
    table = TABLE.model_copy(update={"title": hostile, "rows": (row,), "notes": (hostile,)})
    lines = render_plain(table, RESULTS)
    assert len(lines) == len(render_plain(TABLE, RESULTS))
    assert not set("\n\x1b\u202e") & set("".join(lines))
