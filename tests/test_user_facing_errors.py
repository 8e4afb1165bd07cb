"""What a command says where the machine, not the user's file, is at fault: never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from earned.errors import INTERRUPTED, PIPE_CLOSED, UserError, user_facing
from support import ROOT

WRITER = """
import sys
from earned.errors import user_facing
main = user_facing(lambda argv: print("line\\n" * {lines}) or 0)
sys.exit(main([]))
"""


def written_to(stdout: int, lines: int) -> tuple[int, str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "workflow")}
    program = [sys.executable, "-c", WRITER.format(lines=lines)]
    done = subprocess.run(
        program, stdout=stdout, stderr=subprocess.PIPE, env=environment, text=True, check=False
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("lines", [1, 100_000])
def test_a_reader_that_has_gone_is_no_error(lines: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    assert written_to(writing, lines) == (PIPE_CLOSED, "")
    os.close(writing)


@pytest.mark.parametrize("lines", [1, 100_000])
def test_output_that_cannot_be_written_is_one_sentence(lines: int) -> None:
    with Path("/dev/full").open("w") as full:
        code, said = written_to(full.fileno(), lines)
    assert code == 2
    assert said == "error: No space left on device; check the disk and who may write there.\n"


def test_what_the_system_refuses_is_named_with_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = user_facing(lambda _: (tmp_path / "none" / "x").mkdir() or 0)
    assert command([]) == 2
    assert capsys.readouterr().err.startswith(f"error: {tmp_path}/none/x: No such file")


def test_an_interrupt_is_told_by_the_code_alone(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_: list[str]) -> int:
        raise KeyboardInterrupt

    assert user_facing(interrupted)([]) == INTERRUPTED
    assert capsys.readouterr().err == ""


def test_a_fault_of_ours_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        user_facing(lambda _: 1 // 0)([])


def test_a_name_with_control_codes_stays_on_one_line_and_harmless() -> None:
    said = str(UserError("no such model", where="a\nb\x1b[31m\u202ec\ud800é東"))
    assert said == "a\\nb\\x1b[31m\\u202ec\\ud800é東: no such model."
