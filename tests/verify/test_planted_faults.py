"""Each single fault in a results folder is found, and the file is named."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from earned.audits.acquabench.tables import run as lay_out
from earned.errors import UserError
from earned.ledger.claims import audit_claims
from earned.ledger.files import ledger_files
from earned.records.files import write_records
from earned.tables.rendering import rendered_tables
from earned.verify.run import verify
from finished import edit_json, finished_study, rehash, remake_manifest

CELL = "acquabench/agents/copier/D0/retrieval"
OTHER = "acquabench/agents/reader/D0/retrieval"
SCORES = "acquabench/scores/copier/D0/retrieval/scores.parquet"
RESULTS = "acquabench/analysis/frozen_results.json"
TABLES = "acquabench/tables"
KINDS = (
    "study/config.json",
    "acquabench/population/items.jsonl",
    "acquabench/artifacts/D0/artifacts.jsonl",
    "acquabench/artifacts/D0/construction.jsonl",
    f"{CELL}/trajectories.jsonl",
    f"{CELL}/completions.jsonl",
    SCORES,
    RESULTS,
    "acquabench/analysis/costs.parquet",
    f"{TABLES}/d0_main.csv",
    f"{TABLES}/d0_main.html",
    f"{TABLES}/d0_main.md",
    f"{TABLES}/d0_main.tex",
    f"{TABLES}/generated_table_rows.tex",
    f"{TABLES}/mechanism_case_verification.md",
    f"{TABLES}/paper_table_data.csv",
    f"{TABLES}/style_probe_metrics.json",
    f"{TABLES}/tables.jsonl",
    "ledger/claims.json",
    "ledger/claims.csv",
    "ledger/claims.schema.json",
)
RECORDS = (f"{CELL}/lineage.json", "study/lineage.json", "ledger/lineage.json", "manifest.json")
Fault = Callable[[Path], None]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("study"))


@pytest.fixture
def root(study: Path, tmp_path: Path) -> Path:
    """A copy of the study that a test may spoil."""
    without_logs = shutil.ignore_patterns("logs")
    return Path(shutil.copytree(study, tmp_path / "copy", ignore=without_logs))


def failures(root: Path, named: str) -> list[str]:
    """What verification says of a file; there must be something."""
    report = verify(root)
    assert not report.passed
    found = [failure for failure in report.failures if failure.startswith(f"{named}: ")]
    assert found, report.failures
    return found


def flip(name: str) -> Fault:
    def fault(root: Path) -> None:
        content = bytearray((root / name).read_bytes())
        content[len(content) // 2] ^= 1
        (root / name).write_bytes(content)

    return fault


def drop_record(name: str) -> Fault:
    def fault(root: Path) -> None:
        lines = (root / name).read_bytes().splitlines(keepends=True)
        (root / name).write_bytes(b"".join(lines[:-1]))

    return fault


def swap(one: str, other: str) -> Fault:
    def fault(root: Path) -> None:
        first, second = (root / one).read_bytes(), (root / other).read_bytes()
        assert first != second
        (root / one).write_bytes(second)
        (root / other).write_bytes(first)

    return fault


def add(name: str) -> Fault:
    def fault(root: Path) -> None:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("{}\n", encoding="utf-8")

    return fault


def remove(name: str) -> Fault:
    return lambda root: (root / name).unlink()


def replace(name: str, old: str, new: str) -> Fault:
    def fault(root: Path) -> None:
        text = (root / name).read_text(encoding="utf-8")
        assert old in text
        (root / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return fault


def write(name: str, text: str) -> Fault:
    def fault(root: Path) -> None:
        (root / name).write_text(text, encoding="utf-8")

    return fault


def edit(name: str, *keys: str | int, value: object) -> Fault:
    return lambda root: edit_json(root / name, *keys, value=value)


def edit_claim(name: str, field: str, value: object) -> Fault:
    """Change one field of the claim of that id."""

    def fault(root: Path) -> None:
        ledger = root / "ledger/claims.json"
        ids = [claim["claim_id"] for claim in json.loads(ledger.read_text(encoding="utf-8"))]
        edit_json(ledger, ids.index(f"acquabench/{name}"), field, value=value)

    return fault


CLEAN = "d0_main/d0_copier/CLEAN/numerator"
DEEP = ("analyses", "d0_copier", "arms", "GOLD", "success")
PLANTED: list[tuple[str, Fault, str]] = [
    *((f"flipped {name}", flip(name), name) for name in KINDS),
    *((f"removed {name}", remove(name), name) for name in (*KINDS, *RECORDS[:3])),
    ("trajectory dropped", drop_record(f"{CELL}/trajectories.jsonl"), f"{CELL}/trajectories.jsonl"),
    ("batch dropped", drop_record(f"{CELL}/completions.jsonl"), f"{CELL}/completions.jsonl"),
    ("member dropped", drop_record(KINDS[1]), KINDS[1]),
    ("emptied", write(KINDS[2], ""), KINDS[2]),
    ("cells swapped", swap(f"{CELL}/trajectories.jsonl", f"{OTHER}/trajectories.jsonl"),
     f"{OTHER}/trajectories.jsonl"),
    ("scores swapped", swap(SCORES, SCORES.replace("copier", "reader")), SCORES),
    ("tables swapped", swap(f"{TABLES}/d0_main.csv", f"{TABLES}/quality.csv"),
     f"{TABLES}/quality.csv"),
    ("file added", add("notes.txt"), "notes.txt"),
    ("file added to a cell", add(f"{CELL}/extra.jsonl"), f"{CELL}/extra.jsonl"),
    ("hidden file added", add("study/.hidden"), "study/.hidden"),
    ("folder added", add("other/logs/x.json"), "other/logs/x.json"),
    ("table cell edited", replace(f"{TABLES}/d0_main.md", "3/3, 100.0%", "2/3, 66.7%"),
     f"{TABLES}/d0_main.md"),
    ("result edited", edit(RESULTS, *DEEP, "numerator", value=2), RESULTS),
    ("result renamed", edit(RESULTS, "analyses", value={}), RESULTS),
    ("results of another kind", write(RESULTS, "[]"), RESULTS),
    ("results without a key", write(RESULTS, "{}"), RESULTS),
    ("study of another kind", write("study/config.json", "[]"), "study/config.json"),
    ("ledger of another kind", write("ledger/claims.json", '{"a": 1}'), "ledger/claims.json"),
    ("claim edited", edit_claim(CLEAN, "value", 7), "ledger/claims.json"),
    ("display edited", edit_claim(CLEAN, "display", "7"), "ledger/claims.json"),
    ("verdict edited", edit_claim("d0_main/d0_copier/G-C/value", "verdict", "supported!"),
     "ledger/claims.json"),
    ("locator edited", edit_claim(CLEAN, "locator", "/nowhere"), "ledger/claims.json"),
    ("ledger row dropped", drop_record("ledger/claims.csv"), "ledger/claims.csv"),
    ("completion edited", replace(f"{CELL}/completions.jsonl", "Action 1", "Action 2"),
     f"{CELL}/completions.jsonl"),
]  # fmt: skip
RECORDED: list[tuple[str, Fault, str]] = [
    *((f"flipped {name}", flip(name), name) for name in RECORDS[:3]),
    ("code digest edited", edit(f"{CELL}/lineage.json", "code_sha256", value="0" * 64),
     f"{CELL}/lineage.json"),
    ("parameter edited", edit(f"{CELL}/lineage.json", "parameters", "limit", value=9),
     f"{CELL}/lineage.json"),
    ("lineage is no record", edit("study/lineage.json", "stage", value=5), "study/lineage.json"),
    ("entry changed", edit("manifest.json", "files", SCORES, value="0" * 64), SCORES),
    ("entry added", edit("manifest.json", "files", "ghost.txt", value="0" * 64), "ghost.txt"),
    ("manifest emptied", edit("manifest.json", "files", value={}), "study/config.json"),
    ("manifest entry renamed", replace("manifest.json", "d0_main.csv", "d0_main.csw"),
     f"{TABLES}/d0_main.csw"),
    ("manifest cut", write("manifest.json", "{"), "manifest.json"),
    ("manifest of another kind", write("manifest.json", "[]"), "manifest.json"),
]  # fmt: skip
# Found under a manifest made again: the lineage record beside, or a fresh rendering, tells.
HIDDEN = [p for p in PLANTED if p[0].split()[0] not in ("removed", "flipped")]


@pytest.mark.parametrize(
    ("fault", "named"), [p[1:] for p in PLANTED + RECORDED], ids=[p[0] for p in PLANTED + RECORDED]
)
def test_a_fault_is_found_and_its_file_named(root: Path, fault: Fault, named: str) -> None:
    fault(root)
    failures(root, named)


@pytest.mark.parametrize(("fault", "named"), [p[1:] for p in HIDDEN], ids=[p[0] for p in HIDDEN])
def test_a_fault_is_found_under_a_manifest_made_again(root: Path, fault: Fault, named: str) -> None:
    fault(root)
    remake_manifest(root)
    failures(root, named)


def test_a_manifest_of_the_same_hashes_in_another_form_is_found(root: Path) -> None:
    """The root hash is the manifest's own: it changes with every byte."""
    manifest = root / "manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(b"\n", b"\r\n", 1))
    assert failures(root, "manifest.json")


