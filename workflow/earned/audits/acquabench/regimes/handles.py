"""The opaque handle that links the two planted sources of regime D2."""

from __future__ import annotations

from hashlib import sha256


def handle(qid: str) -> str:
    """Name a qid by `Key-` and the first eight hex digits of its SHA-256 (AcquaBench, D2)."""
    return "Key-" + sha256(qid.encode("utf-8")).hexdigest()[:8]
