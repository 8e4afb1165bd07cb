"""Closed classes of words that the paraphrase by rule reads and writes."""

from __future__ import annotations

from earned.audits.acquabench.authors.grammar.words import COUNT_NOUN, PERSON_NOUN
from earned.audits.acquabench.authors.tokens import lexicon

# "the captain of X" is "X's captain"; the nouns of "the city of X" and "a pair of X" are not here
RELATIONAL = lexicon(
    """author captain capital chairman coach composer crew creator designer director discoverer
    division editor founder frontman head inventor leader length manager manufacturer mascot
    mother father name novelist owner painter population president producer publisher rector
    score screenplay subsidiary trainer voice width writer vocalist architect builder host"""
)
RELATIONAL_PAIRS = frozenset((("home", "town"), ("cover", "art"), ("title", "song")))
# "the ship X" is "the ship called X"
NAMED = lexicon(
    """album band book boat character club comedy drama film magazine movie musical newspaper
    novel opera painting play poem programme river sculpture series ship show single song"""
)
# "the city of X" is "the city called X"
APPOSITIVE = lexicon("neighborhood neighbourhood city town village borough")
# "the 1940 film" is "the film from 1940", and "X's book" is "the book by X"
WORK = lexicon("album book comedy drama film movie musical novel opera play series single song")
# places that "where" can stand for
SITE = lexicon(
    """airport arena borough city club college company conservatory country island institution
    museum park port school stadium station theatre theater town university village"""
)
ACADEMIC = lexicon("institution college university school conservatory")
PERSON = PERSON_NOUN | lexicon(
    """jockey lady child son daughter brother sister wife husband mother father people person
    men women boy girl king queen candidate trainer composer designer founder captain rector
    creator senator frontman vocalist settlers producer executive"""
)
PERSON_ENDINGS = ("er", "or", "ist", "ee", "ian", "ess", "ant", "man", "woman")
THING = lexicon("river number theater chapter charter newspaper letter order tower center poster")
# of which "one" can stand for "a"
SINGLE = COUNT_NOUN | NAMED | WORK | SITE | lexicon("sitcom unit collection duo")
SUPERLATIVE = lexicon("oldest youngest largest biggest smallest longest shortest tallest highest")
# irregular past and participle of verbs that stand in an active and in a passive clause
_PAST = lexicon(
    """wrote/written sang/sung gave/given drew/drawn chose/chosen began/begun took/taken"""
)
PARTICIPLE = dict(pair.split("/") for pair in sorted(_PAST))
PAST = {participle: past for past, participle in PARTICIPLE.items()}
# whose reduced relative clause is in the present
STATES = lexicon("based called designated headquartered known located named set situated used")
# verbs of a lasting activity: "X studied there" is "X once studied there"
ACTIVITY = lexicon("studied lived worked taught")
# "the name of X is Y" is "X is named Y"
NAMING = {"name": "named", "title": "titled"}
FIRST_NAMES = frozenset((("first", "name"), ("given", "name"), ("birth", "name")))
# regions: "a town, X" is "a town in X"
REGION = lexicon(
    """england scotland wales ireland alabama alaska arizona arkansas california colorado
    connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky
    louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana
    nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia
    wisconsin wyoming"""
)

SYNONYMS = {
    "near": "close to",
    "approximately": "roughly",
    "currently": "at present",
    "opposite": "across from",
    "alongside": "together with",
    "over": "more than",
    "in addition to": "besides",
    "such as": "for example",
    "best known": "known best",
    "located": "situated",
}
"""A phrase to one that can stand for it with the same meaning."""

# forms that count as one word when a paraphrase is compared with its template
SAME_WORD = {"named": "name", "titled": "title", "birth": "born", "starring": "stars"}
# words that a paraphrase may add, drop or exchange: none carries content
SILENT = lexicon(
    """the a an one this that which who whose where when is are was were be been has have had of s
    by in at on to from for with as its it between called once and both fact"""
)
