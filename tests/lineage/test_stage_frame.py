"""The frame of every stage: inputs hashed before and after, outputs whole, lineage beside them."""

from __future__ import annotations

import getpass
import json
import platform
import re
import shutil
from pathlib import Path

import pytest

from earned.errors import UserError
from earned.lineage.command import stage_arguments
from earned.lineage.hashing import sha256_file
from earned.lineage.stage import (
    LINEAGE,
    Output,
    Stage,
    portable,
    stage_code_digest,
)
from earned.records.files import read_record, write_bytes
from earned.records.lineage import Lineage


def stage(root: Path) -> Stage:
    return Stage("scores", "acquabench", root, {"limit": 3, "name": "x"})


def run_once(root: Path, text: bytes = b"one\ntwo\n") -> Path:
    write_bytes(root / "in" / "items.jsonl", text)
    made = stage(root)
    made.reads(root / "in" / "items.jsonl", 2)
    out = root / "out" / "rows.jsonl"
    made.publish({out: Output(lambda p: write_bytes(p, b"row\n"), records=1)})
    return out.parent


def test_lineage_names_inputs_outputs_parameters_and_code(tmp_path: Path) -> None:
    folder = run_once(tmp_path)
    record = read_record(folder / LINEAGE, Lineage)
    assert (record.stage, record.audit) == ("scores", "acquabench")
    assert record.parameters == {"limit": 3, "name": "x"}
    assert record.code_sha256 == stage_code_digest("scores", "acquabench")
    (given,), (made,) = record.inputs, record.outputs
    assert (given.path, given.size, given.records) == ("in/items.jsonl", 8, 2)
    assert given.sha256 == sha256_file(tmp_path / "in" / "items.jsonl")
    assert (made.path, made.sha256, made.records) == (
        "out/rows.jsonl",
        sha256_file(folder / "rows.jsonl"),
        1,
    )


@pytest.mark.parametrize("change", ["edited", "replaced", "removed"])
def test_an_input_that_changes_meanwhile_fails_the_stage(tmp_path: Path, change: str) -> None:
    """Field case 10: nothing is written, and what was there stays."""
    folder = run_once(tmp_path)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    source = tmp_path / "in" / "items.jsonl"
    again = stage(tmp_path)
    again.reads(source)
    if change == "edited":
        source.write_bytes(b"one\nTWO\n")
    elif change == "replaced":
        write_bytes(source, b"another\n")
    else:
        source.unlink()
    with pytest.raises(UserError, match=r"items\.jsonl"):
        again.publish({folder / "rows.jsonl": Output(lambda p: write_bytes(p, b"other\n"))})
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_an_input_that_was_only_touched_does_not_fail_the_stage(tmp_path: Path) -> None:
    """Field case 13, for a stage's own check."""
    source = tmp_path / "in"
    write_bytes(source, b"same")
    made = stage(tmp_path)
    made.reads(source)
    write_bytes(source, b"same")
    made.publish({tmp_path / "out" / "a": Output(lambda p: write_bytes(p, b"x"))})
    assert (tmp_path / "out" / LINEAGE).is_file()


def test_equal_inputs_give_equal_bytes_in_any_folder(tmp_path: Path) -> None:
    one, two = run_once(tmp_path / "here"), run_once(tmp_path / "there" / "deep")
    assert (one / LINEAGE).read_bytes() == (two / LINEAGE).read_bytes()
    other = run_once(tmp_path / "other", b"one\n2\n")
    assert (one / LINEAGE).read_bytes() != (other / LINEAGE).read_bytes()


def test_lineage_holds_no_path_host_user_or_clock(tmp_path: Path) -> None:
    """Overview, rule 2."""
    text = (run_once(tmp_path) / LINEAGE).read_text(encoding="utf-8")
    strings = set(every_string(json.loads(text)))
    assert not [s for s in strings if s.startswith("/") and not s.startswith("//")]
    for observed in (str(tmp_path), str(Path.home()), platform.node(), platform.release()):
        assert observed not in strings
        assert not any(len(observed) > 3 and observed in s for s in strings)
    assert getpass.getuser() not in strings
    assert not re.search(r"\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d", text)


def every_string(value: object) -> list[str]:
    if isinstance(value, dict):
        return [s for k, v in value.items() for s in [k, *every_string(v)]]
    if isinstance(value, list):
        return [s for v in value for s in every_string(v)]
    return [value] if isinstance(value, str) else []


def test_what_was_observed_lies_under_logs_only(tmp_path: Path) -> None:
    run_once(tmp_path)
    records = [p for p in tmp_path.rglob("*.json") if "seconds" in p.read_text(encoding="utf-8")]
    assert [p.relative_to(tmp_path).as_posix() for p in records] == ["logs/runs/out.json"]


def test_a_file_outside_the_folder_is_named_without_the_hosts_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, work = tmp_path / "results", tmp_path / "checkout"
    work.mkdir()
    monkeypatch.chdir(work)
    assert portable(root / "a" / "b.json", root) == "a/b.json"
    assert portable(work / "data" / "q.json", root) == "//data/q.json"
    assert portable(Path("data/q.json"), root) == "//data/q.json"
    assert portable(tmp_path / "elsewhere" / "q.json", root) == "//q.json"
    assert portable(root / ".." / "q.json", root) == "//q.json"


def test_an_input_is_tied_to_the_lineage_beside_it(tmp_path: Path) -> None:
    folder = run_once(tmp_path)
    after = stage(tmp_path)
    after.reads(folder / "rows.jsonl")
    after.publish({tmp_path / "next" / "x": Output(lambda p: write_bytes(p, b"x"))})
    (given,) = read_record(tmp_path / "next" / LINEAGE, Lineage).inputs
    assert given.lineage == sha256_file(folder / LINEAGE)


def test_a_file_that_the_stage_grew_is_an_output_too(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_bytes(out / "store.jsonl", b"grown\n")
    made = stage(tmp_path)
    made.publish(
        {out / "rows": Output(lambda p: write_bytes(p, b"r"))},
        kept=[out / "store.jsonl", out / "none.jsonl"],
    )
    outputs = read_record(out / LINEAGE, Lineage).outputs
    assert [(o.path, o.sha256) for o in outputs] == [
        ("out/rows", sha256_file(out / "rows")),
        ("out/store.jsonl", sha256_file(out / "store.jsonl")),
    ]


def test_a_missing_input_fails_before_the_stage_runs(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file"):
        stage(tmp_path).reads(tmp_path / "none.jsonl")


def test_options_of_a_stage_come_from_its_command_line(tmp_path: Path) -> None:
    base = ["--root", str(tmp_path), "--audit", "a", "--out", str(tmp_path / "o")]
    given = [*base, "--params", '{"x":1}', "--scores", "s1", "s2"]
    made, options = stage_arguments("analysis", given, "scores*", "manifest?")
    assert (made.name, made.audit, made.root, made.parameters) == (
        "analysis", "a", tmp_path, {"x": 1},
    )  # fmt: skip
    assert (options.scores, options.manifest) == ([Path("s1"), Path("s2")], None)
    with pytest.raises(UserError, match="--params, line 1"):
        stage_arguments("analysis", [*base, "--params", "{"], "scores*")


def test_a_changed_lock_file_changes_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from earned.lineage import stage as module

    locks = tmp_path / "envs"
    shutil.copytree(module.LOCKS, locks)
    monkeypatch.setattr(module, "LOCKS", locks)
    write_bytes(locks / "a.lock", b"x==1\n")
    before = module.environment_digest()
    write_bytes(locks / "a.lock", b"x==2\n")
    assert module.environment_digest() != before
