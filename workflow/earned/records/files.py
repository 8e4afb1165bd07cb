"""Reading and writing record files: validated both ways, written atomically."""

from __future__ import annotations

import glob
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeVar

from pydantic import BaseModel, ValidationError

from earned.errors import UserError
from earned.records.base import record_json

R = TypeVar("R", bound=BaseModel)


@contextmanager
def atomic_write(path: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file beside `path` that takes its place when the block ends well."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(path)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            Path(name).chmod(0o644)
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise UserError(
            f"could not be written ({error.strerror})",
            where=str(path),
            remedy="free the disk, or make the folder writable",
        ) from error


def _remove_abandoned(path: Path) -> None:
    """Remove what a killed writer of this path left; a path has one writer at a time."""
    for abandoned in path.parent.glob(f".{glob.escape(path.name)}.*"):
        abandoned.unlink(missing_ok=True)


def write_bytes(path: Path, content: bytes) -> None:
    """Write a whole file atomically."""
    with atomic_write(path) as stream:
        stream.write(content)


def write_json(path: Path, value: Any) -> None:  # noqa: ANN401 - any JSON value
    """Write a value as the one text that `json_text` makes of it."""
    write_bytes(path, json_text(value).encode())


def json_text(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Give a value as indented JSON with sorted keys; NaN and infinity are refused."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, indent=1, allow_nan=False)
    return text + "\n"


def write_records(path: Path, records: Iterable[BaseModel]) -> None:
    """Write one canonical JSON line per record, in the order given."""
    with atomic_write(path) as stream:
        for record in records:
            stream.write((record_json(record) + "\n").encode())


def read_text(path: Path) -> str:
    """Read a UTF-8 text file; a missing or undecodable one is a `UserError`."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UserError("no such file", where=str(path), remedy="check the path") from None
    except UnicodeDecodeError as error:
        raise UserError(
            f"byte {error.start} is not UTF-8", where=str(path), remedy="save or fetch it again"
        ) from None
    except OSError as error:
        raise UserError(
            f"cannot be read ({error.strerror})", where=str(path), remedy="check the path"
        ) from None


def read_json(path: Path) -> Any:  # noqa: ANN401 - any JSON value
    """Read a JSON file; a fault is named with its line."""
    return parse_json(read_text(path), where=str(path))


def parse_json(text: str, *, where: str, line: int = 1) -> Any:  # noqa: ANN401 - any JSON value
    """Parse JSON text that begins on a line of a file; a fault is a `UserError` with its line."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise UserError(
            f"is not complete JSON ({error.msg})",
            where=f"{where}, line {line + error.lineno - 1}",
            remedy="the file is cut short or damaged, fetch or make it again",
        ) from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, deep nesting
        what = str(error).split(":")[0]
        raise UserError(f"cannot be read as JSON ({what})", where=where,
                        remedy="use another file") from None  # fmt: skip


def read_record(path: Path, model: type[R]) -> R:
    """Read one record from a JSON file."""
    return validate(model, read_json(path), where=str(path))


def read_records(path: Path, model: type[R]) -> list[R]:
    """Read a file of one JSON record a line."""
    return list(iter_records(path, model))


def iter_records(path: Path, model: type[R]) -> Iterator[R]:
    """Read such a file record by record, so that it may be larger than memory."""
    for n, line in enumerate(_lines(path), start=1):
        try:
            yield model.model_validate_json(line)
        except ValidationError:  # read it again, slowly, for the fault and its place
            text = line.decode()
            value = parse_json(text, where=str(path), line=n)
            yield validate(model, value, where=f"{path}, line {n}")


def _lines(path: Path) -> Iterator[bytes]:
    """Read the lines of a UTF-8 text file, each ended by a line feed."""
    try:
        with path.open("rb") as stream:
            for n, line in enumerate(stream, start=1):
                line.decode()
                if not line.endswith(b"\n"):
                    raise UserError("the last line is cut short", where=f"{path}, line {n}",
                                    remedy="make the file again")  # fmt: skip
                yield line[:-1]
    except (OSError, UnicodeDecodeError):
        read_text(path)  # names the fault
        raise


def validate(model: type[R], value: Any, *, where: str) -> R:  # noqa: ANN401
    """Validate a value as a record; the first fault becomes a `UserError` with its field."""
    try:
        return model.model_validate_json(json.dumps(value))  # NaN too: the record refuses it
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise UserError(
            f"field {field}: {first['msg']}" if field else first["msg"],
            where=where,
            remedy=f"a {model.__name__} record is expected there",
        ) from None
