"""Regime D2: the value is spread over two sources, neither of which gives it by itself.

One source states the answer with an opaque handle in the value's place, the other says what the
handle means (AcquaBench, Distributed Sufficiency). GOLD and SHAM differ in the latter alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from earned.artifacts.authoring import Authoring
from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.params import ArtifactParams, GateParams
from earned.audits.acquabench.regimes.answers import Answers, Candidates
from earned.audits.acquabench.regimes.bases import admissible_sources
from earned.audits.acquabench.regimes.construction import (
    Construction,
    Distribution,
    GateScore,
    Mode,
)
from earned.audits.acquabench.regimes.decoys import NoDecoy, choose_decoy
from earned.audits.acquabench.regimes.direct import appended
from earned.audits.acquabench.regimes.gate import largest_score, passes
from earned.audits.acquabench.regimes.handles import handle
from earned.audits.acquabench.regimes.templates import request_set, templated
from earned.errors import UserError
from earned.population.normal_form import stands_in
from earned.records.artifact import Arm, Artifact, Planted
from earned.records.evidence import Item, Source
from earned.records.population import Member

Outcome = tuple[Construction, Artifact | None]
MODES: tuple[Mode, ...] = ("append", "standalone")
"""In the order tried."""


def build(
    members: Sequence[Member],
    parent: Sequence[Construction],  # noqa: ARG001 - D2 has a request set of its own
    config: ArtifactParams,
    authoring: Authoring,
) -> tuple[list[Artifact], list[Construction]]:
    """Build D2 (AcquaBench, Distributed Sufficiency).

    Raises:
        UserError: the parameters hold no gate.
    """
    if config.gate is None:
        raise UserError("regime D2 needs a gate", where="artifacts", remedy="give gate_percent")
    asked = request_set(members, config.regime)
    opened = templated(asked, config, authoring, bases=2)
    answers = Answers([(member.item.qid, member.item.answer) for member in asked])
    pairs = [
        decide(member.item, record, answers, config.gate)
        for member, record in zip(asked, opened, strict=True)
    ]
    return [made for _, made in pairs if made], [record for record, _ in pairs]


def decide(item: Item, opened: Construction, request_set: Candidates, gate: GateParams) -> Outcome:
    """Choose decoy and bases and fill both arms in the first mode that the gate admits.

    Args:
        item: the item.
        opened: its construction record with the template.
        request_set: the answers of the regime's whole request set.
        gate: what no planted source may exceed.
    """
    if opened.reason:
        return opened, None
    decoy = choose_decoy(item.qid, item.answer, request_set)
    if isinstance(decoy, NoDecoy):
        return _rejected(opened, f"no decoy: {decoy.reason}")
    free = admissible_sources(item, decoy.value)
    laid = _laid_out(item, opened.model_copy(update={"decoy": decoy}), free)
    if len(free) < 2:
        return _rejected(laid, "fewer than two sources without reference and decoy")
    fault = _fault(opened.template.replace(SLOT, handle(item.qid)), item, decoy.value)
    return _rejected(laid, fault) if fault else _gated(item, laid, decoy.value, gate)


def mapping_template(name: str, value: str) -> str:
    """Word the sentence that gives a handle its meaning, with a slot for the value.

    Every word but the handle is one that questions rarely use, since each that they share raises
    the construction score. A value that brings its own full stop gets no second one.
    """
    return f"{name} means {SLOT}" + ("" if value.endswith(".") else ".")


def _laid_out(item: Item, record: Construction, free: Sequence[Source]) -> Construction:
    """Enter handle and bases, as far as there are any."""
    relation, mapping = (*free[:2], None, None)[:2]
    distribution = Distribution(
        handle=handle(item.qid),
        mapping_base=mapping.source_id if mapping else "",
        mapping_position=item.sources.index(mapping) if mapping else None,
    )
    return record.model_copy(
        update={
            "base": relation.source_id if relation else "",
            "base_position": item.sources.index(relation) if relation else None,
            "distribution": distribution,
        }
    )


def _fault(relation: str, item: Item, decoy: str) -> str:
    """Name a value that stands where it must not; the relation is the same in both arms."""
    sham = mapping_template(handle(item.qid), decoy).replace(SLOT, decoy)
    if any(stands_in(item.answer, sentence) for sentence in (relation, sham)):
        return "the reference stands in a sentence planted under SHAM"
    if stands_in(decoy, relation):
        return "the decoy stands in the relation"
    return ""


def _gated(item: Item, laid: Construction, decoy: str, gate: GateParams) -> Outcome:
    """Try the modes in order; both arms always share one."""
    assert laid.distribution is not None
    tried: list[GateScore] = []
    for mode in MODES:
        arms = {
            name: _arm(item, laid, value, mode)
            for name, value in (("GOLD", item.answer), ("SHAM", decoy))
        }
        scores = {name: largest_score(item, arm, gate.display_chars) for name, arm in arms.items()}
        tried.append(GateScore(mode=mode, gold=float(scores["GOLD"]), sham=float(scores["SHAM"])))
        admitted = passes(scores.values(), gate)
        entry = {"tried": tuple(tried), "mode": mode if admitted else None}
        laid = laid.model_copy(update={"distribution": laid.distribution.model_copy(update=entry)})
        if admitted:
            done = laid.model_copy(update={"accepted": True})
            return done, Artifact(qid=item.qid, regime=laid.regime, arms=arms)
    return _rejected(laid, f"gate: a planted source exceeds {gate.percent} % in both modes")


def _arm(item: Item, laid: Construction, value: str, mode: Mode) -> Arm:
    assert laid.distribution is not None
    name = laid.distribution.handle
    relation = appended(item, laid.base, laid.template, name)
    mapping = appended(item, laid.distribution.mapping_base, mapping_template(name, value), value)
    planted = (relation.model_copy(update={"holds_value": False}), mapping)
    if mode == "standalone":
        planted = (_alone(planted[0]), _alone(planted[1]))
    return Arm(value=value, planted=planted)


def _alone(planted: Planted) -> Planted:
    return planted.model_copy(update={"text": planted.sentence})


def _rejected(record: Construction, reason: str) -> Outcome:
    return record.model_copy(update={"accepted": False, "reason": reason}), None
