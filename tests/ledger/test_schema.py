"""The schema of the ledger: current, and true of a real one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from earned.ledger.claim import Claim
from earned.ledger.files import JSON_NAME, SCHEMA_NAME, ledger_schema
from finished import finished_study


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("study")) / "ledger"


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_ledger_fits_the_schema_beside_it(ledger: Path) -> None:
    schema, rows = read(ledger / SCHEMA_NAME), read(ledger / JSON_NAME)
    Draft202012Validator.check_schema(schema)
    check = Draft202012Validator(schema)
    assert list(check.iter_errors(rows)) == []
    for name, fault in (("kind", "guess"), ("low", "0.1"), ("numerator", 1.5), ("statement", None)):
        assert list(check.iter_errors([{**rows[0], name: fault}])), name
    assert list(check.iter_errors([{**rows[0], "more": 1}]))
    assert list(check.iter_errors([{k: v for k, v in rows[0].items() if k != "locator"}]))


def test_the_schema_is_that_of_the_record(ledger: Path) -> None:
    schema = read(ledger / SCHEMA_NAME)
    assert schema == ledger_schema()
    fields = schema["$defs"]["Claim"]["properties"]
    assert fields.keys() == Claim.model_fields.keys()
    assert [name for name, field in fields.items() if not field.get("description")] == []


def test_every_field_of_a_row_is_required(ledger: Path) -> None:
    schema, rows = read(ledger / SCHEMA_NAME), read(ledger / JSON_NAME)
    assert set(schema["$defs"]["Claim"]["required"]) == set(rows[0])
