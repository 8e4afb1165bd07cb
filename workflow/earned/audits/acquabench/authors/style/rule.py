"""The `rule` author's paraphrase of an accepted D0 template, for the style control.

Small rewrites that keep meaning and content words break, one after another, every run of tokens
that the template shares with its question beyond a limit. What nothing breaks is refused.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from itertools import chain, count, islice
from typing import NamedTuple

from earned.audits.acquabench.authors.candidate import Candidate
from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.style import clause, noun, owner, pronoun
from earned.audits.acquabench.authors.style import sentence as order
from earned.audits.acquabench.authors.style.phrase import is_name, names, simple_name
from earned.audits.acquabench.authors.style.rewrite import Rewrite
from earned.audits.acquabench.authors.style.runs import shared_spans
from earned.audits.acquabench.authors.tokens import Words, sentence, words_of

RULES: tuple[Callable[[Words], Iterator[Rewrite]], ...] = (
    pronoun.pronouns,
    pronoun.where,
    pronoun.determined,
    pronoun.born,
    pronoun.once,
    clause.shortened,
    clause.full,
    clause.by_which,
    clause.stranded,
    clause.whose,
    clause.timed,
    clause.passive_clause,
    owner.genitive,
    owner.of_phrase,
    owner.placed,
    noun.called,
    noun.from_year,
    noun.without_article,
    noun.one,
    noun.swapped,
    noun.regions,
    order.passive,
    order.passive_name,
    order.active,
    order.flipped,
    order.named,
    order.has_in,
    order.fronted,
    order.synonyms,
    order.small,
    order.in_fact,
)
MOST_TRIED = 2000
NAME_TOO_LONG = "name-is-shared-run"


class Wording(NamedTuple):
    """A wording of the template, the rewrites that led to it, and the runs it still shares."""

    words: Words
    rules: tuple[str, ...]
    spans: list[tuple[int, int]]


def propose(
    template: str, question: str, reference: str, limit: int, attempts: int
) -> list[Candidate]:
    """Propose paraphrases of an accepted template that share no longer run with the question.

    Args:
        template: D0's accepted template.
        question: its question.
        reference: what fills the slot.
        limit: tokens in a row that a paraphrase may share with the question.
        attempts: candidates at most.

    Returns:
        Candidates, least strained first; one without a template where a name alone is too long a
        run, and the nearest miss where no rewrite breaks a run.
    """
    start = opened(template)
    spans = shared_spans(start.raw, question, limit + 1)
    if any(_within_name(start, span) for span in spans):
        return [Candidate(attempt=0, sentence="", template="", parse="", reason=NAME_TOO_LONG)]
    found = list(islice(wordings(start, question, limit), attempts))
    return [_candidate(n, one, reference) for n, one in enumerate(found)]


def _candidate(attempt: int, wording: Wording, reference: str) -> Candidate:
    template = sentence(list(wording.words.raw))
    return Candidate(
        attempt=attempt,
        sentence=template.replace(SLOT, reference),
        template=template,
        parse="+".join(wording.rules) or "as-is",
        reason="",
    )


def opened(template: str) -> Words:
    """Read a template without its full stop, its first word small where it is no name's."""
    words = words_of(template.removesuffix("."))
    small = words.low[0] in {"the", "a", "an", "of"} and len(words) > 1 and not is_name(words, 1)
    return words_of(" ".join((words.raw[0].lower(), *words.raw[1:]))) if small else words


def _within_name(words: Words, span: tuple[int, int]) -> bool:
    """Say whether a run lies within one name whose extent is beyond doubt."""
    sure = [(a, b) for a, b in names(words) if words.quoted[a] or simple_name(words, a, b)]
    return any(start <= span[0] and span[1] <= end for start, end in sure)


def wordings(start: Words, question: str, limit: int) -> Iterator[Wording]:
    """Search the wordings without a run over the limit, in order of cost.

    Every step breaks the first run that is left and makes the runs fewer, so the search ends; the
    last wording is the one with fewest runs left, where none has none.
    """
    order_of, seen, found = count(), {start.raw}, False
    first = Wording(start, (), shared_spans(start.raw, question, limit + 1))
    nearest, heap = first, [(0, len(first.spans), next(order_of), first)]
    for _ in range(MOST_TRIED):
        if not heap:
            break
        cost, left, _, at = heapq.heappop(heap)
        nearest = min(nearest, at, key=lambda one: len(one.spans))
        if not left:
            found = True
            yield at
            continue
        for step, made in _steps(at, question, limit):
            if made.words.raw not in seen:
                seen.add(made.words.raw)
                heapq.heappush(heap, (cost + step.cost, len(made.spans), next(order_of), made))
    if not found:
        yield nearest


def _steps(at: Wording, question: str, limit: int) -> Iterator[tuple[Rewrite, Wording]]:
    low, high = at.spans[0]
    for step in chain.from_iterable(rule(at.words) for rule in RULES):
        if step.start >= high or step.stop < low:
            continue
        made = step.applied(at.words)
        spans = shared_spans(made.raw, question, limit + 1)
        if len(spans) < len(at.spans):
            yield step, Wording(made, (*at.rules, step.rule), spans)
