"""The study that the tests of this folder explain; made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from explained import study_of_all_regimes


@pytest.fixture(scope="session")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return study_of_all_regimes(tmp_path_factory.mktemp("explained"))
