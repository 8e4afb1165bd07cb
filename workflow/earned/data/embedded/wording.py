"""Paragraph wording: for each kind, slots of alternative sentences.

A sentence whose facts an entity lacks is no alternative for it; a slot with none is left out.
`{note}` is a sentence from `notes.py`.
"""

from __future__ import annotations

from earned.data.embedded.wording_places import PLACES, Slots

WORKS: dict[str, Slots] = {
    "novel": (
        (
            "{name} is a novel by the {demonym} writer {author}, published in {year}.",
            "{name}, published in {year}, is a novel by {author}.",
        ),
        ("It has {chapters} chapters.", "The book is divided into {chapters} chapters."),
        ("{note}",),
    ),
    "opera": (
        (
            "{name} is an opera in {acts} acts by the {demonym} composer {composer}.",
            "{name} is an opera by {composer}, written in {acts} acts.",
        ),
        (
            "It was first performed on {premiere} at the {theatre}.",
            "It was first performed on {premiere}.",
        ),
        ("{note}",),
    ),
    "album": (
        ("{name} is the first album by the {demonym} singer {artist}.",),
        ("Released on {released}, it holds {songs} songs.",),
        ("{note}",),
    ),
    "film": (
        (
            "{name} is a {demonym} {genre} film directed by {director}.",
            "{name} is a {genre} film made by the {demonym} director {director}.",
        ),
        (
            "It is based on the novel {source} and was released on {released}.",
            "Its score is by {composer}, and it was released on {released}.",
            "Released on {released}, it is remembered for its title song, performed by {singer}.",
        ),
        ("The film won the {prize} in {prize_year}.", "{note}"),
    ),
    "ship": (
        (
            "The {name} was a {demonym} ship built by the {builder} and launched on {launched}.",
            "The {name} was a three-masted ship built by the {builder}; it was launched on "
            "{launched}.",
        ),
        (
            "Under the command of {captain} it carried a crew of {crew} people.",
            "It had a crew of {crew} people and was commanded by {captain}.",
        ),
        ("{note}",),
    ),
    "expedition": (
        (
            "The {name} of {year} spent {months} months in waters that no chart had shown before.",
            "The {name} set out in {year} and came home after {months} months.",
        ),
        ("Its members sailed on the ship {ship}.", "It was carried by the ship {ship}."),
        ("{note}",),
    ),
}

PEOPLE: dict[str, Slots] = {
    "person": (
        (
            "{name} (born {born}; died {died}) was a {demonym} {trade}.",
            "{name}, born on {born}, was a {demonym} {trade} who died in {died}.",
            "Born on {born}, {name} was a {demonym} {trade}; {he} died in {died}.",
        ),
        (
            "Born in {birthplace}, {he} is remembered above all for the opera {work}.",
            "{He} was born in {birthplace} and composed the opera {work}.",
            "{He} was born in {birthplace}, took lessons from {teacher} and composed early.",
            "{He} was born in {birthplace} and was married to {spouse}.",
            "Born in {birthplace}, {he} was married to {spouse}.",
            "{He} was born in {birthplace} and received the {prize} in {prize_year}.",
            "In {prize_year} {he}, a native of {birthplace}, received the {prize}.",
            "{He} was born in {birthplace} and studied at the {alma}.",
            "{He} left {birthplace}, {his} place of birth, to study at the {alma}.",
            "{He} was born in {birthplace} and lived there for most of {his} life.",
            "{He} spent {his} life in {birthplace}, the town where {he} was born.",
        ),
        ("{note}",),
    ),
}  # fmt: skip

WORDING: dict[str, Slots] = PLACES | WORKS | PEOPLE
