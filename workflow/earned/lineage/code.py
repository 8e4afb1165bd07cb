"""The digest of the code behind a stage: its modules without comments and docstrings.

The closure is static: every `earned` module that the entry modules import, directly or not, and
the data files (templates) that lie in those modules' folders. An edit that changes no syntax tree
changes no digest.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
DATA_SUFFIXES = (".j2", ".txt", ".json")


def code_digest(entries: Sequence[str]) -> str:
    """Hash the closure of the entry modules, e.g. `["earned.scores.__main__"]`."""
    digest = hashlib.sha256()
    for name in closure(tuple(sorted(entries))):
        digest.update(f"{name}\0{_module_digest(name)}\n".encode())
    return digest.hexdigest()


@cache
def closure(entries: tuple[str, ...]) -> tuple[str, ...]:
    """List every `earned` module that the entries import, sorted, the entries included."""
    found: set[str] = set()
    waiting = list(entries)
    while waiting:
        name = waiting.pop()
        if name not in found and module_file(name) is not None:
            found.add(name)
            waiting.extend(_imports(name))
    return tuple(sorted(found))


def module_file(name: str) -> Path | None:
    """Find the source file of an `earned` module, or None if there is no such module."""
    parts = name.split(".")
    if parts[0] != PACKAGE.name:
        return None
    base = PACKAGE.joinpath(*parts[1:])
    for file in (base.with_suffix(".py"), base / "__init__.py"):
        if file.is_file():
            return file
    return None


@cache
def _tree(name: str) -> ast.Module:
    file = module_file(name)
    assert file is not None
    return ast.parse(file.read_bytes())


@cache
def _imports(name: str) -> tuple[str, ...]:
    """Name what a module imports, with the packages that hold it."""
    found: set[str] = set()
    for node in ast.walk(_tree(name)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    parents = {mod.rsplit(".", depth)[0] for mod in found for depth in range(mod.count(".") + 1)}
    return tuple(sorted(found | parents))


@cache
def _module_digest(name: str) -> str:
    file = module_file(name)
    assert file is not None
    digest = hashlib.sha256(_dump(_without_docstrings(_tree(name))).encode())
    for data in _data_files(file):
        digest.update(f"\0{data.name}\0".encode() + data.read_bytes())
    return digest.hexdigest()


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                node.body = node.body[1:]
    return tree


def _dump(node: object) -> str:
    """Write a syntax tree without empty fields, which differ between Python versions."""
    if isinstance(node, ast.AST):
        fields = ((k, v) for k, v in ast.iter_fields(node) if v is not None and v != [])
        return f"{type(node).__name__}({','.join(f'{k}={_dump(v)}' for k, v in fields)})"
    if isinstance(node, list):
        return f"[{','.join(map(_dump, node))}]"
    return repr(node)


def _data_files(file: Path) -> Iterator[Path]:
    """Yield a module's data files: beside an `__init__`, or in the folder of the module's name."""
    folder = file.parent if file.name == "__init__.py" else file.with_suffix("")
    if folder.is_dir():
        files = (f for f in folder.iterdir() if f.suffix in DATA_SUFFIXES)
        yield from sorted(files, key=lambda f: f.name)
