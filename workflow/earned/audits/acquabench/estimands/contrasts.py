"""Models of one family against each other, on the units that both have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.estimands.bootstrap import Bootstrap
from earned.audits.acquabench.estimands.ratios import HEADLINE, Parts, ratios
from earned.audits.acquabench.estimands.units import Bools, Units, on_common_units
from earned.audits.acquabench.frozen import Difference, ModelContrast, Ties
from earned.audits.acquabench.params import AnalysisParams, ModelLabel
from earned.stats.holm import holm

COMPARED = (*(c.lower() for c in CONDITIONS), *HEADLINE)
BOTH_FAILED = "net_rescue_both_failed"


def model_contrasts(
    bootstrap: Bootstrap, complete: Mapping[tuple[str, str], Units], config: AnalysisParams
) -> dict[str, ModelContrast]:
    """Contrast every later model of a family with every earlier one, regime by regime.

    Both are cut to the (qid, surface) units that they share before any qid is drawn, and a draw
    takes a qid's records of both (AcquaBench, Bootstrap and Model Common Support).

    Args:
        bootstrap: the study's bootstrap.
        complete: (regime, model) to its complete units.
        config: names the models and their families.
    """
    return {
        f"{regime.lower()}_{second}_minus_{first}": _contrast(
            bootstrap,
            regime,
            {name: config.models[name] for name in (first, second)},
            complete[regime, first],
            complete[regime, second],
        )
        for regime in sorted({regime for regime, _ in complete})
        for first, second in _pairs(config.models, [m for r, m in complete if r == regime])
    }


def _pairs(models: Mapping[str, ModelLabel], present: list[str]) -> Iterator[tuple[str, str]]:
    """Pair the models of one family by alias, numbers as numbers: 7b comes before 14b."""
    for first, second in combinations(sorted(present, key=natural), 2):
        family = models[first].family
        if family is not None and family == models[second].family:
            yield first, second


def natural(name: str) -> tuple[tuple[int, str], ...]:
    """Order names by their texts and, where digits stand, by their numbers."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part)
                 for part in re.split(r"(\d+)", name))  # fmt: skip


def _contrast(
    bootstrap: Bootstrap,
    regime: str,
    known: Mapping[str, ModelLabel],
    first_all: Units,
    second_all: Units,
) -> ModelContrast:
    (first, one), (second, other) = known.items()
    ours, theirs = on_common_units(first_all, second_all)
    both_failed = ~ours.flag("CLEAN", "success") & ~theirs.flag("CLEAN", "success")
    found = _differences(bootstrap, ours, theirs, both_failed)
    tested = not (one.development or other.development)
    return ModelContrast(
        regime=regime,
        family=one.family or "",
        first=first,
        second=second,
        label=f"{other.label} minus {one.label}",
        units=len(ours),
        qids=len(ours.clusters[0]),
        left_out={first: len(first_all) - len(ours), second: len(second_all) - len(theirs)},
        differences=_adjusted(found if tested else _untested(found)),
        both_failed=int(both_failed.sum()),
        ties={c: _ties(ours.flag(c, "success"), theirs.flag(c, "success")) for c in CONDITIONS},
    )


def _differences(
    bootstrap: Bootstrap, first: Units, second: Units, both_failed: Bools
) -> dict[str, Difference]:
    own = [_compared(units, both_failed) for units in (first, second)]
    return {name: bootstrap.difference(first, own[0][name], own[1][name]) for name in own[0]}


def _compared(units: Units, both_failed: Bools) -> dict[str, Parts]:
    """Write one model's quantities; net rescue also on the units that both models fail."""
    own = ratios(units)
    shared = ratios(units, residual=both_failed)["net_rescue"]
    return {**{name: own[name] for name in COMPARED}, BOTH_FAILED: shared}


def _untested(differences: Mapping[str, Difference]) -> dict[str, Difference]:
    """Take the p-values from a contrast with a development run."""
    return {n: found.model_copy(update={"p_value": None}) for n, found in differences.items()}


def _adjusted(differences: Mapping[str, Difference]) -> dict[str, Difference]:
    adjusted = holm({name: found.p_value for name, found in differences.items()})
    return {
        name: found.model_copy(update={"p_holm": adjusted[name]})
        for name, found in differences.items()
    }


def _ties(first: Bools, second: Bools) -> Ties:
    return Ties(
        both=int((first & second).sum()),
        neither=int((~first & ~second).sum()),
        first_only=int((first & ~second).sum()),
        second_only=int((second & ~first).sum()),
    )
