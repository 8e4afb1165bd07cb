"""The key of a request: equal keys are one request, and one completion answers them all."""

from __future__ import annotations

import hashlib

from earned.records.base import record_json
from earned.records.completion import EngineIdentity, Request


class RequestKeys:
    """The keys of requests to one engine.

    A key is the SHA-256 of the canonical JSON of `{"engine": identity, "request": request}`, every
    field of both: nothing that reaches an engine is left out. A completion of an agent is found by
    this key alone, so two requests that differ in model, engine, version, setting, prompt byte,
    decoding parameter or repeat index never share one.

    Args:
        identity: the engine's; it is serialized once.
    """

    def __init__(self, identity: EngineIdentity) -> None:
        self._opening = hashlib.sha256(f'{{"engine":{record_json(identity)},"request":'.encode())

    def __call__(self, request: Request) -> str:
        """The key of one request."""
        whole = self._opening.copy()
        whole.update(f"{record_json(request)}}}".encode())
        return whole.hexdigest()


def request_key(identity: EngineIdentity, request: Request) -> str:
    """The key of one request; `RequestKeys` makes those of many."""
    return RequestKeys(identity)(request)


def request_seed(request: Request) -> int:
    """A sampling seed of 31 bits from the request itself, so that a repeat index has its own."""
    return int(hashlib.sha256(record_json(request).encode()).hexdigest()[:8], 16) & 0x7FFFFFFF
