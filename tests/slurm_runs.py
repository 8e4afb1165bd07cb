"""Run Snakemake through the slurm profile, on the cluster of the tests."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from checkout import Checkout

PROFILE = "profiles/slurm/config.yaml"
QUICK = "slurm-init-seconds-before-status-checks: 1\nseconds-between-status-checks: 3"
SITE = {
    "# slurm-status-command: squeue": "slurm-status-command: squeue",
    "# slurm-no-account: true": "slurm-no-account: true",
    'slurm_partition: "standard"': 'slurm_partition: "cpu"',
    "  # slurm_partition": "  slurm_partition",
    "  serve: 8": "  serve: 2",
    "mem_mb: 64000": "mem_mb: 3000",
    "mem_mb: 4000": "mem_mb: 1000",
    "mem_mb: 2000": "mem_mb: 300",
    "latency-wait: 60": f"latency-wait: 10\n{QUICK}",
}
"""What a site of one small node edits, line by line: the SITE lines, and smaller numbers."""
PATIENCE_S = 600.0
WIDTH = 200


class SlurmJob(NamedTuple):
    """A job as SLURM tells of it."""

    job_id: str
    comment: str
    state: str
    gpus: str


def at_site(checkout: Checkout) -> Checkout:
    """Edit the profile as a site would."""
    for before, after in SITE.items():
        checkout.edit(PROFILE, before, after)
    return checkout


def command(study: str, *more: str) -> list[str]:
    """Snakemake's command line for a study on the cluster; the profile says the rest."""
    snakemake = [sys.executable, "-m", "snakemake", "--profile", "slurm"]
    return [*snakemake, "--config", f"study={study}", *more]


def start(checkout: Checkout, log: Path, *more: str) -> subprocess.Popen[bytes]:
    """Start it in a session of its own, its words in a file."""
    with log.open("wb") as stream:
        return subprocess.Popen(
            command("tiny", *more), cwd=checkout.root, env=checkout.environment(),
            stdout=stream, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip


def jobs() -> list[SlurmJob]:
    """Every job that SLURM knows, ended ones too."""
    columns = ",".join(f"{name}:{WIDTH}" for name in ("JobID", "Comment", "State", "tres-per-job"))
    told = subprocess.run(
        ["squeue", "--noheader", "--states=all", f"--Format={columns}"], text=True,
        capture_output=True, check=True,
    ).stdout  # fmt: skip
    starts = range(0, 4 * WIDTH, WIDTH)
    return [SlurmJob(*(line[at : at + WIDTH].strip() for at in starts))
            for line in told.splitlines()]  # fmt: skip


def running(since: set[str], word: str = "rule_agents") -> list[SlurmJob]:
    """The running jobs of a rule that were not there before."""
    return [j for j in jobs() if j.state == "RUNNING" and word in j.comment
            and j.job_id not in since]  # fmt: skip


def known() -> set[str]:
    """The ids of the jobs that SLURM knows."""
    return {job.job_id for job in jobs()}


def until(holds: Callable[[], Any], what: str) -> Any:
    """Wait until something holds, and give it."""
    deadline = time.monotonic() + PATIENCE_S
    while not (found := holds()):
        assert time.monotonic() < deadline, f"in vain was waited for: {what}"
        time.sleep(0.25)
    return found


def stored(cell: Path) -> bytes:
    """The whole lines of a cell's completion store."""
    store = cell / "completions.jsonl"
    content = store.read_bytes() if store.exists() else b""
    return content[: content.rfind(b"\n") + 1]


def completions(content: bytes) -> dict[str, Any]:
    """Request key to completion, of a store's lines."""
    blocks = map(json.loads, content.splitlines())
    return {one["key"]: one["completion"] for block in blocks for one in block["completions"]}
