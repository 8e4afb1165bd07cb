"""How far a study is, from its progress files."""

from __future__ import annotations

import json
from pathlib import Path

from earned.config.plan import Plan
from earned.progress.state import read_state
from mini import mini_config


def test_only_the_parts_that_the_study_has_now_are_counted(tmp_path: Path) -> None:
    models = {"reader": {"control": "reader", "shards": 3}}
    plan = Plan(mini_config(models=models, surfaces=("tool",)))
    folder = tmp_path / "logs" / "progress"
    folder.mkdir(parents=True)
    earlier = [f"{k}of8" for k in range(1, 9)]
    for part in (*earlier, "1of3", "2of3", "3of3"):
        name = f"shards.acquabench.reader.D0.tool.{part}.json"
        (folder / name).write_text(json.dumps({"finished": 4, "total": 10}))
    state = read_state(plan, tmp_path)
    assert (state.records_done, state.records) == (12, 30)
