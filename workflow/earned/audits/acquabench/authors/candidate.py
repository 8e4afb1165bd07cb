"""What an author hands over: a candidate statement, and its verifier's verdict."""

from __future__ import annotations

from earned.records.base import Record


class Candidate(Record):
    """One attempt at a declarative statement that resolves a question.

    Attributes:
        attempt: which alternative was asked for, from 0.
        sentence: the statement with the reference filled in, "" where none could be made.
        template: the same with one `<VALUE>` slot, "" where none could be made.
        parse: name of the construction used, for the audit record.
        reason: why there is no candidate, "" where there is one.
    """

    attempt: int
    sentence: str
    template: str
    parse: str
    reason: str


class Verdict(Record):
    """A verifier's decision on one candidate; `reason` says why not, "" where accepted."""

    accepted: bool
    reason: str
