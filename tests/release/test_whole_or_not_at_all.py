"""The same bytes from anywhere; one complete release or the one before it; refusals."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from earned.cli import main
from earned.errors import UserError
from earned.records.files import write_bytes
from earned.release import make
from earned.release.folder import files_of, taking_place_of
from earned.release.make import make_release
from finished import edit_json, rehash

KILLED = """
import os, signal, sys
from pathlib import Path
from earned.lineage.hashing import sha256_file
from earned.release import make
def die(*_): os.kill(os.getpid(), signal.SIGKILL)
make._verified = lambda root: sha256_file(root / "manifest.json")
make.{step} = die
make.make_release(Path(sys.argv[1]))
"""
STEPS = ("copy_source", "write_terms", "write_json")
"""The first thing that a release writes, one in the middle, and the last."""


def content(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in files_of(folder)}


def test_another_process_folder_home_and_time_zone_give_the_same_bytes(
    shared_study: Path, release: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "moved"
    shutil.copytree(shared_study, elsewhere, ignore=shutil.ignore_patterns("release"))
    away = tmp_path / "home" / "kjersti"
    away.mkdir(parents=True)
    here = {**os.environ, "HOME": str(away), "TZ": "Pacific/Auckland", "USER": "kjersti",
            "LC_ALL": "C", "PYTHONHASHSEED": "7",
            "PYTHONPATH": str(Path(make.__file__).parents[2])}  # fmt: skip
    command = [sys.executable, "-m", "earned", "release", str(elsewhere), "--out", "out"]
    done = subprocess.run(command, cwd=away, env=here, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert content(away / "out") == content(release)


def test_a_killed_release_leaves_the_one_before_and_no_half_one(
    study: Path, release: Path, unverified: None
) -> None:
    shutil.copytree(release, study / "release")
    write_bytes(study / "release" / "README.md", b"the one before")
    workflow = str(Path(make.__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": workflow}
    for step in STEPS:
        command = [sys.executable, "-c", KILLED.format(step=step), str(study)]
        assert subprocess.run(command, env=environment).returncode == -signal.SIGKILL
        assert (study / "release" / "README.md").read_bytes() == b"the one before"
        assert (study / ".release.partial").is_dir()
        assert not (study / ".release.partial" / "release.json").exists()
    assert content(make_release(study)) == content(release)
    assert not list(study.glob(".release*"))


def test_a_release_killed_between_two_renames_comes_back(tmp_path: Path) -> None:
    before = tmp_path / ".out.previous"
    write_bytes(before / "release.json", b"1")
    with pytest.raises(RuntimeError), taking_place_of(tmp_path / "out"):
        raise RuntimeError
    assert (tmp_path / "out" / "release.json").read_bytes() == b"1"


def test_a_folder_that_is_no_release_is_left_alone(
    study: Path, tmp_path: Path, unverified: None
) -> None:
    write_bytes(tmp_path / "thesis" / "chapter.txt", b"mine")
    with pytest.raises(UserError, match="is there and is no release"):
        make_release(study, tmp_path / "thesis")
    assert (tmp_path / "thesis" / "chapter.txt").read_bytes() == b"mine"


def test_a_study_made_by_other_code_is_refused_in_one_sentence(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = study / "acquabench" / "scores" / "reader" / "D0" / "retrieval" / "lineage.json"
    edit_json(where, "code_sha256", value="0" * 64)
    rehash(study)
    assert main(["release", str(study)]) == 2
    said = capsys.readouterr().err
    assert "retrieval/lineage.json: was made by another code of stage scores" in said
    assert said.count("\n") == 1
    assert not (study / "release").exists()
    assert not list(study.glob(".release*"))


def test_a_study_that_does_not_verify_is_refused(study: Path) -> None:
    write_bytes(study / "ledger" / "claims.csv", b"")
    with pytest.raises(UserError, match=r"does not verify \(ledger/claims.csv"):
        make_release(study)


def test_a_configuration_that_names_a_machine_is_refused(study: Path, unverified: None) -> None:
    own = "/home/kim/models/reader"
    edit_json(study / "study" / "config.json", "models", "reader", "label", value=own)
    rehash(study)
    with pytest.raises(UserError, match=f"holds absolute path '{own}'"):
        make_release(study)
    assert not (study / "release").exists()
