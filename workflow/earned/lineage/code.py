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

PACKAGE = Path(__file__).resolve().parent.parent
DATA_SUFFIXES = (".j2", ".txt", ".json")


class Package:
    """A copy of this package, read once: this one, or that of a release.

    Args:
        root: its folder, `.../earned`.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._closures: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._tree = cache(self._parsed)
        self._imports = cache(self._imported)
        self._module_digest = cache(self._digested)

    def digest(self, entries: Sequence[str]) -> str:
        """Hash the closure of the entry modules, e.g. `["earned.scores.__main__"]`."""
        digest = hashlib.sha256()
        for name in self.closure(tuple(sorted(entries))):
            digest.update(f"{name}\0{self._module_digest(name)}\n".encode())
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
                    waiting.extend(self._imports(name))
            self._closures[entries] = tuple(sorted(found))
        return self._closures[entries]

    def module_file(self, name: str) -> Path | None:
        """Find the source file of an `earned` module, or None if there is no such module."""
        parts = name.split(".")
        if parts[0] != PACKAGE.name:
            return None
        base = self.root.joinpath(*parts[1:])
        for file in (base.with_suffix(".py"), base / "__init__.py"):
            if file.is_file():
                return file
        return None

    def _file(self, name: str) -> Path:
        file = self.module_file(name)
        assert file is not None
        return file

    def _parsed(self, name: str) -> ast.Module:
        return ast.parse(self._file(name).read_bytes())

    def _imported(self, name: str) -> tuple[str, ...]:
        """Name what a module imports, with the packages that hold it."""
        found: set[str] = set()
        for node in ast.walk(self._tree(name)):
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                found.add(node.module)
                found.update(f"{node.module}.{alias.name}" for alias in node.names)
        return tuple(sorted(found | _packages(found)))

    def _digested(self, name: str) -> str:
        digest = hashlib.sha256(_dump(_without_docstrings(self._tree(name))).encode())
        for data in _data_files(self._file(name)):
            digest.update(f"\0{data.name}\0".encode() + data.read_bytes())
        return digest.hexdigest()


OURS = Package(PACKAGE)
"""The package that is running."""


def _packages(names: Iterable[str]) -> set[str]:
    """Name the packages that hold modules: importing a module runs them too."""
    return {mod.rsplit(".", depth)[0] for mod in names for depth in range(1, mod.count(".") + 1)}


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        for block in ("body", "orelse", "finalbody"):
            held = getattr(node, block, None)
            if isinstance(held, list):
                setattr(node, block, [part for part in held if not _is_text(part)])
    return tree


def _is_text(node: ast.AST) -> bool:
    """Whether a statement is a mere string: a docstring, or the text below a constant."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _dump(node: object) -> str:
    """Write a syntax tree without empty fields, which differ between Python versions."""
    if isinstance(node, ast.AST):
        fields = ((k, v) for k, v in ast.iter_fields(node) if v is not None and v != [])
        return f"{type(node).__name__}({','.join(f'{k}={_dump(v)}' for k, v in fields)})"
    if isinstance(node, list):
        return f"[{','.join(map(_dump, node))}]"
    return repr(node)


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
