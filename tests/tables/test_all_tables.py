"""Every table over results with every section filled, and over results with none."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import earned.audits.acquabench.tables as audit
from earned.config.plan import TABLE_FORMS, TABLE_SETS, Plan
from earned.render.display import UNITS, show_cell, show_part
from earned.render.note import shown_texts
from earned.render.pointer import lookup
from earned.tables.rendering import LONG, ROWS, audit_files
from frozen_results import LABELS, empty_results, full_results
from mini import mini_config

FULL = full_results()
EMPTY = empty_results()
TABLES = {one.name: one for one in audit.run(FULL)}
FILES = audit_files(audit, list(TABLES.values()), FULL)
HOSTILE = "R&D_50% <x>|[2] {a}~^\\ #$ `q` *b* ](u) \"'\n é 中"
HEAD = (
    r"\documentclass{article}\usepackage[a4paper,margin=2.5cm]{geometry}"
    r"\usepackage[T1]{fontenc}\usepackage{mathptmx}\usepackage{array,booktabs,longtable}"
    "\n\\begin{document}\n"
)


def row_of(name: str, key: str, results: Any = FULL) -> dict[str, str]:
    """Column to shown text of one row."""
    (one,) = [one for one in audit.run(results) if one.name == name]
    (row,) = [row for row in one.rows if row.key == key]
    cells = [show_cell(cell, results) for cell in row.cells]
    return dict(zip(one.columns, cells, strict=True))


def notes(name: str, results: Any) -> str:
    table = next(one for one in audit.run(results) if one.name == name)
    return " ".join(shown_texts(table.notes, results))


def test_the_registered_tables_are_made_and_filled() -> None:
    assert tuple(TABLES) == audit.TABLES
    assert [name for name, one in TABLES.items() if not one.rows] == []


def test_the_files_are_those_that_the_workflow_declares() -> None:
    plan = Plan(mini_config())
    declared = [Path(name).name for name in plan.table_files("acquabench")]
    assert sorted(declared) == sorted(FILES)
    assert len(FILES) == len(audit.TABLES) * len(TABLE_FORMS) + len(TABLE_SETS) + 3


@pytest.mark.parametrize("name", audit.TABLES)
def test_every_number_is_found_by_its_locator(name: str) -> None:
    """Field case 41."""
    rows = [row for row in csv.DictReader(io.StringIO(FILES[LONG])) if row["table"] == name]
    assert rows
    for row in rows:
        value = lookup(FULL, row["locator"])
        assert not isinstance(value, list | dict)
        assert row["value"] == ("" if value is None else str(value))
        assert row["unit"] in UNITS.values()


def test_claim_ids_are_unique_over_all_tables() -> None:
    rows = list(csv.DictReader(io.StringIO(FILES[LONG])))
    ids = [tuple(row[name] for name in ("table", "row", "column", "part")) for row in rows]
    assert len(set(ids)) == len(ids) > 2000


@pytest.mark.parametrize("results", [FULL, EMPTY], ids=["full", "empty"])
def test_rendering_again_gives_the_same_bytes(results: Any) -> None:
    again = json.loads(json.dumps(results))
    assert audit_files(audit, audit.run(again), again) == audit_files(
        audit, audit.run(results), results
    )


def test_each_row_has_a_cell_for_each_column_and_a_key_of_its_own() -> None:
    for one in TABLES.values():
        assert all(len(row.cells) == len(one.columns) for row in one.rows), one.name
        assert len({row.key for row in one.rows}) == len(one.rows), one.name
        assert len(set(one.columns)) == len(one.columns), one.name
        assert set(one.splits) <= set(one.columns), one.name


def test_every_headline_number_carries_the_locator_of_its_verdict() -> None:
    for name, columns in (("d0_main", 3), ("boundary", 3), ("claim_boundaries", 1)):
        for row in TABLES[name].rows:
            found = [cell.headline for cell in row.cells if cell.headline]
            judged = [at for at in found if not at.endswith("/delta_sc")]
            assert len(judged) == columns, (name, row.key)
            assert all(lookup(FULL, at)["verdict"] for at in judged)


def test_the_csv_holds_full_precision() -> None:
    row = next(csv.DictReader(io.StringIO(FILES["d0_main.csv"])))
    found = FULL["analyses"]["d0_qwen-14b"]["effects"]["delta_gs"]
    assert float(row["G-S"]) == found["value"]
    assert float(row["G-S (low)"]) == found["interval"]["low"] == 0.2 - 0.0612345


def test_the_long_form_shows_what_the_tables_show() -> None:
    shown = [show_part(p, FULL) for t in TABLES.values() for r in t.rows for c in r.cells
             for p in c.parts]  # fmt: skip
    assert [row["display"] for row in csv.DictReader(io.StringIO(FILES[LONG]))] == shown


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("d0_main", "The study has no regime D0."),
        ("boundary", "The study has no regime D1. The study has no regime D2."),
        ("boundary_complete", "The study has no regime D1."),
        ("ranking_views", "The study has no two models of one family in one regime."),
        ("style_validation", "The study has no style control."),
        ("d2_case", "The study has no case in regime D2."),
        ("noise", "Every triplet ran once, so the study measures no noise."),
        ("published", "The study was given no file of published figures."),
        ("populations", "The study has no record of any population."),
    ],
)
def test_what_a_study_does_not_have_is_said(name: str, said: str) -> None:
    assert said in notes(name, EMPTY)
    assert said not in notes(name, FULL)


def test_a_study_of_one_regime_names_the_others_as_absent() -> None:
    found = {k: a for k, a in FULL["analyses"].items() if a["regime"] == "D2"}
    results = full_results(analyses=found, contrasts={}, cases={}, published=None, controls={})
    assert "The study has no regime D1." in notes("boundary", results)
    assert "The study has no regime D2." not in notes("boundary", results)


def test_a_verdict_that_moves_is_marked() -> None:
    moved = row_of("sensitivity", "d0_qwen-14b.exact")
    assert moved["G-S"].endswith(" unresolved (moved)")
    assert moved["G-C"].endswith(" unresolved")
    assert row_of("sensitivity", "d0_qwen-14b.f1_80")["Chosen"] == "yes"


def test_a_conditional_interval_stands_in_a_column_of_its_own() -> None:
    row = row_of("boundary_complete", "d1_qwen-14b")
    assert (row["Net rescue"], row["Conditional interval"]) == ("+24.0", "[-12.5, +50.0]")
    row = row_of("detector", "d1_qwen-14b.coloc_vs_earned")
    assert row["Conditional interval"] == "[0.125, 0.333]"
    assert row["Questions with a positive"] == "2 (descriptive)"


def test_ties_are_told_apart() -> None:
    """Field case 39."""
    row = row_of("model_differences", "d0_qwen-32b_minus_qwen-14b.gold")
    names = ("Both right", "Neither", "Baseline only", "Compared only", "Left out")
    assert [row[name] for name in names] == ["300", "100", "60", "80", "0 / 2"]
    both = row_of("model_differences", "d0_qwen-32b_minus_qwen-14b.net_rescue_both_failed")
    assert (both["Units of each"], both["Both right"]) == ("101 / 101", "–")


def test_contrasts_without_an_ordinary_interval_are_named() -> None:
    contrast = json.loads(json.dumps(FULL["contrasts"]["d0_qwen-32b_minus_qwen-14b"]))
    contrast["differences"]["clean"]["interval"]["zero_width"] = True
    undefined = {"status": "undefined", "reason": "fewer than two clusters", "low": None}
    contrast["differences"]["net_rescue"]["interval"] |= undefined
    shown = notes("ranking_views", {**FULL, "contrasts": {"d0_qwen-32b_minus_qwen-14b": contrast}})
    start = "D0, Qwen2.5-32B minus Qwen2.5-14B: "
    assert f"Interval of zero width: {start}CLEAN score gap." in shown
    assert f"No interval: {start}effect Net rescue (fewer than two clusters)." in shown
    assert "Interval of zero width" not in notes("ranking_views", FULL)


def test_a_case_is_printed_step_by_step() -> None:
    row = row_of("case_steps", "d2_qwen-14b.GOLD.1")
    assert row["Action"] == "Search[film dedication rights]"
    assert row["Sources shown"] == "Jackass: The Movie; MTV Films"
    assert row["Planted sentences"].endswith("Key-fbbab9ed denotes Sam Phillips.")
    assert row_of("case_steps", "d2_qwen-14b.CLEAN.2")["Sources shown"] == "–"


def test_printed_figures_stand_beside_ours() -> None:
    row = row_of("published", "d0_qwen-14b.CLEAN")
    assert row == {"Paper": "362/540, 67.0%", "Study": "270/540, 50.0%"}
    assert row_of("published", "d0_qwen-14b.delta_gc")["Paper"] == "+16.9 [+11.9, +22.4]"
    assert "Published and not run in this study: d1_llama-8b." in notes("published", FULL)


def test_the_evidence_map_shows_the_locator_of_each_number() -> None:
    found = TABLES["evidence_map"]
    assert row_of("evidence_map", "d0_main.d0_qwen-14b.G-S") == {
        "Value": "+20.0", "Locator": "/analyses/d0_qwen-14b/effects/delta_gs/value",
    }  # fmt: skip
    for row in found.rows:
        value, locator = row.cells
        assert locator.text == value.parts[0].pointer
    (source,) = [row for row in found.rows if row.key == "source.acquabench/cases/cases.json"]
    assert show_cell(source.cells[0], FULL) == "cd" * 6
    assert "cd" * 32 in FILES["evidence_map.csv"]


def test_the_files_of_cases_and_style_are_those_of_the_results() -> None:
    assert json.loads(FILES["mechanism_cases.json"]) == FULL["cases"]
    assert json.loads(FILES["style_probe_metrics.json"])["construction"] == FULL["style"]
    checked = FILES["mechanism_case_verification.md"]
    for part in ("## D0, Qwen2.5-14B", "| GOLD | Sam Phillips | Sam Phillips | 1 | 1.000 | 0.118 |",
                 "- exposure order", f"SHA-256 {'cd' * 32}", f"SHA-256 {'ab' * 32}"):  # fmt: skip
        assert part in checked
    assert "The study has no case." in audit.extra_files(EMPTY)["mechanism_case_verification.md"]


@pytest.mark.parametrize(
    "results",
    [FULL, EMPTY, full_results({k: f"{HOSTILE} {v}" for k, v in LABELS.items()})],
    ids=["full", "empty", "hostile labels"],
)
def test_the_latex_of_all_tables_compiles_and_runs_off_no_page(
    results: Any, tmp_path: Path
) -> None:
    tables = audit.run(results)
    files = audit_files(audit, tables, results)
    body = [files[f"{one.name}.tex"] for one in tables]
    log = _compiled(tmp_path, "\n".join(body))
    assert re.findall(r"Overfull \\hbox .*", log) == []


def test_the_row_fragments_compile(tmp_path: Path) -> None:
    body = [FILES[ROWS]]
    for one in TABLES.values():
        spec = "l" * (1 + len(one.columns))
        rows = rf"\csname rows:{one.name}\endcsname"
        body.append(rf"\setbox0\hbox{{\begin{{tabular}}{{{spec}}}{rows}\end{{tabular}}}}x")
    _compiled(tmp_path, "\n".join(body))


def _compiled(folder: Path, body: str) -> str:
    engine = shutil.which("pdflatex")
    if engine is None:
        pytest.skip("pdflatex is not here")
    (folder / "all.tex").write_text(f"{HEAD}{body}\n\\end{{document}}\n", encoding="ascii")
    command = [engine, "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    return (folder / "all.log").read_text(encoding="latin-1")


def test_hostile_labels_keep_every_row_of_markdown_and_html() -> None:
    results = full_results({k: f"{HOSTILE} {v}" for k, v in LABELS.items()})
    made = audit_files(audit, audit.run(results), results)
    for name in audit.TABLES:
        for form, opens in (("md", r"^\|"), ("html", r"^<(td|th|tr)")):
            pattern = re.compile(opens, re.MULTILINE)
            found, plain = made[f"{name}.{form}"], FILES[f"{name}.{form}"]
            assert len(pattern.findall(found)) == len(pattern.findall(plain)), (name, form)
        assert "<x>" not in made[f"{name}.html"]


def test_no_file_shows_nan_or_a_negative_zero() -> None:
    """Field case 36."""
    for name, text in FILES.items():
        words = set(re.split(r"[\s\[\],()|]+", text))
        assert not {"nan", "inf", "-inf", "NaN", "None", "-0.0", "-0.000"} & words, name
