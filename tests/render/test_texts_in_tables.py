"""Texts of users and models in the forms of a table: escaped, on one line, none too long."""

from __future__ import annotations

import csv
import html
import io
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.render.escape import escape_html, escape_markdown
from earned.render.table import (
    Row,
    Table,
    one,
)
from earned.render.tex_text import escape_tex
from earned.render.writers import RENDERERS

TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
HOSTILE = "&_%$#{}~^\\<>|*[](x)`\"'\n\t\x00\u2028–Δé中\u0301‘"


@pytest.mark.parametrize("text", ["[A] x", "*x", "a\nb", "50%", "~^\\{}$#", HOSTILE])
def test_no_label_breaks_a_row_of_latex(text: str) -> None:
    made = escape_tex(text)
    assert made.isascii()
    assert "\n" not in made
    assert made[0] not in "[*"
    bare = re.sub(r"\\[A-Za-z]+\{\}|\\['\"`^~=.]\{[A-Za-z]\}|\$\\?[A-Za-z-]+\$", "", made)
    bare = re.sub(r"^\{\}|\{`\}", "", bare)
    for char in "&%$#_{}":
        assert bare.replace(f"\\{char}", "").count(char) == 0, bare


@pytest.mark.parametrize(
    ("text", "made"),
    [("Šafář", r"\v{S}af\'{a}\v{r}"), ("Łódź–ß", r"\L{}\'{o}d\'{z}--\ss{}"),
     ("中", "[U+4E2D]"), ("a--b", "a-{}-b"), ("F1 ≥ 0.8", r"F1 $\geq$ 0.8"), ("ậ", r"\^{\d{a}}"),
     ("e\u0301", r"\'{e}")],
)  # fmt: skip
def test_every_character_has_a_form_in_latex(text: str, made: str) -> None:
    assert escape_tex(text) == made


@given(st.text(max_size=30))
def test_any_text_is_ascii_and_balanced_in_latex(text: str) -> None:
    made = escape_tex(text)
    assert made.isascii()
    bare = made.replace("\\{", "").replace("\\}", "")
    assert bare.count("{") == bare.count("}")


@given(st.text(alphabet="ab|<&\\*_[](`~$\n", max_size=12))
def test_no_label_breaks_a_row_of_markdown(text: str) -> None:
    made = escape_markdown(text)
    bare = re.sub(r"\\[\\|*_~$`\]]", "x", made)
    assert not set("|<\n*_`~$") & set(bare)
    assert "](" not in bare


@given(st.text(max_size=30))
def test_any_text_comes_back_from_html(text: str) -> None:
    made = escape_html(text)
    assert not set("<>\"'") & set(made)
    assert html.unescape(made) == "".join(
        " " if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") or c in TURNING else c
        for c in text
    )


@pytest.mark.parametrize("form", RENDERERS)
def test_hostile_texts_stand_in_every_form_on_one_line_each(form: str) -> None:
    row = Row(key="a", label=HOSTILE, cells=(one("/says", "text"),))
    table = Table(name="t", title=HOSTILE, stub=HOSTILE, columns=("X",), rows=(row,) * 2,
                  notes=(HOSTILE,))  # fmt: skip
    made = RENDERERS[form](table, {"says": HOSTILE})
    if form == "csv":
        assert list(csv.reader(io.StringIO(made)))[1] == [HOSTILE, HOSTILE]
    else:
        plain = RENDERERS[form](table.model_copy(update={"title": "x"}), {"says": "x"})
        assert made.count("\n") == plain.count("\n")


def test_a_text_too_long_for_a_page_is_cut_in_latex_alone() -> None:
    row = Row(key="a", label="x", cells=(one("/says", "text"),))
    table = Table(name="t", title="T", stub="S", columns=("X",), rows=(row,))
    made = {form: render(table, {"says": "word " * 2000}) for form, render in RENDERERS.items()}
    assert made["tex"].count("word") == 160
    assert "word [\\ldots{}]" in made["tex"]
    assert all(text.count("word") == 2000 for form, text in made.items() if form != "tex")


@pytest.mark.parametrize("mark", TURNING)
def test_a_mark_that_turns_the_text_after_it_is_not_passed_on(mark: str) -> None:
    for escape in (escape_html, escape_markdown, escape_tex):
        assert escape(f"a{mark}b") == "a b"
