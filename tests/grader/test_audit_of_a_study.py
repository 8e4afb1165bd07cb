"""Plan, draw, judge and read back on a finished study."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from earned.grader.sheet import COLUMNS
from earned.grader.strata import STRATA
from earned.records.files import json_text, read_json
from finished import rehash
from judging import Row, as_the_machine, drawn, judged, key_of, read_sheet, run
from mini import run_mini

SCORES = "acquabench/scores/copier/D0/retrieval/scores.parquet"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    return run_mini(folder, models=("copier", "reader"), limit=4, surfaces=("retrieval",))


@pytest.fixture
def root(study: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(study, tmp_path / "mini"))


def report_of(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = read_json(folder / "report.json")
    return found


def test_population_is_every_distinct_answer(root: Path) -> None:
    tables = [pl.read_parquet(path) for path in root.rglob("scores.parquet")]
    distinct = pl.concat(tables).unique(["qid", "prediction", "reference"])
    folder = drawn(root, "--per-stratum", "100")
    key = key_of(folder)
    assert len(key) == distinct.height == read_json(folder / "plan.json")["population"]
    assert sum(row.answer.records for row in key.values()) == sum(t.height for t in tables)


def test_columns_are_the_blinded_ones_and_empty_ones(root: Path) -> None:
    folder = drawn(root)
    for row in read_sheet(folder / "sheet.csv"):
        assert tuple(row) == COLUMNS
        assert not row["verdict"] + row["item"] + row["note"]
    text = (folder / "sheet.csv").read_text(encoding="utf-8")
    key = key_of(folder).values()
    told = {"acquabench", "retrieval", "success", *(s.name for s in STRATA if "_" in s.name)}
    told |= {name for row in key for name in (*row.answer.arms, *row.answer.models)} - {"reader"}
    assert not [word for word in told if word in text]


def test_a_human_who_agrees_but_on_planted_rows(root: Path, tmp_path: Path) -> None:
    folder = drawn(root, "--per-stratum", "100")
    agrees, key = as_the_machine(folder), key_of(folder)
    rejected = sorted(name for name, row in key.items() if not row.answer.success)
    accepted = sorted(name for name, row in key.items() if row.answer.success)
    planted = {rejected[0]: "right", accepted[0]: "wrong", rejected[1]: "unsure", rejected[2]: ""}

    def human(row: Row) -> None:
        agrees(row)
        row["verdict"] = planted.get(row["row"], row["verdict"])

    run("read", str(root), str(judged(folder / "sheet.csv", tmp_path / "back.csv", human)))
    whole = report_of(folder)["whole"]
    found = {name: whole["overall"][name] for name in whole["overall"] if name != "agreement"}
    assert found == {
        "rows": len(key),
        "judged": len(key) - 2,
        "unsure": 1,
        "blank": 1,
        "both_right": len(accepted) - 1,
        "both_wrong": len(rejected) - 3,
        "machine_right_human_wrong": 1,
        "machine_wrong_human_right": 1,
    }
    assert whole["overall"]["agreement"]["point"] == (len(key) - 4) / (len(key) - 2)
    assert {row["row"] for row in report_of(folder)["disagreements"]} == {rejected[0], accepted[0]}
    assert "wrongly accepted 1" in (folder / "report.md").read_text(encoding="utf-8")


def test_report_by_arm_and_model_is_counted_from_the_key(root: Path, tmp_path: Path) -> None:
    folder = drawn(root, "--per-stratum", "100")
    key = key_of(folder)
    agrees = as_the_machine(folder)
    wronged = next(n for n, r in key.items() if r.answer.success and "GOLD" in r.answer.arms)

    def human(row: Row) -> None:
        agrees(row)
        row["verdict"] = "wrong" if row["row"] == wronged else row["verdict"]

    run("read", str(root), str(judged(folder / "sheet.csv", tmp_path / "back.csv", human)))
    whole = report_of(folder)["whole"]
    arms = Counter(arm for row in key.values() for arm in row.answer.arms)
    models = Counter(model for row in key.values() for model in row.answer.models)
    assert {one["name"]: one["population"] for one in whole["arms"]} == arms
    assert {one["name"]: one["population"] for one in whole["models"]} == models
    given_in = key[wronged].answer.arms
    for one in whole["arms"]:
        added = 1 if one["name"] in given_in else 0
        assert one["tally"]["machine_right_human_wrong"] == added
        assert one["net_error"]["point"] == pytest.approx(added / one["population"])
    between = {(one["first"], one["second"]): one["difference"]["point"]
               for one in whole["between_arms"]}  # fmt: skip
    assert set(between) == {("CLEAN", "GOLD"), ("CLEAN", "SHAM"), ("GOLD", "SHAM")}
    expected = (("GOLD" in given_in) / arms["GOLD"]) - (("SHAM" in given_in) / arms["SHAM"])
    assert between["GOLD", "SHAM"] == pytest.approx(expected)


def test_effects_on_every_item_are_the_studys_own(root: Path, tmp_path: Path) -> None:
    folder = drawn(root)
    sheet = judged(folder / "sheet.csv", tmp_path / "back.csv", as_the_machine(folder))
    run("read", str(root), str(sheet))
    analyses = read_json(root / "acquabench/analysis/frozen_results.json")["analyses"]
    headlines = report_of(folder)["headlines"]
    assert len(headlines) == sum(len(one["verdicts"]) for one in analyses.values())
    for pair in headlines:
        whole, own = pair["whole"], analyses[pair["whole"]["analysis"]]
        effect = own["residual"] if whole["estimand"] == "net_rescue" else own["effects"]
        assert whole["interval"] == effect[whole["estimand"]]["interval"]
        assert whole["verdict"] == own["verdicts"][whole["estimand"]]["verdict"]
        assert pair["sound"] == whole


def test_defective_item_leaves_every_arm_of_every_model(root: Path, tmp_path: Path) -> None:
    folder = drawn(root, "--per-stratum", "100")
    key, agrees = key_of(folder), as_the_machine(folder)
    bad = next(iter(key.values())).answer.qid
    first = next(name for name, row in key.items() if row.answer.qid == bad)

    def human(row: Row) -> None:
        agrees(row)
        row["item"] = "Defective" if row["row"] == first else ""

    run("read", str(root), str(judged(folder / "sheet.csv", tmp_path / "back.csv", human)))
    report = report_of(folder)
    (item,) = report["defective"]
    rows = sum(row.answer.qid == bad for row in key.values())
    assert (item["qid"], item["defective_rows"], item["ok_rows"]) == (bad, 1, rows - 1)
    assert report["whole"]["qids"] == 4
    assert report["sound"]["qids"] == 3
    assert report["sound"]["overall"]["rows"] == len(key) - rows
    for pair in report["headlines"]:
        assert (pair["whole"]["units"], pair["whole"]["qids"]) == (4, 4)
        assert (pair["sound"]["units"], pair["sound"]["qids"]) == (3, 3)


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
