"""The records behind the numbers of one model in one regime."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from earned.audits.acquabench.behind import predicates as on
from earned.audits.acquabench.behind import terms as of
from earned.audits.acquabench.conditions import CONDITIONS
from earned.explain.behind import ALL, Behind, Check, Term

Found = Mapping[str, Any]
Keys = Sequence[str]

_RATES = {
    "success": ("successes", on.SUCCESS, on.COMPLETE),
    "as_run": ("successes as run", on.AS_RUN, ALL),
    "exposed": ("exposed records", "exposed", on.COMPLETE),
    "decoy_match": ("answers that match the decoy", "decoy_match", on.COMPLETE),
    "lenient_match": ("lenient matches", "lenient_match", on.COMPLETE),
    "value_shown": ("records shown the value", "value_shown", on.COMPLETE),
    "supplied_match": ("answers that are the value shown", "supplied_match", "shown"),
}
"""Field of an arm to its noun, hits and base."""
_RESCUE = {"rescue_gold": "GOLD", "rescue_sham": "SHAM"}
_CHOICES = "the choice of the study; the records are those that every choice counts"


def trajectories(
    says: str,
    conditions: Keys,
    terms: Sequence[Term],
    checks: Sequence[Check],
    subset: str = on.COMPLETE,
    subset_says: str = of.COMPLETE_SAYS,
) -> Behind:
    """Make what is behind a number of agents; its scope is put on later."""
    return Behind(says=says, kind="trajectories", conditions=tuple(conditions), terms=tuple(terms),
                  checks=tuple(checks), subset=subset, subset_says=subset_says)  # fmt: skip


def whole(says: str = "all records of the model in the regime") -> Behind:
    """Name every record of the scope."""
    return trajectories(says, CONDITIONS, (), (), ALL, "")


def rate_behind(condition: str, field: str, at: str) -> Behind:
    """Name the records of a rate of one arm."""
    noun, hits, among = _RATES[field]
    term = of.rate(condition, hits, among, noun)
    says = {on.COMPLETE: of.COMPLETE_SAYS, ALL: "", "shown": "records shown the value"}[among]
    what = f"{noun} in {condition}"
    return trajectories(what, (condition,), (term,), of.of_rate(at), among, says)


def effect_behind(estimand: str, at: str) -> Behind:
    """Name the records of a contrast; `at` points at a record with its counts."""
    terms = of.contrast(estimand)
    return _contrast(estimand, terms, of.of_rate(at))


def _contrast(estimand: str, terms: Sequence[Term], checks: Sequence[Check]) -> Behind:
    one, other = of.ARMS[estimand]
    if estimand == "net_rescue":
        says = f"successes in {one} less those in {other}, of the CLEAN failures"
        return trajectories(says, CONDITIONS, terms, checks, on.CLEAN_FAILED, of.FAILED_SAYS)
    says = f"successes in {one} less those in {other}, unit by unit"
    arms = [name for name in CONDITIONS if name in (one, other)]
    return trajectories(says, arms, terms, checks)


def classes_behind(name: str, at: str) -> Behind:
    """Name the two classes of an AUROC, e.g. of `coloc_vs_earned`."""
    score, _, negatives = name.partition("_vs_")
    terms = of.of_class("attributable"), of.of_class(negatives)
    checks = (*of.equals(f"{at}/positives", 0), *of.equals(f"{at}/negatives", 1))
    arms = [arm for arm in CONDITIONS if arm in {term.conditions[0] for term in terms}]
    says = f"{score} of attributable GOLD successes, and of {terms[1].noun} in {arms[-1]}"
    if negatives == "earned":
        says = f"{score} of attributable GOLD successes, and of earned CLEAN successes"
    return trajectories(says, arms, terms, checks, on.in_classes(negatives), "the two classes")


def class_behind(score: str, name: str, at: str) -> Behind:
    """Name the records of one class of scores."""
    term = of.of_class(name)
    condition, label = of.CLASSES[name]
    says = f"{score} of {term.noun} in {condition}"
    checks = of.equals(f"{at}/n")
    return trajectories(says, (condition,), (term,), checks, on.labelled(label), term.noun)


def residual_behind(keys: Keys, at: str) -> Behind:
    """Name the records of a residual quantity; `at` points at what holds it."""
    field = keys[0]
    if field == "net_rescue":
        return effect_behind(field, f"{at}/{field}")
    if field in _RESCUE:
        arm = _RESCUE[field]
        term = of.rate(arm, among=on.CLEAN_FAILED)
        says, checks = f"successes in {arm}, of the CLEAN failures", of.of_rate(f"{at}/{field}")
        arms = ("CLEAN", arm)
        return trajectories(says, arms, (term,), checks, on.CLEAN_FAILED, of.FAILED_SAYS)
    if field == "cleaned_gold":
        term = of.rate("GOLD", on.CLEANED, noun="successes that are not attributable")
        return trajectories(f"{term.noun} in GOLD", ("CLEAN", "GOLD"), (term,),
                            of.of_rate(f"{at}/{field}"))  # fmt: skip
    if field == "clean_failed":
        term = of.counted("CLEAN", on.CLEAN_FAILED, "failures")
        return trajectories("CLEAN failures", ("CLEAN",), (term,), of.equals(f"{at}/{field}"),
                            on.CLEAN_FAILED, of.FAILED_SAYS)  # fmt: skip
    return _labelled_pair(field, f"{at}/{field}")


def _labelled_pair(field: str, at: str) -> Behind:
    """Attributable GOLD, or its SHAM placebo, each beside the CLEAN record that failed."""
    arm = {"attributable": "GOLD", "placebo": "SHAM"}[field]
    hits = {"attributable": on.labelled("attributable"), "placebo": on.PLACEBO}[field]
    term = of.counted(arm, hits, f"{field} successes" if arm == "GOLD" else "placebo successes")
    subset = on.unit_with(field)
    says = f"CLEAN failed, {arm} was exposed and succeeded"
    return trajectories(says, ("CLEAN", arm), (term,), of.equals(at), subset, says)


def outcome_behind(condition: str, name: str, at: str) -> Behind:
    """Name the records of an arm that ended one way."""
    noun = f"{name} outcomes"
    term = of.counted(condition, on.outcome(name), noun)
    return trajectories(f"{noun} in {condition}", (condition,), (term,), of.equals(at), ALL, "")


def arm_behind(keys: Keys, at: str) -> Behind:
    """Name the records of a field of one arm."""
    condition, field, *rest = keys
    own = f"{at}/{condition}/{field}"
    if field in _RATES:
        return rate_behind(condition, field, own)
    if field == "outcomes" and rest:
        return outcome_behind(condition, rest[0], f"{own}/{rest[0]}")
    if field == "labels" and rest:
        term = of.counted(condition, on.labelled(rest[0]), f"records labelled {rest[0]}")
        return trajectories(term.noun, (condition,), (term,), of.equals(f"{own}/{rest[0]}"))
    return trajectories(f"records in {condition}", (condition,), (), (), ALL, "")


def size_behind(field: str, at: str) -> Behind:
    """Name the units that a model ran, those that are complete, or their questions."""
    term = {
        "units": of.units("CLEAN", ALL),
        "complete_units": of.units("CLEAN", on.COMPLETE, "complete units"),
        "qids": of.questions("CLEAN", on.COMPLETE),
    }[field]
    subset, says = (ALL, "") if field == "units" else (on.COMPLETE, of.COMPLETE_SAYS)
    return trajectories(term.noun, CONDITIONS, (term,), of.equals(f"{at}/{field}"), subset, says)


def surface_behind(keys: Keys, at: str) -> Behind:
    """Name the records of one surface's point estimates."""
    field, *rest = keys
    special: dict[str, Callable[[], Behind]] = {
        "units": lambda: _complete_units(f"{at}/units"),
        "success": lambda: rate_behind(rest[0], "success", f"{at}/success/{rest[0]}"),
        "separations": lambda: classes_behind(rest[0], f"{at}/separations/{rest[0]}"),
        "distributions": lambda: class_behind(rest[0], rest[1], f"{at}/{'/'.join(keys[:3])}"),
        "engine_errors": lambda: outcome_behind(rest[0], "engine_error", f"{at}/{'/'.join(keys)}"),
    }
    if field in special:
        return special[field]()
    if field in of.ARMS:
        return _contrast(field, of.contrast(field), of.shares(f"{at}/{field}"))
    return residual_behind(keys, at)


