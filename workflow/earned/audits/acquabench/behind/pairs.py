"""The records behind a comparison: of two models on common units, or of two runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from earned.audits.acquabench.behind import predicates as on
from earned.audits.acquabench.behind import terms as of
from earned.audits.acquabench.behind.one_model import trajectories
from earned.audits.acquabench.conditions import CONDITIONS
from earned.explain.behind import Behind, Check, Term

Found = Mapping[str, Any]
_COMMON_SAYS = "complete units that both models have"
_REPEATED_SAYS = "units complete in both runs"
_COUNTED = {"both": on.BOTH, "neither": on.NEITHER, "first_only": on.ALONE, "second_only": on.ALONE}
_TIED = {
    "both": "records that both models get right",
    "neither": "records that neither model gets right",
    "first_only": "records that it alone gets right",
    "second_only": "records that it alone gets right",
}


def models_behind(found: Found, keys: Sequence[str], at: str) -> Behind:
    """Name the records behind a number of one model against another."""
    field = keys[0]
    if field == "differences":
        made = _difference(found, keys[1], f"{at}/differences/{keys[1]}")
    elif field == "ties":
        made = _tie(found, keys[1], keys[2], f"{at}/ties/{keys[1]}/{keys[2]}")
    elif field == "left_out":
        made = _left_out(keys[1], f"{at}/left_out/{keys[1]}")
    else:
        made = _common(found, field, f"{at}/{field}")
    return made.model_copy(update={"paired": True})


def _difference(found: Found, name: str, at: str) -> Behind:
    """Second model less first, of success in one arm or of a contrast."""
    pair, failed = (found["second"], found["first"]), name == "net_rescue_both_failed"
    estimand = "net_rescue" if failed else name
    base = on.BOTH_FAILED if failed else on.COMMON
    if estimand == "net_rescue" and not failed:
        base = on.COMMON_CLEAN_FAILED
    if estimand in of.ARMS:
        terms = [
            term
            for n, model in enumerate(pair)
            for term in of.contrast(estimand, among=base, models=(model,), sign=1 - 2 * n)
        ]
        arms = CONDITIONS if estimand == "net_rescue" else _in_order(of.ARMS[estimand])
    else:
        arms = (estimand.upper(),)
        terms = [
            of.rate(arms[0], among=base, models=(model,), sign=1 - 2 * n)
            for n, model in enumerate(pair)
        ]
    subset = on.BOTH_FAILED if failed else on.COMMON
    said = "common units whose CLEAN record fails in both models" if failed else _COMMON_SAYS
    says = f"{name} of {pair[0]} less that of {pair[1]}"
    return trajectories(says, arms, terms, _difference_checks(at, len(terms) // 2), subset, said)


def _difference_checks(at: str, each: int) -> tuple[Check, ...]:
    """Compare the difference, and the base of each model's own quantity."""
    second, first = tuple(range(each)), tuple(range(each, 2 * each))
    return (
        *of.shares(f"{at}/value"),
        Check(pointer=f"{at}/second_of", what="of", terms=second),
        Check(pointer=f"{at}/first_of", what="of", terms=first),
    )


def _in_order(arms: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in CONDITIONS if name in arms)


def _tie(found: Found, condition: str, field: str, at: str) -> Behind:
    model = found["second"] if field == "second_only" else found["first"]
    term = of.rate(condition, _COUNTED[field], on.COMMON, _TIED[field], models=(model,))
    says = f"{condition} outcomes of {found['first']} and {found['second']}, unit by unit"
    return trajectories(says, (condition,), (term,), of.equals(at), on.COMMON, _COMMON_SAYS)


def _left_out(model: str, at: str) -> Behind:
    term = Term(noun="complete units", place=f"of {model} alone", conditions=("CLEAN",),
                models=(model,), among=on.NOT_COMMON, of_measure="")  # fmt: skip
    says = f"complete units that only {model} has"
    return trajectories(says, CONDITIONS, (term,), of.equals(at), on.NOT_COMMON, says)


def _common(found: Found, field: str, at: str) -> Behind:
    """Name the common units, those that both models fail, or their questions."""
    one = (found["first"],)
    base = on.BOTH_FAILED if field == "both_failed" else on.COMMON
    term = of.questions("CLEAN", base) if field == "qids" else of.units("CLEAN", base)
    known = field in ("units", "qids", "both_failed")
    terms = (term.model_copy(update={"models": one}),) if known else ()
    says = f"units of {found['first']} and {found['second']}"
    checks = of.equals(at) if known else ()
    return trajectories(says, CONDITIONS, terms, checks, base, _COMMON_SAYS)


def runs_behind(found: Found, keys: Sequence[str], at: str) -> Behind:
    """Name the records behind what another run of the same triplets changes."""
    again, field = found["noise"][int(keys[0])]["repeat"], keys[1]
    own = f"{at}/noise/{'/'.join(keys[:3])}"
    if field == "flips":
        made = _flips(keys[2], own)
    elif field == "contrasts" and keys[3:] and keys[3] != "changed":
        made = _again(keys[2], keys[3], f"{own}/{keys[3]}")
    elif field == "contrasts":
        made = _changed(keys[2], f"{own}/changed")
    else:
        term = of.units("CLEAN", on.REPEATED).model_copy(update={"run": "first"})
        checks = of.equals(f"{at}/noise/{keys[0]}/units") if field == "units" else ()
        made = trajectories("units of two runs", CONDITIONS, (term,) if checks else (), checks,
                            on.REPEATED, _REPEATED_SAYS)  # fmt: skip
    return made.model_copy(update={"again": again, "paired": True})


def _flips(condition: str, at: str) -> Behind:
    term = of.rate(condition, on.FLIPPED, on.REPEATED, "successes that differ", run="first")
    term = term.model_copy(update={"place": f"between the runs in {condition}"})
    says = f"{condition} successes that differ between two runs"
    return trajectories(says, (condition,), (term,), of.of_rate(at), on.REPEATED, _REPEATED_SAYS)


def _again(estimand: str, field: str, at: str) -> Behind:
    """Name a contrast in the first run, in the later one, or the second less the first."""
    base = on.FAILED_AGAIN if estimand == "net_rescue" else on.REPEATED
    later = of.contrast(estimand, among=base, run="again")
    first = of.contrast(estimand, among=base, run="first", sign=-1 if field == "difference" else 1)
    terms = {"first": first, "again": later, "difference": (*later, *first)}[field]
    says = f"{estimand} in two runs of the same units"
    return trajectories(says, CONDITIONS, terms, of.shares(at), on.REPEATED, _REPEATED_SAYS)


def _changed(estimand: str, at: str) -> Behind:
    base = on.FAILED_ONCE if estimand == "net_rescue" else on.REPEATED
    noun = f"units whose own {estimand} differs between the runs"
    term = of.rate("CLEAN", on.changed(estimand), base, noun, run="first")
    term = term.model_copy(update={"place": ""})
    return trajectories(noun, CONDITIONS, (term,), of.of_rate(at), base, _REPEATED_SAYS)
