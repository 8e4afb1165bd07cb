"""Small score tables by hand: every unit says what its three arms did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from earned.audits.acquabench.analysis import run
from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.frozen import Cases, FrozenResults, ModelAnalysis
from earned.audits.acquabench.labels import is_placebo, label
from earned.audits.acquabench.score_row import ScoreRow
from earned.records.table import schema_of

PLAIN: dict[str, Any] = {
    "regime": "D0",
    "model": "toy",
    "outcome": "ok",
    "prediction": "p",
    "reference": "r",
    "em": False,
    "f1_common": 0,
    "f1_predicted": 1,
    "f1_reference": 1,
    "f1": 0.0,
    "lenient_match": False,
    "decoy_match": False,
    "supplied_match": False,
    "repeat": 0,
    "coloc": 0.5,
    "coloc_numerator": 1,
    "coloc_denominator": 2,
    "coloc_content": 0.5,
    "string_match": True,
    "exposed_step": None,
    "value_shown": False,
    "all_shown": False,
    "label": "missing",
    "placebo": False,
    "steps": 2,
    "forced": False,
    "parse_failures": 0,
    "mismatches": 0,
    "dropped_actions": 0,
    "empty_queries": 0,
    "capped_steps": 0,
    "calls": 2,
    "prompt_tokens": 0,
    "completion_tokens": 0,
    "new_calls": 2,
    "new_prompt_tokens": 0,
    "new_completion_tokens": 0,
}


def unit(
    qid: str, hits: str, surface: str = "retrieval", exposed: str = "011", **more: Any
) -> list[ScoreRow]:
    """One unit; `hits` and `exposed` hold a digit for each of CLEAN, GOLD and SHAM.

    A hit of `e` is an engine error. `more`: a value for all arms, or arm to value.
    """
    rows = []
    for place, condition in enumerate(CONDITIONS):
        own = {
            name: value.get(condition, PLAIN.get(name)) if isinstance(value, Mapping) else value
            for name, value in more.items()
        }
        given = {**PLAIN, **own, "qid": qid, "surface": surface, "condition": condition}
        if hits[place] == "e":
            given["outcome"] = "engine_error"
        seen = exposed[place] == "1"
        success = hits[place] == "1"
        rows.append(ScoreRow.model_validate({**given, "exposed": seen, "success": success}))
    return labelled(rows)


def labelled(rows: list[ScoreRow]) -> list[ScoreRow]:
    """Put the labels on a unit's rows, CLEAN first."""
    clean = rows[0]
    return [
        row.model_copy(update={"label": label(row, clean), "placebo": is_placebo(row, clean)})
        for row in rows
    ]


def table(*units: Iterable[ScoreRow]) -> pl.DataFrame:
    """Units to a score table."""
    rows = [row.model_dump() for one in units for row in one]
    return pl.DataFrame(rows, schema=schema_of(ScoreRow), orient="row")


def analyse(scores: pl.DataFrame, control: str | None = None, **more: Any) -> FrozenResults:
    """Analyse tables of one or more models with 200 replicates; `more` overrides parameters."""
    models = {str(m): {"label": f"the {m}", "control": control} for m in scores["model"].unique()}
    given: dict[str, Any] = {
        "models": models,
        "surfaces": ["retrieval", "tool", "memory", "subagent"],
        "analysis": {"replicates": 200},
        "verdicts": [
            {
                "estimand": name,
                "statement": "it is above",
                "stronger": "it is the cause",
                "boundary": "this table",
            }
            for name in ("delta_gc", "delta_gs", "net_rescue")
        ],
    }
    return run([scores], [], Cases(cases=()), [], {"scores.parquet": "0" * 64}, {**given, **more})


def analysed(scores: pl.DataFrame, control: str | None = None, **more: Any) -> ModelAnalysis:
    """The analysis of a table of one model."""
    (found,) = analyse(scores, control, **more).analyses.values()
    return found
