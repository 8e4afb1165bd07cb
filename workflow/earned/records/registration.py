"""What a study fixed before it had data: its rules, its questions and its planted sources."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from earned.records.base import Record

Mark = Literal[
    "as registered", "changed after registration", "registered after data", "not registered"
]
"""When the rule of a verdict was fixed. A mark stands beside a verdict and never changes it."""
AS_REGISTERED: Mark = "as registered"


class FrozenFile(Record):
    """A frozen file, by its content."""

    sha256: str
    records: int = Field(ge=0, description="record count")


class RegisteredRule(Record):
    """A rule whole, so that a reader need not find the configuration of that day."""

    estimand: str = Field(description="the contrast that the rule judges")
    rule_sha256: str = Field(description="of the rule's canonical JSON, as verdicts name it")
    rule: dict[str, Any] = Field(description="as in the configuration, defaults filled in")


class Registration(Record):
    """One line of `registration.jsonl`: what held from now on."""

    number: int = Field(ge=0, description="place in the file; 0 is the first")
    rules: tuple[RegisteredRule, ...]
    population: FrozenFile
    artifacts: dict[str, FrozenFile] = Field(description="regime to its planted sources")
    evidence_before: bool = Field(description="agents of this audit had left files already")
    before: str = Field(description="SHA-256 of the record before this one; empty for the first")
