"""What a release holds, and that it holds the study as it was."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from earned.ledger.manifest import covered_files
from earned.lineage.hashing import sha256_file
from earned.records.files import read_json, read_record, write_json
from earned.records.release import RELEASE, Release
from earned.release.environment import observed
from earned.release.folder import files_of
from earned.release.source import allowed
from support import ROOT


def test_every_file_is_listed_with_its_hash_and_size(release: Path) -> None:
    listed = read_record(release / RELEASE, Release)
    assert set(files_of(release)) == {*listed.files, RELEASE}
    for name, file in listed.files.items():
        assert sha256_file(release / name) == file.sha256, name
        assert (release / name).stat().st_size == file.size, name


def test_the_results_are_those_of_the_study(shared_study: Path, release: Path) -> None:
    for name in (*covered_files(shared_study), "manifest.json"):
        assert (release / "results" / name).read_bytes() == (shared_study / name).read_bytes(), name
    assert read_record(release / RELEASE, Release).replaced == ()
    assert not (release / "results" / "logs").exists()


def test_the_root_hash_is_that_of_the_studys_manifest(shared_study: Path, release: Path) -> None:
    root = read_record(release / RELEASE, Release).root_sha256
    assert root == sha256_file(shared_study / "manifest.json")
    assert root in (release / "README.md").read_text()


def test_the_release_of_a_study_does_not_disturb_its_verification(
    shared_study: Path, release: Path
) -> None:
    assert not [name for name in covered_files(shared_study) if name.startswith("release")]


def test_the_source_in_it_verifies_the_results_in_it(release: Path, tmp_path: Path) -> None:
    here = {**os.environ, "PYTHONPATH": str(release / "source" / "workflow"),
            "HOME": str(tmp_path)}  # fmt: skip
    command = [sys.executable, "-B", "-m", "earned", "verify", "results"]
    done = subprocess.run(command, cwd=release, env=here, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "verification passed" in done.stdout


def test_the_source_is_the_projects_own_and_nothing_a_user_left(tmp_path: Path) -> None:
    for name in ("Snakefile", "workflow/earned/scores/__main__.py", "rules/agents.smk",
                 "envs/cpu.lock", "config/models/a.yaml", "profiles/gpu/config.yaml",
                 "workflow/earned/agents/prompts/a.j2"):  # fmt: skip
        _touch(tmp_path / name)
    for stray in ("notes.txt", "results/x/manifest.json", ".git/config", ".env", "resources/models/"
                  "a/model.gguf", "workflow/earned/__pycache__/a.pyc", "config/studies/mine.yaml",
                  "workflow/earned.egg-info/PKG-INFO", "workflow/earned/.secret.py", "rules/a.log",
                  "config/local.yaml", "data.json", "workflow/scratch.py"):  # fmt: skip
        _touch(tmp_path / stray)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "link.md").symlink_to(tmp_path / "notes.txt")
    assert list(allowed(tmp_path)) == [
        "Snakefile", "workflow/earned/agents/prompts/a.j2", "workflow/earned/scores/__main__.py",
        "rules/agents.smk", "envs/cpu.lock", "config/models/a.yaml", "profiles/gpu/config.yaml",
    ]  # fmt: skip


def test_every_code_file_of_the_package_is_in_the_source() -> None:
    taken = set(allowed(ROOT))
    package = ROOT / "workflow" / "earned"
    own = {path.relative_to(ROOT).as_posix() for path in package.rglob("*")
           if path.is_file() and "__pycache__" not in path.parts}  # fmt: skip
    assert own <= taken


def test_the_studys_configuration_lies_where_snakemake_looks_for_it(release: Path) -> None:
    from earned.config.load import read_yaml

    written = read_yaml(release / "source" / "config" / "studies" / "mini.yaml")
    assert written == read_json(release / "results" / "study" / "config.json")


def test_the_environment_names_versions_and_no_host_or_time(tmp_path: Path) -> None:
    run = {"stage": "scores", "seconds": 1.5, "host": "lab7", "python": "3.12.1",
           "machine": "x86_64", "system": "Linux", "packages": {"numpy": "2.4.6"}}  # fmt: skip
    write_json(tmp_path / "a.json", run)
    write_json(tmp_path / "b.json", {**run, "stage": "agents", "seconds": 9.0, "host": "lab8"})
    (found,) = observed(tmp_path)
    assert found["stages"] == ["agents", "scores"]
    assert sorted(found) == ["machine", "packages", "python", "stages", "system"]


def test_the_terms_name_code_and_data(release: Path) -> None:
    parts = json.loads((release / "terms" / "terms.json").read_text())["parts"]
    code, data = parts
    assert (code["what"], data["what"]) == ("code", "data")
    assert data["licence"] == "CC0-1.0"
    assert data["sha256"] == sha256_file(ROOT / "resources/embedded/questions.json")
    assert data["redistributed"]
    place = data["note"].rpartition(" is ")[2]
    assert sha256_file(release / place) == data["sha256"]


def _touch(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("")
