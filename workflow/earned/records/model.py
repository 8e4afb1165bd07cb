"""A model's manifest: made once by the prefetch stage, so that no weights are hashed twice."""

from __future__ import annotations

import hashlib
from typing import Literal

from pydantic import Field

from earned.records.base import Record, canonical_json

Sha256 = str


class ModelFile(Record):
    """One file of a model, relative to the manifest's folder."""

    name: str
    size: int = Field(ge=0, description="bytes")
    sha256: Sha256


class ModelManifest(Record):
    """What a model is, file by file, with what is needed to render its prompts."""

    name: str = Field(description="our name; the folder under resources/models")
    repository: str
    revision: str
    licence: str
    format: Literal["gguf", "folder"]
    files: tuple[ModelFile, ...] = Field(description="sorted by name")
    converted_from: tuple[ModelFile, ...] = Field(
        default=(), description="the pinned files that `files` were made from, if any"
    )
    chat_template: str | None = Field(description="the model's own Jinja template")
    chat_template_sha256: Sha256 | None
    bos: str = Field(description="text of the beginning-of-sequence token, empty where none")
    eos: str = Field(description="text of the end-of-turn token, empty where none")
    context_length: int = Field(gt=0, description="tokens the model was made for")
    system_role: bool = Field(description="whether the template takes a system message")


def identity_sha256(manifest: ModelManifest) -> Sha256:
    """Hash what decides a model's texts: its files and its chat template, never its name."""
    files = sorted((file.name, file.size, file.sha256) for file in manifest.files)
    decides = {"files": files, "chat_template": manifest.chat_template_sha256}
    return hashlib.sha256(canonical_json(decides).encode()).hexdigest()
