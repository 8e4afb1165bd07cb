"""The four ways in which the same ranked evidence is asked for and shown.

Each serialization puts one result on one line and escapes it, so that any title and text survive,
and carries nothing but title and text: no ranks' scores, no ids.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from pydantic import Field

from earned.agents.action_name import check_action_name
from earned.errors import UserError
from earned.records.base import Record


class Shown(Record):
    """One result as displayed."""

    title: str
    text: str = Field(description="already cut to the display limit")


class Surface(NamedTuple):
    """A surface's action and its serialization; `parse` inverts `serialize`.

    `parse` skips what is not in the surface's form, so an environment line gives no result.
    """

    name: str
    action: str
    serialize: Callable[[Sequence[Shown]], str]
    parse: Callable[[str], list[Shown]]


_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "]": "\\]"}
_TEXT_ESCAPES = str.maketrans({key: _ESCAPES[key] for key in "\\\n\r"})
_TITLE_ESCAPES = str.maketrans(_ESCAPES)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_XML_LINES = {"\n": "&#10;", "\r": "&#13;"}

_DOCUMENT = re.compile(r"\[Document: ((?:\\.|[^\\\]])*)\] ?(.*)", re.DOTALL)
_MEMORY = re.compile(r'<memory title="([^"]*)">(.*)</memory>', re.DOTALL)
_REPORT = re.compile(r'Local reporter on ("(?:\\.|[^\\"])*"): ?(.*)', re.DOTALL)
_TOOL = "local_evidence_lookup"


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda match: {"n": "\n", "r": "\r"}.get(match[1], match[1]), text)


def _document(shown: Shown) -> str:
    title = shown.title.translate(_TITLE_ESCAPES)
    return f"[Document: {title}] {shown.text.translate(_TEXT_ESCAPES)}"


def _memory(shown: Shown) -> str:
    title = escape(shown.title, {'"': "&quot;", **_XML_LINES})
    return f'<memory title="{title}">{escape(shown.text, _XML_LINES)}</memory>'


def _report(shown: Shown) -> str:
    title = json.dumps(shown.title, ensure_ascii=False)
    return f"Local reporter on {title}: {shown.text.translate(_TEXT_ESCAPES)}"


def _lines(one: Callable[[Shown], str]) -> Callable[[Sequence[Shown]], str]:
    return lambda results: "\n".join(map(one, results))


def _parse_lines(
    pattern: re.Pattern[str], title: Callable[[str], str], text: Callable[[str], str]
) -> Callable[[str], list[Shown]]:
    def parse(observation: str) -> list[Shown]:
        matches = map(pattern.fullmatch, observation.split("\n"))
        return [Shown(title=title(m[1]), text=text(m[2])) for m in matches if m]

    return parse


def _serialize_tool(results: Sequence[Shown]) -> str:
    records = (json.dumps(shown.model_dump(), ensure_ascii=False) for shown in results)
    return f'{{"tool": "{_TOOL}", "records": [\n' + ",\n".join(records) + "\n]}"


def _parse_tool(observation: str) -> list[Shown]:
    try:
        return [Shown(**record) for record in json.loads(observation)["records"]]
    except (ValueError, KeyError, TypeError):
        return []


_ALL = (
    Surface(
        "retrieval", "Search", _lines(_document), _parse_lines(_DOCUMENT, _unescape, _unescape)
    ),
    Surface("tool", "Lookup", _serialize_tool, _parse_tool),
    Surface(
        "memory",
        "ReadMemory",
        _lines(_memory),
        _parse_lines(_MEMORY, html.unescape, html.unescape),
    ),
    Surface(
        "subagent", "AskSubagent", _lines(_report), _parse_lines(_REPORT, json.loads, _unescape)
    ),
)
SURFACES: dict[str, Surface] = {surface.name: surface for surface in _ALL}
"""The surfaces by name, in the order in which they are reported."""

ACTIONS: tuple[str, ...] = tuple(check_action_name(surface.action) for surface in _ALL)
"""Every surface's action name."""


def surface_named(name: str) -> Surface:
    """Look a surface up.

    Raises:
        UserError: if there is none of that name.
    """
    if name in SURFACES:
        return SURFACES[name]
    raise UserError(f"unknown surface {name!r}", remedy=f"use one of {', '.join(SURFACES)}")
