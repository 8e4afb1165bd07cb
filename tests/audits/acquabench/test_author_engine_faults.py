"""A model author whose engine fails: no question is rejected for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from authoring import member
from earned.agents.opening import Opened
from earned.agents.runner import ProgressFile, Running
from earned.artifacts.authoring import Authoring
from earned.audits.acquabench.artifacts import run
from earned.engines.scripted import ScriptedEngine
from earned.errors import UserError
from earned.records.completion import Completion, EngineIdentity, Request
from toy_agents import said

GIVEN = {"regime": "D0", "author": {"kind": "model", "model": "m"}}
MEMBERS = [member("q1", "Sele Harbour"), member("q2", "Port Vane")]
IDENTITY = EngineIdentity(engine="scripted", engine_version="1", model="author", settings={})


def write(prompt: str) -> str:
    if "YES or NO" in prompt:
        return "YES"
    return f"Ann Ost lived in {'Sele Harbour' if 'Sele Harbour' in prompt else 'Port Vane'}."


class Dying(ScriptedEngine):
    """Fails at every request but the first few."""

    def __init__(self, alive: int, error: str) -> None:
        super().__init__(write, IDENTITY)
        self.alive, self.error, self.asked = alive, error, 0

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        self.asked += 1
        if self.asked > self.alive:
            return [said("", reason="error", error=self.error) for _ in requests]
        return await super().complete(requests)


def authoring(folder: Path, engine: ScriptedEngine) -> Authoring:
    opened = Opened(engine, Running("deterministic", 1, 1, 8192), None)
    return Authoring(opened, folder / "store.jsonl", ProgressFile(folder / "progress.json"))


@pytest.mark.parametrize("alive", [0, 1, 2, 3])
def test_the_stage_stops_and_a_second_run_goes_on_from_what_is_stored(
    tmp_path: Path, alive: int
) -> None:
    """Field case 37: a failed request is not a rejected question."""
    dying = Dying(alive, "the connection failed after 4 attempts")
    with pytest.raises(UserError, match="the author's engine failed"):
        run(MEMBERS, [], GIVEN, authoring(tmp_path, dying))
    healthy = Dying(99, "")
    artifacts, audit = run(MEMBERS, [], GIVEN, authoring(tmp_path, healthy))
    assert [record.accepted for record in audit] == [True, True]
    assert len(artifacts) == 2
    assert healthy.asked == 4 - alive


def test_a_prompt_that_the_engine_refuses_as_too_long_rejects_the_question(tmp_path: Path) -> None:
    """Field case 25."""
    refusing = Dying(0, "context_overflow: the server refused the prompt as too long")
    artifacts, audit = run(MEMBERS, [], GIVEN, authoring(tmp_path, refusing))
    assert artifacts == []
    assert {record.reason for record in audit} == {f"no template: {refusing.error}"}
