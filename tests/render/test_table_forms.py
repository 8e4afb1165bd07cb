"""Rendered tables: what a small one looks like in each form, and what rounding shows."""

from __future__ import annotations

import csv
import io
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.errors import UserError
from earned.render.display import MISSING, UNITS, show, show_cell
from earned.render.table import (
    Cell,
    Format,
    Part,
    Row,
    Table,
    auroc_cell,
    conditional_cell,
    counts_cell,
    effect_cell,
    list_cell,
    one,
    rate_cell,
    said,
)
from earned.render.tex import render_tex
from earned.render.writers import RENDERERS, render_csv, render_html, render_markdown

RESULTS: dict[str, Any] = {
    "rate": {"numerator": 2, "denominator": 3, "value": 2 / 3},
    "empty": {"numerator": 0, "denominator": 0, "value": None},
    "up": {"value": 0.25, "interval": {"low": -0.0004, "high": 0.5}},
    "bare": {"value": -0.1, "interval": {"low": None, "high": None}},
    "none": {"value": None, "interval": {"low": None, "high": None}},
    "auroc": {"auroc": 0.75, "interval": {"low": 0.5, "high": 1.0}},
    "errors": {"CLEAN": 0, "GOLD": 2},
    "mean": 2.345,
    "says": "50% of <A & B> | C_d",
}
TABLE = Table(
    name="small_table",
    title="Small: 100% of it.",
    stub="Model",
    columns=("Rate", "Change", "Errors", "Mean", "Remark"),
    rows=(
        Row(
            key="a",
            label="R&D_1 | <new> 5%",
            cells=(
                rate_cell("/rate"),
                effect_cell("/up"),
                counts_cell({"CLEAN": "/errors/CLEAN", "GOLD": "/errors/GOLD"}),
                one("/mean", "mean"),
                one("/says", "text"),
            ),
        ),
        Row(
            key="b",
            label="plain",
            cells=(
                rate_cell("/empty"),
                effect_cell("/bare"),
                counts_cell({"CLEAN": "/errors/CLEAN", "GOLD": "/errors/GOLD"}),
                one("/none/value", "mean"),
                one("/says", "text"),
            ),
        ),
    ),
    notes=("A note_1.",),
)
CSV = """\
Model,Rate (numerator),Rate (denominator),Rate,Change,Change (low),Change (high),Errors (CLEAN),\
Errors (GOLD),Mean,Remark
R&D_1 | <new> 5%,2,3,0.6666666666666666,0.25,-0.0004,0.5,0,2,2.345,50% of <A & B> | C_d
plain,0,0,,-0.1,,,0,2,,50% of <A & B> | C_d
"""
MARKDOWN = r"""**Small: 100% of it.**

| Model | Rate | Change | Errors | Mean | Remark |
|:---|---:|---:|---:|---:|:---|
| R&amp;D\_1 \| &lt;new> 5% | 2/3, 66.7% | +25.0 [+0.0, +50.0] | 0 / 2 | 2.35 | 50% of &lt;A &amp; B> \| C\_d |
| plain | 0/0, – | -10.0 | 0 / 2 | – | 50% of &lt;A &amp; B> \| C\_d |

A note\_1.

"""  # noqa: E501
TEX_ROWS = r"""
R\&D\_1 \textbar{} \textless{}new\textgreater{} 5\% & 2/3,~66.7\% & +25.0 [+0.0,~+50.0] & 0~/~2 & 2.35 & 50\% of \textless{}A \& B\textgreater{} \textbar{} C\_d \\
plain & 0/0,~-- & -10.0 & 0~/~2 & -- & 50\% of \textless{}A \& B\textgreater{} \textbar{} C\_d \\
"""  # noqa: E501
HTML_ROW = """\
<tr>
<th scope="row" class="text">R&amp;D_1 | &lt;new&gt; 5%</th>
<td>2/3, 66.7%</td>
<td>+25.0 [+0.0, +50.0]</td>
<td>0 / 2</td>
<td>2.35</td>
<td class="text">50% of &lt;A &amp; B&gt; | C_d</td>
</tr>
"""
FORMATS: tuple[Format, ...] = tuple(UNITS)


def test_a_small_table_as_csv() -> None:
    assert render_csv(TABLE, RESULTS) == CSV


def test_a_small_table_as_markdown() -> None:
    assert render_markdown(TABLE, RESULTS) == MARKDOWN


def test_a_small_table_as_latex() -> None:
    made = render_tex(TABLE, RESULTS)
    assert TEX_ROWS in made
    assert made.isascii()
    assert r"\caption{Small: 100\% of it.}\label{tab:small-table}\\" in made
    assert made.count(r"\begin{longtable}") == made.count(r"\toprule") - 1 == 1
    assert "A note\\_1.\\par" in made


def test_a_small_table_as_html() -> None:
    made = render_html(TABLE, RESULTS)
    assert HTML_ROW in made
    assert "<caption>Small: 100% of it.</caption>" in made
    assert made.count('<th scope="col"') == 6
    assert "<li>A note_1.</li>" in made
    ElementTree.fromstring(
        made.replace("<!DOCTYPE html>", "")
        .replace("<meta", "<br")
        .replace('"utf-8">', '"utf-8"/>')
        .replace('initial-scale=1">', 'initial-scale=1"/>')
    )


