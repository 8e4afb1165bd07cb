"""What a release folder holds: every file by its hash, and what stands for what may not leave."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from earned.records.base import Record

RELEASE = "release.json"
RESULTS = "results"
"""The folder of a release that is the study's results folder."""
GONE = "[redacted]"
"""What stands where a place that names a machine, a person or a secret was taken out."""


class Replacement(Record):
    """A file of the study that a release does not hold as it was."""

    path: str = Field(description="relative to the study's results folder")
    kind: Literal["withheld", "redacted"] = Field(
        description="withheld: not in the release; redacted: there, with other bytes"
    )
    sha256: str = Field(description="of the original, as every lineage record names it")
    size: int = Field(ge=0, description="bytes of the original")
    records: int | None = Field(default=None, description="of the original")
    why: str = Field(description="one sentence without its full stop: terms, or what was removed")
    remade: bool = Field(
        default=False,
        description="redacted: what its stage makes of this release's files, so it can be made "
        "again from them; its original cannot",
    )


class ReleasedFile(Record):
    """One file of a release."""

    sha256: str
    size: int = Field(ge=0, description="bytes")


class Release(Record):
    """The file `release.json`."""

    standard: Literal["earned/release/1"] = "earned/release/1"
    study: str
    root_sha256: str = Field(description="root hash of the study: of its manifest.json")
    files: dict[str, ReleasedFile] = Field(
        description="every file of the folder but release.json, relative to it"
    )
    replaced: tuple[Replacement, ...] = Field(description="sorted by path")
    left_out: dict[str, str] = Field(
        default={},
        description="folder of the results that no manifest covers and that is not here, to why",
    )
