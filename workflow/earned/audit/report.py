"""What an audit of a release found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from earned.errors import UserError
from earned.records.release import Replacement
from earned.verify.report import LIMIT, one_line

COVERED = "the audit covers this folder alone; what it does not hold is listed with the reason"


@dataclass
class AuditReport:
    """Counts of what held, and one sentence for each thing that did not.

    Attributes:
        study: its name.
        root_sha256: root hash of the study, as the release states it.
        release_sha256: hash of `release.json`, which covers every file.
        root_compared: one of the two was compared with a published one.
        replaced: path in the results to what stands for it.
        checked: what was checked, to how often it held.
        not_rederived: what could not be made or checked again, and why.
        remarks: what an auditor should know.
        failures: what did not hold.
    """

    study: str = ""
    root_sha256: str = ""
    release_sha256: str = ""
    root_compared: bool = False
    replaced: Mapping[str, Replacement] = field(default_factory=dict)
    checked: dict[str, int] = field(default_factory=dict)
    not_rederived: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether everything held; an audit that checked nothing did not pass."""
        return not self.failures and bool(self.checked)

    def fail(self, where: str, what: str) -> None:
        """Note a failure."""
        self.failures.append(f"{where}: {what}")

    def held(self, what: str, count: int = 1) -> None:
        """Count what held."""
        self.checked[what] = self.checked.get(what, 0) + count

    def guard(self, name: str, check: Callable[[], None]) -> None:
        """Run a check; whatever keeps it from running to its end is a failure."""
        try:
            check()
        except UserError as error:
            self.fail(name, str(error).rstrip("."))
        except Exception as error:  # fail closed: nothing that goes wrong may pass for right
            self.fail(name, f"could not be checked ({type(error).__name__}: {error})")

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
        compared = ", as published" if self.root_compared else f"; {LIMIT}"
        said = [
            *(f"FAILED {failure}" for failure in self.failures),
            *(f"checked: {count} {what}" for what, count in self.checked.items()),
            *(f"not re-derived: {why}" for why in self.not_rederived),
            *self.remarks,
            COVERED,
            f"release hash {self.release_sha256}",
            f"root hash {self.root_sha256}{compared}",
            f"audit of study {self.study} passed" if self.passed
            else f"audit failed: {len(self.failures)} failures",
        ]  # fmt: skip
        return list(map(one_line, said))
