"""The acceptance checks of an alias that hold for every author."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.audits.acquabench.authors.alias.checks import Slot, alias_faults, fitted
from earned.audits.acquabench.authors.alias.tokens import placed, value_tokens
from earned.population.normal_form import normalize_answer

TEMPLATE = "The club was founded by <VALUE> in Holm."
WORDS = st.lists(st.from_regex(r"[A-Z][a-z]{1,7}", fullmatch=True), min_size=1, max_size=6)


def slot(value: str, template: str = TEMPLATE, other: str = "Zed Quux") -> Slot:
    return Slot(value=value, template=template, reference=value, other=other)


@pytest.mark.parametrize(
    ("alias", "value"),
    [
        ("A. Resnais", "Alain Resnais"),
        ("Al. Res.", "Alain Resnais"),
        ("N.Y.C.", "New York City"),
        ("Peachtree St.", "Peachtree Street"),
        ("Resnais", "Alain Resnais"),
        ("1903-03-14", "14 March 1903"),
        ("March 14, 1903", "14 March 1903"),
        ("twelve", "12"),
        ("2 Grammy awards", "two Grammy awards"),
        ("World War Two", "World War II"),
        ("Mark Mason", "Mark Masons' Hall"),
    ],
)
def test_full_tokens_prefixes_initials_and_other_notations_pass(alias: str, value: str) -> None:
    assert alias_faults(alias, slot(value)) == ()


@pytest.mark.parametrize(
    ("alias", "value"),
    [
        ("Alan Resnais", "Alain Resnais"),
        ("Resnais, Alain", "Alain Resnais"),
        ("A. Resnais of France", "Alain Resnais"),
        ("the director", "Alain Resnais"),
        ("Ltd.", "Limited"),
        ("Mt. Holm", "Mount Holm"),
        ("14 March", "14 March 1903"),
        ("3/14/1903", "14 March 1903"),
        ("13", "12"),
        ("1", "12"),
        ("five hundred", "$500"),
        ("World War I", "World War II"),
        ("three Grammy awards", "two Grammy awards"),
    ],
)
def test_any_other_token_breaks_the_rule(alias: str, value: str) -> None:
    assert alias_faults(alias, slot(value)) == ("token-rule",)


@pytest.mark.parametrize("alias", ["Alain Resnais", "alain resnais!", "the Alain-Resnais Resnais"])
def test_the_canonical_phrase_is_refused_after_normalization(alias: str) -> None:
    value = "Alain Resnais" if "-" not in alias else "Alain-Resnais"
    assert "canonical-phrase" in alias_faults(alias, slot(value))


@pytest.mark.parametrize("alias", ["", " ", "?!", "The", "A."])
def test_an_alias_of_which_nothing_is_left_is_refused(alias: str) -> None:
    assert alias_faults(alias, slot("A The Holm")) == ("empty",)


@pytest.mark.parametrize(
    ("alias", "value", "template", "other", "fault"),
    [
        ("A. Resnais?", "Alain Resnais", TEMPLATE, "Zed", "question-mark"),
        ("Gold Coast", "Golden Coast", TEMPLATE, "Zed", "prohibited-word"),
        ("Bo Holm", "Bo Erik Holm", "Bo Holm knew <VALUE> well.", "Zed", "alias-outside-slot"),
        ("Holm", "Holm Vane", "It was <VALUE> Vane there.", "Zed", "value-in-sentence"),
        ("J. P. Jones", "Jean Paul Jones", TEMPLATE, "John Peter Jones", "fits-other-value"),
    ],
)
def test_each_further_fault_is_named(
    alias: str, value: str, template: str, other: str, fault: str
) -> None:
    assert alias_faults(alias, slot(value, template, other)) == (fault,)


def test_a_prohibited_word_of_the_value_itself_may_stay() -> None:
    assert alias_faults("Gold Coast Univ.", slot("Gold Coast University")) == ()


def test_the_alias_of_a_decoy_is_as_far_from_the_reference_as_a_decoy() -> None:
    sham = Slot("Ida Holm Vane", TEMPLATE, reference="Bo Vane", other="Bo Vane")
    assert alias_faults("Ida Vane", sham) == ("near-reference",)
    assert alias_faults("Ida Holm", sham) == ()


def test_the_reference_may_not_appear_in_the_sentence_of_the_decoy() -> None:
    sham = Slot("Kyle River", "It was <VALUE> Vane then.", reference="Ky Vane", other="Ky Vane")
    assert "value-in-sentence" in alias_faults("Ky", sham)


def test_a_full_stop_is_not_written_twice() -> None:
    assert fitted("Peachtree St.", "She lived in <VALUE>.") == "Peachtree St"
    assert fitted("Peachtree St.", "<VALUE> was her home.") == "Peachtree St."


def test_money_and_percent_signs_are_tokens() -> None:
    assert value_tokens("$1,240.5 or 5%") == ("$", "1,240.5", "or", "#5", "%")


@given(WORDS, st.data())
def test_any_beginnings_in_order_are_placed(words: list[str], data: st.DataObject) -> None:
    whole = tuple(word.lower() for word in words)
    kept = data.draw(st.lists(st.booleans(), min_size=len(whole), max_size=len(whole)))
    lengths = st.integers(1, 8)
    short = tuple(w[: data.draw(lengths)] for w, keep in zip(whole, kept, strict=True) if keep)
    at = placed(short, whole)
    assert at is not None
    assert list(at) == sorted(set(at))
    assert all(whole[i].startswith(token) for token, i in zip(short, at, strict=True))


@given(WORDS, st.text(max_size=30))
def test_no_accepted_alias_holds_the_normalized_value(words: list[str], alias: str) -> None:
    value = " ".join(words)
    for tried in (alias, value, f"{alias} {value}", value.lower(), words[0]):
        if not alias_faults(tried, slot(value)):
            assert normalize_answer(value) not in normalize_answer(tried)
