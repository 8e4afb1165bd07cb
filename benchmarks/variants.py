"""The same D0 cell as an audit, naively, and as mere prompts through the engine alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import openai

from benchmarks.recorder import Recorder
from benchmarks.server import manifest_of, served
from benchmarks.units import Units
from earned.agents.cell import Cell
from earned.agents.opening import Opened, open_model
from earned.agents.runner import ProgressFile, run_episodes
from earned.audits.acquabench import agents
from earned.audits.acquabench.params import AgentParams
from earned.config.engines import EngineConfig
from earned.engines.waiting import wait_for_endpoint
from earned.lineage.stage import Stage
from earned.records.completion import Request
from earned.records.files import write_records
from earned.records.trajectory import Trajectory


@dataclass(frozen=True)
class Played:
    """A cell that was run: what passed through the engine, and the records of it."""

    engine: Recorder
    records: list[Trajectory]
    seconds: float


@dataclass(frozen=True)
class Alone:
    """What the engine did by itself."""

    generated_tokens: int
    seconds: float


def audit(units: Units, params: AgentParams, folder: Path) -> Played:
    """Run the cell as stage agents does: coupled arms, prefix cache, store, records."""
    config = engine_of(params)
    with served(config, folder) as endpoint:
        opened, engine = _recorded(config, params, endpoint, folder)
        opened.chat("system", "user")  # imports the renderer
        start = time.perf_counter()
        of = agents.cell(params, units.members, units.artifacts)
        episodes = agents.episodes(params, of, opened)
        progress = ProgressFile(folder / "progress.json")
        store = folder / "completions.jsonl"
        run_episodes(episodes, engine, opened.running, store, progress, opened.turns)
        records = agents.trajectories(params, of, episodes, opened)
        write_records(folder / "trajectories.jsonl", records)
        return Played(engine, records, time.perf_counter() - start)


def naive(units: Units, params: AgentParams, folder: Path) -> Played:
    """Play episode after episode, request after request: nothing shared, no prefix cache."""
    config = engine_of(params)
    apart = params.model_copy(update={"coupling": False})
    with served(config, folder, slots=1, prefix_caching=False) as endpoint:
        uncached = config.settings.model_copy(update={"slots": 1, "prefix_caching": False})
        config = config.model_copy(update={"settings": uncached, "concurrency": 1})
        opened, engine = _recorded(config, apart, endpoint, folder)
        opened.chat("system", "user")  # imports the renderer
        engine.probe()
        start = time.perf_counter()
        of = agents.cell(apart, units.members, units.artifacts)
        records = asyncio.run(_one_by_one(apart, of, opened, engine))
        return Played(engine, records, time.perf_counter() - start)


async def _one_by_one(
    params: AgentParams, of: Cell, opened: Opened, engine: Recorder
) -> list[Trajectory]:
    episodes = agents.episodes(params, of, opened)
    for episode in episodes:
        while (request := episode.pending()) is not None:
            episode.feed("", (await engine.complete([request]))[0])
    return agents.trajectories(params, of, episodes, opened)


def alone(played: Played, params: AgentParams, folder: Path) -> Alone:
    """Send an audit's requests to a fresh server, in their order, as many at once."""
    config = engine_of(params)
    with served(config, folder) as endpoint:
        at = wait_for_endpoint(endpoint)
        start = time.perf_counter()
        tokens = asyncio.run(
            _replay(
                at.base_url,
                at.model,
                played.engine.requests,
                min(played.engine.peak, config.concurrency),
                config.settings.resolved().prefix_caching,
            )
        )
        return Alone(tokens, time.perf_counter() - start)


async def _replay(
    base_url: str, model: str, requests: Sequence[Request], at_once: int, caching: bool
) -> int:
    queue = iter(requests)
    async with openai.AsyncOpenAI(base_url=base_url, api_key="none", max_retries=0) as client:
        workers = (_work(client, model, queue, caching) for _ in range(at_once))
        return sum(await asyncio.gather(*workers))


async def _work(
    client: openai.AsyncOpenAI, model: str, queue: Iterator[Request], caching: bool
) -> int:
    tokens = 0
    for request in queue:
        answer = await client.completions.create(
            model=model,
            prompt=request.prompt,
            max_tokens=request.max_tokens,
            temperature=request.temperature,
            stop=list(request.stop),
            extra_body={"cache_prompt": caching},
        )
        tokens += answer.usage.completion_tokens if answer.usage else 0
    return tokens


def engine_of(params: AgentParams) -> EngineConfig:
    """The engine of a cell that a real model runs."""
    assert params.engine is not None
    return params.engine


def _recorded(
    config: EngineConfig, params: AgentParams, endpoint: Path, folder: Path
) -> tuple[Opened, Recorder]:
    stage = Stage("agents", "acquabench", folder, {})
    opened = open_model(config, stage, manifest_of(config), endpoint, params.agent.window)
    recorder = Recorder(opened.engine)
    return replace(opened, engine=recorder), recorder
