"""A regime that leaves fewer than two clusters stops before any agent runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from mini import mini_config, run_mini


def test_one_question_is_no_study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = mini_config(models=["reader"], audit={"regimes": {"D0": {"size": 1}}})
    with pytest.raises(AssertionError, match="stage artifacts ended with 2"):
        run_mini(tmp_path, config=config, until="agents")
    said = capsys.readouterr().err
    assert said.startswith("error: ")
    assert "fewer than two clusters" in said
    assert "items.jsonl" in said
    assert not (tmp_path / "results/mini/acquabench/artifacts").exists()
