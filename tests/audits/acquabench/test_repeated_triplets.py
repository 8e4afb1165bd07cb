"""A further run of all triplets, compared with the first."""

from __future__ import annotations

from score_tables import analysed, table, unit

FIRST = (
    unit("a", "010"),
    unit("a", "110", "tool"),
    unit("b", "000"),
    unit("c", "011"),
    unit("d", "e11"),
)
AGAIN = (
    unit("a", "010", repeat=1),
    unit("a", "010", "tool", repeat=1),
    unit("b", "110", repeat=1),
    unit("c", "010", repeat=1),
    unit("d", "111", repeat=1),
)


def test_flips_and_contrasts_counted_by_hand() -> None:
    """Field case 21: the noise floor is measured and printed."""
    (noise,) = analysed(table(*FIRST, *AGAIN)).noise
    assert (noise.repeat, noise.units) == (1, 4)
    assert {c: rate.numerator for c, rate in noise.flips.items()} == {
        "CLEAN": 2,
        "GOLD": 1,
        "SHAM": 1,
    }
    assert {rate.denominator for rate in noise.flips.values()} == {4}
    gs, gc = noise.contrasts["delta_gs"], noise.contrasts["delta_gc"]
    assert (gs.first, gs.again, gs.difference) == (2 / 4, 4 / 4, 2 / 4)
    assert (gs.changed.numerator, gs.changed.denominator) == (2, 4)
    assert (gc.first, gc.again, gc.changed.numerator) == (2 / 4, 3 / 4, 1)


def test_net_rescue_compares_each_runs_own_failures() -> None:
    """A unit that fails CLEAN in one run alone has changed, whatever its contrast."""
    (noise,) = analysed(table(*FIRST, *AGAIN)).noise
    net = noise.contrasts["net_rescue"]
    # CLEAN failures: a, b, c and then a, a on tool, c.
    assert (net.first, net.again) == (1 / 3, 3 / 3)
    assert (net.changed.numerator, net.changed.denominator) == (3, 4)


def test_equal_runs_differ_in_nothing() -> None:
    again = [unit(str(r[0].qid), h, r[0].surface, repeat=7)
             for r, h in zip(FIRST[:4], ("010", "110", "000", "011"), strict=True)]  # fmt: skip
    (noise,) = analysed(table(*FIRST[:4], *again)).noise
    assert noise.repeat == 7
    assert {rate.numerator for rate in noise.flips.values()} == {0}
    assert {found.difference for found in noise.contrasts.values()} == {0.0}
    assert {found.changed.numerator for found in noise.contrasts.values()} == {0}


def test_every_further_run_is_compared_with_the_first() -> None:
    third = [unit("a", "000", repeat=2), unit("b", "000", repeat=2)]
    found = analysed(table(*FIRST, *AGAIN, *third))
    assert [(n.repeat, n.units) for n in found.noise] == [(1, 4), (2, 2)]
    assert found.units == 5
    assert found.noise[1].flips["GOLD"].numerator == 1


def test_without_a_further_run_there_is_no_noise_floor() -> None:
    assert analysed(table(*FIRST)).noise == ()


def test_runs_that_share_no_unit_have_no_numbers() -> None:
    """Field case 36."""
    (noise,) = analysed(table(unit("a", "010"), unit("b", "010", repeat=1))).noise
    assert noise.units == 0
    assert noise.flips["CLEAN"].value is None
    assert noise.contrasts["delta_gs"].difference is None
