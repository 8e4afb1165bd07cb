"""Attempts at a style template: a paraphrase by rule, or a model's rewording."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from earned.audits.acquabench.authors.asking import Chat
from earned.audits.acquabench.authors.candidate import Candidate
from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.prompts import render_style
from earned.audits.acquabench.authors.style.rule import propose
from earned.audits.acquabench.authors.style.runs import longest_run
from earned.audits.acquabench.authors.style.verify import verify
from earned.audits.acquabench.authors.writing import faults_of, model_attempts
from earned.audits.acquabench.config import AuthorConfig
from earned.audits.acquabench.regimes.construction import Attempt, until_accepted
from earned.records.completion import Completion, Request
from earned.records.evidence import Item


@dataclass(frozen=True)
class Styling:
    """An item whose accepted D0 template is to be said in other words.

    Attributes:
        item: the item.
        template: D0's accepted template.
        limit: tokens in a row that the style template may share with the question.
    """

    item: Item
    template: str
    limit: int

    def run_faults(self, template: str) -> tuple[str, ...]:
        """Name a run over the limit: `shared-run`."""
        return ("shared-run",) * (longest_run(template, self.item.question) > self.limit)


def rule_restyled(of: Styling, config: AuthorConfig) -> tuple[Attempt, ...]:
    """Try the rule's paraphrases in turn, until one is accepted."""
    item = of.item

    def judged(candidate: Candidate) -> Attempt:
        faults = faults_of(candidate, item.answer, of.run_faults)
        verdict = None if faults else verify(of.template, candidate, item.answer)
        return Attempt(candidate=candidate, faults=faults, verdict=verdict)

    proposed = propose(of.template, item.question, item.answer, of.limit, config.attempts)
    return until_accepted(map(judged, proposed))


def model_restyled(
    of: Styling, config: AuthorConfig, chat: Chat
) -> Generator[Request, Completion, tuple[Attempt, ...]]:
    """Ask the model for a rewording, check it, ask it for YES or NO, until one is accepted."""
    statement = of.template.replace(SLOT, of.item.answer)

    def write(item: Item, attempt: int) -> tuple[str, str]:
        return render_style(item, attempt, statement, of.limit)

    return model_attempts(of.item, config, chat, write, of.run_faults)
