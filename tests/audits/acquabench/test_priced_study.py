"""A priced model behind an endpoint: what the server counted is what the study publishes."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from earned.ledger.lookup import find_claim
from earned.ledger.summary import summary
from earned.records.cost import CostRow
from earned.records.money import exact_sum
from earned.records.table import read_table
from earned.verify.run import verify
from fault_server import FaultServer
from priced import COST_OF_A_CALL, answer, priced_study


@pytest.fixture(scope="module")
def server() -> FaultServer:
    return FaultServer(answer)


@pytest.fixture(scope="module")
def study(server: FaultServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return priced_study(tmp_path_factory.mktemp("priced"), server)


def answered(server: FaultServer) -> int:
    """The requests that got an answer, without the probe at the start, which asks for one token."""
    return sum(
        number % 5 != 4 and body["max_tokens"] > 1 for number, body in enumerate(server.bodies)
    )


def test_the_calls_made_are_the_requests_that_the_server_answered(
    study: Path, server: FaultServer
) -> None:
    assert len(server.bodies) > answered(server) + 1
    made = find_claim(study, "acquabench/usage/d0_paid/Calls made/value").value
    assert made == answered(server)
    assert find_claim(study, "acquabench/usage/d0_paid/Naive calls/value").value == 3 * 3 * 2


def test_the_cost_is_exact_and_a_claim(study: Path, server: FaultServer) -> None:
    calls = answered(server)
    claim = find_claim(study, "acquabench/usage/study/Cost/value")
    assert claim.value == str(COST_OF_A_CALL * calls)
    assert claim.locator == "/usage/made/cost"
    report = verify(study)
    assert report.passed, report.failures


def test_each_record_has_its_cost(study: Path) -> None:
    rows = read_table(study / "acquabench/analysis/costs.parquet", CostRow)
    paid = [CostRow(**row) for row in rows.rows(named=True) if row["model"] == "paid"]
    assert {row.cost for row in paid} == {2 * COST_OF_A_CALL}
    results = json.loads((study / "acquabench/analysis/frozen_results.json").read_text("utf-8"))
    total = results["analyses"]["d0_paid"]["usage"]["total"]
    assert exact_sum(row.new_cost or Decimal() for row in paid) == Decimal(total["made"]["cost"])
    assert exact_sum(row.cost or Decimal() for row in paid) == Decimal(total["naive"]["cost"])


def test_the_summary_says_it_in_one_line(study: Path, server: FaultServer) -> None:
    calls = answered(server)
    (line,) = [line for line in summary(study)[0] if line.startswith("usage: ")]
    assert f"{3 * calls} prompt and {2 * calls} completion tokens, cost 0.0" in line
    assert line.endswith(" USD")


def test_a_changed_cost_is_found(study: Path) -> None:
    costs = study / "acquabench" / "analysis" / "costs.parquet"
    before = costs.read_bytes()
    costs.write_bytes(before[:-1] + bytes([before[-1] ^ 1]))
    failures = verify(study).failures
    costs.write_bytes(before)
    assert any(failure.startswith("acquabench/analysis/costs.parquet: ") for failure in failures)
