"""What stands in a figure, and that nothing in it overlaps, is cut, too small or made up."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.lines import Line2D
from matplotlib.text import Text

from earned.audits.acquabench.figures import FIGURES, run
from earned.render.figures import Picture, fixed_style
from earned.render.forest_drawing import CHANGED, MISSING_BESIDE, NOT_DEFINED, NOTHING
from figures.complete_results import HOSTILE, PAPER, SMALL, complete

pytestmark = pytest.mark.slow

CASES: dict[str, dict[str, Any]] = {
    "demo": complete(SMALL, ("D0",)),
    "paper": complete(PAPER),
    "hostile": complete(HOSTILE, ("style",), ("retrieval",), holes=0.25),
    "controls": complete({"copier": "copier"}, ("D2",), ("retrieval",)),
    "one model": complete({"m": None}, ("D0", "D1", "D2", "style")),
    "nothing defined": complete({"m": None}, ("D0",), holes=1.0),
    "nothing run": {**complete({}), "analyses": {}},
}
DRAWN = [(case, name) for case in CASES for name in FIGURES]


@cache
def pictures(case: str) -> dict[str, Picture]:
    with fixed_style():
        return {picture.name: picture for picture in run(CASES[case])}


def texts(picture: Picture) -> list[Text]:
    """Every text that shows, tick labels too."""
    FigureCanvasAgg(picture.figure).draw()
    found = [text for text in picture.figure.findobj(Text) if isinstance(text, Text)]
    return [text for text in found if text.get_text().strip() and text not in unseen(picture)]


def unseen(picture: Picture) -> set[Text]:
    """Labels of ticks that matplotlib keeps and does not draw."""
    ticks = [(axes, tick) for axes in picture.figure.axes for tick in axes.xaxis.get_major_ticks()]
    return {
        label
        for axes, tick in ticks
        for label in (tick.label1, tick.label2)
        if not label.get_visible() or not axes.get_xlim()[0] <= tick.get_loc() <= axes.get_xlim()[1]
    }


def shown(picture: Picture) -> list[str]:
    return [text.get_text() for text in texts(picture)]


def marks(picture: Picture) -> list[Line2D]:
    """The marks of estimates, in panels."""
    lines = [line for axes in picture.figure.axes for line in axes.get_lines()]
    return [line for line in lines if line.get_marker() not in ("None", None, "")]


def boxes(picture: Picture) -> list[Any]:
    return [patch for axes in picture.figure.axes for patch in axes.patches]


def axes_in_order(picture: Picture) -> list[Axes]:
    return list(picture.figure.axes)


@pytest.mark.parametrize(("case", "name"), DRAWN)
def test_no_text_is_cut_or_lies_on_another(case: str, name: str) -> None:
    picture = pictures(case)[name]
    with fixed_style():
        extents = np.array([t.get_window_extent().extents for t in texts(picture)])
    width, height = picture.figure.get_size_inches() * picture.figure.dpi
    assert extents[:, :2].min() >= 0
    assert extents[:, 2].max() <= width
    assert extents[:, 3].max() <= height
    low, high = extents[:, None, :2] + 1, extents[:, None, 2:] - 1  # one pixel is no overlap
    meets = ((low < high.swapaxes(0, 1)) & (low.swapaxes(0, 1) < high)).all(axis=2)
    assert not np.triu(meets, 1).any()


@pytest.mark.parametrize(("case", "name"), DRAWN)
def test_no_text_is_smaller_than_seven_points(case: str, name: str) -> None:
    assert min(text.get_fontsize() for text in texts(pictures(case)[name])) >= 7


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_as_wide_as_a_page_and_grows_with_its_rows(name: str) -> None:
    few, many = pictures("controls")[name].figure, pictures("paper")[name].figure
    assert few.get_size_inches()[0] == many.get_size_inches()[0] == 6.5
    assert few.get_size_inches()[1] < many.get_size_inches()[1]


@pytest.mark.parametrize("name", FIGURES)
def test_a_study_without_a_model_says_so(name: str) -> None:
    assert shown(pictures("nothing run")[name]) == [NOTHING]


@pytest.mark.parametrize("name", FIGURES)
def test_what_is_not_defined_is_said_and_not_drawn(name: str) -> None:
    picture = pictures("nothing defined")[name]
    assert not marks(picture)
    assert not boxes(picture)
    assert NOT_DEFINED in shown(picture)


def test_every_defined_contrast_and_auroc_is_drawn_once_at_its_value() -> None:
    found = CASES["hostile"]["analyses"].values()
    contrasts = [f["effects"][n]["value"] for f in found for n in ("delta_gs", "delta_gc")]
    areas = [f["detectors"][f"coloc_vs_{n}"]["auroc"] for f in found for n in ("earned", "sham")]
    wanted = [100 * v for v in contrasts if v is not None] + [v for v in areas if v is not None]
    picture = pictures("hostile")["contrasts"]
    drawn = [float(line.get_xdata()[0]) for line in marks(picture)]  # type: ignore[index]
    assert sorted(drawn) == pytest.approx(sorted(wanted))
    cells = [pair for pair in zip(*2 * [iter((*contrasts, *areas))], strict=True) if None in pair]
    assert shown(picture).count(NOT_DEFINED) == len(cells) > 0  # one word for two missing values


def test_every_surface_stands_under_the_pooled_estimate() -> None:
    labels = [t for t in shown(pictures("one model")["by_surface"]) if not t.startswith("D")]
    at = labels.index("all surfaces")
    assert labels[at : at + 5] == ["all surfaces", "retrieval", "tool", "memory", "subagent"]


def test_a_class_has_a_box_with_its_quartiles_or_a_word() -> None:
    classes = [d for f in CASES["hostile"]["analyses"].values()
               for score in f["distributions"].values() for d in score.values()]  # fmt: skip
    wanted = sorted((d["q1"], d["q3"]) for d in classes if d["n"])
    picture = pictures("hostile")["score_distributions"]
    drawn = sorted((b.get_x(), b.get_x() + b.get_width()) for b in boxes(picture))
    assert len(drawn) < len(classes)
    assert np.array(drawn) == pytest.approx(np.array(wanted))
    assert shown(picture).count(NOT_DEFINED) == len(classes) - len(wanted)


def test_regimes_are_told_apart_by_shape_and_quantities_by_filling() -> None:
    """Greyscale print and colour-blind readers."""
    found = marks(pictures("one model")["contrasts"])
    shapes = {line.get_marker() for line in found}
    faces = {line.get_markerfacecolor() == line.get_markeredgecolor() for line in found}
    assert (len(shapes), faces) == (4, {True, False})
    hatches = {box.get_hatch() for box in boxes(pictures("paper")["score_distributions"])}
    assert len(hatches) == 3


def test_the_line_of_an_auroc_of_one_half_and_of_no_difference_are_dashed() -> None:
    left, right = axes_in_order(pictures("one model")["contrasts"])[:2]
    for axes, at in ((left, 0.0), (right, 0.5)):
        dashed = [line for line in axes.get_lines() if list(line.get_xdata()) == [at, at]]
        assert [line.is_dashed() for line in dashed] == [True]


def test_variants_stand_in_the_order_of_their_thresholds_with_the_chosen_one_bold() -> None:
    """JSON sorts `f1_100` before `f1_50`."""
    picture = pictures("paper")["sensitivity"]
    labels = [t for t in texts(picture) if t.get_text().startswith(("F1", "exact", "without"))]
    order = [t.get_text() for t in labels[:11]]
    assert order[:7] == [*(f"F1 ≥ {n:g}" for n in (0.5, 0.6, 0.7, 0.8, 0.9, 1)), "exact match"]
    bold = {t.get_text() for t in labels if t.get_fontweight() == "bold"}
    assert bold == {"F1 ≥ 0.8"}


def test_a_changed_verdict_has_an_asterisk_in_its_panel() -> None:
    moved = [f["sensitivity"]["moved"] for f in CASES["paper"]["analyses"].values()]
    changed = sum(len(keys) for one in moved for keys in one.values())
    in_panels = [t.get_text() for axes in axes_in_order(pictures("paper")["sensitivity"])
                 for t in axes.texts]  # fmt: skip
    assert changed > 0
    assert in_panels.count(CHANGED) == changed


def test_one_missing_auroc_of_two_is_said_beside_the_panel() -> None:
    assert MISSING_BESIDE in shown(pictures("hostile")["sensitivity"])


@pytest.mark.parametrize("name", FIGURES)
def test_labels_are_shown_as_they_were_written(name: str) -> None:
    """No mathematics is read into a label, and a letter without a glyph is shown by its number."""
    together = "".join("".join(shown(pictures("hostile")[name])).split())
    for label in HOSTILE:
        known = "".join(label.split()).replace("模", "U+6A21").replace("型", "U+578B")
        assert known.replace("🙂", "U+1F642") in together


@pytest.mark.parametrize("name", FIGURES)
def test_places_to_cut_lie_in_the_figure_from_top_to_bottom_a_page_apart(name: str) -> None:
    picture = pictures("paper")[name]
    edges = [72 * picture.figure.get_size_inches()[1], *picture.breaks, 0.0]
    pieces = -np.diff(edges)
    assert (pieces > 0).all()
    assert (pieces < 72 * 9.2).all()
