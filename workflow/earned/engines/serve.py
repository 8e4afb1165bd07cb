"""Serve one model until told to stop: `python -m earned.engines.serve`, a service job."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Protocol

from earned.config.base import validate_config
from earned.config.engines import ServeSettings
from earned.engines.devices import hold_devices
from earned.engines.endpoint import Endpoint
from earned.engines.lifeline import Lifeline
from earned.errors import UserError, user_facing
from earned.prefetch.facts import check_gguf
from earned.records.base import record_json
from earned.records.files import parse_json, read_record, write_bytes
from earned.records.model import ModelManifest

POLL_S = 0.5


class Server(Protocol):
    """A server being started, or running."""

    endpoint: Endpoint | None

    def check(self) -> None:
        """Look after it; a `UserError` if it has ended."""
        ...

    def stop(self) -> None:
        """End it and all it started."""
        ...


@user_facing
def main(argv: list[str]) -> int:
    """Start the server, publish its endpoint, stay until SIGTERM, SIGINT or the parent's end."""
    options = _parser().parse_args(argv)
    try:
        return _run(options)
    except UserError as error:
        if options.tell is not None:
            os.write(options.tell, f"error: {error}\n".encode())
        raise
    finally:
        options.endpoint.unlink(missing_ok=True)  # whatever ended us, its clients are not to wait


def _run(options: argparse.Namespace) -> int:
    given = parse_json(options.settings, where="--settings")
    settings = validate_config(ServeSettings, given, where="settings")
    manifest = read_record(options.manifest, ModelManifest)
    check_model(manifest, options.manifest.parent, settings, options.engine)
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    lifeline = Lifeline()
    if options.device == "cuda":
        hold_devices(settings.tensor_parallel, lambda: not stop.is_set() and lifeline.holds())
    server = _start(options, manifest, settings)
    try:
        _serve(server, options.endpoint, stop, lifeline, options.start_timeout)
    finally:
        server.stop()
    return 0


def check_model(
    manifest: ModelManifest, folder: Path, settings: ServeSettings, engine: str
) -> None:
    """Check files against the manifest by name, size and first bytes; hashing was prefetch's.

    Raises:
        UserError: a file is missing, of another size or kind, or the window is too wide.
    """
    wanted = "gguf" if engine == "llamacpp" else "folder"
    if manifest.format != wanted:
        raise UserError(
            f"{engine} needs weights in format {wanted}, {manifest.name} is {manifest.format}",
            remedy="choose other weights or another engine kind",
        )
    for file in manifest.files:
        path = folder / file.name
        if not path.is_file() or path.stat().st_size != file.size:
            raise UserError(
                "is not the file of the manifest", where=str(path), remedy="prefetch it again"
            )
        if wanted == "gguf":
            check_gguf(path)
    if settings.window > manifest.context_length:
        raise UserError(
            f"window {settings.window} is over the {manifest.context_length} tokens that "
            f"{manifest.name} was made for",
            remedy="lower settings.window",
        )


def _start(options: argparse.Namespace, manifest: ModelManifest, settings: ServeSettings) -> Server:
    folder = options.manifest.parent
    if options.engine == "llamacpp":
        from earned.engines.serve_llamacpp import LlamaCppServer

        return LlamaCppServer(folder / manifest.files[0].name, manifest, settings)
    from earned.engines.serve_vllm import VllmServer
    from earned.engines.vllm_environment import vllm_python

    return VllmServer(vllm_python(), folder, manifest, settings, options.device)


def _serve(
    server: Server, out: Path, stop: threading.Event, lifeline: Lifeline, start_timeout: float
) -> None:
    deadline = time.monotonic() + start_timeout
    published = False
    while not stop.is_set() and lifeline.holds():
        server.check()
        if server.endpoint and not published:
            write_bytes(out, (record_json(server.endpoint) + "\n").encode())
            published = True
        if not published and time.monotonic() > deadline:
            raise UserError(
                f"the server did not answer within {start_timeout:g} s",
                remedy="raise --start-timeout, or see the log above",
            )
        stop.wait(POLL_S)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m earned.engines.serve", description=__doc__)
    parser.add_argument("--engine", choices=["llamacpp", "vllm"], required=True)
    parser.add_argument("--manifest", type=Path, required=True, help="the model's manifest.json")
    parser.add_argument("--settings", default="{}", help="ServeSettings as JSON")
    parser.add_argument("--endpoint", type=Path, required=True, help="file to publish to")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument(
        "--tell", type=int, help="descriptor that is told of an error too, where stderr is a log"
    )
    parser.add_argument("--start-timeout", type=float, default=1800, help="seconds")
    return parser


def leave(code: int) -> None:
    """End this process without winding it up: llama.cpp's server would wait for its requests."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    leave(main(None))
