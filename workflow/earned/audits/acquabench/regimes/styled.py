"""The style control: D0 in which nothing marks the planted sentence.

It shares no long run of tokens with the question and stands inside the base text, not behind it
(AcquaBench, Style-Controlled D0 Validation). Decoys, titles and positions are D0's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from earned.artifacts.authoring import Authoring
from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.style.writing import (
    Styling,
    model_restyled,
    rule_restyled,
)
from earned.audits.acquabench.params import ArtifactParams
from earned.audits.acquabench.regimes.bases import admissible_sources
from earned.audits.acquabench.regimes.construction import Attempt, Construction
from earned.audits.acquabench.regimes.direct import REFERENCE_IN_SHAM, one_source_arms
from earned.audits.acquabench.regimes.sentences import insert_sentence, sentence_ends
from earned.audits.acquabench.regimes.style_match import style_match
from earned.audits.acquabench.regimes.templates import with_attempts
from earned.errors import UserError
from earned.population.normal_form import stands_in
from earned.records.artifact import Artifact, Planted
from earned.records.evidence import Item
from earned.records.population import Member


def build(
    members: Sequence[Member],
    parent: Sequence[Construction],
    config: ArtifactParams,
    authoring: Authoring,
) -> tuple[list[Artifact], list[Construction]]:
    """Build the style control from D0's accepted questions.

    Raises:
        UserError: the parameters hold no longest run.
    """
    if config.longest_run is None:
        raise UserError("regime style needs a longest run", where="artifacts",
                        remedy="give longest_run")  # fmt: skip
    items = {member.item.qid: member.item for member in members}
    accepted = sorted((r for r in parent if r.accepted), key=lambda record: record.qid)
    opened = [_open(items[record.qid], record, config) for record in accepted]
    asked = [
        Styling(items[record.qid], before.template, config.longest_run)
        for record, before in zip(opened, accepted, strict=True)
        if not record.reason
    ]
    attempts = iter(_attempts(asked, config, authoring))
    written = [one if one.reason else with_attempts(one, next(attempts)) for one in opened]
    pairs = [decide(items[record.qid], record) for record in written]
    return [made for _, made in pairs if made], [record for record, _ in pairs]


def _open(item: Item, before: Construction, config: ArtifactParams) -> Construction:
    """Choose the base: the first admissible source in which a sentence can stand inside."""
    free = (source for source in admissible_sources(item) if sentence_ends(source.text))
    base = next(free, None)
    return Construction(
        qid=item.qid,
        regime=config.regime,
        author=config.author.kind,
        verifier=config.author.kind,
        question=item.question,
        reference=item.answer,
        base=base.source_id if base else "",
        base_position=item.sources.index(base) if base else None,
        decoy=before.decoy,
        reason="" if base else "no admissible base source has two sentences",
    )


def _attempts(
    asked: Iterable[Styling], config: ArtifactParams, authoring: Authoring
) -> list[tuple[Attempt, ...]]:
    if config.author.kind == "rule":
        return [rule_restyled(one, config.author) for one in asked]
    return authoring.write(model_restyled(one, config.author, authoring.chat) for one in asked)


def boundary(qid: str, sentences: int) -> int:
    """Choose after which sentence of a base the planted one stands, never the last.

    Args:
        qid: the item.
        sentences: of the base text, two at least.

    Returns:
        1 + SHA-256(qid) modulo (sentences - 1).
    """
    return 1 + int(sha256(qid.encode("utf-8")).hexdigest(), 16) % (sentences - 1)


def decide(item: Item, written: Construction) -> tuple[Construction, Artifact | None]:
    """Fill both arms at one boundary of one base, or say why not.

    Args:
        item: the item.
        written: its construction record with base, template and decoy.
    """
    if written.reason:
        return written, None
    assert written.decoy is not None
    decoy = written.decoy.value
    if stands_in(item.answer, written.template.replace(SLOT, decoy)):
        return written.model_copy(update={"reason": REFERENCE_IN_SHAM}), None
    arms = one_source_arms(item.answer, decoy, lambda value: _planted(item, written, value))
    match = style_match(item, written.template, arms, *_place(item, written))
    made = written.model_copy(update={"accepted": True, "style": match})
    return made, Artifact(qid=item.qid, regime=written.regime, arms=arms)


def _place(item: Item, record: Construction) -> tuple[int, int]:
    """Give the boundary of an item in its base, and the base's sentences."""
    assert record.base_position is not None
    sentences = len(sentence_ends(item.sources[record.base_position].text)) + 1
    return boundary(item.qid, sentences), sentences


def _planted(item: Item, record: Construction, value: str) -> Planted:
    assert record.base_position is not None
    base = item.sources[record.base_position]
    after, _ = _place(item, record)
    sentence = record.template.replace(SLOT, value)
    return Planted(
        source_id=base.source_id,
        position=record.base_position,
        sentence=sentence,
        text=insert_sentence(base.text, sentence, sentence_ends(base.text)[after - 1]),
    )
