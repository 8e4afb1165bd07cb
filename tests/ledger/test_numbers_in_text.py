"""Numbers in notes, captions and the supplement's own text: each is a claim, names are none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import earned.audits.acquabench.tables as audit
from earned.audits.acquabench.paper import run as outline
from earned.paper.outline import Outline, Section, with_values
from earned.render.note import listed, note, shown_text, value
from earned.render.plain import render_plain
from earned.render.pointer import lookup
from earned.render.table import Note, Table, Text
from earned.render.writers import RENDERERS
from earned.verify.numerals import numerals
from frozen_results import empty_results, full_results
from ledgers import AUDIT, claims, entry, figure_entries

FULL, EMPTY = full_results(), empty_results()
DOCUMENT = {"level": 0.95, "seed": 13, "names": ["Model 7", "b"], "none": None}


def all_texts(results: Any) -> Iterator[Text]:
    """Every sentence that is published beside a number."""
    for table in audit.run(results):
        yield from (table.title, table.stub, *table.columns, *table.notes)
    for figure in figure_entries(results):
        yield from (figure.title, *figure.notes)
    for section in outline(results).sections:
        yield from (section.title, *section.text, *section.items)


@pytest.mark.parametrize("results", [FULL, EMPTY], ids=["full", "empty"])
def test_no_number_of_the_text_is_without_a_claim(results: Any) -> None:
    for text in all_texts(results):
        parts = text.parts if isinstance(text, Note) else ()
        words = [f"{p.before} {p.after}" for p in parts] or [str(text)]
        assert [n for w in words for n in numerals(w, prose=True)] == [], text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("with 95% bootstrap intervals", ["95"]),
        ("the 95%-interval", ["95"]),
        ("12/40, 30.0%", ["12", "40", "30.0"]),
        ("6 of 200 replicates, seed 13.", ["6", "200", "13"]),
        ("n=12; F1 ≥ 0.6", ["12", "0.6"]),
        ("1,024 units [-3.5, +2]", ["1,024", "3.5", "2"]),
        ("p <0.0001", ["0.0001"]),
        ("D0, D1 and D2; F1, R_G", []),
        ("Qwen2.5-14B, SHA-256, arXiv:2607.24054.", []),
        ("table d0_main, /analyses/d0_x/verdicts/0", []),
        ("an error scores 0, an AUROC of 0.5 is chance", []),
        ("at most (1 + 3(k − 1)) / 3k", []),
        ("under five questions, two sources", []),
        ("2 sources", ["2"]),
    ],
)
def test_what_a_number_is(text: str, found: list[str]) -> None:
    """The rule that stands in `earned.verify.numerals`."""
    assert numerals(text, prose=True) == found


def test_outside_running_text_a_constant_is_a_number() -> None:
    assert numerals("0 / 0.5 / 1") == ["0", "0.5", "1"]
    assert numerals("D0") == []


def test_a_note_reads_as_before_and_carries_its_values() -> None:
    made = note("k", "Intervals at ", value("level", "/level", "level"), "%, seed ",
                value("seed", "/seed", "count"), ".")  # fmt: skip
    assert shown_text(made, DOCUMENT) == "Intervals at 95%, seed 13."
    plain = note("k", "No ", "value.")
    assert (plain, shown_text(plain, DOCUMENT)) == ("No value.", "No value.")
    names = note("n", "Of ", *listed(value(str(n), f"/names/{n}") for n in range(2)), ".")
    assert shown_text(names, DOCUMENT) == "Of Model 7, b."


TABLE = Table(
    name="t", title="A table.", stub="s", columns=("c",), rows=(),
    notes=("Plain.", note("levels", "At ", value("level", "/level", "level"), "%.")),
)  # fmt: skip


def test_values_of_a_note_are_claims_of_text() -> None:
    (claim,) = claims(DOCUMENT, [TABLE])
    assert (claim.kind, claim.claim_id) == ("text", f"{AUDIT}/t/notes/levels/level")
    assert (claim.value, claim.display, claim.unit) == (0.95, "95", "proportion")
    assert claim.locator == "/level"


def test_every_form_of_a_table_shows_the_note_in_words() -> None:
    for suffix in ("md", "html", "tex"):
        shown = RENDERERS[suffix](TABLE, DOCUMENT).replace("\\%", "%")
        assert "At 95%." in shown
    assert render_plain(TABLE, DOCUMENT)[-1] == "At 95%."


def test_captions_and_paragraphs_carry_their_values_too() -> None:
    text = note("seed", "Seed ", value("seed", "/seed", "count"), ".")
    section = Section("How", (text,), items=(text.model_copy(update={"key": "again"}),))
    found = claims(DOCUMENT, figures=[entry("f", (), [text])], outline=Outline("T", (section,)))
    assert [claim.claim_id.removeprefix(f"{AUDIT}/") for claim in found] == [
        "figures/f/notes/seed/seed",
        "paper/How/seed/seed",
        "paper/How/again/seed",
    ]
    assert with_values(section, DOCUMENT).text == ("Seed 13.",)
    assert entry("f", (), [text]).with_values(DOCUMENT).notes == ("Seed 13.",)


def test_the_level_and_the_reasons_of_a_study_are_claims() -> None:
    found = {claim.claim_id: claim for claim in claims(FULL, audit.run(FULL))}
    level = found[f"{AUDIT}/d0_main/notes/intervals/level"]
    assert (level.display, level.value) == ("95", 0.95)
    reasons = [c for i, c in found.items() if "/boundary/notes/No interval/" in i
               and i.endswith(".reason")]  # fmt: skip
    assert reasons
    for claim in reasons:
        assert claim.value == lookup(FULL, claim.locator)
        assert numerals(str(claim.value))
