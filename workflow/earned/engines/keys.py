"""The key of a request: equal keys are one request, and one completion answers them all."""

from __future__ import annotations

import hashlib

from earned.records.base import canonical_json
from earned.records.completion import EngineIdentity, Request


def request_key(identity: EngineIdentity, request: Request) -> str:
    """SHA-256 of the canonical JSON of every field of both: nothing that reaches an engine is left.

    A completion of an agent is found by this key alone, so two requests that differ in model,
    engine, version, setting, prompt byte, decoding parameter or repeat index never share one.
    """
    both = {"engine": identity.model_dump(mode="json"), "request": request.model_dump(mode="json")}
    return hashlib.sha256(canonical_json(both).encode()).hexdigest()


def request_seed(request: Request) -> int:
    """A sampling seed of 31 bits from the request itself, so that a repeat index has its own."""
    text = canonical_json(request.model_dump(mode="json"))
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16) & 0x7FFFFFFF
