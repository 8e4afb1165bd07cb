"""A completions server of its own process that injects faults by a seeded plan, and may die.

Usage: python chaos_server.py PORT [--seed N] [--faults SHARE] [--most N] [--stall SECONDS]
[--delay SECONDS] [--die-after N] [--wait]

The model is a pure function of the prompt. A prompt is failed 0 to MOST times in a row, by the
plan, and then answered, so that a client with more attempts than MOST gets every answer. The faults
come in turn, so that each is met. A request for one token, as a probe sends it, is always answered.
GET /counts tells what was done so far.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import signal
import socket
import struct
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from fault_server import Reply, completion, status

MODEL = "m"
TRICKLE_S = 0.3

JSON = "application/json"
REPLIES: dict[str, Reply] = {
    "429": status(429),
    "429, retry now": status(429),
    "429, retry in a second": status(429),
    "500": status(500),
    "503": status(503),
    "html": (200, "text/html", b"<html><body>It works!</body></html>"),
    "no choices": (200, JSON, b'{"choices": []}'),
    "malformed": (200, JSON, b'{"choices": [{"text": "x"'),
    "wrong types": (200, JSON, b'{"choices": {"0": {"text": ["x"], "finish_reason": {}}}}'),
    "not text": (200, JSON, b'{"choices": [{"text": "\\ud800", "finish_reason": "stop"}]}'),
    "null": (200, JSON, b"null"),
}
RETRY_AFTER = {"429, retry now": "0", "429, retry in a second": "1"}
ON_THE_WIRE = ("time-out", "reset", "hang up", "cut", "trickle", "endless trickle")
FAULTS = (*REPLIES, *ON_THE_WIRE)


def number(*parts: object) -> int:
    """A number from what it is made of, the same on every machine."""
    return int(hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:12], 16)


def reply(prompt: str) -> str:
    """What the model says: it looks up, strays now and then, and finishes with something shown."""
    draw = number(prompt)
    asked = re.findall(r"^Question: (.+)$", prompt, re.MULTILINE)[-1]
    shown = prompt.rpartition("\nObservation ")[2] if "\nObservation " in prompt else asked
    names = re.findall(r"[A-Z][a-z]+(?: [A-Z][a-z]+)*|\d{4}", shown) or ["unknown"]
    if prompt.endswith("Finish["):
        return f"{names[draw % len(names)]}]"
    if draw % 9 == 0:
        return " I am not sure what to make of this."
    label = re.search(r"Thought (\d+):$", prompt)
    step = int(label[1]) if label else 1
    action = re.findall(r"^Action i: (\w+)\[query\]", prompt, re.MULTILINE)[-1]
    value = asked if step == 1 else names[draw % len(names)]
    name = action if step == 1 or draw % 3 == 0 else "Finish"
    tail = f"\nObservation {step}: made up" if draw % 5 == 0 else ""
    return f" I look at {value}.\nAction {step}: {name}[{value}]{tail}"


@dataclass
class Plan:
    """Which prompts are failed, how often in a row, and how long a stall is.

    A stall is to be longer than the time-out of the clients.
    """

    seed: int = 0
    share: float = 0.0
    most: int = 2
    stall_s: float = 2.0

    def fails(self, prompt: str) -> int:
        if number(self.seed, prompt) % 1000 >= 1000 * self.share:
            return 0
        return 1 + number("how often", self.seed, prompt) % self.most


@dataclass
class Chaos:
    """The state of one server."""

    plan: Plan
    die_after: int | None = None
    delay_s: float = 0.0
    asked: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def next_fault(self, prompt: str) -> str | None:
        with self.lock:
            if self.asked.total() == self.die_after:
                os.kill(os.getpid(), signal.SIGKILL)
            failed, self.asked[prompt] = self.asked[prompt], self.asked[prompt] + 1
            faults = self.asked.total() - 1 - self.done["answered"]
            fault = None if failed >= self.plan.fails(prompt) else FAULTS[faults % len(FAULTS)]
            self.done[fault or "answered"] += 1
            return fault


def handler(chaos: Chaos) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            models = {"object": "list", "data": [{"id": MODEL, "object": "model"}]}
            body = dict(chaos.done) if self.path == "/counts" else models
            self.send((200, JSON, json.dumps(body).encode()))

        def do_POST(self) -> None:
            body: dict[str, Any] = json.loads(self.rfile.read(int(self.headers["content-length"])))
            if body["max_tokens"] == 1:
                return self.send(completion("x", "length"))
            prompt = body["prompt"]
            time.sleep(chaos.delay_s)
            fault, good = chaos.next_fault(prompt), completion(reply(prompt))
            if fault in REPLIES:
                return self.send(REPLIES[fault], RETRY_AFTER.get(fault))
            return self.on_the_wire(fault, good)

        def on_the_wire(self, fault: str | None, good: Reply) -> None:
            if fault == "reset":
                linger = struct.pack("ii", 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            if fault in ("reset", "hang up"):
                self.connection.close()
                self.close_connection = True
                return
            if fault == "time-out":
                time.sleep(chaos.plan.stall_s)
            slow_s = {"trickle": TRICKLE_S, "endless trickle": chaos.plan.stall_s}
            self.send(good, cut=fault == "cut", slow_s=slow_s.get(str(fault), 0.0))

        def send(
            self, given: Reply, retry: str | None = None, cut: bool = False, slow_s: float = 0.0
        ) -> None:
            code, kind, body = given
            try:
                self.send_response(code)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(body)))
                if retry is not None:
                    self.send_header("retry-after", retry)
                self.end_headers()
                self.write(body[: len(body) // 2] if cut else body, slow_s)
            except OSError:
                self.close_connection = True
            self.close_connection |= cut

        def write(self, body: bytes, slow_s: float) -> None:
            size = -(-len(body) // 10) if slow_s else len(body)
            for at in range(0, len(body), size):
                time.sleep(slow_s / 10)
                self.wfile.write(body[at : at + size])

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is what this server is for."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--faults", type=float, default=0.0)
    parser.add_argument("--most", type=int, default=2)
    parser.add_argument("--stall", type=float, default=2.0, help="seconds")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before any answer")
    parser.add_argument("--die-after", type=int)
    parser.add_argument("--wait", action="store_true", help="listen once a line is on stdin")
    given = parser.parse_args()
    if given.wait:
        sys.stdin.readline()
    plan = Plan(given.seed, given.faults, given.most, given.stall)
    chaos = Chaos(plan, given.die_after, given.delay)
    Server(("127.0.0.1", given.port), handler(chaos)).serve_forever()


if __name__ == "__main__":
    main()
