from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from earned.config.engines import EngineConfig
from earned.doctor import server
from earned.doctor.server import log_tail, serve_command, serving
from earned.engines.waiting import wait_for_endpoint
from earned.errors import UserError
from support import ROOT

CONFIG = EngineConfig.model_validate({"kind": "llamacpp", "weights": "toy"})
STAYS = "import time; print('loading', flush=True); time.sleep(600)"
DIES = "import sys; print('no memory left'); sys.exit(1)"


@pytest.fixture
def endpoint(tmp_path: Path) -> Path:
    return tmp_path / "logs" / "doctor" / "a.server.json"


def runs(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    monkeypatch.setattr(server, "serve_command", lambda *_: [sys.executable, "-c", program])


@pytest.mark.parametrize("ending", [KeyboardInterrupt, ZeroDivisionError])
def test_the_server_is_ended_whatever_ends_the_checks(
    ending: type[BaseException], endpoint: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs(monkeypatch, STAYS)
    started: list[int] = []

    def check() -> None:
        with serving(CONFIG, Path("manifest.json"), endpoint):
            started.append(int(endpoint.with_suffix(".pid").read_text()))
            assert psutil.pid_exists(started[0])
            raise ending

    with pytest.raises(ending):
        check()
    assert not psutil.pid_exists(started[0])
    assert [path.name for path in endpoint.parent.iterdir()] == ["a.server.log"]


KILLED = """
import os, signal, sys
from pathlib import Path
from earned.config.engines import EngineConfig
from earned.doctor import server
server.serve_command = lambda *_: [sys.executable, "-c", "import time; time.sleep(600)"]
config = EngineConfig.model_validate({"kind": "llamacpp", "weights": "toy"})
endpoint = Path(sys.argv[1])
with server.serving(config, Path("manifest.json"), endpoint):
    print(endpoint.with_suffix(".pid").read_text(), flush=True)
    os.kill(os.getpid(), int(sys.argv[2]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux's kernel ends children")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_cannot_watch_us_yet_ends_with_us(number: int, endpoint: Path) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(endpoint), str(int(number))],
        env={"PYTHONPATH": str(ROOT / "workflow")},
        capture_output=True,
        text=True,
    )
    assert killed.returncode == -number, killed.stderr
    try:
        orphan = psutil.Process(int(killed.stdout))
    except psutil.NoSuchProcess:
        return
    gone, alive = psutil.wait_procs([orphan], timeout=10)
    for process in alive:
        process.kill()
    assert gone


def test_a_server_that_dies_is_not_waited_for_and_its_log_is_kept(
    endpoint: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs(monkeypatch, DIES)
    with (
        serving(CONFIG, Path("manifest.json"), endpoint),
        pytest.raises(UserError, match=r"the server ended before it answered; see a\.server\.log"),
    ):
        wait_for_endpoint(endpoint)
    assert log_tail(endpoint) == ("no memory left",)


def test_only_the_end_of_a_log_is_shown(endpoint: Path) -> None:
    assert log_tail(endpoint) == ()
    endpoint.parent.mkdir(parents=True)
    endpoint.with_suffix(".log").write_bytes(b"".join(b"%d \xff\n" % n for n in range(100)))
    shown = log_tail(endpoint)
    assert (len(shown), shown[-1]) == (server.TAIL, "99 \ufffd")


def test_the_serve_job_is_called_as_the_workflow_calls_it() -> None:
    command = " ".join(serve_command(CONFIG, Path("m/manifest.json"), Path("e.json")))
    for part in (
        "-m earned.engines.serve --engine llamacpp --device cpu --manifest m/manifest.json",
        '"window":8192',
        "--endpoint e.json",
    ):
        assert part in command
