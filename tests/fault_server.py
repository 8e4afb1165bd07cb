"""A local completions server that answers as a test tells it to, faults included."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from earned.engines.probe import ONE_TOKEN

Reply = tuple[int, str, bytes]  # status, content type, body
RESET: Reply = (0, "", b"")
"""No answer at all: the connection is reset."""


def completion(text: str, reason: str = "stop") -> Reply:
    body = {
        "choices": [{"index": 0, "text": text, "finish_reason": reason}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5},
    }
    return (200, "application/json", json.dumps(body).encode())


def message(content: object, reason: str | None = "stop", **more: object) -> Reply:
    """What a chat endpoint answers; `more` are further fields of the message."""
    said = {"role": "assistant", "content": content, **more}
    body = {
        "choices": [{"index": 0, "message": said, "finish_reason": reason}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5},
    }
    return (200, "application/json", json.dumps(body).encode())


def is_probe(body: dict[str, Any]) -> bool:
    """Whether a chat request is the probe's."""
    return bool(body["messages"][-1]["content"] == ONE_TOKEN.prompt)


def status(number: int, why: str = "no", /, **more: str) -> Reply:
    """A refusal; `more` are further fields of the error: code, param, type."""
    error = {"error": {"message": why, **more}}
    return (number, "application/json", json.dumps(error).encode())


@dataclass
class FaultServer:
    """What it does: `answer` maps a request body and its number (from 0) to a reply."""

    answer: Callable[[dict[str, Any], int], Reply]
    models: tuple[str, ...] | None = ("m",)
    tokens: Callable[[dict[str, Any]], list[int]] | None = None
    download: bytes | None = None
    delay_s: float = 0.0
    cut: bool = False  # close the connection in the middle of a body
    more_headers: dict[str, str] = field(default_factory=dict)
    more_models: bool = False  # the list of models is only a page of it
    base_url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    busiest: int = 0
    _busy: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, body: dict[str, Any], headers: dict[str, str], path: str = "") -> Reply:
        with self._lock:
            number = len(self.bodies)
            self.bodies.append(body)
            self.headers.append(headers)
            self.paths.append(path)
            self._busy += 1
            self.busiest = max(self.busiest, self._busy)
        try:
            time.sleep(self.delay_s)
            return self.answer(body, number)
        finally:
            with self._lock:
                self._busy -= 1


@contextmanager
def running(server: FaultServer) -> Iterator[FaultServer]:
    http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(server))
    http.daemon_threads = True
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    server.base_url = f"http://127.0.0.1:{http.server_port}/v1"
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


def _handler(server: FaultServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            if server.download is not None:
                return self._send((200, "application/octet-stream", server.download))
            if server.models is None:
                return self._send(status(404))
            data = [{"id": name, "object": "model"} for name in server.models]
            listed = {"object": "list", "data": data, "has_more": server.more_models}
            return self._send((200, "application/json", json.dumps(listed).encode()))

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            if self.path == "/tokenize":
                tokens = server.tokens(body) if server.tokens else []
                return self._send(
                    (200, "application/json", json.dumps({"tokens": tokens}).encode())
                )
            headers = {name.lower(): value for name, value in self.headers.items()}
            return self._send(server.take(body, headers, self.path))

        def _send(self, reply: Reply) -> None:
            code, kind, body = reply
            if reply == RESET:
                now = struct.pack("ii", 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, now)
                self.close_connection = True
                return
            try:
                self.send_response(code)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(body)))
                for name, value in server.more_headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body[: len(body) // 2] if server.cut else body)
            except OSError:
                return
            self.close_connection = server.cut or self.close_connection

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler
