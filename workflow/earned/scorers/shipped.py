"""The scorers that ship, by name."""

from __future__ import annotations

from types import ModuleType

from earned.scorers import extended, official

SHIPPED: dict[str, ModuleType] = {module.NAME: module for module in (official, extended)}
