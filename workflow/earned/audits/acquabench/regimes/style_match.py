"""What could mark a planted sentence of the style control, measured on the artifact as made."""

from __future__ import annotations

from collections.abc import Mapping

from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.style.runs import longest_run
from earned.audits.acquabench.regimes.construction import StyleMatch
from earned.population.tokens import alphanumeric_tokens as tokens
from earned.records.artifact import Arm, Planted
from earned.records.evidence import Item


def style_match(
    item: Item, template: str, arms: Mapping[str, Arm], boundary: int, sentences: int
) -> StyleMatch:
    """Compare the arms with each other, and the planted sentences with the question.

    Args:
        item: the item.
        template: the style template.
        arms: condition to intervention, one planted source each.
        boundary: sentences of the base in front of the planted one.
        sentences: sentences of the base.
    """
    planted = {name: arm.planted[0] for name, arm in arms.items()}
    base = item.sources[next(iter(planted.values())).position]
    return StyleMatch(
        boundary=boundary,
        sentences=sentences,
        longest_run=longest_run(template, item.question),
        base_tokens=len(tokens(base.text)),
        planted_tokens={name: len(tokens(one.sentence)) for name, one in planted.items()},
        coverage={name: covered(item.question, one.sentence) for name, one in planted.items()},
        base_match=_one_place(base.text, planted),
        template_match=all(
            one.sentence == template.replace(SLOT, arms[name].value)
            for name, one in planted.items()
        ),
    )


def covered(question: str, sentence: str) -> float:
    """Give the share of the question's tokens, repeats counted, that a sentence has."""
    asked, said = tokens(question), set(tokens(sentence))
    return sum(token in said for token in asked) / len(asked) if asked else 0.0


def _one_place(base: str, planted: Mapping[str, Planted]) -> bool:
    """Say whether all arms put their sentence into one base text at one place."""
    places = {(one.source_id, one.position, *_around(one)) for one in planted.values()}
    if len(places) != 1:
        return False
    _, _, before, after = places.pop()
    return f"{before} {after}".split() == base.split()


def _around(planted: Planted) -> tuple[str, str]:
    """Give the text before and after a planted sentence."""
    before, _, after = planted.text.partition(f" {planted.sentence} ")
    return before, after
