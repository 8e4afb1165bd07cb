"""How far a study is, from what its jobs have left so far."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from earned.config.plan import Plan


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
    cells = [
        f"{audit}.agents.{cell.model}.{cell.regime}.{cell.surface}"
        for audit in plan.study.audits
        for cell in plan.cells(audit)
    ]
    known = [_read(root / "logs" / "progress" / f"{cell}.json") for cell in cells]
    return State(
        cells_done=sum(done == total > 0 for done, total in known),
        cells=len(cells),
        records_done=sum(done for done, _ in known),
        records=sum(total for _, total in known),
    )


def _read(path: Path) -> tuple[int, int]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return int(found["finished"]), int(found["total"])
    except (OSError, ValueError, KeyError):
        return 0, 0
