"""Whether a model's files are there, and whether its prompts fit."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from earned.agents.runner import Running
from earned.config.engines import EngineConfig
from earned.doctor.report import Check
from earned.doctor.workload import Workload
from earned.engines.protocol import Engine
from earned.engines.serve import check_model
from earned.errors import UserError
from earned.records.completion import Request
from earned.records.files import read_record
from earned.records.model import ModelManifest

GB = 1e9
CHARS_PER_TOKEN = 3.0
"""A low guess for English text, so that the guess of tokens is high."""


def read_manifest(path: Path) -> ModelManifest:
    """Read a model's manifest.

    Raises:
        UserError: the model was never fetched, or its manifest is damaged.
    """
    if not path.is_file():
        name = path.parent.name
        raise UserError("no such file, the model was never fetched", where=str(path),
                        remedy=f"run `earned fetch {name}`, or `snakemake prefetch`")  # fmt: skip
    return read_record(path, ModelManifest)


def check_weights(made: ModelManifest, folder: Path, config: EngineConfig) -> Check:
    """Hold the files against the manifest by name and size, and the window against the model.

    Raises:
        UserError: they do not match.
    """
    check_model(made, folder, config.settings, config.kind)
    size = weight_bytes(made)
    said = (
        f"{len(made.files)} files of {size / GB:.2f} GB match the manifest; "
        f"window {config.settings.window} of {made.context_length} tokens"
    )
    return Check(
        name="weights",
        verdict="ok",
        said=said,
        figures={"files": len(made.files), "bytes": size, "context_length": made.context_length},
    )


def weight_bytes(made: ModelManifest) -> int:
    """Add up the sizes of a model's files."""
    return sum(file.size for file in made.files)


def check_fit(engine: Engine, work: Workload, running: Running) -> Check:
    """Whether the longest opening prompt fits the window, and what it leaves for observations."""
    counts = [engine.count_tokens(request.prompt) for request in work.requests]
    if not all(counts):
        return Check(
            name="window", verdict="note", said="prompts are not counted: no tokenizer here"
        )
    return judge_fit(max(counts), work.requests, work.observed_chars, running.window)


def judge_fit(longest: int, requests: Sequence[Request], observed_chars: int, window: int) -> Check:
    """Judge the tokens of the longest opening prompt against a window in tokens."""
    answer = max(request.max_tokens for request in requests)
    room = window - longest - answer
    figures = {"longest_prompt": longest, "max_tokens": answer, "room": room, "window": window}
    if room < 0:
        said = (
            f"an opening prompt of {longest} tokens and an answer of {answer} do not fit {window}"
        )
        return Check(name="window", verdict="FAIL", said=said, figures={**figures})
    said = (
        f"the longest opening prompt has {longest} tokens; {room} of {window} are left to observe"
    )
    tight = observed_chars / CHARS_PER_TOKEN > room
    more = (f"observations may take {observed_chars} characters: long ones may end as overflow",)
    return Check(
        name="window",
        verdict="note" if tight else "ok",
        said=said,
        detail=more if tight else (),
        figures={**figures},
    )
