"""What a verification found."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from earned.errors import printable
from earned.verify.findings import LIMIT, Findings


@dataclass
class Report(Findings):
    """Counts of what held, and one sentence for each thing that did not."""

    claims: int = 0
    files: int = 0
    remade: dict[str, int] = field(default_factory=dict)
    """Stage to files made again and found equal."""
    not_remade: list[str] = field(default_factory=list)
    outside_compared: int = 0
    outside_absent: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether everything held."""
        return not self.failures

    def as_json(self) -> dict[str, Any]:
        """Give everything for a machine."""
        return {**asdict(self), "passed": self.passed, "limit": LIMIT}

    def lines(self) -> list[str]:
        """Say it in words."""
        head = [f"FAILED {failure}" for failure in self.failures]
        counts = Counter(self.outside_absent)
        absent = ", ".join(name if n == 1 else f"{n} × {name}" for name, n in counts.items())
        made = ", ".join(f"{stage} {files}" for stage, files in self.remade.items())
        said = [
            *head,
            f"verified {self.claims} claims, {self.files} files",
            f"files made again and equal: {made or 'none'}",
            *(f"not made again: {why}" for why in self.not_remade),
            *self.remarks,
            f"files outside the folder: {self.outside_compared} compared, "
            f"{len(self.outside_absent)} not re-hashed{f' ({absent})' if absent else ''}",
            *self._unused_line(),
            self.root_line(),
            "verification passed" if self.passed else f"{len(self.failures)} failures",
        ]
        return list(map(printable, said))

    def _unused_line(self) -> list[str]:
        folders = ", ".join(name.rpartition("/")[0] for name in self.unused)
        return [f"in no number, left by an earlier run of the study: {folders}"] if folders else []
