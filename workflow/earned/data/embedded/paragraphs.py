"""From facts to short encyclopedic paragraphs."""

from __future__ import annotations

import random
from string import Formatter

from earned.data.embedded.entity import Entity, Paragraph, World, stream
from earned.data.embedded.notes import NOTES, TRADE_NOTES
from earned.data.embedded.wording import WORDING

NOT_STATED = {"note", "He", "he", "His", "his"}


def write_paragraphs(world: World) -> dict[str, Paragraph]:
    """One paragraph for each entity, by title, in the world's order."""
    return {
        entity.name: _paragraph(entity, _note(entity, rank), stream(f"paragraph:{entity.name}"))
        for entities in world.values()
        for rank, entity in enumerate(entities)
    }


def _note(entity: Entity, rank: int) -> str:
    pool = TRADE_NOTES[entity.get("trade")] if entity.kind == "person" else NOTES[entity.kind]
    return pool[rank % len(pool)].format_map(entity.facts)


def _paragraph(entity: Entity, note: str, draw: random.Random) -> Paragraph:
    sentences: list[str] = []
    stated: list[tuple[str, ...]] = []
    for template in _templates(entity, draw):
        text = _fill(template, entity, note)
        sentences.append(f" {text}" if sentences else text)
        stated.append(tuple(sorted(_facts(template))))
    return Paragraph(entity.name, tuple(sentences), tuple(stated))


def _templates(entity: Entity, draw: random.Random) -> list[str]:
    chosen: list[str] = []
    for slot in WORDING[entity.kind]:
        usable = [t for t in slot if all(_has(entity, f) for f in _fields(t))]
        usable = [t for t in usable if not any(_facts(t) < _facts(u) for u in usable)]
        if len(usable) < len(slot):
            usable = [t for t in usable if _facts(t) == _facts(usable[0])]
        if usable:
            chosen.append(draw.choice(usable))
    return chosen


def _facts(template: str) -> set[str]:
    return {f for f in _fields(template) if f not in NOT_STATED}


def _has(entity: Entity, field: str) -> bool:
    return field == "note" or bool(entity.get(field))


def _fields(template: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(template) if name]


def _fill(template: str, entity: Entity, note: str) -> str:
    text = template.format_map({"name": entity.name, "note": note, **entity.facts})
    return text[0].upper() + text[1:]