def test_an_edited_lineage_is_found_by_the_next_stage(root: Path) -> None:
    edit_json(root / CELL / "lineage.json", "code_sha256", value="0" * 64)
    remake_manifest(root)
    found = failures(root, f"{CELL}/lineage.json")
    readers = ("acquabench/cases", "acquabench/scores/copier/D0/retrieval")
    assert [any(f"{name}/lineage.json" in line for line in found) for name in readers] == [True] * 2


def test_an_edited_table_is_found_by_a_fresh_rendering_when_all_hashes_fit(root: Path) -> None:
    replace(f"{TABLES}/d0_main.tex", "3/3,~100.0", "2/3,~66.7")(root)
    rehash(root)
    assert failures(root, f"{TABLES}/d0_main.tex") == [
        f"{TABLES}/d0_main.tex: differs from what stage tables makes of its inputs"
    ]


def test_an_edited_result_is_found_when_all_hashes_fit(root: Path) -> None:
    edit_json(root / RESULTS, *DEEP, "numerator", value=2)
    rehash(root)
    failures(root, RESULTS)
    failures(root, "acquabench/d0_main/d0_copier/GOLD/numerator")


def test_an_edited_ledger_is_found_when_all_hashes_fit(root: Path) -> None:
    edit_json(root / "ledger" / "claims.json", 2, "statement", value="it is so")
    rehash(root)
    failures(root, "ledger/claims.json")


