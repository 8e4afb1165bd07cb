from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.engines.keys import RequestKeys, request_key, request_seed
from earned.lineage.hashing import sha256_json
from earned.records.completion import EngineIdentity, Request

REQUEST: dict[str, Any] = {
    "prompt": "p",
    "max_tokens": 8,
    "temperature": 0.0,
    "stop": ("\n",),
    "repeat": 0,
}
IDENTITY: dict[str, Any] = {
    "engine": "vllm",
    "engine_version": "1",
    "model": "ab",
    "settings": {"window": 8192, "mode": "throughput"},
}
OTHER_REQUEST = {
    "prompt": "q",
    "max_tokens": 9,
    "temperature": 0.5,
    "stop": ("\n", "x"),
    "repeat": 1,
}
OTHER_IDENTITY = {
    "engine": "llamacpp",
    "engine_version": "2",
    "model": "cd",
    "settings": {"window": 4096, "mode": "throughput"},
}


def key(identity: dict[str, Any], request: dict[str, Any]) -> str:
    return request_key(EngineIdentity(**identity), Request(**request))


@pytest.mark.parametrize("name", list(Request.model_fields))
def test_every_field_of_a_request_changes_its_key(name: str) -> None:
    """Field case 7. A new field without an entry here fails with a KeyError."""
    changed = REQUEST | {name: OTHER_REQUEST[name]}
    assert key(IDENTITY, changed) != key(IDENTITY, REQUEST)


@pytest.mark.parametrize("name", list(EngineIdentity.model_fields))
def test_every_field_of_the_identity_changes_the_key(name: str) -> None:
    """Field case 7."""
    changed = IDENTITY | {name: OTHER_IDENTITY[name]}
    assert key(changed, REQUEST) != key(IDENTITY, REQUEST)


def test_the_order_of_settings_does_not_change_the_key() -> None:
    turned = IDENTITY | {"settings": dict(reversed(IDENTITY["settings"].items()))}
    assert key(turned, REQUEST) == key(IDENTITY, REQUEST)


def test_a_key_is_the_same_in_every_process() -> None:
    known = "f5c7676b263bd386f8efc321ab964225953995a3b91775328de4afd75fd2c94a"
    assert key(IDENTITY, REQUEST) == known


@given(st.text(), st.text(), st.floats(0, 9))
def test_a_key_hashes_the_canonical_json_of_both(prompt: str, model: str, warm: float) -> None:
    """The identity is serialized once, apart; the bytes are those of the whole."""
    identity = EngineIdentity(**(IDENTITY | {"model": model}))
    request = Request(**(REQUEST | {"prompt": prompt, "temperature": warm}))
    both = {"engine": identity.model_dump(mode="json"), "request": request.model_dump(mode="json")}
    keys = RequestKeys(identity)
    assert keys(request) == keys(request) == sha256_json(both)


def test_a_repeat_has_a_seed_of_its_own() -> None:
    one, two = Request(**REQUEST), Request(**(REQUEST | {"repeat": 1}))
    assert request_seed(one) != request_seed(two)
    assert request_seed(one) == request_seed(Request(**REQUEST))
