"""The `rule` author: each construction and each refusal by example."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.audits.acquabench.authors.candidate import Candidate
from earned.audits.acquabench.authors.checks import SLOT, template_faults
from earned.audits.acquabench.authors.grammar.propose import propose, verify
from support import ROOT, shared_json

# parse, question, reference, template
MADE = [
    ("who-subject", "Who directed the film that won the Halden Prize?", "Ada Holm",
     "<VALUE> directed the film that won the Halden Prize."),
    ("who-subject", "Who is the lead vocalist for the band?", "Ada Holm",
     "<VALUE> is the lead vocalist for the band."),
    ("who-copula-last", "Who was the founder of the club?", "the Duke of Holm",
     "The founder of the club was <VALUE>."),
    ("who-object", "Who did Neleus study under in addition to Theo in the school?", "Aristotle",
     "Neleus studied under <VALUE> in addition to Theo in the school."),
    ("who-object", "Who will Bo Hale be seen opposite in the drama film?", "Ada Holm",
     "Bo Hale will be seen opposite <VALUE> in the drama film."),
    ("whom-prepositional", "By whom was the club that plays at Lime Park founded?", "Ada Holm",
     "The club that plays at Lime Park was founded by <VALUE>."),
    ("what-subject", "What was built near the village in 1983?", "Holm Hall",
     "<VALUE> was built near the village in 1983."),
    ("what-object", "What does the band's acronym stand for?", "Old Holm Radio",
     "The band's acronym stands for <VALUE>."),
    ("what-copula", "What is the name of the river that crosses Holm?", "River Wenn",
     "The name of the river that crosses Holm is <VALUE>."),
    ("what-copula-first", "What is the label, founded in 1990, of the band?", "Holm",
     "<VALUE> is the label, founded in 1990, of the band."),
    ("which-subject", "What movie, starring Bo Hale, featured music by Ada?", "The Pond",
     "<VALUE> is the movie, starring Bo Hale, that featured music by Ada."),
    ("which-subject", "Which actor was born in 1984 and played in Holm?", "Bo Hale",
     "<VALUE> is the actor who was born in 1984 and played in Holm."),
    ("which-subject-last", "What occupation was shared by Ada and Bo?", "director",
     "The occupation that was shared by Ada and Bo is <VALUE>."),
    ("which-object", "Which award did the author of The Pond receive in 1940?", "Halden Prize",
     "<VALUE> is the award that the author of The Pond received in 1940."),
    ("which-object-last", "What instrument does Ada play on the song?", "bass",
     "The instrument that Ada plays on the song is <VALUE>."),
    ("which-prepositional", "What government agency did Ada's friend work for?", "the FBI",
     "Ada's friend worked for <VALUE>, a government agency."),
    ("which-copula", "What county is the town of Holm in?", "Wenn County",
     "The town of Holm is in <VALUE>."),
    ("which-property", "What nationality was Ada Holm's wife?", "American",
     "Ada Holm's wife was of <VALUE> nationality."),
    ("prepositional", "In what year was the band that Ada played drums for formed?", "1983",
     "The band that Ada played drums for was formed in <VALUE>."),
    ("prepositional", "What year did Holm's publishing overlap with Wenn?", "1988",
     "Holm's publishing overlapped with Wenn in <VALUE>."),
    ("prepositional", "In which U.S. state are Holm Hospital and Wenn Hospital?", "Ohio",
     "Holm Hospital and Wenn Hospital are in <VALUE>, a U.S. state."),
    ("prepositional", "In what town is the institution at which Ada Holm studied?", "Wenn",
     "The institution at which Ada Holm studied is in <VALUE>."),
    ("when", "When was the band formed?", "1968", "The band was formed in <VALUE>."),
    ("when", "When did the park open?", "15 August 1843", "The park opened on <VALUE>."),
    ("when", "When was Ada's album released?", "May 1990", "Ada's album was released in <VALUE>."),
    ("when-copula", "When was the Battle of Holm?", "1066", "The Battle of Holm was in <VALUE>."),
    ("where", "Where is the company that distributed X based?", "Holm, Ohio",
     "The company that distributed X is based in <VALUE>."),
    ("where", "Where was the poet educated?", "Holm University",
     "The poet was educated at <VALUE>."),
    ("where-copula", "Where is the tomb of the king?", "Holm",
     "The tomb of the king is in <VALUE>."),
    ("where-from", "Where is the first governor from?", "Holm",
     "The first governor is from <VALUE>."),
    ("how-many-object", "How many seats does the arena have?", "9,000",
     "The arena has <VALUE> seats."),
    ("how-many-object", "How many titles has the club that plays at Holm won?", "five",
     "The club that plays at Holm has won <VALUE> titles."),
    ("how-many-subject", "How many people live in the town where Ada was born?", "6,610",
     "<VALUE> people live in the town where Ada was born."),
    ("how-many-subject", "How many students were enrolled in the school?", "1,840 students",
     "<VALUE> were enrolled in the school."),
    ("how-many-number", "How many titles were won by the club?", "eight",
     "The number of titles that were won by the club is <VALUE>."),
    ("how-many-there", "How many bridges are there in Holm?", "12",
     "There are <VALUE> bridges in Holm."),
    ("how-measure", "How tall is the tower of Holm?", "324 m",
     "The tower of Holm is <VALUE> tall."),
    ("in-place", "Ada plays Bo in a film directed by who?", "Cy Wenn",
     "Ada plays Bo in a film directed by <VALUE>."),
    ("in-place", "The club was founded in which year?", "1833", "The club was founded in <VALUE>."),
    ("in-place", "Ada studied at what public university that opened in 1966?", "Holm University",
     "Ada studied at <VALUE>, a public university that opened in 1966."),
    ("in-place", "The river empties into which body of water?", "Kestrel Gulf",
     "The river empties into <VALUE>, a body of water."),
    ("in-place", "Bo defeated a swimmer of what nationality?", "Swiss",
     "Bo defeated a swimmer of <VALUE> nationality."),
    ("in-place-count", "Holm is in a land that has a population of how many inhabitants?", "9,984",
     "Holm is in a land that has a population of <VALUE> inhabitants."),
    ("of-the-two", "Which film was released first, The Pond or The Well?", "The Well",
     "Of the two films, <VALUE> was released first."),
    ("of-the-two", "Who was older, Ada Holm or Bo Hale?", "Bo Hale",
     "Of the two, <VALUE> was older."),
    ("of-the-two", "Which battle took place first out of the Battle of A and the Battle of B?",
     "Battle of B", "Of the two battles, <VALUE> took place first."),
    ("of-the-two", "Between The Pond and The Well, which novel was published first?", "The Pond",
     "Of the two novels, <VALUE> was published first."),
    ("which-subject", "Which facility was founded in Ohio, Holm Zone or Wenn's?", "Holm Zone",
     "<VALUE> is the facility that was founded in Ohio."),
    ("which-subject", "Which canal, Holm Canal or Wenn Canal, also supplies water?", "Wenn Canal",
     "<VALUE> is the canal that also supplies water."),
]  # fmt: skip


def accepted(question: str, reference: str) -> Candidate | None:
    """The first candidate that passes the verifier and the checks."""
    for attempt in range(4):
        made = propose(question, reference, attempt)
        sound = made.template and not template_faults(made.template, reference)
        if sound and verify(question, made, reference).accepted:
            return made
    return None


@pytest.mark.parametrize(("parse", "question", "reference", "template"), MADE)
def test_a_construction_makes_its_statement(
    parse: str, question: str, reference: str, template: str
) -> None:
    made = accepted(question, reference)
    assert made is not None
    assert (made.parse, made.template) == (parse, template)
    assert made.sentence == template.replace(SLOT, reference)


REFUSED = [
    ("reference-empty", "Who directed the film?", " "),
    ("reference-unbalanced", "Who directed the film?", 'Ada" Holm'),
    ("reference-ends-like-sentence", "Where was the club based?", "France."),
    ("reference-too-long", "Who directed it in 1990?", "a b c d e f g h i j k l m"),
    ("reference-is-clause", "Who directed the film?", "Ada Holm is a director"),
    ("reference-list-without-and", "What did the club sell?", "boats, sails"),
    ("question-too-short", "Who won?", "Ada"),
    ("inner-question-mark", 'Who wrote "Why? Now" in 1990?', "Ada"),
    ("malformed-question", 'Who wrote "Now in 1990?', "Ada"),
    ("malformed-question", "Who was the writer of Boots and who died in 2007?", "Ada"),
    ("several-sentences", "The band is from Holm. When was the band formed?", "1990"),
    ("deictic", "Who directed this film in 1990?", "Ada"),
    ("doubled-word", "In which film did Ada star in in 1990?", "The Pond"),
    ("missing-comma", "Bo beat Ada Holm a player of what nationality?", "Swiss"),
    ("missing-article", "Which singer recorded Bo Hale song?", "Ada"),
    ("relative-without-gap", "The group that Ada served two terms as head began in which year?",
     "1990"),
    ("no-verb", "What company did Ada aquire?", "Holm"),
    ("ambiguous-verb", "When did the actors who play in the film win the cup?", "1990"),
    ("no-gap", "What stadium does the team play its home games?", "Holm Park"),
    ("missing-preposition", "What city did the poet die?", "Holm"),
    ("time-form", "When was the band formed?", "Easter"),
    ("place-form", "Where was the gun found?", "small aircraft"),
    ("name-needs-article", "Which war did the general who won at Holm fight in?", "Holm War"),
    ("person-is-numeric", "Who directed the film?", "1990"),
    ("bare-noun-argument", "Ada and Bo are in the same what?", "family"),
    ("bare-noun-predicate", "What is Holm Mills in Ohio?", "shopping mall"),
    ("demonym-argument", "The cup is derived from which culture?", "German"),
    ("measure-adjective", "What is the length of the track?", "6 km long"),
    ("property-noun", "What religion is the composer of the opera?", "Hindi"),
    ("kind-noun", "Which type of character is featured by the book?", "Fictional"),
    ("stacked-relatives", 'Which actress who starred in "Pond" was born in Holm?', "Ada"),
    ("ambiguous-main-verb", "Which star of a novel turned musical by Ada also voiced Bo?", "Cy"),
    ("number-agreement", "Which console was both Pond and Well released on?", "Station 4"),
    ("possessive-question-word", "Which chain's headquarters is in Ohio?", "Holm"),
    ("comparison-noun", "Which chain's office is further north, Holm or Wenn?", "Holm"),
    ("reference-not-a-candidate", "Who is older, Ada Holm or Bo Hale?", "Robert Hale"),
    ("not-a-number", "How many years had the league run?", "15th consecutive"),
    ("singular-number", "How many seats does the car have?", "one"),
    ("opening-not-covered", "Were Ada and Bo born in Holm?", "Ohio"),
    ("no-question-word", "The war is also known as?", "Holm War"),
    ("several-question-words", "Ada saw what in what?", "Holm"),
    ("comma-before-verb", '"Pond", is a song by a singer born in which year?', "1967"),
    ("insitu-attachment", "Ada wrote what short film for the club?", "Pond"),
    ("plural-apposition", "Ada found success with what 2016 shows?", "Pond"),
    ("identity-question", "Who is Ada Holm?", "Bo Hale"),
    ("no-further-construction", "Who directed the film in 1990?", "Ada"),
]  # fmt: skip


@pytest.mark.parametrize(("reason", "question", "reference"), REFUSED)
def test_a_question_outside_the_grammar_is_refused_by_name(
    reason: str, question: str, reference: str
) -> None:
    attempt = 3 if reason == "no-further-construction" else 0
    made = propose(question, reference, attempt)
    assert made.reason == reason
    assert (made.sentence, made.template, made.parse) == ("", "", "")
    assert not verify(question, made, reference).accepted


def forged(template: str, reference: str, parse: str = "who-subject") -> Candidate:
    return Candidate(
        attempt=0,
        sentence=template.replace(SLOT, reference),
        template=template,
        parse=parse,
        reason="",
    )


ASKED = "Who directed the old film that won it in 1990?"
FORGED = [
    ("word-added", ASKED, "<VALUE> directed the old film that won it in Paris in 1990.", "A"),
    ("word-dropped", ASKED, "<VALUE> directed the film that won it in 1990.", "A"),
    ("small-letter-opens", ASKED, "<VALUE> directed the old film that won it in 1990.", "a"),
    ("bad-ending", ASKED, "<VALUE> directed the old film that won it in 1990", "A"),
    ("slot-count", ASKED, "<VALUE> directed <VALUE>.", "A"),
    ("doubled-word", ASKED, "<VALUE> directed the the old film that won it in 1990.", "A"),
    ("who-is-numeric", ASKED, "<VALUE> directed the old film that won it in 1990.", "1990"),
    ("unbalanced", ASKED, '<VALUE> directed the old" film that won the prize in 1990.', "A"),
    ("time-without-digits", "When was the club founded?", "The club was founded in <VALUE>.",
     "Easter"),
    ("count-without-number", "How many seats has the hall?", "The hall has <VALUE> seats.", "Many"),
    ("place-is-numeric", "Where was the club founded?", "The club was founded in <VALUE>.", "1990"),
    ("place-is-indefinite", "Ada is from which country?", "Ada is from <VALUE>.", "a poet"),
    ("doubled-preposition", "Where was the club founded?", "The club was founded in <VALUE>.",
     "from Ohio"),
]  # fmt: skip


@pytest.mark.parametrize(("reason", "question", "template", "reference"), FORGED)
def test_the_verifier_refuses_a_statement_that_no_parse_licenses(
    reason: str, question: str, template: str, reference: str
) -> None:
    verdict = verify(question, forged(template, reference), reference)
    assert (verdict.accepted, verdict.reason) == (False, reason)


def test_the_verifier_refuses_an_unknown_parse_and_a_sentence_of_another_reference() -> None:
    template = "<VALUE> directed the old film that won it in 1990."
    assert verify(ASKED, forged(template, "Ada"), "Ada").accepted
    assert verify(ASKED, forged(template, "Ada", "guess"), "Ada").reason == "unknown-parse"
    assert verify(ASKED, forged(template, "Ada"), "Bo").reason == "sentence-is-not-template"


@pytest.mark.parametrize("filler", ["Key-fbbab9ed", "Cy Wenn"])
def test_a_choice_gives_neither_candidate_away(filler: str) -> None:
    """Whatever fills the slot, the statement must not tell the reference by elimination."""
    made = propose("Which film was released first, The Pond or The Well?", "The Well", 0)
    filled = made.template.replace(SLOT, filler)
    assert "Pond" not in filled
    assert "Well" not in filled


PIECES = [word for row in MADE for word in row[1].split()]


@given(
    st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join) | st.text(max_size=80),
    st.sampled_from([row[2] for row in MADE]) | st.text(max_size=20),
    st.integers(0, 3),
)
def test_any_text_gives_one_slot_or_a_reason(question: str, reference: str, attempt: int) -> None:
    made = propose(question, reference, attempt)
    assert made == propose(question, reference, attempt)
    assert (made.template.count(SLOT) == 1) == (made.reason == "")
    if verify(question, made, reference).accepted:
        assert made.sentence.count(reference) >= 1


@given(st.sampled_from(MADE), st.integers(0, 3))
def test_an_accepted_sentence_holds_the_reference_once(
    row: tuple[str, str, str, str], attempt: int
) -> None:
    _, question, reference, _ = row
    made = propose(question, reference, attempt)
    if made.template and not template_faults(made.template, reference):
        assert made.sentence.count(reference) == 1


def _accepted(items: list[dict[str, str]]) -> tuple[int, int]:
    asked = [item for item in items if item["answer"].strip().lower() not in {"yes", "no"}]
    return sum(accepted(i["question"], i["answer"]) is not None for i in asked), len(asked)


def test_the_real_sample_keeps_its_number_of_accepted_statements() -> None:
    assert _accepted(shared_json("data/hotpotqa_dev_distractor_197.json")) == (104, 184)


def test_nine_in_ten_of_the_embedded_questions_are_covered() -> None:
    path = ROOT / "resources" / "embedded" / "questions.json"
    found, asked = _accepted(json.loads(path.read_text(encoding="utf-8")))
    assert asked > 0
    assert 10 * found >= 9 * asked
