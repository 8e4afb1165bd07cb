"""How far the same request gets the same text, under the load of a run."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from typing import NamedTuple

from earned.agents.runner import Running
from earned.doctor.report import Check
from earned.engines.protocol import Engine
from earned.records.completion import Completion, Request

SEED = 13


class Asked(NamedTuple):
    """What a load was answered.

    Attributes:
        of: number of the prompt that each answer continues.
        answers: in the order asked.
        seconds: wall time of it all.
    """

    of: list[int]
    answers: list[Completion]
    seconds: float


def shuffled_blocks(prompts: int, repeats: int, arms: int, seed: int = SEED) -> list[int]:
    """Order the repeats of all prompts: shuffled, but as many as a unit has arms side by side."""
    sizes = [min(arms, repeats - at) for at in range(0, repeats, arms)]
    blocks = [[prompt] * size for prompt in range(prompts) for size in sizes]
    random.Random(seed).shuffle(blocks)
    return [prompt for block in blocks for prompt in block]


def plan_calls(running: Running, prompts: int, repeats: int, arms: int) -> list[list[int]]:
    """Say which prompts go to the engine in one call, as the mode of the run would have it.

    In deterministic mode with batches, a batch is part of what a text may depend on, so whole
    passes are repeated in one order; everywhere else no order may matter, and it is shuffled.
    """
    order, size = shuffled_blocks(prompts, repeats, arms), running.batch_size
    if running.mode == "deterministic":
        return _cut(list(range(prompts)), size) * repeats if size > 1 else _cut(order, 1)
    return _cut(order, size) if size > 1 else [order]


def at_once(running: Running) -> int:
    """Say how many requests a run has under way."""
    if running.mode == "deterministic" or running.batch_size > 1:
        return running.batch_size
    return running.concurrency


def _cut(order: list[int], size: int) -> list[list[int]]:
    return [order[at : at + size] for at in range(0, len(order), size)]


def ask_one(engine: Engine, request: Request) -> Completion:
    """Ask for one prompt, with nothing beside it."""
    return asyncio.run(engine.complete([request]))[0]


def ask(engine: Engine, requests: Sequence[Request], calls: Sequence[Sequence[int]]) -> Asked:
    """Ask for every prompt of every call, one call after another, and take the time."""

    async def ask_all() -> list[Completion]:
        answers: list[Completion] = []
        for call in calls:
            answers += await engine.complete([requests[prompt] for prompt in call])
        return answers

    start = time.perf_counter()
    answers = asyncio.run(ask_all())
    return Asked([p for call in calls for p in call], answers, time.perf_counter() - start)


def first_difference(texts: Sequence[str]) -> int | None:
    """Count the characters before the first at which some text differs; None if all are equal."""
    if len(set(texts)) < 2:
        return None
    low, high = min(texts), max(texts)  # what these two share, all share
    return next((n for n, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), len(low))


def check_noise(asked: Asked, running: Running) -> Check:
    """Compare the repeats of each prompt; in deterministic mode any difference is a failure."""
    failed = [answer.error for answer in asked.answers if answer.finish_reason == "error"]
    if failed:
        said = f"{len(failed)} of {len(asked.answers)} requests failed: {failed[0]}"
        return Check(name="repeats", verdict="FAIL", said=said, figures={"failed": len(failed)})
    texts: dict[int, list[str]] = {}
    for prompt, answer in zip(asked.of, asked.answers, strict=True):
        texts.setdefault(prompt, []).append(answer.text)
    at = [d for repeats in texts.values() if (d := first_difference(repeats)) is not None]
    return _judge(at, len(texts), len(asked.answers), running)


def _judge(at: list[int], prompts: int, requests: int, running: Running) -> Check:
    mean = sum(at) / len(at) if at else None
    once, load = at_once(running), prompts if running.mode == "deterministic" else requests
    said = f"{len(at)} of {prompts} prompts differ between greedy repeats"
    said += "" if mean is None else f", on average from character {mean:.0f} on"
    said += f" ({requests} requests, {running.mode} mode)"
    verdict, detail = "ok", []
    if at and running.mode == "deterministic":
        verdict = "FAIL"
        detail += ["deterministic mode promises equal texts"]
    elif at:
        verdict = "note"
        detail += ["the noise floor of throughput mode: arms that should agree may differ by it;"]
        detail += ["coupling removes it up to the first observation in which arms differ"]
    elif requests == prompts:
        verdict = "note"
        detail += ["each prompt was asked once, so nothing was compared; raise --repeats"]
    if load < once:
        detail += [f"only {load} requests at once, a run has up to {once}; raise --prompts"]
    return Check(
        name="repeats",
        verdict=verdict,
        said=said,
        detail=tuple(detail),
        figures={
            "prompts": prompts,
            "requests": requests,
            "differing": len(at),
            "share": len(at) / prompts,
            "mean_first_difference_chars": mean,
        },
    )
