"""What an audit of a release found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from earned.errors import printable
from earned.records.release import Replacement
from earned.verify.findings import LIMIT, Findings

COVERED = "the audit covers this folder alone; what it does not hold is listed with the reason"


@dataclass
class AuditReport(Findings):
    """Counts of what held, and one sentence for each thing that did not.

    Attributes:
        study: its name.
        release_sha256: hash of `release.json`, which covers every file.
        replaced: path in the results to what stands for it.
        checked: what was checked, to how often it held.
        not_rederived: what could not be made or checked again, and why.
    """

    UNCHECKED = "could not be checked"

    study: str = ""
    release_sha256: str = ""
    replaced: Mapping[str, Replacement] = field(default_factory=dict)
    checked: dict[str, int] = field(default_factory=dict)
    not_rederived: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether everything held; an audit that checked nothing did not pass."""
        return not self.failures and bool(self.checked)

    def held(self, what: str, count: int = 1) -> None:
        """Count what held."""
        self.checked[what] = self.checked.get(what, 0) + count

    def missing(self, name: str) -> str:
        """Say why a file of the results is not here as it was; empty where it is."""
        gone = self.replaced.get(name)
        return f"{name} is {gone.kind} ({gone.why})" if gone else ""

    def as_json(self) -> dict[str, Any]:
        """Give everything for a machine."""
        return {
            "study": self.study,
            "passed": self.passed,
            "root_sha256": self.root_sha256,
            "release_sha256": self.release_sha256,
            "root_compared": self.root_compared,
            "checked": self.checked,
            "failures": self.failures,
            "not_rederived": self.not_rederived,
            "replaced": [gone.model_dump(mode="json") for gone in self.replaced.values()],
            "remarks": self.remarks,
            "limit": LIMIT,
        }

    def lines(self) -> list[str]:
        """Say it in words."""
        said = [
            *(f"FAILED {failure}" for failure in self.failures),
            *(f"checked: {count} {what}" for what, count in self.checked.items()),
            *(f"not re-derived: {why}" for why in self.not_rederived),
            *self.remarks,
            COVERED,
            f"release hash {self.release_sha256}",
            self.root_line(),
            f"audit of study {self.study} passed" if self.passed
            else f"audit failed: {len(self.failures)} failures",
        ]  # fmt: skip
        return list(map(printable, said))
