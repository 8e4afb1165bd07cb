"""What the chat template gives, and what of it the engine reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from earned.agents.opening import Opened
from earned.doctor.noise import ask_one
from earned.doctor.report import Check, Verdict
from earned.engines.protocol import Engine
from earned.engines.tokenizers import PromptTokens
from earned.records.completion import Request
from earned.records.model import ModelManifest

SHOWN = 6


class FirstTokens(NamedTuple):
    """How a rendered prompt begins.

    Attributes:
        ids: the first token ids.
        pieces: their texts.
        bos: id of the model's beginning-of-sequence token; None where it has none.
        would_add: ids of the tokens that the tokenizer itself would put around a text.
        added_pieces: their texts.
        extra: tokens the engine read beyond those of the prompt; None where it does not count.
    """

    ids: tuple[int, ...]
    pieces: tuple[str, ...]
    bos: int | None
    would_add: tuple[int, ...]
    added_pieces: tuple[str, ...]
    extra: int | None


def check_system_role(opened: Opened) -> Check:
    """Say how the system text reaches the model; every arm gets it the same way."""
    manifest, folded = opened.manifest, opened.chat("system", "user").system_folded
    if opened.takes_messages:
        where = "opens the same message" if folded else "is the system message"
        said = f"the endpoint's own: the transcript ends the user message, the system text {where}"
        return Check(
            name="template", verdict="note", said=said, figures={"system_role": not folded}
        )
    if manifest is None or manifest.chat_template is None:
        said = "no chat template here: prompts are plain text"
        return Check(name="template", verdict="note", said=said, figures={"system_role": None})
    said = "has a system role" if not folded else (
        "has no system role: the system text opens the first user message, in every arm"
    )  # fmt: skip
    verdict: Verdict = "note" if folded else "ok"
    return Check(name="template", verdict=verdict, said=said, figures={"system_role": not folded})


def look_at_tokens(
    tokens: PromptTokens, request: Request, read: int, manifest: ModelManifest | None
) -> FirstTokens:
    """Tokenize a prompt as the engine does.

    Args:
        tokens: the engine's tokenizer.
        request: any request.
        read: tokens the engine says it read for it; 0 where it does not count.
        manifest: the model's, if its weights are known.
    """
    ids = tokens.ids(request.prompt)
    own = tokens.own()
    return FirstTokens(
        ids=tuple(ids[:SHOWN]),
        pieces=tuple(tokens.pieces(ids[:SHOWN])),
        bos=_bos_id(tokens, manifest.bos if manifest else "", own),
        would_add=tuple(own),
        added_pieces=tuple(tokens.pieces(own)),
        extra=read - len(ids) if read else None,
    )


def check_bos(found: FirstTokens) -> Check:
    """One beginning-of-sequence token or none; two, or tokens nobody asked for, are a fault."""
    verdict, said = _judge(found)
    shown = " ".join(f"{n}:{piece!r}" for n, piece in zip(found.ids, found.pieces, strict=True))
    own = " ".join(map(repr, found.added_pieces)) or "nothing"
    return Check(
        name="BOS",
        verdict=verdict,
        said=said,
        detail=(f"the prompt begins {shown}", f"the tokenizer alone would add {own}"),
        figures={
            "first_ids": list(found.ids),
            "first_pieces": list(found.pieces),
            "would_add": list(found.added_pieces),
            "extra_tokens_read": found.extra,
        },
    )


def _judge(found: FirstTokens) -> tuple[Verdict, str]:
    leading = _leading(found.ids, found.bos)
    extra = found.extra or 0
    if leading + (leading and extra) > 1:
        by = "" if leading > 1 else "; the second one is the engine's own"
        return "FAIL", f"DOUBLED BOS{by}"
    if extra:
        return "FAIL", f"the engine reads {extra:+d} tokens beside those of the prompt"
    if leading:
        return "ok", "one BOS"
    if found.bos in found.would_add:
        return "note", "no BOS: the template writes none, though the tokenizer would"
    return "ok", "no BOS"


def _bos_id(tokens: PromptTokens, text: str, own: Sequence[int]) -> int | None:
    """Find the id behind the manifest's text, else take what the tokenizer adds first."""
    ids = tokens.ids(text) if text else []
    if len(ids) == 1:
        return ids[0]
    return own[0] if own else None


def _leading(ids: Sequence[int], bos: int | None) -> int:
    """Count how often a token opens a prompt."""
    return next((n for n, token in enumerate(ids) if token != bos), len(ids))


def read_tokens(engine: Engine, request: Request) -> int:
    """Ask an engine how long a prompt was that it answered; 0 where it does not count."""
    return ask_one(engine, request.model_copy(update={"max_tokens": 1})).prompt_tokens
