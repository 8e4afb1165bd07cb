from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.agents.runner import Running
from earned.doctor.noise import (
    Asked,
    ask,
    at_once,
    check_noise,
    first_difference,
    plan_calls,
    shuffled_blocks,
)
from earned.doctor.report import Check
from earned.records.completion import Completion, Request
from toy_agents import BatchEngine, said
from toy_agents import ask as request

DETERMINISTIC = Running("deterministic", batch_size=1, concurrency=4, window=100)
THROUGHPUT = Running("throughput", batch_size=1, concurrency=4, window=100)
REQUESTS = [request("one"), request("two"), request("three")]


class NoisyEngine(BatchEngine):
    """Never writes the same text twice."""

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        self.batches.append([request.prompt for request in requests])
        at = sum(map(len, self.batches))
        return [said(f"same {at + n:04d}") for n in range(len(requests))]


def repeats_of(engine: BatchEngine, running: Running) -> Check:
    calls = plan_calls(running, len(REQUESTS), 4, 3)
    return check_noise(ask(engine, REQUESTS, calls), running)


def test_an_engine_whose_texts_depend_on_the_prompt_alone_passes() -> None:
    check = repeats_of(BatchEngine(lambda prompt, _: prompt), DETERMINISTIC)
    assert (check.verdict, check.figures["differing"]) == ("ok", 0)
    assert check.figures["mean_first_difference_chars"] is None


def test_noise_is_a_failure_where_texts_are_promised_and_a_figure_where_not() -> None:
    failed = repeats_of(NoisyEngine(), DETERMINISTIC)
    noted = repeats_of(NoisyEngine(), THROUGHPUT)
    assert (failed.verdict, noted.verdict) == ("FAIL", "note")
    assert noted.figures["share"] == 1.0
    mean = noted.figures["mean_first_difference_chars"]
    assert isinstance(mean, float)
    assert mean >= len("same ")
    assert any("coupling removes it" in line for line in noted.detail)


def test_one_failed_request_is_a_failure_that_says_why() -> None:
    answers = [said("x"), said("", reason="error", error="HTTP status 500 after 4 attempts")]
    check = check_noise(Asked([0, 0], answers, 1.0), THROUGHPUT)
    assert check.verdict == "FAIL"
    assert check.said == "1 of 2 requests failed: HTTP status 500 after 4 attempts"


def test_one_repeat_compares_nothing_and_says_so() -> None:
    check = check_noise(Asked([0, 1], [said("x"), said("y")], 1.0), DETERMINISTIC)
    assert check.verdict == "note"
    assert "nothing was compared" in check.detail[0]


def test_too_small_a_load_is_said() -> None:
    def texts(number: int) -> list[Completion]:
        return [said("x")] * number

    assert (
        "only 3 requests at once" in check_noise(Asked([0] * 3, texts(3), 1), THROUGHPUT).detail[0]
    )
    assert check_noise(Asked([0] * 4, texts(4), 1), THROUGHPUT).detail == ()
    batches = Running("deterministic", batch_size=2, concurrency=1, window=100)
    assert "only 1 requests at once" in check_noise(Asked([0] * 4, texts(4), 1), batches).detail[0]


@given(st.integers(1, 6), st.integers(1, 8), st.integers(1, 4))
def test_each_prompt_is_asked_as_often_as_the_others_with_arms_side_by_side(
    prompts: int, repeats: int, arms: int
) -> None:
    order = shuffled_blocks(prompts, repeats, arms)
    assert Counter(order) == dict.fromkeys(range(prompts), repeats)
    assert order == shuffled_blocks(prompts, repeats, arms)
    runs = [len(list(run)) for _, run in groupby(order)]
    assert min(runs) >= min(arms, repeats % arms or arms)


def test_the_order_is_shuffled_and_seeded() -> None:
    order = shuffled_blocks(20, 6, 3)
    assert order != sorted(order)
    assert order != shuffled_blocks(20, 6, 3, seed=14)


@pytest.mark.parametrize(
    ("running", "sizes", "under_way"),
    [
        (THROUGHPUT, [12], 4),
        (DETERMINISTIC, [1] * 12, 1),
        (Running("throughput", batch_size=8, concurrency=4, window=1), [8, 4], 8),
        (Running("deterministic", batch_size=2, concurrency=4, window=1), [2, 1] * 4, 2),
    ],
)
def test_calls_have_the_size_of_a_run_s(running: Running, sizes: list[int], under_way: int) -> None:
    calls = plan_calls(running, 3, 4, 3)
    assert [len(call) for call in calls] == sizes
    assert Counter(p for call in calls for p in call) == {0: 4, 1: 4, 2: 4}
    assert at_once(running) == under_way


def test_deterministic_batches_are_the_same_in_each_pass() -> None:
    """A text may depend on its batch there, so a batch of another make-up would be no repeat."""
    running = Running("deterministic", batch_size=2, concurrency=4, window=1)
    assert plan_calls(running, 3, 2, 3) == [[0, 1], [2], [0, 1], [2]]
    assert repeats_of(BatchEngine(), running).verdict == "ok"


@pytest.mark.parametrize(
    ("texts", "at"),
    [(["a", "a"], None), (["ab", "ac", "ab"], 1), (["a", "abc"], 1), (["", "x"], 0), (["x"], None)],
)
def test_the_first_difference_is_where_texts_part(texts: list[str], at: int | None) -> None:
    assert first_difference(texts) == at


@given(st.lists(st.text(alphabet="ab", max_size=5), min_size=2, max_size=4))
def test_all_texts_share_what_stands_before_the_first_difference(texts: list[str]) -> None:
    at = first_difference(texts)
    if at is None:
        assert len(set(texts)) == 1
    else:
        assert len({text[:at] for text in texts}) == 1
        assert len({text[: at + 1] for text in texts}) > 1
