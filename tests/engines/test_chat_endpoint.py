"""Endpoints that only take chat messages."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from earned.agents.reasoning import split_reasoning
from earned.config.base import validate_config
from earned.config.engines import EngineConfig
from earned.engines.build import build_engine
from earned.engines.messages import render_messages
from earned.engines.probe import ROOM_TO_FINISH
from earned.errors import UserError
from earned.records.completion import Completion, Request
from fault_server import FaultServer, Reply, is_probe, message, running, status

HEAD = render_messages("rules", "Question: why?", system_role=True).text


def ask(prompt: str = HEAD + "Thought 1:", **changes: Any) -> Request:
    fields = {"max_tokens": 8, "temperature": 0.0, "stop": ("\nObservation",), "repeat": 0}
    return Request(prompt=prompt, **(fields | changes))


def config(server: FaultServer, **changes: Any) -> EngineConfig:
    given = {"kind": "openai", "base_url": server.base_url, "model": "m", "protocol": "chat"}
    quick = {"attempts": 3, "backoff_s": 0.001, "timeout_s": 5}
    return EngineConfig.model_validate({**given, **quick, **changes})


def answer_of(reply: Reply, request: Request | None = None, **changes: Any) -> Completion:
    """What the engine makes of a reply; a probe of the server in between is answered."""
    up = FaultServer(lambda body, _: message("up") if is_probe(body) else reply)
    with running(up) as server:
        engine = build_engine(config(server, **changes), None, None)
        return asyncio.run(engine.complete([request or ask()]))[0]


def body_of(request: Request, **changes: Any) -> dict[str, Any]:
    with running(FaultServer(lambda *_: message("x"))) as server:
        engine = build_engine(config(server, **changes), None, None)
        asyncio.run(engine.complete([request]))
        assert server.paths == ["/v1/chat/completions"]
        return server.bodies[0]


def test_a_request_is_a_system_and_a_user_message_that_ends_with_the_transcript() -> None:
    assert body_of(ask())["messages"] == [
        {"role": "system", "content": "rules"},
        {"role": "user", "content": "Question: why?\n\nThought 1:"},
    ]


def test_nothing_is_streamed_and_nothing_sent_that_was_not_asked() -> None:
    assert set(body_of(ask())) == {"model", "messages", "max_tokens", "temperature", "stop"}
    assert isinstance(body_of(ask(temperature=0.7))["seed"], int)


def test_the_limit_has_the_name_that_the_endpoint_wants() -> None:
    sent = body_of(ask(max_tokens=5), max_tokens_field="max_completion_tokens")
    assert sent["max_completion_tokens"] == 5
    assert "max_tokens" not in sent


def test_a_field_that_the_endpoint_refuses_is_never_sent_and_stops_hold_all_the_same() -> None:
    """Field case 24."""
    refused = {"leave_out": ["stop", "temperature", "seed"]}
    assert set(body_of(ask(temperature=1), **refused)) == {"model", "messages", "max_tokens"}
    said = message("I look.\nObservation 1: nothing", "length")
    answer = answer_of(said, **refused)
    assert (answer.text, answer.finish_reason) == ("I look.", "stop")


def test_a_tokenizer_beside_the_endpoint_counts_but_is_asked_for_no_ids_to_send() -> None:
    counted: list[str] = []

    def tokens(body: dict[str, Any]) -> list[int]:
        counted.append(body["content"])
        return [7] * (3 + body["add_special"])

    with running(FaultServer(lambda *_: message("x"), tokens=tokens)) as server:
        engine = build_engine(config(server, native_tokenize=True), None, None)
        engine.probe()
        asyncio.run(engine.complete([ask()]))
        assert counted == []
        assert engine.count_tokens("one two three") == 3


def test_an_answer_has_text_reason_and_usage() -> None:
    answer = answer_of(message("one two", "length"))
    assert (answer.text, answer.finish_reason) == ("one two", "length")
    assert (answer.prompt_tokens, answer.completion_tokens) == (3, 2)


def test_a_repeated_transcript_is_no_part_of_the_answer() -> None:
    assert answer_of(message("Thought 1: I know.")).text == " I know."


def test_reasoning_beside_the_answer_is_never_read() -> None:
    """Field case 26."""
    for name in ("reasoning_content", "reasoning"):
        answer = answer_of(message("Action 1: Finish[x]", **{name: "Action 1: Search[y]"}))
        assert answer.text == "Action 1: Finish[x]"


@pytest.mark.parametrize(
    "said",
    [
        message(None, "length"),
        message("", "length"),
        message(None, "length", reasoning_content="Action 1: Finish[y]"),
        message("", "length", reasoning_content="Action 1: Finish[y]"),
        message(None, "stop", reasoning_content="Action 1: Finish[y]"),
    ],
)
def test_reasoning_that_came_to_no_answer_is_unclosed(said: Reply) -> None:
    """Field case 26."""
    answer = answer_of(said)
    assert answer.finish_reason in ("stop", "length")
    assert split_reasoning(answer.text) == ("", True)


def test_an_empty_answer_and_a_refusal_are_what_the_model_said() -> None:
    assert answer_of(message("")).text == ""
    assert answer_of(message(None, refusal="I cannot.")).text == "I cannot."


def test_an_answer_without_any_text_is_unreadable() -> None:
    for said in (message(None), message(["x"]), message("x", None), message({"text": "x"})):
        assert answer_of(said).error == "the answer could not be read after 3 attempts"


def test_a_prompt_that_the_endpoint_finds_too_long_is_an_overflow() -> None:
    """Field case 25."""
    for refusal in (
        status(400, "no", code="context_length_exceeded"),
        status(400, "prompt is too long: 9 tokens > 8 maximum"),
    ):
        assert answer_of(refusal).error.startswith("context_overflow")


def test_every_text_of_the_identity_tells_chat_from_completions() -> None:
    """Field case 7."""
    with running(FaultServer(lambda *_: message("x"))) as server:
        chat = build_engine(config(server), None, None).identity
        plain = build_engine(config(server, protocol="completions"), None, None).identity
    assert chat != plain
    assert chat.settings["protocol"] == "chat"


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"kind": "llamacpp", "weights": "w", "protocol": "chat"}, "protocol chat goes with kind"),
        ({"max_tokens_field": "max_completion_tokens"}, "go with protocol chat"),
        ({"system_role": False}, "go with protocol chat"),
        ({"leave_out": ["prompt"]}, "leave_out"),
    ],
)
def test_settings_that_do_not_go_together_are_refused(given: dict[str, Any], fault: str) -> None:
    remote = {"kind": "openai", "base_url": "http://h/v1", "model": "m"}
    with pytest.raises(UserError, match=fault) as caught:
        validate_config(EngineConfig, {**remote, **given}, where="mine.yaml")
    assert "\n" not in str(caught.value)


def test_the_probe_asks_for_one_token_in_the_form_of_the_requests() -> None:
    with running(FaultServer(lambda *_: message(None, "length"))) as server:
        build_engine(config(server, max_tokens_field="max_completion_tokens"), None, None).probe()
        assert server.paths == ["/v1/chat/completions"]
        assert server.bodies[0]["max_completion_tokens"] == ROOM_TO_FINISH


def test_a_dead_server_fails_the_probe_at_once() -> None:
    """Field case 5."""
    with running(FaultServer(lambda *_: message("x"))) as server:
        engine = build_engine(config(server), None, None)
    with pytest.raises(UserError, match="does not answer"):
        engine.probe()


QUOTA = status(429, "you have none", code="insufficient_quota")
USE_OTHER = status(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'.")


@pytest.mark.parametrize(
    ("server", "fault"),
    [
        (FaultServer(lambda *_: message("x"), models=("o",)), "no model m; it has: o"),
        (FaultServer(lambda *_: status(404), models=None), "HTTP status 404 for model m"),
        (FaultServer(lambda *_: status(401)), "refused the key"),
        (FaultServer(lambda *_: status(403)), "refused the key"),
        (FaultServer(lambda *_: QUOTA), "quota of the engine's key is used up"),
        (FaultServer(lambda *_: USE_OTHER), "the field max_tokens.*set max_tokens_field"),
        (FaultServer(lambda *_: status(400, param="stop")), r"field stop.*leave_out: \[stop\]"),
        (FaultServer(lambda *_: (200, "text/html", b"hello")), "does not speak the chat protocol"),
        (FaultServer(lambda *_: (200, "application/json", b"{")), "does not speak the chat"),
    ],
)
def test_a_wrong_server_fails_the_probe(server: FaultServer, fault: str) -> None:
    """Field case 5."""
    with running(server), pytest.raises(UserError, match=fault) as caught:
        build_engine(config(server), None, None).probe()
    assert "\n" not in str(caught.value)


def test_a_completions_probe_of_a_chat_endpoint_says_what_to_set() -> None:
    with running(FaultServer(lambda *_: status(404, "this is a chat model"))) as server:
        engine = build_engine(config(server, protocol="completions"), None, None)
        with pytest.raises(UserError, match="set protocol: chat"):
            engine.probe()


def test_a_page_of_a_longer_list_of_models_proves_nothing() -> None:
    page = FaultServer(lambda *_: message("x"), models=("other",), more_models=True)
    with running(page) as server:
        build_engine(config(server), None, None).probe()


def test_a_server_that_lists_no_models_is_asked_for_a_token() -> None:
    with running(FaultServer(lambda *_: message("x"), models=None)) as server:
        build_engine(config(server), None, None).probe()


@pytest.mark.parametrize(
    ("value", "fault"), [("", "KEY_HERE is not set"), ("a\nb", "KEY_HERE holds more than a key")]
)
def test_a_missing_or_broken_key_fails_the_job_at_once(
    value: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Field case 5."""
    monkeypatch.setenv("KEY_HERE", value)
    with running(FaultServer(lambda *_: message("x"))) as server:
        with pytest.raises(UserError, match=fault):
            build_engine(config(server, api_key_env="KEY_HERE"), None, None)
        assert server.bodies == []
