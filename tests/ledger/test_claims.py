"""The ledger: one row for every published number, and where it can be read again."""

from __future__ import annotations

import csv
import json
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from earned.errors import UserError
from earned.ledger.__main__ import main
from earned.ledger.claim import Claim
from earned.ledger.claims import audit_claims
from earned.ledger.files import CSV_NAME, JSON_NAME
from earned.ledger.lookup import find_claim, only_study, read_claims
from earned.records.files import read_record, read_records, write_records
from earned.records.lineage import Lineage
from earned.render.display import show
from earned.render.pointer import lookup
from earned.render.table import Table
from earned.tables.rendering import INDEX
from finished import finished_study

WHOLE = "acquabench/d0_main/d0_copier/GOLD/value"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("study"))


@pytest.fixture(scope="module")
def claims(study: Path) -> list[Claim]:
    return read_claims(study)


@pytest.fixture(scope="module")
def results(study: Path) -> Any:
    return json.loads((study / "acquabench/analysis/frozen_results.json").read_text("utf-8"))


def test_every_shown_number_is_one_claim(study: Path, claims: list[Claim]) -> None:
    """Field case 41."""
    tables = read_records(study / "acquabench" / "tables" / INDEX, Table)
    parts = [p for t in tables for row in t.rows for cell in row.cells for p in cell.parts]
    in_cells = [claim.locator for claim in claims if claim.kind == "table"]
    assert in_cells == [part.pointer for part in parts]


def test_claim_ids_are_unique(claims: list[Claim]) -> None:
    assert len({claim.claim_id for claim in claims}) == len(claims)


def test_claim_ids_are_stable(claims: list[Claim]) -> None:
    """What people cite does not move: a sample of ids as they stand."""
    found = {claim.claim_id for claim in claims}
    assert {
        WHOLE,
        "acquabench/d0_main/d0_copier/GOLD/numerator",
        "acquabench/d0_main/d0_reader/G-S/value",
        "acquabench/d0_main/d0_reader/G-S/low",
        "acquabench/d0_main/d0_reader/Net rescue/high",
        "acquabench/d0_main/d0_reader/Errors/SHAM",
        "acquabench/d0_by_surface/d0_reader.retrieval/Net rescue/value",
        "acquabench/detector/d0_copier.coloc_vs_earned/AUROC/value",
        "acquabench/quality/d0_copier.GOLD/As run/numerator",
        "acquabench/controls/d0_copier.0/Passed/value",
        "acquabench/usage/d0_copier/Unique %/value",
        "acquabench/usage/d0_copier.retrieval/Calls made/value",
        "acquabench/usage/study/Cost/value",
        "acquabench/d0_main/notes/intervals/level",
        "acquabench/d0_main/notes/caveat 1/value",
        "acquabench/figures/contrasts/d0_copier/G-S/low",
        "acquabench/figures/by_surface/d0_reader.retrieval/Net rescue/value",
        "acquabench/figures/score_distributions/d0_copier.attributable/label/n",
        "acquabench/figures/score_distributions/d0_copier.attributable/coloc/median",
        "acquabench/figures/sensitivity/d0_copier.f1_80/AUROC coloc vs earned/value",
    } <= found


def test_each_claim_is_read_again_at_file_and_locator(
    study: Path, claims: list[Claim], results: Any
) -> None:
    """Field case 41."""
    source = study / "acquabench" / "analysis" / "frozen_results.json"
    lineage = source.with_name("lineage.json").read_bytes()
    for claim in claims:
        assert claim.value == lookup(results, claim.locator)
        assert claim.display == show(claim.value, claim.format)
        assert study / claim.source == source
        assert claim.source_sha256 == sha256(source.read_bytes()).hexdigest()
        assert claim.lineage_sha256 == sha256(lineage).hexdigest()
        assert (claim.study, claim.audit, claim.stage) == ("mini", "acquabench", "analysis")


