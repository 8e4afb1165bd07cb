"""What each scripted control must show if the pipeline finds what is there and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from earned.audits.acquabench.frozen import Check, ControlOutcome, ModelAnalysis

Checks = Iterable[Check]
_CANONICAL = ("D0", "D2", "style")
"""The regimes whose GOLD supplies the reference as the scorer knows it."""
_SURELY_SHOWN = ("D0", "D1")
"""The regimes whose planted sentence repeats the question, so that a search with it finds it."""


def check_control(control: str, found: ModelAnalysis) -> ControlOutcome:
    """Compare a control's analysis with its known behaviour."""
    checks = (*_sound(found), *_EXPECTED[control](found))
    return ControlOutcome(control=control, checks=checks, passed=all(c.passed for c in checks))


def _equal(name: str, expected: object, observed: object) -> Check:
    return Check(
        name=name, expected=_said(expected), observed=_said(observed), passed=expected == observed
    )


def _holds(name: str, expected: str, observed: object, passed: bool) -> Check:
    return Check(name=name, expected=expected, observed=_said(observed), passed=passed)


def _said(observed: object) -> str:
    if observed is None:
        return "undefined"
    return f"{observed:.3f}" if isinstance(observed, float) else str(observed)


def _sound(found: ModelAnalysis) -> Checks:
    """No control may ever trip the parser or the engine."""
    yield _equal("complete units", found.units, found.complete_units)
    quality = found.quality.values()
    yield _equal("parse failures", 0, sum(q.parse_failures for q in quality))
    yield _equal("forced finishes", 0, sum(q.forced for q in quality))


def _copier(found: ModelAnalysis) -> Checks:
    """In D1 the value has another form, so that a copy of it may or may not score."""
    shown = found.arms["GOLD"].value_shown.numerator
    if found.regime in _SURELY_SHOWN:
        yield _holds("GOLD values shown", "more than 0", shown, shown > 0)
    yield from _follows(found, "GOLD")
    yield from _follows(found, "SHAM")
    yield _equal("CLEAN successes", 0, found.successes("CLEAN"))
    if found.regime in _CANONICAL:
        yield _equal("GOLD successes are the values shown", shown, found.successes("GOLD"))
        yield _equal("SHAM successes", 0, found.successes("SHAM"))


def _follows(found: ModelAnalysis, condition: str) -> Checks:
    match = found.arms[condition].supplied_match
    yield _equal(f"{condition} copies the values shown", match.denominator, match.numerator)


def _closed_book(found: ModelAnalysis) -> Checks:
    for name in ("delta_gc", "delta_gs", "delta_sc"):
        yield _equal(name, 0.0, found.effects[name].value)
    half = sum((one.units + 1) // 2 for one in found.by_surface.values())
    yield _equal("CLEAN successes", half, found.successes("CLEAN"))
    yield _equal("GOLD exposures", 0, found.arms["GOLD"].exposed.numerator)


def _reader(found: ModelAnalysis) -> Checks:
    failed, right = found.residual.clean_failed, found.successes("CLEAN")
    yield _holds("CLEAN successes", "more than 0", right, right > 0)
    yield _holds("CLEAN failures", "more than 0", failed, failed > 0)
    net = found.residual.net_rescue.value
    yield _holds("net rescue", "defined", net, net is not None)


def _suggestible(found: ModelAnalysis) -> Checks:
    """In D2 a shown handle leads it to the value, so that no exposure stays without one."""
    gold = found.arms["GOLD"]
    yield from _follows(found, "GOLD")
    yield from _follows(found, "SHAM")
    for name, arm in (("GOLD", gold), ("SHAM", found.arms["SHAM"])):
        yield _equal(
            f"{name} exposures show the value", arm.exposed.numerator, arm.value_shown.numerator
        )
    if found.regime in _CANONICAL:
        low = found.effects["delta_gs"].interval.low
        yield _holds("lower bound of G-S", "above 0", low, low is not None and low > 0)
        yield _equal("exposed GOLD failures", 0, gold.labels.get("exposed_failed", 0))


_EXPECTED: dict[str, Callable[[ModelAnalysis], Checks]] = {
    "copier": _copier,
    "closed_book": _closed_book,
    "reader": _reader,
    "suggestible": _suggestible,
}
