from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from earned.config.base import validate_config
from earned.config.weights import FileSource, HubFile, PinnedFile, WeightsConfig
from earned.errors import UserError
from support import ROOT

HUB = {"repo": "a/b", "revision": "c" * 40, "filename": "x.gguf"}
READY = sorted((ROOT / "config" / "models").glob("*.yaml"))


@pytest.mark.parametrize("path", READY, ids=lambda path: path.stem)
def test_the_weights_that_are_shipped_are_valid(path: Path) -> None:
    weights = validate_config(WeightsConfig, yaml.safe_load(path.read_text()), where=path.name)
    assert weights.name == path.stem
    assert weights.licence


def test_the_embedded_model_is_the_pinned_one() -> None:
    given = yaml.safe_load((ROOT / "config/models/qwen2.5-coder-0.5b.yaml").read_text())
    file = WeightsConfig.model_validate(given).files[0]
    assert file.sha256 == "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32"
    assert file.size == 491400064
    assert [bool(one.path or one.hub) for one in file.sources] == [True, True, False]


def refused(model: type[Any], given: dict[str, Any]) -> str:
    with pytest.raises(UserError) as caught:
        validate_config(model, given, where="weights")
    return str(caught.value)


def test_a_hash_may_be_missing_only_where_a_commit_pins_the_file() -> None:
    assert PinnedFile.model_validate({"name": "x", "sources": [{"hub": HUB}]}).sha256 is None
    both = {"name": "x", "sources": [{"hub": HUB}, {"path": "x"}]}
    assert "sha256 may be null only" in refused(PinnedFile, both)
    branch = HUB | {"revision": "main"}
    assert "revision" in refused(HubFile, branch)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "exactly one of path, url, hub and wheels"),
        ({"path": "x", "url": "http://h/x"}, "exactly one of path, url, hub and wheels"),
        ({"wheels": ["a==1"]}, "wheels and member go together"),
        ({"wheels": ["a"], "member": "*"}, "package==version"),
        ({"pth": "x"}, "did you mean path"),
    ],
)
def test_a_source_is_exactly_one_place(given: dict[str, Any], message: str) -> None:
    assert message in refused(FileSource, given)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"files": [], "snapshot": []}, "exactly one of files and snapshot"),
        ({"files": [], "snapshot": ["*"], "revision": "main"}, "full commit id"),
        ({"convert": "transformers", "files": [], "snapshot": ["*"]}, "exactly one GGUF file"),
        ({"files": [{"name": "../x", "sources": [{"hub": HUB}]}]}, "files.0.name"),
    ],
)
def test_weights_that_are_not_pinned_are_refused(change: dict[str, Any], message: str) -> None:
    good = {
        "name": "x",
        "repository": "a/b",
        "revision": "c" * 40,
        "licence": "MIT",
        "files": [{"name": "x.gguf", "sources": [{"hub": HUB}]}],
    }
    assert validate_config(WeightsConfig, good, where="weights")
    assert message in refused(WeightsConfig, good | change)
