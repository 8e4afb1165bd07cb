"""Waiting for a server, taking turns at it, and ending with whoever started us."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from earned.engines.endpoint import Endpoint
from earned.engines.waiting import check_served, turn_at, wait_for_endpoint
from earned.errors import UserError
from earned.records.base import record_json
from earned.records.files import write_bytes
from support import ROOT

MADE = Endpoint(base_url="http://127.0.0.1:1/v1", model="m", engine_version="1")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "agent.m.json"


def later(change: threading.Thread) -> threading.Thread:
    change.start()
    return change


def test_a_client_waits_until_the_empty_file_is_filled(path: Path) -> None:
    path.touch()
    filled = threading.Event()

    def fill() -> None:
        time.sleep(0.3)
        filled.set()
        write_bytes(path, record_json(MADE).encode())

    server = later(threading.Thread(target=fill))
    assert wait_for_endpoint(path, timeout_s=30) == MADE
    assert filled.is_set()
    server.join()


def test_a_server_that_ended_before_it_answered_fails_the_job_at_its_start(path: Path) -> None:
    """Field case 5."""
    path.touch()
    server = threading.Timer(0.3, path.unlink)
    server.start()
    with pytest.raises(UserError, match=r"agent\.m\.json: the server ended .*agent\.m\.log"):
        wait_for_endpoint(path, timeout_s=30)
    server.join()


def test_a_file_that_is_not_there_is_a_server_that_ended(path: Path) -> None:
    """Field case 5."""
    with pytest.raises(UserError, match="the server ended before it answered"):
        wait_for_endpoint(path, timeout_s=30)


def test_a_server_that_was_killed_before_it_answered_is_noticed(path: Path) -> None:
    """A killed process removes no file: without its number its clients would wait on."""
    path.touch()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as server:
        path.with_suffix(".pid").write_text(f"{server.pid}\n", encoding="utf-8")
        threading.Timer(0.3, server.kill).start()
        with pytest.raises(UserError, match="the server ended before it answered"):
            wait_for_endpoint(path, timeout_s=30)


@pytest.mark.parametrize("how", ["killed", "ended"])
def test_a_server_that_is_gone_in_the_middle_is_noticed(path: Path, how: str) -> None:
    """Field case 5: its clients end at once, not record by record."""
    path.write_text("an endpoint", encoding="utf-8")
    path.with_suffix(".pid").write_text(f"{os.getpid()}\n", encoding="utf-8")
    check_served(path)
    if how == "ended":
        path.unlink()
    else:
        with subprocess.Popen([sys.executable, "-c", ""]) as server:
            path.with_suffix(".pid").write_text(f"{server.pid}\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"ended in the middle of the run; see agent\.m\.log"):
        check_served(path)


def test_a_server_that_runs_but_is_slow_is_waited_for(path: Path) -> None:
    path.touch()
    path.with_suffix(".pid").write_text(f"{os.getpid()}\n", encoding="utf-8")
    with pytest.raises(UserError, match="did not answer in time"):
        wait_for_endpoint(path, timeout_s=0.5)


def test_a_server_that_never_answers_is_given_up(path: Path) -> None:
    """Field case 27."""
    path.touch()
    with pytest.raises(UserError, match="did not answer in time"):
        wait_for_endpoint(path, timeout_s=0.1)


def test_a_damaged_endpoint_is_named(path: Path) -> None:
    path.write_text('{"base_url":"x"}', encoding="utf-8")
    with pytest.raises(UserError, match=r"agent\.m\.json: field model"):
        wait_for_endpoint(path, timeout_s=1)


def test_clients_of_one_server_come_one_after_another(path: Path) -> None:
    seen: list[str] = []
    waiting = threading.Event()

    def second() -> None:
        waiting.set()
        with turn_at(path):
            seen.append("second")

    with turn_at(path):
        client = later(threading.Thread(target=second))
        waiting.wait()
        time.sleep(0.2)
        seen.append("first")
    client.join(timeout=30)
    assert seen == ["first", "second"]


def test_a_turn_ends_with_a_failing_client(path: Path) -> None:
    with pytest.raises(RuntimeError), turn_at(path):
        raise RuntimeError
    with turn_at(path):
        assert path.with_suffix(".turn").exists()


def test_an_engine_without_turns_needs_no_file(tmp_path: Path) -> None:
    with turn_at(None), turn_at(None):
        assert list(tmp_path.iterdir()) == []


CHILD = """
import os, sys, time
from earned.engines.waiting import end_with_parent
end_with_parent()
print(os.getpid(), flush=True)
time.sleep(60)
print("an orphan went on", flush=True)
"""
PARENT = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", sys.argv[1]], stdout=subprocess.PIPE, text=True)
print(child.stdout.readline().strip(), flush=True)
if sys.argv[2] == "stay":
    print(child.poll(), flush=True)
    child.kill()
"""


def parent(how: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PARENT, CHILD, how],
        env={"PYTHONPATH": str(ROOT / "workflow")},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )


def ends(pid: int, within_s: float = 20) -> bool:
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.1)
    return False


def test_a_client_whose_parent_is_gone_ends(path: Path) -> None:
    """Field case 9: no orphan goes on writing a store."""
    assert ends(int(parent("go").stdout))


def test_a_client_whose_parent_is_there_goes_on() -> None:
    assert parent("stay").stdout.split()[1] == "None"
