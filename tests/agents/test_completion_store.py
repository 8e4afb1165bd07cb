"""The completion store: append-only, one writer, first completion wins, torn lines never were."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.agents.store import (
    Block,
    CompletionStore,
    Stored,
    block_line,
    checksum,
    read_blocks,
)
from earned.errors import UserError
from earned.records.base import record_json
from earned.records.completion import EngineIdentity
from support import ROOT
from toy_agents import IDENTITY, said

OTHER = IDENTITY.model_copy(update={"engine_version": "2"})


def store(path: Path, identity: EngineIdentity = IDENTITY) -> CompletionStore:
    return CompletionStore(path, identity)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cell" / "completions.jsonl"


def filled(path: Path) -> bytes:
    with store(path) as made:
        made.commit([("a", said("1")), ("b", said("2"))])
        made.commit([("c", said("3"))])
    return path.read_bytes()


def test_what_was_committed_is_found_again(path: Path) -> None:
    """Field case 8."""
    filled(path)
    with store(path) as again:
        assert [again[key].text for key in "abc"] == ["1", "2", "3"]
        assert again.get("d") is None


def test_a_batch_is_one_line_and_nothing_written_is_ever_changed(path: Path) -> None:
    """Field case 8."""
    before = filled(path)
    assert before.count(b"\n") == 3
    with store(path) as again:
        again.commit([("d", said("4"))])
        again.commit([])
    assert path.read_bytes().startswith(before)
    assert path.read_bytes().count(b"\n") == 4


def test_the_identity_is_written_once_and_again_only_when_it_changes(path: Path) -> None:
    filled(path)
    store(path).__exit__(None, None, None)
    store(path, OTHER).__exit__(None, None, None)
    store(path, OTHER).__exit__(None, None, None)
    blocks = read_blocks(path.read_bytes(), "store")
    assert [block.identity for block in blocks if block.identity] == [IDENTITY, OTHER]


def test_the_first_completion_of_a_key_wins(path: Path) -> None:
    """Field case 8."""
    with store(path) as made:
        made.commit([("a", said("first")), ("a", said("second"))])
        made.commit([("a", said("third"))])
        assert made["a"].text == "first"
    assert b"second" not in path.read_bytes()
    assert b"third" not in path.read_bytes()


def test_of_two_lines_with_one_key_the_first_counts(path: Path) -> None:
    """Field case 8: as in a store joined from two."""
    parts = []
    for text in ("first", "second"):
        part = path.with_name(text)
        with store(part) as made:
            made.commit([("a", said(text))])
        parts.append(part.read_bytes())
    path.write_bytes(b"".join(parts))
    with store(path) as joined:
        assert joined["a"].text == "first"


def test_a_failure_of_the_engine_holds_for_the_run_and_is_asked_anew_by_the_next(
    path: Path,
) -> None:
    """Field case 27."""
    with store(path) as made:
        made.commit([("a", said("", reason="error", error="refused"))])
        assert made["a"].error == "refused"
        made.commit([("a", said("too late"))])
        assert made["a"].error == "refused"
    with store(path) as again:
        assert again.get("a") is None
        again.commit([("a", said("now"))])
    with store(path) as third:
        assert third["a"].text == "now"


@pytest.mark.parametrize("kept", [1, 7, 40, -2, -1])
def test_a_torn_last_line_never_happened(path: Path, kept: int) -> None:
    """Field case 3."""
    whole = filled(path)
    start = whole[:-1].rfind(b"\n") + 1
    path.write_bytes(whole[:start] + whole[start:][:kept])
    with store(path) as again:
        assert (again["b"].text, again.get("c")) == ("2", None)
        assert path.read_bytes() == whole[:start]
        again.commit([("c", said("3"))])
    assert path.read_bytes() == whole


def test_a_torn_first_line_is_written_anew(path: Path) -> None:
    """Field case 3."""
    whole = filled(path)
    path.write_bytes(whole[:11])
    assert filled(path) == whole


@pytest.mark.parametrize(
    ("old", "new", "said_"),
    [
        (b'"text":"1"', b'"text":"7"', "the checksum differs"),
        (b'"key":"a"', b'"key":"A"', "the checksum differs"),
        (b'"completions":[{', b'"completions":[', "is not complete JSON"),
        (b'"text":"1"', b'"text":"\xff"', "the checksum differs"),
        (b'"prompt_tokens":1', b'"prompt_tokens":-1', "field completions.0.completion.prompt_tok"),
    ],
)
def test_a_damaged_line_in_the_middle_is_named(
    path: Path, old: bytes, new: bytes, said_: str
) -> None:
    """Field case 3."""
    whole = filled(path)
    path.write_bytes(whole.replace(old, new, 1))
    with pytest.raises(UserError) as caught:
        store(path)
    assert str(caught.value).startswith(f"{path}, line 2: {said_}")
    assert path.read_bytes() == whole.replace(old, new, 1)


SECOND = """
import sys
from pathlib import Path
from earned.agents.store import CompletionStore
from earned.errors import UserError
from earned.records.completion import EngineIdentity
identity = EngineIdentity.model_validate_json(sys.argv[2])
try:
    with CompletionStore(Path(sys.argv[1]), identity) as store:
        print("open")
