"""The model hub: one file, or a snapshot, at a commit."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import httpx2

from earned.config.weights import HubFile
from earned.prefetch.outcome import SourceFailed

QUICK = httpx2.Timeout(5.0)


def from_hub(file: HubFile, scratch: Path) -> None:
    """Download one file at a commit to `scratch`."""
    from huggingface_hub import hf_hub_download

    _reachable()
    with tempfile.TemporaryDirectory(dir=scratch.parent, prefix=".hub.") as folder:
        try:
            got = hf_hub_download(
                file.repo, file.filename, revision=file.revision, local_dir=folder
            )
        except (OSError, ValueError, httpx2.HTTPError) as error:
            raise SourceFailed(_reason(error)) from error
        shutil.move(got, scratch)


def snapshot_from_hub(repo: str, revision: str, patterns: Sequence[str], folder: Path) -> None:
    """Download a repository's files that match a pattern into `folder`; resumes what is there."""
    from huggingface_hub import snapshot_download

    _reachable()
    try:
        snapshot_download(repo, revision=revision, allow_patterns=list(patterns), local_dir=folder)
    except (OSError, ValueError, httpx2.HTTPError) as error:
        raise SourceFailed(_reason(error)) from error


def _reachable() -> None:
    """Ask once, briefly: the hub's own client takes half a minute to give up."""
    from huggingface_hub import constants

    if constants.HF_HUB_OFFLINE:
        raise SourceFailed("HF_HUB_OFFLINE is set")
    try:
        httpx2.head(constants.ENDPOINT, timeout=QUICK)
    except httpx2.HTTPError as error:
        raise SourceFailed(f"the hub is not reachable ({type(error).__name__})") from error


def _reason(error: Exception) -> str:
    from huggingface_hub import errors

    if isinstance(error, errors.GatedRepoError):
        return "the repository is gated: accept its licence and set HF_TOKEN"
    if isinstance(error, errors.RepositoryNotFoundError):
        return "no such repository, or it needs HF_TOKEN"
    if isinstance(error, errors.RevisionNotFoundError):
        return "no such revision"
    if isinstance(error, errors.EntryNotFoundError):
        return "no such file at that revision"
    return f"the download failed ({type(error).__name__})"
