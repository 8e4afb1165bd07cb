"""The paper's figures for the models and regimes that this study ran."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from earned.audits.acquabench.estimands.printed_file import PrintedFile
from earned.audits.acquabench.estimands.printed_rows import (
    proportion,
    published_analyses,
    published_populations,
)
from earned.audits.acquabench.frozen import Printed, Published, PublishedContrast
from earned.records.files import validate

REGIME, FIRST, SECOND = "d0", "qwen2.5-14b", "qwen2.5-32b"
"""The paper's one contrast of models."""


def published(
    files: Sequence[Mapping[str, Any]], analyses: Collection[str], contrasts: Collection[str]
) -> Published | None:
    """Pick what has a counterpart: the same model, by its alias, in the same regime.

    Args:
        files: `resources/published/acquabench.json`, or none.
        analyses: keys of the study's analyses.
        contrasts: keys of its model contrasts.

    Returns:
        The figures, as proportions, and the keys of those that this study did not run; None where
        there is no file. Populations come with the analyses of their regime.

    Raises:
        UserError: the file is not in its form.
    """
    if not files:
        return None
    file = validate(PrintedFile, dict(files[0]), where="published figures")
    printed, differences = published_analyses(file), _differences(file)
    here = {key: found for key, found in printed.items() if key in analyses}
    told = {(SECOND, FIRST): differences, (FIRST, SECOND): _mirrored(differences)}
    beside = {
        key: made for pair, made in told.items() if (key := _contrast_key(*pair)) in contrasts
    }
    regimes = {found.regime for found in here.values()}
    return Published(
        citation=file.citation,
        analyses=here,
        contrasts=beside,
        populations={r: p for r, p in published_populations(file).items() if r in regimes},
        not_run=(
            *(key for key in printed if key not in here),
            *(() if beside else (_contrast_key(SECOND, FIRST),)),
        ),
    )


def _contrast_key(second: str, first: str) -> str:
    return f"{REGIME}_{second}_minus_{first}"


def _differences(file: PrintedFile) -> PublishedContrast:
    return PublishedContrast(
        differences={name: proportion(pp) for name, pp in file.qwen_32b_minus_14b_d0.items()}
    )


def _mirrored(contrast: PublishedContrast) -> PublishedContrast:
    """Turn a contrast round, for a study that lists the two models in the other order."""
    return PublishedContrast(
        differences={name: _negated(one) for name, one in contrast.differences.items()}
    )


def _negated(one: Printed) -> Printed:
    low, high = one.low, one.high
    return Printed(
        value=-one.value,
        low=None if high is None else -high,
        high=None if low is None else -low,
    )
