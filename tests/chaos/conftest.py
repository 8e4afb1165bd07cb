"""The studies that are struck, and what the suite prints at its end."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from chaos import planted
from chaos.disturbed import Disturbed
from chaos.tally import Tally
from chaos_process import chaos, counts, free_port
from checkout import Checkout, contents

HEAD = """
study: tiny
data: {name: embedded, path: resources/embedded/questions.json}
acquabench: {analysis: {replicates: 100}, regimes: {D0: {}}}
models:
"""
SCRIPTED = HEAD + "  reader: {control: reader, limit: 80, surfaces: [retrieval]}\n"
SERVED = (
    HEAD
    + """  m:
    limit: 40
    surfaces: [retrieval]
    agent: {steps: 3, max_tokens: 64}
    engine:
      kind: openai
      model: m
      base_url: http://127.0.0.1:PORT/v1
      concurrency: 16
      timeout_s: 5
      attempts: 3
      backoff_s: 0.1
"""
)
CELL = "acquabench/agents/{}/D0/retrieval"
OF_STUDY = ("study", "ledger", "history", "logs")
TALLY = pytest.StashKey[Tally]()
BEGUN = time.monotonic()


@pytest.fixture(scope="session")
def tally(request: pytest.FixtureRequest) -> Tally:
    return request.config.stash.setdefault(TALLY, Tally())


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A study, run to its end without a fault; never to be changed."""
    checkout = Checkout(tmp_path_factory.mktemp("finished"), SCRIPTED)
    shutil.copy(planted.__file__, checkout.root / "workflow" / "sitecustomize.py")
    done = checkout.snakemake()
    assert done.returncode == 0, done.stderr
    return checkout


@pytest.fixture(scope="session")
def begun(finished: Checkout, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """The same study just before its first agent; never to be changed."""
    checkout = finished.copied(tmp_path_factory.mktemp("begun"))
    forget(checkout)
    return checkout


def forget(checkout: Checkout) -> None:
    """Remove what came of the registered study."""
    audit = checkout.results / "acquabench"
    kept = ("population", "artifacts", "registration")
    folders = [folder for folder in audit.iterdir() if folder.name not in kept]
    for folder in (*folders, *(checkout.results / name for name in OF_STUDY)):
        shutil.rmtree(folder, ignore_errors=True)
    (checkout.results / "manifest.json").unlink(missing_ok=True)


@pytest.fixture(scope="session")
def promised(finished: Checkout) -> dict[str, bytes]:
    return contents(finished.results)


@pytest.fixture
def scripted(
    begun: Checkout, promised: dict[str, bytes], tally: Tally, tmp_path: Path
) -> Disturbed:
    """The study, to be struck; its bytes are known beforehand."""
    return Disturbed(begun.copied(tmp_path), CELL.format("reader"), tally, promised)


@pytest.fixture(scope="session")
def port() -> int:
    return free_port()


@pytest.fixture(scope="session")
def unhurt(
    begun: Checkout, port: int, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Checkout, int]:
    """A cell behind a server, many requests at once, without a fault; how many there were."""
    checkout = begun.copied(tmp_path_factory.mktemp("unhurt"))
    checkout.study(SERVED.replace("PORT", str(port)))
    with chaos(port):
        done = checkout.snakemake(f"results/tiny/{CELL.format('m')}/trajectories.jsonl")
        assert done.returncode == 0, done.stderr
        return checkout, counts(port)["answered"]


@pytest.fixture
def served(unhurt: tuple[Checkout, int], tally: Tally, tmp_path: Path) -> Disturbed:
    """The same, to be struck; the order of its completions is not known."""
    checkout = unhurt[0].copied(tmp_path)
    forget(checkout)
    return Disturbed(checkout, CELL.format("m"), tally)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count at the very end."""
    items.sort(key=lambda item: item.path.name == "test_total.py")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    counted = config.stash.get(TALLY, None)
    if counted is not None:
        terminalreporter.section("chaos")
        for line in (*counted.lines(), f"seconds: {time.monotonic() - BEGUN:.0f}"):
            terminalreporter.write_line(line)
