"""Plans, draws and readings that do not fit the study are refused, and nothing is overwritten."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from earned.records.files import json_text
from finished import rehash
from judging import as_the_machine, drawn, judged, key_of, read_sheet, report_of, run

SCORES = "acquabench/scores/copier/D0/retrieval/scores.parquet"


def test_draw_without_a_plan_is_refused(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("sample", str(root), code=2)
    assert "has no sampling plan; make one first" in capsys.readouterr().err
    assert not (root / "grader").exists()


def test_plan_and_sample_take_the_only_study_where_none_is_named(
    root: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "results").mkdir()
    root.rename(tmp_path / "results" / "mini")
    monkeypatch.chdir(tmp_path)
    run("plan")
    assert "then draw: earned grader sample results/mini\n" in capsys.readouterr().out
    run("sample")
    assert capsys.readouterr().out.startswith("drew ")
    shutil.copytree("results/mini", "results/other")
    run("plan", code=2)
    said = "error: 2 finished studies under results/; name one, e.g. results/demo.\n"
    assert capsys.readouterr().err == said


def test_draw_after_scores_changed_is_refused(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("plan", str(root))
    rescored(root)
    run("sample", str(root), code=2)
    err = capsys.readouterr().err
    assert f"{SCORES}: has changed since the plan was made; plan again" in err
    assert err.count("\n") == 1
    assert not list((root / "grader").glob("*/sheet.csv"))


def test_reading_after_scores_changed_is_refused(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = drawn(root)
    sheet = judged(folder / "sheet.csv", tmp_path / "back.csv", as_the_machine(folder))
    rescored(root)
    run("read", str(root), str(sheet), code=2)
    assert "has changed since the plan was made; plan again" in capsys.readouterr().err


def test_score_table_that_no_result_comes_from_is_refused(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_scores(root)
    run("plan", str(root), code=2)
    assert f"{SCORES}: is not what the study's results come from" in capsys.readouterr().err


def test_plan_edited_after_it_was_hashed_is_refused(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("plan", str(root))
    (plan,) = (root / "grader").glob("*/plan.json")
    plan.write_text(plan.read_text(encoding="utf-8").replace('"seed": 13', '"seed": 14'), "utf-8")
    run("sample", str(root), code=2)
    assert "is not the plan that its folder is named after" in capsys.readouterr().err


def test_plan_written_by_hand_under_its_own_hash_is_refused(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("plan", str(root))
    (plan,) = (root / "grader").glob("*/plan.json")
    given = json.loads(plan.read_text(encoding="utf-8"))
    given["strata"][0]["sample"] -= 1
    other = replanted(root, plan, given)
    run("sample", str(root), "--plan", other.parent.name, code=2)
    assert "is not what this study and its seed give" in capsys.readouterr().err


def test_second_plan_goes_beside_the_first(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("plan", str(root))
    (first,) = (root / "grader").glob("*/plan.json")
    before = first.read_bytes(), first.stat().st_mtime_ns
    run("plan", str(root))
    run("plan", str(root), "--seed", "14")
    assert len(list((root / "grader").glob("*/plan.json"))) == 2
    assert (first.read_bytes(), first.stat().st_mtime_ns) == before
    run("sample", str(root), code=2)
    assert "2 sampling plans fit; name one with --plan" in capsys.readouterr().err


def test_sheet_that_was_drawn_is_left_as_it_is(root: Path) -> None:
    folder = drawn(root)
    judged(folder / "sheet.csv", folder / "sheet.csv", as_the_machine(folder))
    filled = (folder / "sheet.csv").read_bytes()
    run("sample", str(root), "--plan", folder.name)
    assert (folder / "sheet.csv").read_bytes() == filled
    run("read", str(root), str(folder / "sheet.csv"))
    assert report_of(folder)["whole"]["overall"]["blank"] == 0


def test_sheet_is_read_under_the_plan_that_drew_it(root: Path, tmp_path: Path) -> None:
    one, other = drawn(root), drawn(root, "--seed", "14")
    for folder in (one, other):
        sheet = judged(folder / "sheet.csv", tmp_path / "back.csv", as_the_machine(folder))
        run("read", str(root), str(sheet))
        assert report_of(folder)["plan_sha256"].startswith(folder.name)


def test_same_plan_draws_the_same_sheet_elsewhere(study: Path, root: Path) -> None:
    one, other = drawn(study), drawn(root)
    names = sorted(path.name for path in one.iterdir())
    assert names == ["key.json", "lineage.json", "plan.json", "sheet.csv"]
    for name in names:
        assert (one / name).read_bytes() == (other / name).read_bytes()
    assert len({row["row"] for row in read_sheet(one / "sheet.csv")}) == len(key_of(one))
    shutil.rmtree(study / "grader")


def write_scores(root: Path) -> None:
    table = pl.read_parquet(root / SCORES)
    table.with_columns(steps=pl.col("steps") + 1).write_parquet(root / SCORES)


def rescored(root: Path) -> None:
    """Change a score table, and say in the analysis's record that it was made from that."""
    write_scores(root)
    rehash(root)


def replanted(root: Path, plan: Path, given: dict[str, Any]) -> Path:
    """Put a plan of one's own under its own hash."""
    content = json_text(given).encode()
    path = root / "grader" / sha256(content).hexdigest()[:12] / "plan.json"
    path.parent.mkdir()
    path.write_bytes(content)
    return path


def test_records_of_one_answer_that_were_scored_differently_are_refused(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = pl.read_parquet(root / SCORES)
    table.with_columns(success=~pl.col("success")).write_parquet(root / SCORES)
    rehash(root)
    run("plan", str(root), code=2)
    assert "was scored in two ways" in capsys.readouterr().err
