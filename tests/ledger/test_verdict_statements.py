"""What a claim says under each verdict: unresolved is never weak support."""

from __future__ import annotations

from typing import Any

import pytest

from earned.ledger.claim import Claim
from earned.render.table import Cell, Part, Row, Table, effect_cell, one
from ledgers import claims

SAYS, STRONGER = "success follows the value", "the value alone is enough"
INTERVAL = {"point": 0.2, "low": 0.1, "high": 0.3, "level": 0.95, "replicates": 9}


def results(verdict: str, **more: Any) -> dict[str, Any]:
    judged = {"estimand": "e", "verdict": verdict, "statement": SAYS, "boundary": "here",
              "rule_sha256": "abc", "p_value": 0.03, **more}  # fmt: skip
    effect = {"numerator": 2, "denominator": 10, "value": 0.2, "interval": INTERVAL}
    return {"effect": effect, "verdicts": {"e": judged}}


def table(*cells: Cell) -> Table:
    columns = tuple(f"c{n}" for n in range(len(cells)))
    return Table(name="t", title="T.", stub="s", columns=columns,
                 rows=(Row(key="r", label="R", cells=cells),))  # fmt: skip


def judged_claim(verdict: str, **more: Any) -> Claim:
    return claims(results(verdict, **more), [table(effect_cell("/effect", "/verdicts/e"))])[0]


def test_a_supported_claim_says_what_it_supports_and_what_it_does_not() -> None:
    claim = judged_claim("supported", stronger=STRONGER, registration="as registered")
    assert (claim.supports, claim.not_supported) == (SAYS, STRONGER)
    assert (claim.boundary, claim.rule_sha256) == ("here", "abc")
    assert claim.registration == "as registered"


@pytest.mark.parametrize("verdict", ["unresolved", "unsupported", "not evaluated"])
def test_any_other_verdict_supports_nothing(verdict: str) -> None:
    claim = judged_claim(verdict, stronger=STRONGER)
    assert claim.supports == ""
    assert claim.not_supported == f"{SAYS}; {STRONGER}"
    holding = [v for k, v in claim.model_dump().items() if v and SAYS in str(v)]
    assert holding == [claim.not_supported]


def test_a_verdict_without_a_stronger_statement_or_registration_is_read() -> None:
    claim = judged_claim("supported")
    assert (claim.supports, claim.not_supported, claim.registration) == (SAYS, "", "")
    assert judged_claim("unresolved").not_supported == SAYS


def test_a_number_of_the_verdict_itself_carries_it() -> None:
    shown = table(one("/verdicts/e/p_value", "p"), one("/verdicts/e/statement", "text"))
    for claim in claims(results("unresolved"), [shown]):
        assert (claim.verdict, claim.supports) == ("unresolved", "")


def test_no_rule_says_nothing() -> None:
    part = Part(name="value", pointer="/effect/value", format="points")
    for headline in (None, "/verdicts/other"):
        (claim,) = claims(results("supported"), [table(Cell(parts=(part,), headline=headline))])
        assert (claim.verdict, claim.supports, claim.not_supported) == ("", "", "")
