"""Closed classes of words that the grammar reads."""

from __future__ import annotations

from earned.audits.acquabench.authors.tokens import lexicon

BE = lexicon("is are was were")
HAVE = lexicon("has have had")
DO = lexicon("do does did")
MODAL = lexicon("will would can could may might must should")
AUXILIARY = BE | HAVE | DO | MODAL
WH = lexicon("who whom whose what which when where how why")
RELATIVE = lexicon("who whom whose which that where when")
PREPOSITION = lexicon(
    """in on at of for with by from to as about into under over after before between among
    during against near around alongside opposite behind through throughout within without
    across along until since via like than"""
)
DETERMINER = lexicon("the a an this that these those his her its their both each every")
DEICTIC = lexicon("this these those here")
ARTICLE = lexicon("the a an")
CONJUNCTION = lexicon("and or but while when because although if")
ADVERB = lexicon(
    """also first originally best most currently later once now still ever never formerly well
    previously recently next together again twice alone only last jointly primarily mainly
    usually commonly officially widely better once"""
)
COMPARATIVE = lexicon(
    """first last earlier later more most fewer fewest less least older younger oldest youngest
    larger largest bigger biggest smaller smallest longer longest shorter shortest taller
    tallest higher highest lower lowest further farther closer nearer earliest latest older
    newer newest heavier faster deeper wider sooner before after"""
)
TIME_NOUN = lexicon("year month day date decade century season time")
PLACE_NOUN = lexicon(
    """city town village country state county province region district borough municipality
    location place area venue stadium arena island continent university college school
    building museum neighborhood neighbourhood suburb airport station park street capital
    community territory"""
)
ATTRIBUTE_NOUN = lexicon("nationality ethnicity descent ancestry origin")
# such nouns name a property of their subject: "what religion is X" is not "which of them is X"
PROPERTY_NOUN = ATTRIBUTE_NOUN | lexicon(
    """religion occupation profession colour color genre gender age height size rank position"""
)
PERSON_NOUN = lexicon(
    """driver narrator racer actor actress singer author writer player director man woman poet
    painter politician president king queen emperor musician composer artist scientist
    engineer architect novelist journalist comedian rapper guitarist drummer bassist
    vocalist songwriter footballer golfer wrestler boxer cyclist swimmer astronaut pilot
    general admiral captain commander officer senator governor mayor judge lawyer
    philosopher mathematician physicist chemist biologist botanist historian sculptor
    photographer filmmaker producer screenwriter designer dancer choreographer model coach
    manager founder explorer inventor chef entrepreneur businessman businesswoman economist
    character fighter athlete member conductor cartoonist playwright dramatist
    cinematographer quarterback pitcher goalkeeper skater surveyor"""
)
DEMONYM = lexicon(
    """german french roman greek dutch swiss danish spanish italian russian american british
    english scottish welsh irish canadian australian austrian armenian argentinian argentine
    brazilian mexican indian african european asian norwegian belgian hungarian romanian
    ukrainian persian israeli pakistani iraqi thai czech egyptian"""
)
DEMONYM_ENDINGS = ("ish", "ese")
ORDINAL = lexicon("first second third fourth fifth sixth seventh eighth ninth tenth")


def is_adverb(word: str) -> bool:
    """Say whether a word is a known adverb or ends like one."""
    return word in ADVERB or (len(word) > 4 and word.endswith("ly") and word not in {"family"})


def is_plural(noun: str) -> bool:
    """Say whether a noun's spelling looks plural."""
    if noun in {"series", "species", "people", "men", "women", "children"}:
        return noun not in {"series", "species"}
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is", "'s"))


NUMBER_WORD = lexicon("one two three four five six seven eight nine ten several many")
POSSESSIVE = ("'s", "s'", "’s", "s’")
COUNT_NOUN = PERSON_NOUN - {"model", "general", "character"} | lexicon(
    """song film album band book series movie season show novel team company club school game
    university college city village river island museum magazine newspaper festival award"""
)
