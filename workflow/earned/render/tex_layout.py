"""Which columns of a table stand side by side on a page, how wide each is, and in what size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from earned.render.tex_text import Words
from earned.render.tex_width import SIZES, Size, text_width

ROOM = 453.0
"""Width of a text block of A4 or letter paper with margins of 2.5 cm, in points."""
GAP = 6.0
"""Between two columns, in points."""
LEAST_TEXT = (56.0, 84.0)
"""A column of text is at least half as wide as its longest text, within these bounds."""
LEAST_LABEL = (56.0, 150.0)
"""The same for the row labels, which few lines make easy to find."""
HEAD_LINES = 3
"""Lines that the head of a column of numbers may take."""
SLACK = 1.5


@dataclass(frozen=True)
class Column:
    """One column of a table, its head and its cells as words."""

    head: Words
    cells: tuple[Words, ...]
    numbers: tuple[Words, ...]
    """Those of the cells that hold a number; a column without any is one of text."""
    text: bool
    label: bool = False
    """It holds the row labels."""


class Placed(NamedTuple):
    """A column by its number, and its width in points."""

    column: int
    width: float


class Layout(NamedTuple):
    """A size for all, and the blocks that follow each other; column 0 opens every block."""

    size: Size
    blocks: tuple[tuple[Placed, ...], ...]


def lay_out(columns: Sequence[Column], splits: Sequence[int] = ()) -> Layout:
    """Place columns, in the largest size that will do.

    All stand in one block if they fit; else blocks open at the given columns; else cells of
    numbers break too; else blocks open wherever there is no more room.

    Args:
        columns: those of a table, the row labels first.
        splits: numbers of columns that open a block if there must be several.
    """
    together, apart = _groups(len(columns), ()), _groups(len(columns), splits)
    for groups, whole in ((together, True), (apart, True), (apart, False)):
        for size in SIZES:
            blocks = [_fitted(columns, group, size, True)
                      or (None if whole else _fitted(columns, group, size, False))
                      for group in groups]  # fmt: skip
            if None not in blocks:
                return Layout(size, tuple(block for block in blocks if block))
    packed = _packed(columns, apart, SIZES[-1])
    return Layout(SIZES[-1], tuple(_squeezed(columns, group, SIZES[-1]) for group in packed))


def _groups(count: int, splits: Sequence[int]) -> list[list[int]]:
    cuts = [1, *sorted(set(splits) - {1}), count]
    return [list(range(*pair)) for pair in pairwise(cuts)]


def _fitted(
    columns: Sequence[Column], group: Sequence[int], size: Size, whole: bool
) -> tuple[Placed, ...] | None:
    """Give each column of a block its width; None if even the least widths are too much.

    Args:
        columns: those of the table.
        group: numbers of the block's columns, without that of the row labels.
        size: the font size.
        whole: cells of numbers stand on one line.
    """
    numbers = (0, *group)
    natural = [_natural(columns[n], size) for n in numbers]
    least = [_least(columns[n], size, whole) for n in numbers]
    room = ROOM - GAP * (len(numbers) - 1)
    if sum(least) > room:
        return None
    return tuple(map(Placed, numbers, _shared(natural, least, room)))


def _shared(natural: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """Share the room that is left among the columns that want more."""
    wanted = [max(wish - need, 0) for wish, need in zip(natural, least, strict=True)]
    left = min(room - sum(least), sum(wanted))
    total = sum(wanted) or 1
    return [need + left * wish / total for need, wish in zip(least, wanted, strict=True)]


def _packed(
    columns: Sequence[Column], groups: Sequence[Sequence[int]], size: Size
) -> Iterator[list[int]]:
    """Fill blocks column by column, each group from a block of its own."""
    for group in groups:
        block: list[int] = []
        for number in group:
            if block and _fitted(columns, [*block, number], size, True) is None:
                yield block
                block = []
            block.append(number)
        yield block


def _squeezed(columns: Sequence[Column], group: Sequence[int], size: Size) -> tuple[Placed, ...]:
    """Place a block; columns that are too wide by themselves share what there is."""
    fitted = _fitted(columns, group, size, False)
    if fitted is not None:
        return fitted
    numbers = (0, *group)
    least = [_least(columns[n], size, False) for n in numbers]
    room = ROOM - GAP * (len(numbers) - 1)
    return tuple(Placed(n, room * w / sum(least)) for n, w in zip(numbers, least, strict=True))


def _natural(column: Column, size: Size) -> float:
    """The width at which no cell breaks, but words between numbers and the head may."""
    lines = [_line(words, size) for words in (column.cells if column.text else column.numbers)]
    pieces = [_longest(words, size) for words in (column.head, *column.cells)]
    return max([*lines, *pieces, _line(column.head, size) / HEAD_LINES]) + SLACK


def _least(column: Column, size: Size, whole: bool) -> float:
    natural = _natural(column, size)
    if whole and not column.text:
        return natural
    longest = max(_longest(words, size) for words in (column.head, *column.cells)) + SLACK
    if not column.text:
        return longest
    low, high = LEAST_LABEL if column.label else LEAST_TEXT
    return max(longest, min(natural, max(low, min(high, natural / 2))))


def _line(words: Words, size: Size) -> float:
    return text_width(" ".join("".join(word) for word in words), size)


def _longest(words: Words, size: Size) -> float:
    return max(text_width(piece, size) for word in words for piece in word)
