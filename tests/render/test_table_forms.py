"""Rendered tables: what a small one looks like in each form, and what rounding shows."""

from __future__ import annotations

import csv
import io
from typing import Any

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
    counts_cell,
    effect_cell,
    one,
    rate_cell,
)
from earned.render.writers import (
    RENDERERS,
    escape_markdown,
    escape_tex,
    render_csv,
    render_markdown,
    render_tex,
)

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
|:---|---:|---:|---:|---:|---:|
| R&amp;D_1 \| &lt;new> 5% | 2/3, 66.7% | +25.0 [+0.0, +50.0] | 0 / 2 | 2.35 | 50% of &lt;A &amp; B> \| C_d |
| plain | 0/0, –% | -10.0 | 0 / 2 | – | 50% of &lt;A &amp; B> \| C_d |

A note_1.

"""  # noqa: E501
TEX = r"""% needs \usepackage{booktabs} and \usepackage{graphicx}
\begin{table}[htbp]
\centering
\small
\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{\begin{tabular}{lrrrrr}
\toprule
Model & Rate & Change & Errors & Mean & Remark \\
\midrule
R\&D\_1 \textbar{} \textless{}new\textgreater{} 5\% & 2/3, 66.7\% & +25.0 [+0.0, +50.0] & 0 / 2 & 2.35 & 50\% of \textless{}A \& B\textgreater{} \textbar{} C\_d \\
plain & 0/0, --\% & -10.0 & 0 / 2 & -- & 50\% of \textless{}A \& B\textgreater{} \textbar{} C\_d \\
\bottomrule
\end{tabular}}
\caption{Small: 100\% of it. A note\_1.}
\label{tab:small-table}
\end{table}
"""  # noqa: E501
FORMATS: tuple[Format, ...] = tuple(UNITS)


def test_a_small_table_as_csv() -> None:
    assert render_csv(TABLE, RESULTS) == CSV


def test_a_small_table_as_markdown() -> None:
    assert render_markdown(TABLE, RESULTS) == MARKDOWN


def test_a_small_table_as_latex() -> None:
    assert render_tex(TABLE, RESULTS) == TEX


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


@pytest.mark.parametrize("text", ["[A] x", "*x", "a\nb", "50%", "~^\\{}$#"])
def test_no_label_breaks_a_row_of_latex(text: str) -> None:
    made = escape_tex(text)
    assert "\n" not in made
    assert made[0] not in "[*"
    stripped = made.replace(r"\textbackslash{}", "").replace(r"\textasciitilde{}", "")
    bare = stripped.replace(r"\textasciicircum{}", "").removeprefix("{}")
    for char in "&%$#_{}~^":
        assert bare.replace(f"\\{char}", "").count(char) == 0


@given(st.text(alphabet="ab|<&\\*\n", max_size=12))
def test_no_label_breaks_a_row_of_markdown(text: str) -> None:
    made = escape_markdown(text)
    bars = made.replace("\\\\", "").replace("\\|", "")
    assert "|" not in bars
    assert "<" not in made
    assert "\n" not in made
