"""Attempts at a template: the `rule` author's grammar, or the `model` author's engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator

from earned.audits.acquabench.authors.asking import (
    Chat,
    first_line,
    heard,
    request_for,
    verdict_of,
)
from earned.audits.acquabench.authors.candidate import Candidate
from earned.audits.acquabench.authors.checks import SLOT, template_faults
from earned.audits.acquabench.authors.grammar import propose as rule
from earned.audits.acquabench.authors.prompts import render_verify, render_write
from earned.audits.acquabench.config import AuthorConfig
from earned.audits.acquabench.regimes.construction import Attempt, until_accepted
from earned.records.completion import Completion, Request
from earned.records.evidence import Item

Write = Callable[[Item, int], tuple[str, str]]
"""Gives (system, user) that ask for the sentence of an item, attempt by attempt."""
Check = Callable[[str], tuple[str, ...]]
"""Names the faults of a template."""


def _nothing_further(_: str) -> tuple[str, ...]:
    return ()


def rule_attempts(item: Item, config: AuthorConfig) -> tuple[Attempt, ...]:
    """Try the grammar's constructions in turn, until one is accepted."""

    def judged(candidate: Candidate) -> Attempt:
        faults = faults_of(candidate, item.answer)
        verdict = None if faults else rule.verify(item.question, candidate, item.answer)
        return Attempt(candidate=candidate, faults=faults, verdict=verdict)

    return until_accepted(map(judged, _distinct(item, config.attempts)))


def _distinct(item: Item, attempts: int) -> Iterator[Candidate]:
    """Propose until the grammar has no other construction; what it says then is kept, once."""
    seen: set[str] = set()
    for number in range(attempts):
        candidate = rule.propose(item.question, item.answer, number)
        if number and (not candidate.template or candidate.template in seen):
            return
        seen.add(candidate.template)
        yield candidate


def model_attempts(
    item: Item,
    config: AuthorConfig,
    chat: Chat,
    write: Write = render_write,
    also: Check = _nothing_further,
) -> Generator[Request, Completion, tuple[Attempt, ...]]:
    """Ask the model for a sentence, check it, ask it for YES or NO, until one is accepted.

    Args:
        item: the item.
        config: how often it is asked, and for how much.
        chat: renders a prompt for the author's model.
        write: the request for a sentence.
        also: checks beside those that hold for every template.
    """
    attempts: list[Attempt] = []
    for number in range(config.attempts):
        written = heard((yield request_for(chat(*write(item, number)), config, number)))
        candidate = _candidate(written, item.answer, number)
        faults, verdict = faults_of(candidate, item.answer, also), None
        if not faults:
            asked = chat(*render_verify(item.question, candidate.sentence))
            verdict = verdict_of(heard((yield request_for(asked, config, number))))
        attempts.append(Attempt(candidate=candidate, faults=faults, verdict=verdict))
        if attempts[-1].accepted:
            break
    return tuple(attempts)


def _candidate(written: Completion, reference: str, attempt: int) -> Candidate:
    """Put the slot where the reference stands; the checks judge what else is wrong."""
    sentence = first_line(written)
    # Inside a longer word or number it is not the reference that stands there.
    whole = rf"(?<!\w){re.escape(reference)}(?!\w)"
    template = re.sub(whole, lambda _: SLOT, sentence) if re.search(whole, sentence) else ""
    reason = "" if template else written.error or "the reference is not in the sentence"
    return Candidate(
        attempt=attempt,
        sentence=sentence,
        template=template,
        parse="model",
        reason=reason,
    )


def faults_of(
    candidate: Candidate, reference: str, also: Check = _nothing_further
) -> tuple[str, ...]:
    """Name what keeps a candidate from being accepted, before its verifier is asked."""
    if not candidate.template:
        return (candidate.reason,)
    return (*template_faults(candidate.template, reference), *also(candidate.template))
