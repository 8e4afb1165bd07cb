"""Files take their place by a rename."""

from __future__ import annotations

from pathlib import Path

from earned.records.files import write_bytes


def test_who_has_the_old_file_open_reads_it_to_its_end(tmp_path: Path) -> None:
    """Field case 20: writing into the file in place would show through."""
    path = tmp_path / "value"
    write_bytes(path, b"old content")
    with path.open("rb", buffering=0) as reading:
        assert reading.read(4) == b"old "
        write_bytes(path, b"NEW CONTENT")
        assert reading.read() == b"content"
    assert path.read_bytes() == b"NEW CONTENT"
