"""Invented names of people and places, and dates, drawn from seeds."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

from earned.data.embedded.entity import stream

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip
WOMEN = (
    "Adela", "Brisa", "Corinna", "Dorthe", "Elvira", "Fenna", "Gudrun", "Hedda", "Ilse",
    "Jorunn", "Katrin", "Liora", "Marit", "Nerina", "Odile", "Perpetua", "Rosalba", "Sunniva",
    "Tilda", "Ursula", "Verity", "Wilhelmina", "Ysolde", "Zelinda",
)  # fmt: skip
MEN = (
    "Anselm", "Bertil", "Casper", "Doran", "Emeric", "Florian", "Gideon", "Henrik", "Ignace",
    "Joachim", "Konrad", "Lucan", "Matthias", "Nikolai", "Osric", "Piers", "Quentin", "Roland",
    "Stellan", "Tobias", "Ulric", "Viktor", "Wendel", "Yorick",
)  # fmt: skip
SURNAME_HEADS = (
    "Tarrow", "Quill", "Velder", "Brackel", "Hallen", "Sorn", "Dunfer", "Pelling", "Marrow",
    "Odder", "Vannet", "Kestel", "Lunder", "Fairen", "Thistle", "Wexel", "Arren", "Corvis",
    "Drummel", "Esken", "Gallow", "Hexter", "Immer", "Jesper",
)  # fmt: skip
SURNAME_TAILS = ("by", "dorp", "wick", "moor", "grave", "lund", "quist", "stad", "holt", "mond")
TOWN_HEADS = (
    "Ondel", "Brisk", "Calver", "Dorrel", "Ester", "Fallow", "Garrel", "Hesper", "Ivel", "Kelden",
    "Lister", "Morrel", "Nettle", "Orrin", "Pasker", "Rindle", "Sable", "Tansel", "Ulver",
    "Vennel", "Wither", "Yarl", "Zeal", "Copper",
)  # fmt: skip
TOWN_TAILS = ("mouth", "haven", "stead", "mere", "combe", "ford", "gate", "strand")
RIVERS = (
    "Orrow", "Wenn", "Tarrin", "Ildra", "Vesk", "Lomen", "Ashel", "Brade", "Corm", "Dulse",
    "Fennel", "Sedge",
)  # fmt: skip
NUMBER_WORDS = (
    "five", "seven", "eight", "nine", "eleven", "twelve", "thirteen", "fifteen", "sixteen",
    "eighteen",
)  # fmt: skip


def town_names() -> list[str]:
    """One name for each head, so that no two towns start alike."""
    tails = deck(TOWN_TAILS, stream("towns"))
    return [head + tails.pop() for head in TOWN_HEADS]


class People:
    """Hands out full names; no surname is ever used twice, every second name has an initial."""

    def __init__(self) -> None:
        self._draw = stream("people")
        self._surnames = [a + b for a, b in product(SURNAME_HEADS, SURNAME_TAILS)]
        self._draw.shuffle(self._surnames)
        self._given = {True: deck(WOMEN, self._draw), False: deck(MEN, self._draw)}
        self._count = 0

    def next(self, *, woman: bool) -> str:
        """The next full name, of two words or of two and a middle initial."""
        self._count += 1
        given, surname = self._given[woman].pop(), self._surnames.pop()
        if self._count % 2:
            return f"{given} {surname}"
        return f"{given} {self._draw.choice('ABCDEFGHJKLMNPRSTVW')}. {surname}"


def deck(cards: Sequence[str], draw: random.Random) -> list[str]:
    """Three shuffled rounds of the cards, to pop from."""
    return [card for _ in range(3) for card in draw.sample(cards, len(cards))]


def date_in(year: int, draw: random.Random) -> str:
    """A date as printed, e.g. `14 March 1903`."""
    return f"{draw.randint(1, 28)} {draw.choice(MONTHS)} {year}"


def grouped(number: int) -> str:
    """A number with thousands separators, e.g. `1,240`."""
    return f"{number:,}"
