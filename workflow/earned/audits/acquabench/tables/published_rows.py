"""Each printed figure of the paper with its counterpart in the study, where both are there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.tables.common import COLUMNS, estimand_at
from earned.audits.acquabench.tables.detectors import CLASSES, quartiles_cell
from earned.render.pointer import pointer
from earned.render.table import (
    Cell,
    Format,
    Part,
    auroc_cell,
    effect_cell,
    one,
    rate_cell,
    said,
)

_SCORES = ("clean", "gold", "sham")
_RESCUE = {
    "rescue_gold": "GOLD rescue of CLEAN failures, %",
    "rescue_sham": "SHAM rescue of CLEAN failures, %",
}
_COUNTS = ("parent", "templates", "alias_eligible", "paired")
_ARM: dict[str, Format] = {
    "em": "count",
    "f1": "decimal",
    "coloc": "decimal",
    "step_count": "count",
}
_QUALITY: dict[str, Format] = {
    "records": "count",
    "forced": "percent",
    "parse_failures": "count",
    "mean_steps": "mean",
}
_QUALITY_NAMES = {"forced": "forced finishes, % of records"}


class Pair(NamedTuple):
    """One quantity: its key, its name, the paper's cell and ours."""

    key: str
    name: str
    paper: Cell
    ours: Cell


def of_analysis(key: str, paper: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[Pair]:
    """Pair what the paper prints of one model in one regime."""
    at, own = f"/published{pointer('analyses', key)}", pointer("analyses", key)
    yield from _success(at, own, paper)
    for name in paper["effects"]:
        ours = effect_cell(estimand_at(own, name))
        yield Pair(name, COLUMNS[name], _printed(f"{at}/effects/{name}", "points"), ours)
    for name in paper["rescue"]:
        ours = rate_cell(f"{own}/residual/{name}")
        yield Pair(name, _RESCUE[name], _printed(f"{at}/rescue/{name}", "percent"), ours)
    for name in paper["detectors"]:
        label = f"AUROC {name.replace('_vs_', ' vs ').replace('sham', 'SHAM')}"
        paper_cell = _printed(f"{at}/detectors/{name}", "decimal")
        yield Pair(name, label, paper_cell, auroc_cell(f"{own}/detectors/{name}"))
    yield from _classes(at, own, paper, found)
    yield from _surfaces(at, own, paper, found)
    if paper["quality"]:
        yield from _quality(f"{at}/quality", own)


def of_contrast(key: str, paper: Mapping[str, Any]) -> Iterator[Pair]:
    """Pair what the paper prints of one model against another."""
    for name in paper["differences"]:
        own = pointer("contrasts", key, "differences", name)
        label = f"difference in {COLUMNS.get(name, f'{name.upper()} success')}"
        yield Pair(name, label, _printed(f"/published{own}", "points"), effect_cell(own))


def of_case(key: str, paper: Mapping[str, Any], found: Mapping[str, Any] | None) -> Iterator[Pair]:
    """Pair a printed mechanism case with ours, which may be of another question."""
    at, own = f"/published{pointer('analyses', key)}/case", pointer("cases", key)
    for name in ("qid", "surface"):
        ours = one(f"{own}/{name}", "text") if found else said()
        yield Pair(f"case_{name}", f"case, {name}", one(f"{at}/{name}", "text"), ours)
    arms = {arm["condition"]: n for n, arm in enumerate(found["arms"])} if found else {}
    for condition in paper["arms"]:
        ours = _case_arm(f"{own}/arms/{arms[condition]}") if condition in arms else said()
        yield Pair(f"case_{condition}", f"case, {condition}: EM, F1, coloc, steps",
                   _case_arm(f"{at}/arms/{condition}"), ours)  # fmt: skip


def of_population(regime: str, found: Mapping[str, Any] | None) -> Iterator[Pair]:
    """Pair the sizes of a regime's population."""
    own = pointer("populations", regime)
    for name in _COUNTS:
        if name == "alias_eligible" and regime != "D1":
            continue
        ours = one(f"{own}/{name}", "count") if found else said()
        label = f"population, {name.replace('_', '-')}"
        yield Pair(f"population_{name}", label, one(f"/published{own}/{name}", "count"), ours)


def _success(at: str, own: str, paper: Mapping[str, Any]) -> Iterator[Pair]:
    for condition in CONDITIONS:
        if condition in paper["success"]:
            cell = rate_cell(f"{at}/success/{condition}")
            ours = rate_cell(f"{own}/arms/{condition}/success")
            yield Pair(condition, f"{condition} success", cell, ours)
    if paper["cleaned_gold"] is not None:
        cell = rate_cell(f"{at}/cleaned_gold")
        ours = rate_cell(f"{own}/residual/cleaned_gold")
        yield Pair("cleaned_gold", "audit-cleaned GOLD", cell, ours)


def _classes(
    at: str, own: str, paper: Mapping[str, Any], found: Mapping[str, Any]
) -> Iterator[Pair]:
    ours = one(f"{own}/residual/attributable", "count")
    yield Pair("positives", "n, Attributable GOLD", one(f"{at}/positives", "count"), ours)
    for name in paper["negatives"]:
        ours = one(f"{own}/detectors/coloc_vs_{name}/negatives", "count")
        yield Pair(f"n_{name}", f"n, {CLASSES[name]}", one(f"{at}/negatives/{name}", "count"), ours)
    for name in paper["distributions"]:
        if name in found["distributions"].get("coloc", {}):
            cell = quartiles_cell(f"{at}/distributions/{name}")
            ours = quartiles_cell(f"{own}/distributions/coloc/{name}")
            yield Pair(f"coloc_{name}", f"coloc, {CLASSES[name]}", cell, ours)


def _surfaces(
    at: str, own: str, paper: Mapping[str, Any], found: Mapping[str, Any]
) -> Iterator[Pair]:
    for surface, printed in paper["by_surface"].items():
        beside = pointer("by_surface", surface)
        for name in printed:
            ours = (
                one(f"{own}{beside}/{name}", "points") if surface in found["surfaces"] else said()
            )
            cell = one(f"{at}{beside}/{name}", "points")
            yield Pair(f"{surface}_{name}", f"{surface}, {COLUMNS[name]}", cell, ours)


def _quality(at: str, own: str) -> Iterator[Pair]:
    for name, form in _QUALITY.items():
        value = "forced/value" if name == "forced" else name
        ours = one(f"{own}/quality_overall/{value}", form)
        label = f"quality, {_QUALITY_NAMES.get(name, name.replace('_', ' '))}"
        yield Pair(f"quality_{name}", label, one(f"{at}/{name}", form), ours)


def _case_arm(at: str) -> Cell:
    parts = [
        Part(name=name, pointer=f"{at}/{name}", format=form, before=", " if n else "")
        for n, (name, form) in enumerate(_ARM.items())
    ]
    return Cell(parts=tuple(parts))


def _printed(at: str, form: Format) -> Cell:
    return Cell(
        parts=(
            Part(name="value", pointer=f"{at}/value", format=form),
            Part(name="low", pointer=f"{at}/low", format=form, before=" ["),
            Part(name="high", pointer=f"{at}/high", format=form, before=", ", after="]"),
        )
    )
