"""The `rule` author of aliases: its forms, and the verifier that reads them back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring import member
from earned.audits.acquabench.authors.alias.names import name_forms
from earned.audits.acquabench.authors.alias.person import is_person
from earned.audits.acquabench.authors.alias.readable import verify
from earned.audits.acquabench.authors.alias.rule import forms
from earned.audits.acquabench.authors.alias.tokens import placed, value_tokens

INSIDE = "It is <VALUE> here."
OPENS = "<VALUE> people came."
CAPITAL = st.from_regex(r"[A-Z][a-z]{2,8}", fullmatch=True)


def first(value: str, person: bool = False, template: str = INSIDE) -> tuple[str, str] | None:
    return next(iter(forms(value, person, template)), None)


@pytest.mark.parametrize(
    ("value", "kind", "alias"),
    [
        ("Alain Resnais", "given-initial", "A. Resnais"),
        ("Robert Louis Fosse", "middle-initials", "Robert L. Fosse"),
        ("Dorthe R. Quillmond", "middle-dropped", "Dorthe Quillmond"),
        ("J. R. R. Tolkien", "middle-dropped", "J. Tolkien"),
        ("M. Night Shyamalan", "middle-initials", "M. N. Shyamalan"),
        ('Robert Allen "Bob" Case', "middle-initials", "Robert A. Case"),
        ("Captain John Underhill", "rank", "Capt. John Underhill"),
        ("Vincent van Gogh", "given-initial", "V. van Gogh"),
        ("Ricard Rubio i Vives", "given-initial", "R. Rubio i Vives"),
        ("Jean-Luc Holm", "given-initial", "J.-L. Holm"),
        ("Martin Luther King Jr.", "middle-initials", "Martin L. King Jr."),
    ],
)
def test_a_persons_name_is_shortened_and_keeps_its_surname(
    value: str, kind: str, alias: str
) -> None:
    assert first(value, person=True) == (kind, alias)
    assert verify(alias, value, person=True).accepted


@pytest.mark.parametrize(
    ("value", "kind", "alias"),
    [
        ("Peachtree Street", "abbreviation", "Peachtree St."),
        ("Holm Academy of Fine Arts", "abbreviation", "Holm Acad. of Fine Arts"),
        ("San Francisco, California", "state", "San Francisco, Calif."),
        ("Governor of Minnesota", "office", "Gov. of Minnesota"),
        ("Vivendi S.A.", "legal-form", "Vivendi"),
        ("Oneida Limited", "legal-form", "Oneida"),
        ("the Cold War (1947–91)", "parenthesis", "the Cold War"),
        ("Love and Theft", "ampersand", "Love & Theft"),
        ("World War II", "roman-digits", "World War 2"),
        ("two awards", "phrase-digits", "2 awards"),
        ("1,840 students", "phrase-words", "one thousand eight hundred forty students"),
        ("69th Holm Festival", "phrase-words", "Sixty-ninth Holm Festival"),
        ("PlayStation 4", "phrase-words", "PlayStation Four"),
        ("14 March 1903", "date-short-month", "14 Mar. 1903"),
    ],
)
def test_other_values_are_rewritten(value: str, kind: str, alias: str) -> None:
    assert first(value) == (kind, alias)
    assert verify(alias, value, person=False).accepted


@pytest.mark.parametrize(
    "value",
    ["Awake", "Midnight Oil", "Cool Runnings", "The Siege of Little Verran", "River Wenn",
     "director", "Lacoste, France", "Engineering", "California", "Hawaii County", "The Chosen One",
     "1991 Perfect Storm", "Grammar, logic, and rhetoric", "World War I"],
)  # fmt: skip
def test_a_value_without_a_readable_form_gets_none(value: str) -> None:
    assert forms(value, person=False, template=INSIDE) == []


@pytest.mark.parametrize("value", ["Plato", "Kim Jong-kook", "de Holm", "Bo 7 Hale", "J. Holm"])
def test_a_name_without_a_given_name_to_shorten_gets_none(value: str) -> None:
    assert name_forms(value) == []


def test_a_number_that_opens_the_sentence_gets_a_capital() -> None:
    assert first("223", template=OPENS) == ("number-words", "Two hundred twenty-three")
    assert first("223", template=INSIDE) == ("number-words", "two hundred twenty-three")


@pytest.mark.parametrize(
    ("alias", "value", "person", "reason"),
    [
        ("Calif", "California", False, "lone-word"),
        ("Resnais", "Alain Resnais", True, "lone-word"),
        ("Hawaii", "Hawaii County", False, "lone-word"),
        ("Holm Acad", "Holm Academy of Arts", False, "content-dropped"),
        ("M. Oil", "Midnight Oil", False, "initial-of-no-given-name"),
        ("Alain R.", "Alain Resnais", True, "initial-of-no-given-name"),
        ("Mid Oil", "Midnight Oil", False, "unknown-abbreviation"),
        ("D. of C.", "District of Columbia", False, "initial-of-no-given-name"),
        ("B. Ng", "Bo Ng", True, "no-whole-word"),
        ("Louis Fosse", "Robert Louis Fosse", True, "content-dropped"),
        ("Oil Midnight", "Midnight Oil", False, "token-rule"),
        ("World War 3", "World War II", False, "token-rule"),
        ("14 Mar. 1904", "14 March 1903", False, "another-date"),
        ("1904", "14 March 1903", False, "another-date"),
    ],
)
def test_what_cannot_be_read_back_by_itself_is_refused(
    alias: str, value: str, person: bool, reason: str
) -> None:
    assert verify(alias, value, person).reason == reason


SAYS_BORN = (("Holm Vane", "Holm Vane (born 3 May 1950) is a Danish singer."),)
SAYS_BAND = (("Holm Vane (band)", "Holm Vane is a Danish rock band founded by a singer."),)


@pytest.mark.parametrize(
    ("question", "sources", "person"),
    [
        ("Which was older?", SAYS_BORN, True),
        ("Who won the prize?", SAYS_BAND, False),
        ("Who won the prize?", (("A", "Text."),), True),
        ("The film was directed by whom?", (("A", "Text."),), True),
        ("Which Danish actor won?", (("A", "Text."),), True),
        ("What is the name of the executive producer?", (("A", "Text."),), True),
        ("Which film starred the actor who won?", (("A", "Text."),), False),
        ("Whose town is it?", (("A", "Text."),), False),
    ],
)
def test_the_item_itself_tells_a_person(
    question: str, sources: tuple[tuple[str, str], ...], person: bool
) -> None:
    item = member("q1", "Holm Vane", question=question, sources=sources).item
    assert is_person("Holm Vane", item) is person


def test_an_initial_inside_a_name_tells_a_person() -> None:
    item = member("q1", "Holm K. Vane", question="Which is it?", sources=(("A", "Text."),)).item
    assert is_person(item.answer, item)


@given(st.lists(CAPITAL, min_size=1, max_size=5), st.booleans())
def test_every_form_keeps_the_token_rule(words: list[str], person: bool) -> None:
    value = " ".join(words)
    for _, form in forms(value, person, INSIDE):
        if value_tokens(form) != value_tokens(value):
            assert placed(value_tokens(form), value_tokens(value)) is not None


@given(st.text(max_size=40), st.booleans())
def test_any_value_gets_the_same_forms_again(value: str, person: bool) -> None:
    assert forms(value, person, INSIDE) == forms(value, person, INSIDE)
    assert all(form != value for _, form in forms(value, person, INSIDE))
