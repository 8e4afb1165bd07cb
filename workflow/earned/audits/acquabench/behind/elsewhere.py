"""What is behind the numbers that are not of one model in one regime."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from earned.audits.acquabench.behind import terms as of
from earned.audits.acquabench.behind.one_model import whole
from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.config import PARENTS
from earned.config.published import CONFIG
from earned.explain.behind import ALL, Behind, Check, Term

Results = Mapping[str, Any]
COSTS = "acquabench/analysis/costs.parquet"

_SPENT = {
    "calls": "calls",
    "prompt_tokens": "prompt tokens",
    "completion_tokens": "completion tokens",
}


def usage_behind(keys: Sequence[str], at: str) -> Behind:
    """Name the records whose calls, tokens or cost are summed; `at` points at their sum.

    Args:
        keys: what follows `at`, e.g. `made`, `calls`.
        at: pointer to a `Usage`, or to the `Spending` of one arm.
    """
    made = _spent(keys, at)
    return made.model_copy(update={"runs": "all", "files": (COSTS,)})


def _spent(keys: Sequence[str], at: str) -> Behind:
    arm = at.rpartition("/")[2]
    arms = (arm,) if arm in CONDITIONS else CONDITIONS
    terms: tuple[Term, ...] = ()
    checks: tuple[Check, ...] = ()
    if keys[0] == "records":
        terms, checks = (of.summed("records", arms, "records"),), of.equals(f"{at}/records")
    elif keys[0] in ("naive", "made") and keys[1] in _SPENT:
        new, said = ("new_", "made") if keys[0] == "made" else ("", "as if each had run alone")
        term = of.summed(f"{_SPENT[keys[1]]} {said}", arms, f"{new}{keys[1]}")
        terms, checks = (term,), of.equals(f"{at}/{'/'.join(keys[:2])}")
    elif keys[0] == "unique":
        term = of.summed("calls as if each had run alone, made", arms, "new_calls", "calls")
        terms, checks = (term,), of.of_rate(f"{at}/unique")
    made = whole("calls and tokens of every record, in all runs")
    return made.model_copy(update={"conditions": arms, "terms": terms, "checks": checks})


def population_behind(results: Results, regime: str) -> Behind:
    """Name the construction records of a regime, and of the one it is built from."""
    above = PARENTS.get(regime)  # type: ignore[call-overload]
    regimes = (regime, above) if above else (regime,)
    return construction(results, regimes, f"how the questions of {regime} were built, or rejected")


def construction(results: Results, regimes: Sequence[str], says: str) -> Behind:
    """Name construction records."""
    ends = tuple(f"/artifacts/{regime}/construction.jsonl" for regime in regimes)
    return Behind(
        says=says,
        kind="construction",
        regimes=tuple(regimes),
        inputs=tuple(name for name in results["sources"] if name.endswith(ends)),
        note="no trajectory is behind it: it was counted before any agent ran",
    )


def published_behind(results: Results) -> Behind:
    """Name the file of printed figures."""
    inputs = tuple(name for name in results["sources"] if "/published/" in name)
    return Behind(says="figures as the paper prints them", kind="published", inputs=inputs,
                  note="no trajectory of this study is behind it")  # fmt: skip


def source_behind(results: Results, name: str) -> Behind | None:
    """Name the one input whose hash is shown."""
    if name not in results["sources"]:
        return None
    return Behind(says=f"the hash of {name}", kind="file", inputs=(name,),
                  note="the number names a file, and was counted from no record")  # fmt: skip


def described(says: str) -> Behind:
    """Name the configuration, for a text that describes the study."""
    return Behind(says=says, kind="configuration", files=(CONFIG,),
                  note="a description: no record is behind it")  # fmt: skip


def case_behind(case: Mapping[str, Any], keys: Sequence[str]) -> Behind:
    """Name the one unit of a mechanism case, or all units that it was chosen from."""
    if keys[:1] == ["candidates"]:
        return whole("the units that the rule chose the case from")
    arms = (case["arms"][int(keys[1])]["condition"],) if keys[0] == "arms" else CONDITIONS
    return whole("one unit, chosen by rule").model_copy(
        update={"conditions": arms, "qid": case["qid"], "surfaces": (case["surface"],),
                "subset": ALL}
    )  # fmt: skip
