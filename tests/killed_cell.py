"""Run one cell of stage agents in a process that kills itself at a given moment.

Usage: python killed_cell.py MODE WHERE COUNT [the arguments of earned.agents ...]

The cell runs on a toy engine: in mode `deterministic` its replies depend on the whole batch, in
modes `throughput` and `batches` it answers late and never twice the same. WHERE is `before`,
`torn` or `after` the COUNT-th line of the completion store, `output` at the COUNT-th file written
at the end, or `never`.
"""

from __future__ import annotations

import os
import random
import re
import signal
import sys
from pathlib import Path
from typing import NoReturn

from earned.agents import __main__ as stage
from earned.agents.opening import Opened
from earned.agents.runner import Running
from earned.agents.store import CompletionStore
from earned.records import files
from toy_agents import BatchEngine, SlowEngine

_STEP = re.compile(r"Thought (\d+):$")


def reply(prompt: str, salt: str) -> str:
    """Search twice, then finish; the salt enters every text."""
    step = _STEP.search(prompt)
    number = int(step[1]) if step else 1
    action = f"Search[who was the {salt}]" if number < 3 else f"Finish[{salt}]"
    return f" I saw {salt}.\nAction {number}: {action}\nObservation {number}: made up"


def opened(mode: str, seed: int) -> Opened:
    running = {
        "deterministic": Running("deterministic", 4, 3, 10_000),
        "throughput": Running("throughput", 1, 3, 10_000),
        "batches": Running("throughput", 3, 6, 10_000),
    }[mode]
    engine = BatchEngine(reply) if mode == "deterministic" else SlowEngine(seed, reply)
    return Opened(engine, running, None)


def die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def die_in_store(where: str, count: int) -> None:
    """Patch the store so that it dies around its `count`-th line, from 0."""
    append, calls = CompletionStore._append, 0

    def dying(self: CompletionStore, **block: object) -> None:
        nonlocal calls
        calls += 1
        if calls <= count:
            append(self, **block)
            return
        if where == "before":
            die()
        start = self._stream.seek(0, os.SEEK_END)
        append(self, **block)
        if where == "torn":
            self._stream.truncate(start + (self._stream.tell() - start) // 2)
        die()

    CompletionStore._append = dying  # type: ignore[method-assign, assignment]


def die_in_output(count: int) -> None:
    """Patch the atomic write so that it dies before its `count`-th file takes its place."""
    calls = 0
    fsync = os.fsync

    def dying(handle: int) -> None:
        nonlocal calls
        fsync(handle)
        name = Path(f"/proc/self/fd/{handle}").readlink().name
        if name.startswith((".trajectories.jsonl.", ".lineage.json.")):
            calls += 1
            if calls > count:
                die()

    files.os.fsync = dying  # type: ignore[attr-defined]


def main(mode: str, where: str, count: int, argv: list[str]) -> int:
    if where == "output":
        die_in_output(count)
    elif where != "never":
        die_in_store(where, count)
    stage.open_control = lambda *_: opened(mode, random.randrange(2**32))
    return stage.main(argv)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]))
