"""Files beside the tables: the mechanism cases with their checks, and the style control's gate."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from earned.audits.acquabench.tables.common import STYLE, label_of, of_regimes
from earned.render.display import show
from earned.render.escape import escape_markdown
from earned.render.templating import template

CASES = "mechanism_cases.json"
VERIFICATION = "mechanism_case_verification.md"
STYLE_PROBE = "style_probe_metrics.json"
EXTRA_FILES = (CASES, VERIFICATION, STYLE_PROBE)

_TEMPLATES = Path(__file__).with_name("templates")
_MEASURED = ("regime", "model", "label", "qids", "effects", "residual", "detectors", "verdicts")


def extra_files(results: Mapping[str, Any]) -> dict[str, str]:
    """Write the files out: name to content, all from the frozen results."""
    cases = results["cases"]
    return {
        CASES: _json(cases),
        VERIFICATION: template(_TEMPLATES, f"{VERIFICATION}.j2", escape_markdown).render(
            cases=cases.values(),
            labels={key: label_of(case) for key, case in cases.items()},
            sources={key: _sources(results, case) for key, case in cases.items()},
            keys=list(cases),
            decimal=lambda value: show(value, "decimal"),
        ),
        STYLE_PROBE: _json({"construction": results["style"], "analyses": _style(results)}),
    }


def _style(results: Mapping[str, Any]) -> dict[str, Any]:
    """Pick what the style control's table shows of each model."""
    return {
        key: {
            **{field: found[field] for field in _MEASURED},
            "success": {name: arm["success"] for name, arm in found["arms"].items()},
        }
        for key, found in of_regimes(results["analyses"], STYLE).items()
    }


def _sources(results: Mapping[str, Any], case: Mapping[str, Any]) -> dict[str, str]:
    """Name the inputs that a case was read from: its cells' scores, and the file of all cases."""
    cell = f"/{case['model']}/{case['regime']}/{case['surface']}/"
    return {
        name: digest
        for name, digest in results["sources"].items()
        if cell in name or name.endswith("/cases.json")
    }


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
