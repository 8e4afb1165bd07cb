"""What changed between two scorers: counts by arm, and each distinct answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from earned.records.rescored import FlippedAnswer, Flips, RescoredItem
from earned.rescore.judging import Key


def flips(items: Iterable[RescoredItem]) -> tuple[Flips, ...]:
    """Count successes and flips by model, regime and arm, sorted."""
    groups: dict[tuple[str, str, str], list[RescoredItem]] = {}
    for item in items:
        groups.setdefault((item.model, item.regime, item.condition), []).append(item)
    return tuple(_counted(*key, group) for key, group in sorted(groups.items()))


def _counted(model: str, regime: str, condition: str, items: Sequence[RescoredItem]) -> Flips:
    pairs = Counter((item.success_first, item.success_second) for item in items)
    return Flips(
        model=model,
        regime=regime,
        condition=condition,
        records=len(items),
        first=pairs[True, True] + pairs[True, False],
        second=pairs[True, True] + pairs[False, True],
        wrong_to_right=pairs[False, True],
        right_to_wrong=pairs[True, False],
    )


def flipped_answers(items: Iterable[RescoredItem], *, to_right: bool) -> tuple[FlippedAnswer, ...]:
    """List the distinct answers that went one way, most records first, then by their text."""
    groups: dict[tuple[str, str, str], list[RescoredItem]] = {}
    for item in items:
        if item.success_first != item.success_second and item.success_second == to_right:
            key = item.reference, item.prediction, item.rules
            groups.setdefault(key, []).append(item)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return tuple(_answer(group) for _, group in ordered)


def _answer(items: Sequence[RescoredItem]) -> FlippedAnswer:
    arms = Counter(item.condition for item in items)
    return FlippedAnswer(
        prediction=items[0].prediction,
        reference=items[0].reference,
        rules=tuple(name for name in items[0].rules.split(", ") if name),
        arms=dict(sorted(arms.items())),
        items=tuple(sorted(str(_key(item)) for item in items)),
    )


def _key(item: RescoredItem) -> Key:
    return Key(*(getattr(item, name) for name in Key._fields))
