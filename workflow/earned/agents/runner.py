"""Run the episodes of one cell in the mode that its engine promises."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from earned.agents.driver import Driver, Episode
from earned.agents.failures import IN_A_ROW
from earned.agents.store import CompletionStore
from earned.engines.protocol import Engine
from earned.engines.waiting import turn_at
from earned.records.completion import Completion
from earned.records.files import write_json

CONTROL_BATCH = 64


@dataclass(frozen=True)
class Running:
    """How the episodes of a cell advance.

    Attributes:
        mode: what is promised of the engine's texts.
        batch_size: requests of one call; above 1 for an engine that decodes a call as one batch.
        concurrency: requests under way, or gathered for batches, in throughput mode.
        window: context window, tokens.
        most_failures: failed requests in a row that end the run; None: as many as there are.
    """

    mode: Literal["deterministic", "throughput"]
    batch_size: int
    concurrency: int
    window: int
    most_failures: int | None = IN_A_ROW


def run_episodes(
    episodes: Sequence[Episode],
    engine: Engine,
    running: Running,
    store: Path,
    progress: ProgressFile,
    turns: Path | None = None,
    known: Mapping[str, Completion] | None = None,
) -> None:
    """Probe the engine, then run every episode to its end; what is stored is not asked again.

    Args:
        episodes: in canonical order.
        engine: what continues prompts.
        running: mode, batch, concurrency and window.
        store: file of the completions.
        progress: told how far it is.
        turns: endpoint of a server whose clients come one after another.
        known: answers that stand where the store holds others.
    """
    with turn_at(turns), CompletionStore(store, engine.identity) as completions:
        completions.prefer(known or {})
        engine.probe()
        driver = Driver(engine, completions, running.window, progress, running.most_failures)
        if running.mode == "deterministic":
            asyncio.run(driver.run_rounds(episodes, running.batch_size))
        elif running.batch_size > 1:
            asyncio.run(driver.run_batches(episodes, running.batch_size, running.concurrency))
        else:
            asyncio.run(driver.run_concurrently(episodes, running.concurrency))


class ProgressFile:
    """Tells whoever watches how far a cell is; lies under `logs/`."""

    EVERY_SECONDS = 0.5

    def __init__(self, path: Path) -> None:
        self._path = path
        self._written = float("-inf")

    def __call__(self, finished: int, total: int) -> None:
        """Write the state, at most twice a second and always at the end."""
        now = time.monotonic()
        if finished == total or now - self._written >= self.EVERY_SECONDS:
            write_json(self._path, {"finished": finished, "total": total})
            self._written = now
