"""Whatever a server sends is a completion, a typed error or a clear stop; never a traceback."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from earned.engines.openai_client import OpenAIEngine
from earned.errors import UserError
from earned.records.base import record_json
from earned.records.completion import Completion, EngineIdentity, Request
from fault_server import FaultServer, Reply, completion, running

IDENTITY = EngineIdentity(engine="openai", engine_version="1", model="m", settings={})
REQUEST = Request(prompt="p", max_tokens=8, temperature=0, stop=(), repeat=0)
JSON = "application/json"


def body(**fields: Any) -> Reply:
    return (200, JSON, json.dumps(fields).encode())


def choice(text: Any = "a", reason: Any = "stop") -> Reply:
    return body(choices=[{"text": text, "finish_reason": reason}])


GARBAGE = {
    "choices is an object": body(choices={"a": 1}),
    "choices is a text": body(choices="abc"),
    "choices is a number": body(choices=5),
    "choices is not a number": (200, JSON, b'{"choices": NaN}'),
    "choices holds null": body(choices=[None]),
    "choices holds lists": body(choices=[[]]),
    "the reason is a list": choice(reason=[]),
    "the reason is an object": choice(reason={}),
    "the reason is unknown": choice(reason="abort"),
    "the text is a number": choice(text=3),
    "the text is a list": choice(text=["a"]),
    "half a surrogate pair": choice(text="a\ud800b"),
    "lists without end": (200, JSON, b"[" * 100_000),
    "objects without end": (200, JSON, b'{"a":' * 100_000),
    "a list": (200, JSON, b"[]"),
    "a text": (200, JSON, b'"hello"'),
    "nothing": (200, JSON, b""),
    "not UTF-8": (200, JSON, b'{"choices": "\xff\xfe"}'),
    "a stream": (200, "text/event-stream", b'data: {"choices":[{"text":"x"}]}\n\n'),
    "an error with status 200": body(error={"message": "boom"}),
    "a status that is none": (600, JSON, b"{}"),
}
BAD_USAGE = [
    "x", [1], {"prompt_tokens": "3", "completion_tokens": -1},
    {"prompt_tokens": 10**30, "completion_tokens": 1.5},
]  # fmt: skip


def answer(reply: Reply) -> Completion:
    """The answer to one request where a probe, which asks for one token, is answered well."""
    good = completion("x")
    server = FaultServer(lambda asked, _: good if asked["max_tokens"] == 1 else reply)
    with running(server):
        one = OpenAIEngine(
            server.base_url, "m", IDENTITY, attempts=2, backoff_s=0.001, timeout_s=5.0
        )
        return asyncio.run(one.complete([REQUEST]))[0]


@pytest.mark.parametrize("what", GARBAGE)
def test_garbage_is_a_typed_error(what: str) -> None:
    made = answer(GARBAGE[what])
    assert (made.finish_reason, made.text) == ("error", "")
    assert made.error.endswith("after 2 attempts")


@pytest.mark.parametrize("usage", BAD_USAGE)
def test_a_usage_that_makes_no_sense_counts_nothing(usage: Any) -> None:
    made = answer(body(choices=[{"text": "a", "finish_reason": "stop"}], usage=usage))
    assert (made.text, made.prompt_tokens, made.completion_tokens) == ("a", 0, 0)


def test_any_text_that_is_taken_can_be_stored() -> None:
    made = answer(choice(text="a\0b\u2028\U0010ffff"))
    assert made.text == "a\0b\u2028\U0010ffff"
    assert record_json(made).encode()


@pytest.mark.parametrize("what", GARBAGE)
def test_a_server_that_sends_garbage_alone_fails_the_probe(what: str) -> None:
    """Field case 5."""
    with running(FaultServer(lambda *_: GARBAGE[what])) as server:
        one = OpenAIEngine(server.base_url, "m", IDENTITY, attempts=1, timeout_s=5.0)
        with pytest.raises(UserError):
            one.probe()
