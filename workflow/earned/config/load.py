"""From a study's name to its complete configuration, defaults filled in by our own code."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from earned.config.base import validate_config
from earned.config.study import StudyConfig
from earned.errors import UserError
from earned.records.files import read_text

STUDIES = Path("config/studies")


def resolve_study(given: Mapping[str, Any], *, studies: Path = STUDIES) -> StudyConfig:
    """Complete what the user gave: the named study's file, overridden by every other key given.

    Args:
        given: `config/config.yaml` with what `--configfile` and `--config` added.
        studies: the folder of the study files.

    Raises:
        UserError: no such study, or a fault in its configuration.
    """
    name = str(given.get("study", "paper"))
    file = studies / f"{name}.yaml"
    base = read_yaml(file) if file.is_file() else {}
    if not base and "models" not in given:
        known = ", ".join(sorted(f.stem for f in studies.glob("*.yaml"))) or "none"
        raise UserError(f"no study {name}", where=str(studies), remedy=f"known are: {known}")
    where = str(file) if base else "the configuration given"
    return validate_config(StudyConfig, merge(base, given), where=where)


def resolve_named(study: str) -> StudyConfig:
    """Complete the study of a name, under the keys that `config/config.yaml` overrides.

    Raises:
        UserError: no such study, or a fault in its configuration.
    """
    return resolve_study({**read_yaml(Path("config/config.yaml")), "study": study})


def read_yaml(file: Path) -> dict[str, Any]:
    """Read a YAML mapping; a fault is named with its line."""
    try:
        value = yaml.load(read_text(file), _NoKeyTwice)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise UserError(
            f"is not YAML ({error.problem})",
            where=f"{file}, line {line}",
            remedy="correct the line",
        ) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # a control code, a 31 February
        what = " ".join(str(error).split())
        raise UserError(f"is not YAML ({what})", where=str(file), remedy="correct it") from None
    if not isinstance(value, dict):
        raise UserError("is not a mapping of keys", where=str(file), remedy="see config/README.md")
    return value


class _NoKeyTwice(yaml.SafeLoader):
    """YAML's plain values; a key that stands twice in a mapping is a fault, not overwritten."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Make a mapping of distinct keys."""
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value in seen and key.value != "<<":
                raise yaml.constructor.ConstructorError(
                    problem=f"the key {key.value} stands there twice", problem_mark=key.start_mark
                )
            seen.add(str(key.value))
        return super().construct_mapping(node, deep)


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Lay one nested mapping over another; where both hold mappings, key by key."""
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        both = isinstance(below, Mapping) and isinstance(value, Mapping)
        merged[key] = merge(below, value) if both else value  # type: ignore[arg-type]
    return merged
