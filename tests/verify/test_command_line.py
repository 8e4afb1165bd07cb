"""The command `earned`: exit codes, and one sentence for each mistake."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from earned.cli import main
from earned.lineage.hashing import sha256_file
from earned.progress import watch
from finished import edit_json, finished_study, rehash
from support import ROOT


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("study"))


@pytest.fixture
def broken(study: Path, tmp_path: Path) -> Path:
    copy = Path(shutil.copytree(study, tmp_path / "copy"))
    (copy / "acquabench" / "population" / "items.jsonl").write_text("", encoding="utf-8")
    return copy


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["verify", "nonsense"], "error: nonsense: has no manifest.json, so it is no finished"),
        (["summary", "nonsense"], "error: nonsense: has no manifest.json, so it is no finished"),
        (["explain", "x", "--results", "nonsense"],
         f"error: {Path('nonsense/ledger/claims.json')}: no such file; check the path."),
        (["explain", "x"], "error: 0 finished studies under results/; name one, e.g. --results"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_sentence_and_exit_code_2(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(sentence)
    assert said.err.count("\n") == 1


def test_the_module_is_the_command_and_shows_no_traceback(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "earned", "verify", "nonsense"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "workflow")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: nonsense: ")
    assert done.stderr.count("\n") == 1


def test_what_follows_two_dashes_is_handed_to_snakemake(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[Any, ...]] = []

    def noted(*given: Any, resume: bool) -> int:
        called.append((*given, resume))
        return 0

    monkeypatch.setattr(watch, "run_study", noted)
    assert main(["run", "ci", "--profile", "ci", "--", "-n", "--forceall"]) == 0
    assert main(["run", "--profile", "ci", "ci"]) == 0
    assert main(["resume", "ci", "--profile", "ci", "--", "--forceall"]) == 0
    assert called == [
        ("ci", "ci", ["-n", "--forceall"], False),
        ("ci", "ci", [], False),
        ("ci", "ci", ["--forceall"], True),
    ]


@pytest.mark.parametrize("flag", ["-n", "--dry-run", "--dryrun"])
def test_resume_is_never_a_dry_run_and_touches_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], flag: str
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("it ends jobs")

    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(watch, "clear_the_way", never)
    assert main(["resume", "ci", "--profile", "ci", "--", flag]) == 2
    assert "resume ends jobs and is never a dry run" in capsys.readouterr().err


def test_a_terminal_without_our_characters_gets_others(study: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "earned", "explain", "d0_main/d0_reader/G-S/value",
         "--results", str(study)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "workflow"), "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u2192" in done.stdout


def test_an_unknown_command_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["verfy", "x"])
    assert end.value.code == 2
    assert "invalid choice: 'verfy'" in capsys.readouterr().err


def test_verify_of_a_good_study_ends_with_0(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(study)]) == 0
    said = capsys.readouterr().out
    assert "verification passed" in said
    assert "FAILED" not in said


def test_verify_of_a_broken_study_ends_with_1_and_names_the_file(
    broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(broken)]) == 1
    said = capsys.readouterr().out
    assert "FAILED acquabench/population/items.jsonl: " in said
    assert "verification passed" not in said


def test_summary_prints_table_controls_and_verification(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["summary", str(study)]) == 0
    said = capsys.readouterr().out
    for part in ("D0: success by condition", "control copier: passed", "verification passed"):
        assert part in said
    assert "usage: 33 calls (45 without sharing), 0 prompt and 0 completion tokens\n" in said
    assert str(study) in said


def test_summary_shows_no_number_of_a_broken_study(
    broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (broken / "study" / "config.json").unlink()
    assert main(["summary", str(broken)]) == 1
    said = capsys.readouterr().out
    assert "FAILED study/config.json" in said
    assert "D0: success" not in said


def test_summary_of_a_failed_control_ends_with_1(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = Path(shutil.copytree(study, tmp_path / "copy"))
    results = copy / "acquabench" / "analysis" / "frozen_results.json"
    edit_json(results, "controls", "d0_copier", "passed", value=False)
    edit_json(results, "controls", "d0_copier", "checks", 0, "note", value="x")
    rehash(copy)
    assert main(["summary", str(copy)]) == 1


def test_explain_prints_the_path_from_a_number_to_its_records(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", "d0_main/d0_copier/GOLD/value", "--results", str(study)]) == 0
    said = capsys.readouterr().out
    stages = (
        "stage analysis",
        "stage scores",
        "stage agents",
        "stage artifacts",
        "stage population",
    )
    places = [said.index(stage) for stage in stages]
    assert places == sorted(places)
    assert "recounted      3 of 3 successes in GOLD\n" in said
    assert "records        3 trajectories" in said
    assert "//resources/embedded/questions.json" in said


def test_explain_draws_a_tree_or_prints_json(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = ["explain", "acquabench/d0_main/d0_copier/G-S/value", "--results", str(study)]
    assert main([*wanted, "--tree"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("acquabench/d0_main/d0_copier/G-S/value = ")
    assert "acquabench/agents/copier/D0/retrieval/trajectories.jsonl" in said
    assert main([*wanted, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["claim"]["claim_id"] == wanted[1]
    assert len(found["examples"]) == 3
    with pytest.raises(SystemExit) as end:
        main([*wanted, "--tree", "--json"])
    assert end.value.code == 2


def test_explain_of_another_count_than_the_published_one_ends_with_1(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = Path(shutil.copytree(study, tmp_path / "copy"))
    results = copy / "acquabench" / "analysis" / "frozen_results.json"
    edit_json(results, "analyses", "d0_copier", "arms", "GOLD", "success", "numerator", value=2)
    claims = copy / "ledger" / "claims.json"
    before, after = (sha256_file(root / results.relative_to(copy)) for root in (study, copy))
    claims.write_text(claims.read_text("utf-8").replace(before, after), encoding="utf-8")
    wanted = "acquabench/d0_main/d0_copier/GOLD/value"
    assert main(["explain", wanted, "--results", str(copy)]) == 1
    assert "success/numerator is 2, and 3 were counted" in capsys.readouterr().out
