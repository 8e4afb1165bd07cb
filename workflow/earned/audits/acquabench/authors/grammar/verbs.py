"""A small table of verbs and the rules that inflect them.

Only verbs of the table are inflected: a question with another verb after `do` is refused.
"""

from __future__ import annotations

from functools import cache

from earned.audits.acquabench.authors.tokens import lexicon

# base past participle
_IRREGULAR = """
be was been; beat beat beaten; become became become; begin began begun; bear bore born; beget
begot begotten; bind bound bound; blow blew blown; break broke broken; bring brought brought;
broadcast broadcast broadcast; build built built; burn burned burned; buy bought bought; cast
cast cast; catch caught caught; choose chose chosen; come came come; cost cost cost; cut cut
cut; deal dealt dealt; dig dug dug; do did done; draw drew drawn; drink drank drunk; drive drove
driven; eat ate eaten; fall fell fallen; feed fed fed; fight fought fought; find found found;
flee fled fled; fly flew flown; forbid forbade forbidden; forget forgot forgotten; get got got;
give gave given; go went gone; grow grew grown; have had had; hang hung hung; hear heard heard;
hide hid hidden; hit hit hit; hold held held; keep kept kept; know knew known; lay laid laid;
lead led led; learn learned learned; leave left left; lend lent lent; let let let; lie lay lain;
lose lost lost; make made made; mean meant meant; meet met met; overtake overtook overtaken;
oversee oversaw overseen; overthrow overthrew overthrown; pay paid paid; put put put; quit quit
quit; read read read; rebuild rebuilt rebuilt; ride rode ridden; ring rang rung; rise rose
risen; run ran run; say said said; see saw seen; seek sought sought; sell sold sold; send sent
sent; set set set; shoot shot shot; show showed shown; sing sang sung; sink sank sunk; sit sat
sat; sleep slept slept; speak spoke spoken; spend spent spent; split split split; spread spread
spread; stand stood stood; steal stole stolen; strike struck struck; swear swore sworn; sweep
swept swept; swim swam swum; take took taken; teach taught taught; tell told told; think thought
thought; throw threw thrown; undergo underwent undergone; understand understood understood;
undertake undertook undertaken; wear wore worn; win won won; withdraw withdrew withdrawn; write
wrote written; rewrite rewrote rewritten; overhear overheard overheard
"""

_REGULAR = """
cease empty marry
abandon absorb accept accompany achieve acquire act adapt add adjoin administer adopt advise
affect air allow amass animate announce appear apply appoint approve arrange arrest arrive ask
assassinate assemble assist assume attack attend attract audition authorize award back bake base
battle belong benefit blend bombard border borrow bottle brew call campaign capture carry cause
celebrate chair challenge change charge christen chronicle circle cite claim climb close coach
coauthor coin collaborate collect combine command commemorate commission compete compile
complete compose concern conduct confer confirm connect conquer consider consist construct
contain contribute control convert cooperate count cover crash create credit cross crown
cultivate curate cure damage date debate debut decide declare decline dedicate defeat defend
define deliver demolish depart depict deploy derive describe design destroy determine develop
devote die differ direct disband discover discuss display dissolve distribute divide document
dominate donate drain earn edit educate elect embark emigrate employ enact encounter end endorse
engrave enjoy enlist enroll enter erect escape escort establish evolve examine excavate exceed
excel exhibit exist expand experience explore export express extend face fail favor feature
ferry fill film finance finish fire fish fix flow focus follow form found fund fuse gain
generate govern graduate graze guard guide handle happen harvest head help honor honour host
house hunt identify illustrate immigrate import imprison improve inaugurate include incorporate
influence inhabit inherit initiate inspect inspire install integrate interview introduce invade
invent invest investigate invite issue join judge kick kill knight label lack land laugh launch
lecture license lie line link list live lobby locate lodge look maintain manage manufacture mark
marry measure mentor merge migrate mill mine mint model move murder name narrate navigate
nominate nurse observe obtain occupy occur offer open operate oppose orbit organise organize
originate oust outline overlap overlook own pack paint participate partner pass patent patrol
pen perform photograph pick pilot pioneer place plan plant play plead plot point polish populate
portray possess power practice practise praise precede predict prefer premiere prepare present
preserve preside prevent print process produce promote pronounce propose prosecute protect prove
provide publicize publish pull pump purchase pursue push qualify quote race raise rank ratify
reach realize rebel rebrand recall receive recognize reconstruct record recount recover recruit
redesign refer reference reform refurbish refuse regain regard register rehearse reign reissue
reject relate release relocate rely remain remark remember remix remodel remove rename renovate
repair repeat replace report represent request require rescue research reserve reside resign
resolve respond restore restructure result retain retire return reunite reveal review revive
revolve risk rival roll rule sack sail salvage sample satirize save scale schedule score scout
screen sculpt seat secure select separate serialize serve settle shape share shelter shift sign
smuggle solve span spark specialise specialize specify sponsor spot stage star start stay
steward stir stock stop store strand stretch study style submit succeed sue suffer suggest suit
supervise supply support surpass surrender surround survey survive suspect sustain switch
symbolise symbolize tackle talk target taste test title top touch tour trace track trade train
translate transport travel treat try turn tutor unearth unite unveil update urge use utilize
vanish venture view visit visualise voice vote walk wander want warn watch weigh welcome widen
wire wish witness work worship wound wrestle yield
"""

