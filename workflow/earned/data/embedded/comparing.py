"""Comparison questions: two paragraphs of a kind, one fact of each."""

from __future__ import annotations

from collections.abc import Iterator

from earned.data.embedded.entity import Entity, World, stream
from earned.data.embedded.form import Comparison, YesNo
from earned.data.embedded.names import MONTHS
from earned.data.embedded.question import Draft, Question, Told, support
from earned.data.embedded.text import holds

DATE_WORDS = 3


def comparisons(form: Comparison, world: World, told: Told) -> Iterator[Draft]:
    """Every ordered pair of a kind that differs by one (year, head, kilometre) at least."""
    entities = _tellers(form, world, told)
    for x in entities:
        for y in entities:
            gap = _measure(y.get(form.fact)) - _measure(x.get(form.fact))
            if abs(gap) < 1 or x.get("trade") != y.get("trade"):
                continue
            winner, loser = (y, x) if (gap > 0) is form.greater else (x, y)
            if not holds(told[loser.name], winner.name):
                facts = support(told, x, form.fact) + support(told, y, form.fact)
                yield {"x": x.name, "y": y.name}, Question("", winner.name, "comparison", facts)


def yes_or_no(form: YesNo, world: World, told: Told) -> Question:
    """One question to be answered by yes or no."""
    entities = _tellers(form, world, told)
    pairs = [
        (x, y)
        for i, x in enumerate(entities)
        for y in entities[:i]
        if (x.get(form.fact) == y.get(form.fact)) is form.same and x.get("trade") == y.get("trade")
    ]
    x, y = stream(f"choice:{form.wording}").choice(pairs)
    text = form.wording.format(x=x.name, y=y.name)
    facts = support(told, x, form.fact) + support(told, y, form.fact)
    return Question(text, "yes" if form.same else "no", "comparison", facts)


def _tellers(form: Comparison | YesNo, world: World, told: Told) -> list[Entity]:
    return [e for e in world[form.kind] if told[e.name].where(form.fact) >= 0]


def _measure(text: str) -> float:
    """A date in years; a year or a count as it is."""
    words = text.replace(",", "").split()
    if len(words) == DATE_WORDS:
        return int(words[2]) + MONTHS.index(words[1]) / len(MONTHS)
    return float(words[0])
