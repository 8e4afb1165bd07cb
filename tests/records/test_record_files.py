"""Record files: validated both ways, written whole or not at all."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from earned.errors import UserError
from earned.records import files
from earned.records.base import Record, record_json
from earned.records.files import (
    atomic_write,
    read_json,
    read_record,
    read_records,
    read_text,
    write_bytes,
    write_json,
    write_records,
)
from support import ROOT


class Inner(Record):
    text: str


class Row(Record):
    name: str
    count: int = Field(ge=0)
    share: float | None = None
    inner: tuple[Inner, ...] = ()


ROWS = [
    Row(name="Beyoncé\n„x“", count=1, share=0.1),
    Row(name="", count=2, inner=(Inner(text="t"),)),
]
GOOD = '{"count":1,"name":"a"}'


def lines(path: Path, *texts: str) -> Path:
    path.write_text("".join(text + "\n" for text in texts), encoding="utf-8")
    return path


def fault(path: Path) -> str:
    with pytest.raises(UserError) as caught:
        read_records(path, Row)
    return str(caught.value)


def test_records_come_back_as_they_were_written(tmp_path: Path) -> None:
    write_records(tmp_path / "rows.jsonl", ROWS)
    assert read_records(tmp_path / "rows.jsonl", Row) == ROWS


@given(
    st.lists(
        st.builds(
            Row,
            name=st.text(),
            count=st.integers(0, 2**60),
            share=st.none() | st.floats(allow_nan=False, allow_infinity=False),
        ),
        max_size=4,
    )
)
def test_any_record_survives_its_file(
    tmp_path_factory: pytest.TempPathFactory, rows: list[Row]
) -> None:
    path = tmp_path_factory.mktemp("any") / "rows.jsonl"
    write_records(path, rows)
    assert read_records(path, Row) == rows
    assert path.read_bytes().count(b"\n") == len(rows)


def test_one_record_has_one_text_whatever_the_order_of_its_fields(tmp_path: Path) -> None:
    first = lines(tmp_path / "a", '{"name": "x", "count": 1}')
    second = lines(tmp_path / "b", '{"count":1,"name":"x"}')
    made = [record_json(read_record(path, Row)) for path in (first, second)]
    assert made[0] == made[1] == '{"count":1,"inner":[],"name":"x","share":null}'


@pytest.mark.parametrize(
    ("bad", "field"),
    [
        ('{"count":1,"name":"a","extra":2}', "extra"),
        ('{"count":1}', "name"),
        ('{"count":-1,"name":"a"}', "count"),
        ('{"count":"1 item","name":"a"}', "count"),
        ('{"count":1,"name":"a","share":NaN}', "share"),
        ('{"count":1,"name":"a","share":1e999}', "share"),
        ('{"count":1,"name":"a","inner":[{"text":"t"},{"txt":"t"}]}', "inner.1.text"),
    ],
)
def test_a_bad_field_is_named_with_file_line_and_field(
    tmp_path: Path, bad: str, field: str
) -> None:
    """Field case 36, for NaN and infinity."""
    path = lines(tmp_path / "rows.jsonl", GOOD, bad, GOOD)
    assert fault(path).startswith(f"{path}, line 2: field {field}:")


@pytest.mark.parametrize("bad", ["", '{"count":1,', "{not json}", "\x00\x00", '"a\\ud800"'])
def test_a_damaged_line_is_named_once(tmp_path: Path, bad: str) -> None:
    path = lines(tmp_path / "rows.jsonl", GOOD, GOOD, bad, GOOD)
    text = fault(path)
    assert text.startswith(f"{path}, line 3: ")
    assert text.count(", line ") == 1


def test_a_last_line_that_is_cut_short_is_named(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(f"{GOOD}\n{GOOD}\n{GOOD}", encoding="utf-8")
    assert fault(path).startswith(f"{path}, line 3: the last line is cut short")


def test_damage_in_a_whole_file_is_named_with_its_line(tmp_path: Path) -> None:
    path = lines(tmp_path / "value.json", "{", '"a": 1,', '"b" 2', "}")
    with pytest.raises(UserError, match=r"value\.json, line 3: "):
        read_json(path)


@pytest.mark.parametrize("text", ["[" * 100_000, "[" + "1" * 5000 + "]"])
def test_json_that_python_refuses_is_a_user_error(tmp_path: Path, text: str) -> None:
    path = lines(tmp_path / "value.json", text)
    with pytest.raises(UserError, match=r"value\.json: cannot be read as JSON"):
        read_json(path)


def test_a_missing_file_and_a_folder_and_other_bytes_are_user_errors(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    for path, what in [("none", "no such file"), ("latin", "byte 3"), (".", "cannot be read")]:
        with pytest.raises(UserError, match=what):
            read_text(tmp_path / path)


@pytest.mark.parametrize("value", [float("nan"), {"a": [float("inf")]}])
def test_json_with_nan_or_infinity_is_never_written(tmp_path: Path, value: object) -> None:
    """Field case 36."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_json(tmp_path / "value.json", value)
    assert list(tmp_path.iterdir()) == []


def test_a_writer_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    """Field case 20."""
    path = tmp_path / "rows.jsonl"
    write_records(path, ROWS)
    before = path.read_bytes()

    def failing() -> Iterator[Row]:
        yield ROWS[0]
        raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        write_records(path, failing())
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_reader_sees_the_old_file_until_the_new_one_is_whole(tmp_path: Path) -> None:
    """Field case 20."""
    path = tmp_path / "value"
    write_bytes(path, b"old")
    with atomic_write(path) as stream:
        stream.write(b"new")
        stream.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"


def test_what_a_killed_writer_left_is_removed_by_the_next(tmp_path: Path) -> None:
    """Field case 3: a resumed run leaves the same files as an undisturbed one."""
    (tmp_path / ".rows.jsonl.k1lled__").write_bytes(b"half")
    (tmp_path / ".other.jsonl.writing_").write_bytes(b"of another file")
    write_records(tmp_path / "rows.jsonl", ROWS)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [".other.jsonl.writing_", "rows.jsonl"]


FULL_DISK = """
import resource, sys
from pathlib import Path
from earned.errors import UserError
from earned.records.files import write_bytes
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    write_bytes(Path(sys.argv[1]), b"x" * 100_000)
except UserError as error:
    print(error)
"""


def test_a_full_disk_is_one_sentence_and_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"old\n")
    said = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)],
        env={"PYTHONPATH": str(ROOT / "workflow")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.startswith(f"{path}: could not be written (File too large)")
    assert said.stderr == ""
    assert path.read_bytes() == b"old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_takes_no_file_is_a_user_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files.tempfile, "mkstemp", refuse)
    with pytest.raises(UserError, match=r"rows\.jsonl: could not be written \(Permission denied"):
        write_records(tmp_path / "rows.jsonl", ROWS)
