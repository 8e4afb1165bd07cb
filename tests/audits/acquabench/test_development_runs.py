"""A development run is kept and shown, and in no headline claim."""

from __future__ import annotations

from typing import Any

import numpy as np

from earned.audits.acquabench.frozen import FrozenResults
from earned.audits.acquabench.plan import parameters
from earned.audits.acquabench.tables import run as tables_of
from earned.config.study import StudyConfig
from earned.stats.holm import holm
from score_tables import analyse, table, unit

RULE = {"estimand": "delta_gs", "statement": "s", "stronger": "t", "boundary": "b"}


def study(development: bool) -> FrozenResults:
    rng, rows = np.random.default_rng(7), []
    for model in ("one", "two", "trial"):
        for n in range(20):
            hits = "".join("01"[int(rng.random() < p)] for p in (0.3, 0.9, 0.3))
            rows.append(unit(f"q{n:02}", hits, "tool", model=model))
    models: dict[str, dict[str, Any]] = {
        name: {"label": name, "control": None, "family": "f"} for name in ("one", "two", "trial")
    }
    models["trial"]["development"] = development
    return analyse(table(*rows), models=models, verdicts=[RULE])


def test_its_claims_are_not_evaluated_and_have_no_p_value() -> None:
    assert study(development=False).analyses["d0_trial"].verdicts["delta_gs"].verdict == "supported"
    found = study(development=True).analyses["d0_trial"]
    judged = found.verdicts["delta_gs"]
    assert (judged.verdict, judged.why) == ("not evaluated", "a development run")
    assert (judged.p_value, judged.p_holm) == (None, None)
    assert found.development
    assert found.effects == study(development=False).analyses["d0_trial"].effects
    assert {verdict for one in found.sensitivity.variants.values()
            for verdict in one.verdicts.values()} == {"not evaluated"}  # fmt: skip


def test_the_family_of_the_others_is_as_if_it_had_not_run() -> None:
    analyses = study(development=True).analyses
    own = {name: analyses[name].verdicts["delta_gs"].p_value for name in ("d0_one", "d0_two")}
    adjusted = {name: analyses[name].verdicts["delta_gs"].p_holm for name in own}
    assert adjusted == holm(own)


def test_its_contrasts_are_shown_and_not_tested() -> None:
    contrasts = study(development=True).contrasts
    trial = contrasts["d0_trial_minus_one"].differences
    assert {found.p_value for found in trial.values()} == {None}
    assert {found.p_holm for found in trial.values()} == {None}
    assert all(d.value is not None for d in trial.values() if d.first_of)
    assert contrasts["d0_two_minus_one"].differences["delta_gs"].p_value is not None


def test_its_label_says_so_in_every_table() -> None:
    config = StudyConfig.model_validate(
        {
            "models": {
                "a": {"control": "reader", "development": True, "label": "A"},
                "b": {"control": "copier"},
            }
        }
    )
    given = parameters(config, "analysis")["models"]
    assert {alias: one["label"] for alias, one in given.items()} == {
        "a": "A (development)", "b": "b",
    }  # fmt: skip
    assert (given["a"]["development"], given["b"]["development"]) == (True, False)


def test_tables_are_made_of_results_with_a_development_run() -> None:
    tables = {
        made.name: made for made in tables_of(study(development=True).model_dump(mode="json"))
    }
    assert [row.key for row in tables["d0_main"].rows] == ["d0_one", "d0_trial", "d0_two"]
