"""What the regimes and surfaces are, in a few words for tables."""

from __future__ import annotations

from earned.audits.acquabench.config import Regime, SurfaceName

STRUCTURES: dict[Regime, str] = {
    "D0": "one source states the value",
    "D1": "one source states the value in another form",
    "D2": "two sources give the value together, neither alone",
    "style": "one source states the value inside its own text, unmarked",
}
"""Regime to its information structure."""

ROLES: dict[Regime, str] = {
    "D0": "main test of whether the score follows the supplied value, and the case a "
    "single-source score is made for",
    "D1": "limit of the measurement: how much the form of the value and its scoring matter",
    "D2": "limit of a single-source score: the value is supplied all the same, so this is no "
    "control without information",
    "style": "check on D0's construction: does its result stand where nothing marks the planted "
    "sentence; no independent replication",
}
"""Regime to what it is for."""

SERIALIZATIONS: dict[SurfaceName, str] = {
    "retrieval": "one line a document: [Document: title] text",
    "tool": "one JSON object of local_evidence_lookup, a record with title and text a source",
    "memory": "one <memory> element a line, with the title as its attribute",
    "subagent": "one line a source, as told by a local reporter who names the title",
}
"""Surface to how it shows what was found; the ranking is the same for all."""
