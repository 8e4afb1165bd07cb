"""The forms of the questions.

In the wording `{name}` is entity A, the one asked about, `{a_FACT}` a fact of it, and `{b_FACT}`
a fact of entity B, to which the bridge leads. `count` is how many questions a form gives.
"""

from __future__ import annotations

from earned.data.embedded.form import Bridge, Comparison, YesNo

WHO = (
    Bridge("prize", "winner", "film", "director", 1, (
        "Who directed the film that won the {name} in {a_win_year}?",
        "Which director made the film that received the {name} in {a_win_year}?",
    )),
    Bridge("film", "source", "novel", "author", 1, (
        "Who wrote the novel on which the film {name} is based?",
        "Which writer is the author of the novel that the film {name} is based on?",
    )),
    Bridge("ship", "builder", "company", "founder", 2, (
        "Who founded the company that built the ship {name}?",
        "Who was the founder of the company that built the {name}?",
    )),
    Bridge("person", "birthplace", "lighthouse", "architect", 1, (
        "Who designed the lighthouse in the town where {name} was born?",
        "Which architect designed the lighthouse of the town in which {name} was born?",
    ), by="town"),
    Bridge("theatre", "opening", "opera", "composer", 1, (
        "Who composed the opera with which the {name} opened in {a_opened}?",
    )),
    Bridge("ground", "club", "club", "founder", 2, (
        "Who founded the football club that plays its home matches at {name}?",
        "By whom was the football club that plays at {name} founded?",
    )),
    Bridge("expedition", "ship", "ship", "captain", 1, (
        "Who commanded the ship that carried the {name}?",
        "Who was the captain of the ship on which the {name} sailed?",
    )),
    Bridge("person", "alma", "school", "rector", 1, (
        "Who was the first rector of the institution where {name} studied?",
    )),
    Bridge("opera", "composer", "person", "teacher", 1, (
        "Who gave lessons to the composer of the opera {name}?",
    )),
    Bridge("novel", "author", "person", "spouse", 1, (
        "Who was married to the author of the novel {name}?",
    )),
)  # fmt: skip

WHERE = (
    Bridge("novel", "author", "person", "birthplace", 3, (
        "In which town was the author of {name} born?",
        "Where was the author of the novel {name} born?",
    )),
    Bridge("person", "birthplace", "town", "river", 2, (
        "What is the name of the river that flows through the town where {name} was born?",
        "On which river does the town where {name} was born stand?",
    )),
    Bridge("ship", "builder", "company", "town", 2, (
        "Where was the company that built the ship {name} based?",
    )),
    Bridge("club", "town", "town", "region", 2, (
        "In which region is the home town of the football club {name}?",
    )),
    Bridge("town", "river", "river", "mouth", 2, (
        "The river that flows through {name} empties into which body of water?",
    )),
    Bridge("person", "alma", "school", "town", 2, (
        "The institution where {name} studied is in which town?",
        "In what town is the institution at which {name} studied?",
    )),
    Bridge("film", "composer", "opera", "theatre", 1, (
        "At which theatre was the opera by the composer of the score of {name} first performed?",
    ), by="composer"),
)  # fmt: skip

WHICH_WORK = (
    Bridge("lighthouse", "architect", "novel", "name", 2, (
        "Which novel by the designer of {name} was published in {b_year}?",
    ), by="author"),
    Bridge("film", "composer", "opera", "name", 2, (
        "Which opera was written by the composer of the score of {name}?",
        "What is the title of the opera by the composer who wrote the score of {name}?",
    ), by="composer"),
    Bridge("film", "singer", "album", "name", 1, (
        "What is the title of the first album by the singer of the title song of {name}?",
    ), by="artist"),
    Bridge("prize", "winner", "film", "name", 2, (
        "Which film is based on the novel that won the {name} in {a_win_year}?",
    ), by="source"),
)  # fmt: skip

