"""The digest of the code behind a stage: its modules without comments and docstrings.

The closure is static: every `earned` module that the entry modules import, directly or not, and
the data files (templates) that lie in those modules' folders. An edit that changes no syntax tree
changes no digest.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parent.parent
DATA_SUFFIXES = (".j2", ".txt", ".json")


_BLOCKS = ("body", "orelse", "finalbody")
"""Fields that hold statements, of which a mere string does nothing."""


class Module(NamedTuple):
    """What a module's file says."""

    imports: tuple[str, ...]
    digest: str


class Package:
    """A copy of this package, read once: this one, or that of a release.

    Args:
        root: its folder, `.../earned`.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._closures: dict[tuple[str, ...], tuple[str, ...]] = {}
        self.module_file = cache(self._found)
        self._module = cache(self._read)

    def digest(self, entries: Sequence[str]) -> str:
        """Hash the closure of the entry modules, e.g. `["earned.scores.__main__"]`."""
        digest = hashlib.sha256()
        for name in self.closure(tuple(sorted(entries))):
            digest.update(f"{name}\0{self._module(name).digest}\n".encode())
        return digest.hexdigest()

    def closure(self, entries: tuple[str, ...]) -> tuple[str, ...]:
        """List every `earned` module that the entries import, sorted, the entries included."""
        if entries not in self._closures:
            found: set[str] = set()
            waiting = [*entries, *_packages(entries)]
            while waiting:
                name = waiting.pop()
                if name not in found and self.module_file(name) is not None:
                    found.add(name)
                    waiting.extend(self._module(name).imports)
            self._closures[entries] = tuple(sorted(found))
        return self._closures[entries]

    def _found(self, name: str) -> Path | None:
        """Find the source file of an `earned` module, or None if there is no such module."""
        parts = name.split(".")
        if parts[0] != PACKAGE.name:
            return None
        base = self.root.joinpath(*parts[1:])
        for file in (base.with_suffix(".py"), base / "__init__.py"):
            if file.is_file():
                return file
        return None

    def _read(self, name: str) -> Module:
        """Read a module once: what it imports, with the packages that hold that, and its digest."""
        file = self.module_file(name)
        assert file is not None
        imports: list[ast.Import | ast.ImportFrom] = []
        text = _dump(ast.parse(file.read_bytes()), imports)
        digest = hashlib.sha256(text.encode())
        for data in _data_files(file):
            digest.update(f"\0{data.name}\0".encode() + data.read_bytes())
        found = {name for node in imports for name in _imported(node)}
        return Module(tuple(sorted(found | _packages(found))), digest.hexdigest())


OURS = Package(PACKAGE)
"""The package that is running."""


def _packages(names: Iterable[str]) -> set[str]:
    """Name the packages that hold modules: importing a module runs them too."""
    return {mod.rsplit(".", depth)[0] for mod in names for depth in range(1, mod.count(".") + 1)}


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """Name what a statement may import; a name of a module may be a module itself."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif node.module and node.level == 0:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _is_text(node: ast.AST) -> bool:
    """Whether a statement is a mere string: a docstring, or the text below a constant."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _dump(node: object, imports: list[ast.Import | ast.ImportFrom]) -> str:
    """Write a syntax tree without mere strings, and note its imports.

    Empty fields are left out too, as they differ between Python versions.
    """
    if isinstance(node, list):
        return f"[{','.join([_dump(part, imports) for part in node])}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    if isinstance(node, ast.Import | ast.ImportFrom):
        imports.append(node)
    fields = []
    for name in node._fields:
        value = getattr(node, name, None)
        if name in _BLOCKS and isinstance(value, list):
            value = [part for part in value if not _is_text(part)]
        if value is not None and value != []:
            fields.append(f"{name}={_dump(value, imports)}")
    return f"{type(node).__name__}({','.join(fields)})"


def _data_files(file: Path) -> Iterator[Path]:
    """Yield a module's data files: those in the folder of its name.

    A package has those beside its `__init__`, and those in folders below that no module owns.
    """
    folders = [file.with_suffix("")]
    if file.name == "__init__.py":
        below = (f for f in file.parent.iterdir() if f.is_dir() and not _is_owned(f))
        folders = [file.parent, *sorted(below)]
    for folder in folders:
        if folder.is_dir():
            yield from sorted(f for f in folder.iterdir() if f.suffix in DATA_SUFFIXES)


def _is_owned(folder: Path) -> bool:
    """Whether a folder is a package, or belongs to the module of its name."""
    return (folder / "__init__.py").is_file() or folder.with_suffix(".py").is_file()
