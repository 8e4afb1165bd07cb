"""The base of every configuration section, and how a fault in one is reported."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from earned.config.location import locate
from earned.errors import UserError
from earned.lineage.publishable import PUBLISHED_ADDRESS

C = TypeVar("C", bound=BaseModel)
Listed = TypeVar("Listed")

# What pydantic says in its own terms, in ours.
_PLAIN = {
    "model_type": "is not a mapping of keys",
    "dict_type": "is not a mapping of keys",
    "tuple_type": "is not a list",
    "path_type": "is not a path",
}


class Config(BaseModel):
    """A configuration section: unknown keys are refused, every field says what it is."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def validate_config(model: type[C], value: Any, *, where: str) -> C:  # noqa: ANN401
    """Validate a configuration; a fault becomes one sentence, for an unknown key the nearest."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        fault = _telling(error)
        key, section = locate(model, fault["loc"])
        if fault["type"] == "extra_forbidden":
            remedy = _nearest(section, str(fault["loc"][-1]))
            raise UserError(f"unknown key {key}", where=where, remedy=remedy) from None
        message = _PLAIN.get(fault["type"], fault["msg"].removeprefix("Value error, "))
        named = f"key {key}: {message}" if key else message
        raise UserError(named, where=where, remedy="config/README.md lists every key") from None


def distinct(listed: tuple[Listed, ...]) -> tuple[Listed, ...]:
    """Refuse a list that names something twice."""
    for n, value in enumerate(listed):
        if value in listed[:n]:
            raise ValueError(f"{value} is listed twice")
    return listed


def plain_path(path: Path) -> Path:
    """Refuse a path that names nothing, or whose braces the rules would take for wildcards."""
    if not path.name:
        raise ValueError("names no file or folder")
    if set("{}") & set(str(path)):
        raise ValueError("a path here has no braces")
    return path


def http_address(address: str) -> str:
    """Refuse what is no plain address, or holds a secret: it would reach the workflow's logs.

    A published configuration, read again, has a hash in its place; no engine starts on one.
    """
    if PUBLISHED_ADDRESS.fullmatch(address):
        return address
    try:
        plain = address.isascii() and address.isprintable() and " " not in address
        parts = urlsplit(address)
        web = parts.scheme in ("http", "https")
        sound = plain and web and bool(parts.hostname) and parts.port != 0
        bare = "@" not in parts.netloc and not parts.query
    except ValueError:  # a port over 65535, half an IPv6 address
        sound = bare = False
    if not sound:
        raise ValueError("is no address such as https://host:8000/v1")
    if not bare:
        raise ValueError("holds a name, a password or a query; a key goes through api_key_env")
    return address


def _telling(error: ValidationError) -> ErrorDetails:
    """Choose the fault to tell: an unknown key, else the innermost of the alternatives tried."""
    faults = error.errors()
    unknown = [fault for fault in faults if fault["type"] == "extra_forbidden"]
    return unknown[0] if unknown else max(faults, key=lambda fault: len(fault["loc"]))


def _nearest(section: type[BaseModel], key: str) -> str:
    close = difflib.get_close_matches(key, section.model_fields, n=1, cutoff=0.0)
    return f"did you mean {close[0]}" if close else "config/README.md lists every key"