def _complete_units(at: str) -> Behind:
    term = of.units("CLEAN", on.COMPLETE, "complete units")
    return trajectories(term.noun, CONDITIONS, (term,), of.equals(at))


def quality_behind(keys: Keys, at: str) -> Behind:
    """Name the records of a counter of one arm, or of all."""
    overall = keys[0] == "quality_overall"
    arms, (field, *_) = (CONDITIONS, keys[1:]) if overall else ((keys[1],), keys[2:])
    own = f"{at}/{'/'.join(keys[:2])}" if overall else f"{at}/{'/'.join(keys[:3])}"
    place = "in all arms" if overall else f"in {keys[1]}"
    noun = field.replace("_", " ")
    if field == "records":
        term, checks = of.summed("records", arms, "records", place=place), of.equals(own)
    elif field == "mean_steps":
        term, checks = of.summed("steps", arms, "steps", "records", place), of.shares(own)
    elif overall and field == "forced":
        term = of.summed("forced finishes", arms, "forced", "records", place)
        checks = of.of_rate(own)
    else:
        term, checks = of.summed(noun, arms, field, place=place), of.equals(own)
    return trajectories(f"{noun} {place}", arms, (term,), checks, ALL, "")


def power_behind(at: str) -> Behind:
    """Name the records whose variance a smallest detectable contrast comes from."""
    found = effect_behind("delta_gs", f"{at}/effects/delta_gs")
    return found.model_copy(update={"says": f"the variance between questions of {found.says}"})


def variant_behind(found: Found, keys: Keys, at: str) -> Behind:
    """Name the records under another choice: threshold, match, or a surface left out."""
    name, field, *rest = keys
    variant, own = found["sensitivity"]["variants"][name], f"{at}/sensitivity/variants/{name}"
    if field in ("effects", "verdicts"):
        made = effect_behind(rest[0], f"{own}/effects/{rest[0]}")
    elif field == "detectors":
        made = classes_behind(rest[0], f"{own}/detectors/{rest[0]}")
    else:
        made = whole(_CHOICES)
    left_out = name.removeprefix("without_") if variant["choice"] == "surface" else ""
    return made.model_copy(
        update={
            "says": f"{made.says} ({variant['label']})",
            "view": "" if variant["choice"] == "surface" or variant["chosen"] else name,
            "surfaces": tuple(one for one in found["surfaces"] if one != left_out),
        }
    )
