"""Every mark that is drawn is a claim, and every figure's claim is a mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from earned.audits.acquabench.figures import FIGURES, run
from earned.figures.index import FigureEntry
from earned.ledger.claim import Claim
from earned.render import forest_drawing
from earned.render.figures import fixed_style
from earned.render.forest import Box, Mark, Point
from earned.render.pointer import lookup
from figures.complete_results import complete
from frozen_results import LABELS, full_results
from ledgers import claims, entry, figure_entries

RESULTS: dict[str, Any] = {
    "complete": complete({"Qwen2.5-14B": None, "copier": "copier"}, ("D0", "D2"), holes=0.2),
    "full": full_results(),
}


def drawn_values(mark: Mark) -> tuple[float | None, ...]:
    """What a mark draws, in the order of its parts."""
    if isinstance(mark, Box):
        return mark.low, mark.q1, mark.median, mark.q3, mark.high
    return mark.value, mark.low, mark.high


@pytest.fixture(scope="module", params=sorted(RESULTS))
def drawn(request: pytest.FixtureRequest) -> tuple[Any, dict[str, list[Mark]], list[Claim]]:
    """Results, figure to the marks that the drawing code was given, and the claims."""
    results = RESULTS[request.param]
    patch = pytest.MonkeyPatch()
    draw = forest_drawing.draw_forest
    given: list[list[Mark]] = []

    def watch(panels: Any, blocks: Any, *more: Any) -> Any:
        given.append([m for b in blocks for line in b.lines for cell in line.marks for m in cell])
        return draw(panels, blocks, *more)

    for module in FIGURES:
        patch.setattr(f"earned.audits.acquabench.figures.{module}.draw_forest", watch)
    with fixed_style():
        names = [picture.name for picture in run(results)]
    patch.undo()
    marks = dict(zip(names, given, strict=True))
    return results, marks, claims(results, figures=figure_entries(results))


def of_figure(found: list[Claim], name: str) -> Iterator[Claim]:
    return (c for c in found if c.table == f"figures/{name}" and c.column != "label")


@pytest.mark.parametrize("name", FIGURES)
def test_what_is_drawn_is_what_the_claims_say(drawn: Any, name: str) -> None:
    """Field case 41: the values that reach the drawing are those at the locators."""
    results, marks, found = drawn
    shown: Counter[str] = Counter()
    for mark in marks[name]:
        values = drawn_values(mark)
        assert mark.shows is not None
        at = [lookup(results, part.pointer) for part in mark.shows.parts]
        assert at == list(values[: len(at)])
        assert all(value is None for value in values[len(at) :])
        shown.update(part.pointer for part in mark.shows.parts)
    assert Counter(claim.locator for claim in of_figure(found, name)) == shown
    assert shown


def test_a_point_without_an_interval_claims_none(drawn: Any) -> None:
    _, marks, _ = drawn
    alone = [m for m in marks["by_surface"] if isinstance(m, Point) and len(m.shows.parts) == 1]
    assert alone
    assert all(mark.low is None for mark in alone)


def test_ids_are_unique_beside_a_table_of_the_same_name(drawn: Any) -> None:
    _, _, found = drawn
    assert len({claim.claim_id for claim in found}) == len(found)
    assert {claim.kind for claim in found} == {"figure"}
    assert {claim.table for claim in found} == {f"figures/{name}" for name in FIGURES}


def test_a_count_in_a_label_is_a_claim(drawn: Any) -> None:
    results, _, found = drawn
    labels = [c for c in found if c.column == "label" and "score_distributions" in c.table]
    assert labels
    for claim in labels:
        assert claim.statement.endswith(f", n {claim.display}: label (n)")
        assert claim.value == lookup(results, claim.locator)


def test_a_headline_contrast_carries_its_verdict_and_a_variant_none() -> None:
    found = claims(RESULTS["full"], figures=figure_entries(RESULTS["full"]))
    by_place = {name: [c for c in of_figure(found, name) if c.column == "G-S"] for name in FIGURES}
    assert all(claim.verdict for claim in by_place["contrasts"])
    pooled = [c for c in by_place["by_surface"] if "." not in c.row]
    assert pooled
    assert all(claim.verdict for claim in pooled)
    assert not any(claim.verdict for claim in by_place["sensitivity"])


def test_a_renamed_model_keeps_its_ids() -> None:
    renamed = full_results({name: f"Another {n}" for n, name in enumerate(LABELS)})
    before, after = (
        {c.claim_id for c in claims(r, figures=figure_entries(r))}
        for r in (RESULTS["full"], renamed)
    )
    assert before == after


def test_an_index_entry_takes_points() -> None:
    made = entry("f", ())
    assert made == FigureEntry.model_validate_json(made.model_dump_json())
