"""Run Snakemake on a study, with a progress bar over its cells and records."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from earned.config.load import resolve_named
from earned.config.plan import Plan
from earned.errors import UserError
from earned.progress.lock import clear_the_way, noted_host
from earned.progress.state import State, read_state

EVERY_S = 1.0
PLAIN_EVERY_S = 15.0
TAIL = 25
DRY = {"-n", "--dry-run", "--dryrun"}
NOTHING = "Nothing to be done"


def run_study(profile: str, study: str, extra: list[str], *, resume: bool = False) -> int:
    """Run a study; its log goes to a file, its failure is shown.

    Args:
        profile: name or folder of a Snakemake profile.
        study: name of the study.
        extra: further arguments for Snakemake.
        resume: end what an earlier, killed run left behind.

    Returns:
        Snakemake's exit code.
    """
    plan = Plan(resolve_named(study))
    root = Path(plan.root)
    for name, weights in plan.all_weights().items():
        if not Path(f"resources/models/{name}/manifest.json").is_file():
            print(f"the model {weights.repository} will be fetched first (once)", flush=True)
    if resume and DRY & set(extra):
        raise UserError("resume ends jobs and is never a dry run", where="earned resume",
                        remedy=f"earned run {study} --profile {profile} -- -n")  # fmt: skip
    clear_the_way(profile, study, plan.root, resume=resume)
    log = root / "logs" / "snakemake.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "snakemake", "--config", f"study={study}"]
    command += ["--profile", profile, *extra]  # after --config, a target would be a value of it
    with log.open("wb") as stream, noted_host():
        process = subprocess.Popen(command, stdout=stream, stderr=subprocess.STDOUT)
        try:
            _watch(process, plan, root)
        except KeyboardInterrupt:
            process.wait()
            raise
    text = log.read_text(encoding="utf-8", errors="replace")
    if process.returncode:
        print("\n".join(_failure(text)), file=sys.stderr)
        print(f"the whole log lies in {log}", file=sys.stderr)
    elif NOTHING in text:
        print("nothing to do")
    return process.returncode


def _failure(text: str) -> list[str]:
    """Keep what a stage said of its own fault, or the end of the log."""
    lines = text.splitlines()
    own = [line for line in lines if line.startswith("error: ")]
    return list(dict.fromkeys(own)) or lines[-TAIL:]


def _watch(process: subprocess.Popen[bytes], plan: Plan, root: Path) -> None:
    console = Console()
    show = _bar if console.is_terminal and not console.is_dumb_terminal else _plain
    show(process, plan, root, console)


def _bar(process: subprocess.Popen[bytes], plan: Plan, root: Path, console: Console) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=console) as progress:
        cells = progress.add_task("cells", total=None)
        records = progress.add_task("records", total=None)
        while True:
            ended = process.poll() is not None
            state = read_state(plan, root)
            progress.update(cells, completed=state.cells_done, total=state.cells)
            progress.update(records, completed=state.records_done, total=state.records)
            if ended:
                return
            time.sleep(EVERY_S)


def _plain(process: subprocess.Popen[bytes], plan: Plan, root: Path, console: Console) -> None:
    """Print a line now and then, where no bar can be drawn."""
    said: State | None = None
    last = time.monotonic()
    while process.poll() is None:
        time.sleep(EVERY_S)
        if time.monotonic() - last >= PLAIN_EVERY_S:
            last, state = time.monotonic(), read_state(plan, root)
            if state != said:
                console.print(state.sentence(), highlight=False)
                said = state
