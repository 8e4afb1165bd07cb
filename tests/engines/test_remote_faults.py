"""What a remote endpoint may do to a request, and what may come of the key that it is sent."""

from __future__ import annotations

import asyncio
import logging
from email.utils import formatdate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tenacity import RetryCallState

from earned.engines import openai_client, pauses
from earned.engines.api_key import read_key, scrubbed
from earned.engines.openai_client import OpenAIEngine
from earned.engines.pauses import LONGEST_WAIT_S, Pause, asked_pause
from earned.engines.wire import Wire
from earned.errors import UserError
from earned.records.completion import Completion, EngineIdentity, Request
from fault_server import RESET, FaultServer, Reply, is_probe, message, running, status

IDENTITY = EngineIdentity(engine="openai", engine_version="1", model="m", settings={})
ASKED = Request(prompt="why?", max_tokens=8, temperature=0, stop=(), repeat=0)
KEY = "sk-very-secret"


def engine(server: FaultServer, **options: Any) -> OpenAIEngine:
    given = {"attempts": 3, "backoff_s": 0.001, "timeout_s": 5.0, "wire": Wire("chat")}
    return OpenAIEngine(server.base_url, "m", IDENTITY, **(given | options))


def asked(server: FaultServer, **options: Any) -> Completion:
    return asyncio.run(engine(server, **options).complete([ASKED]))[0]


def faulty(fault: Reply, times: int = 99, **options: Any) -> FaultServer:
    """A server that is up, so a probe is answered, but fails so many requests."""
    failed: list[int] = []

    def answer(body: dict[str, Any], number: int) -> Reply:
        if is_probe(body) or len(failed) >= times:
            return message("good")
        failed.append(number)
        return fault

    return FaultServer(answer, **options)


def requests(server: FaultServer) -> int:
    """How often the request itself was sent."""
    return sum(not is_probe(body) for body in server.bodies)


PASSING = {
    "408": status(408),
    "409": status(409),
    "429": status(429),
    "500": status(500),
    "503": status(503),
    "reset": RESET,
    "no choice": (200, "application/json", b'{"choices": []}'),
    "no message": (200, "application/json", b'{"choices": [{"finish_reason": "stop"}]}'),
    "an error with status 200": (200, "application/json", b'{"error": {"message": "busy"}}'),
    "malformed": (200, "application/json", b'{"choices": ['),
    "null": (200, "application/json", b"null"),
    "html": (200, "text/html", b"<html>welcome</html>"),
    "html with status 502": (502, "text/html", b"<html>bad gateway</html>"),
}
LASTING = {
    "400": (status(400), "HTTP status 400 after 1 attempt"),
    "401": (status(401), "HTTP status 401 after 1 attempt"),
    "402": (status(402), "HTTP status 402 after 1 attempt"),
    "403": (status(403), "HTTP status 403 after 1 attempt"),
    "404": (status(404), "HTTP status 404 after 1 attempt"),
    "422": (status(422), "HTTP status 422 after 1 attempt"),
    "quota": (
        status(429, "no", code="insufficient_quota"),
        "HTTP status 429 after 1 attempt, the quota is used up",
    ),
    "filtered answer": (
        message("I will", "content_filter"),
        "the content filter withheld the answer after 1 attempt",
    ),
    "filtered prompt": (
        status(400, "no", code="content_filter"),
        "the content filter withheld the answer after 1 attempt",
    ),
}


@pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING)
def test_a_passing_fault_of_an_endpoint_is_tried_again(fault: Reply) -> None:
    """Field case 27."""
    with running(faulty(fault, 2)) as server:
        assert asked(server).text == "good"
        assert requests(server) == 3


@pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING)
def test_the_attempts_at_a_lasting_fault_are_bounded(fault: Reply) -> None:
    """Field case 27."""
    with running(faulty(fault)) as server:
        answer = asked(server)
        assert (answer.finish_reason, answer.text) == ("error", "")
        assert 3 <= requests(server) <= 6


@pytest.mark.parametrize(("fault", "said"), LASTING.values(), ids=LASTING)
def test_a_refusal_of_an_endpoint_is_typed_and_not_tried_again(fault: Reply, said: str) -> None:
    with running(faulty(fault)) as server:
        answer = asked(server)
        assert (answer.finish_reason, answer.text, answer.error) == ("error", "", said)
        assert requests(server) == 1


def test_a_body_cut_in_the_middle_is_no_answer() -> None:
    with running(FaultServer(lambda *_: message("x" * 500), cut=True)) as server:
        with pytest.raises(UserError, match="in the middle of the run"):
            asked(server)
        assert requests(server) == 3


