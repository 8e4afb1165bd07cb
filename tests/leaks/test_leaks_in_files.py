"""Leaks in files of every type, whatever hides them; and none in what the project makes."""

from __future__ import annotations

import base64
import bz2
import gzip
import io
import json
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image, PngImagePlugin
from pypdf import PdfWriter
from pypdf.generic import NameObject, StreamObject, create_string_object

from earned.leaks.files import Scanner, scan_file, scan_folder
from earned.leaks.machine import NOWHERE

LEAK = "/home/bob/secret-project"
ESCAPED = json.dumps(LEAK).replace("/", "\\u002f")


def png(**text: str) -> bytes:
    made, info = io.BytesIO(), PngImagePlugin.PngInfo()
    for name, value in text.items():
        info.add_text(name, value, zip=name == "zipped")
    Image.new("RGB", (2, 2)).save(made, "PNG", pnginfo=info)
    return made.getvalue()


def png_with_chunk(kind: bytes, body: bytes) -> bytes:
    plain = png()
    crc = struct.pack(">I", zlib.crc32(kind + body))
    at = plain.index(b"IDAT") - 4
    return plain[:at] + struct.pack(">I", len(body)) + kind + body + crc + plain[at:]


def exif(kind: str) -> bytes:
    made, image = io.BytesIO(), Image.new("RGB", (2, 2))
    tags = image.getexif()
    tags[0x010E] = LEAK
    image.save(made, kind, exif=tags)
    return made.getvalue()


def pdf(change: Callable[[PdfWriter], object]) -> bytes:
    writer, made = PdfWriter(), io.BytesIO()
    writer.add_blank_page(72, 72)
    change(writer)
    writer.write(made)
    return made.getvalue()


def with_stream(writer: PdfWriter) -> None:
    stream = StreamObject()
    stream.set_data(f"BT ({LEAK}) Tj ET".encode())
    writer.root_object[NameObject("/Extra")] = writer._add_object(stream.flate_encode())


def with_name(writer: PdfWriter) -> None:
    writer.root_object[NameObject("/PTEX.FileName")] = create_string_object(LEAK)


def len_of_pages(writer: PdfWriter) -> int:
    return len(writer.pages)


def with_xmp(writer: PdfWriter) -> None:
    stream = StreamObject()
    stream.set_data(f"<x:xmpmeta><dc:source>{LEAK}</dc:source></x:xmpmeta>".encode())
    writer.root_object[NameObject("/Metadata")] = writer._add_object(stream)


def parquet(table: pa.Table) -> bytes:
    made = io.BytesIO()
    pq.write_table(table, made, compression="zstd")
    return made.getvalue()


def zipped(name: str, content: str, when: tuple[int, ...] = (1980, 1, 1, 0, 0, 0)) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(name, when), content)  # type: ignore[arg-type]
    return made.getvalue()


def tarred() -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        info = tarfile.TarInfo("x.txt")
        info.size = len(LEAK)
        archive.addfile(info, io.BytesIO(LEAK.encode()))
    return made.getvalue()


