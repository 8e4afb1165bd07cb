"""The people who have a paragraph of their own."""

from __future__ import annotations

from earned.data.embedded import titles
from earned.data.embedded.entity import Entity, stream
from earned.data.embedded.names import People, date_in

FIELDS = {
    "novelist": "letters",
    "architect and novelist": "letters",
    "architect": "trade",
    "film director": "film",
    "composer": "music",
    "singer": "music",
    "sea captain": "sea",
    "shipbuilder": "trade",
    "manufacturer": "trade",
}
FIRST_AWARD = 1893


class Cast:
    """Makes people who fit a trade and the years in which they were active."""

    def __init__(self, towns: tuple[Entity, ...], people: People) -> None:
        self._people = people
        self._draw = stream("cast")
        self._homes = [t for _ in range(3) for t in self._draw.sample(towns, len(towns))]
        self._count = 0

    def make(self, trade: str, first: int, last: int, *extra: str) -> Entity:
        """A person whose works fall in the years from `first` to `last`.

        Args:
            trade: a key of `FIELDS`.
            first: year of the earliest work.
            last: year of the latest work.
            extra: what else is known: `alma`, `prize`, `spouse` or `teacher`.
        """
        self._count += 1
        woman = self._draw.random() < 0.5
        name = self._people.next(woman=woman)
        born = first - self._draw.randint(28, 38)
        home = self._homes.pop()
        facts = self._gender(woman) | {
            "trade": trade,
            "active": str(first),
            "born": date_in(born, self._draw),
            "birthplace": home.name,
            "demonym": home.get("demonym"),
        }
        for fact in extra:
            facts |= self._extra(fact, trade, first, woman=woman)
        busy = max(last, int(facts.get("prize_year", last)))
        died = max(busy + self._draw.randint(2, 9), born + self._draw.randint(61, 84))
        return Entity("person", name, facts | {"died": str(died)})

    @staticmethod
    def _gender(woman: bool) -> dict[str, str]:
        return {"He": "She", "he": "she", "His": "Her", "his": "her"} if woman else {
            "He": "He", "he": "he", "His": "His", "his": "his",
        }  # fmt: skip

    def _extra(self, fact: str, trade: str, first: int, *, woman: bool) -> dict[str, str]:
        field = FIELDS[trade]
        if fact == "alma":
            return {"alma": self._turn(titles.SCHOOLS, field)}
        if fact == "prize":
            year = max(first, FIRST_AWARD + 10) + self._draw.randint(2, 14)
            return {"prize": self._turn(titles.PRIZES, field), "prize_year": str(year)}
        return {fact: self._people.next(woman=not woman if fact == "spouse" else woman)}

    def _turn(self, pool: dict[str, str], field: str) -> str:
        names = [name for name, of in pool.items() if of == field]
        return names[self._count // 2 % len(names)]
