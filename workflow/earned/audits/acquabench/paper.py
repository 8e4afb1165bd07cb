"""Stage paper of AcquaBench: which sections the supplement has, and what stands in each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from earned.audits.acquabench.caveat_notes import caveat_notes
from earned.paper.outline import Outline, Section

_READING = Section(
    "How to read this document",
    text=(
        "Each unit is one question on one surface. It is run three times: under CLEAN with the "
        "benchmark's own sources only, under GOLD with the correct value planted in one or two "
        "of them, and under SHAM with a wrong value in the same places. Everything else stays.",
        "GOLD − SHAM says how far success follows the value itself; GOLD − CLEAN how far it rises "
        "when the correct value becomes available; net rescue compares GOLD with SHAM on the "
        "units that fail under CLEAN. Contrasts are percentage points.",
        "A cell a/b, c% gives a count, what it is a share of, and the share. Brackets hold "
        "a percentile bootstrap interval that draws whole questions; the main table says its "
        "level. A dash stands where a quantity has no value or does not apply. A text that ends in "
        "[…] is cut here, and whole in the table's other forms.",
        "Every number here is read from frozen_results.json. The evidence map at the end and the "
        "claim ledger of the study say where it stands there, and which records it comes from.",
    ),
)
_SECTIONS = (
    Section(
        "Regimes and populations",
        text=(
            "Which questions each regime asks for, which of them could be given a planted value, "
            "and why the others could not. Nothing here was decided after an agent had run.",
        ),
        tables=("regimes", "populations", "rejections"),
    ),
    Section(
        "D0: one source supplies the value",
        text=("The planted sentence of one source answers the question by itself.",),
        tables=("d0_main", "d0_complete"),
        figures=("contrasts",),
    ),
    Section(
        "The boundary: D1 and D2",
        text=(
            "D1 writes the value in another form than the scorer expects. D2 spreads it over two "
            "sources, neither of which is enough alone. Regimes are never pooled.",
        ),
        tables=("boundary", "boundary_complete"),
    ),
    Section(
        "Detector and score distributions",
        text=(
            "The score coloc asks whether one observed source covers both the question and the "
            "answer. An AUROC of 0.5 is chance; one below it means that attributable successes "
            "score lower than the class they are held against, not that they leave no trace.",
        ),
        tables=("detector", "score_distribution"),
        figures=("score_distributions",),
    ),
    Section(
        "Style control",
        text=("D0 built again so that nothing in the wording marks the planted source.",),
        tables=("style_validation",),
    ),
    Section(
        "Surfaces",
        text=(
            "All surfaces show the same ranked sources; they differ in the name of the action and "
            "in how a source is written. They are no independent replications.",
        ),
        tables=("surfaces", "d0_by_surface", "boundary_by_surface", "detector_by_surface"),
        figures=("by_surface",),
    ),
    Section(
        "Claims and boundaries",
        text=("What each headline claim says, under which rule, and what it leaves open.",),
        tables=("claim_boundaries",),
    ),
    Section(
        "Quality of the runs",
        text=("How runs ended, and how often an agent left the expected form.",),
        tables=("quality",),
    ),
    Section(
        "Model contrasts",
        text=(
            "Models of one family on the units that both have. A contrast of net rescue compares "
            "different sets of failures; it is also shown where both models fail.",
        ),
        tables=("ranking_views", "model_differences"),
    ),
    Section(
        "Audit views",
        text=(
            "Success as observed beside success without the attributable records: a view of the "
            "score, not a corrected one.",
        ),
        tables=("audit_views",),
    ),
    Section(
        "Mechanism cases",
        text=("Single units chosen by a fixed rule and checked against their raw records.",),
        tables=("d0_case", "d2_case", "case_steps"),
    ),
    Section(
        "Sensitivity, power and noise",
        text=(
            "Whether a conclusion hangs on the threshold of the scorer, on the form of the score "
            "or on one surface; how small an effect this population could show; and what a "
            "second run of the same units changes.",
        ),
        tables=("sensitivity", "power", "noise"),
        figures=("sensitivity",),
    ),
    Section(
        "Published figures beside ours",
        text=("Only where the model and the regime are the same.",),
        tables=("published",),
    ),
    Section(
        "Controls",
        text=("Scripted agents of known behaviour, run through the same pipeline.",),
        tables=("controls",),
    ),
    Section(
        "Usage",
        text=("Calls, tokens and cost, with what sharing equal requests saved.",),
        tables=("usage",),
    ),
)
_MAP = Section(
    "Evidence map",
    text=("Where the headline numbers stand in frozen_results.json.",),
    tables=("evidence_map",),
)


def run(results: Mapping[str, Any]) -> Outline:
    """Lay the supplement out, for whatever the results hold."""
    said = Section("What the intervals do and do not say", items=caveat_notes(results))
    return Outline("AcquaBench: does the score follow the supplied value?",
                   (_READING, *_SECTIONS, _MAP, said))  # fmt: skip
