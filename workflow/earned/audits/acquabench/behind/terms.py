"""The counts that AcquaBench's quantities are made of."""

from __future__ import annotations

from earned.audits.acquabench.behind import predicates as on
from earned.audits.acquabench.names import CONTRASTS, NEGATIVES
from earned.explain.behind import ALL, QUESTIONS, Check, Run, Term

ARMS = {**CONTRASTS, "net_rescue": ("GOLD", "SHAM")}
"""Estimand to the arms it subtracts, first minus second."""
FAILED_SAYS = "units whose CLEAN record failed"
COMPLETE_SAYS = "complete units: no engine error in any arm"
CLASSES = {"attributable": ("GOLD", "attributable"), **NEGATIVES}
"""Class of an AUROC to (condition, label)."""
CLASS_NOUNS = {
    "attributable": "attributable successes",
    "earned": "earned successes",
    "sham": "exposed successes",
}


def rate(
    condition: str,
    hits: str = on.SUCCESS,
    among: str = on.COMPLETE,
    noun: str = "successes",
    *,
    models: tuple[str, ...] = (),
    run: Run = "",
    sign: int = 1,
) -> Term:
    """Count hits of a base in one arm."""
    place = [f"in {condition}", *(f"of {model}" for model in models)]
    place += [{"first": "in the first run", "again": "in the later run"}[run]] if run else []
    return Term.model_validate(
        {"noun": noun, "place": " ".join(place), "conditions": (condition,), "models": models,
         "run": run, "hits": hits, "among": among, "sign": sign}
    )  # fmt: skip


def counted(condition: str, hits: str, noun: str, among: str = ALL) -> Term:
    """Count records of one arm, without a base."""
    return Term(noun=noun, place=f"in {condition}", conditions=(condition,), hits=hits, among=among,
                of_measure="")  # fmt: skip


def summed(
    noun: str, conditions: tuple[str, ...], measure: str, of: str = "", place: str = ""
) -> Term:
    """Sum a column over records; `of` is what the sum is divided by."""
    return Term(noun=noun, place=place, conditions=conditions, measure=measure, of_measure=of)


def contrast(
    estimand: str,
    *,
    among: str | None = None,
    models: tuple[str, ...] = (),
    run: Run = "",
    sign: int = 1,
) -> tuple[Term, Term]:
    """Subtract the successes of one arm from those of another, over the same units."""
    base = among or (on.CLEAN_FAILED if estimand == "net_rescue" else on.COMPLETE)
    one, other = ARMS[estimand]
    return (
        rate(one, among=base, models=models, run=run, sign=sign),
        rate(other, among=base, models=models, run=run, sign=-sign),
    )


def of_class(name: str) -> Term:
    """Count the records of one class of an AUROC."""
    condition, label = CLASSES[name]
    return counted(condition, on.labelled(label), CLASS_NOUNS[name])


def units(condition: str, among: str, noun: str = "units") -> Term:
    """Count units by their records of one arm."""
    return Term(noun=noun, conditions=(condition,), among=among, of_measure="")


def questions(condition: str, among: str) -> Term:
    """Count distinct questions."""
    return Term(noun="questions", conditions=(condition,), among=among, measure=QUESTIONS,
                of_measure="")  # fmt: skip


def of_rate(at: str) -> tuple[Check, ...]:
    """Compare with a rate, or a contrast, of the results."""
    return (
        Check(pointer=f"{at}/numerator", what="sum"),
        Check(pointer=f"{at}/denominator", what="of"),
        Check(pointer=f"{at}/value", what="share"),
    )


def equals(at: str, *terms: int) -> tuple[Check, ...]:
    """Compare with a count of the results."""
    return (Check(pointer=at, what="sum", terms=terms),)


def shares(at: str, *terms: int) -> tuple[Check, ...]:
    """Compare with a share, or a difference of shares, of the results."""
    return (Check(pointer=at, what="share", terms=terms),)
