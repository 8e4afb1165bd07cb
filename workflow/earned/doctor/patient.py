"""One engine to be checked, and opening it for the time of the checks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from earned.agents.opening import Opened, running_on
from earned.agents.runner import Running
from earned.config.engines import EngineConfig
from earned.config.plan import SERVED
from earned.doctor.report import Say
from earned.doctor.server import log_beside, serving
from earned.engines.build import build_engine
from earned.engines.endpoint import Endpoint
from earned.engines.tokenizers import PromptTokens
from earned.engines.waiting import wait_for_endpoint
from earned.records.model import ModelManifest


@dataclass(frozen=True)
class Patient:
    """A study's model with an engine.

    Attributes:
        alias: its key in the study.
        config: its engine's configuration.
        manifest: path of its weights' manifest; None where the study names no weights.
        window: the context window of its agent, tokens.
        logs: folder for what the checks leave.
    """

    alias: str
    config: EngineConfig
    manifest: Path | None
    window: int
    logs: Path

    @property
    def served(self) -> bool:
        """Whether it runs behind a server of ours."""
        return self.config.kind in SERVED

    @property
    def endpoint(self) -> Path:
        """The file that its server of ours fills."""
        return self.logs / f"{self.alias}.server.json"

    @property
    def running(self) -> Running:
        """How a run would advance on it."""
        return running_on(self.config, self.window)


@contextmanager
def opened(
    patient: Patient, made: ModelManifest | None, say: Say
) -> Iterator[tuple[Opened, PromptTokens | None]]:
    """Start, connect to or load an engine; what was started is ended in every case.

    Yields:
        The engine with its chat template, and its tokenizer where it has one to offer.

    Raises:
        UserError: it cannot be had.
    """
    if patient.manifest and patient.served:
        with serving(patient.config, patient.manifest, patient.endpoint):
            say(f"  starting the server; its log is {log_beside(patient.endpoint)}")
            yield _open(patient, made, wait_for_endpoint(patient.endpoint))
    else:
        yield _open(patient, made, None)


def _open(
    patient: Patient, made: ModelManifest | None, endpoint: Endpoint | None
) -> tuple[Opened, PromptTokens | None]:
    folder = patient.manifest.parent if patient.manifest else None
    published = patient.endpoint if endpoint else None
    engine = build_engine(patient.config, made, endpoint, folder=folder, published=published)
    # not by its class, whose module brings an inference library or a client along
    tokens: PromptTokens | None = getattr(engine, "tokens", None)
    return Opened(engine, patient.running, made), tokens
