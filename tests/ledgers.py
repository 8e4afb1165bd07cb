"""A results folder with tables, figures and a ledger, made of results that a test gives."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

from matplotlib.figure import Figure

from earned.audits.acquabench.figures import FIGURES, run
from earned.figures.index import INDEX as FIGURE_INDEX
from earned.figures.index import FigureEntry, FigureIndex
from earned.ledger.claim import Claim
from earned.ledger.claims import Source, audit_claims, claims_of
from earned.ledger.files import ledger_files
from earned.paper.outline import Outline
from earned.records.files import write_json, write_records
from earned.records.lineage import Lineage
from earned.render.table import Table
from earned.tables.rendering import INDEX, rendered_tables

AUDIT = "acquabench"
NO_TEXT = Outline("T", ())


def source_of(results: Any) -> Source:
    """The canonical results as the ledger reads them."""
    lineage = Lineage(stage="analysis", audit=AUDIT, parameters={}, code_sha256="c",
                      environment_sha256="e", inputs=(), outputs=())  # fmt: skip
    return Source(AUDIT, "s", f"{AUDIT}/analysis/frozen_results.json", results, "a", lineage, "b")


def claims(
    results: Any,
    tables: Sequence[Table] = (),
    figures: Sequence[FigureEntry] = (),
    outline: Outline = NO_TEXT,
) -> list[Claim]:
    """The claims of some tables, figures and text."""
    return claims_of(source_of(results), tables, figures, outline)


def entry(name: str, points: Sequence[Any], notes: Sequence[Any] = ()) -> FigureEntry:
    """A figure of the index."""
    return FigureEntry(name=name, title="A figure.", notes=tuple(notes), width=100, height=100,
                       breaks=(), points=tuple(points))  # fmt: skip


def figure_entries(results: Any) -> list[FigureEntry]:
    """The figures of the audit as its index has them, without drawing them."""
    with ExitStack() as undrawn:
        for name in FIGURES:
            made = patch(f"earned.audits.acquabench.figures.{name}.draw_forest")
            undrawn.enter_context(made).return_value = (Figure(), ())
        return [entry(picture.name, picture.points, picture.notes) for picture in run(results)]


def write_study(
    root: Path, results: Any, tables: Sequence[Table], figures: Sequence[FigureEntry] = ()
) -> Path:
    """Write what the ledger is made from, and the ledger."""
    base = root / AUDIT
    write_json(base / "analysis" / "frozen_results.json", results)
    write_json(base / "analysis" / "lineage.json", source_of(results).lineage.model_dump())
    for name, text in rendered_tables(tables, results).items():
        (base / "tables").mkdir(parents=True, exist_ok=True)
        (base / "tables" / name).write_bytes(text.encode())
    write_records(base / "tables" / INDEX, tables)
    index = FigureIndex(versions={}, figures=tuple(figures))
    write_json(base / "figures" / FIGURE_INDEX, index.model_dump(mode="json"))
    write_ledger(root, audit_claims(root, "s", AUDIT))
    return root


def write_ledger(root: Path, found: Sequence[Claim]) -> None:
    """Write a ledger of these claims."""
    (root / "ledger").mkdir(exist_ok=True)
    for name, text in ledger_files(found).items():
        (root / "ledger" / name).write_text(text, encoding="utf-8")


def edit_ledger(root: Path, edit: Any) -> None:
    """Change the rows of `claims.json`."""
    path = root / "ledger" / "claims.json"
    rows = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(edit(rows)), encoding="utf-8")
