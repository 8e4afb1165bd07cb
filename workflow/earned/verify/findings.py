"""What a check notes: what did not hold, and whether its root hash is the published one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from earned.errors import UserError

LIMIT = (
    "a rewrite of evidence, hashes and numbers that fits together shows in the root hash alone: "
    "publish it, and compare it with --root"
)
SHORTEST_ROOT = 12


@dataclass
class Findings:
    """One sentence for each thing that did not hold, and what a reader should know.

    Attributes:
        root_sha256: root hash of the study.
        root_compared: it, or what covers it, was compared with a published one.
    """

    UNCHECKED: ClassVar[str] = "cannot be read as what it should be"

    remarks: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    root_sha256: str = ""
    root_compared: bool = False

    def fail(self, where: str, what: str) -> None:
        """Note a failure."""
        self.failures.append(f"{where}: {what}")

    def guard(self, where: str, check: Callable[[], None]) -> None:
        """Run a check; whatever keeps it from running to its end is a failure, too."""
        try:
            check()
        except UserError as error:
            self.fail(where, str(error).rstrip("."))
        except Exception as error:  # nothing that goes wrong may pass for right
            self.fail(where, f"{self.UNCHECKED} ({type(error).__name__}: {error})")

    def compare_root(self, expected: str | None, known: tuple[str, ...]) -> bool:
        """Compare a published hash, or its first twelve digits or more; say whether it fits."""
        if expected is None:
            return True
        wanted = expected.strip().lower()
        fits = len(wanted) >= SHORTEST_ROOT and any(one.startswith(wanted) for one in known)
        self.root_compared = fits
        return fits

    def root_line(self) -> str:
        """Say the root hash, and what it stands for."""
        compared = ", as published" if self.root_compared else f"; {LIMIT}"
        return f"root hash {self.root_sha256}{compared}"
