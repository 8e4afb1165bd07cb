"""What names a machine, a person or a secret is taken out of records, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from earned.audit.run import audit
from earned.config.plan import Plan
from earned.records.base import canonical_json
from earned.records.files import read_record, read_records, write_bytes
from earned.records.release import RELEASE, Release
from earned.records.trajectory import Trajectory
from earned.release.make import make_release
from earned.release.redact import redact
from finished import CELLS, rehash
from mini import STAGES, arguments, mini_config, run_mini, run_stage, working_directory
from support import ROOT

CELL = "acquabench/agents/reader/D0/retrieval/trajectories.jsonl"
SAID = "cannot reach http://10.0.3.17:8000/v1 (see /home/kim/run.log)"


def hide(field: str, text: str) -> str:
    return "x" if text == "hidden" else text


@pytest.fixture(scope="module")
def leaking(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study with an engine's message in one record, as a failed request leaves it."""
    config = mini_config(models=CELLS, limit=3, surfaces=("retrieval",))
    folder = run_mini(tmp_path_factory.mktemp("leaking"), config=config, until="agents")
    lines = (folder / CELL).read_text().splitlines()
    lines[2] = canonical_json({**json.loads(lines[2]), "error": SAID})
    write_bytes(folder / CELL, "".join(f"{line}\n" for line in lines).encode())
    rehash(folder)
    (folder / "manifest.json").unlink()
    with working_directory(ROOT):
        for stage in STAGES[STAGES.index("agents") + 1 :]:
            for argv in arguments(Plan(config, models=ROOT / "config/models"), folder, stage):
                run_stage(stage, argv)
    return folder


@pytest.fixture(scope="module")
def redacted(leaking: Path) -> Path:
    return make_release(leaking)


def test_an_address_in_an_engines_message_is_taken_out_and_said(
    leaking: Path, redacted: Path
) -> None:
    (one,) = read_record(redacted / RELEASE, Release).replaced
    assert (one.path, one.kind, one.records) == (CELL, "redacted", 9)
    assert one.size == (leaking / CELL).stat().st_size
    assert one.why == "removed what names a machine, a person or a secret: error (1)"
    before = read_records(leaking / CELL, Trajectory)
    after = read_records(redacted / "results" / CELL, Trajectory)
    assert [r.error for r in after if r.error] == ["cannot reach [redacted]/v1 (see [redacted])"]
    blank = {"error": ""}
    assert [r.model_copy(update=blank) for r in after] == [
        r.model_copy(update=blank) for r in before
    ]


def test_a_redacted_release_audits_clean_and_names_what_it_could_not_derive(
    redacted: Path,
) -> None:
    report = audit(redacted)
    assert report.failures == []
    assert any("retrieval" in line and "redacted" in line for line in report.not_rederived)


def test_a_json_document_keeps_its_form_and_its_bytes_where_nothing_is_replaced() -> None:
    content = b'{"b":  1.50,\n "a": "kept"}'
    assert redact("a.json", content, hide).content == content
    made = redact("a.json", b'{"b": [1.5, {"c": "hidden"}], "a": "kept"}', hide)
    assert json.loads(made.content) == {"b": [1.5, {"c": "x"}], "a": "kept"}
    assert made.fields == {"c": 1}


def test_only_the_part_at_a_pointer_is_looked_at() -> None:
    made = redact("a.json", b'{"in": "hidden", "out": "hidden"}', hide, at="/in")
    assert json.loads(made.content) == {"in": "x", "out": "hidden"}
    assert redact("a.json", b'{"out": "hidden"}', hide, at="/in").content == b'{"out": "hidden"}'


def test_a_line_separator_inside_a_record_does_not_split_it() -> None:
    content = '{"a":"one\u2028two"}\n{"a":"hidden"}\n'.encode()
    made = redact("a.jsonl", content, hide)
    assert made.content.decode() == '{"a":"one\u2028two"}\n{"a":"x"}\n'
    assert made.fields == {"a": 1}


def test_a_table_keeps_its_schema_and_its_other_columns(tmp_path: Path) -> None:
    note = pa.field("a", pa.string(), nullable=False, metadata={"description": "what"})
    schema = pa.schema([note, pa.field("n", pa.int64())])
    table = pa.Table.from_pylist([{"a": "hidden", "n": 1}, {"a": "b", "n": 2}], schema=schema)
    pq.write_table(table, tmp_path / "t.parquet")
    made = redact("t.parquet", (tmp_path / "t.parquet").read_bytes(), hide)
    assert made.fields == {"a": 1}
    after = pq.read_table(pa.BufferReader(made.content))
    assert after.to_pylist() == [{"a": "x", "n": 1}, {"a": "b", "n": 2}]
    assert after.schema.equals(schema, check_metadata=True)