# the final consonant doubles
_DOUBLING = lexicon("overlap submit ban drop equip map occur plan refer star stop tap transfer")
# final vowel-consonant that does not double although the word is short
_VOWELS = "aeiou"


def _regular_past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in _VOWELS:
        return base[:-1] + "ied"
    return base + (base[-1] if base in _DOUBLING else "") + "ed"


@cache
def _table() -> dict[str, tuple[str, str]]:
    """Map a base form to past and participle."""
    table = {base: (_regular_past(base), _regular_past(base)) for base in _REGULAR.split()}
    for entry in _IRREGULAR.replace("\n", " ").split(";"):
        base, past, participle = entry.split()
        if base != "be":
            table[base] = (past, participle)
    return table


@cache
def _forms(slot: int) -> frozenset[str]:
    return frozenset(forms[slot] for forms in _table().values())


def third_person(base: str) -> str:
    """Inflect a base form for he, she or it."""
    if base == "have":
        return "has"
    if base.endswith("y") and base[-2] not in _VOWELS:
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


def past(base: str) -> str:
    """Inflect a base form of the table for the simple past."""
    return _table()[base][0]


def is_base(word: str) -> bool:
    """Say whether a word is a base form of the table."""
    return word in _table()


def is_third_person(word: str) -> bool:
    """Say whether a word is the -s form of a verb of the table."""
    return _stem(word) in _third_person_forms()


@cache
def _third_person_forms() -> frozenset[str]:
    return frozenset(third_person(base) for base in _table())


_NOT_VERBS = lexicon("hundred indeed embed biped naked sacred beloved united unnamed speed")


def _ends_like_past(word: str) -> bool:
    return len(word) > 4 and word.endswith("ed") and not word.endswith("eed")


def _stem(word: str) -> str:
    """Drop the prefix of a verb such as co-wrote."""
    return word.removeprefix("co-").removeprefix("re-")


def is_past(word: str) -> bool:
    """Say whether a word can be a simple past: of the table, or by its ending."""
    word = _stem(word)
    return word not in _NOT_VERBS and (word in _forms(0) or _ends_like_past(word))


def is_participle(word: str) -> bool:
    """Say whether a word can be a past participle: of the table, or by its ending."""
    word = _stem(word)
    return word not in _NOT_VERBS and (word in _forms(1) or _ends_like_past(word))


def is_only_past(word: str) -> bool:
    """Say whether a word is a simple past and not a participle, such as wrote."""
    word = _stem(word)
    return word in _forms(0) and word not in _forms(1) and word not in _table()


def inflections(base: str) -> frozenset[str]:
    """Give the finite forms that a question's base verb may take in a statement."""
    return frozenset((base, third_person(base), past(base)))
