"""The raw trajectories of a number's cells: how many there are of each arm and outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from earned.errors import UserError
from earned.explain.behind import Behind
from earned.explain.evidence import Evidence
from earned.explain.frames import Cell, Key, Marked
from earned.explain.record import Group
from earned.records.files import validate
from earned.records.trajectory import Trajectory

KIND = "trajectories"


@dataclass(frozen=True)
class Raw:
    """One line of a file of trajectories."""

    key: Key
    outcome: str
    where: str
    value: Mapping[str, Any]

    def whole(self) -> Trajectory:
        """Validate it."""
        return validate(Trajectory, self.value, where=self.where)


def read_cells(evidence: Evidence, cells: Iterable[Cell], behind: Behind) -> dict[Key, Raw]:
    """Read the trajectories of some cells, those of the number's arms alone.

    Raises:
        UserError: a line is damaged.
    """
    found = (raw for cell in cells for raw in _of_cell(evidence, cell))
    return {
        raw.key: raw
        for raw in found
        if raw.key.condition in behind.conditions and behind.qid in ("", raw.key.qid)
    }


def _of_cell(evidence: Evidence, cell: Cell) -> Iterator[Raw]:
    name = cell.trajectories
    for number, line in evidence.lines(name, KIND):
        value = evidence.parsed(name, number, line)
        where = f"{evidence.root / name}, line {number}"
        try:
            key = Key(*(value[field] for field in Key._fields))  # type: ignore[arg-type]
            yield Raw(key, str(value["outcome"]), where, value)
        except KeyError as error:
            raise UserError(f"has no field {error.args[0]}", where=where,
                            remedy="a Trajectory record is expected there") from None  # fmt: skip


def groups(
    raw: Mapping[Key, Raw], marked: Sequence[Marked] | None, behind: Behind
) -> tuple[Group, ...]:
    """Count trajectories by model, regime, surface, arm and outcome.

    Args:
        raw: the trajectories; where there is none, the score rows are counted.
        marked: the score rows, which say what counts; None where they are not in the folder.
        behind: names the runs, and the order of the arms.
    """
    known = {row.key: row for row in marked or ()}
    outcomes = {key: one.outcome for key, one in raw.items() if marked is None or key in known}
    outcomes = outcomes or {key: row.outcome for key, row in known.items()}
    records: Counter[tuple[str, ...]] = Counter()
    counted: Counter[tuple[str, ...]] = Counter()
    for key, outcome in outcomes.items():
        group = (key.model, key.regime, key.surface, key.condition, outcome)
        records[group] += 1
        counted[group] += bool(known and known[key].counted)
    order = {
        name: n for n, name in enumerate((*behind.models, *behind.surfaces, *behind.conditions))
    }
    return tuple(
        Group(
            **dict(zip(("model", "regime", "surface", "condition", "outcome"), group, strict=True)),
            records=n,
            counted=counted[group] if marked is not None else None,
        )
        for group, n in sorted(records.items(), key=lambda item: _placed(item[0], order))
    )  # fmt: skip


def _placed(group: tuple[str, ...], order: Mapping[str, int]) -> tuple[object, ...]:
    model, regime, surface, condition, outcome = group
    return order.get(model, 0), regime, order.get(surface, 0), order.get(condition, 0), outcome


def missing(raw: Mapping[Key, Raw], marked: Sequence[Marked] | None) -> int:
    """Count score rows without a trajectory, in a folder that has trajectories."""
    return sum(row.key not in raw for row in marked or ()) if raw else 0
