"""The embedded set as bytes: HotpotQA's JSON, one item a line, and its hash."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from earned.data.embedded.distractors import distractors
from earned.data.embedded.entity import World, stream
from earned.data.embedded.paragraphs import write_paragraphs
from earned.data.embedded.question import Question, Told
from earned.data.embedded.questions import ask
from earned.data.embedded.world import build_world

QUESTIONS_NAME = "questions.json"
HASH_NAME = "SHA256"
LEVEL = "hard"


def generate() -> dict[str, bytes]:
    """The committed files by name, generated afresh: the questions and their hash."""
    body = ",\n".join(json.dumps(item, ensure_ascii=False) for item in build_items())
    questions = f"[\n{body}\n]\n".encode()
    digest = hashlib.sha256(questions).hexdigest()
    return {QUESTIONS_NAME: questions, HASH_NAME: f"{digest}  {QUESTIONS_NAME}\n".encode()}


def build_items() -> list[dict[str, Any]]:
    """The items in the official HotpotQA shape, in the order of their ids."""
    world = build_world()
    paragraphs = write_paragraphs(world)
    questions = sorted(ask(world, paragraphs), key=lambda q: q.qid)
    return [_item(question, world, paragraphs) for question in questions]


def _item(question: Question, world: World, told: Told) -> dict[str, Any]:
    beside = [p.title for p in distractors(question, world, told)]
    order = [*question.titles, *beside]
    stream(f"order:{question.qid}").shuffle(order)
    return {
        "_id": question.qid,
        "answer": question.answer,
        "question": question.question,
        "supporting_facts": [[title, index] for title, index in question.facts],
        "context": [[title, list(told[title].sentences)] for title in order],
        "type": question.kind,
        "level": LEVEL,
    }
