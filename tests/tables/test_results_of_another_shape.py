"""Stages that render refuse results that the analysis did not write, in one sentence."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from support import ROOT


@pytest.mark.parametrize("stage", ["tables", "figures"])
@pytest.mark.parametrize("text", ['{"analyses": 3}', "[]", "{}"])
def test_other_json_is_named_and_nothing_is_written(
    stage: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(ROOT)
    results = tmp_path / "results" / "x" / "acquabench" / "analysis" / "frozen_results.json"
    results.parent.mkdir(parents=True)
    results.write_text(text, encoding="utf-8")
    out = tmp_path / "results" / "x" / "acquabench" / stage
    argv = ["--root", str(tmp_path / "results/x"), "--audit", "acquabench", "--params", "{}",
            "--out", str(out), "--results", str(results)]  # fmt: skip
    assert importlib.import_module(f"earned.{stage}.__main__").main(argv) != 0
    said = capsys.readouterr().err
    assert said.startswith("error: ")
    assert str(results) in said
    assert "Traceback" not in said
    assert not out.exists()
