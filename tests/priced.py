"""A small study with a priced model behind an endpoint, which a server of the test's plays."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

from fault_server import FaultServer, Reply, completion, running, status
from mini import run_mini

PRICE = {"prompt": 150, "completion": "600.5"}
COST_OF_A_CALL = Decimal("0.001651")
"""Three prompt tokens and two completion tokens, as the server says of every answer."""


def answer(body: dict[str, Any], number: int) -> Reply:
    """Search once, then finish; every fifth request is refused first."""
    if number % 5 == 4:
        return status(500)
    first = body["prompt"].endswith("Thought 1:")
    return completion(" t\nAction 1: Search[Ann]" if first else " t\nAction 2: Finish[x]")


def priced_study(folder: Path, server: FaultServer) -> Path:
    """Three questions on one surface, to the priced model and to a control."""
    with running(server):
        engine = {
            "kind": "openai", "base_url": server.base_url, "model": "m", "backoff_s": 0.001,
            "concurrency": 2,
        }  # fmt: skip
        models = {"paid": {"engine": engine, "price": PRICE}, "reader": {"control": "reader"}}
        return run_mini(folder, models=models, limit=3, surfaces=("retrieval",))
