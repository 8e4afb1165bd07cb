"""`snakemake release`: on demand, from the finished study."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkout import Checkout
from dry_run import read_jobs
from earned.records.files import read_record
from earned.records.release import RELEASE, Release

STUDY = """
study: tiny
models: {reader: {control: reader, limit: 2}, copier: {control: copier, limit: 2}}
acquabench: {surfaces: [retrieval], analysis: {replicates: 100}}
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path, STUDY)


def test_a_release_is_made_after_the_manifest_and_only_when_asked_for(checkout: Checkout) -> None:
    def planned(*targets: str) -> list[str]:
        given = ["--cores", "1", "--config", "study=tiny", "--", *targets]
        done = checkout.run("-m", "snakemake", "-n", *given)
        assert done.returncode == 0, done.stderr
        return [job.rule for job in read_jobs(done.stdout)]

    assert "release" not in planned()
    asked = planned("release")
    assert asked.index("manifest") < asked.index("release")


@pytest.mark.slow
def test_snakemake_release_writes_a_release_beside_the_results(checkout: Checkout) -> None:
    done = checkout.snakemake("release")
    assert done.returncode == 0, done.stderr
    made = read_record(checkout.results / "release" / RELEASE, Release)
    assert made.study == "tiny"
    assert "the release is results/tiny/release." in done.stderr
    assert checkout.run("-m", "earned", "verify", "results/tiny").returncode == 0
