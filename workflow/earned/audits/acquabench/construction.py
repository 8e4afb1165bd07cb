"""The construction audit: every candidate, check, verdict and rejection behind an artifact."""

from __future__ import annotations

from pydantic import Field

from earned.audits.acquabench.authors.candidate import Candidate, Verdict
from earned.audits.acquabench.decoys import Decoy
from earned.records.base import Record


class Attempt(Record):
    """One candidate, the author-independent checks on it, and its verifier's verdict."""

    candidate: Candidate
    faults: tuple[str, ...] = Field(description="failed checks; the verifier is then not asked")
    verdict: Verdict | None = Field(default=None, description="null where it was not asked")

    @property
    def accepted(self) -> bool:
        """Whether the template stands."""
        return self.verdict is not None and self.verdict.accepted


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
    accepted: bool = False
    reason: str = Field(default="", description="why it was rejected; empty where accepted")