def test_an_empty_account_ends_the_run_with_what_was_answered_kept() -> None:
    """Every later request would fail alike."""
    empty = FaultServer(lambda *_: status(429, "no", code="insufficient_quota"))
    with running(empty) as server, pytest.raises(UserError, match=r"quota .* is used up"):
        asked(server, attempts=1)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7),
        ("0.5", 0.5),
        ("-3", 0),
        ("1e9", 1e9),
        (formatdate(1030, usegmt=True), 30),
        (formatdate(900, usegmt=True), 0),
        ("", None),
        ("soon", None),
        ("nan", None),
        ("Mon, 99 Foo 2026 99:00:00 GMT", None),
    ],
)
def test_a_server_may_ask_for_a_pause_in_seconds_or_by_a_date(
    header: str, seconds: float | None
) -> None:
    assert asked_pause(header, now=1000.0) == seconds


@given(st.text())
def test_any_other_text_asks_for_nothing_or_for_some_seconds(header: str) -> None:
    pause = asked_pause(header, now=0.0)
    assert pause is None or pause >= 0


@pytest.mark.parametrize("header", ["9", "0.25", formatdate(2e9), "99999"])
def test_the_pause_asked_for_is_kept_up_to_a_minute(
    header: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    class Noted(Pause):
        def __call__(self, state: RetryCallState) -> float:
            waited.append(super().__call__(state))
            return 0

    monkeypatch.setattr(pauses.time, "time", lambda: 2e9 - 30)
    monkeypatch.setattr(openai_client, "Pause", Noted)
    limited = faulty(status(429), 1, more_headers={"retry-after": header})
    with running(limited) as server:
        assert asked(server).text == "good"
    expected = {"9": 9, "0.25": 0.25, "99999": LONGEST_WAIT_S}.get(header, 30)
    assert waited == [expected]


def test_a_key_sent_back_reaches_no_text_error_or_log(caplog: pytest.LogCaptureFixture) -> None:
    """The server says it in an answer, in an error, and in its list of models."""
    caplog.set_level(logging.DEBUG)
    with running(FaultServer(lambda *_: message(f"your key is {KEY}, I think"))) as server:
        answer = asked(server, api_key=KEY)
        assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    assert answer.text == "your key is [key], I think"
    for fault in (status(400, f"bad {KEY}", param=KEY), status(429, KEY, code=KEY)):
        with running(faulty(fault)) as server:
            answer = asked(server, api_key=KEY)
            assert answer.finish_reason == "error"
            assert KEY not in answer.error
    for other in (
        FaultServer(lambda *_: message("x"), models=(KEY,)),
        FaultServer(lambda *_: status(401, KEY)),
        FaultServer(lambda *_: status(400, f"'{KEY}'", param=KEY)),
        FaultServer(lambda *_: (200, "text/html", KEY.encode())),
    ):
        with running(other) as server, pytest.raises(UserError) as caught:
            engine(server, api_key=KEY).probe()
        assert KEY not in str(caught.value)
    assert KEY not in caplog.text


def test_a_placeholder_for_a_key_is_left_in_a_text() -> None:
    assert scrubbed("none is EMPTY", "none") == "none is EMPTY"
    assert scrubbed("none is EMPTY", "EMPTY") == "none is EMPTY"


def test_a_key_with_a_line_end_behind_it_is_sent_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEY_HERE", f"{KEY}\n")
    assert read_key("KEY_HERE") == KEY


@pytest.mark.parametrize("value", [f"{KEY}\nmore", "schlüssel", " \n"])
def test_what_no_header_can_carry_is_refused_without_being_told(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEY_HERE", value)
    with pytest.raises(UserError, match="environment variable KEY_HERE") as caught:
        read_key("KEY_HERE")
    assert value.strip() == "" or value not in str(caught.value)


def test_a_silent_endpoint_is_given_up_in_time() -> None:
    slow = FaultServer(lambda *_: message("late"), delay_s=0.3)
    with running(slow) as server, pytest.raises(UserError, match="does not answer"):
        asked(server, timeout_s=0.05, attempts=1)


def test_a_redirect_is_not_followed_to_another_server() -> None:
    """The identity holds the configured address, so that is where answers come from."""
    with running(FaultServer(lambda *_: message("from elsewhere"))) as elsewhere:
        moved = FaultServer(lambda *_: status(307))
        moved.more_headers = {"location": f"{elsewhere.base_url}/chat/completions"}
        with running(moved) as server:
            for ask in (engine(server).probe, lambda: asked(server)):
                with pytest.raises(UserError, match="HTTP status 307"):
                    ask()
        assert elsewhere.bodies == []
