"""A server that cannot be used at the moment."""

from __future__ import annotations

from earned.errors import UserError

RESUMES = "what was answered is stored and is not asked again: "
"""How a remedy begins where the run ends for a fault of the engine's."""


class ServerAwayError(UserError):
    """The server cannot be used as things stand; a little later it may."""
