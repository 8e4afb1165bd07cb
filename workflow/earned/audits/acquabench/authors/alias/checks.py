"""Acceptance checks of an alias that hold for every author (regime D1)."""

from __future__ import annotations

from dataclasses import dataclass

from earned.audits.acquabench.authors.alias.dates import read_date
from earned.audits.acquabench.authors.alias.tokens import SIGNS, placed, value_tokens
from earned.audits.acquabench.authors.checks import SLOT, leaks_reference, prohibited_words
from earned.audits.acquabench.regimes.answers import is_far_enough
from earned.population.normal_form import normalize_answer


@dataclass(frozen=True)
class Slot:
    """Where an alias is to stand, and what it must not be taken for.

    Attributes:
        value: the canonical value that the alias stands for.
        template: the accepted template of D0.
        reference: the canonical reference, which no arm may show.
        other: the canonical value of the other arm.
    """

    value: str
    template: str
    reference: str
    other: str


def fitted(alias: str, template: str) -> str:
    """Fit an alias to its slot: a full stop that the template brings is not written twice."""
    return alias.removesuffix(".") if f"{SLOT}." in template else alias


def same_referent(alias: str, value: str) -> bool:
    """Apply the token rule: each token repeats or begins a token of the value, in order.

    A date must be the same date, a number the same number, and no sign of a unit may go.
    """
    date = read_date(value)
    if date is not None:
        return read_date(alias) == date
    tokens, wanted = value_tokens(alias), value_tokens(value)
    if is_number(wanted):
        return tokens == wanted
    signs = [[token for token in row if token in SIGNS] for row in (tokens, wanted)]
    return signs[0] == signs[1] and placed(tokens, wanted) is not None


def is_number(tokens: tuple[str, ...]) -> bool:
    """Say whether a value is one number and nothing else."""
    return len(tokens) == 1 and tokens[0].startswith("#")


def alias_faults(alias: str, slot: Slot) -> tuple[str, ...]:
    """Name what keeps an alias from being accepted, whoever proposed it.

    Returns:
        Fixed names in fixed order, empty where the alias passes: `empty`, `canonical-phrase` (the
        normalized value is in the normalized alias), `token-rule`, `question-mark` and
        `prohibited-word` (either not in the value itself), `alias-outside-slot`,
        `value-in-sentence` (the value or the reference stands in the filled sentence),
        `fits-other-value` (it is an alias of the other arm's value too), `near-reference` (a
        decoy's alias that would be too near as a decoy).
    """
    normal = normalize_answer(alias)
    if not normal:
        return ("empty",)
    sentence = slot.template.replace(SLOT, alias)
    spoken = set(prohibited_words(alias)) - set(prohibited_words(slot.value))
    found = {
        "canonical-phrase": normalize_answer(slot.value) in normal,
        "token-rule": not same_referent(alias, slot.value),
        "question-mark": "?" in alias and "?" not in slot.value,
        "prohibited-word": bool(spoken),
        "alias-outside-slot": leaks_reference(slot.template, alias),
        "value-in-sentence": any(
            leaks_reference(sentence, v) for v in (slot.value, slot.reference)
        ),
        "fits-other-value": same_referent(alias, slot.other),
        "near-reference": slot.value != slot.reference and not is_far_enough(alias, slot.reference),
    }
    return tuple(name for name, present in found.items() if present)
