"""Hidden reasoning: what a model writes inside `<think>` is never read for actions."""

from __future__ import annotations

import re

_TAG = re.compile(r"<(/?)think>", re.IGNORECASE)


def split_reasoning(text: str) -> tuple[str, bool]:
    """Split off hidden reasoning.

    A closing tag without an opening one ends reasoning that the chat template opened.

    Returns:
        The visible text, and whether reasoning was still open at the end.
    """
    visible: list[str] = []
    start, inside = 0, False
    for tag in _TAG.finditer(text):
        if tag[1] and not inside:
            visible.clear()
        elif not inside:
            visible.append(text[start : tag.start()])
        start, inside = tag.end(), not tag[1]
    if not inside:
        visible.append(text[start:])
    return "".join(visible), inside
