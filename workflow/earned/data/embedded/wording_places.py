"""Paragraph wording for places and for what people set up in them."""

from __future__ import annotations

Slots = tuple[tuple[str, ...], ...]

PLACES: dict[str, Slots] = {
    "town": (
        (
            "{name} is a town in the region of {region} in {country}, on the banks of the {river}.",
            "The town of {name} stands on the {river} in {region}, a region of {country}.",
            "{name} is a market town of {country}; it lies in {region}, where the {river} bends.",
        ),
        (
            "It received its charter in {charter} and has {population} inhabitants.",
            "With {population} inhabitants, it is known above all for its {craft}.",
            "Makers of {craft} gave it its wealth, and today {population} inhabitants live there.",
        ),
        ("{note}",),
    ),
    "river": (
        (
            "The {name} rises in the {hills} and flows through {country} for {length} kilometres.",
            "The {name} crosses {country}; it rises in the {hills} and has a length of "
            "{length} kilometres.",
        ),
        ("It empties into the {mouth}.", "Below its last weir it empties into the {mouth}."),
        ("{note}",),
    ),
    "school": (
        (
            "The {name} is a {demonym} place of learning in the town of {town}.",
            "The {name} in {town} is a {demonym} institution with about {students} students.",
        ),
        (
            "It was founded in {founded}, with {rector} as its first rector.",
            "Founded in {founded}, it had {rector} as its first rector.",
        ),
        ("{note}",),
    ),
    "club": (
        (
            "{name} is a {demonym} football club from the town of {town}.",
            "{name} is the football club of {town} and one of the oldest in the {demonym} league.",
        ),
        (
            "It was founded by {founder} in {founded} and has won {titles} league titles.",
            "Since {founder} founded it in {founded}, the club has won {titles} league titles.",
        ),
        ("{note}",),
    ),
    "ground": (
        ("{name} is a football ground that was opened in {opened} and holds {capacity} people.",),
        ("The club {club} plays its home matches there.", "It is the home of the club {club}."),
        ("{note}",),
    ),
    "lighthouse": (
        (
            "{name} stands above the harbour of {town} and was designed by {architect}.",
            "Designed by {architect}, {name} guards the quays of the town of {town}.",
        ),
        (
            "The tower is {height} metres high and its lamp was first lit on {lit}.",
            "Its lamp was first lit on {lit}, at a height of {height} metres.",
        ),
        ("{note}",),
    ),
    "theatre": (
        (
            "The {name} is a theatre in the {demonym} town of {town}.",
            "The {name} in {town} is a {demonym} theatre with {seats} seats.",
        ),
        (
            "It opened in {opened} with a performance of the opera {opening}.",
            "The house opened in {opened}.",
        ),
        ("{note}",),
    ),
    "company": (
        (
            "The {name} was a {demonym} maker of {product}, based in {town}.",
            "The {name}, based in {town}, was a {demonym} company that produced {product}.",
        ),
        ("It was founded in {founded} by {founder}.", "{founder} founded it in {founded}."),
        ("{note}",),
    ),
    "prize": (
        (
            "The {name} is an award given each year by the {awarder}.",
            "Each year the {awarder} gives the {name}.",
        ),
        (
            "It was first given in {since}, and in {win_year} it went to the {form} {winner}.",
            "First given in {since}, it went to the {form} {winner} in {win_year}.",
            "It was first given in {since}.",
        ),
        ("{note}",),
    ),
}
