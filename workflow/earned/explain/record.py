"""The record of an explanation: what `--json` prints, and what the other forms are made from."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from earned.explain.behind import Behind
from earned.ledger.claim import SUPPORTED, Claim
from earned.records.base import Record


class Rule(Record):
    """The rule of the verdict that a number bears on."""

    estimand: str
    verdict: str
    why: str
    statement: str = Field(description="what a `supported` verdict supports, and no other does")
    stronger: str = Field(description="what none supports; empty in an older study")
    boundary: str
    registration: str = Field(description="when the rule was fixed; empty in an older study")
    rule_sha256: str = Field(description="of the rule that judged")
    rule: dict[str, Any] | None = Field(description="as frozen; null where none is found")
    frozen_in: str = Field(description="the file that it was read from, empty where none is found")
    frozen_sha256: str = Field(description="hash of the rule found there")

    @property
    def supports(self) -> str:
        """What the verdict supports; nothing unless it is `supported`."""
        return self.statement if self.verdict == SUPPORTED else ""

    @property
    def not_supported(self) -> tuple[str, ...]:
        """What it does not support, the rule's own statement first where the verdict is another."""
        own = () if self.verdict == SUPPORTED else (self.statement,)
        return (*own, *((self.stronger,) if self.stronger else ()))

    @property
    def same(self) -> bool:
        """Whether the frozen rule is the one that judged."""
        return self.rule_sha256 == self.frozen_sha256


class Group(Record):
    """Trajectories of one arm that ended one way."""

    model: str
    regime: str
    surface: str
    condition: str
    outcome: str
    records: int = Field(ge=0)
    counted: int | None = Field(ge=0, description="in the subset; null where scores are missing")


class Count(Record):
    """A term, counted again."""

    noun: str
    place: str
    sign: int
    hits: int
    of: int | None = Field(description="size of the base; null where the count has none")


class Checked(Record):
    """A value of the canonical results beside the same, counted again."""

    pointer: str
    claimed: float | int | None
    counted: float | int | None
    agrees: bool


class Recount(Record):
    """The number from its score rows."""

    says: str
    counts: tuple[Count, ...]
    checks: tuple[Checked, ...]

    @property
    def agrees(self) -> bool:
        """Whether every count is what the results say."""
        return all(check.agrees for check in self.checks)


class ShownSource(Record):
    """A source that a step showed."""

    source_id: str
    title: str = Field(description="empty where the population is not in the folder")
    planted: bool


class ExampleStep(Record):
    """One step of a trajectory."""

    action: str = Field(description="empty where unparsable")
    argument: str
    shown: tuple[ShownSource, ...]
    planted: int = Field(ge=0, description="planted sources among those shown")
    forced: bool = False


class ExampleArm(Record):
    """One trajectory of an example."""

    model: str
    condition: str
    repeat: int
    supplied: str = Field(description="the value that the arm supplies; empty under none")
    prediction: str
    outcome: str
    error: str
    success: bool | None = Field(description="null where the scores are not in the folder")
    counted: bool | None = Field(description="the record is in the subset")
    steps: tuple[ExampleStep, ...]


class Example(Record):
    """One unit behind the number, its arms side by side."""

    qid: str
    regime: str
    surface: str
    question: str
    reference: str
    why: str = Field(description="what it is an example of")
    arms: tuple[ExampleArm, ...]


class NamedFile(Record):
    """A file of the chain."""

    path: str = Field(description="relative to the results folder; `//` + name outside it")
    sha256: str
    records: int | None
    made_by: str = Field(default="", description="folder of the stage that made it")
    behind: bool = Field(default=True, description="the number was made from it")


class StageNode(Record):
    """One stage on the way from raw data to the number."""

    folder: str
    stage: str
    audit: str
    parameters_sha256: str = Field(description="of the canonical JSON of its parameters")
    code_sha256: str
    environment_sha256: str
    lineage_sha256: str = Field(description="of its lineage record")
    registrations: tuple[str, ...] = Field(
        default=(), description="SHA-256 of the registrations that a cell was run under"
    )
    inputs: tuple[NamedFile, ...]
    outputs: tuple[NamedFile, ...]


class Explanation(Record):
    """Everything that `earned explain` says of one number."""

    claim: Claim
    behind: Behind | None = Field(description="null where the audit does not know the number")
    files: tuple[NamedFile, ...] = Field(description="files behind it that are no trajectories")
    rule: Rule | None
    records: tuple[Group, ...]
    recount: Recount | None
    examples: tuple[Example, ...]
    examples_rule: str = Field(description="how they were chosen")
    chain: tuple[StageNode, ...] = Field(description="from the number's own stage downwards")
    raw_data: tuple[NamedFile, ...] = Field(description="files outside the folder")
    weights: tuple[NamedFile, ...] = Field(description="manifests of model weights")
    configuration: NamedFile
    remarks: tuple[str, ...] = Field(description="what could not be shown, and why")

    @property
    def agrees(self) -> bool:
        """Whether the counts are what the results say, and the rule is the one frozen."""
        rule = self.rule is None or self.rule.same
        return rule and (self.recount is None or self.recount.agrees)
