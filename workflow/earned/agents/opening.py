"""Open what a cell runs on: engine, chat template and way of running, from its configuration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from earned.agents.runner import CONTROL_BATCH, Running
from earned.agents.shards import MergedEngine
from earned.agents.store import last_identity, outcomes, read_blocks
from earned.config.engines import EngineConfig
from earned.engines.build import build_engine
from earned.engines.chat import RenderedChat, render_chat
from earned.engines.devices import hold_devices
from earned.engines.messages import render_messages
from earned.engines.protocol import Engine
from earned.engines.replay import ReplayEngine
from earned.engines.scripted import ScriptedEngine
from earned.engines.waiting import end_with_parent, wait_for_endpoint
from earned.errors import UserError
from earned.lineage.stage import Stage
from earned.records.completion import EngineIdentity
from earned.records.files import read_record
from earned.records.model import ModelManifest

TAKE_TURNS = ("llamacpp",)


@dataclass(frozen=True)
class Opened:
    """An engine ready to run, and how its prompts are rendered.

    `turns` is the endpoint of a server whose clients come one after another.
    """

    engine: Engine
    running: Running
    manifest: ModelManifest | None
    turns: Path | None = None

    @property
    def takes_messages(self) -> bool:
        """Whether the endpoint only takes chat messages, so that transcripts end the user's."""
        return self.engine.identity.settings.get("protocol") == "chat"

    def chat(self, system: str, user: str) -> RenderedChat:
        """Render a prompt with the model's own chat template, or as messages for a chat endpoint.

        A replayed engine's prompts are rendered as they were when it was recorded.
        """
        settings, made = self.engine.identity.settings, self.manifest
        if self.takes_messages:
            return render_messages(system, user, system_role=bool(settings["system_role"]))
        if made is None:
            return render_chat(None, system, user, bos="", eos="")
        return render_chat(made.chat_template, system, user, bos=made.bos, eos=made.eos)


def open_model(
    config: EngineConfig, stage: Stage, manifest: Path | None, endpoint: Path | None, window: int
) -> Opened:
    """Open a real model's engine; its manifest becomes an input of the stage."""
    end_with_parent()
    made = read_record(stage.reads(manifest), ModelManifest) if manifest else None
    where = wait_for_endpoint(endpoint) if endpoint else None
    if config.kind == "transformers" and config.runs_on == "cuda":
        hold_devices(1)
    engine = build_engine(config, made, where, published=endpoint)
    turns = endpoint if config.kind in TAKE_TURNS else None
    return Opened(engine, running_on(config, window), made, turns)


def running_on(config: EngineConfig, window: int) -> Running:
    """How an agent whose window is `window` tokens advances on an engine."""
    return Running(
        mode=config.mode,
        batch_size=config.batch_size if config.kind == "transformers" else 1,
        concurrency=config.concurrency,
        window=min(window, config.settings.window),
    )


def running_of_control(window: int) -> Running:
    """How a scripted control advances."""
    return Running("deterministic", CONTROL_BATCH, 1, window)


def open_replay(config: EngineConfig, stage: Stage, manifest: Path | None, store: Path) -> Opened:
    """Open the recorded completions of one cell of an earlier study; they become an input."""
    made = read_record(stage.reads(manifest), ModelManifest) if manifest else None
    blocks = read_blocks(stage.reads(store).read_bytes(), str(store))
    identity = last_identity(blocks)
    if identity is None:
        raise UserError("records no engine", where=str(store), remedy="name another study")
    good, failed = outcomes(blocks)
    window = int(identity.settings.get("window", config.settings.window))
    # what was not recorded fails at once, however much that is
    running = Running("deterministic", CONTROL_BATCH, 1, window, most_failures=None)
    return Opened(ReplayEngine({**failed, **good}, identity), running, made)


def open_shards(
    config: EngineConfig | None,
    stage: Stage,
    manifest: Path | None,
    shards: Sequence[Path],
    window: int,
) -> Opened:
    """Open what the parts of a cell were answered; only the manifest is an input of the stage.

    Args:
        config: the model's engine; None for a scripted control.
        stage: the cell's.
        manifest: of the model's weights.
        shards: the `shard.json` of every part.
        window: the agent's, tokens.
    """
    made = read_record(stage.reads(manifest), ModelManifest) if manifest else None
    engine = MergedEngine([shard.parent for shard in shards])
    running = running_on(config, window) if config else running_of_control(window)
    return Opened(engine, replace(running, most_failures=None), made)


def open_control(policy: Callable[[str], str], name: str, code: str, window: int) -> Opened:
    """Open a scripted control; its identity is the digest of its code."""
    identity = EngineIdentity(
        engine="scripted", engine_version="1", model=code, settings={"policy": name}
    )
    running = running_of_control(window)
    return Opened(ScriptedEngine(policy, identity), running, None)
