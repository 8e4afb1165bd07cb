from __future__ import annotations

from typing import Any

import pytest

from earned.config.base import validate_config
from earned.config.engines import EngineConfig, ServeSettings, WeightsConfig
from earned.engines.build import TEXT_SETTINGS, build_engine, engine_identity
from earned.engines.endpoint import Endpoint
from earned.errors import UserError
from earned.lineage.publishable import publishable
from earned.records.model import ModelFile, ModelManifest, identity_sha256

MANIFEST = ModelManifest(
    name="tiny",
    repository="a/b",
    revision="1",
    licence="MIT",
    format="gguf",
    files=(ModelFile(name="tiny.gguf", size=1, sha256="0" * 64),),
    chat_template="{{ messages }}",
    chat_template_sha256="1" * 64,
    bos="",
    eos="",
    context_length=2048,
    system_role=True,
)
ENDPOINT = Endpoint(base_url="http://127.0.0.1:9/v1", model="tiny", engine_version="7")
OTHER: dict[str, Any] = {
    "mode": "deterministic",
    "slots": 9,
    "window": 999,
    "threads": 3,
    "prefix_caching": False,
    "dtype": "float32",
    "gpu_memory": 0.5,
    "cpu_cache_gib": 9,
    "tensor_parallel": 2,
    "eager": True,
    "trust_remote_code": True,
}


def config(kind: str, **changes: Any) -> EngineConfig:
    return EngineConfig.model_validate({"kind": kind, "weights": "tiny"} | changes)


def test_every_setting_reaches_the_identity_of_an_engine_that_reads_it() -> None:
    """Field case 7: a new setting without an entry here, or in no engine's list, fails."""
    for name in ServeSettings.model_fields:
        kinds = [kind for kind, names in TEXT_SETTINGS.items() if name in names]
        assert kinds, name
        for kind in set(kinds) - {"openai"}:
            changed = config(kind, settings={name: OTHER[name]})
            assert engine_identity(changed, "1", "m") != engine_identity(config(kind), "1", "m")


@pytest.mark.parametrize("kind", ["llamacpp", "vllm", "transformers"])
@pytest.mark.parametrize("caching", [True, False])
def test_prefix_caching_is_a_recorded_setting(kind: str, caching: bool) -> None:
    """Field case 22: a remote endpoint's own caching is not ours to set, nor to record."""
    given = config(kind, settings={"prefix_caching": caching})
    assert engine_identity(given, "1", "m").settings["prefix_caching"] is caching


@pytest.mark.parametrize("kind", ["llamacpp", "vllm", "transformers", "openai"])
@pytest.mark.parametrize("mode", ["deterministic", "throughput"])
def test_the_mode_is_a_recorded_setting(kind: str, mode: str) -> None:
    """Field case 21."""
    remote = {"weights": None, "model": "m", "base_url": "http://h/v1"} if kind == "openai" else {}
    given = config(kind, settings={"mode": mode}, **remote)
    assert engine_identity(given, "1", "m").settings["mode"] == mode


@pytest.mark.parametrize("caching", [True, False])
def test_only_transformers_reuses_prefixes_in_deterministic_mode(caching: bool) -> None:
    """There it depends on the batch alone; a server's cache holds what was asked before."""
    settings = {"mode": "deterministic", "prefix_caching": caching}
    recorded = {
        kind: engine_identity(config(kind, settings=settings), "1", "m").settings["prefix_caching"]
        for kind in ("llamacpp", "vllm", "transformers")
    }
    assert recorded == {"llamacpp": False, "vllm": False, "transformers": caching}


def test_the_deterministic_mode_is_one_slot_without_a_prompt_cache() -> None:
    settings = ServeSettings(mode="deterministic", slots=8, prefix_caching=True).resolved()
    assert (settings.slots, settings.prefix_caching) == (1, False)
    assert ServeSettings(slots=8).resolved().slots == 8


def test_two_checkpoints_of_one_name_differ() -> None:
    other = (ModelFile(name="tiny.gguf", size=1, sha256="2" * 64),)
    assert identity_sha256(MANIFEST) != identity_sha256(
        MANIFEST.model_copy(update={"files": other})
    )
    template = {"chat_template_sha256": "3" * 64}
    assert identity_sha256(MANIFEST) != identity_sha256(MANIFEST.model_copy(update=template))
    renamed = MANIFEST.model_copy(update={"name": "another"})
    assert identity_sha256(MANIFEST) == identity_sha256(renamed)


def test_a_local_servers_identity_names_engine_version_and_weights() -> None:
    identity = build_engine(config("llamacpp"), MANIFEST, ENDPOINT).identity
    assert (identity.engine, identity.engine_version) == ("llamacpp", "7")
    assert identity.model == identity_sha256(MANIFEST)


def test_a_remote_identity_shows_no_address() -> None:
    url = "https://host.example/v1"
    remote = config("openai", weights=None, model="m", base_url=url)
    text = build_engine(remote, None, None).identity.model_dump_json()
    assert "host.example" not in text
    other = config("openai", weights=None, model="m", base_url="https://b.example/v1")
    assert build_engine(other, None, None).identity.model_dump_json() != text


def test_a_key_that_is_not_in_the_environment_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    remote = config(
        "openai", weights=None, model="m", base_url="http://h/v1", api_key_env="EARNED_TEST_KEY"
    )
    monkeypatch.delenv("EARNED_TEST_KEY", raising=False)
    with pytest.raises(UserError, match="EARNED_TEST_KEY is not set"):
        build_engine(remote, None, None)
    monkeypatch.setenv("EARNED_TEST_KEY", "k")
    assert build_engine(remote, None, None)


@pytest.mark.parametrize(
    ("kind", "manifest", "endpoint", "message"),
    [
        ("llamacpp", None, ENDPOINT, "needs a model"),
        ("vllm", MANIFEST, None, "needs a running server"),
        ("transformers", MANIFEST, None, "format folder"),
    ],
)
def test_a_missing_part_is_named(
    kind: str, manifest: ModelManifest | None, endpoint: Endpoint | None, message: str
) -> None:
    with pytest.raises(UserError, match=message):
        build_engine(config(kind), manifest, endpoint)


@pytest.mark.parametrize(
    "given",
    [{"kind": "openai"}, {"kind": "vllm"}, {"kind": "nonesuch", "weights": "x"}],
)
def test_an_incomplete_engine_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(UserError):
        validate_config(EngineConfig, given, where="engine")


@pytest.mark.parametrize("model", [EngineConfig, ServeSettings, WeightsConfig])
def test_every_key_is_described(model: type[EngineConfig]) -> None:
    assert [name for name, field in model.model_fields.items() if not field.description] == []


def test_code_that_comes_with_weights_is_off_by_default() -> None:
    assert ServeSettings().trust_remote_code is False


def test_no_engine_starts_on_the_hash_of_an_address() -> None:
    published = publishable({"base_url": "https://host/v1"})
    remote = EngineConfig.model_validate({"kind": "openai", "model": "m", **published})
    with pytest.raises(UserError, match="hash of an address that was not published; give the"):
        build_engine(remote, None, None)