def test_a_rate_times_its_denominator_is_a_whole_number(claims: list[Claim]) -> None:
    """Field case 41."""
    rates: dict[str, dict[str, Any]] = {}
    for claim in claims:
        rates.setdefault(claim.claim_id.rpartition("/")[0], {})[claim.part] = claim.value
    counted = [parts for parts in rates.values() if {"value", "denominator"} <= parts.keys()]
    assert len(counted) > 10
    for parts in counted:
        assert isinstance(parts["numerator"], int)
        assert isinstance(parts["denominator"], int)
        assert parts["value"] == parts["numerator"] / parts["denominator"]


def test_a_headline_number_carries_verdict_statements_and_rule(claims: list[Claim]) -> None:
    found = {claim.claim_id: claim for claim in claims}
    for judged in (found["acquabench/d0_main/d0_copier/G-S/low"],
                   found["acquabench/figures/contrasts/d0_copier/G-S/low"]):  # fmt: skip
        assert judged.verdict == "supported"
        assert judged.supports.startswith("success follows")
        assert judged.not_supported
        assert judged.not_supported != judged.supports
        assert judged.boundary
        assert len(judged.rule_sha256) == 64
        assert judged.registration == "as registered"
    unregistered = found["acquabench/d0_main/d0_copier/S-C/value"]
    for none in (unregistered, found[WHOLE]):
        assert (none.verdict, none.supports, none.not_supported) == ("", "", "")
        assert (none.boundary, none.rule_sha256, none.registration) == ("", "", "")


def test_an_estimate_carries_interval_counts_and_n(claims: list[Claim], results: Any) -> None:
    found = {claim.claim_id: claim for claim in claims}
    for place in ("d0_main", "figures/contrasts"):
        gap = found[f"acquabench/{place}/d0_reader/G-C/value"]
        effect = results["analyses"]["d0_reader"]["effects"]["delta_gc"]
        assert (gap.low, gap.high) == (effect["interval"]["low"], effect["interval"]["high"])
        assert (gap.numerator, gap.denominator) == (effect["numerator"], effect["denominator"])
        assert (gap.units, gap.clusters) == (effect["units"], effect["qids"]) == (3, 3)
    rate = found[WHOLE]
    own = results["analyses"]["d0_copier"]["arms"]["GOLD"]["success"]["interval"]
    assert (rate.numerator, rate.denominator, rate.low) == (3, 3, own["low"])
    bare = found["acquabench/d0_main/d0_copier/GOLD/numerator"]
    assert (bare.numerator, bare.denominator, bare.low) == (3, 3, None)
    auroc = found["acquabench/detector/d0_copier.coloc_vs_earned/AUROC/value"]
    detector = results["analyses"]["d0_copier"]["detectors"]["coloc_vs_earned"]
    assert (auroc.positives, auroc.negatives) == (detector["positives"], detector["negatives"])
    count = found["acquabench/d0_main/d0_copier/Units/value"]
    assert (count.units, count.clusters, count.denominator) == (None, None, None)


def test_csv_and_json_hold_the_same_rows(study: Path, claims: list[Claim]) -> None:
    with (study / "ledger" / CSV_NAME).open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["claim_id"] for row in rows] == [claim.claim_id for claim in claims]
    assert [row["display"] for row in rows] == [claim.display for claim in claims]
    written = ["" if claim.value is None else str(claim.value) for claim in claims]
    assert [row["value"] for row in rows] == written


