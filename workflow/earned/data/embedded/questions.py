"""All questions of the set, drawn form by form."""

from __future__ import annotations

from collections import Counter

from earned.data.embedded.bridging import bridges
from earned.data.embedded.comparing import comparisons, yes_or_no
from earned.data.embedded.entity import World, stream
from earned.data.embedded.forms import BRIDGES, COMPARISONS, YES_NO
from earned.data.embedded.question import Draft, Question, Told


def ask(world: World, told: Told) -> list[Question]:
    """Every question of the set; no answer but yes and no occurs twice.

    Raises:
        ValueError: the world gives a form fewer questions than it asks for.
    """
    chooser = Chooser()
    out: list[Question] = []
    for bridge in BRIDGES:
        drafts = list(bridges(bridge, world, told))
        out += chooser.take(drafts, bridge.count, bridge.wording)
    for comparison in COMPARISONS:
        drafts = list(comparisons(comparison, world, told))
        out += chooser.take(drafts, comparison.count, comparison.wording)
    return out + [yes_or_no(form, world, told) for form in YES_NO]


class Chooser:
    """Takes drafts so that no answer repeats and paragraphs are used evenly."""

    def __init__(self) -> None:
        self._answers: set[str] = set()
        self._used: Counter[str] = Counter()

    def take(self, drafts: list[Draft], count: int, wording: tuple[str, ...]) -> list[Question]:
        """As many questions as asked for, their wordings in turn."""
        stream(f"choice:{wording[0]}").shuffle(drafts)
        taken: list[Question] = []
        while len(taken) < count:
            drafts = [draft for draft in drafts if draft[1].answer not in self._answers]
            if not drafts:
                raise ValueError(f"too few questions of the form: {wording[0]}")
            blanks, draft = min(drafts, key=lambda pair: self._wear(pair[1]))
            text = wording[len(taken) % len(wording)].format_map(blanks)
            taken.append(Question(text, draft.answer, draft.kind, draft.facts))
            self._answers.add(draft.answer)
            self._used.update(draft.titles)
        return taken

    def _wear(self, question: Question) -> int:
        return sum(self._used[title] for title in question.titles)
