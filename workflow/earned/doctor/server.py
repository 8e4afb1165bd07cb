"""A local server of our own, for the length of the checks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from earned.config.engines import EngineConfig
from earned.config.plan import config_json
from earned.engines.lifeline import die_with_parent

STOP_S = 60.0
TAIL = 15


@contextmanager
def serving(config: EngineConfig, manifest: Path, endpoint: Path) -> Iterator[None]:
    """Run the serve job of a local engine as a child; it is ended in every case.

    Args:
        config: kind llamacpp or vllm.
        manifest: the model's manifest.
        endpoint: the file that the server fills once it answers; its log and the number of its
            process lie beside it, as a workflow's would.
    """
    pid = endpoint.with_suffix(".pid")
    endpoint.parent.mkdir(parents=True, exist_ok=True)
    endpoint.write_bytes(b"")
    child = _start(serve_command(config, manifest, endpoint), log_beside(endpoint))
    try:
        pid.write_text(str(child.pid), encoding="utf-8")
        yield
    finally:
        _end(child)
        for left in (endpoint, pid):
            left.unlink(missing_ok=True)


def serve_command(config: EngineConfig, manifest: Path, endpoint: Path) -> list[str]:
    """The command line of the workflow's own serve job."""
    return [
        sys.executable, "-m", "earned.engines.serve",
        "--engine", config.kind,
        "--device", config.runs_on,
        "--manifest", str(manifest),
        "--settings", config_json(config.settings),
        "--endpoint", str(endpoint),
    ]  # fmt: skip


def log_beside(endpoint: Path) -> Path:
    """Where the server of an endpoint writes its log."""
    return endpoint.with_suffix(".log")


def log_tail(endpoint: Path) -> tuple[str, ...]:
    """Read the last lines of a server's log; none where there is none."""
    try:
        text = log_beside(endpoint).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return tuple(text.splitlines()[-TAIL:])


def _start(command: list[str], log: Path) -> subprocess.Popen[bytes]:
    with log.open("wb") as stream:
        return subprocess.Popen(
            command,
            stdout=stream,
            stderr=subprocess.STDOUT,
            preexec_fn=die_with_parent,  # we may be killed before it can watch us
        )


def _end(child: subprocess.Popen[bytes]) -> None:
    try:
        child.terminate()
        child.wait(STOP_S)
    except subprocess.TimeoutExpired:
        pass
    finally:  # after a second Ctrl-C too
        child.kill()
        child.wait()
