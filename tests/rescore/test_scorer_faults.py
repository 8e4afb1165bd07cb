"""A fault in a user's scorer is one sentence that names the file, and the item it met."""

from __future__ import annotations

from pathlib import Path

import pytest

from earned.cli import main
from finished import finished_study

GIVES = "def success(prediction, reference):\n    return {}\n"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("study"))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def other(a, b):\n    return True\n", "has no function success"),
        ("success = 3\n", "has no function success"),
        ("def success(\n", "cannot be loaded (SyntaxError"),
        ("import nothing_of_that_name\n", "cannot be loaded (ModuleNotFoundError"),
        ("raise SystemExit(0)\n", "cannot be loaded (SystemExit"),
        (GIVES.format("1"), "success gave 1, which is no bool"),
        (GIVES.format("None"), "success gave None, which is no bool"),
        (GIVES.format("1 / 0"), "success raised ZeroDivisionError: division by zero"),
        ("def success(prediction):\n    return True\n", "success raised TypeError"),
        ("NAME = '../up'\n" + GIVES.format("True"), "is no name of a folder"),
        ("RULES = 'all'\n" + GIVES.format("True"), "RULES is no list of rules"),
        ("RULES = (3,)\n" + GIVES.format("True"), "is no pair of name and sentence"),
        ("def why(p, r):\n    return 'x'\n" + GIVES.format("True"), "why gave 'x'"),
    ],
)
def test_what_is_wrong_with_a_scorer_is_said_in_one_sentence(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], source: str, said: str
) -> None:
    scorer = tmp_path / "mine.py"
    scorer.write_text(source, encoding="utf-8")
    assert main(["rescore", "--scorer", str(scorer), str(study)]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert "mine.py" in err
    assert err.count("\n") == 1
    if " gave " in said or " raised " in said:
        assert "item copier/D0/retrieval/" in err
    assert not (study / "rescored").exists()


def test_only_the_item_that_a_scorer_fails_on_is_named(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scorer = tmp_path / "mine.py"
    scorer.write_text(
        "def success(prediction, reference):\n"
        "    assert prediction != 'Zealstead', 'not this one'\n"
        "    return False\n",
        encoding="utf-8",
    )
    assert main(["rescore", "--scorer", str(scorer), str(study)]) == 2
    err = capsys.readouterr().err
    assert "item reader/D0/retrieval/CLEAN/" in err
    assert "success raised AssertionError: not this one" in err


@pytest.mark.parametrize("wanted", ["lenient", "no/such/file.py", "."])
def test_a_scorer_that_is_not_there_is_refused_with_those_that_are(
    study: Path, capsys: pytest.CaptureFixture[str], wanted: str
) -> None:
    assert main(["rescore", "--scorer", wanted, str(study)]) == 2
    assert "official or extended, or a .py file" in capsys.readouterr().err


def test_a_folder_that_is_no_finished_study_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rescore", "--scorer", "extended", str(tmp_path)]) == 2
    assert "so it is no finished study" in capsys.readouterr().err


def test_no_compiled_file_is_left_beside_a_users_scorer(study: Path, tmp_path: Path) -> None:
    scorer = tmp_path / "mine.py"
    scorer.write_text(GIVES.format("False"), encoding="utf-8")
    assert main(["rescore", "--scorer", str(scorer), str(study)]) == 0
    assert list(tmp_path.iterdir()) == [scorer]
