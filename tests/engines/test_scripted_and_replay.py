from __future__ import annotations

import asyncio

from earned.engines.keys import request_key
from earned.engines.replay import ReplayEngine
from earned.engines.scripted import ScriptedEngine
from earned.records.completion import Completion, EngineIdentity, Request

IDENTITY = EngineIdentity(engine="scripted", engine_version="1", model="m", settings={})


def ask(prompt: str, max_tokens: int = 99, stop: tuple[str, ...] = ()) -> Request:
    return Request(prompt=prompt, max_tokens=max_tokens, temperature=0, stop=stop, repeat=0)


def script(*requests: Request) -> list[Completion]:
    engine = ScriptedEngine(lambda prompt: f"echo  {prompt} done", IDENTITY)
    return asyncio.run(engine.complete(requests))


def test_a_policy_sees_the_prompt_and_answers_in_order() -> None:
    assert [one.text for one in script(ask("a"), ask("b"))] == ["echo  a done", "echo  b done"]


def test_a_policys_stop_strings_and_token_limit_are_kept() -> None:
    """Field case 24."""
    stopped, cut = script(ask("x y", stop=(" y",)), ask("x y", max_tokens=2))
    assert (stopped.text, stopped.finish_reason) == ("echo  x", "stop")
    assert (cut.text, cut.finish_reason) == ("echo  x", "length")


def test_a_policy_uses_no_tokens() -> None:
    """Words are no tokens of any model, and nobody pays for them."""
    (said,) = script(ask("x y"))
    assert (said.prompt_tokens, said.completion_tokens) == (0, 0)


def test_a_limit_met_exactly_is_not_run_into() -> None:
    assert script(ask("x", max_tokens=3))[0].finish_reason == "stop"


def test_a_recorded_request_is_played_back() -> None:
    recorded = script(ask("a"))[0]
    engine = ReplayEngine({request_key(IDENTITY, ask("a")): recorded}, IDENTITY)
    assert asyncio.run(engine.complete([ask("a")])) == [recorded]


def test_an_unrecorded_request_is_an_error_that_says_so() -> None:
    engine = ReplayEngine({}, IDENTITY)
    answer = asyncio.run(engine.complete([ask("a")]))[0]
    assert (answer.finish_reason, answer.text) == ("error", "")
    assert answer.error.startswith("no completion is recorded")
