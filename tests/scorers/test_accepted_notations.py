"""What the extended scorer accepts beyond the official one, and the rules it gives for it."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from earned.errors import UserError
from earned.scorers import extended, official
from earned.scorers.rule import Rule
from earned.scorers.shipped import SHIPPED
from earned.scores.hotpot import is_success

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "golden" / "answers.json").read_text(encoding="utf-8")
)["answers"]

ACCEPTED = [
    ("1986–2013", "1986-2013", "dashes"),
    ("1986 – 2013", "1986-2013", "dashes"),
    ("1986\u20112013", "1986—2013", "dashes"),
    ("\u22125 million", "-5,000,000", "dashes magnitudes"),
    ("Kansas–Nebraska Act", "Kansas-Nebraska Act", "dashes"),
    ("Beyoncé", "Beyonce", "accents"),
    ("Beyonce\u0301", "Beyonc\u00e9", "accents"),
    ("Dvořák", "dvorak", "accents"),
    ("twelve", "12", "number-words"),
    ("Twelve Monkeys", "12 Monkeys", "number-words"),
    ("One.", "1", "number-words"),
    ("forty-two", "42", "number-words"),
    ("one hundred and five", "105", "number-words"),
    ("two thousand five", "2005", "number-words"),
    ("one million five hundred thousand", "1,500,000", "number-words"),
    ("five-time champion", "5-time champion", "number-words"),
    ("third", "3rd", "ordinals"),
    ("Sixty-ninth Festival", "69th Festival", "ordinals"),
    ("the twelfth century", "12th century", "ordinals"),
    ("1.5 million", "1,500,000", "magnitudes"),
    ("1.5M", "1,500,000", "magnitudes"),
    ("1.5M", "1.5 million", "magnitudes"),
    ("0.5 million", "500 thousand", "magnitudes"),
    ("$5m", "$5,000,000", "magnitudes"),
    ("£2.5bn", "£2.5 billion", "magnitudes"),
    ("€300k", "€300,000", "magnitudes"),
    ("-1.5 million", "-1,500,000", "magnitudes"),
    ("two million", "2 million", "number-words magnitudes"),
    ("March 5, 1986", "1986-03-05", "dates"),
    ("5 March 1986", "1986-03-05", "dates"),
    ("the 5th of March, 1986", "5 Mar. 1986", "dates"),
    ("born March 5th, 1986", "born 5 March 1986", "dates"),
    ("25/12/1986", "December 25, 1986", "dates"),
    ("04/04/1986", "4 April 1986", "dates"),
    ("Sept 1986", "September 1986", "dates"),
    ("May 5th", "5 May", "dates"),
    ("5\u00a0March 1986", "1986\u201103\u201105", "dashes dates"),
    ("29 February 2000", "2000-02-29", "dates"),
]  # fmt: skip


@pytest.mark.parametrize(("prediction", "reference", "rules"), ACCEPTED)
def test_other_notations_of_one_value_are_accepted_with_the_rules_that_were_needed(
    prediction: str, reference: str, rules: str
) -> None:
    """Field case 33."""
    assert not official.success(prediction, reference)
    for pair in ((prediction, reference), (reference, prediction)):
        assert extended.success(*pair)
        assert extended.why(*pair) == tuple(rules.split())


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["prediction"][:20])
def test_on_the_official_examples_two_more_answers_are_right(case: dict[str, object]) -> None:
    pair = str(case["prediction"]), str(case["reference"])
    more = pair in {("1986–2013", "1986-2013"), ("Beyoncé", "Beyonce")}
    accepted = bool(case["em"]) or float(str(case["f1"])) >= 0.8
    assert official.success(*pair) == accepted
    assert extended.success(*pair) == (accepted or more)


@pytest.mark.parametrize("rule", extended.RULES, ids=lambda rule: rule.name)
def test_each_rule_is_needed_and_enough_for_its_own_example(rule: Rule) -> None:
    assert not official.success(*rule.example)
    assert extended.why(*rule.example) == (rule.name,)


@pytest.mark.parametrize("rule", official.RULES, ids=lambda rule: rule.name)
def test_the_official_scorer_accepts_the_examples_of_its_rules(rule: Rule) -> None:
    assert official.success(*rule.example)
    assert extended.why(*rule.example) == ()


def test_the_threshold_of_f1_is_the_studys_own() -> None:
    pair = "Stone Brewing Co", "Stone Brewing"
    for scorer in SHIPPED.values():
        assert scorer.success(*pair)
        assert not scorer.success(*pair, Fraction(9, 10))
    with pytest.raises(UserError, match="threshold"):
        official.success(*pair, Fraction(2))


def test_success_of_the_official_scorer_is_that_of_the_scores() -> None:
    for case in GOLDEN:
        pair = str(case["prediction"]), str(case["reference"])
        assert official.success(*pair) == is_success(*pair)
