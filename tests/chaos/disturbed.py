"""A study that faults strike, and what is judged after each."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from chaos.judgement import Done, kept_in, strangers
from chaos.tally import Tally
from checkout import Checkout, contents

PATIENCE_S = 300.0


@dataclass
class Disturbed:
    """One study in a checkout of its own.

    Attributes:
        cell: folder of the cell that is struck, from the results folder.
        promised: every file of an undisturbed run; None where texts depend on the moment.
    """

    checkout: Checkout
    cell: str
    tally: Tally
    promised: Mapping[str, bytes] | None = None
    stored: bytes = b""
    unsettled: list[str] = field(default_factory=list)
    flag: Path = Path()

    @property
    def target(self) -> str:
        """The cell's trajectories, as a target of Snakemake."""
        return f"results/tiny/{self.cell}/trajectories.jsonl"

    @property
    def store(self) -> Path:
        return self.checkout.results / self.cell / "completions.jsonl"

    @property
    def whole(self) -> int:
        """How many completions an undisturbed cell stores."""
        assert self.promised is not None
        return self.promised[f"{self.cell}/completions.jsonl"].count(b'"key":')

    def plan(
        self, action: str, records: int = 0, file: str = "completions.jsonl",
        module: str = "earned.agents", **more: object,
    ) -> dict[str, str]:  # fmt: skip
        """The environment in which a fault strikes once."""
        number = len(list(self.checkout.root.glob("struck.*")))
        self.flag = self.checkout.root / f"struck.{number}"
        given = {"action": action, "records": records, "file": file, "module": module, **more}
        return {"EARNED_CHAOS": json.dumps(given | {"flag": str(self.flag)})}

    def run(self, *targets: str, **environment: str) -> Done:
        """Resume as a user would, and judge what came of it."""
        done = self.checkout.snakemake(*targets, **environment)
        self.settle(survived=done.returncode == 0)
        return done

    def finish(self, *targets: str, **environment: str) -> None:
        """Resume to the end."""
        done = self.run(*targets, **environment)
        assert done.returncode == 0, done.stderr

    def strike(self, kind: str, plan: Mapping[str, str], *targets: str) -> Done:
        """Resume what is there, until a fault strikes."""
        done = self.run(*targets, **plan)
        assert self.flag.exists(), f"{kind}: did not strike\n{done.stderr}"
        assert done.returncode != 0
        self.struck(kind)
        return done

    def struck(self, kind: str) -> None:
        """Count a fault; the next run tells whether it was survived."""
        self.tally.inject(kind)
        self.unsettled.append(kind)
        self.settle(survived=False)

    def settle(self, survived: bool = True) -> None:
        """Judge the results against what was stored, and against what was promised."""
        content = self.store.read_bytes() if self.store.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        self.tally.lost += len(kept_in(self.stored).items() - kept_in(whole).items())
        assert whole.startswith(self.stored)
        if self.promised is not None:
            assert strangers(contents(self.checkout.results), self.promised) == []
        self.stored = whole
        if survived:
            self.tally.survived.update(self.unsettled)
            self.unsettled.clear()

    @contextmanager
    def paused(self, plan: Mapping[str, str], *targets: str) -> Iterator[subprocess.Popen[bytes]]:
        """A workflow one of whose jobs has stopped at its moment."""
        running = self.checkout.start(*targets, **plan)
        try:
            wait_for(lambda: self.flag.read_text() if self.flag.exists() else "", running)
            yield running
        finally:
            kill_group(running)

    def release(self) -> None:
        """Let the paused job go on."""
        Path(f"{self.flag}.go").touch()

    def kill_everything(self, plan: Mapping[str, str], *targets: str) -> None:
        """Kill Snakemake and its jobs at the moment, and unlock."""
        with self.paused(plan, *targets) as running:
            kill_group(running)
        self.settle()
        self.struck("Snakemake and its jobs killed")
        self.unlock()

    def unlock(self) -> None:
        done = self.checkout.run("-m", "snakemake", "--unlock", *self.checkout.options())
        assert done.returncode == 0, done.stderr


def wait_for(there: Callable[[], object], running: subprocess.Popen[bytes] | None = None) -> None:
    """Wait until something holds; a process that ends before it fails the test."""
    deadline = time.monotonic() + PATIENCE_S
    while not there():
        assert time.monotonic() < deadline, "waited in vain"
        assert running is None or running.poll() is None, "the workflow ended before its moment"
        time.sleep(0.02)


def kill_group(running: subprocess.Popen[bytes]) -> None:
    """Kill a workflow and every job of it."""
    with suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)
    running.wait()
