"""A D0 cell as a task of Inspect AI: `python inspect_task.py ORDER OUT`, in its own environment.

The agent's loop, requests, log and scores are Inspect's; prompts, observations and parser are ours,
so that both sides do the same work. Prompts go out byte for byte through Inspect's provider of the
completions endpoint.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.event import ModelEvent
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessageUser, GenerateConfig, Model, get_model
from inspect_ai.scorer import exact
from inspect_ai.solver import Generate, Solver, TaskState, solver

from earned.agents.episode import ActionEpisode, Limits
from earned.agents.transcript import STOPS
from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.config import AgentConfig
from earned.audits.acquabench.environment import SurfaceEnvironment
from earned.audits.acquabench.prompts import load_prompts
from earned.audits.acquabench.surfaces import surface_named
from earned.records.artifact import Artifact
from earned.records.completion import Completion
from earned.records.evidence import Item

Episodes = dict[tuple[str, str], ActionEpisode]


def main(order: dict[str, Any], out: Path) -> None:
    """Run the task that the order describes; write what it took and what came of it."""
    episodes, samples = _episodes(order)
    solver = agent(episodes, order["cache"])
    task = Task(dataset=MemoryDataset(samples), solver=solver, scorer=exact())
    _warm_up(order["log_dir"])
    start = time.perf_counter()
    (log,) = eval(
        task,
        model=_model(order),
        display="none",
        log_dir=order["log_dir"],
        max_samples=order["at_once"],
        max_connections=order["at_once"],
    )
    seconds = time.perf_counter() - start
    actions = {f"{qid} {arm}": _actions(e) for (qid, arm), e in episodes.items()}
    found = {"status": log.status, "seconds": seconds, "actions": actions, **_sent(log)}
    out.write_text(json.dumps(found), encoding="utf-8")


def _warm_up(log_dir: str) -> None:
    """Run a task without a server: what Inspect does once a process is not the cell's time."""
    task = Task(dataset=MemoryDataset([Sample(input="a", target="a")]), scorer=exact())
    eval(task, model="mockllm/model", display="none", log_dir=log_dir)


@solver  # type: ignore[untyped-decorator]
def agent(episodes: Episodes, cache: bool) -> Solver:
    """Thought, action, observation, until an answer or the last step."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001
        episode = episodes[state.metadata["qid"], state.metadata["condition"]]
        model = get_model()
        while (request := episode.pending()) is not None:
            asked = [ChatMessageUser(content=request.prompt)]
            state.output = await model.generate(asked, cache=cache)
            length = state.output.stop_reason == "max_tokens"
            answer = Completion(
                text=state.output.completion,
                finish_reason="length" if length else "stop",
                prompt_tokens=0,
                completion_tokens=0,
            )
            episode.feed("", answer)
        state.output.completion = episode.prediction
        return state

    return solve


def _model(order: dict[str, Any]) -> Model:
    agent_config = AgentConfig.model_validate(order["agent"])
    return get_model(
        f"openai-api-completions/local/{order['model']}",
        base_url=order["base_url"],
        api_key="none",
        config=GenerateConfig(
            max_tokens=agent_config.max_tokens,
            temperature=agent_config.temperature,
            stop_seqs=list(STOPS),
            extra_body={"cache_prompt": order["cache_prompt"]},
        ),
    )


def _episodes(order: dict[str, Any]) -> tuple[Episodes, list[Sample]]:
    """An episode and a sample for every unit and arm, in canonical order."""
    config = AgentConfig.model_validate(order["agent"])
    surface = surface_named(order["surface"])
    prompts = load_prompts(config.prompts)
    limits = Limits(
        config.steps, config.max_tokens, config.temperature, config.keep_observations, repeat=0
    )
    episodes: Episodes = {}
    samples = []
    for unit in order["units"]:
        item, artifact = Item(**unit["item"]), Artifact(**unit["artifact"])
        for condition in CONDITIONS:
            world = SurfaceEnvironment(item, artifact.arms.get(condition), surface, prompts, config)
            episodes[item.qid, condition] = ActionEpisode(unit["head"], world, limits)
            known = {"qid": item.qid, "condition": condition}
            samples.append(Sample(input=item.question, target=item.answer, metadata=known))
    return episodes, samples


def _sent(log: EvalLog) -> dict[str, int]:
    """What went to the server, by Inspect's own log: answers out of its cache are not counted."""
    events = [event for sample in log.samples or [] for event in sample.events]
    calls = [e for e in events if isinstance(e, ModelEvent) and e.cache != "read"]
    usages = [call.output.usage for call in calls if call.output.usage]
    return {
        "requests": len(calls),
        "prompt_tokens": sum(usage.input_tokens for usage in usages),
        "generated_tokens": sum(usage.output_tokens for usage in usages),
    }


def _actions(episode: ActionEpisode) -> list[list[str | None]]:
    made = [*episode.steps, *([episode.forced] if episode.forced else [])]
    return [[step.action, step.argument] for step in made]


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), Path(sys.argv[2]))
