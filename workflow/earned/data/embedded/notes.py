"""Closing sentences without facts: colour, and the words of a real encyclopedia."""

from __future__ import annotations

NOTES: dict[str, tuple[str, ...]] = {
    "town": (
        "A weekly market is held below the walls of a ruined priory.",
        "A covered bridge and a row of old warehouses survive near the quay.",
        "Its narrow streets were rebuilt in brick after a great fire.",
        "A small museum in the old granary shows tools, models and ledgers of the guilds.",
        "Visitors come in early summer for a fair with boat races and lantern walks.",
    ),
    "river": (
        "Salmon return to its upper reaches in spring, and several mills still stand on its banks.",
        "Ferries still cross it by cable at several old landing places.",
        "Flat barges carried timber down it until the railway came.",
        "Its floods are recorded on a stone pillar that is now kept in a chapel.",
        "Anglers know it for its clear pools and for the alder woods along the lower course.",
    ),
    "school": (
        "Its library keeps a large collection of letters and maps.",
        "Its main building surrounds a court with an old mulberry tree.",
        "Evening courses for working people have been part of its programme from the start.",
        "Its graduates wear a green sash at the yearly procession.",
    ),
    "club": (
        "Its supporters sing an old boatmen's song before each match.",
        "The team plays in striped shirts and has a long rivalry with its neighbours.",
        "A youth side and a women's side belong to it as well.",
        "Its crest shows a bell above two crossed oars.",
    ),
    "ground": (
        "Its wooden stand is protected as a monument, and a row of poplars marks the far end.",
        "The pitch floods in wet winters, so that matches are often moved to later dates.",
        "A clock given by former players hangs above the entrance.",
        "Floodlights were added late, after a long dispute with people living nearby.",
    ),
    "lighthouse": (
        "A keeper lived in it with a family until the light was made automatic.",
        "Its white and red bands were repainted by volunteers.",
        "The stone came by barge from a quarry upstream, and the lens from a workshop abroad.",
        "Migrating birds are counted from its gallery every autumn.",
        "A narrow stair inside the tower is open to visitors on Sundays.",
    ),
    "theatre": (
        "Its painted ceiling shows the winds as dancers, and its stage is unusually deep.",
        "The building has a round foyer with a staircase of dark marble.",
        "Guest companies play there in the winter months, and a choir school uses its upper floor.",
        "After a fire the auditorium was restored from old photographs.",
    ),
    "company": (
        "Its workers formed one of the first friendly societies in the country.",
        "The old drawing office is now a museum, and its plans are kept in a public archive.",
        "It supplied customers in many ports and closed after a long strike.",
        "A brick chimney and a row of cottages are all that remains of its works.",
    ),
    "prize": (
        "A jury of former laureates chooses the winner, who receives a small bronze figure.",
        "The ceremony takes place in spring, and the jury's reasons are printed in full.",
        "No award is made in years in which the jury cannot agree on a single candidate.",
        "It carries no money, but the winner plants a tree in the courtyard of the giver.",
    ),
    "novel": (
        "It follows a family through one long winter and ends with a letter that is never sent.",
        "It was written in instalments for a newspaper and revised twice by its author.",
        "Critics praised its dry humour and its patient picture of life in a harbour town.",
        "Its story is told by several neighbours, none of whom knows the whole of it.",
        "The plot turns on a lost inheritance and on a promise made at a ferry landing.",
    ),
    "opera": (
        "Its best known number is a quartet in which the singers never agree on the time of day.",
        "The libretto goes back to a folk tale about a bargain made at a crossroads.",
        "Its overture is often played alone, and its mad scene is a test piece for young sopranos.",
        "A long orchestral storm opens the last act, and a children's choir closes it.",
        "It fell out of the repertoire for decades before smaller houses took it up again.",
    ),
    "album": (
        "Most of the recordings were made at night with a small band of strings and accordion.",
        "Reviewers liked its plain arrangements and its stories about travellers and kitchens.",
        "It sold slowly at first and became a favourite of late radio programmes.",
    ),
    "film": (
        "It was shot in black and white on location, with many parts played by local people.",
        "Critics admired its long silent opening and the quiet acting of its leads.",
        "The story takes place within a single night and is told in reverse order.",
        "A restored print has been shown at several festivals.",
    ),
    "ship": (
        "It was later sold for the timber trade and broken up.",
        "Its figurehead, a woman with a lamp, is kept in a maritime museum.",
        "A model of it hangs in the chapel of its first home port.",
        "It was known as a steady sailer in heavy weather.",
        "After a second career as a training vessel it was wrecked on a sandbank.",
    ),
    "expedition": (
        "It brought back thousands of plant specimens and the first soundings of the deep channel.",
        "Its charts were used by sealers and whalers for two generations.",
        "Two winters of weather records and a set of glass photographs are its lasting result.",
        "The party lost most of its dogs but none of its members.",
    ),
}

TRADE_NOTES: dict[str, tuple[str, ...]] = {
    "novelist": (
        "{His} books are noted for quiet humour and for exact descriptions of work and weather.",
        "{He} wrote at a standing desk in the early morning and kept a diary all {his} life.",
        "{He} first sold stories to almanacs and later edited a weekly paper.",
    ),
    "architect and novelist": (
        "{He} drew towers and piers by day and wrote fiction in the evening.",
        "{He} held that a building and a book need the same kind of patience.",
    ),
    "architect": (
        "{He} built mostly in brick and granite and wrote a manual on foundations in wet ground.",
        "{His} drawings for piers, towers and customs houses fill many albums.",
    ),
    "film director": (
        "{His} films favour natural light, long takes and amateur actors.",
        "{He} came to the cinema from a travelling puppet stage.",
        "{He} edited newsreels before making films and later taught the craft.",
    ),
    "composer": (
        "{He} also left songs, wind quintets and music for village bands.",
        "{His} music joins folk melodies with large and unusual orchestras.",
        "{He} earned {his} living as an organist and rarely travelled.",
    ),
    "singer": (
        "{He} was known for a low, warm voice and sang in four languages.",
        "{He} began in a dockside dance hall and toured until late in life.",
    ),
    "sea captain": (
        "{He} was trusted by owners and crews alike and never lost a ship.",
        "{His} logbooks, full of sketches of ice and birds, were printed long afterwards.",
        "{He} went to sea at fourteen and retired to a house within sight of the docks.",
    ),
    "shipbuilder": (
        "{He} replaced timber frames by iron ones and trained several hundred apprentices.",
        "{He} kept a model of every hull that left {his} slipway.",
    ),
    "manufacturer": (
        "{He} began in a rented shed with two apprentices and later paid for a public library.",
        "{He} collected sea charts and left them to the town.",
    ),
}
