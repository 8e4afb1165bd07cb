"""Towns, rivers and what stands in them."""

from __future__ import annotations

from earned.data.embedded import titles
from earned.data.embedded.entity import Entity, stream
from earned.data.embedded.names import NUMBER_WORDS, RIVERS, People, date_in, grouped, town_names

PER_COUNTRY = 6
TOWNS_PER_RIVER = 2


def build_towns() -> tuple[Entity, ...]:
    """Six towns to a country, three to a region, two to a river."""
    draw = stream("town facts")
    sizes = draw.sample(range(2100, 48000, 10), len(town_names()))
    countries = list(titles.COUNTRIES)
    towns = []
    for i, name in enumerate(town_names()):
        country = countries[i // PER_COUNTRY]
        facts = {
            "country": country,
            "demonym": titles.COUNTRIES[country],
            "region": titles.REGIONS[i // 3],
            "river": f"River {RIVERS[i // TOWNS_PER_RIVER]}",
            "population": grouped(sizes[i]),
            "charter": str(draw.randint(1190, 1580)),
            "craft": titles.CRAFTS[i % len(titles.CRAFTS)],
        }
        towns.append(Entity("town", name, facts))
    return tuple(towns)


def build_rivers() -> tuple[Entity, ...]:
    """Rivers with their sources, lengths in kilometres and mouths."""
    draw = stream("river facts")
    lengths = draw.sample(range(118, 890, 3), len(RIVERS))
    countries = list(titles.COUNTRIES)
    return tuple(
        Entity(
            "river",
            f"River {name}",
            {
                "country": countries[i * TOWNS_PER_RIVER // PER_COUNTRY],
                "hills": titles.HILLS[i % len(titles.HILLS)],
                "length": str(lengths[i]),
                "mouth": titles.MOUTHS[i],
            },
        )
        for i, name in enumerate(RIVERS)
    )


def build_schools(towns: tuple[Entity, ...], people: People) -> tuple[Entity, ...]:
    """Institutions of learning, each in a town of its own."""
    draw = stream("schools")
    seats = draw.sample(towns, len(titles.SCHOOLS))
    years = draw.sample(range(1742, 1868), len(titles.SCHOOLS))
    return tuple(
        Entity(
            "school",
            name,
            {
                "field": field,
                "town": seats[i].name,
                "demonym": seats[i].get("demonym"),
                "founded": str(years[i]),
                "rector": people.next(woman=i % 3 == 0),
                "students": grouped(draw.randrange(310, 4800, 10)),
            },
        )
        for i, (name, field) in enumerate(titles.SCHOOLS.items())
    )


def build_clubs(towns: tuple[Entity, ...], people: People) -> tuple[Entity, ...]:
    """Football clubs with their number of league titles, in words."""
    draw = stream("clubs")
    seats = draw.sample(towns, len(titles.CLUBS))
    won = draw.sample(NUMBER_WORDS, len(titles.CLUBS))
    years = draw.sample(range(1881, 1912), len(titles.CLUBS))
    return tuple(
        Entity(
            "club",
            name,
            {
                "town": seats[i].name,
                "demonym": seats[i].get("demonym"),
                "founder": people.next(woman=i % 4 == 0),
                "founded": str(years[i]),
                "titles": won[i],
            },
        )
        for i, name in enumerate(titles.CLUBS)
    )


def build_grounds(clubs: tuple[Entity, ...]) -> tuple[Entity, ...]:
    """Football grounds, one to a club."""
    draw = stream("grounds")
    places = draw.sample(range(3200, 26000, 50), len(clubs))
    return tuple(
        Entity(
            "ground",
            name,
            {
                "club": clubs[i].name,
                "capacity": grouped(places[i]),
                "opened": str(int(clubs[i].get("founded")) + draw.randint(3, 19)),
            },
        )
        for i, name in enumerate(titles.GROUNDS)
    )


def build_lighthouses(
    towns: tuple[Entity, ...], architects: tuple[Entity, ...]
) -> tuple[Entity, ...]:
    """Lighthouses, each in a town of its own, first lit when their architects were adults."""
    draw = stream("lighthouses")
    seats = draw.sample(towns, len(titles.LIGHTHOUSES))
    heights = draw.sample(range(17, 62), len(titles.LIGHTHOUSES))
    return tuple(
        Entity(
            "lighthouse",
            name,
            {
                "town": seats[i].name,
                "demonym": seats[i].get("demonym"),
                "architect": architects[i].name,
                "lit": date_in(int(architects[i].get("active")), draw),
                "height": str(heights[i]),
            },
        )
        for i, name in enumerate(titles.LIGHTHOUSES)
    )
