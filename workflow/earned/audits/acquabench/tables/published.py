"""The paper's figures beside the study's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.audits.acquabench.tables.common import LETTERS, label_of, title_of
from earned.audits.acquabench.tables.published_rows import (
    Pair,
    of_analysis,
    of_case,
    of_contrast,
    of_population,
)
from earned.render.note import listed, note, value
from earned.render.table import Row, Table, Text

_NO_FILE = "The study was given no file of published figures."
_NONE = "The study runs no model, under its alias in that file, that the paper prints."


def published(results: Mapping[str, Any]) -> Table:
    """Lay out printed figures beside ours, where model and regime are the same."""
    rows = tuple(_rows(results)) if results["published"] else ()
    return Table(
        name="published",
        title="Published figures beside those of this study.",
        stub="Regime, model: quantity",
        columns=("Paper", "Study"),
        rows=rows,
        notes=(
            *(_cited(results["published"], rows) if results["published"] else (_NO_FILE,)),
            f"Contrasts are percentage points. {LETTERS} Population, author, engine and runtime "
            "may differ; the same model and regime do not make the same experiment.",
            "Quality is over all conditions. Scores by class are n: median [first quartile, third "
            "quartile]. A case may be of another question.",
        ),
    )


def _rows(results: Mapping[str, Any]) -> Iterator[Row]:
    printed = results["published"]
    for regime in printed["populations"]:
        pairs = of_population(regime, results["populations"].get(regime))
        yield from _paired(regime, title_of(regime), pairs)
    for key, paper in printed["analyses"].items():
        found = results["analyses"][key]
        yield from _paired(key, label_of(found), of_analysis(key, paper, found))
        if paper["case"]:
            case = of_case(key, paper["case"], results["cases"].get(key))
            yield from _paired(key, label_of(found), case)
    for key, paper in printed["contrasts"].items():
        contrast = results["contrasts"][key]
        label = f"{title_of(contrast['regime'])}, {contrast['label']}"
        yield from _paired(key, label, of_contrast(key, paper))


def _paired(key: str, label: str, pairs: Iterator[Pair]) -> Iterator[Row]:
    for pair in pairs:
        cells = (pair.paper, pair.ours)
        yield Row(key=f"{key}.{pair.key}", label=f"{label}: {pair.name}", cells=cells)


def _cited(printed: Mapping[str, Any], rows: tuple[Row, ...]) -> Iterator[Text]:
    yield note("citation", "Published figures: ", value("value", "/published/citation"))
    if not rows:
        yield _NONE
    if printed["not_run"]:
        names = (
            value(name, f"/published/not_run/{n}") for n, name in enumerate(printed["not_run"])
        )
        yield note("not run", "Published and not run in this study: ", *listed(names), ".")
