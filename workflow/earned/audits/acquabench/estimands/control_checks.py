"""What each scripted control must show if the pipeline finds what is there and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from earned.audits.acquabench.frozen import Check, ControlOutcome, ModelAnalysis

Checks = Iterable[Check]


def check_control(control: str, found: ModelAnalysis) -> ControlOutcome:
    """Compare a control's analysis with its known behaviour."""
    checks = (*_sound(found), *_EXPECTED[control](found))
    return ControlOutcome(control=control, checks=checks, passed=all(c.passed for c in checks))


def _equal(name: str, expected: object, observed: object) -> Check:
    return Check(
        name=name, expected=str(expected), observed=str(observed), passed=expected == observed
    )


def _holds(name: str, expected: str, observed: object, passed: bool) -> Check:
    return Check(name=name, expected=expected, observed=str(observed), passed=passed)


def _sound(found: ModelAnalysis) -> Checks:
    """No control may ever trip the parser or the engine."""
    yield _equal("complete units", found.units, found.complete_units)
    quality = found.quality.values()
    yield _equal("parse failures", 0, sum(q.parse_failures for q in quality))
    yield _equal("forced finishes", 0, sum(q.forced for q in quality))


def _success(found: ModelAnalysis, condition: str) -> int:
    return found.arms[condition].success.numerator


def _copier(found: ModelAnalysis) -> Checks:
    exposed = found.arms["GOLD"].exposed.numerator
    yield _holds("GOLD exposure", "more than 0", exposed, exposed > 0)
    yield _equal("GOLD successes are its exposures", exposed, _success(found, "GOLD"))
    yield _equal("CLEAN successes", 0, _success(found, "CLEAN"))
    yield _equal("SHAM successes", 0, _success(found, "SHAM"))
    sham = found.arms["SHAM"]
    yield _equal("SHAM copies its exposures", sham.exposed.numerator, sham.decoy_match.numerator)


def _closed_book(found: ModelAnalysis) -> Checks:
    for name in ("delta_gc", "delta_gs", "delta_sc"):
        yield _equal(name, 0.0, found.effects[name].value)
    rate = found.arms["CLEAN"].success.value or 0.0
    yield _holds("success rate", "0.4 to 0.6", rate, 0.4 <= rate <= 0.6)
    yield _equal("GOLD exposures", 0, found.arms["GOLD"].exposed.numerator)


def _reader(found: ModelAnalysis) -> Checks:
    failed, right = found.residual.clean_failed, _success(found, "CLEAN")
    yield _holds("CLEAN successes", "more than 0", right, right > 0)
    yield _holds("CLEAN failures", "more than 0", failed, failed > 0)
    net = found.residual.net_rescue.value
    yield _holds("net rescue", "defined", net, net is not None)


def _suggestible(found: ModelAnalysis) -> Checks:
    sham = found.arms["SHAM"]
    yield _equal("SHAM copies its exposures", sham.exposed.numerator, sham.decoy_match.numerator)
    low = found.effects["delta_gs"].interval.low
    yield _holds("delta_gs interval", "above 0", low, low is not None and low > 0)
    failed = found.arms["GOLD"].labels.get("exposed_failed", 0)
    yield _equal("exposed GOLD failures", 0, failed)


_EXPECTED: dict[str, Callable[[ModelAnalysis], Checks]] = {
    "copier": _copier,
    "closed_book": _closed_book,
    "reader": _reader,
    "suggestible": _suggestible,
}
