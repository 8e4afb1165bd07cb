"""Each profile, from the checkout root, before data or weights are there. Field case 14."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import yaml

from checkout import Checkout
from dry_run import Job, read_jobs
from support import ROOT

PROFILES = {"demo": "demo", "gpu": "gpu", "slurm": "slurm", "profiles/ci": "ci"}
PAPER = ("llama-3.1-8b", "qwen2.5-14b", "qwen2.5-32b")
CONTROLS = ("copier", "closed_book", "reader", "suggestible")
CORES = "16"  # a dry run cuts threads to the cores of this machine
NO_STUDY = "study: tiny\nmodels: {reader: {control: reader}}\n"
TOY = """
rule all:
    input: "last"
rule big:
    output: "big"
    shell: "head -c 3000000 /dev/zero > {output}"
rule last:
    input: "big"
    output: "last"
    shell: "wc -c {input} > {output}"
"""


@pytest.fixture(scope="module")
def dry_runs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[Job]]:
    """The jobs of every profile's dry run, in a checkout that holds no model and no download."""
    checkout = Checkout(tmp_path_factory.mktemp("checkout"), NO_STUDY)
    (checkout.root / "resources" / "models").unlink(missing_ok=True)
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(PROFILES.values(), pool.map(lambda p: _dry(checkout, p), PROFILES),
                        strict=True))  # fmt: skip


def _dry(checkout: Checkout, profile: str) -> list[Job]:
    done = checkout.run("-m", "snakemake", "--profile", profile, "-n", "--cores", CORES)
    assert done.returncode == 0, done.stdout + done.stderr
    return read_jobs(done.stdout + done.stderr)


def of_rule(jobs: list[Job], rule: str, model: str | None = None) -> list[Job]:
    return [job for job in jobs if job.rule == rule and model in (None, job.model)]


def settings(name: str) -> dict[str, object]:
    value = yaml.safe_load((ROOT / "profiles" / name / "config.yaml").read_text())
    assert isinstance(value, dict)
    return value


@pytest.mark.parametrize("profile", ["gpu", "slurm"])
def test_the_paper_s_study_shows_its_jobs_without_data_or_weights(
    dry_runs: Mapping[str, list[Job]], profile: str
) -> None:
    jobs = dry_runs[profile]
    cells = {"llama-3.1-8b": 3 * 4 + 1, "qwen2.5-14b": 4, "qwen2.5-32b": 3 * 4}
    for model, count in cells.items():
        assert len(of_rule(jobs, "agents", model)) == len(of_rule(jobs, "scores", model)) == count
    assert sorted(job.model for job in of_rule(jobs, "serve")) == sorted([*PAPER, PAPER[0]])
    assert len(of_rule(jobs, "prefetch_model")) == len(PAPER)
    assert len(of_rule(jobs, "prefetch_dataset")) == 1


@pytest.mark.parametrize("profile", ["gpu", "slurm"])
def test_a_served_model_holds_one_gpu_and_its_clients_none(
    dry_runs: Mapping[str, list[Job]], profile: str
) -> None:
    """Field case 18."""
    jobs = dry_runs[profile]
    assert {job.number("gpu") for job in of_rule(jobs, "serve")} == {1}
    for rule in ("agents", "artifacts", "scores", "population", "analysis", "ledger"):
        assert {(job.number("gpu")) for job in of_rule(jobs, rule)} == {0}, rule
    assert {job.threads for job in of_rule(jobs, "agents")} == {0}
    assert {job.threads for job in of_rule(jobs, "scores")} == {1}


def test_slurm_jobs_state_memory_and_time(dry_runs: Mapping[str, list[Job]]) -> None:
    """Field case 19: memory is asked for in one way."""
    jobs = dry_runs["slurm"]
    wanted = {"serve": (64000, 1440, 8), "agents": (2000, 1440, 0), "scores": (4000, 120, 1)}
    wanted |= dict.fromkeys(("cases", "analysis", "ledger", "manifest"), (4000, 20, 1))
    for rule, (memory, minutes, threads) in wanted.items():
        found = {(job.number("mem_mb"), job.number("runtime"), job.threads)
                 for job in of_rule(jobs, rule)}  # fmt: skip
        assert found == {(memory, minutes, threads)}, rule
    real = [job for job in jobs if job.rule not in ("all", "prefetch")]
    assert all(job.number("mem_mb") and job.number("runtime") for job in real)
    assert not [job for job in jobs if "mem_mb_per_cpu" in job.resources or "gres" in job.resources]


