"""What a record took, alone and beyond the records before it."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cell_runs import cell_config, frozen_study, keys, records, run_cell
from earned.agents.episode import ActionEpisode, Limits, Observation
from earned.agents.parser import ParsedStep
from earned.agents.store import read_blocks
from earned.records.completion import Completion, Request
from earned.records.trajectory import Step, Trajectory
from earned.scores.usage import Usage, usages
from toy_agents import BatchEngine, digest, drive


def step(key: str, prompt: int = 0, completion: int = 0) -> Step:
    return Step(
        thought="", action="Search", argument="", diagnostics=(), dropped_actions=0,
        finish_reason="stop", shown=(), completion=key,
        prompt_tokens=prompt, completion_tokens=completion,
    )  # fmt: skip


def record(steps: Sequence[Step], forced: Step | None = None, condition: str = "A") -> Trajectory:
    return Trajectory(
        qid="q", audit="toy", regime="D0", model="toy", surface="retrieval", condition=condition,
        repeat=0, question="", reference="", prediction="", outcome="ok", steps=tuple(steps),
        forced=forced, mode="deterministic", coupled=True, capped_steps=0,
    )  # fmt: skip


def test_a_triplet_counted_by_hand() -> None:
    first, shared = step("1", 100, 10), step("2", 140, 20)
    cell = [
        record([first, shared], forced=step("3", 200, 1)),
        record([first, shared, step("4", 190, 5)]),
        record([first, step("5", 150, 6)]),
        record([]),
    ]
    assert list(usages(cell)) == [
        Usage(3, 440, 31, 3, 440, 31),
        Usage(3, 430, 35, 1, 190, 5),
        Usage(2, 250, 16, 1, 150, 6),
        Usage(0, 0, 0, 0, 0, 0),
    ]


def test_a_step_without_a_completion_is_no_call() -> None:
    assert list(usages([record([step("", 5, 5), step("1", 7, 2)])])) == [Usage(1, 7, 2, 1, 7, 2)]


class Counting(BatchEngine):
    """Its tokens are characters, so that each completion counts for something of its own."""

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        return [
            said.model_copy(
                update={"prompt_tokens": len(asked.prompt), "completion_tokens": len(said.text)}
            )
            for asked, said in zip(requests, await super().complete(requests), strict=True)
        ]


class Parting:
    """Answers alike in all arms up to the action number `parts`, then by the arm's name."""

    action = "Search"
    known_actions = ("Search",)
    omitted = "(left out)"
    forced_request = "Answer now."

    def __init__(self, arm: str, parts: int) -> None:
        self.arm, self.left = arm, parts

    def act(self, argument: str) -> Observation:
        self.left -= 1
        return Observation(text=argument if self.left > 0 else f"{argument} {self.arm}")

    def complain(self, parsed: ParsedStep, step: int) -> str:
        return f"{parsed.action} in step {step}"


def played(folder: Path, plan: Sequence[tuple[int, int, bool]]) -> list[Trajectory]:
    """Play triplets: steps allowed, action after which the arms part, arms share requests."""

    def reply(prompt: str, _: str) -> str:
        word = digest(prompt)
        action = "Finish" if word[0] in "0123" else "Search"
        return f" t\nAction 1: {action}[{word}]" if word[0] != "f" else "nothing to act on"

    episodes = [
        ActionEpisode(f"unit {n} ", Parting(arm, parts),
                      Limits(steps, 8, 0.0, 2, 0 if coupled else place))
        for n, (steps, parts, coupled) in enumerate(plan)
        for place, arm in enumerate("ABC")
    ]  # fmt: skip
    drive(Counting(reply), folder / "completions.jsonl", episodes)
    return [record(episode.steps, episode.forced) for episode in episodes]


def stored(folder: Path) -> list[Completion]:
    blocks = read_blocks((folder / "completions.jsonl").read_bytes(), "")
    return [one.completion for block in blocks for one in block.completions]


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4), st.booleans()), max_size=4))
def test_the_new_ones_of_a_cell_are_the_completions_in_its_store(
    plan: list[tuple[int, int, bool]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        cell = played(Path(folder), plan)
        completions = stored(Path(folder))
    found = list(usages(cell))
    assert sum(used.new_calls for used in found) == len(completions)
    assert sum(u.new_prompt_tokens for u in found) == sum(c.prompt_tokens for c in completions)
    assert sum(u.new_completion_tokens for u in found) == sum(
        c.completion_tokens for c in completions
    )
    for n, (_, _, coupled) in enumerate(plan):
        unit = found[3 * n : 3 * n + 3]
        naive, new = sum(u.calls for u in unit), sum(u.new_calls for u in unit)
        assert naive / 3 <= new <= naive - 2 if coupled else new == naive


@pytest.mark.parametrize("coupling", [True, False])
def test_the_new_calls_of_a_real_cell_are_its_stores_completions(
    coupling: bool, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = run_cell(frozen_study(tmp_path_factory), tmp_path, cell_config(3, coupling=coupling))
    found = list(usages(records(folder)))
    assert sum(used.new_calls for used in found) == len(keys(folder))
    assert (sum(used.calls for used in found) == len(keys(folder))) is not coupling
    assert {used.prompt_tokens + used.completion_tokens for used in found} == {0}
