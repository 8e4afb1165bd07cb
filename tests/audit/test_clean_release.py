"""A clean release passes anywhere, says what was checked, and is told from no release."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from earned.audit.run import audit
from earned.cli import main
from earned.records.files import read_json
from released import edit


def test_a_clean_release_passes_and_says_what_was_checked(release: Path) -> None:
    report = audit(release)
    assert report.failures == []
    assert report.passed
    assert report.checked["listed files, by size and SHA-256"] == len(
        read_json(release / "release.json")["files"]
    )
    for what, count in {
        "triplets with their three conditions": 6,
        "units whose conditions one model answered": 6,
        "searches ranked again": 27,
        "score tables of the configured scorer": 2,
        "analyses that count as the configuration says": 2,
    }.items():
        assert report.checked[what] == count, what
    assert all("is no part of a release" in why for why in report.not_rederived)


def test_it_passes_in_another_folder_of_another_user(release: Path, tmp_path: Path) -> None:
    there = Path(shutil.copytree(release, tmp_path / "elsewhere" / "any name"))
    home = tmp_path / "home" / "mallory-x"
    home.mkdir(parents=True)
    environment = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG")}
    done = subprocess.run(
        [sys.executable, "-B", "-m", "earned", "audit", "."],
        cwd=there,
        env={**environment, "HOME": str(home), "USER": "mallory-x", "LOGNAME": "mallory-x",
             "MPLCONFIGDIR": str(home), "PYTHONPATH": "source/workflow"},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert "FAILED" not in done.stdout
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert "this audit runs other code" not in done.stdout
    assert done.stdout.endswith("audit of study mini passed\n")


def test_the_report_for_a_machine(release: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = read_json(release / "release.json")["root_sha256"]
    assert main(["audit", str(release), "--json", "--root", root[:16]]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["passed"], said["failures"], said["root_compared"]) == (True, [], True)
    assert said["root_sha256"] == root


def test_another_root_hash_is_a_failure(release: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(release), "--root", "0" * 64]) == 1
    assert "FAILED release.json: neither the root hash" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["nothing", "empty"])
def test_a_folder_that_is_no_release_ends_with_2(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["audit", str(tmp_path / name)]) == 2
    assert "has no release.json, so it is no release" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"files": {}}', "\x00"])
def test_a_list_that_is_none_is_a_failure(text: str, copy: Path) -> None:
    (copy / "release.json").write_text(text, encoding="utf-8")
    assert not audit(copy).passed
    assert main(["audit", str(copy)]) == 1


def test_an_exception_inside_a_check_is_a_failure_that_names_it(
    release: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by chance")

    monkeypatch.setattr("earned.audit.run.check_leaks", broken)
    monkeypatch.setattr("earned.audits.acquabench.release_checks.check_scorer", broken)
    what = "could not be checked (ZeroDivisionError: by chance)"
    assert audit(release).failures == [f"leaks: {what}", f"acquabench, scorer: {what}"]


def test_other_code_here_than_in_the_release_is_said(copy: Path) -> None:
    with (copy / "source/workflow/earned/scores/hotpot.py").open("a", encoding="utf-8") as file:
        file.write("EXTRA = 1\n")
    report = audit(copy)
    assert any("this audit runs other code than the release holds" in r for r in report.remarks)
    said = "\n".join(report.failures)
    assert "source/workflow/earned/scores/hotpot.py: has " in said
    assert "acquabench/scores/reader/D0/retrieval/lineage.json: was made by code" in said


def test_an_unknown_audit_is_a_failure(copy: Path) -> None:
    edit(copy / "results/study/config.json", lambda c: c.update(audits=["nonsense"]))
    assert any("no audit nonsense" in failure for failure in audit(copy).failures)