def test_the_csv_holds_full_precision() -> None:
    row = next(csv.DictReader(io.StringIO(render_csv(TABLE, RESULTS))))
    assert float(row["Rate"]) == 2 / 3


@pytest.mark.parametrize("form", RENDERERS)
def test_a_table_without_rows_still_has_its_head(form: str) -> None:
    empty = TABLE.model_copy(update={"rows": ()})
    assert "Model" in RENDERERS[form](empty, RESULTS)


@given(st.floats(-1, 1), st.sampled_from(["percent", "points", "decimal", "mean"]))
def test_no_negative_zero_is_ever_shown(value: float, form: Format) -> None:
    text = show(value, form)
    assert float(text) != 0 or not text.startswith("-")


@given(st.floats(-1, 1))
def test_points_carry_their_sign_and_round_once(value: float) -> None:
    text = show(value, "points")
    assert text[0] in "+-"
    assert abs(float(text) - 100 * value) <= 0.05 + 1e-9


@pytest.mark.parametrize("form", FORMATS)
def test_a_missing_value_is_a_dash(form: Format) -> None:
    """Field case 36."""
    assert show(None, form) == MISSING == "–"


@pytest.mark.parametrize(
    ("value", "form"), [("x", "percent"), (0.5, "count"), ([], "mean"), ("1", "points")]
)
def test_a_value_of_another_kind_is_refused_in_words(value: Any, form: Format) -> None:
    with pytest.raises(UserError, match=f"is no {form}"):
        show(value, form)


def test_brackets_go_with_a_missing_interval() -> None:
    assert show_cell(effect_cell("/up"), RESULTS) == "+25.0 [+0.0, +50.0]"
    assert show_cell(effect_cell("/bare"), RESULTS) == "-10.0"
    assert show_cell(effect_cell("/none"), RESULTS) == "–"
    assert show_cell(auroc_cell("/auroc"), RESULTS) == "0.750 [0.500, 1.000]"


def test_a_missing_value_before_a_shown_one_keeps_its_place() -> None:
    parts = (
        Part(name="value", pointer="/none/value", format="percent"),
        Part(name="n", pointer="/rate/numerator", format="count", before=" of "),
    )
    assert show_cell(Cell(parts=parts), RESULTS) == "– of 2"


def test_a_cell_of_two_bounds_without_any_is_one_dash() -> None:
    bounds = {"interval": {"conditional_low": None, "conditional_high": None}}
    assert show_cell(conditional_cell("", "points"), bounds) == "–"
    found = {"interval": {"conditional_low": -0.1, "conditional_high": 0.25}}
    assert show_cell(conditional_cell("", "points"), found) == "[-10.0, +25.0]"


def test_a_list_is_its_texts_and_an_empty_one_a_dash() -> None:
    assert show_cell(list_cell("/x", ["a", "b"]), {"x": ["a", "b"]}) == "a; b"
    assert show_cell(list_cell("/x", []), {"x": []}) == "–"
    assert show_cell(said("here"), {}) == "here"


def test_a_part_that_only_some_rows_have_is_a_column_of_the_csv() -> None:
    rows = (Row(key="a", label="a", cells=(one("/mean", "mean"),)),
            Row(key="b", label="b", cells=(effect_cell("/up"),)),
            Row(key="c", label="c", cells=(said("none"),)))  # fmt: skip
    table = TABLE.model_copy(update={"columns": ("X",), "rows": rows})
    assert render_csv(table, RESULTS).splitlines() == [
        "Model,X,X (low),X (high)", "a,2.345,,", "b,0.25,-0.0004,0.5", "c,none,,",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.0004, "0.0004"), (0.00004, "<0.0001"), (0.0, "<0.0001"), (1.0, "1.0000")],
)
def test_a_small_p_value_is_not_shown_as_nothing(value: float, shown: str) -> None:
    assert show(value, "p") == shown


def test_a_flag_is_a_word() -> None:
    assert [show(value, "flag") for value in (True, False)] == ["yes", "no"]
    with pytest.raises(UserError, match="is no flag"):
        show(7, "flag")


def test_the_unit_of_a_missing_value_is_not_shown() -> None:
    nothing = {"n": {"numerator": 0, "denominator": 0, "value": None}}
    assert show_cell(rate_cell("/n"), nothing) == "0/0, –"


def test_brackets_go_with_a_missing_interval_before_a_verdict() -> None:
    found = {"x": {"value": 0.5, "interval": {"low": None, "high": None}}, "says": "unresolved"}
    verdict = Part(name="verdict", pointer="/says", format="text", before=" ")
    cell = Cell(parts=(*effect_cell("/x").parts, verdict))
    assert show_cell(cell, found) == "+50.0 unresolved"
    found["x"]["interval"] = {"low": 0.25, "high": None}
    assert show_cell(cell, found) == "+50.0 [+25.0, –] unresolved"