def test_two_claims_of_one_id_are_refused(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = Path(shutil.copytree(study, tmp_path / "copy"))
    index = root / "acquabench" / "tables" / INDEX
    tables = read_records(index, Table)
    twice = tables[0].model_copy(update={"rows": (*tables[0].rows, tables[0].rows[0])})
    write_records(index, [twice, *tables[1:]])
    before = (root / "ledger" / JSON_NAME).read_bytes()
    given = json.dumps({"study": "mini", "audits": ["acquabench"]})
    common = ["--root", str(root), "--audit", "ledger", "--params", given]
    inputs = ["--results", str(root / "acquabench/analysis/frozen_results.json")]
    inputs += ["--figures", str(root / "acquabench/figures/figures.json")]
    code = main([*common, "--out", str(root / "ledger"), *inputs, "--tables", str(index)])
    assert code == 2
    assert capsys.readouterr().err == (
        "error: tables: two claims have one id; rename a row, column or mark.\n"
    )
    assert (root / "ledger" / JSON_NAME).read_bytes() == before


@pytest.mark.parametrize(
    "wanted", [WHOLE, "d0_main/d0_copier/GOLD/VALUE", "MAIN/d0_copier/gold/value"]
)
def test_a_claim_is_found_by_its_id_or_by_a_part_of_it(study: Path, wanted: str) -> None:
    assert find_claim(study, wanted).claim_id == WHOLE


def test_a_whole_id_wins_over_ids_that_contain_it(study: Path, tmp_path: Path) -> None:
    claims = json.loads((study / "ledger" / JSON_NAME).read_text(encoding="utf-8"))
    longer = {**claims[0], "claim_id": f"{WHOLE}/more"}
    (tmp_path / "ledger").mkdir()
    (tmp_path / "ledger" / JSON_NAME).write_text(json.dumps([*claims, longer]), encoding="utf-8")
    assert find_claim(tmp_path, WHOLE).claim_id == WHOLE


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (
            "d0_main/d0_copier/GOLD",
            "3 claims match 'd0_main/d0_copier/GOLD', among them 'acquabench/d0_main/",
        ),
        ("no such claim", "0 claims match 'no such claim';"),
    ],
)
def test_an_unclear_wish_is_one_sentence(study: Path, wanted: str, said: str) -> None:
    with pytest.raises(UserError) as error:
        find_claim(study, wanted)
    text = str(error.value)
    assert said in text
    assert text.endswith("give the whole id, as in the first column of ledger/claims.csv.")
    assert "\n" not in text


def test_the_only_finished_study_is_found(study: Path, tmp_path: Path) -> None:
    assert only_study(study.parent) == study
    (tmp_path / "unfinished").mkdir()
    with pytest.raises(UserError, match="0 finished studies"):
        only_study(tmp_path)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UserError, match=r"2 finished studies .*; name one, e\.g\. results/demo"):
        only_study(tmp_path)
    with pytest.raises(UserError, match=r"name one, e\.g\. --results results/demo"):
        only_study(tmp_path, option="--results")


def test_inputs_edited_while_the_ledger_is_made_fail_the_stage(
    study: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Field case 10."""
    root = Path(shutil.copytree(study, tmp_path / "copy"))
    figures = root / "acquabench/figures/figures.json"

    def meanwhile(root: Path, study: str, audit: str) -> list[Claim]:
        figures.write_text(figures.read_text(encoding="utf-8") + " ", encoding="utf-8")
        return audit_claims(root, study, audit)

    monkeypatch.setattr("earned.ledger.__main__.audit_claims", meanwhile)
    given = json.dumps({"study": "other", "audits": ["acquabench"]})
    before = (root / "ledger" / JSON_NAME).read_bytes()
    code = main(["--root", str(root), "--audit", "ledger", "--params", given,
                 "--out", str(root / "ledger"), "--figures", str(figures),
                 "--results", str(root / "acquabench/analysis/frozen_results.json"),
                 "--tables", str(root / "acquabench/tables/tables.jsonl")])  # fmt: skip
    assert code == 2
    assert "figures.json: changed while stage ledger was reading it" in capsys.readouterr().err
    assert (root / "ledger" / JSON_NAME).read_bytes() == before


def test_the_ledger_reads_every_index_and_the_code_of_the_text(study: Path) -> None:
    record = read_record(study / "ledger" / "lineage.json", Lineage)
    inputs = {digest.path: digest.option for digest in record.inputs}
    assert inputs == {
        "acquabench/analysis/frozen_results.json": "results",
        "acquabench/figures/figures.json": "figures",
        "acquabench/tables/tables.jsonl": "tables",
    }
    assert record.parameters["outlines_code_sha256"].keys() == {"acquabench"}
