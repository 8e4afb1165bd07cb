"""Every derived file again: a stage is run once more as its lineage record says, and compared.

What a model made cannot be made again without one; it is evidence, and hashes cover it.
"""

from __future__ import annotations

import importlib
import tempfile
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType

from earned.errors import UserError
from earned.lineage.hashing import sha256_file, short
from earned.lineage.outside import located
from earned.lineage.stage import LINEAGE, Stage, stage_code_digest
from earned.records.base import canonical_json
from earned.records.lineage import Lineage
from earned.records.release import Replacement
from earned.verify.redacted import other_than_redacted
from earned.verify.report import Report

REMADE = ("study", "population", "artifacts", "scores", "cases", "analysis", "tables", "figures",
          "ledger")  # fmt: skip
"""Stages that read records, call pure functions and write records, in the order of the data."""

_MADE: dict[str, dict[str, str]] = {}
"""The same stage on the same inputs makes the same files, so once a process is enough."""


class Remaking:
    """Makes the outputs of a study's stages again in a scratch folder.

    Args:
        root: the results folder.
        hashes: path to SHA-256 of every file in it; of an original, where a release replaced it.
        replaced: what a release holds otherwise or not at all.
        report: takes what was found.
    """

    def __init__(
        self,
        root: Path,
        hashes: Mapping[str, str],
        replaced: Mapping[str, Replacement],
        report: Report,
    ) -> None:
        self._root = root
        self._hashes = hashes
        self._replaced = replaced
        self._report = report

    def run(self, records: Mapping[str, Lineage]) -> None:
        """Make again what the lineage records of derived stages name."""
        for where, record in sorted(records.items(), key=lambda one: _place(one[1])):
            if record.stage in REMADE:
                self._report.guard(where, self._one(where, record))

    def _one(self, where: str, record: Lineage) -> Callable[[], None]:
        return lambda: self._remake(where, record)

    def _remake(self, where: str, record: Lineage) -> None:
        module = _frame(record.stage)
        folder = where.rpartition("/")[0]
        stage = Stage(record.stage, record.audit, self._root, dict(record.parameters))
        if why := self._missing(record) or _hindrance(module, stage, self._root / folder):
            self._report.not_remade.append(f"{folder}: {why}")
            return
        made = self._made(module, stage, record)
        kept = getattr(module, "KEPT", ())
        named = {Path(digest.path).name for digest in record.outputs} - set(kept)
        for name in sorted(named - made.keys()):
            self._report.fail(f"{folder}/{name}", f"is nothing that stage {record.stage} makes")
        if other := _other_code(record):
            self._report.remarks.append(f"{folder}: was{other}")
        for name, sha256 in made.items():
            self._compare(f"{folder}/{name}", sha256, record)
        self._check_redacted(folder, stage, record)

    def _missing(self, record: Lineage) -> str:
        """Say which input is not here as it was; empty where all are."""
        for digest in record.inputs:
            gone = self._replaced.get(digest.path)
            if gone and not (gone.kind == "redacted" and self._of_release(record)):
                return f"its input {digest.path} is {gone.kind} ({gone.why})"
            if not located(digest.path, self._root).is_file():
                return f"its input {digest.path} is not here"
        return ""

    def _of_release(self, record: Lineage) -> bool:
        """Whether a release holds what the stage makes of its redacted inputs."""
        return any(self._is_remade(digest.path) for digest in record.outputs)

    def _is_remade(self, name: str) -> bool:
        return name in self._replaced and self._replaced[name].remade

    def _made(self, module: ModuleType, stage: Stage, record: Lineage) -> dict[str, str]:
        """Build the outputs: file name to SHA-256."""
        key = self._key(record, getattr(module, "READS_LINEAGE", False))
        if key not in _MADE:
            with tempfile.TemporaryDirectory() as scratch:
                build_again(stage, record, Path(scratch))
                _MADE[key] = {p.name: sha256_file(p) for p in sorted(Path(scratch).iterdir())}
        return _MADE[key]

    def _key(self, record: Lineage, with_lineage: bool) -> str:
        inputs = [
            (digest.option, digest.path, *_now(located(digest.path, self._root), with_lineage))
            for digest in record.inputs
        ]
        return canonical_json([record.stage, record.audit, record.parameters, inputs])

    def _check_redacted(self, folder: str, stage: Stage, record: Lineage) -> None:
        """Compare what a release redacted with its original, which can be made again here."""
        names = {
            Path(digest.path).name
            for digest in record.outputs
            if (gone := self._replaced.get(digest.path))
            and gone.kind == "redacted"
            and not gone.remade
            and Path(digest.path).parent.as_posix() == folder
        }
        if not names:
            return
        with tempfile.TemporaryDirectory() as scratch:
            build_again(stage, record, Path(scratch))
            for name in sorted(names):
                here = (self._root / folder / name).read_bytes()
                if at := other_than_redacted(name, (Path(scratch) / name).read_bytes(), here):
                    why = f"differs from its original in more than redacted texts ({at})"
                    self._report.fail(f"{folder}/{name}", why)

    def _expected(self, name: str) -> str:
        """Give the hash of the original, or of what its stage made of a release's files."""
        return sha256_file(self._root / name) if self._is_remade(name) else self._hashes[name]

    def _compare(self, name: str, sha256: str, record: Lineage) -> None:
        if name not in self._hashes:
            self._report.fail(name, "is missing")
        elif self._expected(name) != sha256:
            why = f"differs from what stage {record.stage} makes of its inputs"
            other = _other_code(record)
            self._report.fail(name, f"{why}; it was{other}" if other else why)
        else:
            self._report.remade[record.stage] = self._report.remade.get(record.stage, 0) + 1