WHEN = (
    Bridge("film", "director", "person", "born", 2, (
        "When was the director of the film {name} born?",
    )),
    Bridge("expedition", "ship", "ship", "launched", 2, (
        "On what date was the ship that carried the {name} launched?",
    )),
    Bridge("theatre", "opening", "opera", "premiere", 2, (
        "The {name} opened with an opera that was first performed on what date?",
    )),
    Bridge("company", "founder", "person", "born", 2, (
        "On what date was the founder of the {name} born?",
    )),
    Bridge("ship", "builder", "company", "founded", 2, (
        "When was the company that built the ship {name} founded?",
    )),
    Bridge("person", "alma", "school", "founded", 2, (
        "The institution where {name} studied was founded in which year?",
    )),
)  # fmt: skip

HOW_MANY = (
    Bridge("person", "birthplace", "town", "population", 2, (
        "How many inhabitants does the town where {name} was born have?",
        "How many people live in the town where {name} was born?",
    )),
    Bridge("ground", "club", "club", "titles", 3, (
        "How many league titles has the football club that plays at {name} won?",
        "How many league titles were won by the club whose home ground is {name}?",
    )),
    Bridge("expedition", "ship", "ship", "crew", 1, (
        "How many people made up the crew of the ship that carried the {name}?",
    )),
    Bridge("town", "river", "river", "length", 1, (
        "What is the length in kilometres of the river on which {name} stands?",
    )),
    Bridge("prize", "winner", "novel", "chapters", 1, (
        "How many chapters does the novel that won the {name} in {a_win_year} have?",
    )),
)  # fmt: skip

WHICH_BODY = (
    Bridge("novel", "author", "person", "prize", 3, (
        "Which award did the author of {name} receive in {b_prize_year}?",
        "What is the name of the award that went to the author of {name} in {b_prize_year}?",
    )),
    Bridge("ship", "captain", "person", "prize", 1, (
        "Which decoration did the captain of the {name} receive in {b_prize_year}?",
    )),
    Bridge("ship", "captain", "person", "alma", 2, (
        "At which institution did the captain of the ship {name} study?",
    )),
    Bridge("film", "prize", "prize", "awarder", 2, (
        "Which institution gives the award that the film {name} won in {a_prize_year}?",
    )),
    Bridge("person", "prize", "prize", "awarder", 1, (
        "Which institution gives the award that {name} received in {a_prize_year}?",
    )),
    Bridge("company", "founder", "person", "alma", 2, (
        "At which institution did the founder of the {name} study?",
    )),
    Bridge("opera", "composer", "person", "alma", 2, (
        "The composer of the opera {name} studied at which institution?",
    )),
)  # fmt: skip

BRIDGES = WHO + WHERE + WHICH_WORK + WHEN + HOW_MANY + WHICH_BODY

COMPARISONS = (
    Comparison("film", "released", False, 2, (
        "Which film was released first, {x} or {y}?",
        "Which of the two films was released earlier, {x} or {y}?",
    )),
    Comparison("novel", "year", False, 2, (
        "Which novel was published first, {x} or {y}?",
        "Between {x} and {y}, which novel was published first?",
    )),
    Comparison("opera", "premiere", True, 1, (
        "Which opera was first performed later, {x} or {y}?",
    )),
    Comparison("person", "born", False, 3, (
        "Who was born earlier, {x} or {y}?",
        "Who was born first, {x} or {y}?",
        "Who was older, {x} or {y}?",
    )),
    Comparison("person", "born", True, 1, (
        "Who was younger, {x} or {y}?",
    )),
    Comparison("town", "population", True, 2, (
        "Which town has more inhabitants, {x} or {y}?",
        "Which of the two towns is larger, {x} or {y}?",
    )),
    Comparison("river", "length", True, 1, (
        "Which is longer, the {x} or the {y}?",
    )),
    Comparison("ship", "launched", True, 1, (
        "Which ship was launched later, the {x} or the {y}?",
    )),
    Comparison("lighthouse", "height", True, 1, (
        "Which is taller, {x} or {y}?",
    )),
)  # fmt: skip

YES_NO = (
    YesNo("person", "birthplace", True, "Were {x} and {y} born in the same town?"),
    YesNo("ship", "builder", True, "Were the {x} and the {y} built by the same company?"),
    YesNo("person", "alma", False, "Did {x} and {y} study at the same institution?"),
    YesNo("film", "director", False, "Are {x} and {y} films by the same director?"),
)
