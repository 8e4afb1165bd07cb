"""Plain text made safe for Markdown and HTML, whatever a label, title or prediction holds."""

from __future__ import annotations

import html
import re
import unicodedata

_MARKDOWN = re.compile(r"[\\`*_~$|]")
_LINK = re.compile(r"\](?=[(\[])")
_UNSHOWN = ("Cc", "Cs", "Zl", "Zp")
"""Control characters, halves of characters, and ends of lines and paragraphs."""
_TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
"""Marks that turn the direction of all that follows, beyond their own text."""


def one_line(text: str) -> str:
    """Give one line of text without control characters and marks of direction."""
    return "".join(" " if _is_unshown(c) else c for c in text)


def _is_unshown(char: str) -> bool:
    return unicodedata.category(char) in _UNSHOWN or unicodedata.bidirectional(char) in _TURNING


def escape_markdown(text: str) -> str:
    """Escape plain text for a Markdown table."""
    marked = _MARKDOWN.sub(r"\\\g<0>", one_line(text))
    return _LINK.sub(r"\\]", marked.replace("&", "&amp;").replace("<", "&lt;"))


def escape_html(text: str) -> str:
    """Escape plain text for HTML, in an element or a quoted attribute."""
    return html.escape(one_line(text), quote=True)
