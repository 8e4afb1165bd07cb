"""What a verification found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Report:
    """Counts of what held, and one sentence for each thing that did not."""

    claims: int = 0
    files: int = 0
    tables: int = 0
    figures: int = 0
    outside_compared: int = 0
    outside_absent: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    root_sha256: str = ""

    @property
    def passed(self) -> bool:
        """Whether everything held."""
        return not self.failures

    def fail(self, where: str, what: str) -> None:
        """Note a failure."""
        self.failures.append(f"{where}: {what}")

    def lines(self) -> list[str]:
        """Say it in words."""
        head = [f"FAILED {failure}" for failure in self.failures]
        counts = Counter(self.outside_absent)
        absent = ", ".join(name if n == 1 else f"{n} × {name}" for name, n in counts.items())
        return [
            *head,
            f"verified {self.claims} claims, {self.files} files, {self.tables} rendered files, "
            f"{self.figures} drawn ones",
            *self.remarks,
            f"files outside the folder: {self.outside_compared} compared, "
            f"{len(self.outside_absent)} not re-hashed{f' ({absent})' if absent else ''}",
            *self._unused_line(),
            f"root hash {self.root_sha256}",
            "verification passed" if self.passed else f"{len(self.failures)} failures",
        ]

    def _unused_line(self) -> list[str]:
        folders = ", ".join(name.rpartition("/")[0] for name in self.unused)
        return [f"in no number, left by an earlier run of the study: {folders}"] if folders else []