@pytest.mark.parametrize("name", [SCORES, "acquabench/cases/cases.json", KINDS[3]])
def test_changed_evidence_is_found_when_hashes_and_ledger_were_made_again(
    root: Path, name: str
) -> None:
    """The results themselves say from which bytes they were computed."""
    with (root / name).open("ab") as stream:
        stream.write(b"\n")
    rehash(root)
    for ledger, text in ledger_files(audit_claims(root, "mini", "acquabench")).items():
        (root / "ledger" / ledger).write_text(text, encoding="utf-8")
    rehash(root)
    assert f"{name}: differs from what {RESULTS} was computed from" in failures(root, name)


@pytest.mark.parametrize(
    ("field", "value"), [("value", 0.5), ("numerator", 4), ("denominator", 7), ("numerator", 2.5)]
)
def test_a_rate_impossible_for_its_counts_is_found_when_everything_was_made_again(
    root: Path, field: str, value: float
) -> None:
    """Field case 41."""
    edit_json(root / RESULTS, *DEEP, field, value=value)
    _render_again(root)
    report = verify(root)
    named = "acquabench/d0_main/d0_copier/GOLD/value: "
    assert any(failure.startswith(named) for failure in report.failures), report.failures


def _render_again(root: Path) -> None:
    """Make tables, ledger and hashes again from edited results."""
    results = json.loads((root / RESULTS).read_text(encoding="utf-8"))
    try:
        files = rendered_tables(lay_out(results), results)
    except UserError:  # a value that no renderer takes; the old tables stay
        files = {}
    for name, text in files.items():
        (root / TABLES / name).write_text(text, encoding="utf-8")
    write_records(root / TABLES / "tables.jsonl", lay_out(results))
    rehash(root)
    if files:
        for name, text in ledger_files(audit_claims(root, "mini", "acquabench")).items():
            (root / "ledger" / name).write_text(text, encoding="utf-8")
    rehash(root)
