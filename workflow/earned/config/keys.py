"""Every key of a configuration, in order: where it stands, what it takes, what it means."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt, MinLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo

_WORDS: dict[Any, str] = {
    bool: "true or false", int: "integer", float: "number", Decimal: "number", str: "text",
    Path: "path", type(None): "null",
}  # fmt: skip


@dataclass(frozen=True)
class Key:
    """One key; `path` has placeholders in capitals for names of your own, `[]` for list items."""

    path: str
    field: FieldInfo
    section: type[BaseModel]

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rsplit(".", 1)[-1]

    @property
    def meaning(self) -> str:
        """The field's description."""
        return self.field.description or ""

    @property
    def takes(self) -> str:
        """Its type and limits in words."""
        words, null, _ = type_words(self.field.annotation).partition(", or null")
        return ", ".join([words, *_limits(self.field.metadata)]) + null

    @property
    def below(self) -> str:
        """The path under which the keys of its own section stand, if it has one."""
        return self.path + _step(self.field.annotation, self.name)


def keys_of(model: type[BaseModel], prefix: str = "") -> Iterator[Key]:
    """Yield a section's keys, each followed by the keys of the section it holds."""
    for name, field in model.model_fields.items():
        key = Key(f"{prefix}{name}", field, model)
        yield key
        inner = section_in(field.annotation)
        if inner is not None:
            yield from keys_of(inner, f"{key.below}.")


def section_in(annotation: Any) -> type[BaseModel] | None:  # noqa: ANN401
    """Find the section that a field holds: itself, or as items or values, or as an alternative."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    found = (section_in(part) for part in get_args(annotation))
    return next((model for model in found if model is not None), None)


def holder_of(annotation: Any) -> Literal["section", "list", "map"]:  # noqa: ANN401
    """Say how a field holds its section."""
    origins = {get_origin(part) for part in (annotation, *get_args(annotation))}
    return "list" if tuple in origins else "map" if dict in origins else "section"


def choices_of(annotation: Any) -> tuple[str, ...]:  # noqa: ANN401
    """List the words that a field, or an item of its list, is limited to, if it is."""
    if get_origin(annotation) is Literal:
        return tuple(str(word) for word in get_args(annotation))
    if get_origin(annotation) is dict:
        return ()
    return next((found for part in get_args(annotation) if (found := choices_of(part))), ())


def type_words(annotation: Any) -> str:  # noqa: ANN401
    """Put a type in words."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if annotation in _WORDS:
        return _WORDS[annotation]
    if origin is Annotated:
        return ", ".join([type_words(parts[0]), *_limits(parts[1:])])
    if origin is Literal:
        return " / ".join(str(part) for part in parts)
    if origin in (Union, types.UnionType):
        return ", or ".join(type_words(part) for part in parts)
    if origin is tuple:
        return f"list of {type_words(parts[0])}"
    if origin is dict:
        return f"map of {type_words(parts[0])} to {type_words(parts[1])}"
    return "section"


def _step(annotation: Any, name: str) -> str:  # noqa: ANN401
    """Give what stands between a field's name and the keys of the section it holds."""
    if section_in(annotation) is None:
        return ""
    return {"section": "", "list": "[]", "map": f".{placeholder(name)}"}[holder_of(annotation)]


def placeholder(name: str) -> str:
    """Name an entry of a map: MODEL for one of `models`."""
    return name.removesuffix("s").upper()


def _limits(metadata: Iterable[object]) -> Iterator[str]:
    for limit in metadata:
        if isinstance(limit, Gt):
            yield f"above {limit.gt}"
        elif isinstance(limit, Ge):
            yield f"at least {limit.ge}"
        elif isinstance(limit, Lt):
            yield f"below {limit.lt}"
        elif isinstance(limit, Le):
            yield f"at most {limit.le}"
        elif isinstance(limit, MinLen):
            yield f"at least {limit.min_length} of them"
