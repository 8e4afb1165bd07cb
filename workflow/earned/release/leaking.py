"""What names a machine, a person or a secret: taken out of records, and refused elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from earned.audit.leaks import frozen_texts, key_variables
from earned.errors import UserError
from earned.leaks.files import Scanner
from earned.leaks.kinds import ALL, IN_SOURCE
from earned.leaks.machine import Machine
from earned.leaks.scan import find_hits
from earned.records.release import GONE, RESULTS
from earned.release.source import SOURCE


class Cleaner:
    """Takes what must not leave out of the texts of records, and nothing around it.

    What stands in the benchmark's own texts is the benchmark's, and no leak of ours.

    Args:
        root: the study's results folder.
        config: its configuration.
    """

    def __init__(self, root: Path, config: Mapping[str, Any]) -> None:
        self._machine = Machine.here(key_variables(config))
        self._audits = list(config["audits"])
        self._quoted = self._of_data(root)

    def __call__(self, field: str, text: str) -> str:  # noqa: ARG002 - as other changes are called
        """Give a record's text as it may leave."""
        for hit in reversed(find_hits(text, self._machine)):
            if text[hit.start : hit.end] not in self._quoted:
                text = text[: hit.start] + GONE + text[hit.end :]
        return text

    def refuse(self, release: Path) -> None:
        """Look through a whole release, as an audit of it will.

        Raises:
            UserError: something in it must not leave.
        """
        quoted = self._of_data(release / RESULTS)
        for part in sorted(release.iterdir()):
            scanner = Scanner(self._machine, IN_SOURCE if part.name == SOURCE else ALL, quoted)
            found = scanner.folder(part) if part.is_dir() else {"": scanner.file(part)}
            for name, leaks in found.items():
                for leak in leaks[:1]:
                    raise UserError(f"holds {leak}, which must not leave this machine",
                                    where=f"{part.name}/{name}".rstrip("/"),
                                    remedy="take it out where it comes from, and run snakemake "
                                    "again")  # fmt: skip

    def _of_data(self, results: Path) -> frozenset[str]:
        texts = frozen_texts(results, self._audits)
        return frozenset(
            text[hit.start : hit.end] for text in texts for hit in find_hits(text, self._machine)
        )
