"""The whole fictional world, by kind."""

from __future__ import annotations

from earned.data.embedded import places, titles, works
from earned.data.embedded.entity import Entity, World, stream
from earned.data.embedded.names import People, grouped
from earned.data.embedded.people import FIRST_AWARD, Cast

FIRST_FILM_AWARD = 1929


def build_world() -> World:
    """Every entity of the world, by kind, in a fixed order."""
    people = People()
    towns = places.build_towns()
    cast = Cast(towns, people)
    schools = places.build_schools(towns, people)
    clubs = places.build_clubs(towns, people)
    companies, founders = _companies(cast, towns)
    old = _old_theatres(towns)
    novels, authors = works.build_novels(cast)
    operas, composers = works.build_operas(cast, old)
    albums, singers = works.build_albums(cast)
    films, directors = works.build_films(cast, novels, (composers, singers))
    ships, captains = works.build_ships(cast, companies[: len(titles.SHIPYARDS)])
    architects = _architects(cast) + authors[-2:]
    return {
        "town": towns,
        "river": places.build_rivers(),
        "school": schools,
        "club": clubs,
        "ground": places.build_grounds(clubs),
        "lighthouse": places.build_lighthouses(towns, architects),
        "theatre": old + _new_theatres(towns, operas[len(old) :]),
        "company": companies,
        "novel": novels,
        "opera": operas,
        "album": albums,
        "film": films,
        "ship": ships,
        "expedition": works.build_expeditions(ships),
        "prize": _prizes(novels, films),
        "person": authors + composers + singers + directors + captains + founders
        + architects[:-2],
    }  # fmt: skip


def _companies(
    cast: Cast, towns: tuple[Entity, ...]
) -> tuple[tuple[Entity, ...], tuple[Entity, ...]]:
    draw = stream("companies")
    names = titles.SHIPYARDS + titles.FIRMS
    seats = draw.sample(towns, len(names))
    years = draw.sample(range(1851, 1880), len(names))
    companies, founders = [], []
    for i, name in enumerate(names):
        yard = i < len(titles.SHIPYARDS)
        trade = "shipbuilder" if yard else "manufacturer"
        founder = cast.make(trade, years[i], years[i] + 15, *("alma",) * (i % 2))
        facts = {
            "town": seats[i].name,
            "demonym": seats[i].get("demonym"),
            "founder": founder.name,
            "founded": str(years[i]),
            "product": "ships" if yard else titles.PRODUCTS[i - len(titles.SHIPYARDS)],
        }
        companies.append(Entity("company", name, facts))
        founders.append(founder)
    return tuple(companies), tuple(founders)


def _old_theatres(towns: tuple[Entity, ...]) -> tuple[Entity, ...]:
    draw = stream("old theatres")
    seats = draw.sample(towns, len(titles.OLD_THEATRES))
    return tuple(
        _theatre(
            name, seats[i], str(draw.randint(1842, 1904)), grouped(draw.randrange(410, 1900, 10))
        )
        for i, name in enumerate(titles.OLD_THEATRES)
    )


def _new_theatres(towns: tuple[Entity, ...], operas: tuple[Entity, ...]) -> tuple[Entity, ...]:
    draw = stream("new theatres")
    seats = draw.sample(towns, len(titles.NEW_THEATRES))
    return tuple(
        _theatre(
            name, seats[i], str(draw.randint(1939, 1958)), grouped(draw.randrange(410, 1900, 10)),
            opening=operas[i].name,
        )
        for i, name in enumerate(titles.NEW_THEATRES)
    )  # fmt: skip


def _theatre(name: str, town: Entity, opened: str, seats: str, **more: str) -> Entity:
    facts = {"town": town.name, "demonym": town.get("demonym"), "opened": opened, "seats": seats}
    return Entity("theatre", name, facts | more)


def _architects(cast: Cast) -> tuple[Entity, ...]:
    draw = stream("architects")
    years = draw.sample(range(1881, 1914), len(titles.LIGHTHOUSES) - 2)
    return tuple(cast.make("architect", year, year + 5) for year in years)


def _prizes(novels: tuple[Entity, ...], films: tuple[Entity, ...]) -> tuple[Entity, ...]:
    """The prizes; those for letters and films name one winner each."""
    draw = stream("prizes")
    books, pictures = iter(novels), iter((films[1], films[4], films[8], films[9]))
    prizes = []
    for name, field in titles.PRIZES.items():
        awarder = draw.choice([s for s, f in titles.SCHOOLS.items() if f == field])
        since = (FIRST_FILM_AWARD if field == "film" else FIRST_AWARD) + draw.randint(0, 9)
        facts = {"field": field, "awarder": awarder, "since": str(since)}
        if field in ("letters", "film"):
            winner = next(books if field == "letters" else pictures)
            won = max(int(winner.get("year")), since) + 1
            facts |= {"winner": winner.name, "form": winner.kind, "win_year": str(won)}
        prizes.append(Entity("prize", name, facts))
    return tuple(prizes)
