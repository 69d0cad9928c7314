"""Names, prices and weights of the made-up home goods shop: the data that the generator draws from."""

# name, relative weight per season (winter, spring, summer, autumn), refund chance in per mille,
# and (item, list price in cents, unit cost in cents)
CATEGORIES: tuple[tuple[str, tuple[int, int, int, int], int, tuple[tuple[str, int, int], ...]], ...] = (
    (
        "Furniture",
        (11, 12, 11, 12),
        44,
        (
            ("Side Table", 14900, 8100),
            ("Bookshelf", 21900, 12600),
            ("Desk", 28900, 16900),
            ("Dining Chair", 9900, 5600),
            ("Armchair", 34900, 21200),
            ("Bench", 16900, 9700),
        ),
    ),
    (
        "Lighting",
        (20, 14, 11, 19),
        38,
        (
            ("Table Lamp", 5990, 2650),
            ("Floor Lamp", 11900, 5800),
            ("Pendant", 8900, 4100),
            ("Reading Light", 4490, 1900),
            ("String Lights", 2490, 890),
            ("Lantern", 3290, 1320),
        ),
    ),
    (
        "Kitchen",
        (19, 17, 15, 18),
        30,
        (
            ("Cast Iron Pan", 6490, 3050),
            ("Knife Set", 12900, 6300),
            ("Chopping Board", 3490, 1450),
            ("Coffee Grinder", 7990, 4150),
            ("Tea Pot", 4290, 1750),
            ("Mixing Bowls", 3990, 1640),
        ),
    ),
    (
        "Textiles",
        (18, 15, 12, 17),
        72,
        (
            ("Wool Blanket", 8990, 4050),
            ("Linen Sheets", 11900, 5500),
            ("Cushion", 2990, 1080),
            ("Curtains", 7490, 3450),
            ("Bath Towels", 3990, 1600),
            ("Rug", 18900, 10200),
        ),
    ),
    (
        "Garden",
        (4, 19, 22, 8),
        34,
        (
            ("Planter", 3290, 1240),
            ("Watering Can", 2790, 1050),
            ("Garden Chair", 8990, 4700),
            ("Fire Bowl", 14900, 8000),
            ("Herb Kit", 1990, 690),
            ("Parasol", 12900, 6900),
        ),
    ),
    (
        "Office",
        (15, 12, 12, 14),
        36,
        (
            ("Monitor Stand", 4990, 2150),
            ("Desk Organizer", 2990, 1090),
            ("Notebook Set", 1890, 610),
            ("Office Chair", 24900, 14600),
            ("Desk Mat", 3490, 1290),
            ("Filing Box", 2290, 790),
        ),
    ),
    (
        "Storage",
        (13, 11, 10, 12),
        28,
        (
            ("Basket", 2490, 880),
            ("Shoe Rack", 5990, 2950),
            ("Coat Stand", 8990, 4500),
            ("Glass Jars", 2190, 760),
            ("Chest", 17900, 10100),
            ("Wall Hooks", 1690, 520),
        ),
    ),
)

# series name and its price level in per cent of the list price
SERIES = (("Alder", 100), ("Birch", 88), ("Cobalt", 118))

# region, then (country, weight)
REGIONS: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = (
    ("Europe", (("Germany", 17), ("France", 11), ("United Kingdom", 12), ("Spain", 6), ("Netherlands", 5))),
    ("North America", (("United States", 22), ("Canada", 7))),
    ("Asia Pacific", (("Japan", 6), ("Australia", 5), ("Singapore", 3))),
    ("Latin America", (("Brazil", 4), ("Mexico", 2))),
)

# segment, weight, and how many times a usual quantity it buys
SEGMENTS = (("Consumer", 78, 1), ("Small business", 17, 2), ("Corporate", 5, 4))

FIRST_NAMES = (
    "Ada", "Alva", "Amir", "Anna", "Ben", "Bruno", "Carla", "Chen", "Clara", "Dana", "David", "Elena", "Emil",
    "Eva", "Felix", "Grace", "Hana", "Ines", "Ivan", "Jonas", "Julia", "Kenji", "Lara", "Leo", "Lina", "Luis",
    "Maya", "Mei", "Mona", "Nils", "Noah", "Nora", "Omar", "Paula", "Priya", "Rosa", "Sam", "Sofia", "Tom",
    "Yuki",
)  # fmt: skip
LAST_NAMES = (
    "Abe", "Adler", "Baker", "Berg", "Costa", "Diaz", "Dubois", "Evans", "Fischer", "Fontaine", "Garcia",
    "Gray", "Hughes", "Ito", "Jansen", "Kaya", "Keller", "Kim", "Lang", "Lopez", "Martin", "Meyer", "Moreau",
    "Nguyen", "Novak", "Olsen", "Park", "Patel", "Reyes", "Rossi", "Sato", "Silva", "Smith", "Tan", "Vega",
    "Vogel", "Weber", "Wilson", "Wood",
    "Young",
)  # fmt: skip

# orders placed in 2022, 2023 and 2024
CHANNELS: tuple[tuple[str, tuple[int, int, int]], ...] = (
    ("Web", (4230, 5000, 6300)),
    ("Store", (4800, 5130, 5440)),
    ("Marketplace", (2650, 3120, 3360)),
    ("Phone", (1780, 1720, 1690)),
)

# refund chance of a channel, in per cent of the category's
CHANNEL_REFUNDS = {"Web": 115, "Store": 60, "Marketplace": 135, "Phone": 90}

# how a year's orders fall on its months (January first), and a week's on its days (Monday first)
MONTH_WEIGHTS = (760, 734, 815, 840, 868, 797, 757, 773, 826, 873, 1035, 923)
WEEKDAY_WEIGHTS = (96, 92, 94, 99, 110, 118, 91)

# price level of 2022, 2023 and 2024, in per cent of the list price
PRICE_LEVELS = (96, 98, 100)

REFUND_REASONS = (
    ("Changed mind", 34), ("Damaged in transit", 22), ("Not as described", 19),
    ("Wrong size", 15), ("Arrived late", 10),
)  # fmt: skip
