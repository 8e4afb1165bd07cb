"""Plan, draw, judge and read back on a finished study."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import polars as pl
import pytest

from earned.grader.sheet import COLUMNS
from earned.grader.strata import STRATA
from earned.records.files import read_json
from judging import Row, as_the_machine, drawn, judged, key_of, read_sheet, report_of, run


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
