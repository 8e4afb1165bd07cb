"""Unpack a GGUF file to a plain model folder, in full precision arithmetic."""

from __future__ import annotations

from pathlib import Path

from earned.errors import UserError
from earned.prefetch.facts import check_gguf


def gguf_to_folder(gguf: Path, folder: Path) -> None:
    """Write weights (bfloat16 safetensors), tokenizer and configuration into `folder`.

    Raises:
        UserError: not a GGUF file, or one that cannot be unpacked.
    """
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig
    from transformers.utils import logging

    check_gguf(gguf)
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    where = {"pretrained_model_name_or_path": str(gguf.parent), "gguf_file": gguf.name}
    try:
        tokenizer = AutoTokenizer.from_pretrained(**where)
        model = AutoModelForCausalLM.from_pretrained(
            **where, quantization_config=GgufConfig(dequantize=True), dtype=torch.bfloat16
        )
    except (OSError, ValueError, KeyError) as error:
        raise UserError(f"cannot be unpacked ({error})", where=str(gguf)) from error
    tokenizer.save_pretrained(folder)
    model.save_pretrained(folder)
    for file in folder.iterdir():
        file.chmod(0o644)
