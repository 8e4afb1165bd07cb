"""coloc and string match on examples that can be counted by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.scores.coloc import Coloc, Share, coloc, content_tokens, string_match

D2_QUESTION = (
    "Who is the film dedicated to that Paramount Classics and MTV Films co-purchased the rights to?"
)
D0_QUESTION = "The screenplay for Alain Resnais' second film is who?"
TEXTS = st.text(alphabet="ab Cd.", max_size=12)


def both(score: Coloc) -> tuple[tuple[int, int], tuple[int, int]]:
    """The exact parts of both definitions."""
    one, other = score.coloc, score.coloc_content
    return (one.numerator, one.denominator), (other.numerator, other.denominator)


def test_a_repeated_question_word_counts_each_time() -> None:
    mapping = ("The Nook", "Within this collection, Key-fbbab9ed denotes Sam Phillips.")
    score = coloc(D2_QUESTION, "Sam Phillips", [mapping])
    # "the" twice of 17 tokens, both answer tokens: (2 · 2) / (17 · 2) = 2/17.
    assert both(score) == ((4, 34), (0, 16))
    assert score.coloc.value == pytest.approx(2 / 17)


def test_half_an_answer_counts_half() -> None:
    relation = ("Made in Rome", "That film is dedicated to the holder of Key-fbbab9ed.")
    score = coloc(D2_QUESTION, "Not specified in evidence", [relation])
    # is, the (2), film, dedicated, to (2), that = 8 of 17; "in" = 1 of 4.
    assert both(score)[0] == (8, 17 * 4)


def test_the_paper_case_of_the_wrong_screenwriters() -> None:
    source = (
        "Les statues meurent aussi",
        "A film essay for which Alain Resnais, Chris Marker, and Ghislain Cloquet made the images.",
    )
    prediction = "Alain Resnais, Chris Marker, and Ghislain Cloquet"
    score = coloc(D0_QUESTION, prediction, [source])
    # the, for, alain, resnais, film = 5 of 9; with "is" it is the paper's 6/9 = 42/63.
    assert both(score)[0] == (35, 63)
    wider = (source[0], source[1] + " It is short.")
    assert both(coloc(D0_QUESTION, prediction, [wider]))[0] == (42, 63)


def test_content_tokens_have_no_stopwords_and_no_two_letter_tokens() -> None:
    assert content_tokens(["who", "is", "the", "film", "co", "in", "film"]) == {"film"}


def test_the_content_variant_uses_sets() -> None:
    score = coloc("film film rights", "Sam Sam Phillips", [("", "film sam")])
    assert both(score) == ((4, 9), (1, 4))


def test_the_maximum_is_of_the_product_in_one_source() -> None:
    question_only, answer_only = ("", "film rights"), ("", "Sam Phillips")
    assert coloc("film rights", "Sam Phillips", [question_only, answer_only]).coloc.value == 0
    mixed = ("film", "Sam Phillips")
    scored = coloc("film rights", "Sam Phillips", [question_only, mixed, answer_only])
    assert scored.coloc.value == 0.5


@pytest.mark.parametrize(
    ("answer", "sources"), [("", [("t", "text")]), ("東京", [("t", "東京")]), ("text", [])]
)
def test_no_answer_token_or_no_source_scores_zero(
    answer: str, sources: list[tuple[str, str]]
) -> None:
    score = coloc("text of it", answer, sources)
    assert (score.coloc.value, score.coloc_content.value) == (0.0, 0.0)


def test_a_question_of_stopwords_scores_zero_in_the_content_variant() -> None:
    score = coloc("Who is it?", "it", [("", "who is it")])
    assert (score.coloc.value, score.coloc_content.value) == (1.0, 0.0)
    assert score.coloc_content == Share(numerator=0, denominator=0)


@given(TEXTS, TEXTS, st.lists(st.tuples(TEXTS, TEXTS), max_size=4))
def test_more_sources_never_lower_the_score_and_order_is_irrelevant(
    question: str, answer: str, sources: list[tuple[str, str]]
) -> None:
    score = coloc(question, answer, sources)
    assert score == coloc(question, answer, [*reversed(sources), *sources])
    assert 0 <= score.coloc.value <= 1
    assert coloc(question, answer, sources[1:]).coloc.value <= score.coloc.value


def test_a_string_match_is_on_normalized_text() -> None:
    sources = [("Cannes", "It opened the 69th  Cannes-Film Festival.")]
    assert string_match("The 69th CannesFilm festival", sources)
    assert not string_match("70th", sources)


def test_a_string_match_looks_at_the_title_and_needs_one_source() -> None:
    assert string_match("Sam Phillips", [("Sam Phillips", "")])
    assert not string_match("Sam Phillips", [("Sam", "x"), ("Phillips", "y")])


def test_an_empty_reference_matches_nothing() -> None:
    assert not string_match("The", [("a", "text")])
