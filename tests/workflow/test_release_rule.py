"""`snakemake release`: on demand, from the finished study; `make release` in CI makes one."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkout import Checkout
from dry_run import read_jobs

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
