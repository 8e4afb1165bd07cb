"""Eight paragraphs beside the two that a question needs."""

from __future__ import annotations

from itertools import zip_longest

from earned.data.embedded.entity import Paragraph, World, stream
from earned.data.embedded.question import Question
from earned.data.embedded.text import holds

NEAR, FAR = 5, 3
YES_OR_NO = ("yes", "no")


def distractors(
    question: Question, world: World, paragraphs: dict[str, Paragraph]
) -> list[Paragraph]:
    """Five of the supporting paragraphs' own kinds and three others; none holds the answer."""
    kind_of = {entity.name: kind for kind, entities in world.items() for entity in entities}
    open_titles = [
        title
        for title, told in paragraphs.items()
        if title not in question.titles
        and (question.answer in YES_OR_NO or not holds(told, question.answer))
        and not _shortcut(told, question)
    ]
    kinds = [kind_of[title] for title in question.titles]
    near = [t for t in open_titles if kind_of[t] in kinds]
    far = [t for t in open_titles if kind_of[t] not in kinds]
    draw = stream(f"distractors:{question.qid}")
    seen = {paragraphs[title].sentences[-1] for title in question.titles}
    queue = _in_turn(draw.sample(near, len(near)), kind_of)
    picked = _pick(queue, NEAR, paragraphs, seen)
    return picked + _pick(draw.sample(far, len(far)), FAR, paragraphs, seen)


def _pick(
    queue: list[str], count: int, paragraphs: dict[str, Paragraph], seen: set[str]
) -> list[Paragraph]:
    """Passes over the queue; within a pass no closing sentence comes twice."""
    picked: list[str] = []
    while len(picked) < min(count, len(queue)):
        for title in queue:
            closing = paragraphs[title].sentences[-1]
            if len(picked) < count and title not in picked and closing not in seen:
                seen.add(closing)
                picked.append(title)
        seen.clear()
    return [paragraphs[title] for title in picked]


def _shortcut(told: Paragraph, question: Question) -> bool:
    """A paragraph that names both supporting titles could stand in for a hop."""
    return all(holds(told, title) for title in question.titles)


def _in_turn(order: list[str], kind_of: dict[str, str]) -> list[str]:
    """The titles with their (one or two) kinds alternating, as long as both last."""
    kinds = list(dict.fromkeys(kind_of[title] for title in order))
    rows = [[title for title in order if kind_of[title] == kind] for kind in kinds]
    return [title for rank in zip_longest(*rows) for title in rank if title is not None]
