"""The coverage simulation: its truths, its counts, and what it finds of the intervals."""

from __future__ import annotations

import json

import numpy as np
import pytest

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.config import AnalysisConfig
from earned.audits.acquabench.coverage import CLUSTERS, Coverage, measure, report
from earned.audits.acquabench.estimands.bootstrap import Bootstrap
from earned.audits.acquabench.estimands.detectors import detectors
from earned.audits.acquabench.estimands.ratios import ratios
from earned.audits.acquabench.simulation import COLOC, RATES, simulated_units, true_values
from earned.cli import main
from earned.stats.ratio import ratio
from support import ROOT

PUBLISHED = json.loads((ROOT / "resources/published/acquabench.json").read_text(encoding="utf-8"))
DELTAS = ("delta_gc", "delta_gs", "delta_sc")


def test_rates_are_the_published_ones_of_d0() -> None:
    rows = [row for row in PUBLISHED["main"] if row["regime"] == "D0"]
    units = sum(row["n"] for row in rows)
    assert {c: sum(row[c.lower()] for row in rows) / units for c in CONDITIONS} == RATES


def test_scores_lie_where_the_published_ones_do() -> None:
    rows = [row for row in PUBLISHED["coloc_distribution"] if row["regime"] == "D0"]
    names = {"CLEAN": "earned_clean", "GOLD": "attributable_gold", "SHAM": "exposed_sham"}
    for condition, (middle, spread) in COLOC.items():
        medians, lows, highs = zip(*(row[names[condition]][1:] for row in rows), strict=True)
        assert middle == pytest.approx(np.mean(medians), abs=0.02)
        width = np.mean(highs) - np.mean(lows)
        assert 2 * 0.6745 * spread == pytest.approx(width, abs=0.03)


def test_sizes_are_the_papers() -> None:
    assert sorted(PUBLISHED["qids"].values()) == list(CLUSTERS)
    assert len(PUBLISHED["surfaces"]) == 4


def test_many_questions_show_the_true_values() -> None:
    """The formulas of the model against one population of twenty thousand questions."""
    units, truths = simulated_units(20_000, np.random.default_rng(6)), true_values()
    found = {name: ratio(*parts) for name, parts in ratios(units).items()}
    marks = detectors(Bootstrap(AnalysisConfig(replicates=100)), units, ("coloc",))
    found |= {name: detector.auroc for name, detector in marks.items()}
    assert found == pytest.approx(truths, abs=0.012)


def test_truths_are_near_the_published_figures() -> None:
    truths = true_values()
    marks = [row for row in PUBLISHED["detector"] if row["regime"] == "D0"]
    rows = [row for row in PUBLISHED["main"] if row["regime"] == "D0"]
    net = np.mean([row["net_rescue_pp"][0] for row in rows]) / 100
    assert truths["net_rescue"] == pytest.approx(net, abs=0.05)
    for name in ("earned", "sham"):
        printed = np.mean([row[f"auroc_vs_{name}"][0] for row in marks])
        assert truths[f"coloc_vs_{name}"] == pytest.approx(printed, abs=0.03)


def test_questions_differ_and_units_of_one_resemble_each_other() -> None:
    units = simulated_units(2000, np.random.default_rng(9))
    by_qid = units.flag("CLEAN", "success").reshape(2000, 4).mean(axis=1)
    p = RATES["CLEAN"]
    assert by_qid.var() > 2.5 * p * (1 - p) / 4


def test_the_same_seed_gives_the_same_table_and_another_seed_another() -> None:
    given = {"clusters": (6, 8), "datasets": 6, "replicates": 100}
    assert report(**given) == report(**given)
    assert report(**given, seed=14)[4:] != report(**given)[4:]


def test_a_small_simulation_counts_its_datasets() -> None:
    found = measure(10, datasets=30, replicates=100)
    assert set(found) == set(true_values())
    for one in found.values():
        assert 0 <= one.covered <= one.defined <= one.datasets == 30
    assert found["delta_gs"].covered >= 20


def test_the_share_is_of_datasets_that_gave_an_interval() -> None:
    one = Coverage(0.5, covered=9, defined=10, datasets=12)
    assert (one.share, one.standard_error) == (0.9, pytest.approx(np.sqrt(0.09 / 10)))
    assert Coverage(0.5, 0, 0, 12).share is None


def test_datasets_without_an_interval_are_named() -> None:
    """Field case 36: three questions often hold no attributable record."""
    lines = report((3,), datasets=10, replicates=100)
    assert any("coloc_vs_earned, 3 qids: no interval in " in line for line in lines)
    assert not any("clean, 3 qids" in line for line in lines)


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["coverage", "--datasets", "5", "--replicates", "100", "--clusters", "5", "7"]
    assert main([*asked, "--seed", "2"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed == report((5, 7), 5, 100, 2)
    assert printed[3].split() == ["estimand", "truth", "5", "qids", "7", "qids"]
    assert [line.split()[0] for line in printed[5:14]] == list(true_values())


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--replicates", "99", "takes a whole number from 100 to 100000"),
        ("--datasets", "0", "takes a whole number from 1 to 100000"),
        ("--clusters", "1", "takes a whole number from 2 to 100000"),
        ("--seed", "-1", "takes a whole number from 0 to 100000"),
    ],
)
def test_a_number_out_of_range_is_refused(
    option: str, value: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["coverage", f"{option}={value}"])
    assert f"{option}: {said}" in capsys.readouterr().err


@pytest.mark.slow
def test_contrasts_at_135_questions_are_covered_as_promised() -> None:
    found = measure(135)
    for name in DELTAS:
        assert 0.93 <= (found[name].share or 0.0) <= 0.97, name
