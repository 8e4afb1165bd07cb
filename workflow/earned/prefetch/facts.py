"""What a model's files say of it: chat template, special tokens, context length."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from earned.errors import UserError
from earned.records.base import Record
from earned.records.files import read_json, read_text

GGUF_MAGIC = b"GGUF"


class ModelFacts(Record):
    """The part of a manifest that is read from the model's own files."""

    chat_template: str | None
    bos: str
    eos: str
    context_length: int


def check_gguf(path: Path) -> None:
    """Refuse a file whose first bytes are not those of GGUF."""
    try:
        with path.open("rb") as stream:
            head = stream.read(4)
    except OSError as error:
        raise UserError(f"cannot be read ({error.strerror})", where=str(path)) from None
    if head != GGUF_MAGIC:
        raise UserError("is not a GGUF model file", where=str(path), remedy="prefetch it again")


def gguf_facts(path: Path) -> ModelFacts:
    """Read a GGUF file's metadata; the tensors stay on the disk.

    Raises:
        UserError: not a GGUF file, or a damaged one.
    """
    from gguf import GGUFReader

    check_gguf(path)
    try:
        fields = GGUFReader(path).fields
    except (ValueError, KeyError, IndexError) as error:
        raise UserError(f"is a damaged GGUF file ({error})", where=str(path)) from None
    architecture = _content(fields, "general.architecture")
    return ModelFacts(
        chat_template=_content(fields, "tokenizer.chat_template"),
        bos=_gguf_token(fields, "bos"),
        eos=_gguf_token(fields, "eos"),
        context_length=_content(fields, f"{architecture}.context_length") or 1,
    )


def folder_facts(folder: Path) -> ModelFacts:
    """Read the configuration files of a plain model folder.

    Raises:
        UserError: config.json or tokenizer_config.json is missing or unreadable.
    """
    tokenizer = read_json(folder / "tokenizer_config.json")
    config = read_json(folder / "config.json")
    return ModelFacts(
        chat_template=_folder_template(folder, tokenizer),
        bos=_token_text(tokenizer.get("bos_token")),
        eos=_token_text(tokenizer.get("eos_token")),
        context_length=int(config.get("max_position_embeddings") or 1),
    )


def _content(fields: Any, key: str) -> Any:  # noqa: ANN401 - GGUF values are of any type
    field = fields.get(key)
    return None if field is None else field.contents()


def _gguf_token(fields: Any, which: str) -> str:  # noqa: ANN401
    index = _content(fields, f"tokenizer.ggml.{which}_token_id")
    return "" if index is None else str(fields["tokenizer.ggml.tokens"].contents(int(index)))


def _folder_template(folder: Path, tokenizer: dict[str, Any]) -> str | None:
    if (folder / "chat_template.jinja").is_file():
        return read_text(folder / "chat_template.jinja")
    template = tokenizer.get("chat_template")
    if isinstance(template, list):
        named = {entry["name"]: entry["template"] for entry in template}
        template = named.get("default")
    return template


def _token_text(token: str | dict[str, Any] | None) -> str:
    if token is None:
        return ""
    return token if isinstance(token, str) else str(token["content"])
