"""Stage artifacts of AcquaBench: frozen GOLD and SHAM sources, with the audit of their making."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from earned.agents.generator import GeneratorEpisode
from earned.artifacts.authoring import Authoring
from earned.audits.acquabench.authors.writing import model_attempts, rule_attempts
from earned.audits.acquabench.construction import Attempt, Construction
from earned.audits.acquabench.direct import admissible_sources, decide
from earned.audits.acquabench.params import ArtifactParams
from earned.config.base import validate_config
from earned.records.artifact import Artifact
from earned.records.population import Member

Attempts = Callable[[Sequence[Member]], list[tuple[Attempt, ...]]]


def run(
    members: Sequence[Member], parameters: Mapping[str, object], authoring: Authoring
) -> tuple[list[Artifact], list[Construction]]:
    """Build one regime's artifacts from its request set.

    Args:
        members: the whole population.
        parameters: `ArtifactParams`.
        authoring: runs a model author's episodes.

    Returns:
        Artifacts of the accepted members and construction records of all, both in qid order.
    """
    config = validate_config(ArtifactParams, parameters, where="artifacts")
    asked = [member for member in members if config.regime in member.regimes]
    opened = [_open(member, config) for member in asked]
    writable = [i for i, record in enumerate(opened) if not record.reason]
    attempts = _attempts([asked[i] for i in writable], config, authoring)
    for i, made in zip(writable, attempts, strict=True):
        opened[i] = _with_attempts(opened[i], made)
    request_set = [(member.item.qid, member.item.answer) for member in asked]
    pairs = [decide(m, record, request_set) for m, record in zip(asked, opened, strict=True)]
    return [made for _, made in pairs if made], [record for record, _ in pairs]


def _open(member: Member, config: ArtifactParams) -> Construction:
    bases = admissible_sources(member.item) if member.eligible else []
    reason = member.reason if not member.eligible else "" if bases else "no admissible base source"
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
    episodes = [
        GeneratorEpisode(model_attempts(member.item, config.author, authoring.chat))
        for member in members
    ]
    authoring.run(episodes)
    return [episode.result for episode in episodes]


def _with_attempts(opened: Construction, attempts: tuple[Attempt, ...]) -> Construction:
    if any(attempt.accepted for attempt in attempts):
        return opened.model_copy(update={"attempts": attempts})
    last = attempts[-1]
    why = ", ".join(last.faults) or (last.verdict.reason if last.verdict else "")
    return opened.model_copy(update={"attempts": attempts, "reason": f"no template: {why}"})
