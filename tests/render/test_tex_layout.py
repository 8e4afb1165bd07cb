"""Columns of a LaTeX table: side by side as long as a page is wide enough, never beyond it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.render.tex_layout import GAP, ROOM, Column, Layout, lay_out
from earned.render.tex_text import LONGEST_PIECE, words_of, words_of_number
from earned.render.tex_width import SIZES, text_width


def numbers(cell: str, head: str = "Head") -> Column:
    made = words_of_number(cell)
    return Column(head=words_of(head), cells=(made,), numbers=(made,), text=False)


def texts(cell: str) -> Column:
    return Column(head=words_of("Text"), cells=(words_of(cell),), numbers=(), text=True)


LABEL = texts("D0, a model")
EFFECT = "+25.0 [+19.6, +32.4]"


def placed(layout: Layout) -> list[list[int]]:
    return [[place.column for place in block] for block in layout.blocks]


def test_a_small_table_is_one_block_of_the_largest_size() -> None:
    layout = lay_out([LABEL, numbers(EFFECT), numbers("540")])
    assert placed(layout) == [[0, 1, 2]]
    assert layout.size == SIZES[0]


def test_a_wide_table_opens_blocks_where_it_is_told_to() -> None:
    layout = lay_out([LABEL, *(numbers(EFFECT) for _ in range(8))], splits=[5])
    assert placed(layout) == [[0, 1, 2, 3, 4], [0, 5, 6, 7, 8]]


def test_a_split_is_not_taken_where_all_fits() -> None:
    assert placed(lay_out([LABEL, numbers("1"), numbers("2")], splits=[2])) == [[0, 1, 2]]


def test_an_interval_stands_below_its_value_before_a_column_moves() -> None:
    layout = lay_out([LABEL, *(numbers(EFFECT) for _ in range(6))])
    assert placed(layout) == [list(range(7))]
    assert layout.blocks[0][1].width < text_width(EFFECT, layout.size)


def test_running_text_takes_the_room_that_is_left() -> None:
    layout = lay_out([LABEL, texts("many words " * 40), numbers("540")])
    (block,) = layout.blocks
    assert block[1].width > 200


def test_a_number_breaks_before_its_interval_and_nowhere_else() -> None:
    assert words_of_number("286/540, 53.0%") == (("286/540,\u00a053.0%",),)
    assert words_of_number("+5.0 [0.2, 10.2]") == (("+5.0",), ("[0.2,\u00a010.2]",))
    assert words_of_number("0 / 1 / 0") == (("0\u00a0/\u00a01\u00a0/\u00a00",),)


@pytest.mark.parametrize("word", ["/analyses/d0_x/effects/delta_gs/value", "ab" * 32, "x" * 500])
def test_a_long_word_has_places_to_break(word: str) -> None:
    (pieces,) = words_of(word)
    assert "".join(pieces) == word
    assert max(map(len, pieces)) <= LONGEST_PIECE + 1


CELL = st.text(alphabet="aW0 .[/中", max_size=60)


@given(
    st.lists(st.tuples(CELL, st.booleans()), min_size=1, max_size=14), st.sets(st.integers(1, 14))
)
def test_no_block_is_wider_than_the_page_and_no_column_is_lost(
    cells: list[tuple[str, bool]], splits: set[int]
) -> None:
    columns = [LABEL, *(texts(cell) if text else numbers(cell) for cell, text in cells)]
    layout = lay_out(columns, sorted(n for n in splits if n < len(columns)))
    for block in layout.blocks:
        assert sum(place.width for place in block) + GAP * (len(block) - 1) <= ROOM + 1e-6
    assert [n for block in placed(layout) for n in block[1:]] == list(range(1, len(columns)))
