"""The tables of every key in `config/README.md`, one for each section."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from pydantic import BaseModel

from earned.config.keys import Key, keys_of, section_in
from earned.errors import UserError

BEGIN = "<!-- keys: made by `python -m earned.config.generate --write`, do not edit -->"
END = "<!-- end of keys -->"
HEAD = ("| key | takes | default | meaning |", "|---|---|---|---|")


def with_key_tables(page: str, model: type[BaseModel], *, where: str) -> str:
    """Put the tables of every key between the markers of a page.

    Raises:
        UserError: the page lacks its markers.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise UserError("lacks the markers of the key tables", where=where,
                        remedy=f"put the lines {BEGIN} and {END} where they belong")  # fmt: skip
    return f"{before}{begin}\n\n{key_tables(model)}\n{end}{after}"


def key_tables(model: type[BaseModel]) -> str:
    """Lay out every key, section by section; a section that occurs again is referred to."""
    keys = list(keys_of(model))
    shown: dict[type[BaseModel], str] = {}
    blocks = []
    for prefix, members in _by_prefix(keys):
        section = members[0].section
        if section in shown:
            blocks.append(f"### `{prefix}`\n\nThe keys of `{shown[section]}`.\n")
        else:
            shown[section] = prefix
            blocks.append(_table(prefix, section, members))
    return "\n".join(blocks)


def _by_prefix(keys: Sequence[Key]) -> Iterator[tuple[str, list[Key]]]:
    """Group keys by the section they stand in, in order of first appearance."""
    order = {prefix: n for n, prefix in enumerate(dict.fromkeys(map(_prefix, keys)))}
    ordered = sorted(keys, key=lambda key: order[_prefix(key)])
    return ((prefix, list(members)) for prefix, members in groupby(ordered, key=_prefix))


def _prefix(key: Key) -> str:
    return key.path.rpartition(".")[0]


def _table(prefix: str, section: type[BaseModel], keys: Sequence[Key]) -> str:
    title = f"### `{prefix}`" if prefix else "### Top level"
    doc = (section.__doc__ or "").strip().splitlines()[0]
    return "\n".join([title, "", doc, "", *HEAD, *map(_row, keys), ""])


def _row(key: Key) -> str:
    cells = (f"`{key.name}`", key.takes, _default(key), key.meaning)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _default(key: Key) -> str:
    if key.field.is_required():
        return "required"
    default = key.field.default
    if section_in(key.field.annotation) is not None and default:
        return "see below"
    return f"`{json.dumps(_plain(default), ensure_ascii=False)}`"


def _plain(value: Any) -> Any:  # noqa: ANN401
    return (
        value if isinstance(value, bool | int | float | list | tuple | dict | None) else str(value)
    )
