"""The demo study, with its real model, through the slurm profile of a real SLURM.

The model gets one question and two steps on two surfaces, since it is slow, and the controls leave
surfaces or regimes out, since a job on a cluster starts Snakemake twice.
EARNED_SLURM_WHOLE=1 runs the study as it is shipped.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from checkout import Checkout
from slurm_runs import PROFILE, SlurmJob, at_site, command, jobs, known
from support import ROOT

# Short jobs in pairs, since the node has two cores; and a GPU for the model's server.
HERE = {
    "groups:\n": "groups:\n  scores: scores\n",
    "retries: 2\n": "retries: 2\ngroup-components:\n  scores: 2\n",
    "  serve:\n    mem_mb: 3000\n": "  serve:\n    mem_mb: 3000\n    gpu: 1\n",
}
FEWER = (
    "models={qwen2.5-coder-0.5b: {limit: 1, surfaces: [tool, memory], agent: {steps: 2}}, "
    "reader: {surfaces: [retrieval]}, copier: {regimes: [D0]}, "
    "closed_book: {regimes: [D0], surfaces: [tool]}, suggestible: {regimes: [D0]}}"
)
CHANGES = () if os.environ.get("EARNED_SLURM_WHOLE") == "1" else (FEWER,)
NOTHING = "study: tiny\nmodels: {reader: {control: reader}}\n"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    made = at_site(Checkout(tmp_path_factory.mktemp("checkout"), NOTHING))
    for before, after in HERE.items():
        made.edit(PROFILE, before, after)
    return made


@pytest.fixture(scope="module")
def ran(checkout: Checkout) -> list[SlurmJob]:
    """The jobs of the study's one run."""
    before = known()
    done = subprocess.run(
        command("demo", *CHANGES), cwd=checkout.root, env=checkout.environment(),
        text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return [job for job in jobs() if job.job_id not in before]


def results(checkout: Checkout) -> Path:
    return checkout.root / "results" / "demo"


def test_the_study_ends_and_verifies(ran: list[SlurmJob], checkout: Checkout) -> None:
    verified = checkout.earned("verify", "results/demo", "--json")
    assert verified.returncode == 0, verified.stdout
    shipped = (ROOT / "config/studies/demo.yaml").read_text(encoding="utf-8")
    config = json.loads((results(checkout) / "study/config.json").read_text(encoding="utf-8"))
    assert all(alias in shipped for alias in config["models"])
    assert {job.state for job in ran} == {"COMPLETED"}


def test_each_cell_is_one_job_and_the_model_s_cells_with_their_server_are_one(
    ran: list[SlurmJob], checkout: Checkout
) -> None:
    """Field case 17."""
    cells = list((results(checkout) / "acquabench" / "agents").glob("*/*/*/trajectories.jsonl"))
    served = [cell for cell in cells if "qwen" in cell.parts[-4]]
    assert len(served) > 1
    alone = [job for job in ran if job.comment.startswith("rule_agents")]
    together = [job for job in ran if job.comment.endswith("_agents_serve")]
    assert (len(alone), len(together)) == (len(cells) - len(served), 1)


def test_the_model_s_job_alone_holds_the_gpu(ran: list[SlurmJob]) -> None:
    """Field case 18."""
    holding = [job.comment for job in ran if "gpu" in job.gpus]
    assert len(holding) == 1
    assert holding[0].endswith("_agents_serve")


def test_what_follows_the_scores_is_one_job(ran: list[SlurmJob]) -> None:
    report = [job for job in ran if "analysis" in job.comment or "ledger" in job.comment]
    assert len(report) == 1


def test_a_second_run_submits_nothing(checkout: Checkout, ran: list[SlurmJob]) -> None:
    before = known()
    assert ran
    done = subprocess.run(
        command("demo", *CHANGES), cwd=checkout.root, env=checkout.environment(), text=True,
        capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert "Nothing to be done" in done.stdout + done.stderr
    assert known() == before