def build_again(stage: Stage, record: Lineage, scratch: Path) -> None:
    """Run a stage once more as its lineage record says, into another folder."""
    module = _frame(record.stage)
    options = given_options(module.OPTIONS, record, stage.root, scratch)
    for path, output in module.build(stage, options).items():
        output.write(path)


def given_options(options: Sequence[str], record: Lineage, root: Path, scratch: Path) -> Namespace:
    """Give a stage's options as its lineage record has them, with another output folder.

    Raises:
        UserError: the record names no option for an input, or no input for an option.
    """
    given: dict[str, list[Path]] = {option.rstrip("*?"): [] for option in options}
    for digest in record.inputs:
        if digest.option not in given:
            raise UserError(f"names no option of stage {record.stage} for {digest.path}",
                            remedy="run snakemake again")  # fmt: skip
        given[digest.option].append(located(digest.path, root))
    values = {}
    for option in options:
        name = option.rstrip("*?")
        if option == name and len(given[name]) != 1:
            raise UserError(f"names {len(given[name])} inputs for --{name} of {record.stage}",
                            remedy="run snakemake again")  # fmt: skip
        values[name] = given[name] if option.endswith("*") else next(iter(given[name]), None)
    return Namespace(**values, out=scratch, root=root, audit=record.audit)


def _frame(stage: str) -> ModuleType:
    return importlib.import_module(f"earned.{stage}.__main__")


def _now(path: Path, with_lineage: bool) -> tuple[str, str]:
    """Hash a file as it is and, for a stage that reads it, the lineage record beside it."""
    beside = path.parent / LINEAGE
    return sha256_file(path), sha256_file(beside) if with_lineage and beside.is_file() else ""


def _hindrance(module: ModuleType, stage: Stage, folder: Path) -> str:
    """Ask a stage what keeps it from making its outputs again here."""
    asked: Callable[[Stage, Path], str] = getattr(module, "hindrance", lambda *_: "")
    return asked(stage, folder)


def _other_code(record: Lineage) -> str:
    here = stage_code_digest(record.stage, record.audit)
    if here == record.code_sha256:
        return ""
    return f" made by code {short(record.code_sha256)}, and here is {short(here)}"


def _place(record: Lineage) -> int:
    return REMADE.index(record.stage) if record.stage in REMADE else len(REMADE)
