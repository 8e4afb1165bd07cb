"""What the tables share: names of rows, cells of headline quantities, notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.names import CONTRASTS
from earned.render.note import note, value
from earned.render.pointer import pointer
from earned.render.table import Cell, Part, Text, counts_cell, effect_cell

Found = Mapping[str, Any]
"""One model's analysis in one regime, as JSON."""

COLUMNS = {
    **{name: "-".join(arm[0] for arm in arms) for name, arms in CONTRASTS.items()},
    "net_rescue": "Net rescue",
}
"""Estimand to the column that shows it."""
HEADLINES = ("delta_gc", "delta_gs", "net_rescue")
BOUNDARY = ("D1", "D2")
STYLE = "style"
NEGATIVE_LABELS = {"earned": "earned CLEAN", "sham": "successful exposed SHAM"}
AUROC_COLUMNS = {"earned": "AUROC vs earned", "sham": "AUROC vs SHAM"}
LETTERS = "G-C is GOLD less CLEAN, G-S is GOLD less SHAM, S-C is SHAM less CLEAN."
AUROC_GAPS = (
    "AUROC: a dash where one class is empty, no interval where too many replicates lack a class; "
    "table detector says which."
)
_LIMIT = (
    "D1 is a limit of the measurement: form of the value and scorer change together. Its AUROC "
    "is descriptive."
)
ERRORS = "Engine errors are counted per arm (CLEAN / GOLD / SHAM); their triplets are left out."
RESCUE = "Net rescue is over units whose CLEAN record failed."


def intervals(analyses: Mapping[str, Found]) -> Text:
    """Say what the contrasts of a table and the brackets behind them are, and their level."""
    levels = (f"{at}/effects/delta_gs/interval/level" for _, _, at in each(analyses))
    shown = [value("level", at, "level") for at in levels][:1]
    return note(
        "intervals",
        "Contrasts are percentage points with ",
        *(piece for level in shown for piece in (level, "% ")),
        f"qid-cluster percentile bootstrap intervals; surfaces are pooled. {LETTERS}",
    )


def of_regimes(analyses: Mapping[str, Found], *regimes: str) -> dict[str, Found]:
    """Pick the analyses of some regimes."""
    return {key: found for key, found in analyses.items() if found["regime"] in regimes}


def title_of(regime: str) -> str:
    """Name a regime in a row."""
    return "Style control" if regime == STYLE else regime


def label_part(key: str, field: str = "analyses") -> Part:
    """The label of an analysis, a case or a contrast, as a value of a sentence."""
    return value(f"{key}.label", pointer(field, key, "label"))


def label_of(found: Found) -> str:
    """Name a model in a regime, in a table of several regimes."""
    return f"{title_of(found['regime'])}, {found['label']}"


def absent(analyses: Mapping[str, Found], *regimes: str) -> tuple[str, ...]:
    """Say which regimes no model ran in."""
    run = {found["regime"] for found in analyses.values()}
    named = {name: "style control" if name == STYLE else f"regime {name}" for name in regimes}
    return tuple(f"The study has no {word}." for name, word in named.items() if name not in run)


def estimand_at(at: str, estimand: str) -> str:
    """Point at an estimand of the analysis at `at`."""
    return f"{at}/residual/net_rescue" if estimand == "net_rescue" else f"{at}/effects/{estimand}"


def headline_cell(at: str, estimand: str) -> Cell:
    """Make a cell of a contrast with its interval and, where a rule judges it, its verdict."""
    return effect_cell(estimand_at(at, estimand), f"{at}/verdicts/{estimand}")


def count_of(negatives: str) -> str:
    """Head the column that counts the two classes of an AUROC."""
    return AUROC_COLUMNS[negatives].replace("AUROC", "n")


def errors_cell(at: str) -> Cell:
    """Count the engine errors of each arm."""
    return counts_cell({c: f"{at}/arms/{c}/outcomes/engine_error" for c in CONDITIONS})


def classes_cell(detector: str) -> Cell:
    """Count a detector's positives and negatives."""
    return counts_cell({name: f"{detector}/{name}" for name in ("positives", "negatives")})


def each(analyses: Mapping[str, Found]) -> Iterator[tuple[str, Found, str]]:
    """Go through analyses: key, analysis, pointer."""
    for key, found in analyses.items():
        yield key, found, pointer("analyses", key)


def limit(analyses: Mapping[str, Any]) -> tuple[str, ...]:
    """Say what D1 is, where the study has it."""
    return (_LIMIT,) if any(found["regime"] == "D1" for found in analyses.values()) else ()
