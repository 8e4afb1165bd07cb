"""Regime D0: one authorized source gains a sentence with the correct or a matched wrong value."""

from __future__ import annotations

from collections.abc import Sequence

from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.construction import Construction
from earned.audits.acquabench.decoys import Decoy, NoDecoy, choose_decoy
from earned.population.hotpotqa import join_sentences
from earned.population.normal_form import normalize_answer
from earned.records.artifact import Arm, Artifact, Planted
from earned.records.evidence import Item, Source
from earned.records.population import Member


def admissible_sources(item: Item) -> list[Source]:
    """List the sources without the normalized reference: supporting facts first, file order."""
    reference = normalize_answer(item.answer)
    free = [s for s in item.sources if reference not in normalize_answer(f"{s.title} {s.text}")]
    return sorted(free, key=lambda source: source.source_id not in item.supporting)


def decide(
    member: Member, opened: Construction, request_set: Sequence[tuple[str, str]]
) -> tuple[Construction, Artifact | None]:
    """Choose the decoy and fill both arms, or say why not.

    Args:
        member: the item.
        opened: its construction record with base source and attempts.
        request_set: (qid, answer) of the regime's whole request set.
    """
    accepted = next((a for a in opened.attempts if a.accepted), None)
    if opened.reason or accepted is None:
        return opened, None
    template = accepted.candidate.template
    decoy = choose_decoy(member.item.qid, member.item.answer, request_set)
    reason = _rejection(template, member.item.answer, decoy)
    made = opened.model_copy(
        update={
            "template": template,
            "decoy": decoy if isinstance(decoy, Decoy) else None,
            "accepted": not reason,
            "reason": reason,
        }
    )
    if reason or not isinstance(decoy, Decoy):
        return made, None
    return made, _artifact(member.item, opened, template, decoy.value)


def _rejection(template: str, reference: str, decoy: Decoy | NoDecoy) -> str:
    if isinstance(decoy, NoDecoy):
        return f"no decoy: {decoy.reason}"
    sham = normalize_answer(template.replace(SLOT, decoy.value))
    if f" {normalize_answer(reference)} " in f" {sham} ":
        return "the reference stands in the sentence filled with the decoy"
    return ""


def _artifact(item: Item, opened: Construction, template: str, decoy: str) -> Artifact:
    base = next(source for source in item.sources if source.source_id == opened.base)
    return Artifact(
        qid=item.qid,
        regime=opened.regime,
        arms={
            "GOLD": _arm(base, item.sources.index(base), template, item.answer),
            "SHAM": _arm(base, item.sources.index(base), template, decoy),
        },
    )


def _arm(base: Source, position: int, template: str, value: str) -> Arm:
    sentence = template.replace(SLOT, value)
    planted = Planted(
        source_id=base.source_id,
        position=position,
        sentence=sentence,
        text=join_sentences([base.text, sentence]),
    )
    return Arm(value=value, planted=(planted,))
