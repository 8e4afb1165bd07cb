"""A study of any size: the embedded questions, again and again under new names.

Every copy gives its people, places and works names of its own, so that no two questions are one.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

from earned.config.study import StudyConfig
from earned.data.embedded.names import MONTHS
from support import ROOT

EMBEDDED = ROOT / "resources/embedded/questions.json"
CLOSED = ("yes", "no")
_NAME = re.compile(r"\b[A-Z][a-z]{2,}\b")
_KEPT = frozenset({"The", "For", "And", *MONTHS})
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]


def write_questions(path: Path, count: int) -> None:
    """Write that many questions in HotpotQA's shape, the same ones every time."""
    base = [item for item in json.loads(EMBEDDED.read_text()) if item["answer"] not in CLOSED]
    items = [_renamed(base[n % len(base)], n // len(base)) for n in range(count)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(items, ensure_ascii=False), encoding="utf-8")


def scale_study(data: Path, count: int, replicates: int) -> StudyConfig:
    """Two scripted controls, four cells: twelve trajectories a question."""
    return StudyConfig.model_validate(
        {
            "study": "scale",
            "data": {"name": "scale", "path": str(data)},
            "models": {
                "copier": {"control": "copier", "surfaces": ["tool", "memory", "subagent"]},
                "reader": {"control": "reader", "surfaces": ["retrieval"]},
            },
            "acquabench": {
                "regimes": {"D0": {"size": count}},
                "analysis": {"replicates": replicates},
            },
        }
    )


def _renamed(item: dict[str, Any], copy: int) -> dict[str, Any]:
    """Give the names in an item's titles and answer another ending, wherever they stand."""
    titled = " ".join([item["answer"], *(title for title, _ in item["context"])])
    names = set(_NAME.findall(titled)) - _KEPT
    ending = _ending(copy)

    def rename(text: str) -> str:
        return _NAME.sub(lambda m: m[0] + ending if m[0] in names else m[0], text)

    return {
        **item,
        "_id": sha256(f"{copy}:{item['_id']}".encode()).hexdigest()[:24],
        "answer": rename(item["answer"]),
        "question": rename(item["question"]),
        "supporting_facts": [[rename(title), n] for title, n in item["supporting_facts"]],
        "context": [[rename(t), [rename(s) for s in texts]] for t, texts in item["context"]],
    }


def _ending(copy: int) -> str:
    first, second = divmod(copy, len(_SYLLABLES))
    return "" if not copy else _SYLLABLES[first % len(_SYLLABLES)] + _SYLLABLES[second]
