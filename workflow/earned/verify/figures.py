"""Draw an audit's figures again from its frozen results, and compare them byte by byte."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from earned.figures.rendering import INDEX, FigureIndex, drawn_figures
from earned.records.files import json_text, parse_json, read_record, read_text
from earned.render.figures import versions
from earned.verify.report import Report


def check_figures(root: Path, audit: str, report: Report) -> None:
    """Compare figures with fresh ones; with other versions of what draws, say so instead.

    The manifest's hashes hold in any case. Bytes of a figure hang on the versions in its index,
    so other versions here are a remark and no failure.
    """
    folder = f"{audit}/figures"
    made_with = read_record(root / folder / INDEX, FigureIndex).versions
    if made_with != versions():
        report.remarks.append(f"{folder}: not drawn again, {_differences(made_with, versions())}")
        return
    results = read_text(root / audit / "analysis" / "frozen_results.json")
    for name, content in _drawn(audit, results):
        path = root / folder / name
        if not path.is_file():
            report.fail(f"{folder}/{name}", "is missing")
        elif path.read_bytes() != content:
            report.fail(f"{folder}/{name}", "differs from a fresh drawing")
        else:
            report.figures += 1


@lru_cache(maxsize=4)
def _drawn(audit: str, text: str) -> tuple[tuple[str, bytes], ...]:
    """Draw from the text of the results; the same text draws the same, so once is enough."""
    results = parse_json(text, where=f"{audit}/analysis/frozen_results.json")
    index, files = drawn_figures(audit, results)
    listed = json_text(index.model_dump(mode="json")).encode()
    return tuple(sorted({**files, INDEX: listed}.items()))


def _differences(made_with: dict[str, str], here: dict[str, str]) -> str:
    names = sorted(made_with.keys() | here.keys())
    told = (f"{name} {made_with.get(name, 'none')} made them, {here.get(name, 'none')} is here"
            for name in names if made_with.get(name) != here.get(name))  # fmt: skip
    return ", ".join(told)
