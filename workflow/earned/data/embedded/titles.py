"""Names written by hand: works, ships, institutions, prizes and the rest."""

from __future__ import annotations

COUNTRIES = {
    "Norrevane": "Norrevanian",
    "Belmarch": "Belmarchian",
    "Tamvaria": "Tamvarian",
    "Selkland": "Selklandic",
}
REGIONS = (
    "Hollin Vale", "Amberland", "North Carrow", "Greymarch",
    "Pinderland", "Westerfold", "Saltreach", "Upper Lathe",
)  # fmt: skip
HILLS = ("Pale Hills", "Quern Mountains", "Heron Moors", "Slate Range", "Whin Uplands")
MOUTHS = (
    "Bay of Lanterns", "Kestrel Gulf", "Gulf of Embers", "Pilgrim Strait", "Herring Bight",
    "Cold Strait", "Sea of Tal", "Ombry Lagoon", "Gulf of Saint Ivo", "Tern Estuary",
    "Sarn Basin", "Widow Channel",
)  # fmt: skip
CRAFTS = (
    "glass", "rope", "tower clocks", "smoked herring", "church bells", "woollen cloth",
    "paper", "barrels", "sailcloth", "cider", "saddles", "tiles",
)  # fmt: skip
NOVELS = (
    "The Salt Orchard", "The Lantern at Low Water", "The Clockmaker's Tide",
    "A Map of Small Rivers", "Ashes for the Ferryman", "The Beekeeper of Mourning Hill",
    "The Paper Admiral", "The Tenant of Quarry Street", "Saltwater Arithmetic",
    "The Weight of Green Apples", "The Copper Aunt", "An Inventory of Storms",
)  # fmt: skip
FILMS = (
    "The Velvet Barometer", "Last Tram to Winter", "The Orphan Cartographer",
    "The Locksmith of Gull Street", "Thunder in the Cannery", "The Glass Ferryman",
    "A Quarrel of Swans", "The Marzipan Spy", "Rain on Copper Roofs", "The Deaf Conductor",
    "Harvest of Wires", "The Tailor's Alibi", "Snow for the Admiral", "The Stationmaster's Waltz",
)  # fmt: skip
OPERAS = (
    "The Moth and the Magistrate", "The Ashen Shepherd", "Queen of the Marshes",
    "The Miller's Comet", "The Wedding at Cold Harbour", "Parliament of Foxes",
    "The Iron Nightingale", "The Siege of Little Verran", "The Glassblower's Vow",
    "The Thief of Candles",
)  # fmt: skip
ALBUMS = (
    "Songs of a Cold Kitchen", "Cinder Waltz", "Honey and Gunpowder", "The Tin Moon",
    "Paper Boats and Thunder", "Weather for Sailors",
)  # fmt: skip
SHIPS = (
    "Northern Petrel", "Lady Orsolya", "Gallant Heron", "Morning Cormorant", "Brave Ondine",
    "Silver Narwhal", "Countess Imelda", "Patient Albatross", "Wandering Kittiwake", "Sea Thistle",
)  # fmt: skip
EXPEDITIONS = (
    "Greywater Expedition", "Halcyon Strait Survey", "White Cape Expedition",
    "Southern Ice Survey", "Coral Shelf Expedition", "Long Fjord Expedition",
    "Amber Coast Survey", "Blind Islands Expedition",
)  # fmt: skip
SHIPYARDS = (
    "Osprey Yard", "Tideway Shipbuilding Company", "Kettle Point Shipyard", "Greyhull Works",
    "Anvil Bay Shipyard", "Long Slip Company",
)  # fmt: skip
FIRMS = (
    "Marigold Instrument Company", "Pelican Biscuit Works", "Lodestar Clock Company",
    "Hearthside Stove Company",
)  # fmt: skip
PRODUCTS = ("surveying instruments", "ship's biscuits", "railway clocks", "cast-iron stoves")
LIGHTHOUSES = (
    "Gannet Point Lighthouse", "Sorrow Rock Lighthouse", "Candle Head Lighthouse",
    "Crooked Isle Lighthouse", "Maiden Bluff Lighthouse", "Otter Shoal Lighthouse",
    "Black Ness Lighthouse", "Anchorite Lighthouse",
)  # fmt: skip
OLD_THEATRES = (
    "Lantern Theatre", "Marble Street Theatre", "Old Customs Theatre", "Swan Quay Opera House",
    "Royal Alder Theatre",
)  # fmt: skip
NEW_THEATRES = (
    "Winter Garden Theatre", "Foundry Square Theatre", "Almond Gate Theatre", "Belvedere Playhouse",
    "Juniper Hall",
)  # fmt: skip
CLUBS = (
    "Harbour Athletic", "Tanners United", "Lamplighters", "Quay Wanderers", "Weavers Athletic",
    "Glassworks Rovers", "Old Foundry", "Bellringers",
)  # fmt: skip
GROUNDS = (
    "Lime Tree Park", "Ropewalk Ground", "Kiln Lane", "Mill Race Stadium", "Tallow Street",
    "Cinder Meadow", "Pump House Field", "Chapel Green",
)  # fmt: skip
SCHOOLS = {
    "Free University of the Coast": "letters",
    "College of Letters and Law": "letters",
    "Mount Tessel University College": "letters",
    "Conservatory of Saint Orsola": "music",
    "Royal Music School of the North": "music",
    "Saint Bruna Hall of Music": "music",
    "National School of Stage Craft": "film",
    "Holmark Academy of Fine Arts": "film",
    "Harbour School for Young Pilots": "sea",
    "Admiralty College of Ice Pilots": "sea",
    "Crown Polytechnic for Civil Works": "trade",
    "Averil Institute of Marine Engineering": "trade",
}
PRIZES = {
    "Halden Prize for Letters": "letters",
    "Order of the Northern Lamp": "letters",
    "Quill and Anchor Award": "letters",
    "National Medal for Prose Fiction": "letters",
    "Sable Heron Award": "film",
    "Crystal Shutter Prize": "film",
    "Lumen Medal for Motion Pictures": "film",
    "Amber Screen Award": "film",
    "Sorrel Cup for Chamber Music": "music",
    "Laurel of the Old Chapel": "music",
    "Seafarers Cross of Honour": "sea",
    "Royal Medal for Ice Navigation": "sea",
}
