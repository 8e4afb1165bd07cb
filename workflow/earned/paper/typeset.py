"""Run TeX and poppler in a scratch folder; what they leave there but the document is dropped."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from earned.errors import UserError

TEX = "pdflatex"
PAGES = "pdftoppm"
NAME = "supplement"
MOST_RUNS = 5
DPI = 110
PACKAGES = "texlive-latex-recommended texlive-latex-extra texlive-fonts-recommended poppler-utils"
"""Packages of Debian that hold what is needed."""
_FLAGS = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "-file-line-error")
_FAULT = re.compile(r"^(?:\.\.?/)*(\S+?):(\d+): (.+)$|^! *(.+)$", re.MULTILINE)
"""A fault in a line of a file, or one without a place."""


def has(program: str) -> bool:
    """Whether a program is installed."""
    return shutil.which(program) is not None


def typeset(text: str, root: Path, files: Iterable[str]) -> bytes:
    """Compile the document, and give its PDF: the same bytes for the same text, files and TeX.

    Args:
        text: LaTeX; it names its files by `../`.
        root: the results folder.
        files: what the document takes in, relative to the root.

    Raises:
        UserError: LaTeX found a fault.
    """
    with tempfile.TemporaryDirectory() as scratch:
        for name in files:
            target = Path(scratch) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, target)
        folder = Path(scratch) / "paper"
        folder.mkdir()
        (folder / f"{NAME}.tex").write_text(text, encoding="utf-8")
        _compile(folder)
        return (folder / f"{NAME}.pdf").read_bytes()


def pages(pdf: bytes) -> dict[str, bytes]:
    """Render each page: `page-NN.png` to content."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / f"{NAME}.pdf").write_bytes(pdf)
        command = [PAGES, "-png", "-r", str(DPI), f"{NAME}.pdf", "page"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            said = done.stderr.strip().splitlines()
            raise UserError(f"{PAGES} failed ({said[0] if said else done.returncode})",
                            where=f"{NAME}.pdf", remedy=f"install {PACKAGES}")  # fmt: skip
        made = sorted(folder.glob("page-*.png"), key=lambda path: _number(path.stem))
        return {f"page-{_number(path.stem):02d}.png": path.read_bytes() for path in made}


def _number(stem: str) -> int:
    return int(stem.rpartition("-")[2])


def _compile(folder: Path) -> None:
    """Run LaTeX until contents and column widths stay as they are."""
    before: list[bytes] = []
    for _ in range(MOST_RUNS):
        done = subprocess.run(
            [TEX, *_FLAGS, f"{NAME}.tex"], cwd=folder, env=_environment(folder),
            stdin=subprocess.DEVNULL, capture_output=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise _fault(done.stdout.decode("utf-8", "replace"))
        after = [(folder / f"{NAME}.{end}").read_bytes() for end in ("aux", "toc", "out")
                 if (folder / f"{NAME}.{end}").is_file()]  # fmt: skip
        if after == before:
            return
        before = after


def _environment(folder: Path) -> dict[str, str]:
    """No clock, no locale, no packages of the user's own."""
    return {**os.environ, "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1", "TZ": "UTC",
            "LC_ALL": "C", "TEXMFHOME": str(folder / "none"), "max_print_line": "1000"}  # fmt: skip


def _fault(log: str) -> UserError:
    """Name the first fault that LaTeX reports, with its line."""
    found = _FAULT.search(log)
    file, line, at_place, without = found.groups() if found else (None, None, None, None)
    said = at_place or without or "it wrote no reason"
    where = f"{file}, line {line}" if file else f"{NAME}.tex"
    return UserError(f"{TEX} stopped: {said.rstrip('.')}", where=where,
                     remedy=f"if a package or font is missing, install {PACKAGES}")  # fmt: skip
