"""Novels, operas, albums, films, ships and expeditions, with the people behind them."""

from __future__ import annotations

from dataclasses import replace

from earned.data.embedded import titles
from earned.data.embedded.entity import Entity, stream
from earned.data.embedded.names import date_in
from earned.data.embedded.people import Cast

Pair = tuple[tuple[Entity, ...], tuple[Entity, ...]]
EXTRAS = ("prize", "spouse", "alma")
DIRECTORS = 8
FIRST_FILM, LAST_FILM = 1940, 1961
KNOWN_BY_OPERA = (0, 1, 2, 3, 6)


def build_novels(cast: Cast) -> Pair:
    """Novels and their authors; the last two authors are architects as well."""
    draw = stream("novels")
    years = draw.sample(range(1896, 1939), len(titles.NOVELS))
    chapters = draw.sample(range(18, 97), len(titles.NOVELS))
    novels, authors = [], []
    for i, name in enumerate(titles.NOVELS):
        trade = "novelist" if i < len(titles.NOVELS) - 2 else "architect and novelist"
        extra = (EXTRAS[i % 3],) if trade == "novelist" else ()
        author = cast.make(trade, years[i], years[i], *extra)
        authors.append(author)
        facts = {"author": author.name, "year": str(years[i]), "chapters": str(chapters[i])}
        novels.append(Entity("novel", name, facts | {"demonym": author.get("demonym")}))
    return tuple(novels), tuple(authors)


def build_operas(cast: Cast, theatres: tuple[Entity, ...]) -> Pair:
    """Operas and their composers; the first five name the theatre of their first night."""
    draw = stream("operas")
    years = draw.sample(range(1925, 1938), len(titles.OPERAS))
    operas, composers = [], []
    for i, name in enumerate(titles.OPERAS):
        composer = cast.make("composer", years[i], LAST_FILM, ("teacher", "alma")[i % 2])
        facts = {
            "composer": composer.name,
            "demonym": composer.get("demonym"),
            "premiere": date_in(years[i], draw),
            "acts": ("two", "three", "four")[i % 3],
        }
        if i < len(theatres):
            facts["theatre"] = theatres[i].name
        known = {"work": name} if i in KNOWN_BY_OPERA else {}
        composers.append(replace(composer, facts={**composer.facts, **known}))
        operas.append(Entity("opera", name, facts))
    return tuple(operas), tuple(composers)


def build_albums(cast: Cast) -> Pair:
    """Albums and the singers who made them."""
    draw = stream("albums")
    years = draw.sample(range(1940, 1950), len(titles.ALBUMS))
    albums, singers = [], []
    for i, name in enumerate(titles.ALBUMS):
        singer = cast.make("singer", years[i], LAST_FILM, "alma")
        facts = {
            "artist": singer.name,
            "demonym": singer.get("demonym"),
            "released": date_in(years[i], draw),
            "songs": str(draw.randint(9, 14)),
        }
        singers.append(singer)
        albums.append(Entity("album", name, facts))
    return tuple(albums), tuple(singers)


def build_films(cast: Cast, novels: tuple[Entity, ...], music: Pair) -> Pair:
    """Films with their directors; six follow a novel, the others have a song or a score."""
    draw = stream("films")
    composers, singers = music
    years = sorted(draw.sample(range(FIRST_FILM, LAST_FILM + 1), len(titles.FILMS)))
    order = draw.sample(range(len(titles.FILMS)), len(titles.FILMS))
    directors = [cast.make("film director", years[i], LAST_FILM, "alma") for i in range(DIRECTORS)]
    films = []
    for i, name in enumerate(titles.FILMS):
        year = years[order[i]]
        able = [d for d in directors if int(d.get("active")) <= year]
        director = able[(i * 5) % len(able)]
        facts = {
            "director": director.name,
            "demonym": director.get("demonym"),
            "released": date_in(year, draw),
            "year": str(year),
            "minutes": str(draw.randint(84, 141)),
            "genre": ("drama", "comedy", "mystery", "war drama", "romance")[i % 5],
        }
        if i < 6:
            facts["source"] = novels[i].name
        elif i % 2:
            facts["composer"] = composers[i % len(composers)].name
        else:
            facts["singer"] = singers[i // 2 - 2].name
        if i in (2, 7, 11, 13):
            prize = [p for p, f in titles.PRIZES.items() if f == "film"][i % 4]
            facts |= {"prize": prize, "prize_year": str(year + 1)}
        films.append(Entity("film", name, facts))
    return tuple(films), tuple(directors)


def build_ships(cast: Cast, yards: tuple[Entity, ...]) -> Pair:
    """Ships and their captains, launched after their yard was founded."""
    draw = stream("ships")
    years = draw.sample(range(1884, 1916), len(titles.SHIPS))
    crews = draw.sample(range(43, 260), len(titles.SHIPS))
    ships, captains = [], []
    for i, name in enumerate(titles.SHIPS):
        captain = cast.make("sea captain", years[i] - 8, years[i] + 12, ("alma", "prize")[i % 2])
        facts = {
            "builder": yards[i % len(yards)].name,
            "demonym": captain.get("demonym"),
            "captain": captain.name,
            "launched": date_in(years[i], draw),
            "crew": str(crews[i]),
        }
        ships.append(Entity("ship", name, facts))
        captains.append(captain)
    return tuple(ships), tuple(captains)


def build_expeditions(ships: tuple[Entity, ...]) -> tuple[Entity, ...]:
    """Expeditions, one to a ship."""
    draw = stream("expeditions")
    return tuple(
        Entity(
            "expedition",
            name,
            {
                "ship": ships[i].name,
                "year": str(int(ships[i].get("launched").split()[-1]) + draw.randint(3, 10)),
                "months": str(draw.randint(11, 29)),
            },
        )
        for i, name in enumerate(titles.EXPEDITIONS)
    )
