"""Regime D0: one authorized source gains a sentence with the correct or a matched wrong value."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from earned.artifacts.authoring import Authoring
from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.params import ArtifactParams
from earned.audits.acquabench.regimes.answers import Answers, Candidates
from earned.audits.acquabench.regimes.construction import Construction
from earned.audits.acquabench.regimes.decoys import Decoy, NoDecoy, choose_decoy
from earned.audits.acquabench.regimes.templates import request_set, templated
from earned.population.hotpotqa import join_sentences
from earned.population.normal_form import stands_in
from earned.records.artifact import Arm, Artifact, Planted
from earned.records.evidence import Item, Source
from earned.records.population import Member

REFERENCE_IN_SHAM = "the reference stands in the sentence filled with the decoy"


def build(
    members: Sequence[Member],
    parent: Sequence[Construction],  # noqa: ARG001 - D0 has a request set of its own
    config: ArtifactParams,
    authoring: Authoring,
) -> tuple[list[Artifact], list[Construction]]:
    """Build D0 (AcquaBench, Direct Single-Source Sufficiency)."""
    asked = request_set(members, config.regime)
    opened = templated(asked, config, authoring)
    answers = Answers([(member.item.qid, member.item.answer) for member in asked])
    pairs = [decide(m, record, answers) for m, record in zip(asked, opened, strict=True)]
    return [made for _, made in pairs if made], [record for record, _ in pairs]


def decide(
    member: Member, opened: Construction, request_set: Candidates
) -> tuple[Construction, Artifact | None]:
    """Choose the decoy and fill both arms, or say why not.

    Args:
        member: the item.
        opened: its construction record with base source and template.
        request_set: the answers of the regime's whole request set.
    """
    if opened.reason:
        return opened, None
    decoy = choose_decoy(member.item.qid, member.item.answer, request_set)
    reason = _rejection(opened.template, member.item.answer, decoy)
    made = opened.model_copy(
        update={
            "decoy": decoy if isinstance(decoy, Decoy) else None,
            "accepted": not reason,
            "reason": reason,
        }
    )
    if reason or not isinstance(decoy, Decoy):
        return made, None
    return made, _artifact(member.item, made, decoy.value)


def _rejection(template: str, reference: str, decoy: Decoy | NoDecoy) -> str:
    if isinstance(decoy, NoDecoy):
        return f"no decoy: {decoy.reason}"
    return REFERENCE_IN_SHAM if stands_in(reference, template.replace(SLOT, decoy.value)) else ""


def _artifact(item: Item, made: Construction, decoy: str) -> Artifact:
    return Artifact(
        qid=item.qid,
        regime=made.regime,
        arms=one_source_arms(
            item.answer, decoy, lambda value: appended(item, made.base, made.template, value)
        ),
    )


def one_source_arms(gold: str, sham: str, plant: Callable[[str], Planted]) -> dict[str, Arm]:
    """Supply a value in one source under each intervened condition."""
    return {
        name: Arm(value=value, planted=(plant(value),))
        for name, value in (("GOLD", gold), ("SHAM", sham))
    }


def appended(item: Item, base_id: str, template: str, value: str) -> Planted:
    """Append a filled template to a base source."""
    base: Source = next(source for source in item.sources if source.source_id == base_id)
    sentence = template.replace(SLOT, value)
    return Planted(
        source_id=base_id,
        position=item.sources.index(base),
        sentence=sentence,
        text=join_sentences([base.text, sentence]),
    )
