"""What re-runs after which change, on a real run of the workflow in a copy of the checkout."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from checkout import Checkout, contents, jobs_run

TINY = """
study: tiny
data: {name: embedded, path: resources/embedded/questions.json}
models:
  reader: {control: reader, limit: 6, surfaces: [retrieval, tool]}
acquabench: {analysis: {replicates: 200}}
"""
AFTER_SCORES = {"scores", "cases", "analysis", "tables_acquabench", "figures_acquabench", "ledger",
                "manifest", "all"}  # fmt: skip
SCORER = "workflow/earned/scores/hotpot.py"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    checkout = Checkout(tmp_path_factory.mktemp("checkout"), TINY)
    done = checkout.snakemake()
    assert done.returncode == 0, done.stdout + done.stderr
    return checkout


@pytest.fixture
def study(finished: Checkout, tmp_path: Path) -> Checkout:
    """A copy of the finished study, with Snakemake's records, free to be changed."""
    return finished.copied(tmp_path / "copy")


def dry(study: Checkout) -> subprocess.CompletedProcess[str]:
    return study.run("-m", "snakemake", "-n", *study.options())


def test_a_finished_study_has_nothing_to_do_and_verifies(finished: Checkout) -> None:
    assert "Nothing to be done" in finished.snakemake().stderr
    verified = finished.earned("verify", "results/tiny")
    assert verified.returncode == 0, verified.stdout
    assert "verification passed" in verified.stdout


def test_a_changed_line_in_the_scorer_reruns_scores_and_later_without_an_engine(
    study: Checkout,
) -> None:
    """Field cases 1 and 12; an engine that is called would fail the run."""
    before = contents(study.results)
    study.edit(SCORER, "bare = text.lower()", "bare = text.lower().strip()")
    forbid_engines(study)
    again = study.snakemake()
    assert again.returncode == 0, again.stderr
    assert jobs_run(again) == AFTER_SCORES
    after = contents(study.results)
    changed = {name for name in after if after[name] != before.get(name)}
    assert "acquabench/scores/reader/D0/tool/lineage.json" in changed
    assert not {name for name in changed if "/agents/" in name or "/artifacts/" in name}


def test_a_run_that_needs_an_engine_fails_where_engines_are_forbidden(study: Checkout) -> None:
    """Shows that the guard of the test above can be seen to fail."""
    study.edit(
        "workflow/earned/agents/episode.py",
        "number = len(self.steps) + 1",
        "number = 1 + len(self.steps)",
    )
    forbid_engines(study)
    assert study.snakemake().returncode != 0


def forbid_engines(study: Checkout) -> None:
    """End every process of stage agents at its start, without touching the code it would run."""
    guard = (
        "import sys\nif 'earned.agents' in sys.orig_argv:\n    raise SystemExit('no engine here')\n"
    )
    (study.root / "workflow" / "sitecustomize.py").write_text(guard)


def test_a_changed_comment_or_docstring_reruns_nothing(study: Checkout) -> None:
    """Field case 11."""
    study.edit(SCORER, "def normalize_answer", "# A remark.\n\n\ndef normalize_answer")
    study.edit("workflow/earned/agents/driver.py", '"""Advance all', '"""Move all')
    assert "Nothing to be done" in dry(study).stdout


def test_touching_or_copying_unchanged_results_reruns_nothing(study: Checkout) -> None:
    """Field case 13."""
    for path in study.results.rglob("*"):
        if path.is_file() and "logs" not in path.parts:
            os.utime(path)
    assert "Nothing to be done" in dry(study).stdout


@pytest.mark.parametrize("given", ["label: Reader", "price: {prompt: 0.15, completion: 0.6}"])
def test_a_changed_label_or_price_reruns_only_the_analysis_and_later(
    study: Checkout, given: str
) -> None:
    study.study(TINY.replace("control: reader,", f"control: reader, {given},"))
    assert jobs_run(dry(study)) == (AFTER_SCORES - {"scores", "cases"}) | {"study"}


def test_a_hand_edited_intermediate_fails_verification_by_name(study: Checkout) -> None:
    name = "acquabench/agents/reader/D0/tool/trajectories.jsonl"
    path = study.results / name
    path.write_bytes(path.read_bytes().replace(b'"outcome":"ok"', b'"outcome":"no"', 1))
    verified = study.earned("verify", "results/tiny")
    assert verified.returncode == 1
    assert any(name in line for line in verified.stdout.splitlines() if line.startswith("FAILED"))


def test_files_lost_from_a_finished_study_are_made_again_as_they_were(study: Checkout) -> None:
    before = contents(study.results)
    audit = study.results / "acquabench"
    for lost in (
        audit / "population" / "lineage.json",
        audit / "artifacts" / "D0" / "construction.jsonl",
        audit / "agents" / "reader" / "D0" / "tool" / "trajectories.jsonl",
        audit / "scores" / "reader" / "D0" / "tool" / "scores.parquet",
        audit / "tables" / "quality.tex",
        study.results / "ledger" / "claims.csv",
    ):
        lost.unlink()
    assert "Nothing to be done" not in dry(study).stdout
    done = study.snakemake()
    assert done.returncode == 0, done.stderr
    assert contents(study.results) == before


def test_a_study_with_a_model_less_and_another_draw_verifies(study: Checkout) -> None:
    study.study(TINY.replace("reader:", "other:").replace("{replicates: 200}", "{replicates: 100}")
                .replace("acquabench: {", "acquabench: {regimes: {D0: {seed: 14}}, "))  # fmt: skip
    done = study.snakemake()
    assert done.returncode == 0, done.stderr
    verified = study.earned("verify", "results/tiny")
    assert verified.returncode == 0, verified.stdout
    assert "in no number" in verified.stdout
    assert "acquabench/agents/reader/D0/tool" in verified.stdout


def test_bad_data_stops_with_one_sentence_and_keeps_what_was_good(study: Checkout) -> None:
    before = contents(study.results)
    data = study.root / "resources" / "embedded" / "questions.json"
    data.write_text(data.read_text()[:-500])
    done = study.snakemake()
    assert done.returncode != 0
    said = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert said
    assert "questions.json" in said[0]
    assert "Traceback" not in done.stderr
    assert contents(study.results) == before


def test_two_runs_from_scratch_give_the_same_bytes(finished: Checkout, tmp_path: Path) -> None:
    other = Checkout(tmp_path / "other", TINY)
    done = other.snakemake()
    assert done.returncode == 0, done.stderr
    assert contents(other.results) == contents(finished.results)
