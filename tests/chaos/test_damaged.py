"""A store with a corrupt block or a cut last line, and a second run beside a first."""

from __future__ import annotations

import random

import pytest

from chaos.disturbed import PATIENCE_S, Disturbed
from chaos.judgement import refused
from chaos.tally import dice
from checkout import contents

pytestmark = pytest.mark.chaos


def test_a_damaged_store_is_named_or_healed_and_a_second_run_beside_the_first_is_refused(
    scripted: Disturbed, promised: dict[str, bytes]
) -> None:
    """Field cases 3 and 9."""
    draw = dice("damaged")
    scripted.strike("agent killed", scripted.plan("die", scripted.whole // 2), scripted.target)
    corrupt(scripted, draw)
    truncate(scripted, draw)
    moment = draw.randrange(scripted.whole * 2 // 3, scripted.whole)
    with scripted.paused(scripted.plan("pause", moment), scripted.target) as first:
        scripted.settle()
        come_second(scripted)
        scripted.release()
        assert first.wait(PATIENCE_S) == 0
    scripted.settle()
    cell = {name for name in promised if name.startswith(scripted.cell)}
    made = contents(scripted.checkout.results)
    assert cell <= set(made)
    assert made == {name: promised[name] for name in made}


def corrupt(study: Disturbed, draw: random.Random) -> None:
    """Flip a bit in a line of the middle; the stop names it, and the file stays as it is."""
    lines = study.store.read_bytes().splitlines(keepends=True)
    number = draw.randrange(2, len(lines))
    damaged = bytearray(lines[number - 1])
    damaged[draw.randrange(len(damaged) - 1)] ^= 1
    bad = b"".join([*lines[: number - 1], damaged, *lines[number:]])
    study.store.write_bytes(bad)
    before = contents(study.checkout.results)
    stopped = study.checkout.snakemake(study.target)
    refused(stopped, f"error: results/tiny/{study.cell}/completions.jsonl, line {number}: ")
    assert contents(study.checkout.results) == before
    study.store.write_bytes(b"".join(lines))
    study.struck("corrupt block")


def truncate(study: Disturbed, draw: random.Random) -> None:
    """Cut the last line; its records never were, so they are none that a run could lose."""
    content = study.store.read_bytes()
    start = content[:-1].rfind(b"\n") + 1
    study.store.write_bytes(content[: draw.randrange(start + 1, len(content))])
    study.stored = content[:start]
    study.struck("last line truncated")


def come_second(study: Disturbed) -> None:
    before = contents(study.checkout.results)
    refused(study.checkout.snakemake(study.target), "cannot be locked")
    second = study.checkout.earned("run", "tiny", "--profile", "ci")
    refused(second, "another snakemake is at work in this folder")
    assert second.stderr.count("\n") == 1
    assert contents(study.checkout.results) == before
    for _ in range(2):
        study.struck("two invocations")
