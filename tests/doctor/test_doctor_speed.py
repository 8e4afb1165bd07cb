from __future__ import annotations

import pytest

from earned.doctor.noise import Asked
from earned.doctor.speed import (
    Alone,
    Timed,
    ask_alone,
    check_speed,
    estimate_hours,
    reading_rate,
    writing_rate,
)
from earned.doctor.workload import Workload
from earned.engines.outcomes import failed
from earned.records.completion import Completion
from toy_agents import BatchEngine, ask, said


def counted(prompt: int, generated: int) -> Completion:
    counts = {"prompt_tokens": prompt, "completion_tokens": generated}
    return said("x").model_copy(update=counts)


def alone(again: float = 0.5) -> Alone:
    return Alone(
        fresh=Timed(counted(400, 1), 2.0),
        again=Timed(counted(400, 1), again),
        long=Timed(counted(400, 65), 2.5),
    )


WORK = Workload(
    requests=(ask("p"),), fresh=ask("q"), arms=3, trajectories=360, steps=4, observed_chars=100
)


def test_rates_are_tokens_over_seconds() -> None:
    assert reading_rate(alone()) == 200.0
    assert writing_rate(alone()) == 32.0  # 64 tokens after the first, in 2.0 s more


def test_what_cannot_be_measured_is_unknown_and_never_infinite() -> None:
    assert writing_rate(alone(again=2.5)) is None
    nothing = Timed(failed("gone"), 1.0)
    assert reading_rate(Alone(nothing, nothing, nothing)) is None
    check = check_speed(Alone(nothing, nothing, nothing), Asked([], [], 0.0), WORK, 1)
    assert "unknown prompt and unknown generated" in check.said
    assert set(check.figures.values()) == {None}


def test_the_estimate_takes_all_steps_and_the_forced_finish() -> None:
    asked = Asked([0] * 10, [counted(400, 20)] * 10, 20.0)  # half a request a second
    assert estimate_hours(WORK, asked) == pytest.approx(360 * 5 / 0.5 / 3600)
    check = check_speed(alone(), asked, WORK, 8)
    assert "10 generated tokens/s with 8 at once" in check.said
    assert check.detail[0].startswith("estimate: 1 hours for 360 trajectories")


def test_one_request_alone_is_asked_short_twice_and_then_long() -> None:
    engine = BatchEngine()
    ask_alone(engine, ask("q"))
    assert engine.batches == [["q"], ["q"], ["q"]]
