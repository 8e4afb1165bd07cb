"""Stage figures in a real small study, and how its outputs are verified."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from earned.audits.acquabench.figures import FIGURES
from earned.config.plan import FIGURE_FORMS, Plan
from earned.figures.rendering import FigureIndex
from earned.records.files import read_json, read_record
from earned.records.lineage import Lineage
from earned.verify.run import verify
from finished import edit_json, finished_study, rehash
from mini import mini_config
from support import ROOT

FOLDER = "acquabench/figures"
INDEX = f"{FOLDER}/figures.json"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("study"))


@pytest.fixture
def root(study: Path, tmp_path: Path) -> Path:
    """A copy of the study that a test may spoil."""
    return Path(shutil.copytree(study, tmp_path / "copy", ignore=shutil.ignore_patterns("logs")))


def test_the_stage_writes_what_the_plan_names(study: Path) -> None:
    planned = {Path(name).name for name in Plan(mini_config()).figure_files("acquabench")}
    assert planned == {f"{name}.{form}" for name in FIGURES for form in FIGURE_FORMS}
    made = {path.name for path in (study / FOLDER).iterdir()}
    assert made == {*planned, "figures.json", "lineage.json"}


def test_its_lineage_names_the_results_as_its_only_input_and_is_in_the_manifest(
    study: Path,
) -> None:
    record = read_record(study / FOLDER / "lineage.json", Lineage)
    assert [digest.path for digest in record.inputs] == ["acquabench/analysis/frozen_results.json"]
    listed = read_json(study / "manifest.json")["files"]
    assert {digest.path for digest in record.outputs} < set(listed)


def test_the_index_says_what_each_figure_shows_and_what_drew_it(study: Path) -> None:
    index = read_record(study / INDEX, FigureIndex)
    assert tuple(entry.name for entry in index.figures) == FIGURES
    assert all(entry.title.endswith(".") and entry.notes for entry in index.figures)
    assert "matplotlib" in index.versions


def test_a_sound_study_verifies_with_every_figure_drawn_again(root: Path) -> None:
    report = verify(root)
    assert report.passed, report.failures
    assert report.remade["figures"] == len(FIGURES) * len(FIGURE_FORMS) + 1
    assert report.not_remade == []


@pytest.mark.parametrize("form", FIGURE_FORMS)
def test_an_edited_figure_is_found_when_all_hashes_fit(root: Path, form: str) -> None:
    name = f"{FOLDER}/contrasts.{form}"
    content = bytearray((root / name).read_bytes())
    content[len(content) // 2] ^= 1
    (root / name).write_bytes(content)
    rehash(root)
    assert f"{name}: differs from what stage figures makes of its inputs" in verify(root).failures


def test_a_lost_figure_is_found(root: Path) -> None:
    (root / FOLDER / "contrasts.pdf").unlink()
    assert f"{FOLDER}/contrasts.pdf: is missing" in verify(root).failures


def test_figures_of_another_version_are_a_remark_and_their_hashes_still_count(root: Path) -> None:
    edit_json(root / INDEX, "versions", "matplotlib", value="3.0.0")
    with (root / FOLDER / "contrasts.svg").open("ab") as stream:
        stream.write(b"\n")
    assert any(failure.startswith(f"{FOLDER}/contrasts.svg: ") for failure in verify(root).failures)
    rehash(root)
    report = verify(root)
    assert not [failure for failure in report.failures if failure.startswith(FOLDER)]
    assert "figures" not in report.remade
    (why,) = report.not_remade
    assert why.startswith(f"{FOLDER}: matplotlib 3.0.0 drew them, ")
    assert f"not made again: {why}" in report.lines()


def test_a_plan_is_made_without_loading_what_draws() -> None:
    """Field case 16: including the Snakefile imports the plan."""
    script = "import sys, earned.audits.acquabench.plan; print('matplotlib' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": str(ROOT / "workflow")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"


def test_drawing_needs_no_engine_and_no_scorer() -> None:
    script = (
        "import sys, json, earned.figures.__main__;"
        "from earned.figures.rendering import drawn_figures;"
        "drawn_figures('acquabench', {'analyses': {}});"
        "print(json.dumps([m for m in sys.modules"
        " if m.startswith(('earned.engines', 'earned.scores', 'earned.agents', 'polars'))]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": str(ROOT / "workflow")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == []
