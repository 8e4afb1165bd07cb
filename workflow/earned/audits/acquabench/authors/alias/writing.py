"""Attempts at aliases of a reference and its decoy (regime D1), by either author."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from itertools import starmap

from earned.audits.acquabench.authors.alias import readable, rule
from earned.audits.acquabench.authors.alias.checks import Slot, alias_faults, fitted
from earned.audits.acquabench.authors.alias.person import is_person
from earned.audits.acquabench.authors.asking import (
    Chat,
    first_line,
    heard,
    request_for,
    verdict_of,
)
from earned.audits.acquabench.authors.prompts import (
    SHOWN_ALIAS,
    render_alias,
    render_alias_verify,
)
from earned.audits.acquabench.config import AuthorConfig
from earned.audits.acquabench.regimes.construction import AliasAttempt, Aliases, until_accepted
from earned.records.completion import Completion, Request
from earned.records.evidence import Item

MODEL_FORM = "model"
Attempts = tuple[AliasAttempt, ...]


@dataclass(frozen=True)
class Pair:
    """What needs an alias: a reference and its decoy, each with the item that it answers."""

    template: str
    reference: Item
    decoy: Item

    def slot(self, which: Item) -> Slot:
        """Say where an alias of one of the two is to stand."""
        other = self.decoy if which is self.reference else self.reference
        return Slot(which.answer, self.template, self.reference.answer, other.answer)


def accepted(attempts: Attempts) -> AliasAttempt | None:
    """Give the attempt that stands, if one does."""
    return next((attempt for attempt in attempts if attempt.accepted), None)


def rule_aliases(pair: Pair, config: AuthorConfig) -> Aliases:
    """Try the listed forms of the reference, then those of the decoy, its kind of form first."""
    first = _rule_attempts(pair.reference, pair.slot(pair.reference), config)
    found = accepted(first)
    if found is None:
        return Aliases(reference=first, decoy=())
    slot = pair.slot(pair.decoy)
    return _aliases(first, _rule_attempts(pair.decoy, slot, config, found.form))


def _rule_attempts(item: Item, slot: Slot, config: AuthorConfig, like: str = "") -> Attempts:
    person = is_person(item.answer, item)
    forms = rule.forms(item.answer, person, slot.template)

    def judged(kind: str, form: str) -> AliasAttempt:
        alias = fitted(form, slot.template)
        faults = alias_faults(alias, slot)
        verdict = None if faults else readable.verify(alias, item.answer, person)
        return AliasAttempt(form=kind, alias=alias, faults=faults, verdict=verdict)

    first = sorted(forms, key=lambda made: made[0] != like)[: config.attempts]
    return until_accepted(starmap(judged, first))


def model_aliases(
    pair: Pair, config: AuthorConfig, chat: Chat
) -> Generator[Request, Completion, Aliases]:
    """Ask the model for an alias of the reference, then for one of the decoy made like it."""
    first = yield from _model_attempts(pair.slot(pair.reference), config, chat, SHOWN_ALIAS)
    found = accepted(first)
    if found is None:
        return Aliases(reference=first, decoy=())
    slot = pair.slot(pair.decoy)
    shown = (pair.reference.answer, found.alias)
    return _aliases(first, (yield from _model_attempts(slot, config, chat, shown)))


def _model_attempts(
    slot: Slot, config: AuthorConfig, chat: Chat, shown: tuple[str, str]
) -> Generator[Request, Completion, Attempts]:
    attempts: list[AliasAttempt] = []
    for number in range(config.attempts):
        prompt = chat(*render_alias(slot.value, number, shown))
        written = heard((yield request_for(prompt, config, number)))
        alias = fitted(first_line(written), slot.template)
        faults = (written.error,) if written.error else alias_faults(alias, slot)
        verdict = None
        if not faults:
            asked = chat(*render_alias_verify(slot.value, alias))
            verdict = verdict_of(heard((yield request_for(asked, config, number))))
        attempts.append(AliasAttempt(form=MODEL_FORM, alias=alias, faults=faults, verdict=verdict))
        if attempts[-1].accepted:
            break
    return tuple(attempts)


def _aliases(reference: Attempts, decoy: Attempts) -> Aliases:
    one, other = accepted(reference), accepted(decoy)
    return Aliases(
        reference=reference,
        decoy=decoy,
        reference_alias=one.alias if one else "",
        decoy_alias=other.alias if other else "",
    )
