"""A model behind a server, many requests at once: what is finished is kept as it is."""

from __future__ import annotations

import pytest

from chaos.disturbed import Disturbed
from chaos.judgement import refused
from chaos.tally import dice, moments
from chaos_process import chaos
from checkout import Checkout

pytestmark = pytest.mark.chaos


def test_a_cell_struck_again_and_again_keeps_every_finished_record(
    served: Disturbed, unhurt: tuple[Checkout, int], port: int
) -> None:
    """Field cases 3 and 5."""
    undisturbed, requests = unhurt
    draw = dice("served")
    first, second, third, fourth = moments(draw, 4, requests)
    with chaos(port, "--die-after", str(max(first, 40))):
        stopped = served.run(served.target)
        refused(stopped, "the engine's server does not answer")
        served.struck("server killed")
    with chaos(port):
        torn = served.plan("torn", second)
        served.strike("agent killed in the middle of a line", torn, served.target)
        served.kill_everything(served.plan("pause", third), served.target)
        full = served.strike("disk full at the store", served.plan("limit", fourth), served.target)
        refused(full, "completions.jsonl: could not be written (File too large)")
        served.finish(served.target)
    promised = undisturbed.root / served.target
    assert (served.checkout.root / served.target).read_bytes() == promised.read_bytes()
