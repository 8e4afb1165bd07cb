"""Frozen results with every part that figures and the supplement read, made up from a seed.

No number of it means anything; each passes through the record types, so the form is the real one.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from earned.audits.acquabench.frozen import FrozenResults
from earned.audits.acquabench.names import CONTRASTS, DETECTOR_SCORES, NEGATIVES
from score_tables import analyse, table, unit

SURFACES = ("retrieval", "tool", "memory", "subagent")
CLASSES = ("attributable", "earned", "sham")
THRESHOLDS = (50, 60, 70, 80, 90, 100)


@dataclass
class Maker:
    """Draws values; `holes` of them are missing."""

    seed: int = 13
    holes: float = 0.0
    random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)

    def missing(self) -> bool:
        return self.random.random() < self.holes

    def value(self, low: float, high: float) -> float | None:
        return None if self.missing() else round(self.random.uniform(low, high), 4)

    def interval(self, point: float | None, least: float, most: float) -> dict[str, Any]:
        made: dict[str, Any] = {"point": point, "low": None, "high": None, "level": 0.95,
                                "replicates": 200, "undefined": 0, "status": "ok"}  # fmt: skip
        if point is None or self.missing():
            return {**made, "status": "undefined", "reason": "undefined: empty denominator"}
        width = self.random.uniform(0.02, 0.2)
        return {**made, "low": max(least, point - width), "high": min(most, point + width)}

    def effect(self) -> dict[str, Any]:
        units = 0 if self.missing() else 540
        successes = self.random.randrange(-100, 300) if units else 0
        value = successes / units if units else None
        return {"numerator": successes, "denominator": units, "value": value, "units": units,
                "qids": units // 4, "interval": self.interval(value, -1, 1)}  # fmt: skip

    def detector(self) -> dict[str, Any]:
        auroc = self.value(0, 1)
        return {"auroc": auroc, "reason": "" if auroc is not None else "undefined: one class",
                "positives": 12, "negatives": 80, "positive_qids": 9,
                "descriptive": self.random.random() < 0.15,
                "interval": self.interval(auroc, 0, 1)}  # fmt: skip

    def distribution(self) -> dict[str, Any]:
        if self.missing():
            return {"n": 0, "low": None, "q1": None, "median": None, "q3": None, "high": None,
                    "histogram": [0] * 20}  # fmt: skip
        low, q1, median, q3, high = sorted(round(self.random.random(), 3) for _ in range(5))
        return {"n": 20, "low": low, "q1": q1, "median": median, "q3": q3, "high": high,
                "histogram": [1] * 20}  # fmt: skip

    def surface(self, base: Mapping[str, Any]) -> dict[str, Any]:
        contrasts = {name: self.value(-0.4, 0.6) for name in (*CONTRASTS, "net_rescue")}
        return {**base, **contrasts}

    def variant(self, choice: str, label: str, chosen: bool = False) -> dict[str, Any]:
        verdicts = {n: self.random.choice(("supported", "unresolved"))
                    for n in ("delta_gc", "delta_gs", "net_rescue")}  # fmt: skip
        return {
            "choice": choice,
            "label": label,
            "chosen": chosen,
            "effects": {name: self.effect() for name in verdicts},
            "detectors": {f"{score}_vs_{name}": self.detector()
                          for score in DETECTOR_SCORES[:2] for name in NEGATIVES},
            "verdicts": verdicts,
        }  # fmt: skip

    def sensitivity(self, surfaces: Sequence[str]) -> dict[str, Any]:
        variants = {f"f1_{n}": self.variant("f1", f"F1 ≥ {n / 100:g}", n == 80) for n in THRESHOLDS}
        variants["exact"] = self.variant("exact", "exact match")
        if len(surfaces) > 1:
            for name in surfaces:
                variants[f"without_{name}"] = self.variant("surface", f"without {name}")
        mine = variants["f1_80"]["verdicts"]
        moved = {name: [key for key, v in variants.items() if v["verdicts"][name] != mine[name]]
                 for name in mine}  # fmt: skip
        return {"variants": variants, "moved": moved}


def complete(
    models: Mapping[str, str | None],
    regimes: Sequence[str] = ("D0", "D1", "D2"),
    surfaces: Sequence[str] = SURFACES,
    holes: float = 0.0,
    seed: int = 13,
) -> dict[str, Any]:
    """Give frozen results as JSON holds them.

    Args:
        models: label to the control that the model is, or None.
        regimes: those that every model ran in.
        surfaces: those that every model ran on.
        holes: share of the values that are missing.
        seed: of the made-up values.
    """
    maker = Maker(seed, holes)
    base = _real(surfaces)
    analyses = {
        f"{regime.lower()}_m{n}": _analysis(maker, base, regime, f"m{n}", label, control, surfaces)
        for n, (label, control) in enumerate(models.items())
        for regime in regimes
    }
    made = FrozenResults.model_validate({**base, "analyses": analyses, "controls": {}})
    dumped: dict[str, Any] = made.model_dump(mode="json")
    return dumped


def _analysis(
    maker: Maker, base: Mapping[str, Any], regime: str, model: str, label: str,
    control: str | None, surfaces: Sequence[str],
) -> dict[str, Any]:  # fmt: skip
    (real,) = base["analyses"].values()
    surface = next(iter(real["by_surface"].values()))
    return {
        **real,
        "regime": regime,
        "model": model,
        "label": label,
        "control": control,
        "surfaces": surfaces,
        "effects": {name: maker.effect() for name in CONTRASTS},
        "residual": {**real["residual"], "net_rescue": maker.effect()},
        "detectors": {f"{score}_vs_{name}": maker.detector()
                      for score in DETECTOR_SCORES for name in NEGATIVES},
        "distributions": {score: {name: maker.distribution() for name in CLASSES}
                          for score in ("coloc", "coloc_content")},
        "by_surface": {name: maker.surface(surface) for name in surfaces},
        "sensitivity": maker.sensitivity(surfaces),
    }  # fmt: skip


def _real(surfaces: Sequence[str]) -> dict[str, Any]:
    """A real analysis of a tiny table, for the parts that no figure reads."""
    units = (unit(q, hits, name) for name in surfaces for q, hits in (("a", "010"), ("b", "110")))
    dumped: dict[str, Any] = analyse(table(*units)).model_dump(mode="json")
    return dumped


SMALL = {"copier": "copier", "closed_book": "closed_book", "reader": "reader",
         "suggestible": "suggestible", "Qwen2.5-Coder-0.5B": None}  # fmt: skip
PAPER = {"Llama-3.1-8B": None, "Qwen2.5-14B": None, "Qwen2.5-32B": None}
HOSTILE = {
    "R&D_50% $x^2$ \\alpha {braces} #1 ~tilde~ <tag>": None,
    "a very long label of a model whose owner wrote a whole sentence, with its revision, its "
    "quantization and the day it was fetched, because nothing said that a label is short": None,
    "Unbroken" * 14: None,
    "Größe-Ελληνικά-Кириллица-模型-🙂": None,
    "$": None,
    "Qwen2.5-32B-Instruct-AWQ-int4-rope-scaled": None,
    "[*] |pipe| 'quotes' \"double\" `ticks`": None,
    "m": None,
    "the copier, renamed by somebody who likes long names": "copier",
}
