"""The difference of two ledgers in words: headline claims first, each section cut to some lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from earned.diff.records import (
    BESIDE,
    JUDGED,
    Cell,
    Flip,
    ItemKey,
    ItemsDiff,
    Judgement,
    LedgerDiff,
    Move,
    OneSided,
    Side,
)  # fmt: skip
from earned.lineage.hashing import short

LINES = 20
FEW = 3


def diff_lines(diff: LedgerDiff, *, all_lines: bool = False) -> list[str]:
    """Say what moved.

    Args:
        diff: the difference.
        all_lines: give every line of every section.
    """
    limit = None if all_lines else LINES
    return [
        *_sides(diff),
        *_causes(diff),
        "",
        *_claims(diff, limit),
        "",
        *_items(diff.items, limit),
    ]


def _sides(diff: LedgerDiff) -> Iterator[str]:
    for called, side in (("old", diff.old), ("new", diff.new)):
        yield f"{called}  study {side.study}, root {side.root_sha256}"
    unsure = [s for s in (diff.old, diff.new) if not s.verified]
    if not unsure:
        yield f"both ledgers verify ({diff.old.claims} and {diff.new.claims} claims read again)"
    for called, side in (("old", diff.old), ("new", diff.new)):
        if not side.verified:
            yield _not_made_again(called, side)


def _not_made_again(called: str, side: Side) -> str:
    return (
        f"the {called} ledger's {side.claims} claims were read again at their places, but it was "
        f"not made again: {side.unverified}"
    )


def _causes(diff: LedgerDiff) -> Iterator[str]:
    if not diff.causes:
        yield "made by the same code, from the same parameters and outside files"
    for cause in diff.causes:
        old, new = (_hashes(side) for side in (cause.old, cause.new))
        yield f"made otherwise  {cause.stage}: {cause.what} {old} -> {new}"


def _hashes(found: Sequence[str]) -> str:
    return ", ".join(short(sha256) for sha256 in found) or "none"


def _claims(diff: LedgerDiff, limit: int | None) -> Iterator[str]:
    if not (diff.moved or diff.added or diff.removed):
        yield f"no claim moved; {diff.unmoved} are as they were"
    else:
        yield (
            f"{len(diff.moved)} claims moved, {len(diff.added)} added, {len(diff.removed)} "
            f"removed; {diff.unmoved} are as they were (* carries a verdict)"
        )
    for what in JUDGED:
        yield from _cut(f"{what} changed", _judged(diff.judgements, what), limit)
    if beside := {found.claim_id for found in diff.judgements if found.what in BESIDE}:
        yield f"{len(beside)} claims stand with another interval or n beside them (--json)"
    yield from _cut("moved", [_moved(move) for move in diff.moved], limit)
    yield from _cut("added", [_one_sided(found) for found in diff.added], limit)
    yield from _cut("removed", [_one_sided(found) for found in diff.removed], limit)


def _judged(judgements: Sequence[Judgement], what: str) -> list[str]:
    """Give one line for each row and change, with the columns that it is said of."""
    columns: dict[tuple[str, str], dict[str, None]] = {}
    for found in judgements:
        if found.what == what:
            row, column, _ = found.claim_id.rsplit("/", 2)
            change = f"{found.old or 'none'} -> {found.new or 'none'}"
            columns.setdefault((row, change), {})[column] = None
    return [f"{row}: {_few(list(named))}  {change}" for (row, change), named in columns.items()]


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    return ", ".join(names[:FEW]) + more


def _moved(move: Move) -> str:
    by = "" if move.difference is None else f"  ({_signed(move.difference)})"
    return f"{_star(move)} {move.claim_id}  {move.old_display} -> {move.new_display}{by}"


def _signed(difference: float | int | str) -> str:
    text = str(difference)
    return text if text.startswith("-") else f"+{text}"


def _one_sided(found: OneSided) -> str:
    return f"{_star(found)} {found.claim_id}  {found.display}"


def _star(found: OneSided | Move) -> str:
    return "*" if found.headline else " "


def _items(items: ItemsDiff, limit: int | None) -> Iterator[str]:
    compared, to_right, to_wrong, answers = (
        sum(getattr(cell, name) for cell in items.cells)
        for name in ("compared", "wrong_to_right", "right_to_wrong", "answers_differ")
    )
    yield (
        f"{compared} items compared: {to_right} wrong -> right, {to_wrong} right -> wrong, "
        f"{len(items.only_old)} only old, {len(items.only_new)} only new"
    )
    yield from (f"not compared: {why}" for why in items.not_compared)
    if compared:
        yield _answers(answers, compared)
    changed = [_cell(cell) for cell in items.cells if _changed(cell)]
    yield from _cut("by model, regime, surface and arm", changed, limit)
    yield from _cut("flipped", [line for flip in items.flips for line in _flip(flip)], limit)
    yield from _cut("only old", [_key(key) for key in items.only_old], limit)
    yield from _cut("only new", [_key(key) for key in items.only_new], limit)


def _answers(answers: int, compared: int) -> str:
    if answers:
        return f"answers differ in {answers} of {compared}: agents were run again"
    return "answers are the same in all of them: no flip comes from an agent"


def _changed(cell: Cell) -> bool:
    return bool(
        cell.wrong_to_right or cell.right_to_wrong or cell.answers_differ or cell.labels_differ
        or cell.only_old or cell.only_new
    )  # fmt: skip


def _cell(cell: Cell) -> str:
    where = " ".join((cell.model, cell.regime, cell.surface, cell.condition))
    return (
        f"{where}: {cell.wrong_to_right} wrong -> right, {cell.right_to_wrong} right -> wrong "
        f"of {cell.compared}, labels of {cell.labels_differ} differ"
    )


def _flip(flip: Flip) -> Iterator[str]:
    way = "wrong -> right" if flip.new_success else "right -> wrong"
    references = dict.fromkeys((flip.old_reference, flip.new_reference))
    answers = dict.fromkeys((flip.old_prediction, flip.new_prediction))
    yield (
        f"{_key(flip)}  {way}; reference {' -> '.join(map(repr, references))}, "
        f"answer {' -> '.join(map(repr, answers))}{'' if len(answers) > 1 else ' on both sides'}"
    )


def _key(key: ItemKey) -> str:
    run = f" #{key.repeat}" if key.repeat else ""
    return f"{key.model} {key.regime} {key.surface} {key.condition} {key.qid}{run}"


def _cut(title: str, lines: Sequence[str], limit: int | None) -> Iterator[str]:
    """Give a section, unless it is empty."""
    if lines:
        yield f"{title}:"
    yield from (f"  {line}" for line in lines[:limit])
    if limit is not None and len(lines) > limit:
        yield f"  … and {len(lines) - limit} more (--all shows them)"
