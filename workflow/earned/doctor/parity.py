"""The same token ids, greedy, in the engine and in transformers in float32."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from earned.config.engines import EngineConfig, ServeSettings
from earned.doctor.noise import ask_one, first_difference
from earned.doctor.report import Check
from earned.doctor.weights import GB, weight_bytes
from earned.engines.build import build_engine
from earned.engines.protocol import Engine
from earned.engines.tokenizers import PromptTokens
from earned.engines.transformers_engine import TransformersEngine
from earned.records.completion import Request
from earned.records.model import ModelManifest

NEW_TOKENS = 32
PROMPTS = 8
LARGEST_UNASKED = 4e9
"""Bytes of weights up to which the reference is loaded without being asked for."""


class Compared(NamedTuple):
    """One prompt in both: its token ids, and what each continued it with."""

    ids: tuple[list[int], list[int]]
    texts: tuple[str, str]


def why_not(config: EngineConfig, made: ModelManifest | None, asked: bool) -> str | None:
    """Say why an engine is not compared; None where it can be."""
    if config.kind == "transformers":
        return "the engine is the reference itself"
    if made is None:
        return "the weights are not here"
    if made.format != "folder":
        return "quantised weights in GGUF"
    if not (find_spec("torch") and find_spec("transformers")):
        return "torch and transformers are not installed"
    if weight_bytes(made) > LARGEST_UNASKED and not asked:
        return f"{weight_bytes(made) / GB:.0f} GB of weights for the CPU; ask with --parity"
    return None


def reference_engine(config: EngineConfig, made: ModelManifest, folder: Path) -> TransformersEngine:
    """Load the reference: transformers on the CPU in float32, one prompt at a time.

    Raises:
        UserError: it does not load.
    """
    settings = ServeSettings(
        mode="deterministic",
        dtype="float32",
        window=config.settings.window,
        trust_remote_code=config.settings.trust_remote_code,
    )
    reference = EngineConfig(
        kind="transformers", weights=made.name, settings=settings, batch_size=1
    )
    engine = build_engine(reference, made, None, folder=folder)
    assert isinstance(engine, TransformersEngine)
    return engine


def compare(
    engine: Engine,
    tokens: PromptTokens,
    reference: Engine,
    own: PromptTokens,
    asked: Sequence[Request],
) -> list[Compared]:
    """Continue each prompt alone in both by the same few greedy tokens, without stop strings."""
    few = [r.model_copy(update={"max_tokens": NEW_TOKENS, "stop": ()}) for r in asked[:PROMPTS]]
    return [
        Compared(
            (tokens.ids(request.prompt), own.ids(request.prompt)),
            (ask_one(engine, request).text, ask_one(reference, request).text),
        )
        for request in few
    ]


def check_parity(compared: Sequence[Compared], dtype: str) -> Check:
    """Other token ids are a failure; other texts are one where the engine computes in float32."""
    unlike = [n for n, one in enumerate(compared) if one.ids[0] != one.ids[1]]
    if unlike:
        said = f"other token ids than transformers', first in prompt {unlike[0]}"
        return Check(name="parity", verdict="FAIL", said=said, figures={"unlike": len(unlike)})
    at = [first_difference(one.texts) for one in compared]
    equal = at.count(None)
    first = next((n for n, position in enumerate(at) if position is not None), None)
    said = f"{equal} of {len(at)} texts equal transformers' float32 ({NEW_TOKENS} greedy tokens)"
    figures = {"compared": len(at), "equal": equal, "first_difference_chars": None}
    if first is None:
        return Check(name="parity", verdict="ok", said=said, figures={**figures})
    return Check(
        name="parity",
        verdict="FAIL" if dtype == "float32" else "note",
        said=f"{said}; prompt {first} differs from character {at[first]} on",
        detail=(
            f"engine:    {compared[first].texts[0]!r}",
            f"reference: {compared[first].texts[1]!r}",
        ),
        figures={**figures, "first_difference_chars": at[first]},
    )
