"""Whether a paragraph holds a text, seen through the benchmark's normalization."""

from __future__ import annotations

import re
import string

from earned.data.embedded.entity import Paragraph


def normalize(text: str) -> str:
    """Lowercase, without ASCII punctuation and articles, single spaces (HotpotQA's scorer)."""
    bare = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", bare).split())


def holds(paragraph: Paragraph, text: str) -> bool:
    """Whether the normalized text occurs anywhere in the normalized title and sentences."""
    return normalize(text) in normalize(f"{paragraph.title} {paragraph.text}")
