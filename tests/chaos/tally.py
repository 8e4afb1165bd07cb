"""What was injected, what was survived, and what was lost."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

SEED = int(os.environ.get("EARNED_CHAOS_SEED", "20261201"))
KINDS = (
    "agent killed",
    "agent killed in the middle of a line",
    "server killed",
    "Snakemake and its jobs killed",
    "Snakemake alone killed",
    "disk full at the store",
    "disk full at a final output",
    "read-only results",
    "last line truncated",
    "corrupt block",
    "two invocations",
    "clock jump",
    "changed configuration",
)


def dice(name: str) -> random.Random:
    """A generator of a test's own, so that no test hangs on the order of the others."""
    return random.Random(f"{SEED} {name}")


def moments(draw: random.Random, count: int, total: int) -> list[int]:
    """Numbers of records, in order, in the first two thirds of all."""
    return sorted(draw.sample(range(1, total * 2 // 3), count))


@dataclass
class Tally:
    """Counts by kind of fault; `lost` are finished records that went or changed."""

    injected: Counter[str] = field(default_factory=Counter)
    survived: Counter[str] = field(default_factory=Counter)
    lost: int = 0

    def inject(self, kind: str) -> None:
        assert kind in KINDS
        self.injected[kind] += 1

    def lines(self) -> Iterator[str]:
        for kind in KINDS:
            yield f"{kind}: {self.injected[kind]} injected, {self.survived[kind]} survived"
        yield (
            f"faults injected: {self.injected.total()}, survived: {self.survived.total()}, "
            f"records lost: {self.lost} (seed {SEED})"
        )
