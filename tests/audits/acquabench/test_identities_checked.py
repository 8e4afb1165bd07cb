"""Numbers of one analysis that must agree, and that they are held against each other."""

from __future__ import annotations

from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.estimands.identities import checked
from earned.audits.acquabench.frozen import ModelAnalysis, Rate
from earned.records.base import Record
from score_tables import analysed, table, unit

HITS = st.text("01e", min_size=3, max_size=3)
UNITS = st.dictionaries(
    st.tuples(st.sampled_from("abcd"), st.sampled_from(["retrieval", "tool", "memory"])),
    st.tuples(HITS, st.text("01", min_size=3, max_size=3)),
    min_size=1,
)
FOUND = analysed(
    table(
        unit("a", "010"), unit("a", "011", "tool"), unit("b", "110"), unit("b", "001", "tool"),
        unit("c", "010", exposed="001"), unit("c", "111", "tool"), unit("d", "e10"),
    )
)  # fmt: skip


Edited = TypeVar("Edited", bound=Record)


def edited(record: Edited, **update: object) -> Edited:
    return record.model_copy(update=update)


def rate(numerator: int, denominator: int) -> Rate:
    return Rate(numerator=numerator, denominator=denominator, value=numerator / denominator)


def more(found: Rate) -> Rate:
    return rate(found.numerator + 1, found.denominator)


def of_surface(found: ModelAnalysis, **update: object) -> ModelAnalysis:
    tool = edited(found.by_surface["tool"], **update)
    return edited(found, by_surface={**found.by_surface, "tool": tool})


def of_residual(found: ModelAnalysis, **update: object) -> ModelAnalysis:
    return edited(found, residual=edited(found.residual, **update))


def of_arm(found: ModelAnalysis, name: str, **update: object) -> ModelAnalysis:
    return edited(found, arms={**found.arms, name: edited(found.arms[name], **update)})


def of_effect(found: ModelAnalysis, name: str, **update: object) -> ModelAnalysis:
    return edited(found, effects={**found.effects, name: edited(found.effects[name], **update)})


def of_choice(found: ModelAnalysis, **update: object) -> ModelAnalysis:
    variants = found.sensitivity.variants
    turned = {**variants, "f1_80": edited(variants["f1_80"], **update)}
    return edited(found, sensitivity=edited(found.sensitivity, variants=turned))


LEFT, TOOL, GS = FOUND.residual, FOUND.by_surface["tool"], FOUND.effects["delta_gs"]
TAMPERED = [
    ("units of SHAM", of_arm(FOUND, "SHAM", success=rate(3, 5))),
    ("contrasts and differences", of_effect(FOUND, "delta_gs", numerator=7)),
    ("CLEAN failures", of_residual(FOUND, clean_failed=1)),
    ("CLEAN failures", of_residual(FOUND, net_rescue=edited(LEFT.net_rescue, denominator=3))),
    ("net rescue", of_residual(FOUND, rescue_gold=more(LEFT.rescue_gold))),
    ("cleaned GOLD", of_residual(FOUND, cleaned_gold=more(LEFT.cleaned_gold))),
    ("attributable records", of_arm(FOUND, "GOLD", labels={"attributable": 5})),
    ("units by surface", of_surface(FOUND, units=1)),
    ("GOLD successes by surface", of_surface(FOUND, success={**TOOL.success, "GOLD": rate(0, 3)})),
    ("placebo by surface", of_surface(FOUND, placebo=9)),
    ("rescue_gold by surface", of_surface(FOUND, rescue_gold=more(TOOL.rescue_gold))),
    ("cleaned_gold by surface", of_surface(FOUND, cleaned_gold=rate(0, 3))),
    (
        "negatives of string_match_vs_sham by surface",
        of_surface(
            FOUND,
            separations={
                **TOOL.separations,
                "string_match_vs_sham": edited(
                    TOOL.separations["string_match_vs_sham"], negatives=9
                ),
            },
        ),
    ),
    ("headline effects", of_choice(FOUND, effects={"delta_gc": GS})),
    (
        "detectors",
        of_choice(FOUND, detectors={"coloc_vs_sham": FOUND.detectors["coloc_vs_earned"]}),
    ),
]


@pytest.mark.parametrize(("what", "tampered"), TAMPERED, ids=[what for what, _ in TAMPERED])
def test_numbers_that_disagree_stop_the_analysis(what: str, tampered: ModelAnalysis) -> None:
    assert checked(FOUND) is FOUND
    with pytest.raises(AssertionError, match=f"D0 toy: {what}"):
        checked(tampered)


@settings(deadline=None, max_examples=25)
@given(UNITS)
def test_the_identities_hold_on_any_scores(drawn: dict[tuple[str, str], tuple[str, str]]) -> None:
    found = analysed(table(*(unit(q, h, s, "0" + seen[1:]) for (q, s), (h, seen) in drawn.items())))
    clean, gold, sham = (found.arms[c].success.numerator for c in CONDITIONS)
    left = found.residual
    numerators = {name: effect.numerator for name, effect in found.effects.items()}
    assert numerators["delta_gs"] == numerators["delta_gc"] - numerators["delta_sc"] == gold - sham
    assert left.cleaned_gold.numerator == gold - left.attributable
    assert left.net_rescue.numerator == left.rescue_gold.numerator - left.rescue_sham.numerator
    assert left.clean_failed == found.complete_units - clean
    by_surface = found.by_surface.values()
    assert sum(s.success["GOLD"].numerator for s in by_surface) == gold
    assert sum(s.units for s in by_surface) == found.complete_units
    assert {found.arms[c].success.denominator for c in CONDITIONS} == {found.complete_units}
