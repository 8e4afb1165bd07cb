"""What an engine is started with, or how it is asked, is in the key of its completions."""

from __future__ import annotations

import ast
import inspect
from types import ModuleType
from typing import Any

import pytest

from earned.config.engines import EngineConfig, ServeSettings
from earned.engines import build, serve_llamacpp, serve_vllm
from earned.engines.build import TEXT_SETTINGS, engine_identity

HARMLESS = {
    "kind", "settings", "weights", "model", "base_url",  # in the identity by other ways
    "concurrency", "timeout_s", "attempts", "backoff_s", "api_key_env",
    "replay",  # never in a request's body
}  # fmt: skip
OTHER: dict[str, Any] = {
    "batch_size": 7,
    "device": "cuda",
    "native_tokenize": True,
    "protocol": "completions",
    "system_role": False,
    "max_tokens_field": "max_completion_tokens",
    "leave_out": ("stop",),
}
READERS = {"batch_size": "transformers", "device": "transformers"}
REMOTE = {"base_url": "http://h/v1", "model": "m", "protocol": "chat"}


def read_of_settings(module: ModuleType, function: str | None = None) -> set[str]:
    """The settings that a module, or one function of it, reads from a `settings`."""
    of = getattr(module, function) if function else module
    found = {
        node.attr
        for node in ast.walk(ast.parse(inspect.getsource(of)))
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith("settings")
    }
    return found & set(ServeSettings.model_fields)


@pytest.mark.parametrize(
    ("kind", "module", "function"),
    [
        ("llamacpp", serve_llamacpp, None),
        ("vllm", serve_vllm, None),
        ("transformers", build, "_in_process"),
    ],
)
def test_every_setting_that_an_engine_is_started_with_is_in_its_key(
    kind: str, module: ModuleType, function: str | None
) -> None:
    """Field case 7."""
    started_with = read_of_settings(module, function)
    assert len(started_with) >= 4
    assert started_with <= set(TEXT_SETTINGS[kind])


def engine(kind: str, **more: Any) -> EngineConfig:
    given = REMOTE if kind == "openai" else {"weights": "tiny"}
    return EngineConfig.model_validate({"kind": kind, **given, **more})


def test_every_key_of_an_engine_is_in_the_identity_or_known_to_be_harmless() -> None:
    """Field case 7: a new key that is in neither list fails."""
    assert set(EngineConfig.model_fields) == HARMLESS | set(OTHER)
    for name, value in OTHER.items():
        kind = READERS.get(name, "openai")
        changed = engine_identity(engine(kind, **{name: value}), "1", "m")
        assert changed != engine_identity(engine(kind), "1", "m"), name
