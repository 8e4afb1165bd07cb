"""Loading a model folder with transformers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from earned.errors import UserError


def transformers_version() -> str:
    """Versions of what computes: transformers and torch."""
    return f"{version('transformers')}+torch{version('torch')}"


def load(
    folder: Path, device: str, dtype: str, threads: int, trust_remote_code: bool
) -> tuple[Any, Any]:
    """Load tokenizer (padding on the left) and model.

    Raises:
        UserError: no such device, no model in the folder, or not enough memory.
    """
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    if device.startswith("cuda") and not torch.cuda.is_available():
        raise UserError("there is no GPU here", where="device", remedy="set device to cpu")
    if threads:
        torch.set_num_threads(threads)
    shared = {"local_files_only": True, "trust_remote_code": trust_remote_code}
    try:
        with enough_memory(device, "choose a smaller model, or dtype bfloat16"):
            tokenizer = AutoTokenizer.from_pretrained(folder, padding_side="left", **shared)
            model = AutoModelForCausalLM.from_pretrained(folder, dtype=dtype, **shared)
            return tokenizer, model.to(device).eval()  # type: ignore[arg-type]
    except (OSError, ValueError, KeyError) as error:
        reason = str(error).split("\n")[0]
        raise UserError(
            f"is no model that transformers can load ({reason})",
            where=str(folder),
            remedy="prefetch it again",
        ) from None


@contextmanager
def enough_memory(device: object, remedy: str) -> Iterator[None]:
    """Turn what torch says of too little memory, on GPU or CPU, into a `UserError`."""
    import torch

    try:
        yield
    except (RuntimeError, MemoryError) as error:
        kinds = (torch.OutOfMemoryError, MemoryError)
        if isinstance(error, kinds) or "DefaultCPUAllocator" in str(error):  # a CPU has no type
            raise UserError(f"the memory of {device} is too small", remedy=remedy) from None
        raise


def quiet_defaults(model: Any, tokenizer: Any) -> frozenset[int]:  # noqa: ANN401
    """Drop the decoding defaults that come with weights, such as a repetition penalty.

    Returns:
        The token ids that end an answer, padding included.
    """
    from transformers import GenerationConfig

    ends = model.generation_config.eos_token_id
    if ends is None:
        ends = tokenizer.eos_token_id
    ends = [ends] if isinstance(ends, int) else list(ends or [])
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token
    model.generation_config = GenerationConfig(  # type: ignore[no-untyped-call]
        eos_token_id=ends or None, pad_token_id=tokenizer.pad_token_id
    )
    return frozenset([*ends, tokenizer.pad_token_id])
