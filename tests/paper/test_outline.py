"""Which table and figure stands in which section of the supplement."""

from __future__ import annotations

from collections import Counter

from earned.audits.acquabench.figures import FIGURES
from earned.audits.acquabench.paper import run
from earned.audits.acquabench.tables import TABLES
from earned.figures.rendering import FigureEntry
from earned.paper.document import MOST_HEIGHT, Part, slices, supplement
from earned.paper.outline import FURTHER, Outline, Section, only, with_the_rest, with_values

RESULTS = {"caveats": ["Draws whole questions.", "Hangs on 50% & more_of_it."]}
OUTLINE = run(RESULTS)
SMALL = Outline("T", (Section("One", tables=("a",)), Section("Two", figures=("f",))))


def entry(height: float, *breaks: float) -> FigureEntry:
    return FigureEntry(name="f", title="A.", notes=("B_c.",), width=468, height=height,
                       breaks=breaks)  # fmt: skip


def test_every_registered_table_and_figure_has_one_place() -> None:
    tables = Counter(name for section in OUTLINE.sections for name in section.tables)
    figures = Counter(name for section in OUTLINE.sections for name in section.figures)
    assert tables == Counter(TABLES)
    assert figures == Counter(FIGURES)


def test_caveats_stand_in_the_document() -> None:
    assert [with_values(s, RESULTS).items for s in OUTLINE.sections if s.items] == [
        ("Draws whole questions.", "Hangs on 50% & more_of_it.")
    ]


def test_what_no_section_names_comes_last_in_the_order_of_the_registry() -> None:
    made = with_the_rest(SMALL, ["z", "a", "b"], ["f", "g"])
    assert made.sections[:2] == SMALL.sections
    assert made.sections[2] == Section(FURTHER, tables=("z", "b"), figures=("g",))
    assert with_the_rest(SMALL, ["a"], ["f"]) == SMALL


def test_a_table_without_a_row_is_named_and_one_that_was_not_made_is_left_out() -> None:
    section = Section("S", ("Text.",), tables=("full", "empty", "unknown"), figures=("f", "g"))
    kept = only(section, {"full": True, "empty": False}, ["g"])
    assert kept.tables == ("full",)
    assert kept.figures == ("g",)
    assert kept.text == ("Text.", "Without a row in this study: empty.")


def test_a_figure_is_cut_into_pieces_that_cover_it_once() -> None:
    made = slices(entry(1500, 900, 300))
    assert [(piece.high, piece.low) for piece in made] == [(1500, 900), (900, 300), (300, 0)]
    assert {piece.shown for piece in made} == {468}


def test_a_piece_higher_than_a_page_is_made_smaller() -> None:
    (piece,) = slices(entry(2 * MOST_HEIGHT))
    assert piece.shown == 234


def test_the_source_takes_tables_and_figures_from_beside_its_folder_and_escapes_words() -> None:
    sections = (Section("A & B", ("50%",), ("t_1",), ("f",), ("x_y",)),)
    part = Part("audit", Outline("Title #1", sections), {"f": entry(100)}, ("t_1",))
    text = supplement("my_study", [part])
    assert list(part.files()) == ["audit/tables/t_1.tex", "audit/figures/f.pdf"]
    for piece in (r"my\_study", r"A \& B", r"50\%", r"\item x\_y", r"Title \#1", r"B\_c.",
                  r"\input{../audit/tables/t_1.tex}", "{../audit/figures/f.pdf}"):  # fmt: skip
        assert piece in text
    assert text.isascii()
