"""Stage agents of AcquaBench: one cell is a model, a regime and a surface, with all three arms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from earned.agents.cell import Cell
from earned.agents.episode import ActionEpisode, Limits
from earned.agents.opening import Opened
from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.controls import (
    Claim,
    ControlManifest,
    ManifestEntry,
    Policy,
    build_control,
)
from earned.audits.acquabench.environment import SurfaceEnvironment
from earned.audits.acquabench.params import AgentParams
from earned.audits.acquabench.prompts import Prompts, load_prompts
from earned.audits.acquabench.regimes.handles import handle
from earned.audits.acquabench.surfaces import Surface, surface_named
from earned.records.artifact import Artifact
from earned.records.evidence import Item
from earned.records.population import Member
from earned.records.trajectory import Trajectory

PARAMS = AgentParams


def cell(params: AgentParams, members: Sequence[Member], artifacts: Sequence[Artifact]) -> Cell:
    """Choose the cell's units: the first accepted questions of the draw, in qid order."""
    ranks = {member.item.qid: member for member in members}
    accepted = sorted(artifacts, key=lambda artifact: ranks[artifact.qid].rank)[: params.limit]
    units = [(ranks[a.qid].item, a) for a in sorted(accepted, key=lambda a: a.qid)]
    return Cell(units=units, conditions=CONDITIONS)


def policy(control: str, members: Sequence[Member], artifacts: Sequence[Artifact]) -> Policy:
    """Build a scripted control on the manifest of all artifacts, which names no arm."""
    drawn = {member.item.qid: member for member in members}
    entries = tuple(_entry(drawn[artifact.qid], artifact) for artifact in artifacts)
    return build_control(control, ControlManifest(entries=entries))


def _entry(member: Member, artifact: Artifact) -> ManifestEntry:
    """List what may have been planted for a question; a handle stands in no text but D2's."""
    item = member.item
    claims = {
        (planted.sentence, arm.value)
        for arm in artifact.arms.values()
        for planted in arm.planted
        if planted.holds_value
    }
    return ManifestEntry(
        qid=item.qid,
        question=item.question,
        answer=item.answer,
        rank=member.rank,
        handle=handle(item.qid),
        claims=tuple(Claim(sentence=sentence, value=value) for sentence, value in sorted(claims)),
    )


def episodes(params: AgentParams, of: Cell, opened: Opened) -> list[ActionEpisode]:
    """Make the episodes in canonical order, the arms of a unit side by side."""
    prompts, surface = load_prompts(params.agent.prompts), surface_named(params.surface)
    return [
        ActionEpisode(
            head,
            SurfaceEnvironment(item, artifact.arms.get(condition), surface, prompts, params.agent),
            _limits(params, condition, again),
        )
        for item, artifact in of.units
        for head in [_head(surface, item.question, prompts, opened)]
        for again in range(params.repeats)
        for condition in of.conditions
    ]


def _head(surface: Surface, question: str, prompts: Prompts, opened: Opened) -> str:
    system, user = prompts.render_system(surface), prompts.render_user(surface, question)
    return opened.chat(system, user).text


def _limits(params: AgentParams, condition: str, again: int) -> Limits:
    """Coupled arms share an index, so equal requests are one; no two repeats ever do."""
    apart = 0 if params.coupling else CONDITIONS.index(condition)
    return Limits(
        steps=params.agent.steps,
        max_tokens=params.agent.max_tokens,
        temperature=params.agent.temperature,
        keep_observations=params.agent.keep_observations,
        repeat=(params.repeat + again) * len(CONDITIONS) + apart,
    )


def trajectories(
    params: AgentParams, of: Cell, played: Iterable[ActionEpisode], opened: Opened
) -> list[Trajectory]:
    """Turn finished episodes into records, in the same order."""
    folded = opened.chat("system", "user").system_folded
    keys = [
        (item, condition, again)
        for item, _ in of.units
        for again in range(params.repeats)
        for condition in of.conditions
    ]
    return [
        _trajectory(params, item, condition, again, episode, opened, folded)
        for (item, condition, again), episode in zip(keys, played, strict=True)
    ]


def _trajectory(
    params: AgentParams,
    item: Item,
    condition: str,
    again: int,
    episode: ActionEpisode,
    opened: Opened,
    folded: bool,
) -> Trajectory:
    assert episode.outcome is not None
    return Trajectory(
        qid=item.qid,
        audit="acquabench",
        regime=params.regime,
        model=params.model,
        surface=params.surface,
        condition=condition,
        repeat=params.repeat + again,
        question=item.question,
        reference=item.answer,
        prediction=episode.prediction,
        outcome=episode.outcome,
        error=episode.error,
        steps=tuple(episode.steps),
        forced=episode.forced,
        mode=opened.running.mode,
        coupled=params.coupling,
        system_folded=folded,
        transcript_in_user=opened.takes_messages,
        capped_steps=episode.capped_steps,
    )
