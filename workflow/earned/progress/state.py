"""How far a study is, from what its jobs have left so far."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from earned.config.plan import Cell, Plan
from earned.ledger.manifest import SHARDS


@dataclass(frozen=True)
class State:
    """Cells and records, done and in all; records are known only of cells that have begun."""

    cells_done: int
    cells: int
    records_done: int
    records: int

    def sentence(self) -> str:
        """Say it in one line."""
        return f"{self.cells_done} of {self.cells} cells done, {self.records_done} records"


def read_state(plan: Plan, root: Path) -> State:
    """Read the progress files of every cell."""
    folder = root / "logs" / "progress"
    cells = [(audit, cell) for audit in plan.study.audits for cell in plan.cells(audit)]
    whole = [_read(folder / f"{_name(audit, 'agents', cell)}.json") for audit, cell in cells]
    known = [
        found if found[1] else _parts(plan, folder, audit, cell)
        for (audit, cell), found in zip(cells, whole, strict=True)
    ]
    return State(
        cells_done=sum(done == total > 0 for done, total in whole),
        cells=len(cells),
        records_done=sum(done for done, _ in known),
        records=sum(total for _, total in known),
    )


def _name(first: str, second: str, cell: Cell) -> str:
    return ".".join((first, second, *cell))


def _parts(plan: Plan, folder: Path, audit: str, cell: Cell) -> tuple[int, int]:
    """Add up the parts that a cell is run in."""
    names = [f"{_name(SHARDS, audit, cell)}.{part}.json" for part in plan.shards(cell.model)]
    found = [_read(folder / name) for name in names]
    return sum(done for done, _ in found), sum(total for _, total in found)


def _read(path: Path) -> tuple[int, int]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return int(found["finished"]), int(found["total"])
    except (OSError, ValueError, KeyError):
        return 0, 0
