"""The default YAML, the JSON schema and the tables of keys follow from the models."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml

from earned.config import generate
from earned.config.default_yaml import default_yaml
from earned.config.key_tables import BEGIN, with_key_tables
from earned.config.keys import Key, keys_of, section_in
from earned.config.study import StudyConfig
from earned.errors import UserError
from support import ROOT

CONFIG = ROOT / "config"
EVERY_KEY = list(keys_of(StudyConfig))
EXAMPLE_OF_MODELS = "# models:"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("README.md", "default.yaml", "schema.json"):
        shutil.copy(CONFIG / name, tmp_path / name)
    return tmp_path


def test_the_committed_files_are_those_that_the_models_give() -> None:
    remedy = "run python -m earned.config.generate --write"
    assert [file.name for file in generate.drifted(CONFIG)] == [], remedy


@pytest.mark.parametrize("name", ["README.md", "default.yaml", "schema.json"])
def test_a_drifted_file_fails_the_check_by_name_and_writing_mends_it(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / name
    file.write_text(file.read_text().replace("bootstrap replicates", "replicates of old"))
    assert generate.main(["--check", "--folder", str(folder)]) == 2
    assert str(file) in capsys.readouterr().err
    assert generate.main(["--write", "--folder", str(folder)]) == 0
    assert generate.main(["--check", "--folder", str(folder)]) == 0
    assert file.read_bytes() == (CONFIG / name).read_bytes()


def test_a_missing_file_fails_the_check(folder: Path) -> None:
    (folder / "schema.json").unlink()
    assert generate.drifted(folder) == [folder / "schema.json"]


def test_writing_keeps_what_was_written_by_hand(folder: Path) -> None:
    readme = folder / "README.md"
    readme.write_text("By hand.\n" + readme.read_text())
    assert generate.main(["--write", "--folder", str(folder)]) == 0
    assert readme.read_text().startswith("By hand.\n")


def test_a_page_without_markers_is_refused() -> None:
    with pytest.raises(UserError, match="lacks the markers"):
        with_key_tables("no marker", StudyConfig, where="README.md")
    with pytest.raises(UserError, match="lacks the markers"):
        with_key_tables(f"only one\n{BEGIN}\n", StudyConfig, where="README.md")


def test_the_default_yaml_is_the_defaults() -> None:
    value = yaml.safe_load(default_yaml(StudyConfig()))
    assert value == StudyConfig().model_dump(mode="json")


def test_the_commented_example_of_a_model_holds_every_key_of_one() -> None:
    lines = default_yaml(StudyConfig()).splitlines()
    start = lines.index(EXAMPLE_OF_MODELS)
    end = next(n for n in range(start, len(lines)) if not lines[n].startswith("# "))
    comment_of_next = 1
    block = "\n".join(line.removeprefix("# ") for line in lines[start : end - comment_of_next])
    example = yaml.safe_load(block)
    missing = [key.path for key in EVERY_KEY if _in_example(key) and not _holds(example, key)]
    assert missing == []


def _in_example(key: Key) -> bool:
    return key.path.startswith("models.")


def _holds(example: object, key: Key) -> bool:
    for part in key.path.replace("[]", ".0").split("."):
        held = example[0] if isinstance(example, list) else example
        if part == "0":
            example = held
            continue
        if not isinstance(held, dict) or part not in held:
            return False
        example = held[part]
    return True


def test_no_line_of_the_default_yaml_is_long() -> None:
    assert [line for line in default_yaml(StudyConfig()).splitlines() if len(line) > 100] == []


@pytest.mark.parametrize("key", EVERY_KEY, ids=lambda key: key.path)
def test_every_key_has_a_meaning_and_stands_in_the_schema_and_on_the_page(key: Key) -> None:
    """Field case 15: keys are longer than one character, too."""
    assert key.meaning
    assert len(key.name) > 1
    schema = json.loads((CONFIG / "schema.json").read_text())
    own = schema["properties"] if key.section is StudyConfig else _properties(schema, key)
    assert own[key.name]["description"] == key.meaning
    row = f"| `{key.name}` | {key.takes.replace('|', chr(92) + '|')} |"
    assert row in (CONFIG / "README.md").read_text()


def _properties(schema: dict[str, dict[str, dict[str, object]]], key: Key) -> dict[str, dict]:
    return schema["$defs"][key.section.__name__]["properties"]


def test_the_schema_refuses_unknown_keys_in_every_section() -> None:
    schema = json.loads((CONFIG / "schema.json").read_text())
    sections = [schema, *schema["$defs"].values()]
    assert all(section["additionalProperties"] is False for section in sections)
    inner = {section_in(key.field.annotation) for key in EVERY_KEY} - {None}
    assert {section.__name__ for section in inner if section} == set(schema["$defs"])
