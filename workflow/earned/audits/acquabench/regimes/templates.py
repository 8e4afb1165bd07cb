"""Templates for a request set: each member's base source, and its author's attempts."""

from __future__ import annotations

from collections.abc import Sequence

from earned.artifacts.authoring import Authoring
from earned.audits.acquabench.authors.writing import model_attempts, rule_attempts
from earned.audits.acquabench.params import ArtifactParams
from earned.audits.acquabench.regimes.bases import admissible_sources
from earned.audits.acquabench.regimes.construction import Attempt, Construction
from earned.records.population import Member


def request_set(members: Sequence[Member], regime: str) -> list[Member]:
    """List the members that a regime asks for, in the order given."""
    return [member for member in members if regime in member.regimes]


def templated(
    asked: Sequence[Member], config: ArtifactParams, authoring: Authoring, bases: int = 1
) -> list[Construction]:
    """Open a construction record for each member, with the attempts at its template.

    Args:
        asked: the regime's request set.
        config: the stage's parameters.
        authoring: runs a model author's episodes.
        bases: how many admissible base sources an artifact needs.

    Returns:
        One record for each member, in the same order; `reason` says why one has no template.
    """
    opened = [_open(member, config, bases) for member in asked]
    writable = [i for i, record in enumerate(opened) if not record.reason]
    attempts = _attempts([asked[i] for i in writable], config, authoring)
    for i, made in zip(writable, attempts, strict=True):
        opened[i] = with_attempts(opened[i], made)
    return opened


def _open(member: Member, config: ArtifactParams, needed: int) -> Construction:
    bases = admissible_sources(member.item) if member.eligible else []
    reason = member.reason
    if member.eligible and len(bases) < needed:
        reason = "no admissible base source" if not bases else "fewer than two admissible sources"
    return Construction(
        qid=member.item.qid,
        regime=config.regime,
        author=config.author.kind,
        verifier=config.author.kind,
        question=member.item.question,
        reference=member.item.answer,
        base=bases[0].source_id if bases else "",
        base_position=member.item.sources.index(bases[0]) if bases else None,
        reason=reason,
    )


def _attempts(
    members: Sequence[Member], config: ArtifactParams, authoring: Authoring
) -> list[tuple[Attempt, ...]]:
    if config.author.kind == "rule":
        return [rule_attempts(member.item, config.author) for member in members]
    return authoring.write(
        model_attempts(member.item, config.author, authoring.chat) for member in members
    )


def with_attempts(opened: Construction, attempts: tuple[Attempt, ...]) -> Construction:
    """Enter the attempts at a template: the accepted one, or why none is."""
    accepted = next((a for a in attempts if a.accepted), None)
    if accepted:
        template = accepted.candidate.template
        return opened.model_copy(update={"attempts": attempts, "template": template})
    reason = f"no template: {attempts[-1].refusal}"
    return opened.model_copy(update={"attempts": attempts, "reason": reason})
