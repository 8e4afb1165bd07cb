"""How fast an engine reads and writes, alone and under load, and what that means for a study."""

from __future__ import annotations

import time
from typing import NamedTuple

from earned.doctor.noise import Asked, ask_one
from earned.doctor.report import Check
from earned.doctor.workload import Workload
from earned.engines.protocol import Engine
from earned.records.completion import Completion, Request

LONG = 64


class Timed(NamedTuple):
    """An answer and the seconds it took."""

    answer: Completion
    seconds: float


class Alone(NamedTuple):
    """One request alone: a prompt whose beginning is new, the same again, and a long answer."""

    fresh: Timed
    again: Timed
    long: Timed


def ask_alone(engine: Engine, fresh: Request) -> Alone:
    """Time three requests, one after another.

    Args:
        engine: what continues prompts.
        fresh: a request whose prompt shares no beginning with an earlier one, so that no cache
            has read it.
    """
    short = fresh.model_copy(update={"max_tokens": 1, "stop": ()})
    long = short.model_copy(update={"max_tokens": max(2, min(LONG, fresh.max_tokens))})
    return Alone(_timed(engine, short), _timed(engine, short), _timed(engine, long))


def _timed(engine: Engine, request: Request) -> Timed:
    start = time.perf_counter()
    answer = ask_one(engine, request)
    return Timed(answer, time.perf_counter() - start)


def reading_rate(alone: Alone) -> float | None:
    """Prompt tokens per second, the first generated token included; None where not counted."""
    return _rate(alone.fresh.answer.prompt_tokens, alone.fresh.seconds)


def writing_rate(alone: Alone) -> float | None:
    """Generated tokens per second after the first one; None where nothing was written."""
    return _rate(alone.long.answer.completion_tokens - 1, alone.long.seconds - alone.again.seconds)


def _rate(tokens: float, seconds: float) -> float | None:
    return tokens / seconds if tokens > 0 and seconds > 0 else None


def estimate_hours(work: Workload, asked: Asked) -> float | None:
    """Hours for all trajectories if each takes all steps, at the rate and length found under load.

    Late prompts are longer than the opening ones, and coupled requests are asked once: the one
    makes a run slower, the other faster.
    """
    per_second = _rate(len(asked.answers), asked.seconds)
    if per_second is None:
        return None
    return work.trajectories * (work.steps + 1) / per_second / 3600


def check_speed(alone: Alone, asked: Asked, work: Workload, at_once: int) -> Check:
    """Say the rates; speed is measured and never judged."""
    figures = {
        "prompt_tokens_per_s_alone": reading_rate(alone),
        "generated_tokens_per_s_alone": writing_rate(alone),
        "generated_tokens_per_s_at_concurrency": _rate(
            sum(answer.completion_tokens for answer in asked.answers), asked.seconds
        ),
        "requests_per_s_at_concurrency": _rate(len(asked.answers), asked.seconds),
        "estimated_hours": estimate_hours(work, asked),
    }
    reading, writing, loaded, _, hours = map(_said, figures.values())
    return Check(
        name="speed",
        verdict="ok",
        said=f"alone {reading} prompt and {writing} generated tokens/s; "
        f"{loaded} generated tokens/s with {at_once} at once",
        detail=(
            f"estimate: {hours} hours for {work.trajectories} trajectories if each takes all "
            f"{work.steps} steps and the forced finish",
        ),
        figures={**figures},
    )


def _said(figure: float | None) -> str:
    if figure is None:
        return "unknown"
    return f"{figure:.0f}" if figure >= 100 else f"{figure:.3g}"
