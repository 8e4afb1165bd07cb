"""The fictional world: its facts agree with one another."""

from __future__ import annotations

from collections import Counter

from earned.data.embedded.entity import Entity
from earned.data.embedded.paragraphs import write_paragraphs
from earned.data.embedded.world import build_world

WORLD = build_world()
BY_NAME = {entity.name: entity for entities in WORLD.values() for entity in entities}


def year(entity: Entity, fact: str) -> int:
    return int(entity.get(fact).split()[-1])


def test_every_name_is_used_once() -> None:
    assert len(BY_NAME) == sum(len(entities) for entities in WORLD.values())


def test_two_builds_give_the_same_world_and_text() -> None:
    assert build_world() == WORLD
    assert write_paragraphs(build_world()) == write_paragraphs(WORLD)


def test_people_live_while_their_works_appear() -> None:
    makers = {
        "novel": ("author", "year"), "opera": ("composer", "premiere"),
        "album": ("artist", "released"), "film": ("director", "released"),
        "ship": ("captain", "launched"), "company": ("founder", "founded"),
        "lighthouse": ("architect", "lit"),
    }  # fmt: skip
    for kind, (maker, date) in makers.items():
        for work in WORLD[kind]:
            person = BY_NAME[work.get(maker)]
            assert year(person, "born") + 18 <= year(work, date) <= year(person, "died"), work


def test_musicians_live_while_their_films_appear() -> None:
    for film in WORLD["film"]:
        for fact in ("composer", "singer"):
            if film.get(fact):
                person = BY_NAME[film.get(fact)]
                assert year(person, "born") + 18 <= year(film, "year") <= year(person, "died")


def test_things_come_after_what_they_rest_on() -> None:
    rests = {
        "film": ("released", "source", "year"), "ship": ("launched", "builder", "founded"),
        "expedition": ("year", "ship", "launched"), "theatre": ("opened", "opening", "premiere"),
        "opera": ("premiere", "theatre", "opened"), "ground": ("opened", "club", "founded"),
    }  # fmt: skip
    for kind, (date, base, base_date) in rests.items():
        linked = [e for e in WORLD[kind] if e.get(base)]
        assert linked
        for thing in linked:
            assert year(thing, date) > year(BY_NAME[thing.get(base)], base_date), thing


def test_a_prize_goes_to_one_winner_a_year_and_not_before_it_is_founded() -> None:
    given = [(e.name, e.get("win_year")) for e in WORLD["prize"] if e.get("winner")]
    for entity in BY_NAME.values():
        if entity.get("prize"):
            given.append((entity.get("prize"), entity.get("prize_year")))
    assert [pair for pair, times in Counter(given).items() if times > 1] == []
    assert all(int(won) >= int(BY_NAME[prize].get("since")) for prize, won in given)


def test_a_prize_comes_in_its_winners_lifetime() -> None:
    winners = [person for person in WORLD["person"] if person.get("prize")]
    assert winners
    assert all(year(p, "prize_year") <= year(p, "died") for p in winners)


def test_surnames_are_never_shared() -> None:
    people = [person.name.split()[-1] for person in WORLD["person"]]
    others = [e.get(f) for e in BY_NAME.values() for f in ("rector", "teacher", "spouse")]
    clubs = [club.get("founder") for club in WORLD["club"]]
    surnames = people + [name.split()[-1] for name in others + clubs if name]
    assert len(set(surnames)) == len(surnames)