PLAIN = pa.table({"text": ["x", "y"]})
PLANTED: dict[str, bytes] = {
    "a.txt": LEAK.encode(),
    "a.log": f"run in {LEAK}\n".encode(),
    "a.csv": f'x,"{LEAK}"\n'.encode(),
    "a.md": f"see `{LEAK}`".encode(),
    "wide.txt": LEAK.encode("utf-16"),
    "a.tex": rf"\input{{{LEAK}}}".encode(),
    "escaped.tex": LEAK.replace("-", r"\-").replace("/", r"\slash{}").encode(),
    "a.aux": rf"\@input{{{LEAK}.aux}}".encode(),
    "value.json": f'{{"x": [{ESCAPED}]}}'.encode(),
    "key.json": f'{{{ESCAPED}: 1}}'.encode(),
    "twice.json": f'{{"x": {ESCAPED}, "x": 1}}'.encode(),
    "nested.json": json.dumps({"x": f"[{ESCAPED}]"}).encode(),
    "a.jsonl": f'{{"x": 1}}\n{{"x": {ESCAPED}}}\n'.encode(),
    "a.svg": f"<svg><desc>{LEAK.replace('/', '&#47;')}</desc></svg>".encode(),
    "a.html": f"<p>{LEAK.replace('/', '&sol;')}</p>".encode(),
    "percent.xml": f"<a href='x?{LEAK.replace('/', '%2F')}'/>".encode(),
    "image.svg": b"<image href='data:image/png;base64," + base64.b64encode(png(x=LEAK)) + b"'/>",
    "text.png": png(Software=LEAK),
    "ztxt.png": png(zipped=LEAK),
    "exif.png": exif("PNG"),
    "exif.jpg": exif("JPEG"),
    "own.png": png_with_chunk(b"prVt", LEAK.encode()),
    "after.png": png() + LEAK.encode(),
    "info.pdf": pdf(lambda writer: writer.add_metadata({"/Title": LEAK})),
    "stream.pdf": pdf(with_stream),
    "object.pdf": pdf(with_name),
    "xmp.pdf": pdf(with_xmp),
    "attached.pdf": pdf(lambda writer: writer.add_attachment("x.txt", LEAK.encode())),
    "left.pdf": pdf(len_of_pages) + f"\n% {LEAK}\n".encode(),
    "schema.parquet": parquet(PLAIN.replace_schema_metadata({"made": LEAK})),
    "field.parquet": parquet(pa.table(
        {"x": [1]}, pa.schema([pa.field("x", pa.int64(), metadata={"from": LEAK})]))),
    "column.parquet": parquet(pa.table({"x": ["a", LEAK, None]})),
    "list.parquet": parquet(pa.table({"x": [[LEAK]]})),
    "bytes.parquet": parquet(pa.table({"x": [LEAK.encode()]})),
    "dictionary.parquet": parquet(pa.table({"x": pa.array(["a", LEAK]).dictionary_encode()})),
    "name.parquet": parquet(pa.table({LEAK: [1]})),
    "a.zip": zipped("x.json", f'{{"x": {ESCAPED}}}'),
    "name.zip": zipped(LEAK, "x"),
    "zip.zip": base64.b64decode(base64.b64encode(zipped("in.txt", LEAK))),
    "a.txt.gz": gzip.compress(LEAK.encode(), mtime=0),
    "a.tar": tarred(),
    "a.bin": b"\x00\xff\x01" + LEAK.encode() + b"\xfe\x00",
    "wide.bin": b"\x00\xff\xfd" + LEAK.encode("utf-16-le") + b"\xfe\x01",
    "unmarked.txt": LEAK.encode("utf-16-le"),
    "after.jpg": exif("JPEG") + LEAK.encode(),
    "fixed.parquet": parquet(pa.table({"x": pa.array([LEAK.encode()], pa.binary(len(LEAK)))})),
    "view.parquet": parquet(pa.table({"x": pa.array([LEAK], pa.string_view())})),
    "no-ending": LEAK.encode(),
    "disguised.txt": png(x=LEAK),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_a_path_is_found_in_a_file_of_every_type(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(PLANTED[name])
    leaks = scan_file(tmp_path / name, NOWHERE)
    assert any(leak.text.startswith(LEAK) for leak in leaks)
    assert {leak.kind for leak in leaks} == {"absolute path"}


@pytest.mark.parametrize(
    ("name", "content"),
    {
        "time.png": png_with_chunk(b"tIME", struct.pack(">HBBBBB", 2026, 3, 4, 5, 6, 7)),
        "time.pdf": pdf(lambda w: w.add_metadata({"/CreationDate": "D:20260304050607Z"})),
        "time.zip": zipped("x", "y", (2026, 3, 4, 5, 6, 8)),
        "time.gz": gzip.compress(b"x", mtime=1_772_600_000),
        "time.json": b'{"started": 1772600000.25}',
        "milli.json": b'{"created_at": 1772600000000}',
        "time.parquet": parquet(pa.table({"x": pa.array([1], pa.timestamp("s"))})),
    }.items(),
)
def test_a_time_is_found_where_no_text_says_it(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    assert "timestamp" in {leak.kind for leak in scan_file(tmp_path / name, NOWHERE)}


@pytest.mark.parametrize(
    ("name", "content"),
    {
        "a.json": b'{"tokens": 1772600000, "prompt_tokens": 7, "api_key_env": "THE_KEY_NAME"}',
        "b.json": b'{"seconds": 12.5, "updates": 3, "date": 2026}',
        "a.png": png(Software="Matplotlib version3.9, https://matplotlib.org/"),
        "a.pdf": pdf(lambda w: w.add_metadata({"/Creator": "x"})),
        "a.parquet": parquet(PLAIN),
        "a.zip": zipped("x.json", "{}"),
        "a.gz": gzip.compress(b"x", mtime=0),
        "a.bin": bytes(range(256)) * 40,
    }.items(),
)
def test_an_innocent_file_holds_none(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    assert scan_file(tmp_path / name, NOWHERE) == []


@pytest.mark.parametrize(
    "name", ["cut.png", "cut.pdf", "cut.parquet", "cut.zip", "cut.gz", "cut.json", "cut.jsonl"]
)
def test_what_cannot_be_read_is_a_leak_for_who_could_tell(name: str, tmp_path: Path) -> None:
    whole = {"png": png(x="y" * 200), "pdf": pdf(with_stream), "parquet": parquet(PLAIN),
             "zip": zipped("x", "y"), "gz": gzip.compress(b"x" * 99, mtime=0),
             "json": b'{"x": [1, 2', "jsonl": b'{"x": 1}\n{"x": [1, 2]}'}[name[4:]]  # fmt: skip
    (tmp_path / name).write_bytes(whole[: len(whole) * 2 // 3] if name[4:] != "json" else whole)
    assert "unreadable" in {leak.kind for leak in scan_file(tmp_path / name, NOWHERE)}


def test_a_value_that_its_key_calls_a_secret_is_one(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"api_key": "abc123def456ghi789"}', encoding="utf-8")
    (leak,) = scan_file(tmp_path / "x.json", NOWHERE)
    assert (leak.kind, leak.where) == ("secret", "/api_key")


def test_a_leak_says_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_bytes(PLANTED["a.jsonl"])
    (tmp_path / "x.zip").write_bytes(PLANTED["a.zip"])
    found = scan_folder(tmp_path, NOWHERE)
    assert [str(leaks[0]) for leaks in found.values()] == [
        f"absolute path '{LEAK}' (line 2: /x)", f"absolute path '{LEAK}' (x.json: /x)",
    ]  # fmt: skip


def test_the_name_of_a_file_and_a_link_are_looked_at(tmp_path: Path) -> None:
    (tmp_path / "bob@example.org").write_text("x", encoding="utf-8")
    (tmp_path / "link").symlink_to("/home/bob/x")
    found = scan_folder(tmp_path, NOWHERE)
    assert [(name, leaks[0].kind) for name, leaks in found.items()] == [
        ("bob@example.org", "address"), ("link", "unreadable"),
    ]  # fmt: skip


def test_what_stands_in_the_data_is_the_datas_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text(f"thought: {LEAK}, then {LEAK}/more", encoding="utf-8")
    scanner = Scanner(NOWHERE, quoted=frozenset({LEAK}))
    assert [leak.text for leak in scanner.file(path)] == [f"{LEAK}/more"]
    assert scanner.of_data == 1
    scanner.file(path)
    assert scanner.of_data == 2


@pytest.mark.parametrize("pack", [bz2.compress, lzma.compress])
def test_an_archive_that_is_not_looked_into_is_a_leak(
    pack: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    (tmp_path / "x").write_bytes(pack(LEAK.encode() * 9))
    assert [leak.kind for leak in scan_file(tmp_path / "x", NOWHERE)] == ["unreadable"]
