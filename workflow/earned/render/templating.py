"""Jinja2 templates that fail on what they are not given and escape by a filter of the format."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

TEMPLATES = Path(__file__).with_name("templates")


@cache
def template(folder: Path, name: str, escape: Callable[[str], str]) -> Template:
    """Load a template whose filter `e` is `escape`."""
    environment = Environment(
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["e"] = escape
    return environment.get_template(name)
