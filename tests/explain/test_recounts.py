"""Numbers again from their score rows, on random tables with errors, repeats and two models."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import polars as pl
import pytest

from earned.audits.acquabench import behind as acquabench
from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.score_row import ScoreRow
from earned.audits.acquabench.tables import run as tables_of
from earned.explain.behind import Behind
from earned.explain.counts import recount
from earned.explain.frames import prepared
from earned.explain.record import Recount
from score_tables import analyse, table, unit

MODELS = ("one", "two")
SURFACES = ("retrieval", "tool")
DIGITS = "00011e"


def random_unit(
    rng: random.Random, model: str, repeat: int, qid: str, surface: str
) -> list[ScoreRow]:
    """A unit whose arms do anything: hit, miss, error, see the source or not, match in part."""
    hits = "".join(rng.choice(DIGITS) for _ in CONDITIONS)
    common = {c: rng.randint(0, 4) for c in CONDITIONS}
    flags = {
        name: {c: rng.random() < 0.5 for c in CONDITIONS}
        for name in (
            "em",
            "value_shown",
            "decoy_match",
            "lenient_match",
            "supplied_match",
            "forced",
        )
    }
    return unit(
        qid, hits, surface, f"0{rng.randint(0, 1)}{rng.randint(0, 1)}",
        model=model, repeat=repeat, regime="D0", f1_common=common, f1_predicted=4, f1_reference=4,
        steps={c: rng.randint(1, 6) for c in CONDITIONS}, mismatches=rng.randint(0, 2),
        new_calls=rng.randint(0, 2), coloc={c: rng.random() for c in CONDITIONS}, **flags,
    )  # fmt: skip


@cache
def scores() -> pl.DataFrame:
    rng = random.Random(5)
    units = [
        random_unit(rng, model, repeat, f"q{n}", surface)
        for model in MODELS
        for surface in SURFACES
        for n in range(12)
        if (model, n) != ("one", 3)
        for repeat in (0, 1)
    ]
    return table(*units)


@cache
def results() -> Any:
    models = {name: {"label": name, "control": None, "family": "f"} for name in MODELS}
    found = analyse(scores(), models=models, surfaces=list(SURFACES), analysis={"replicates": 100})
    return found.model_dump(mode="json")


@cache
def shown() -> dict[str, Behind]:
    """Every pointer of every table, with what is behind it."""
    parts = (p for t in tables_of(results()) for r in t.rows for c in r.cells for p in c.parts)
    found = {part.pointer: acquabench.behind(results(), part.pointer) for part in parts}
    assert [at for at, behind in found.items() if behind is None] == []
    return {at: behind for at, behind in found.items() if behind is not None}


@cache
def _frame(models: tuple[str, ...], surfaces: tuple[str, ...], scope: str) -> pl.DataFrame:
    own = pl.col("model").is_in(models) & pl.col("surface").is_in(surfaces)
    return prepared(acquabench, scores().filter(own), Behind.model_validate_json(scope))


def recounted(behind: Behind) -> Recount | None:
    scope = behind.model_copy(update={"terms": (), "checks": (), "subset": "all"})
    bare = Behind(says="", kind="trajectories", runs=scope.runs, again=scope.again, view=scope.view)
    frame = _frame(behind.models, behind.surfaces, bare.model_dump_json())
    return recount(frame, behind, acquabench.PREDICATES, results())


def test_every_count_behind_every_number_is_what_the_results_say() -> None:
    once = {behind.model_dump_json(): behind for behind in shown().values()}
    found = [made for behind in once.values() if (made := recounted(behind))]
    assert [made for made in found if not made.agrees] == []
    assert len(found) > 300
    assert sum(len(made.checks) for made in found) > 600


@pytest.mark.parametrize(
    "ends",
    [
        *(f"/arms/{c}/success/value" for c in CONDITIONS),
        "/arms/GOLD/as_run/value",
        "/effects/delta_gc/value",
        "/effects/delta_gs/interval/low",
        "/effects/delta_sc/value",
        "/residual/net_rescue/value",
        "/residual/rescue_gold/value",
        "/residual/cleaned_gold/value",
        "/residual/placebo",
        "/detectors/coloc_vs_sham/auroc",
        "/by_surface/tool/delta_gs",
        "/quality/SHAM/mean_steps",
        "/quality_overall/forced/value",
        "/sensitivity/variants/f1_50/effects/net_rescue/value",
        "/sensitivity/variants/without_tool/effects/delta_gs/value",
        "/noise/0/flips/GOLD/value",
        "/noise/0/contrasts/net_rescue/changed/value",
        "/noise/0/contrasts/delta_gs/difference",
        "/usage/total/made/calls",
    ],
)
def test_a_family_is_counted_again(ends: str) -> None:
    behind = acquabench.behind(results(), f"/analyses/d0_two{ends}")
    assert behind is not None
    made = recounted(behind)
    assert made is not None
    assert made.checks
    assert made.agrees


def test_a_wrong_number_is_seen() -> None:
    behind = acquabench.behind(results(), "/analyses/d0_one/effects/delta_gs/value")
    assert behind is not None
    changed = behind.model_copy(update={"subset": "all", "models": ("two",)})
    made = recounted(changed)
    assert made is not None
    assert not made.agrees


def test_a_contrast_is_said_as_a_reader_would_say_it() -> None:
    behind = acquabench.behind(results(), "/analyses/d0_one/effects/delta_gs/value")
    assert behind is not None
    made = recounted(behind)
    assert made is not None
    effect = results()["analyses"]["d0_one"]["effects"]["delta_gs"]
    gold, sham = made.counts
    of = effect["denominator"]
    assert made.says == (
        f"{gold.hits} of {of} successes in GOLD less {sham.hits} of {of} in SHAM"
        f" = {effect['numerator']} of {of}"
    )
    assert 0 < effect["denominator"] < 22


def test_models_are_compared_on_common_units_alone() -> None:
    behind = acquabench.behind(results(), "/contrasts/d0_two_minus_one/differences/delta_gs/value")
    assert behind is not None
    assert behind.models == ("one", "two")
    made = recounted(behind)
    assert made is not None
    assert made.agrees
    assert {count.of for count in made.counts} == {
        results()["contrasts"]["d0_two_minus_one"]["units"]
    }
