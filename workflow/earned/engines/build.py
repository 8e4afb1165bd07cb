"""From a configuration to an engine that answers."""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path

from earned.config.engines import EngineConfig
from earned.engines.api_key import read_key
from earned.engines.endpoint import Endpoint
from earned.engines.protocol import Engine
from earned.engines.waiting import check_served
from earned.errors import UserError
from earned.lineage.publishable import PUBLISHED_ADDRESS
from earned.records.completion import EngineIdentity
from earned.records.model import ModelManifest, identity_sha256

MODELS = Path("resources/models")

# Settings of each kind that may change a text; the others do not reach that engine.
TEXT_SETTINGS = {
    "llamacpp": ("mode", "slots", "window", "threads", "prefix_caching"),
    "vllm": (
        "mode", "slots", "window", "prefix_caching", "dtype", "gpu_memory", "cpu_cache_gib",
        "tensor_parallel", "eager", "trust_remote_code",
    ),
    "transformers": ("mode", "window", "threads", "dtype", "prefix_caching", "trust_remote_code"),
    "openai": ("mode", "window"),
}  # fmt: skip


def build_engine(
    config: EngineConfig,
    manifest: ModelManifest | None,
    endpoint: Endpoint | None,
    *,
    folder: Path | None = None,
    published: Path | None = None,
) -> Engine:
    """Build the engine of a configuration.

    Args:
        config: the engine's configuration.
        manifest: the model's; None for a remote endpoint.
        endpoint: the running server's, for kinds llamacpp and vllm.
        folder: the model's files, for kind transformers; by default resources/models/NAME.
        published: the endpoint's file; a request that fails looks whether its server is there.

    Raises:
        UserError: a part is missing, the key is not in the environment, or the model cannot load.
    """
    if config.kind == "openai":
        return _remote(config)
    if manifest is None:
        raise UserError(f"engine {config.kind} needs a model", remedy="prefetch its weights")
    if config.kind == "transformers":
        return _in_process(config, manifest, folder or MODELS / manifest.name)
    if endpoint is None:
        raise UserError(f"engine {config.kind} needs a running server", remedy="run the serve job")
    return _local_server(config, manifest, endpoint, published)


def engine_identity(config: EngineConfig, version: str, model: str) -> EngineIdentity:
    """What answers: the engine, its version, the model and each setting that may change a text."""
    in_process = config.kind == "transformers"  # only a server has slots and a cache to give up
    used = config.settings if in_process else config.settings.resolved()
    given = used.model_dump(mode="json")
    settings = {name: given[name] for name in TEXT_SETTINGS[config.kind]}
    if config.kind in {"vllm", "transformers"}:
        settings |= {"device": config.runs_on}
    if in_process:
        settings |= {"batch_size": config.batch_size}
    if config.kind == "openai":
        settings |= _remote_settings(config)
    return EngineIdentity(
        engine=config.kind, engine_version=version, model=model, settings=settings
    )


def _remote_settings(config: EngineConfig) -> dict[str, str | bool]:
    """What decides the body of a remote request, beyond the prompt and its decoding."""
    return {
        "native_tokenize": config.native_tokenize,  # the prompt may then go out as token ids
        "protocol": config.protocol,
        "system_role": config.system_role,
        "max_tokens_field": config.max_tokens_field,
        "leave_out": ",".join(sorted(config.leave_out)),
    }


def _local_server(
    config: EngineConfig, manifest: ModelManifest, endpoint: Endpoint, published: Path | None
) -> Engine:
    from earned.engines.openai_client import OpenAIEngine
    from earned.engines.wire import Wire

    caching = config.settings.resolved().prefix_caching
    vllm = {"add_special_tokens": False}
    extra_body = {"cache_prompt": caching} if config.kind == "llamacpp" else vllm
    return OpenAIEngine(
        endpoint.base_url,
        endpoint.model,
        engine_identity(config, endpoint.engine_version, identity_sha256(manifest)),
        concurrency=config.concurrency,
        timeout_s=config.timeout_s,
        attempts=config.attempts,
        native_tokenize=True,
        wire=Wire(extra_body=extra_body),
        backoff_s=config.backoff_s,
        served=partial(check_served, published) if published else lambda: None,
    )


def _remote(config: EngineConfig) -> Engine:
    from earned.engines.openai_client import OpenAIEngine
    from earned.engines.wire import Wire

    if PUBLISHED_ADDRESS.fullmatch(str(config.base_url)):
        raise UserError(
            f"base_url is {config.base_url}, the hash of an address that was not published",
            where="engine",
            remedy="give the address of your own endpoint",
        )
    address = hashlib.sha256(str(config.base_url).encode()).hexdigest()
    identity = engine_identity(config, f"endpoint {address[:16]}", str(config.model))
    return OpenAIEngine(
        str(config.base_url),
        str(config.model),
        identity,
        concurrency=config.concurrency,
        timeout_s=config.timeout_s,
        attempts=config.attempts,
        api_key=read_key(config.api_key_env),
        native_tokenize=config.native_tokenize,
        wire=Wire(config.protocol, config.max_tokens_field, config.leave_out),
        backoff_s=config.backoff_s,
    )


def _in_process(config: EngineConfig, manifest: ModelManifest, folder: Path) -> Engine:
    from earned.engines.transformers_engine import TransformersEngine
    from earned.engines.transformers_load import transformers_version

    if manifest.format != "folder":
        raise UserError(
            f"engine transformers needs weights in format folder, {manifest.name} is "
            f"{manifest.format}",
            remedy="set convert: transformers in its weights",
        )
    identity = engine_identity(config, transformers_version(), identity_sha256(manifest))
    return TransformersEngine(
        folder,
        identity,
        device=config.runs_on,
        dtype=config.settings.dtype,
        batch_size=config.batch_size,
        window=config.settings.window,
        threads=config.settings.threads,
        trust_remote_code=config.settings.trust_remote_code,
        prefix_caching=config.settings.prefix_caching,
    )
