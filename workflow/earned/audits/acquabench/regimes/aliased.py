"""Regime D1: D0's sentence in D0's source, with the value in another form in its slot."""

from __future__ import annotations

from collections.abc import Sequence

from earned.artifacts.authoring import Authoring
from earned.audits.acquabench.authors.alias.writing import Pair, model_aliases, rule_aliases
from earned.audits.acquabench.params import ArtifactParams
from earned.audits.acquabench.regimes.construction import AliasAttempt, Aliases, Construction
from earned.audits.acquabench.regimes.direct import appended, one_source_arms
from earned.records.artifact import Artifact
from earned.records.evidence import Item
from earned.records.population import Member


def build(
    members: Sequence[Member],
    parent: Sequence[Construction],
    config: ArtifactParams,
    authoring: Authoring,
) -> tuple[list[Artifact], list[Construction]]:
    """Build D1 (AcquaBench, Surface-Form Boundary) from what D0 accepted.

    Base source, template and decoy are D0's. The reference and its decoy both need an alias; the
    decoy's is looked for only where the reference has one.
    """
    items = {member.item.qid: member.item for member in members}
    opened = sorted((record for record in parent if record.accepted), key=lambda r: r.qid)
    aliases = _aliases([_pair(record, items) for record in opened], config, authoring)
    audit = [_decided(r, made, config.regime) for r, made in zip(opened, aliases, strict=True)]
    return [_artifact(r, items[r.qid]) for r in audit if r.accepted], audit


def _pair(record: Construction, items: dict[str, Item]) -> Pair:
    # an accepted record of D0 has a decoy
    decoy = items[record.decoy.qid] if record.decoy else items[record.qid]
    return Pair(template=record.template, reference=items[record.qid], decoy=decoy)


def _aliases(
    pairs: Sequence[Pair], config: ArtifactParams, authoring: Authoring
) -> Sequence[Aliases]:
    if config.author.kind == "rule":
        return [rule_aliases(pair, config.author) for pair in pairs]
    return authoring.write(model_aliases(pair, config.author, authoring.chat) for pair in pairs)


def _decided(record: Construction, aliases: Aliases, regime: str) -> Construction:
    reason = ""
    if not aliases.reference_alias:
        reason = f"no alias of the reference: {_why(aliases.reference)}"
    elif not aliases.decoy_alias:
        reason = f"no alias of the decoy: {_why(aliases.decoy)}"
    update = {"regime": regime, "aliases": aliases, "accepted": not reason, "reason": reason}
    return record.model_copy(update=update)


def _why(attempts: Sequence[AliasAttempt]) -> str:
    return attempts[-1].refusal if attempts else "no form known"


def _artifact(record: Construction, item: Item) -> Artifact:
    aliases = record.aliases or Aliases(reference=(), decoy=())
    return Artifact(
        qid=record.qid,
        regime=record.regime,
        arms=one_source_arms(
            aliases.reference_alias,
            aliases.decoy_alias,
            lambda alias: appended(item, record.base, record.template, alias),
        ),
    )
