"""D0 beside D2 on the embedded questions: the controls keep what is known of them.

The embedded set's answers are invented, so no control can know one; the questions themselves are
written by a program.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from earned.audits.acquabench.frozen import FrozenResults, ModelAnalysis
from mini import CONTROLS, run_mini

LIMIT = 16
REGIMES = {"D0": {}, "D2": {"size": 80, "offset": 0}}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> FrozenResults:
    root: Path = tmp_path_factory.mktemp("mini")
    folder = run_mini(
        root, limit=LIMIT, surfaces=("retrieval",), until="analysis", audit={"regimes": REGIMES}
    )
    text = (folder / "acquabench/analysis/frozen_results.json").read_text("utf-8")
    return FrozenResults.model_validate_json(text)


def counts(one: ModelAnalysis, arm: str) -> tuple[int, int, int]:
    """Successes, exposures and values shown."""
    summary = one.arms[arm]
    return tuple(rate.numerator for rate in (summary.success, summary.exposed, summary.value_shown))


def test_every_control_passes_its_checks_in_both_regimes(found: FrozenResults) -> None:
    assert set(found.controls) == {f"{r}_{c}" for r in ("d0", "d2") for c in CONTROLS}
    assert {name for name, one in found.controls.items() if not one.passed} == set()


def test_the_suggestible_follows_the_value_in_both_regimes(found: FrozenResults) -> None:
    for name in ("d0_suggestible", "d2_suggestible"):
        one = found.analyses[name]
        assert counts(one, "GOLD") == (LIMIT, LIMIT, LIMIT)
        assert counts(one, "SHAM") == (0, LIMIT, LIMIT)
        assert one.effects["delta_gs"].value == 1.0


def test_a_single_source_score_marks_the_suggestible_worse_in_d2(found: FrozenResults) -> None:
    direct, spread = (
        found.analyses[name].detectors["coloc_vs_earned"]
        for name in ("d0_suggestible", "d2_suggestible")
    )
    assert direct.auroc is not None
    assert spread.auroc is not None
    assert (direct.auroc > 0.95, spread.auroc < 0.7) == (True, True)


def test_the_copier_needs_one_search_in_d0_and_is_lost_in_d2(found: FrozenResults) -> None:
    assert counts(found.analyses["d0_copier"], "GOLD") == (LIMIT, LIMIT, LIMIT)
    success, exposed, shown = counts(found.analyses["d2_copier"], "GOLD")
    assert (success, exposed) == (shown, LIMIT)
    assert shown < LIMIT / 2


def test_the_closed_book_shows_nothing(found: FrozenResults) -> None:
    for name in ("d0_closed_book", "d2_closed_book"):
        one = found.analyses[name]
        assert [counts(one, arm) for arm in one.arms] == [(LIMIT // 2, 0, 0)] * 3
        assert {effect.value for effect in one.effects.values()} == {0.0}
