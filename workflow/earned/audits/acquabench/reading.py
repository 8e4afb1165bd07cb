"""What a scripted control can tell from a prompt: surface, question, step and evidence shown.

It reads the prompt text alone. Question and surface are recognised by the manifest's questions
and by the surfaces' action names, so a user's own prompt files do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from earned.agents.brackets import squeeze
from earned.agents.parser import FINISH
from earned.agents.transcript import END_OF_OBSERVATION
from earned.audits.acquabench.surfaces import SURFACES, Shown, Surface
from earned.errors import UserError

_OBSERVATION = re.compile(
    rf"^Observation \d+:\n(.*?)\n{re.escape(END_OF_OBSERVATION)}$", re.MULTILINE | re.DOTALL
)
_PRIMED = re.compile(r"Thought \d+:\s*\Z")


class Situation(NamedTuple):
    """Where an agent stands.

    Attributes:
        surface: the surface in use.
        question: as the prompt shows it, on one line.
        step: the number of the step to write, from 1.
        shown: the results of every observation still in the prompt, oldest first.
        opening: what the prompt has already written of the step.
    """

    surface: Surface
    question: str
    step: int
    shown: tuple[Shown, ...]
    opening: str

    def act(self, thought: str, action: str, argument: str) -> str:
        """Write the continuation; in a forced finish, only the argument and its bracket."""
        argument = bracket_safe(argument)
        if self.opening == FINISH:
            return f"{argument}]"
        label = "" if self.opening else f"Thought {self.step}:"
        return f"{label} {thought}\nAction {self.step}: {action}[{argument}]"


class Questions:
    """Questions that a prompt may ask, found by how they begin instead of one by one.

    Args:
        questions: of equally long ones that occur in a prompt, the first given is found.
    """

    def __init__(self, questions: Iterable[str]) -> None:
        given = dict.fromkeys(filter(None, map(squeeze, questions)))
        self._width = min(map(len, given), default=0)
        self._opening: dict[str, list[str]] = {}
        for question in sorted(given, key=len, reverse=True):
            self._opening.setdefault(question[: self._width], []).append(question)
        initials = "".join(map(re.escape, sorted({question[0] for question in given})))
        self._initial = re.compile(f"[{initials}]" if initials else "$^")
        self._place = {question: place for place, question in enumerate(given)}

    def asked(self, prompt: str) -> str:
        """Find the longest that occurs in a prompt; empty where none does."""
        found = {
            question
            for initial in self._initial.finditer(prompt)
            for question in self._at(prompt, initial.start())
        }
        return min(found, key=lambda q: (-len(q), self._place[q]), default="")

    def _at(self, prompt: str, start: int) -> list[str]:
        """Find the longest question that begins at a place."""
        opened = self._opening.get(prompt[start : start + self._width], ())
        return next(([q] for q in opened if prompt.startswith(q, start)), [])


def read_prompt(prompt: str, questions: Questions | Iterable[str]) -> Situation:
    """Read a rendered prompt.

    Args:
        prompt: system and user message and the transcript so far, whatever the chat template.
        questions: the questions it may ask; the longest that occurs is the one asked.

    Raises:
        UserError: if the prompt asks none of them, or names no surface's action.
    """
    known = questions if isinstance(questions, Questions) else Questions(questions)
    question = known.asked(prompt)
    if not question:
        raise UserError("a scripted control was asked a question outside its manifest")
    head, _, transcript = prompt.partition(question)
    surface = next((s for s in SURFACES.values() if f"{s.action}[" in head), None)
    if surface is None:
        raise UserError("the prompt names no surface's action", remedy="keep {{ action }}[query]")
    observations = _OBSERVATION.findall(transcript)
    return Situation(
        surface=surface,
        question=question,
        step=len(observations) + 1,
        shown=tuple(shown for text in observations for shown in surface.parse(text)),
        opening=_opening(transcript),
    )


def bracket_safe(text: str) -> str:
    """Drop square brackets that do not balance, which would end an argument early or late."""
    depth = 0
    for character in text:
        depth += (character == "[") - (character == "]")
        if depth < 0:
            break
    return text if depth == 0 else squeeze(text.replace("[", " ").replace("]", " "))


def _opening(transcript: str) -> str:
    if transcript.endswith(f"{FINISH}["):
        return FINISH
    return "Thought" if _PRIMED.search(transcript) else ""
