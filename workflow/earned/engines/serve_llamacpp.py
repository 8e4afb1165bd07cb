"""A llama.cpp server inside this process, on a free port of the loopback interface."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from earned.config.engines import ServeSettings
from earned.engines.endpoint import Endpoint
from earned.errors import UserError
from earned.records.model import ModelManifest

PROMPT_CACHE_MIB = 1024
# Never freed: freeing one waits for ever while a request is under way.
_RUNNING: list[Any] = []


class LlamaCppServer:
    """Loads the model and listens; ready once constructed.

    Raises:
        UserError: the model file is not one that llama.cpp can load with these settings.
    """

    def __init__(self, file: Path, manifest: ModelManifest, settings: ServeSettings) -> None:
        import xllamacpp

        parameters = _parameters(xllamacpp.CommonParams(), file, manifest.name, settings.resolved())
        try:
            server = xllamacpp.Server(parameters)
        except RuntimeError:
            raise UserError(
                "llama.cpp could not load the model",
                where=str(file),
                remedy="lower window or slots if memory is short, else prefetch the file again",
            ) from None
        _RUNNING.append(server)
        self.endpoint: Endpoint | None = Endpoint(
            base_url=f"{server.listening_address}/v1",
            model=manifest.name,
            engine_version=xllamacpp.__version__,
        )

    def check(self) -> None:
        """Nothing to watch: the server ends with this process."""

    def stop(self) -> None:
        """Nothing to end: it goes with the process, which must leave without winding up."""


def _parameters(
    parameters: Any,  # noqa: ANN401 - xllamacpp has no annotations
    file: Path,
    name: str,
    settings: ServeSettings,
) -> Any:  # noqa: ANN401
    parameters.model.path = str(file)
    parameters.model_alias = {name}
    parameters.n_parallel = settings.slots
    parameters.n_ctx = settings.window * settings.slots  # llama.cpp splits it over the slots
    parameters.fit_params = False  # the window asked for, or a failure
    parameters.cache_prompt = settings.prefix_caching
    parameters.cache_ram_mib = PROMPT_CACHE_MIB if settings.prefix_caching else 0
    parameters.ui = False
    parameters.verbosity = -1
    for cpu in (parameters.cpuparams, parameters.cpuparams_batch):
        cpu.poll = 0  # waiting threads sleep: where others work too, spinning starves them all
        if settings.threads:
            cpu.n_threads = settings.threads
    return parameters
