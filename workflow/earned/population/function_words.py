"""Function words as the decoys' types and the scripted reader take them: frozen.

Equal to `earned.scores.stopwords` today, and a test says so; apart for the reason given in
`earned.population.normal_form`: a corrected score must not rebuild what was frozen before it.
"""

from __future__ import annotations

FUNCTION_WORDS = frozenset(
    """
    the this that these those such same other another each every both either neither all any some
    none few more most much many own
    you she her hers him his its they them their theirs our ours your yours who whom whose which
    what when where why how whether there here
    are was were been being has have had having does did done doing can could will would shall
    should may might must
    and but nor yet for from into onto with without within about above below under over after
    before during between among through against toward towards upon until till since than then
    because while although though unless off out per via not only also just too very once again
    """.split()  # noqa: SIM905 - a wrapped text is easier to review than a list of literals
)
