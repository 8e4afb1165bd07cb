"""Episodes written as generators."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

from earned.agents.generator import GeneratorEpisode
from earned.records.completion import Completion, Request
from toy_agents import BatchEngine, ask, drive, said

Run = Generator[Request, Completion, list[str]]


def asking(*prompts: str) -> Run:
    answers = []
    for prompt in prompts:
        answer = yield ask(prompt)
        answers.append(answer.error or answer.text)
    return answers


def test_a_generator_is_driven_to_its_value() -> None:
    episode = GeneratorEpisode(asking("a", "b"))
    assert episode.pending() == episode.pending() == ask("a")
    episode.feed("k", said("1"))
    assert episode.pending() == ask("b")
    episode.feed("k", said("2"))
    assert episode.pending() is None
    assert episode.result == ["1", "2"]


def test_a_generator_that_asks_nothing_is_over_at_once() -> None:
    episode = GeneratorEpisode(asking())
    assert (episode.pending(), episode.result) == (None, [])


def test_requests_over_the_window_are_answered_with_an_error_one_after_another(
    tmp_path: Path,
) -> None:
    """Field case 25: the engine sees none of them, also where two follow each other."""
    long = "word " * 90
    episode = GeneratorEpisode(asking(long, f"{long} again", "short", long))
    engine = BatchEngine(lambda prompt, _: f"said {prompt}")
    drive(engine, tmp_path / "s", [episode], window=50)
    error = "context_overflow: the prompt does not fit the window"
    assert engine.batches == [["short"]]
    assert episode.result == [error, error, "said short", error]
