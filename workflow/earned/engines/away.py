"""A server that cannot be used at the moment."""

from __future__ import annotations

from earned.errors import UserError


class ServerAwayError(UserError):
    """The server cannot be used as things stand; a little later it may."""
