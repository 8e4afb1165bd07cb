"""The environment's own cost at 1,000 concurrent trajectories, with an engine that costs nothing.

Counted is everything but the model: prompts, keys, parsing, BM25, the store and its disk, records,
progress.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from statistics import median

from benchmarks import ROOT
from benchmarks.cell import CALLS_PER_SECOND
from benchmarks.recorder import Recorder
from benchmarks.report import Figure, Times
from benchmarks.units import Units, demo_params, embedded_units
from earned.agents.cell import Cell
from earned.agents.episode import ActionEpisode
from earned.agents.opening import Opened
from earned.agents.runner import ProgressFile, Running, run_episodes
from earned.audits.acquabench import agents
from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.config import SURFACE_NAMES
from earned.audits.acquabench.params import AgentParams
from earned.records.completion import Completion, EngineIdentity, Request
from earned.records.files import read_record, write_records
from earned.records.model import ModelManifest

CONCURRENT = 1000
SHARE = 0.05
RATE = 0.25
"""Engine calls a second of the embedded model, where measure `cell` did not run before."""


def measure(quick: bool) -> list[Figure]:
    """Run all trajectories at once, and take what one engine call's surroundings cost."""
    with embedded_units() as units:
        runs = [_run(units, 60 if quick else CONCURRENT, i) for i in range(1 if quick else 3)]
    last = runs[-1]
    per_call = Times(tuple(run.seconds / run.calls for run in runs))
    what = f"the environment's own cost at {last.trajectories:,} concurrent trajectories"
    milliseconds = [f"{1000 * s:.2f}" for s in sorted(per_call.seconds)]
    spread = f"{milliseconds[0]}–{milliseconds[-1]} ms, {len(runs)} runs"
    rate = max(CALLS_PER_SECOND, default=RATE)
    share = per_call.median / (per_call.median + 1 / rate)
    busy = median(run.cpu_seconds / run.calls for run in runs)
    most = SHARE / (1 - SHARE) / per_call.median
    return [
        Figure(
            what,
            f"the embedded model's time, {rate:.2g} engine calls a second",
            f"{100 * share:.3f} % of wall time; {1000 * per_call.median:.2f} ms a call ({spread})",
            "under 5 %",
            f"{1000 * busy:.2f} ms of it on a processor; 5 % at {most:.0f} engine calls a second; "
            f"{last.calls:,} calls for {last.steps:,} steps, {last.counted:,} token counts",
        )
    ]


@dataclass(frozen=True)
class Run:
    """One run of all trajectories."""

    trajectories: int
    calls: int
    steps: int
    counted: int
    seconds: float
    cpu_seconds: float


def _run(units: Units, wanted: int, number: int) -> Run:
    engine = InstantEngine(steps=demo_params().agent.steps)
    recorder = Recorder(engine)
    opened = _opened(recorder)
    folder = units.root / "bench" / str(number)
    opened.chat("system", "user")  # imports the renderer
    start, cpu = time.perf_counter(), time.process_time()
    cells = _cells(units, opened, wanted)
    played = [episode for _, _, episodes in cells for episode in episodes]
    progress = ProgressFile(folder / "progress.json")
    run_episodes(played, recorder, opened.running, folder / "completions.jsonl", progress)
    records = [record for p, of, es in cells for record in agents.trajectories(p, of, es, opened)]
    write_records(folder / "trajectories.jsonl", records)
    seconds = time.perf_counter() - start - engine.seconds
    cpu_seconds = time.process_time() - cpu - engine.seconds
    steps = sum(len(record.steps) + (record.forced is not None) for record in records)
    return Run(len(played), len(recorder.calls), steps, recorder.counted, seconds, cpu_seconds)


def _cells(
    units: Units, opened: Opened, wanted: int
) -> list[tuple[AgentParams, Cell, list[ActionEpisode]]]:
    """Every surface, and repeats of them, until there are as many trajectories as wanted."""
    cells: list[tuple[AgentParams, Cell, list[ActionEpisode]]] = []
    missing = wanted
    for repeat in count():
        for surface in SURFACE_NAMES:
            limit = min(len(units.artifacts), -(-missing // len(CONDITIONS)))
            if limit <= 0:
                return cells
            params = demo_params(surface=surface, repeat=repeat, limit=limit)
            of = agents.cell(params, units.members, units.artifacts)
            cells.append((params, of, agents.episodes(params, of, opened)))
            missing -= limit * len(CONDITIONS)
    return cells


def _opened(engine: Recorder) -> Opened:
    """Throughput mode, all at once; prompts by the embedded model's template where it is here."""
    manifest = ROOT / "resources/models/qwen2.5-coder-0.5b/manifest.json"
    made = read_record(manifest, ModelManifest) if manifest.is_file() else None
    running = Running("throughput", 1, 2 * CONCURRENT, demo_params().agent.window)
    return Opened(engine, running, made)


class InstantEngine:
    """Answers at once: looks up words of the question step by step, and finishes with the last.

    A token counts four characters.
    """

    def __init__(self, steps: int) -> None:
        self.identity = EngineIdentity(
            engine="scripted", engine_version="1", model="instant", settings={}
        )
        self.seconds = 0.0
        self._steps = steps

    def probe(self) -> None:
        """Always ready."""

    def count_tokens(self, prompt: str) -> int:
        """Estimate."""
        return len(prompt) // 4

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        """Answer each prompt by the number of its last step."""
        start = time.perf_counter()
        answers = [self._answer(request.prompt) for request in requests]
        self.seconds += time.perf_counter() - start
        return answers

    def _answer(self, prompt: str) -> Completion:
        step = int(prompt[prompt.rindex("Thought ") + len("Thought ") : -1])
        example = prompt.index("Action 1: ") + len("Action 1: ")
        used = prompt[example : prompt.index("[", example)]
        action = "Finish" if step >= self._steps else used
        words = prompt[prompt.rindex("Question: ") + 10 :].split("\n", 1)[0].split()
        query = " ".join(words[step:])
        text = f" The evidence names it, so I look on.\nAction {step}: {action}[{query}]"
        return Completion(
            text=text, finish_reason="stop", prompt_tokens=len(prompt) // 4, completion_tokens=24
        )
