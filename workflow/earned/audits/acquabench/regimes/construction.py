"""The construction audit: every candidate, check, verdict and rejection behind an artifact."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeVar

from pydantic import Field

from earned.audits.acquabench.authors.candidate import Candidate, Verdict
from earned.audits.acquabench.regimes.decoys import Decoy
from earned.records.base import Record

T = TypeVar("T", bound="Tried")


class Tried(Record):
    """The author-independent checks on something proposed, and its verifier's verdict."""

    faults: tuple[str, ...] = Field(description="failed checks; the verifier is then not asked")
    verdict: Verdict | None = Field(default=None, description="null where it was not asked")

    @property
    def accepted(self) -> bool:
        """Whether it stands."""
        return self.verdict is not None and self.verdict.accepted

    @property
    def refusal(self) -> str:
        """What is wrong with it; empty where nothing is."""
        return ", ".join(self.faults) or (self.verdict.reason if self.verdict else "")


def until_accepted(tried: Iterable[T]) -> tuple[T, ...]:
    """Try one after the other, and stop at the first that stands."""
    attempts: list[T] = []
    for attempt in tried:
        attempts.append(attempt)
        if attempt.accepted:
            break
    return tuple(attempts)


class Attempt(Tried):
    """One candidate for a template."""

    candidate: Candidate


class AliasAttempt(Tried):
    """One proposed alias of a value (D1)."""

    form: str = Field(description="the kind of change, or `model`")
    alias: str


class Aliases(Record):
    """D1's part of a construction: forms of the reference and of its decoy."""

    reference: tuple[AliasAttempt, ...] = Field(description="attempts for the reference")
    decoy: tuple[AliasAttempt, ...] = Field(description="attempts for the decoy")
    reference_alias: str = Field(default="", description="the accepted one; '' where none is")
    decoy_alias: str = ""


Mode = Literal["append", "standalone"]


class GateScore(Record):
    """Construction scores of D2's planted sources in one mode."""

    mode: Mode
    gold: float = Field(ge=0, le=1, description="largest over the planted sources under GOLD")
    sham: float = Field(ge=0, le=1, description="largest over the planted sources under SHAM")


class Distribution(Record):
    """D2's part of a construction."""

    handle: str
    mapping_base: str = Field(default="", description="source_id of the mapping's base source")
    mapping_position: int | None = Field(default=None, ge=0)
    tried: tuple[GateScore, ...] = Field(default=(), description="modes in the order tried")
    mode: Mode | None = Field(default=None, description="the accepted mode")


class StyleMatch(Record):
    """The style control's part of a construction: what could mark the planted sentence."""

    boundary: int = Field(gt=0, description="sentences of the base in front of the planted one")
    sentences: int = Field(gt=1, description="sentences of the base source")
    longest_run: int = Field(ge=0, description="most tokens in a row shared with the question")
    base_tokens: int = Field(ge=0)
    planted_tokens: dict[str, int] = Field(description="condition to tokens of the sentence")
    coverage: dict[str, float] = Field(
        description="condition to the share of question tokens in the sentence"
    )
    base_match: bool = Field(description="GOLD and SHAM replace one source by the same base text")
    template_match: bool = Field(description="GOLD and SHAM differ in the value alone")


class Construction(Record):
    """How one member of a regime's request set came to its artifact, or to none."""

    qid: str
    regime: str
    author: str
    verifier: str
    question: str
    reference: str
    base: str = Field(default="", description="source_id of the base source")
    base_position: int | None = Field(default=None, ge=0)
    attempts: tuple[Attempt, ...] = ()
    template: str = Field(default="", description="the accepted template")
    decoy: Decoy | None = None
    aliases: Aliases | None = Field(default=None, description="D1")
    distribution: Distribution | None = Field(default=None, description="D2")
    style: StyleMatch | None = Field(default=None, description="style")
    accepted: bool = False
    reason: str = Field(default="", description="why it was rejected; empty where accepted")
