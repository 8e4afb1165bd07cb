"""How one source's failure is told to the source after it."""

from __future__ import annotations


class SourceFailed(Exception):  # noqa: N818 - an outcome of one source, not yet an error
    """Why one source gave nothing, in a few words."""
