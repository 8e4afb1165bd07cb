"""What regime D0 hands to regime D1, by hand."""

from __future__ import annotations

from typing import Any

from authoring import member, record_of
from earned.audits.acquabench.regimes.construction import Construction
from earned.audits.acquabench.regimes.decoys import Decoy
from earned.records.population import Member

TEMPLATE = "Ann Ost lived in <VALUE>."
WHERE = "Where did Ann Ost live?"


def answering(qid: str, answer: str, question: str = WHERE, **more: Any) -> Member:
    """A member whose sources say nothing of its answer."""
    return member(qid, answer, question=question, **more)


def from_d0(
    one: Member, decoy: Member, template: str = TEMPLATE, accepted: bool = True
) -> Construction:
    """The record of D0 of one member that has another as its decoy."""
    return record_of(
        one,
        base=one.item.sources[0].source_id,
        base_position=0,
        template=template,
        decoy=Decoy(
            qid=decoy.item.qid,
            value=decoy.item.answer,
            type_match=True,
            length_difference=0,
            ties=1,
            index=0,
        ),
        accepted=accepted,
        reason="" if accepted else "no template: no-verb",
    )
