"""Development runs, and numbers that nothing stands behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from earned.audit.report import AuditReport
from earned.audits.acquabench.release_checks import check_development
from earned.audits.acquabench.release_checks.development import RESULTS
from earned.records.files import read_json
from released import AUDIT, edit, failures, forge

TABLES = f"results/{AUDIT}/tables"


def marked(copy: Path) -> None:
    """Say in the configuration, and in its lineage, that the reader is a development run."""
    for name in ("config.json", "lineage.json"):

        def change(document: dict[str, Any]) -> None:
            models = document.get("models") or document["parameters"]["models"]
            models["reader"]["development"] = True

        edit(copy / "results/study" / name, change)


def test_a_development_run_that_feeds_a_headline_claim(copy: Path) -> None:
    marked(copy)
    forge(copy)
    said = failures(copy)
    at = f"{RESULTS}#/analyses/d0_reader"
    claim = f"ledger/claims.json, {AUDIT}/d0_main/d0_reader/G-S/value"
    assert f"{at}: disagrees with the configuration on whether reader is a development run" in said
    assert f"{at}: delta_gs is " in said
    assert f"{at}: delta_gs has a p-value on a development run" in said
    assert f"{claim}: a development run feeds it, and it is " in said
    assert "analysis/lineage.json: disagrees with the configuration" in said
    assert "d0_copier" not in said


def counted(copy: Path) -> AuditReport:
    report = AuditReport()
    check_development(copy / "results", report)
    return report


def test_results_that_call_a_run_development_which_the_configuration_does_not(copy: Path) -> None:
    edit(copy / "results" / RESULTS,
         lambda found: found["analyses"]["d0_copier"].update(development=True))  # fmt: skip
    (failure,) = counted(copy).failures
    assert failure.endswith(
        "disagrees with the configuration on whether copier is a development run"
    )


def test_a_model_that_is_in_no_configuration(copy: Path) -> None:
    edit(copy / "results" / RESULTS,
         lambda found: found["analyses"]["d0_copier"].update(model="stranger"))  # fmt: skip
    said = "\n".join(counted(copy).failures)
    assert "model stranger is not in the study's configuration" in said
    assert "a development run feeds it" in said


def test_a_development_run_without_verdicts_passes(copy: Path) -> None:
    marked(copy)
    root = copy / "results"

    def withhold(found: dict[str, Any]) -> None:
        analysis = found["analyses"]["d0_reader"]
        analysis["development"] = True
        for judged in analysis["verdicts"].values():
            judged.update(verdict="not evaluated", p_value=None, p_holm=None)

    edit(root / RESULTS, withhold)
    lineage = root / AUDIT / "analysis/lineage.json"
    edit(lineage, lambda made: made["parameters"]["models"]["reader"].update(development=True))

    def unjudge(claims: list[dict[str, Any]]) -> None:
        for claim in claims:
            if claim["verdict"] and "/d0_reader/" in claim["locator"]:
                claim["verdict"] = "not evaluated"

    edit(root / "ledger/claims.json", unjudge)
    report = counted(copy)
    assert report.failures == []
    assert report.checked["claims of development runs without a verdict"] > 50


def test_a_number_in_a_table_that_no_field_holds(copy: Path) -> None:
    path = copy / TABLES / "d0_main.md"
    text = path.read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if "reader" in line)
    path.write_text(text.replace(row, f"{row[:-1]}77.7 |"), encoding="utf-8")
    forge(copy)
    assert f"{AUDIT}/tables/d0_main.md" in failures(copy)


def test_a_table_cell_that_points_nowhere(copy: Path) -> None:
    path = copy / TABLES / "tables.jsonl"
    text = path.read_text(encoding="utf-8")
    at = "/analyses/d0_reader/arms/GOLD/success/value"
    assert at in text
    path.write_text(text.replace(at, f"{at}s", 1), encoding="utf-8")
    forge(copy)
    said = failures(copy)
    assert f"{AUDIT}/tables/tables.jsonl" in said
    assert "values" in said


def test_a_claim_that_is_taken_out(copy: Path) -> None:
    claims = copy / "results/ledger/claims.json"
    gone = read_json(claims)[7]["claim_id"]
    edit(claims, lambda found: found.pop(7))
    forge(copy)
    said = failures(copy)
    assert "results/ledger/claims.json" in said
    assert gone.split("/")[1] in said
