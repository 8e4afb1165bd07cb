"""What gives the machine away on which something runs: names, folders, values of secrets."""

from __future__ import annotations

import getpass
import os
import re
import socket
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

_COMMON = """
admin agent audit author azureuser bench build builder centos ci codespace container data debian
default demo dev docker earned ec2-user gitpod guest home host jovyan local localhost localdomain
machine main master model nobody node paper public reader release research researcher root runner
sandbox server service study system test tester ubuntu user users vagrant vm vscode work worker
workstation
"""
TRIVIAL = frozenset(_COMMON.split())
"""Names that many machines and users have, and that name nobody."""
SHORTEST_NAME = 3
SHORTEST_SECRET = 6
CHECKOUT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Machine:
    """What to look for besides patterns.

    Attributes:
        names: of users and hosts.
        folders: absolute; found with all that lies below.
        secrets: values, such as API keys.
    """

    names: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()

    @classmethod
    def here(cls, variables: Iterable[str] = ()) -> Machine:
        """Describe this machine.

        Args:
            variables: names of environment variables whose values are secrets.
        """
        host = socket.gethostname()
        names = {*_users(), host, host.partition(".")[0]}
        folders = {Path.home(), Path.cwd(), CHECKOUT, Path(sys.prefix)}
        secrets = {os.environ.get(name, "") for name in variables}
        return cls(
            names=tuple(sorted(filter(_telling, names))),
            folders=tuple(sorted(str(f) for f in folders if _is_own(f))),
            secrets=tuple(sorted(s for s in secrets if len(s) >= SHORTEST_SECRET)),
        )

    @cached_property
    def name_pattern(self) -> re.Pattern[str] | None:
        """Any of the names as a whole word."""
        return _any_of(self.names, r"(?<![A-Za-z0-9_])(?:{})(?![A-Za-z0-9_])", re.IGNORECASE)

    @cached_property
    def folder_pattern(self) -> re.Pattern[str] | None:
        """Any of the folders, with what lies below."""
        return _any_of(self.folders, r"(?<![\w/:.])(?:{})(?:/[^\s\"'<>|:;,)\]}}]*)?(?![\w-])")

    @cached_property
    def secret_pattern(self) -> re.Pattern[str] | None:
        """Any of the secrets, anywhere."""
        return _any_of(self.secrets, "(?:{})")


NOWHERE = Machine()
"""No machine: patterns alone."""


def _any_of(words: tuple[str, ...], form: str, flags: int = 0) -> re.Pattern[str] | None:
    longest = sorted(words, key=len, reverse=True)
    return re.compile(form.format("|".join(map(re.escape, longest))), flags) if words else None


def _users() -> set[str]:
    """Name the user as the system and the environment do."""
    named = {os.environ.get(name, "") for name in ("USER", "LOGNAME", "USERNAME", "SUDO_USER")}
    with suppress(OSError, KeyError):  # a container may know no such user
        named.add(getpass.getuser())
    return {*named, Path.home().name}


def _telling(name: str) -> bool:
    return len(name) >= SHORTEST_NAME and name.lower() not in TRIVIAL and not name.isdigit()


def _is_own(folder: Path) -> bool:
    """Whether a folder tells something: two levels deep, and not where temporary files lie."""
    return len(folder.parts) > 2 and folder != Path(tempfile.gettempdir())
