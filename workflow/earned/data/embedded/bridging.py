"""Bridge questions: a first paragraph leads to a second, which holds the answer."""

from __future__ import annotations

from collections.abc import Iterator

from earned.data.embedded.entity import Entity, World
from earned.data.embedded.form import Bridge
from earned.data.embedded.question import Draft, Question, Told, support
from earned.data.embedded.text import holds


def bridges(form: Bridge, world: World, told: Told) -> Iterator[Draft]:
    """Every question that a form gives: the blanks of its wording, and the question without it."""
    for a in world[form.first]:
        for b in world[form.second]:
            linked = a.get(form.via) and a.get(form.via) == b.get(form.by)
            if linked and b.get(form.answer) and _needs_both(a, b, form, told):
                facts = support(told, a, form.via) + support(told, b, form.by, form.answer)
                yield _blanks(a, b), Question("", b.get(form.answer), "bridge", facts)


def _needs_both(a: Entity, b: Entity, form: Bridge, told: Told) -> bool:
    """Neither paragraph is enough: the first lacks the answer, the second what is asked about."""
    first, second = told[a.name], told[b.name]
    stated = [first.where(form.via), second.where(form.by), second.where(form.answer)]
    return min(stated) >= 0 and not holds(first, b.get(form.answer)) and not holds(second, a.name)


def _blanks(a: Entity, b: Entity) -> dict[str, str]:
    parts = {f"a_{k}": v for k, v in a.facts.items()} | {f"b_{k}": v for k, v in b.facts.items()}
    return parts | {"name": a.name}
