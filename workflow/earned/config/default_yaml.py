"""The default configuration as YAML: every key, its default, and what it means as a comment."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

import yaml
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from earned.config.keys import choices_of, holder_of, placeholder, section_in

WIDTH = 98
LONGEST_WORD = 14  # PyYAML breaks a line at the first space beyond its width
HEAD = """\
# yaml-language-server: $schema=schema.json
# Every key of a study with its default. Made from the models in workflow/earned/config by
#   python -m earned.config.generate --write
# A study file needs only what differs. Where a section has no default, its keys are shown as
# comments; `...` stands where you must give a value.
"""


def default_yaml(defaults: BaseModel) -> str:
    """Write a section with its defaults, and those it has none for as commented examples."""
    return HEAD + "\n".join(_section(defaults, 0)) + "\n"


def _section(section: BaseModel, depth: int) -> Iterator[str]:
    """Write the keys of a section whose values are known."""
    dumped = section.model_dump(mode="json")
    for name, field in type(section).model_fields.items():
        yield from _comment(field, depth)
        held = getattr(section, name)
        if section_in(field.annotation) is not None and held:
            yield f"{name}:"
            yield from _indent(_held(held, depth + 1))
        else:
            yield from _scalar(name, dumped[name], depth)
            yield from _example(name, field, depth)


def _held(held: Any, depth: int) -> Iterator[str]:  # noqa: ANN401
    """Write the section, or the sections, that a key holds by default."""
    if isinstance(held, BaseModel):
        yield from _section(held, depth)
    elif isinstance(held, dict):
        for name, entry in held.items():
            yield f"{name}:"
            yield from _indent(_section(entry, depth + 1))
    else:
        for item in held:
            yield from _item(_section(item, depth + 1))


def _example(name: str, field: FieldInfo, depth: int) -> Iterator[str]:
    """Show the keys of a section that is absent by default, as comments."""
    inner = section_in(field.annotation)
    if inner is None:
        return
    yield "# Its keys:"
    yield from (f"# {line}" for line in _template(name, field, inner, depth + 1))


def _template(name: str, field: FieldInfo, inner: type[BaseModel], depth: int) -> Iterator[str]:
    """Lay out a section that has no value."""
    holder = holder_of(field.annotation)
    yield f"{name}:"
    below = _blank(inner, depth + (1 if holder == "section" else 2))
    if holder == "map":
        yield f"  {placeholder(name)}:"
        yield from _indent(_indent(below))
    else:
        yield from _indent(_item(below) if holder == "list" else below)


def _blank(model: type[BaseModel], depth: int) -> Iterator[str]:
    for name, field in model.model_fields.items():
        yield from _comment(field, depth)
        inner = section_in(field.annotation)
        if inner is not None:
            yield from _template(name, field, inner, depth)
        elif field.is_required():
            yield f"{name}: ..."
        else:
            yield from _scalar(name, _plain(field.default), depth)


def _comment(field: FieldInfo, depth: int) -> Iterator[str]:
    text = str(field.description)
    choices = choices_of(field.annotation)
    if any(choice not in text for choice in choices):
        text = f"{text} ({' / '.join(choices)})"
    yield from (f"# {line}" for line in textwrap.wrap(text, WIDTH - 2 - 2 * depth))


def _scalar(name: str, value: Any, depth: int) -> list[str]:  # noqa: ANN401
    if isinstance(value, list):
        return [f"{name}: {yaml.safe_dump(value, default_flow_style=True, width=WIDTH).strip()}"]
    width = WIDTH - 2 * depth - LONGEST_WORD
    text = yaml.safe_dump({name: value}, default_flow_style=False, allow_unicode=True, width=width)
    return text.splitlines()


def _plain(value: Any) -> Any:  # noqa: ANN401
    return list(value) if isinstance(value, tuple) else value


def _item(lines: Iterable[str]) -> Iterator[str]:
    """Make lines one item of a list: the first one gets the dash."""
    for n, line in enumerate(lines):
        yield f"{'  ' if n else '- '}{line}"


def _indent(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)