except UserError as error:
    print(error)
"""


def second(path: Path) -> str:
    return subprocess.run(
        [sys.executable, "-c", SECOND, str(path), IDENTITY.model_dump_json()],
        env={"PYTHONPATH": str(ROOT / "workflow")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


@given(st.text(), st.integers(1, 4))
def test_a_line_is_the_canonical_json_of_its_block(text: str, entries: int) -> None:
    """The checksum is put in last, without serializing the rest a second time."""
    made = Block(
        completions=tuple(Stored(key=str(n), completion=said(text)) for n in range(entries)),
        sha256="",
    )
    whole = made.model_copy(update={"sha256": checksum(made)})
    assert block_line(made) == (record_json(whole) + "\n").encode()


def test_nothing_follows_a_line_that_could_not_be_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Field case 3: a line after a torn one would make that one a damaged part of the store."""

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with store(path) as made:
        made.commit([("a", said("1"))])
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(UserError, match="No space left on device"):
                made.commit([("b", said("2"))])
        length = path.stat().st_size
        with pytest.raises(UserError, match="No space left on device"):
            made.commit([("c", said("3"))])
        assert (path.stat().st_size, made.get("c")) == (length, None)


def test_a_writer_that_no_lock_kept_out_is_noticed_and_loses_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Field case 9, where locks hold on one machine alone: both append, neither overwrites."""
    filled(path)
    monkeypatch.setattr(fcntl, "flock", lambda *_: None)
    with store(path) as first, store(path) as second:
        first.commit([("d", said("4"))])
        before = path.read_bytes()
        with pytest.raises(UserError, match="another process is writing this store"):
            second.commit([("e", said("5"))])
        assert path.read_bytes() == before
        first.commit([("f", said("6"))])
    with store(path) as again:
        assert [again[key].text for key in "abcdf"] == ["1", "2", "3", "4", "6"]


def test_a_file_system_without_locks_is_named_as_that(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(UserError, match=r"cannot be locked \(No locks available\); keep the"):
        store(path)


def test_a_second_process_is_refused_while_the_first_writes(path: Path) -> None:
    """Field case 9."""
    with store(path) as held:
        held.commit([("a", said("1"))])
        before = path.read_bytes()
        assert second(path).startswith(f"{path}: another process is writing this store")
        assert path.read_bytes() == before
    assert second(path) == "open"


FULL = """
import resource, sys
from pathlib import Path
from earned.agents.store import CompletionStore
from earned.errors import user_facing
from earned.records.completion import Completion, EngineIdentity
def answer(text):
    return Completion(text=text, finish_reason="stop", prompt_tokens=1, completion_tokens=1)
@user_facing
def main(argv):
    identity = EngineIdentity.model_validate_json(argv[1])
    with CompletionStore(Path(argv[0]), identity) as store:
        store.commit([("a", answer("kept"))])
        resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))
        store.commit([("b", answer("x" * int(argv[2])))])
    return 0
sys.exit(main())
"""


@pytest.mark.parametrize("size", [3000, 100_000])
def test_a_full_disk_is_one_sentence_and_keeps_what_is_stored(path: Path, size: int) -> None:
    path.parent.mkdir()
    ended = subprocess.run(
        [sys.executable, "-c", FULL, str(path), IDENTITY.model_dump_json(), str(size)],
        env={"PYTHONPATH": str(ROOT / "workflow")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"error: {path}: could not be written (File too large)")
    assert ended.stderr.count("\n") == 1
    with store(path) as again:
        assert (again["a"].text, again.get("b")) == ("kept", None)
    assert [json.loads(line)["sha256"] != "" for line in path.read_text().splitlines()] == [
        True
    ] * 2
