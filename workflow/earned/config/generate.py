"""Make the default YAML, the JSON schema and the tables of keys from the configuration models.

`python -m earned.config.generate --write` makes them; `--check` says which of them differ.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from earned.config.default_yaml import default_yaml
from earned.config.key_tables import with_key_tables
from earned.config.study import StudyConfig
from earned.errors import UserError, user_facing
from earned.records.files import read_text, write_bytes

FOLDER = Path("config")
README = "README.md"


def generated(folder: Path) -> dict[Path, str]:
    """Make every generated file: path to what it must hold.

    Args:
        folder: holds `README.md`, of which only the part between its markers is made.
    """
    readme = folder / README
    page = with_key_tables(read_text(readme), StudyConfig, where=str(readme))
    return {
        folder / "default.yaml": default_yaml(StudyConfig()),
        folder / "schema.json": schema_json(),
        readme: page,
    }


def schema_json() -> str:
    """Write the JSON schema of a study, with sorted keys."""
    schema = StudyConfig.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return json.dumps(schema, sort_keys=True, ensure_ascii=False, indent=1) + "\n"


def drifted(folder: Path) -> list[Path]:
    """List the generated files that are missing or differ from the models."""
    made = generated(folder)
    return [file for file, text in made.items() if not file.is_file() or read_text(file) != text]


@user_facing
def main(argv: list[str]) -> int:
    """Write the generated files, or check them."""
    parser = argparse.ArgumentParser(prog="python -m earned.config.generate")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="the configuration folder")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", action="store_true", help="write them")
    action.add_argument("--check", action="store_true", help="fail if one differs")
    options = parser.parse_args(argv)
    if options.write:
        for file, text in generated(options.folder).items():
            write_bytes(file, text.encode())
    elif differing := drifted(options.folder):
        raise UserError("differs from the models", where=", ".join(map(str, differing)),
                        remedy="run python -m earned.config.generate --write")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
