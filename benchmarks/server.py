"""A llama.cpp server in a process of its own, as the workflow starts it: one a variant."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import openai

from benchmarks import ROOT
from earned.config.engines import EngineConfig
from earned.doctor.server import serving
from earned.engines.endpoint import Endpoint
from earned.engines.waiting import wait_for_endpoint
from earned.errors import UserError

WARM_UP = "The tide tables of the harbour are printed twice a year. " * 8
"""Brings weights and code into memory; shares no prefix with any prompt of a measure."""


def manifest_of(config: EngineConfig) -> Path:
    """The manifest of a prefetched model.

    Raises:
        UserError: it is not here.
    """
    path = ROOT / "resources/models" / str(config.weights) / "manifest.json"
    if not path.is_file():
        raise UserError(
            f"the model {config.weights} is not here", remedy=f"earned fetch {config.weights}"
        )
    return path


@contextmanager
def served(config: EngineConfig, folder: Path, **settings: object) -> Iterator[Path]:
    """Start a fresh server with the engine's settings, some changed; end it with the block.

    Yields:
        The endpoint file.
    """
    endpoint = folder / "endpoint.json"
    changed = config.settings.model_copy(update=settings)
    changed_config = config.model_copy(update={"settings": changed})
    with serving(changed_config, manifest_of(config), endpoint):
        _warm_up(wait_for_endpoint(endpoint, timeout_s=120))
        yield endpoint


def _warm_up(at: Endpoint) -> None:
    with openai.OpenAI(base_url=at.base_url, api_key="none", max_retries=0) as client:
        client.completions.create(model=at.model, prompt=WARM_UP, max_tokens=8, temperature=0)
