"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("earned", deadline=None, derandomize=True)
settings.load_profile("earned")
