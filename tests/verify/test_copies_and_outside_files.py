"""A copy of a results folder anywhere, and the files that lie outside it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from earned.errors import UserError
from earned.ledger.manifest import make_manifest
from earned.lineage import outside
from earned.records.files import write_json
from earned.verify.hashes import HashCheck
from earned.verify.report import Report
from earned.verify.run import verify
from finished import finished_study
from support import ROOT

DATA = "resources/embedded/questions.json"
PUBLISHED = "resources/published/acquabench.json"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("study"))


def test_a_finished_study_is_verified_in_place(
    study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    report = verify(study)
    assert report.failures == []
    assert report.claims > 100
    assert report.files == len(make_manifest(study).files)
    assert (report.outside_compared, report.outside_absent) == (2, [])
    assert report.root_sha256 == sha256((study / "manifest.json").read_bytes()).hexdigest()


def test_a_mere_copy_elsewhere_is_verified_against_the_checkout_of_the_code(
    study: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(study, tmp_path / "release" / "anything")
    done = subprocess.run(
        [sys.executable, "-m", "earned", "verify", str(copy)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "workflow")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "files outside the folder: 2 compared, 0 not re-hashed\n" in done.stdout
    assert done.stdout.endswith("verification passed\n")


def test_logs_are_covered_by_no_hash(study: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(study, tmp_path / "copy"))
    shutil.rmtree(copy / "logs")
    (copy / "logs").mkdir()
    (copy / "logs" / "lines.log").write_text("anything", encoding="utf-8")
    assert verify(copy).passed


def test_a_changed_outside_file_is_a_failure(
    study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / DATA).parent.mkdir(parents=True)
    shutil.copy(ROOT / DATA, tmp_path / DATA)
    assert verify(study).outside_compared == 2
    (tmp_path / DATA).write_bytes((ROOT / DATA).read_bytes() + b"\n")
    failures = verify(study).failures
    named = f"//{DATA}: differs from what acquabench/population/lineage.json records as input"
    assert named in failures


def test_what_an_absent_file_keeps_from_being_made_again_is_said(
    study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside, "CHECKOUT", tmp_path)
    monkeypatch.chdir(tmp_path)
    report = verify(study)
    assert report.passed
    assert sorted(report.outside_absent) == [f"//{DATA}", f"//{PUBLISHED}"]
    assert report.not_remade == [
        f"acquabench/population: its input //{DATA} is not here",
        f"acquabench/analysis: its input //{PUBLISHED} is not here",
    ]


@pytest.mark.parametrize("name", ["nothing", "empty"])
def test_a_folder_that_is_no_study_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match=r"has no manifest.json, so it is no finished study"):
        verify(tmp_path / name)


def digest(name: str, path: Path) -> dict[str, Any]:
    content = path.read_bytes()
    return {"path": name, "sha256": sha256(content).hexdigest(), "size": len(content)}


@pytest.fixture
def with_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two stages that used one model, whose folder lies outside."""
    monkeypatch.chdir(tmp_path)
    model = tmp_path / "resources" / "models" / "m"
    model.mkdir(parents=True)
    (model / "weights.gguf").write_bytes(b"weights")
    manifest = {
        "name": "m",
        "repository": "r",
        "revision": "1",
        "licence": "MIT",
        "format": "gguf",
        "files": [{"name": "weights.gguf", "size": 7, "sha256": sha256(b"weights").hexdigest()}],
        "chat_template": None,
        "chat_template_sha256": None,
        "bos": "",
        "eos": "",
        "context_length": 64,
        "system_role": True,
    }
    write_json(model / "manifest.json", manifest)
    root = tmp_path / "results"
    for stage in ("study", "ledger"):
        (root / stage).mkdir(parents=True)
        (root / stage / "out.txt").write_text(stage, encoding="utf-8")
        used = digest("//resources/models/m/manifest.json", model / "manifest.json")
        record = {
            "stage": stage,
            "audit": "acquabench",
            "parameters": {},
            "code_sha256": "",
            "environment_sha256": "",
            "inputs": [used],
            "outputs": [digest(f"{stage}/out.txt", root / stage / "out.txt")],
        }
        write_json(root / stage / "lineage.json", record)
    write_json(root / "manifest.json", make_manifest(root).model_dump(mode="json"))
    return root


def hashed(root: Path) -> Report:
    report = Report()
    HashCheck(root, report).run()
    return report


def test_a_model_is_compared_once_with_all_its_files(with_weights: Path) -> None:
    report = hashed(with_weights)
    assert (report.failures, report.outside_compared, report.outside_absent) == ([], 2, [])


def test_changed_weights_are_a_failure(with_weights: Path) -> None:
    weights = Path("resources/models/m/weights.gguf")
    weights.write_bytes(b"WEIGHTS")
    assert hashed(with_weights).failures == [f"//{weights}: differs from the model's manifest"]


def test_absent_weights_are_listed_once(with_weights: Path) -> None:
    Path("resources/models/m/weights.gguf").unlink()
    report = hashed(with_weights)
    assert report.passed
    assert report.outside_absent == ["//resources/models/m/weights.gguf"]
    shutil.rmtree("resources")
    assert hashed(with_weights).outside_absent == ["//resources/models/m/manifest.json"]


def test_absent_files_of_one_name_are_told_once_with_their_number() -> None:
    report = Report(outside_absent=["//a", "//completions.jsonl", "//completions.jsonl"])
    (line,) = [line for line in report.lines() if line.startswith("files outside")]
    assert line.endswith("3 not re-hashed (//a, 2 × //completions.jsonl)")
