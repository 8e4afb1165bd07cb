"""What stands beside a value in the results: its interval, its counts and its n's.

Only the record that holds the value is asked, whatever the audit: no name of a quantity is known.
An estimate without a count of its own, one among several in a record, takes the n of that record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from earned.render.pointer import lookup
from earned.render.table import Format

INTERVAL = "interval"
ESTIMATES: tuple[Format, ...] = ("percent", "points", "decimal", "mean")
"""Formats of what has an interval and an n; a bare count is its own."""
RATE = ("numerator", "denominator")
_WITH_INTERVAL = ("value", "auroc", "low", "high", "conditional_low", "conditional_high")
"""Fields whose interval it is; others of the record have none."""
_UNITS = ("units", "n", "records", "items", "pairs")
_CLUSTERS = ("qids", "clusters")
_CLASSES = ("positives", "negatives")


def record_of(results: Any, pointer: str) -> Mapping[str, Any]:  # noqa: ANN401 - a JSON document
    """Find the record that a value belongs to: what holds it, or holds the interval it bounds."""
    return _read(results, _place_of(pointer))


def beside(results: Any, pointer: str, form: Format) -> dict[str, float | int | None]:  # noqa: ANN401
    """Give interval, counts and n's of a value by the ledger's names; only those that it has."""
    record, name = record_of(results, pointer), pointer.rpartition("/")[2]
    if form not in ESTIMATES:
        return _counts(record) if name in RATE else {}
    bounds = _bounds(record) if name in _WITH_INTERVAL else {}
    return {**bounds, **_counts(record), **_sizes(results, pointer, record)}


def _place_of(pointer: str) -> str:
    at = _above(pointer)
    return _above(at) if at.rpartition("/")[2] == INTERVAL else at


def _above(at: str) -> str:
    return at.rpartition("/")[0]


def _read(results: Any, at: str) -> Mapping[str, Any]:  # noqa: ANN401 - a JSON document
    found = lookup(results, at)
    return found if isinstance(found, dict) else {}


def _bounds(record: Mapping[str, Any]) -> dict[str, float | int | None]:
    """Take the bounds of the record's interval, or those that stand beside its value.

    A record with bounds and no value is a range of data, not an interval.
    """
    interval = record.get(INTERVAL, record if "value" in record else None)
    if not isinstance(interval, dict) or not {"low", "high"} <= interval.keys():
        return {}
    return {"low": interval["low"], "high": interval["high"]}


def _counts(record: Mapping[str, Any]) -> dict[str, float | int | None]:
    return {name: record[name] for name in RATE if all(_is_count(record.get(n)) for n in RATE)}


def _sizes(
    results: Any,  # noqa: ANN401 - a JSON document
    pointer: str,
    record: Mapping[str, Any],
) -> dict[str, float | int | None]:
    classes = {name: _first(record, (name,)) for name in _CLASSES}
    own = _units(record)
    if "value" in record and not (_counts(record) or any({**own, **classes}.values())):
        own = _units(_read(results, _above(_above(_place_of(pointer)))))
    return {**own, **classes}


def _units(record: Mapping[str, Any]) -> dict[str, int | None]:
    return {"units": _first(record, _UNITS), "clusters": _first(record, _CLUSTERS)}


def _first(record: Mapping[str, Any], names: Sequence[str]) -> int | None:
    return next((record[name] for name in names if _is_count(record.get(name))), None)


def _is_count(value: object) -> bool:
    return type(value) is int
