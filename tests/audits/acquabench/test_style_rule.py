"""The paraphrase by rule: single rewrites, the search over them, its verifier, its sentences."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.audits.acquabench.authors.candidate import Candidate
from earned.audits.acquabench.authors.checks import SLOT, template_faults
from earned.audits.acquabench.authors.grammar.propose import propose as direct
from earned.audits.acquabench.authors.style.rule import NAME_TOO_LONG, propose
from earned.audits.acquabench.authors.style.runs import longest_run, shared_spans
from earned.audits.acquabench.authors.style.verify import content, verify
from earned.population.hotpotqa import load_items
from earned.population.tokens import alphanumeric_tokens as tokens
from earned.scores.tokens import alphanumeric_tokens
from support import ROOT

LIMIT = 3
TOKENS = st.lists(st.sampled_from("abcd"), max_size=12)


def best(template: str, question: str, reference: str = "Ost", limit: int = LIMIT) -> Candidate:
    return propose(template, question, reference, limit, 1)[0]


@pytest.mark.parametrize(
    ("question", "template", "expected"),
    [
        (
            "Who commanded the ship that carried the Greywater Expedition?",
            "<VALUE> commanded the ship that carried the Greywater Expedition.",
            "<VALUE> commanded the ship by which the Greywater Expedition was carried.",
        ),
        (
            "In which town was the author of The Copper Aunt born?",
            "The author of The Copper Aunt was born in <VALUE>.",
            "The Copper Aunt's author was born in <VALUE>.",
        ),
        (
            "Which town does the captain of the ship Gallant Heron like?",
            "The captain of the ship Gallant Heron likes <VALUE>.",
            "The captain of that ship called Gallant Heron likes <VALUE>.",
        ),
        (
            "How many people live in the town where Rosalba R. Jesperdorp was born?",
            "<VALUE> people live in the town where Rosalba R. Jesperdorp was born.",
            "<VALUE> people live in Rosalba R. Jesperdorp's town of birth.",
        ),
        (
            "What award did Ann Ost receive, given by the club whose home ground is Mill Park?",
            "<VALUE> was given by the club whose home ground is Mill Park.",
            "<VALUE> was given by that club with Mill Park as its home ground.",
        ),
        (
            "What occupation was shared by Ann Ost and Bo Vale?",
            "The occupation that was shared by Ann Ost and Bo Vale is <VALUE>.",
            "The occupation that was shared by Bo Vale and Ann Ost is <VALUE>.",
        ),
        (
            "Who directed the 1940 film in which Ann Ost appeared?",
            "<VALUE> directed the 1940 film in which Ann Ost appeared.",
            "<VALUE> directed the film from 1940 that Ann Ost appeared in.",
        ),
        (
            "In what region is the home town of the football club Lamplighters?",
            "The home town of the football club Lamplighters is in <VALUE>.",
            "The football club called Lamplighters has its home town in <VALUE>.",
        ),
    ],
)
def test_constructions_give_plain_sentences(question: str, template: str, expected: str) -> None:
    made = best(template, question)
    assert made.template == expected
    assert longest_run(made.template, question) <= LIMIT
    assert verify(template, made, "Ost").accepted


def test_a_template_without_a_long_run_stays_as_it_is() -> None:
    made = best("Of the two, <VALUE> is taller.", "Which is taller, X or Y?")
    assert (made.template, made.parse) == ("Of the two, <VALUE> is taller.", "as-is")


@pytest.mark.parametrize("name", ["the novel Ann Bo Cy Dee", 'the song "all of my days"'])
def test_a_name_over_the_limit_is_refused_with_its_reason(name: str) -> None:
    made = best(f"<VALUE> wrote {name}.", f"Who wrote {name}?")
    assert (made.template, made.reason) == ("", NAME_TOO_LONG)
    longer = best(f"<VALUE> wrote {name}.", f"Who wrote {name}?", limit=6)
    assert longer.template


def test_what_nothing_breaks_stays_on_record_with_its_run() -> None:
    question = "Which dog ran up or down under grey skies?"
    made = best("<VALUE> ran up or down under grey skies.", question)
    assert made.template
    assert longest_run(made.template, question) > LIMIT


def test_no_more_candidates_than_asked_and_all_distinct() -> None:
    template = "The company that built the ship Silver Narwhal was founded in <VALUE>."
    question = "When was the company that built the ship Silver Narwhal founded?"
    made = propose(template, question, "1879", LIMIT, 4)
    assert [one.attempt for one in made] == [0, 1, 2, 3]
    assert len({one.template for one in made}) == 4
    assert propose(template, question, "1879", LIMIT, 2) == made[:2]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("The Copper Aunt's author was born in <VALUE> in 1900.", "word-added"),
        ("The Copper Aunt's author was in <VALUE>.", "word-dropped"),
        ("The Copper Aunt's author was born in Ost.", "slot-count"),
        ("the Copper Aunt's author was born in <VALUE>.", "small-letter-opens"),
    ],
)
def test_the_verifier_names_what_a_paraphrase_changes(said: str, reason: str) -> None:
    one = Candidate(
        attempt=0, sentence=said.replace(SLOT, "Ost"), template=said, parse="p", reason=""
    )
    verdict = verify("The author of The Copper Aunt was born in <VALUE>.", one, "Ost")
    assert (verdict.accepted, verdict.reason) == (False, reason)


def test_synonyms_and_forms_of_a_word_count_as_one() -> None:
    assert content("It lies near <VALUE>.") == content("It lies close to <VALUE>.")
    assert content("<VALUE> wrote it.") == content("It was written by <VALUE>.")
    assert content("<VALUE> wrote it.") != content("<VALUE> read it.")


@given(TOKENS, TOKENS)
def test_the_longest_run_is_the_longest_common_row(ours: list[str], theirs: list[str]) -> None:
    def rows(of: list[str]) -> Iterator[tuple[str, ...]]:
        return (tuple(of[i:j]) for i in range(len(of)) for j in range(i + 1, len(of) + 1))

    common = set(rows(ours)) & set(rows(theirs))
    expected = max(map(len, common), default=0)
    assert longest_run(" ".join(ours), " ".join(theirs)) == expected
    assert bool(shared_spans(ours, " ".join(theirs), 3)) == (expected >= 3)


@given(st.text())
def test_tokens_are_those_of_the_detectors(text: str) -> None:
    assert tokens(text) == alphanumeric_tokens(text)


def test_no_run_crosses_the_slot_and_marks_are_no_tokens() -> None:
    assert longest_run("a b <VALUE> c d", "a b c d") == 2
    assert longest_run("U.S. Grant's son", "u s grant s son") == 5
    assert shared_spans(("a", "b", SLOT, "c"), "a b c", 3) == []
    assert tokens("É-2 x") == ["2", "x"]


def test_every_paraphrase_of_the_embedded_set_keeps_the_contract() -> None:
    accepted = 0
    for item in load_items(ROOT / "resources" / "embedded" / "questions.json"):
        template = direct(item.question, item.answer, 0).template
        if not template:
            continue
        made = best(template, item.question, item.answer)
        faults = template_faults(made.template, item.answer)
        verdict = verify(template, made, item.answer)
        fits = longest_run(made.template, item.question) <= LIMIT
        if made.template and fits and verdict.accepted and not faults:
            accepted += 1
            assert content(made.template) == content(template)
    assert accepted >= 50
