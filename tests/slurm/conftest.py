"""A real SLURM of one node for the tests in this folder, brought up once and torn down."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from slurm_cluster import ClusterError, down, up

STARTED = time.monotonic()


@pytest.fixture(scope="session", autouse=True)
def cluster() -> Iterator[None]:
    try:
        up()
    except ClusterError as error:
        down()
        pytest.exit(f"no SLURM to test with: {error}", returncode=2)
    try:
        yield
    finally:
        down()
