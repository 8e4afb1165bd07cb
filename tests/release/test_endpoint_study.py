"""A study of a model behind an endpoint is released, and its address is nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from earned.audit.run import audit
from earned.release.folder import files_of
from earned.release.make import make_release
from fault_server import FaultServer
from priced import answer, priced_study


@pytest.fixture(scope="module")
def server() -> FaultServer:
    return FaultServer(answer)


@pytest.fixture(scope="module")
def release(server: FaultServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_release(priced_study(tmp_path_factory.mktemp("priced"), server))


def test_the_release_audits_clean(release: Path) -> None:
    report = audit(release)
    assert report.failures == []
    assert report.passed


def test_the_address_is_nowhere_in_it(release: Path, server: FaultServer) -> None:
    address = server.base_url.removeprefix("http://").encode()
    found = [name for name in files_of(release) if address in (release / name).read_bytes()]
    assert found == []
