"""coloc: how much of question and answer one observed source holds by itself.

coloc = max over observed sources of r_q · r_a, where r_q and r_a are the fractions of question and
of predicted-answer tokens found in a source's title and displayed text (AcquaBench, single-source
visibility score). The paper defines the question's tokens twice; both scores are computed:

- `coloc`, main text: all tokens, repeats counted. It reproduces the paper's verified cases.
- `coloc_content`, supplement: sets, without stopwords and tokens of two characters or fewer in
  the question; the answer's tokens are a set, otherwise unfiltered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from pydantic import Field

from earned.records.base import Record
from earned.scores.hotpot import normalize_answer
from earned.scores.stopwords import STOPWORDS
from earned.scores.tokens import alphanumeric_tokens

DisplayedSource = tuple[str, str]
SHORTEST_CONTENT_TOKEN = 3


class Share(Record):
    """An exact score: covered pairs of (question token, answer token) over all pairs."""

    numerator: int = Field(ge=0)
    denominator: int = Field(ge=0, description="not reduced; 0 where a side has no token")

    @property
    def value(self) -> float:
        """The score in [0, 1]; 0 where a side has no token."""
        return self.numerator / self.denominator if self.denominator else 0.0


class Coloc(Record):
    """Both definitions for one trajectory."""

    coloc: Share = Field(description="main text: all tokens, with repeats")
    coloc_content: Share = Field(description="supplement: content tokens, as sets")


def coloc(question: str, answer: str, displayed_sources: Sequence[DisplayedSource]) -> Coloc:
    """Score the best single source for a question and a predicted (or supplied) answer.

    Args:
        question: the question's text.
        answer: the prediction, or the supplied value when an artifact is gated.
        displayed_sources: (title, text as displayed) of the observed sources.
    """
    asked, answered = alphanumeric_tokens(question), alphanumeric_tokens(answer)
    covers = [frozenset(alphanumeric_tokens(f"{t} {x}")) for t, x in displayed_sources]
    return Coloc(
        coloc=_best(asked, answered, covers),
        coloc_content=_best(content_tokens(asked), frozenset(answered), covers),
    )


def content_tokens(tokens: Iterable[str]) -> frozenset[str]:
    """Keep tokens of three characters or more that are no stopword."""
    return frozenset(t for t in tokens if len(t) >= SHORTEST_CONTENT_TOKEN) - STOPWORDS


def string_match(reference: str, displayed_sources: Sequence[DisplayedSource]) -> bool:
    """Tell whether the normalized reference occurs in an observed source.

    Title and displayed text are normalized as one string; the occurrence need not end at a word
    boundary. A reference that normalizes to nothing occurs nowhere.
    """
    wanted = normalize_answer(reference)
    return bool(wanted) and any(
        wanted in normalize_answer(f"{t} {x}") for t, x in displayed_sources
    )


def _best(
    asked: Collection[str], answered: Collection[str], covers: Sequence[frozenset[str]]
) -> Share:
    covered = (_count(asked, cover) * _count(answered, cover) for cover in covers)
    return Share(numerator=max(covered, default=0), denominator=len(asked) * len(answered))


def _count(tokens: Collection[str], cover: frozenset[str]) -> int:
    return sum(token in cover for token in tokens)
