"""The base of every configuration section, and how a fault in one is reported."""

from __future__ import annotations

import difflib
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from earned.errors import UserError

C = TypeVar("C", bound=BaseModel)


class Config(BaseModel):
    """A configuration section: unknown keys are refused, every field says what it is."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def validate_config(model: type[C], value: Any, *, where: str) -> C:  # noqa: ANN401
    """Validate a configuration; the first fault becomes one sentence with the nearest key."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        loc = tuple(part for part in first["loc"])
        key = ".".join(str(part) for part in loc)
        if first["type"] == "extra_forbidden":
            remedy = _nearest(model, loc)
            raise UserError(f"unknown key {key}", where=where, remedy=remedy) from None
        message = first["msg"].removeprefix("Value error, ")
        remedy = "config/README.md lists every key"
        raise UserError(f"key {key}: {message}", where=where, remedy=remedy) from None


def _nearest(model: type[BaseModel], loc: tuple[int | str, ...]) -> str:
    known = list(_section(model, loc[:-1]).model_fields)
    close = difflib.get_close_matches(str(loc[-1]), known, n=1, cutoff=0.0)
    return f"did you mean {close[0]}" if close else "config/README.md lists every key"


def _section(model: type[BaseModel], loc: tuple[int | str, ...]) -> type[BaseModel]:
    """Follow a location down to the section that holds its last key."""
    for part in loc:
        field = model.model_fields.get(str(part))
        inner = _models_in(field.annotation) if field else []
        if inner:
            model = inner[0]
    return model


def _models_in(annotation: Any) -> list[type[BaseModel]]:  # noqa: ANN401
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in _models_in(part)]
