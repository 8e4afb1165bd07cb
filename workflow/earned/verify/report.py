"""What a verification found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from earned.errors import UserError

LIMIT = (
    "a rewrite of evidence, hashes and numbers that fits together shows in the root hash alone: "
    "publish it, and compare it with --root"
)


def one_line(text: str) -> str:
    """Escape what does not print: the name of a file must not add a line to a report."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


@dataclass
class Report:
    """Counts of what held, and one sentence for each thing that did not."""

    claims: int = 0
    files: int = 0
    remade: dict[str, int] = field(default_factory=dict)
    """Stage to files made again and found equal."""
    not_remade: list[str] = field(default_factory=list)
    outside_compared: int = 0
    outside_absent: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    root_sha256: str = ""
    root_compared: bool = False

    @property
    def passed(self) -> bool:
        """Whether everything held."""
        return not self.failures

    def fail(self, where: str, what: str) -> None:
        """Note a failure."""
        self.failures.append(f"{where}: {what}")

    def guard(self, where: str, check: Callable[[], None]) -> None:
        """Run a check; what keeps it from running is a failure, too."""
        try:
            check()
        except UserError as error:
            self.fail(where, str(error).rstrip("."))
        except Exception as error:
            what = f"cannot be read as what it should be ({type(error).__name__}: {error})"
            self.fail(where, what)

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
            f"root hash {self.root_sha256}"
            + (", as published" if self.root_compared else f"; {LIMIT}"),
            "verification passed" if self.passed else f"{len(self.failures)} failures",
        ]
        return list(map(one_line, said))

    def _unused_line(self) -> list[str]:
        folders = ", ".join(name.rpartition("/")[0] for name in self.unused)
        return [f"in no number, left by an earlier run of the study: {folders}"] if folders else []
