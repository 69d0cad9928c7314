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

# a customer takes one draw for the first and one for the last name, however many there are here:
# longer lists leave all other data as it is
FIRST_NAMES = (
    "Aaron", "Abigail", "Ada", "Adam", "Adrian", "Agnes", "Aiko", "Akira", "Alba", "Alejandro", "Alice",
    "Alina", "Alva", "Amelia", "Amina", "Amir", "Amy", "Ana", "Andre", "Andrea", "Anika", "Anna", "Anton",
    "Antonio", "Aria", "Arjun", "Arthur", "Astrid", "Aya", "Beatriz", "Ben", "Bianca", "Bruno", "Caleb",
    "Camila", "Carla", "Carlos", "Caroline", "Cecilia", "Celine", "Charlotte", "Chen", "Chiara", "Chloe",
    "Clara", "Claire", "Daisuke", "Dana", "Daniel", "David", "Diana", "Diego", "Dylan", "Eduardo",
    "Elena", "Eli", "Elif", "Elisa", "Ella", "Emil", "Emily", "Emma", "Enzo", "Erik", "Esther", "Ethan",
    "Eva", "Evelyn", "Fatima", "Felix", "Fernanda", "Finn", "Florian", "Frank", "Freya", "Gabriel",
    "George", "Gloria", "Grace", "Greta", "Gustavo", "Hana", "Hannah", "Harper", "Hassan", "Helen",
    "Henry", "Hiro", "Hugo", "Ida", "Ines", "Irene", "Isaac", "Isabel", "Ivan", "Jack", "Jacob", "James",
    "Jan", "Jana", "Jasmine", "Javier", "Jean", "Jonas", "Jordan", "Jorge", "Joseph", "Julia", "Jun",
    "Kai", "Karen", "Karin", "Kate", "Keiko", "Kenji", "Kira", "Lara", "Laura", "Layla", "Lea", "Leo",
    "Leon", "Lewis", "Li", "Lily", "Lina", "Linda", "Louis", "Lucas", "Lucia", "Luis", "Luna", "Lydia",
    "Maja", "Malik", "Manuel", "Marco", "Maria", "Mariana", "Marie", "Mario", "Marta", "Mateo", "Max",
    "Maya", "Mei", "Mia", "Michael", "Miguel", "Mila", "Mona", "Nadia", "Naomi", "Natalie", "Neil", "Nia",
    "Nico", "Nils", "Nina", "Noah", "Nora", "Olga", "Oliver", "Olivia", "Omar", "Oscar", "Owen", "Pablo",
    "Patrick", "Paul", "Paula", "Pedro", "Peter", "Pia", "Priya", "Quinn", "Rafael", "Ravi", "Rebecca",
    "Ren", "Renata", "Ricardo", "Rita", "Robert", "Romy", "Rosa", "Ruby", "Ruth", "Ryan", "Sakura", "Sam",
    "Samira", "Samuel", "Sara", "Sebastian", "Selma", "Simon", "Sofia", "Sophie", "Stefan", "Stella",
    "Sven", "Tara", "Teresa", "Theo", "Thomas", "Tim", "Tom", "Uma", "Valentina", "Vera", "Victor",
    "Vincent", "Vivian", "Walter", "Wei", "William", "Yara", "Yasmin", "Yuki", "Yusuf", "Zara", "Zoe",
)  # fmt: skip
LAST_NAMES = (
    "Abbott", "Abe", "Acosta", "Adams", "Adler", "Aguilar", "Ahmed", "Albrecht", "Allen", "Almeida",
    "Alvarez", "Andersen", "Arnold", "Bailey", "Baker", "Barbosa", "Barnes", "Bauer", "Becker", "Bell",
    "Bennett", "Berg", "Bergmann", "Bernard", "Bianchi", "Blanc", "Bosch", "Braun", "Brooks", "Brown",
    "Campbell", "Cardoso", "Carter", "Castro", "Chan", "Chang", "Chavez", "Choi", "Clark", "Cohen",
    "Collins", "Cook", "Cooper", "Costa", "Cruz", "Dahl", "Davies", "Diaz", "Dietrich", "Dubois",
    "Dupont", "Edwards", "Eriksen", "Evans", "Faber", "Farias", "Fernandez", "Ferrari", "Fischer",
    "Fleming", "Flores", "Fontaine", "Foster", "Fournier", "Franke", "Fuchs", "Fujita", "Fuller",
    "Garcia", "Gibson", "Gomez", "Gonzalez", "Graham", "Grant", "Gray", "Green", "Gupta", "Haas", "Hall",
    "Hansen", "Harris", "Hartmann", "Hayashi", "Hayes", "Herrera", "Hoffmann", "Holm", "Howard", "Huang",
    "Hughes", "Ito", "Iyer", "Jackson", "Jacobs", "Jansen", "Jenkins", "Jensen", "Jimenez", "Johnson",
    "Jones", "Kaiser", "Kato", "Kaya", "Keller", "Kelly", "Khan", "Kim", "King", "Klein", "Kobayashi",
    "Koch", "Kowalski", "Kramer", "Krause", "Kumar", "Lambert", "Lang", "Larsen", "Laurent", "Lee",
    "Leroy", "Lewis", "Lima", "Lin", "Lindgren", "Liu", "Long", "Lopez", "Lorenz", "Luna", "Maier",
    "Marino", "Marques", "Marshall", "Martin", "Martinez", "Mason", "Matsuda", "Maurer", "Mehta", "Meyer",
    "Miller", "Mitchell", "Molina", "Moore", "Morales", "Moreau", "Morgan", "Mori", "Morris", "Moser",
    "Murphy", "Murray", "Nakamura", "Navarro", "Nelson", "Neumann", "Nguyen", "Nielsen", "Novak", "Nowak",
    "Olsen", "Ono", "Ortega", "Ortiz", "Otto", "Owens", "Pacheco", "Palmer", "Park", "Parker", "Patel",
    "Pereira", "Perez", "Perry", "Petrov", "Phillips", "Pohl", "Powell", "Price", "Quinn", "Ramirez",
    "Ramos", "Reed", "Reid", "Reyes", "Ribeiro", "Richter", "Rivera", "Roberts", "Robinson", "Rocha",
    "Romero", "Rossi", "Roth", "Roy", "Russell", "Ruiz", "Saito", "Salazar", "Sanchez", "Santos", "Sato",
    "Sauer", "Schmidt", "Schneider", "Schulz", "Scott", "Shah", "Shaw", "Silva", "Simmons", "Singh",
    "Smith", "Soto", "Stein", "Stevens", "Stone", "Suarez", "Suzuki", "Tan", "Tanaka", "Taylor",
    "Teixeira", "Thomas", "Torres", "Tran", "Turner", "Ueda", "Vargas", "Vasquez", "Vega", "Vidal",
    "Vogel", "Wagner", "Walker", "Wallace", "Wang", "Ward", "Watanabe", "Watson", "Weber", "Weiss",
    "West", "White", "Wilson", "Winter", "Wolf", "Wong", "Wood", "Wright", "Wu", "Yamada", "Yang",
    "Young", "Zhang", "Zimmermann",
)  # fmt: skip
MIDDLE_INITIALS = "JMAERLSCKDNTPBHGFIOVWY"

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
