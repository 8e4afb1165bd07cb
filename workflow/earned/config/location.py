"""Where a fault of a configuration lies: pydantic's location without what it adds of its own."""

from __future__ import annotations

import re
import types
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

Location = tuple[int | str, ...]


def locate(model: type[BaseModel], loc: Location) -> tuple[str, type[BaseModel]]:
    """Follow a location down from a section.

    Args:
        model: the section that was validated.
        loc: pydantic's location; where a field has alternatives it names the one tried.

    Returns:
        The key as the user writes it, and the innermost section on the way to its last part.
    """
    written: list[str] = []
    section = model
    current: Any = model
    for n, part in enumerate(loc):
        choices = _choices(current)
        if len(choices) > 1 and (tried := _tried(choices, part)) is not None:
            current = tried
            continue
        holder = choices[0]
        if part != "[key]":
            written.append(str(part))
        if isinstance(holder, type) and issubclass(holder, BaseModel):
            section = holder
        current = _below(holder, part) if n + 1 < len(loc) else None
    return ".".join(written), section


def _choices(annotation: Any) -> list[Any]:  # noqa: ANN401
    """List a field's alternatives without their limits, null left out."""
    if get_origin(annotation) in (Union, types.UnionType):
        return [_bare(part) for part in get_args(annotation) if part is not type(None)]
    return [_bare(annotation)]


def _bare(annotation: Any) -> Any:  # noqa: ANN401
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def _tried(choices: list[Any], part: int | str) -> Any:  # noqa: ANN401
    """Find the alternative that a part of a location names: `str`, `Section`, `dict[...]`."""
    for choice in choices:
        name = (get_origin(choice) or choice).__name__
        # `constrained-int`, `dict[str,int]`, or, where a section checks itself,
        # `function-after[check(), Section]`
        if re.fullmatch(rf"(constrained-)?{name}(\[.*)?|.*\b{name}\]", str(part)):
            return choice
    return None


def _below(holder: Any, part: int | str) -> Any:  # noqa: ANN401
    """Give the type of one part of a holder: a section's field, a map's value, a list's item."""
    if isinstance(holder, type) and issubclass(holder, BaseModel):
        field = holder.model_fields.get(str(part))
        return field.annotation if field else None
    parts = get_args(holder)
    return parts[1] if get_origin(holder) is dict else parts[0] if parts else None