def test_the_demo_serves_its_model_on_two_cores_and_no_gpu(
    dry_runs: Mapping[str, list[Job]],
) -> None:
    jobs, model = dry_runs["demo"], "qwen2.5-coder-0.5b"
    (serve,) = of_rule(jobs, "serve")
    assert (serve.model, serve.threads, serve.number("gpu")) == (model, 2, 0)
    assert {(job.threads, job.number("gpu")) for job in of_rule(jobs, "agents", model)} == {(0, 0)}
    assert {job.threads for job in of_rule(jobs, "scores", model)} == {1}
    assert {job.model for job in of_rule(jobs, "agents")} == {model, *CONTROLS}


def test_ci_runs_the_controls_alone(dry_runs: Mapping[str, list[Job]]) -> None:
    jobs = dry_runs["ci"]
    agents = of_rule(jobs, "agents")
    assert {job.model for job in agents} == set(CONTROLS)
    assert {(job.threads, job.number("gpu")) for job in agents} == {(1, 0)}
    assert {job.threads for job in of_rule(jobs, "scores")} == {1}
    assert not of_rule(jobs, "serve")
    assert not [job for job in jobs if job.rule.startswith("prefetch")]


def test_only_a_server_s_clients_ask_for_no_core(dry_runs: Mapping[str, list[Job]]) -> None:
    """A job of no core that is submitted by itself would be refused by SLURM."""
    assert {job.threads for job in of_rule(dry_runs["gpu"], "artifacts")} == {0}
    for name in ("ci", "demo"):
        assert {job.threads for job in of_rule(dry_runs[name], "artifacts")} == {1}, name


def test_there_is_no_default_profile_to_override_the_chosen_one() -> None:
    assert not (ROOT / "profiles" / "default").exists()
    shipped = {folder.name for folder in (ROOT / "profiles").iterdir()}
    assert shipped == set(PROFILES.values())


@pytest.mark.parametrize("name", ["gpu", "slurm", "demo"])
def test_the_profile_is_found_from_the_checkout_root_by_a_relative_link(name: str) -> None:
    link = ROOT / name
    assert link.is_symlink()
    assert str(link.readlink()) == f"profiles/{name}"
    assert (link / "config.yaml").is_file()


@pytest.mark.parametrize("name", PROFILES.values())
def test_every_profile_resumes_by_itself_and_compares_big_files_by_content(name: str) -> None:
    given = settings(name)
    assert given["rerun-incomplete"] is True
    assert int(str(given["max-checksum-file-size"])) > 10**11


def test_the_slurm_profile_leaves_repeats_to_snakemake_and_waits_for_files() -> None:
    """Field case 20, the shared file system."""
    given = settings("slurm")
    assert given["executor"] == "slurm"
    assert given["slurm-no-requeue"] is True
    assert int(str(given["retries"])) >= 1
    assert int(str(given["latency-wait"])) >= 30


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished workflow whose result of 3 MB was then touched and replaced by a copy."""
    folder = tmp_path_factory.mktemp("toy")
    (folder / "Snakefile").write_text(TOY)
    _snakemake(folder, "--profile", str(ROOT / "profiles" / "ci"))
    shutil.copyfile(folder / "big", folder / "copy")
    (folder / "copy").replace(folder / "big")
    os.utime(folder / "big")
    return folder


def test_an_unchanged_3_mb_result_touched_and_copied_reruns_nothing(toy: Path) -> None:
    """Field case 13."""
    said = _snakemake(toy, "-n", "--profile", str(ROOT / "profiles" / "gpu"))
    assert "Nothing to be done" in said


def test_without_a_profile_the_copied_result_would_rerun_its_consumer(toy: Path) -> None:
    """So the line of the profiles is what keeps it from running."""
    assert [job.rule for job in read_jobs(_snakemake(toy, "-n", "--cores", "1"))] == ["last", "all"]


def _snakemake(folder: Path, *options: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "snakemake", *options],
        cwd=folder, text=True, capture_output=True, check=True,
    )  # fmt: skip
    return done.stdout + done.stderr
