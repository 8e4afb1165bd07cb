"""What a check found, and how it is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from pydantic import Field, JsonValue

from earned.errors import UserError
from earned.records.base import Record

Verdict = Literal["ok", "note", "FAIL"]
Say = Callable[[str], None]


class Check(Record):
    """One check of one engine."""

    name: str
    verdict: Verdict
    said: str = Field(description="one sentence, without a full stop")
    detail: tuple[str, ...] = Field(default=(), description="further lines, e.g. of a log")
    figures: dict[str, JsonValue] = Field(default={}, description="what was counted or measured")

    def lines(self) -> list[str]:
        """Say it on the terminal."""
        return [
            f"  {self.verdict:<4}  {self.name:<9} {self.said}",
            *(f"        {d}" for d in self.detail),
        ]


class Report(Record):
    """All checks of one engine; its home is `logs/`, so it may hold times and paths."""

    study: str
    model: str
    checks: tuple[Check, ...]

    @property
    def failed(self) -> bool:
        """Whether any check failed."""
        return any(check.verdict == "FAIL" for check in self.checks)


@dataclass
class Findings:
    """Checks as they are made; each is told at once."""

    say: Say
    checks: list[Check] = field(default_factory=list)

    def add(self, check: Check) -> None:
        """Keep a check, and say it."""
        self.checks.append(check)
        for line in check.lines():
            self.say(line)


def guarded(name: str, check: Callable[[], Check]) -> Check:
    """Make a check; a fault of the user's, or of the engine, is a check that failed."""
    try:
        return check()
    except UserError as error:
        return Check(name=name, verdict="FAIL", said=str(error).removesuffix("."))
