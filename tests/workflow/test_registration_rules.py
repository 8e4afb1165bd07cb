"""Registration in a real run of the workflow: before every agent, and what a changed rule does."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from checkout import Checkout, contents, jobs_run

pytestmark = pytest.mark.slow

SAID = "statement: it is above, stronger: it is the cause, boundary: this study"
TINY = f"""
study: tiny
data: {{name: embedded, path: resources/embedded/questions.json}}
models:
  reader: {{control: reader, limit: 4, surfaces: [retrieval, tool]}}
acquabench:
  analysis: {{replicates: 100}}
  verdicts:
    - {{estimand: delta_gs, {SAID}, above: 0.0}}
    - {{estimand: delta_gc, {SAID}, above: 0.05}}
"""
CHANGED = TINY.replace("above: 0.0}", "above: 0.1}")
REGISTERED = Path("acquabench/registration/registration.jsonl")
AFTER_A_RULE = {
    "study", "registration", "analysis", "tables_acquabench", "figures_acquabench", "ledger",
    "manifest", "all",
}  # fmt: skip


@pytest.fixture(scope="module")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Checkout, str]:
    checkout = Checkout(tmp_path_factory.mktemp("checkout"), TINY)
    done = checkout.snakemake()
    assert done.returncode == 0, done.stdout + done.stderr
    return checkout, done.stderr


@pytest.fixture
def study(first_run: tuple[Checkout, str], tmp_path: Path) -> Checkout:
    """A copy of the finished study, with Snakemake's records, free to be changed."""
    copy = Checkout.__new__(Checkout)
    copy.root = tmp_path / "copy"
    shutil.copytree(first_run[0].root, copy.root, symlinks=True)
    return copy


def dry_run(study: Checkout) -> set[str]:
    return jobs_run(study.run("-m", "snakemake", "-n", *study.options()))


def marks(study: Checkout) -> dict[str, set[str]]:
    """Estimand to the marks of the ledger's claims about it."""
    claims: list[dict[str, Any]] = json.loads((study.results / "ledger/claims.json").read_text())
    found: dict[str, set[str]] = {}
    for claim in claims:
        if claim["column"] == "Registration":
            found.setdefault(claim["row"].rpartition(".")[2], set()).add(claim["value"])
    return found


def test_the_first_run_registers_before_any_agent_job_starts(
    first_run: tuple[Checkout, str],
) -> None:
    lines = [line.strip() for line in first_run[1].splitlines()]
    agents = [n for n, line in enumerate(lines) if line.endswith("rule agents:")]
    (registered,) = [n for n, line in enumerate(lines) if "(Rule: registration)" in line]
    assert len(agents) == 2
    assert registered < agents[0]
    (line,) = (first_run[0].results / REGISTERED).read_text().splitlines()
    assert json.loads(line)["evidence_before"] is False


def test_a_rule_changed_after_the_run_is_marked_and_no_agent_runs(study: Checkout) -> None:
    assert marks(study) == {"delta_gs": {"as registered"}, "delta_gc": {"as registered"}}
    before = contents(study.results)
    study.study(CHANGED)
    assert dry_run(study) == AFTER_A_RULE
    done = study.snakemake()
    assert done.returncode == 0, done.stderr
    assert jobs_run(done) == AFTER_A_RULE
    assert marks(study) == {"delta_gs": {"changed after registration"},
                            "delta_gc": {"as registered"}}  # fmt: skip
    after = contents(study.results)
    assert after[str(REGISTERED)].startswith(before[str(REGISTERED)])
    assert {name for name in after if "/agents/" in name and after[name] != before[name]} == set()
    assert dry_run(study) == set()
    verified = study.earned("verify", "results/tiny")
    assert verified.returncode == 0, verified.stdout


def test_a_lost_registration_is_made_again_as_being_late_and_missed_by_name(
    study: Checkout,
) -> None:
    """Snakemake takes no missing file for ancient: cells run again, and their stores answer."""
    before = contents(study.results)
    (study.results / REGISTERED).unlink()
    done = study.snakemake()
    assert done.returncode == 0, done.stderr
    assert set().union(*marks(study).values()) == {"registered after data"}
    after = contents(study.results)
    cells = {name for name in after if "/agents/" in name and after[name] != before[name]}
    assert {name.rpartition("/")[2] for name in cells} == {"lineage.json"}
    verified = study.earned("verify", "results/tiny")
    assert verified.returncode == 1
    assert "was run under registration" in verified.stdout
