"""Look for the benchmark's own text where none may be: a question, an answer, a run of a source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from earned.leaks.files import pieces
from earned.leaks.pieces import Piece
from earned.records.artifact import Artifact
from earned.records.files import read_records
from earned.records.population import Member

RUN = 20
"""Characters in a row that are text of the data."""
SHORTEST_ANSWER = 4
"""A shorter answer, or one of digits alone, is also a word or a number of something else."""
BREAK = "\n\0\n"
_SPACE = re.compile(r"\s+")


class DataText:
    """The texts of a study's data, and where they stray to.

    Args:
        texts: questions, sources, planted sentences: whole.
        answers: references and supplied values.
        known: texts that are not the data's, whatever the data hold: the code and its documents.
    """

    def __init__(
        self, texts: Iterable[str], answers: Iterable[str], known: Iterable[str] = ()
    ) -> None:
        self._runs = {run for text in texts for run in _runs(_plain(text))}
        asked = {_plain(answer) for answer in answers}
        self._answers = {a for a in asked if len(a) >= SHORTEST_ANSWER and not a.isdigit()}
        for text in map(_plain, known):
            self._runs.difference_update(_runs(text))
            self._answers -= {answer for answer in self._answers if answer in text}

    @classmethod
    def of_study(cls, results: Path, audits: Iterable[str], known: Iterable[str]) -> DataText:
        """Collect the texts of a study's populations and artifacts."""
        texts, answers = [], []
        for audit in audits:
            for member in read_records(results / audit / "population" / "items.jsonl", Member):
                item = member.item
                texts += [item.question, *(f"{s.title} {s.text}" for s in item.sources)]
                answers.append(item.answer)
            for file in sorted((results / audit / "artifacts").glob("*/artifacts.jsonl")):
                for arm in (a for one in read_records(file, Artifact) for a in one.arms.values()):
                    texts += [t for p in arm.planted for t in (p.sentence, p.text)]
                    answers.append(arm.value)
        return cls(texts, answers, known)

    def strays(self, text: str) -> bool:
        """Say whether some of the data's text stands in a text."""
        plain = _plain(text)
        if not self._runs.isdisjoint(_runs(plain)):
            return True
        return any(_word_in(answer, plain) for answer in self._answers)


def text_of(name: str, content: bytes) -> str:
    """Give every readable text of a file, whatever its type, with a break between any two."""
    return BREAK.join(piece.text for piece in pieces(content, name) if isinstance(piece, Piece))


def _plain(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


def _runs(text: str) -> Iterator[str]:
    return (text[at : at + RUN] for at in range(max(0, len(text) - RUN + 1)))


def _word_in(answer: str, text: str) -> bool:
    return answer in text and bool(re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", text))
