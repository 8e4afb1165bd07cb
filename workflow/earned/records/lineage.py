"""What made an output: written by the stage, never guessed afterwards."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from earned.records.base import Record


class FileDigest(Record):
    """The identity of one file."""

    path: str = Field(description="relative to the results folder; `//` + name for one outside it")
    sha256: str
    size: int = Field(ge=0, description="bytes")
    records: int | None = Field(default=None, description="record count, where it holds records")
    lineage: str | None = Field(
        default=None, description="SHA-256 of the lineage record beside an input"
    )
    option: str = Field(default="", description="of the stage's command, which named the input")


class Lineage(Record):
    """Beside each output: stage, parameters, code, declared environment, inputs, results."""

    stage: str
    audit: str
    parameters: dict[str, Any] = Field(description="the configuration sub-tree the stage was given")
    code_sha256: str = Field(description="digest of the modules that the stage imports")
    environment_sha256: str = Field(description="digest of the lock files")
    inputs: tuple[FileDigest, ...]
    outputs: tuple[FileDigest, ...]
    registrations: tuple[str, ...] = Field(
        default=(),
        exclude_if=lambda given: not given,
        description="of a cell: SHA-256 of each registration record that it was run under; "
        "the file that holds them may grow, so it is no input",
    )
