"""What must hold between the numbers of one analysis, checked before they are frozen."""

from __future__ import annotations

from collections.abc import Iterator

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.frozen import ModelAnalysis

Identity = tuple[str, object, object]


def checked(found: ModelAnalysis) -> ModelAnalysis:
    """Give an analysis back if its numbers agree with each other.

    Raises:
        AssertionError: two ways to the same count differ, which no data can make them do.
    """
    for what, one, other in (*_arms(found), *_residual(found), *_surfaces(found), *_chosen(found)):
        if one != other:
            raise AssertionError(f"{found.regime} {found.model}: {what}: {one} and {other} differ")
    return found


def _arms(found: ModelAnalysis) -> Iterator[Identity]:
    """All conditions count the same units, and contrasts are their differences."""
    clean, gold, sham = (found.successes(c) for c in CONDITIONS)
    for condition in CONDITIONS:
        units = found.arms[condition].success.denominator
        yield f"units of {condition}", units, found.complete_units
    numerators = {name: effect.numerator for name, effect in found.effects.items()}
    expected = {"delta_gc": gold - clean, "delta_gs": gold - sham, "delta_sc": sham - clean}
    yield "contrasts and differences of successes", numerators, expected


def _residual(found: ModelAnalysis) -> Iterator[Identity]:
    """Rescue counts the CLEAN failures; the cleaned view leaves out the attributable ones."""
    left = found.residual
    gold, sham = left.rescue_gold, left.rescue_sham
    failed = found.complete_units - found.successes("CLEAN")
    sizes = {gold.denominator, sham.denominator, left.net_rescue.denominator, left.clean_failed}
    yield "CLEAN failures and what rescue is a share of", sizes, {failed}
    net = gold.numerator - sham.numerator
    yield "net rescue and the difference of rescues", left.net_rescue.numerator, net
    cleaned = found.successes("GOLD") - left.attributable
    yield "cleaned GOLD and GOLD less attributable", left.cleaned_gold.numerator, cleaned
    labelled = found.arms["GOLD"].labels.get("attributable", 0)
    positives = {labelled, *(d.positives for d in found.detectors.values())}
    yield "attributable records and positives", positives, {left.attributable}


def _surfaces(found: ModelAnalysis) -> Iterator[Identity]:
    """The surfaces add up to the whole."""
    parts = found.by_surface.values()
    yield "units by surface", sum(p.units for p in parts), found.complete_units
    for condition in CONDITIONS:
        hits = sum(part.success[condition].numerator for part in parts)
        yield f"{condition} successes by surface", hits, found.successes(condition)
    for name in ("rescue_gold", "rescue_sham", "cleaned_gold"):
        counts = [(getattr(p, name).numerator, getattr(p, name).denominator) for p in parts]
        whole = getattr(found.residual, name)
        expected = (whole.numerator, whole.denominator)
        yield f"{name} by surface", tuple(map(sum, zip(*counts, strict=True))), expected
    for key, whole in found.detectors.items():
        for name in ("positives", "negatives"):
            counted = sum(getattr(part.separations[key], name) for part in parts)
            yield f"{name} of {key} by surface", counted, getattr(whole, name)
    for name in ("attributable", "placebo"):
        counted = sum(getattr(part, name) for part in parts)
        yield f"{name} by surface", counted, getattr(found.residual, name)


def _chosen(found: ModelAnalysis) -> Iterator[Identity]:
    """The sensitivity's own choice is the headline."""
    headline = {**found.effects, "net_rescue": found.residual.net_rescue}
    for variant in found.sensitivity.variants.values():
        if variant.chosen:
            same = {name: headline[name] for name in variant.effects}
            yield "headline effects in the sensitivity", variant.effects, same
            marks = {name: found.detectors[name] for name in variant.detectors}
            yield "detectors in the sensitivity", variant.detectors, marks
