"""A vLLM server as a child process, on a free port of the loopback interface."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import httpx2

from earned.config.engines import ServeSettings
from earned.engines.devices import held_locks
from earned.engines.endpoint import Endpoint
from earned.engines.lifeline import die_with_parent
from earned.engines.vllm_environment import vllm_variables
from earned.errors import UserError
from earned.records.model import ModelManifest

STOP_S = 20.0
# The last line of a traceback, whatever the process that vLLM's own log names before it.
_REASON = re.compile(r"(?:^|\s)((?:[A-Za-z_]+\.)*[A-Z][A-Za-z]*(?:Error|Exception): .+)$")


class VllmServer:
    """Starts the child; `endpoint` is None until it answers."""

    def __init__(
        self,
        python: str,
        folder: Path,
        manifest: ModelManifest,
        settings: ServeSettings,
        device: str,
    ) -> None:
        self._name = manifest.name
        self._port = _free_port()
        self._reason = ""
        command = vllm_command(python, folder, manifest.name, self._port, settings)
        # its workers share the child's session, so that one signal ends them all
        self._child = subprocess.Popen(
            command,
            start_new_session=True,
            preexec_fn=die_with_parent,
            pass_fds=held_locks(),
            env=os.environ | vllm_variables(settings, device),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        self._log = threading.Thread(target=self._pass_on, daemon=True)
        self._log.start()
        self.endpoint: Endpoint | None = None

    def check(self) -> None:
        """Ask the child how it is; fill in `endpoint` once it answers.

        Raises:
            UserError: the child has ended.
        """
        code = self._child.poll()
        if code is not None:
            _signal(self._child, signal.SIGKILL)  # its workers outlive it, and hold its log open
            self._log.join(STOP_S)
            reason = f" ({self._reason})" if self._reason else ""
            raise UserError(
                f"the vLLM server for {self._name} ended with code {code}{reason}",
                remedy="the whole story is in the log",
            )
        if self.endpoint is None:
            self.endpoint = _ask(self._port, self._name)

    def stop(self) -> None:
        """End the child and its workers."""
        _signal(self._child, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(STOP_S)
        _signal(self._child, signal.SIGKILL)
        self._child.wait()

    def _pass_on(self) -> None:
        """Copy the child's output to our log, and keep the first error that it names."""
        assert self._child.stdout is not None
        for line in self._child.stdout:
            sys.stderr.write(line)
            self._reason = self._reason or named_error(line)


def vllm_command(
    python: str, folder: Path, name: str, port: int, settings: ServeSettings
) -> list[str]:
    """The command line of vLLM's OpenAI-compatible server."""
    settings = settings.resolved()
    options = {
        "--model": str(folder),
        "--served-model-name": name,
        "--host": "127.0.0.1",
        "--port": str(port),
        "--dtype": settings.dtype,
        "--max-model-len": str(settings.window),
        "--max-num-seqs": str(settings.slots),
        "--gpu-memory-utilization": str(settings.gpu_memory),
        "--tensor-parallel-size": str(settings.tensor_parallel),
        # not the sampling defaults that come with the weights, such as a repetition penalty
        "--generation-config": "vllm",
    }
    caching = "--enable-prefix-caching" if settings.prefix_caching else "--no-enable-prefix-caching"
    flags = [caching]
    flags += ["--enforce-eager"] if settings.eager else []
    flags += ["--trust-remote-code"] if settings.trust_remote_code else []
    pairs = [part for option in options.items() for part in option]
    return [python, "-m", "vllm.entrypoints.openai.api_server", *pairs, *flags]


def named_error(line: str) -> str:
    """The error that a line of vLLM's log ends with; '' where it names none."""
    found = _REASON.search(line.rstrip())
    return found[1] if found else ""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _ask(port: int, name: str) -> Endpoint | None:
    root = f"http://127.0.0.1:{port}"
    try:
        if httpx2.get(f"{root}/health", timeout=2.0).status_code != 200:
            return None
        version = httpx2.get(f"{root}/version", timeout=2.0).json()["version"]
    except (httpx2.HTTPError, ValueError, KeyError):
        return None
    return Endpoint(base_url=f"{root}/v1", model=name, engine_version=str(version))


def _signal(child: subprocess.Popen[str], number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, number)
