"""Start the chaos server as a process, kill it, and bring it back on the same port."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from support import ROOT

PATIENCE_S = 60.0
SERVER = ROOT / "tests" / "chaos_server.py"
PATHS = {"PYTHONPATH": str(SERVER.parent)}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def chaos(port: int, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A server that listens, for the length of a block."""
    process = start(port, *options)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def dying(port: int, *options: str, after: int, back_in_s: float) -> Iterator[None]:
    """A server that kills itself in the middle and is back on its port after a while."""
    first = start(port, *options, "--die-after", str(after))
    second = subprocess.Popen(command(port, *options, "--wait"), env=PATHS, stdin=subprocess.PIPE)

    def revive() -> None:
        first.wait()
        time.sleep(back_in_s)
        second.communicate(b"listen\n")

    nurse = threading.Thread(target=revive, daemon=True)
    nurse.start()
    try:
        yield
        assert first.poll() is not None, "the server was to die in the middle"
    finally:
        for process in (first, second):
            process.kill()
            process.wait()
        nurse.join()


def command(port: int, *options: str) -> list[str]:
    return [sys.executable, str(SERVER), str(port), *options]


def start(port: int, *options: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(command(port, *options), env=PATHS)
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline and process.poll() is None:
        try:
            counts(port)
        except OSError:
            time.sleep(0.02)
        else:
            return process
    process.kill()
    raise AssertionError("the chaos server did not start")


def counts(port: int) -> Counter[str]:
    """What the server has done: answers, and each fault, by name."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/counts", timeout=5) as answer:
        return Counter(json.loads(answer.read()))
