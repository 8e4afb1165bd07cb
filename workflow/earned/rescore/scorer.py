"""The second scorer: one that ships, or a user's file, whose code is run as it is hashed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from hashlib import sha256
from importlib.abc import InspectLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

from earned.errors import UserError
from earned.lineage.code import OURS
from earned.lineage.hashing import short
from earned.records.files import read_text
from earned.records.rescored import ScorerNote, ScorerRule
from earned.scorers.shipped import SHIPPED

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}", re.ASCII)
REMEDY = "see docs/decisions/scorers.md"


@dataclass(frozen=True)
class Scorer:
    """What decides success a second time."""

    note: ScorerNote
    success: Callable[[str, str], bool]
    why: Callable[[str, str], tuple[str, ...]]
    where: str
    """What a fault is blamed on."""
    source: str | None = field(default=None, repr=False)
    """The text of a user's file."""

    @property
    def folder(self) -> str:
        """The name of its results: that of the scorer, and the first 12 of its digest."""
        return f"{self.note.name}-{short(self.note.sha256)}"


def load_scorer(name: str, path: Path | None, threshold: Fraction) -> Scorer:
    """Load the scorer of a file, or without one the shipped scorer of a name.

    Args:
        name: of a shipped one.
        path: a Python file with `success(prediction, reference) -> bool`, and maybe NAME, RULES
            and `why`.
        threshold: F1 at which the study's own scorer accepts; shipped ones take it over.

    Raises:
        UserError: there is no such scorer, or the file is none.
    """
    return _shipped(name, threshold) if path is None else _from_file(path)


def _shipped(name: str, threshold: Fraction) -> Scorer:
    if name not in SHIPPED:
        raise UserError(f"no scorer {name!r}", where="--scorer",
                        remedy=f"give {' or '.join(SHIPPED)}, or a .py file")  # fmt: skip
    module = SHIPPED[name]
    why = getattr(module, "why", None)
    return Scorer(
        note=ScorerNote(
            name=name,
            sha256=OURS.digest([module.__name__]),
            shipped=True,
            rules=tuple(_rule(rule, name) for rule in module.RULES),
        ),
        success=partial(module.success, threshold=threshold),
        why=partial(why, threshold=threshold) if why else _unexplained,
        where=f"scorer {name}",
    )


def _from_file(path: Path) -> Scorer:
    source, where = read_text(path), str(path)
    module = _module(source, path)
    success, why = getattr(module, "success", None), getattr(module, "why", _unexplained)
    for name, function in (("success", success), ("why", why)):
        if not callable(function):
            raise UserError(f"has no function {name}(prediction, reference)", where=where,
                            remedy=REMEDY)  # fmt: skip
    rules = getattr(module, "RULES", ())
    if not isinstance(rules, tuple | list):
        raise UserError("RULES is no list of rules", where=where, remedy=REMEDY)
    return Scorer(
        note=ScorerNote(
            name=_name(module, path),
            sha256=sha256(source.encode()).hexdigest(),
            shipped=False,
            rules=tuple(_rule(rule, where) for rule in rules),
        ),
        success=success,  # type: ignore[arg-type]
        why=why,
        where=where,
        source=source,
    )


class _OfText(InspectLoader):
    """Runs a text, and no compiled file that might lie beside it."""

    def __init__(self, source: str) -> None:
        self._source = source

    def get_source(self, fullname: str) -> str:  # noqa: ARG002 - the loader's protocol
        return self._source


def _module(source: str, path: Path) -> ModuleType:
    spec = spec_from_loader("second_scorer", _OfText(source), origin=path.name)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise UserError(f"cannot be loaded ({described(error)})", where=str(path),
                        remedy="correct it") from None  # fmt: skip
    return module


def _name(module: ModuleType, path: Path) -> str:
    name = getattr(module, "NAME", None) or re.sub(r"[^A-Za-z0-9_-]+", "-", path.stem).strip("-_")
    if not (isinstance(name, str) and NAME.fullmatch(name)):
        raise UserError(f"NAME {name!r} is no name of a folder", where=str(path),
                        remedy="give up to 40 letters, figures, - and _")  # fmt: skip
    return name


def _rule(rule: Any, where: str) -> ScorerRule:  # noqa: ANN401 - what a user wrote
    """Read a rule: an object with name, says and example, or a pair of name and sentence."""
    name, says = getattr(rule, "name", None), getattr(rule, "says", None)
    if isinstance(rule, tuple | list) and len(rule) == 2:
        name, says = rule
    if not (isinstance(name, str) and isinstance(says, str)):
        raise UserError(f"{rule!r} in RULES is no pair of name and sentence", where=where,
                        remedy=REMEDY)  # fmt: skip
    prediction, reference = getattr(rule, "example", ("", ""))
    return ScorerRule(name=name, says=says, prediction=prediction, reference=reference)


def _unexplained(prediction: str, reference: str) -> tuple[str, ...]:  # noqa: ARG001
    return ()


def described(error: BaseException) -> str:
    """Say what a user's code raised."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
