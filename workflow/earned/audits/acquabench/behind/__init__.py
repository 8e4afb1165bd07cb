"""Which records are behind each number of AcquaBench's results, by its JSON pointer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from earned.audits.acquabench.behind.elsewhere import (
    case_behind,
    construction,
    described,
    population_behind,
    published_behind,
    source_behind,
    usage_behind,
)
from earned.audits.acquabench.behind.one_model import (
    arm_behind,
    class_behind,
    classes_behind,
    effect_behind,
    power_behind,
    quality_behind,
    residual_behind,
    size_behind,
    surface_behind,
    variant_behind,
    whole,
)
from earned.audits.acquabench.behind.pairs import models_behind, runs_behind
from earned.audits.acquabench.behind.predicates import PREDICATES
from earned.audits.acquabench.behind.terms import ARMS
from earned.audits.acquabench.behind.view import view
from earned.explain.behind import Behind
from earned.render.pointer import keys_of, pointer

__all__ = ["PREDICATES", "behind", "view"]

Results = Mapping[str, Any]
AUDIT = "acquabench"
_HOLM = "Holm's adjustment also uses the p-values of the other headline claims of the study"


def behind(results: Results, locator: str) -> Behind | None:
    """Name the records behind the value that a pointer points at.

    Args:
        results: the frozen results, as JSON.
        locator: JSON pointer into them.

    Returns:
        None where the audit has no such number.
    """
    first, *keys = keys_of(locator) or [""]
    try:
        return _found(results, first, keys)
    except (LookupError, TypeError, ValueError):
        return None


def _found(results: Results, first: str, keys: Sequence[str]) -> Behind | None:
    if first == "analyses":
        return _analysis(results, keys[0], keys[1:])
    if first == "contrasts":
        return _contrast(results, keys[0], keys[1:])
    if first == "cases":
        return _case(results, keys[0], keys[1:])
    if first == "controls":
        return _model(results, keys[0], whole("all records of the control in the regime"))
    if first == "usage":
        return _everything(results, usage_behind(keys, "/usage"))
    if first == "populations":
        return population_behind(results, keys[0]) if keys[0] in results[first] else None
    if first == "style":
        return construction(results, ("style",), "checks of the style control's construction")
    if first == "published":
        return published_behind(results)
    if first == "sources":
        return source_behind(results, keys[0])
    texts = {"surfaces": "how a surface acts and shows", "caveats": "what intervals do not say",
             "reporting_standard": "the form of the results"}  # fmt: skip
    return described(texts[first]) if first in texts else None


def _analysis(results: Results, key: str, keys: Sequence[str]) -> Behind:
    found, at = results["analyses"][key], pointer("analyses", key)
    made = _of_model(found, keys, at)
    if keys[0] in ("effects", "verdicts") or keys[:2] == ["residual", "net_rescue"]:
        judged = f"{at}/verdicts/{keys[1]}"
        made = made.model_copy(update={"judged": judged if keys[1] in found["verdicts"] else ""})
    return _model(results, key, made)


def _of_model(found: Results, keys: Sequence[str], at: str) -> Behind:
    field, rest = keys[0], keys[1:]
    if field == "arms":
        return arm_behind(rest, f"{at}/arms")
    if field == "effects" or (field == "verdicts" and rest[0] in ARMS):
        return _effect(rest, at)
    if field == "residual":
        return residual_behind(rest, f"{at}/residual")
    if field == "detectors":
        return classes_behind(rest[0], f"{at}/detectors/{rest[0]}")
    if field == "distributions":
        return class_behind(rest[0], rest[1], f"{at}/distributions/{rest[0]}/{rest[1]}")
    if field == "by_surface":
        made = surface_behind(rest[1:], f"{at}{pointer('by_surface', rest[0])}")
        return made.model_copy(update={"surfaces": (rest[0],)})
    if field in ("quality", "quality_overall"):
        return quality_behind(keys, at)
    if field in ("units", "complete_units", "qids"):
        return size_behind(field, at)
    if field == "usage":
        return _usage(rest, f"{at}/usage")
    return _of_choices(found, keys, at)


def _of_choices(found: Results, keys: Sequence[str], at: str) -> Behind:
    if keys[:2] == ["sensitivity", "variants"]:
        return variant_behind(found, keys[2:], at)
    if keys[0] == "power":
        return power_behind(at)
    if keys[0] == "noise" and keys[1:]:
        return runs_behind(found, keys[1:], at)
    return whole()


def _effect(rest: Sequence[str], at: str) -> Behind:
    estimand = rest[0]
    own = f"{at}/residual/net_rescue" if estimand == "net_rescue" else f"{at}/effects/{estimand}"
    note = _HOLM if rest[1:] == ["p_holm"] else ""
    return effect_behind(estimand, own).model_copy(update={"note": note})


def _usage(rest: Sequence[str], at: str) -> Behind:
    if rest[0] == "total":
        return usage_behind(rest[1:], f"{at}/total")
    made = usage_behind(rest[2:], f"{at}{pointer(*rest[:2])}")
    surfaces = (rest[1],) if rest[0] == "by_surface" else ()
    return made.model_copy(update={"surfaces": surfaces})


def _model(results: Results, key: str, made: Behind) -> Behind:
    """Put the scope of one analysis on what is behind a number of it."""
    found = results["analyses"][key]
    return _scoped(results, made, [found], made.surfaces or tuple(found["surfaces"]))


def _everything(results: Results, made: Behind) -> Behind:
    found = list(results["analyses"].values())
    return _scoped(results, made, found, _surfaces(found))


def _surfaces(found: Iterable[Results]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for one in found for name in one["surfaces"]))


def _contrast(results: Results, key: str, keys: Sequence[str]) -> Behind:
    contrast = results["contrasts"][key]
    made = models_behind(contrast, keys, pointer("contrasts", key))
    found = [
        one
        for name in (contrast["first"], contrast["second"])
        for one in results["analyses"].values()
        if (one["model"], one["regime"]) == (name, contrast["regime"])
    ]
    return _scoped(results, made, found, _surfaces(found))


def _case(results: Results, key: str, keys: Sequence[str]) -> Behind:
    made = _model(results, key, case_behind(results["cases"][key], keys))
    cases = [name for name in results["sources"] if name.endswith("/cases.json")]
    return made.model_copy(update={"inputs": (*cases, *made.inputs)})


def _scoped(
    results: Results, made: Behind, found: Sequence[Results], surfaces: Sequence[str]
) -> Behind:
    pairs = {(one["model"], one["regime"]) for one in found}
    ends = tuple(f"/scores/{m}/{r}/{s}/scores.parquet" for m, r in pairs for s in surfaces)
    return made.model_copy(
        update={
            "models": tuple(dict.fromkeys(one["model"] for one in found)),
            "regimes": tuple(dict.fromkeys(one["regime"] for one in found)),
            "surfaces": tuple(surfaces),
            "inputs": tuple(name for name in results["sources"] if name.endswith(ends)),
        }
    )
