"""Video games: their sales by region in millions of copies, and how critics and users score them."""

import csv
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tests.analyst.questions.tables import Row, named

GAMES = 6400
COLUMNS = (
    "Name Platform Year_of_Release Genre Publisher NA_Sales EU_Sales JP_Sales Other_Sales Global_Sales "
    "Critic_Score Critic_Count User_Score User_Count Developer Rating"
)
# Title, year, platforms, genre, publisher, developer, rating, copies in millions and critics' score.
REAL = """
Wii Sports|2006|Wii|Sports|Nintendo|Nintendo|E|82.5|76
Super Mario Bros.|1985|NES|Platform|Nintendo|||40.2|
Mario Kart Wii|2008|Wii|Racing|Nintendo|Nintendo|E|35.5|82
Wii Sports Resort|2009|Wii|Sports|Nintendo|Nintendo|E|32.8|80
Pokemon Red/Pokemon Blue|1996|GB|Role-Playing|Nintendo|||31.4|
Tetris|1989|GB|Puzzle|Nintendo|||30.3|
New Super Mario Bros.|2006|DS|Platform|Nintendo|Nintendo|E|29.8|89
Wii Play|2006|Wii|Misc|Nintendo|Nintendo|E|28.9|58
New Super Mario Bros. Wii|2009|Wii|Platform|Nintendo|Nintendo|E|28.3|87
Duck Hunt|1984|NES|Shooter|Nintendo|||28.3|
Nintendogs|2005|DS|Simulation|Nintendo|||24.7|
Mario Kart DS|2005|DS|Racing|Nintendo|Nintendo|E|23.2|91
Pokemon Gold/Pokemon Silver|1999|GB|Role-Playing|Nintendo|||23.1|
Wii Fit|2007|Wii|Sports|Nintendo|Nintendo|E|22.7|80
Grand Theft Auto V|2013|PS3,X360|Action|Take-Two Interactive|Rockstar North|M|37.4|97
Grand Theft Auto V|2014|PS4,XOne|Action|Take-Two Interactive|Rockstar North|M|17.8|97
Grand Theft Auto V|2015|PC|Action|Take-Two Interactive|Rockstar North|M|1.17|96
Grand Theft Auto: San Andreas|2004|PS2|Action|Take-Two Interactive|Rockstar North|M|20.8|95
Grand Theft Auto: San Andreas|2005|XB,PC|Action|Take-Two Interactive|Rockstar North|M|2.93|93
Grand Theft Auto: Vice City|2002|PS2|Action|Take-Two Interactive|Rockstar North|M|16.2|95
Grand Theft Auto III|2001|PS2|Action|Take-Two Interactive|DMA Design|M|13.1|97
Grand Theft Auto IV|2008|X360,PS3|Action|Take-Two Interactive|Rockstar North|M|21.5|98
Grand Theft Auto: Liberty City Stories|2005|PSP|Action|Take-Two Interactive|Rockstar Leeds|M|7.69|88
Brain Age: Train Your Brain in Minutes a Day|2005|DS|Misc|Nintendo|Nintendo|E|20.2|77
Super Mario World|1990|SNES|Platform|Nintendo|||20.6|
Super Mario Land|1989|GB|Platform|Nintendo|||18.1|
Super Mario Bros. 3|1988|NES|Platform|Nintendo|||17.3|
Super Mario 64|1996|N64|Platform|Nintendo|||11.9|94
Super Mario Galaxy|2007|Wii|Platform|Nintendo|Nintendo|E|11.4|97
Super Mario Sunshine|2002|GC|Platform|Nintendo|Nintendo|E|6.31|92
Super Mario 3D Land|2011|3DS|Platform|Nintendo|Nintendo|E|10.8|90
New Super Mario Bros. U|2012|WiiU|Platform|Nintendo|Nintendo|E|5.19|84
Mario Kart 64|1996|N64|Racing|Nintendo|||9.87|83
Mario Kart: Double Dash!!|2003|GC|Racing|Nintendo|Nintendo|E|6.95|87
Mario Kart 7|2011|3DS|Racing|Nintendo|Retro Studios|E|12.7|85
Mario Kart 8|2014|WiiU|Racing|Nintendo|Nintendo|E|7.09|88
Super Smash Bros. Brawl|2008|Wii|Fighting|Nintendo|Game Arts|T|12.8|93
Super Smash Bros. Melee|2001|GC|Fighting|Nintendo|HAL Labs|T|7.07|92
Super Smash Bros. for Wii U and 3DS|2014|3DS,WiiU|Fighting|Nintendo|Sora Ltd.|E10+|12.5|88
Pokemon Ruby/Pokemon Sapphire|2002|GBA|Role-Playing|Nintendo|||15.9|
Pokemon Diamond/Pokemon Pearl|2006|DS|Role-Playing|Nintendo|||18.3|
Pokemon Black/Pokemon White|2010|DS|Role-Playing|Nintendo|||15.1|
Pokemon X/Pokemon Y|2013|3DS|Role-Playing|Nintendo|||14.6|
Pokemon Omega Ruby/Pokemon Alpha Sapphire|2014|3DS|Role-Playing|Nintendo|||11.7|
Pokemon Sun/Moon|2016|3DS|Role-Playing|Nintendo|||7.14|
Animal Crossing: Wild World|2005|DS|Simulation|Nintendo|Nintendo|E|12.1|86
Animal Crossing: New Leaf|2012|3DS|Simulation|Nintendo|Nintendo|E|9.17|88
The Legend of Zelda|1986|NES|Action|Nintendo|||6.51|
The Legend of Zelda: A Link to the Past|1991|SNES|Action|Nintendo|||4.61|
The Legend of Zelda: Ocarina of Time|1998|N64|Action|Nintendo|||7.6|99
The Legend of Zelda: Majora's Mask|2000|N64|Action|Nintendo|||3.36|95
The Legend of Zelda: The Wind Waker|2002|GC|Action|Nintendo|Nintendo|E|4.6|96
The Legend of Zelda: Twilight Princess|2006|Wii,GC|Action|Nintendo|Nintendo|T|8.76|96
The Legend of Zelda: Phantom Hourglass|2007|DS|Action|Nintendo|Nintendo|E|5.05|90
The Legend of Zelda: Skyward Sword|2011|Wii|Action|Nintendo|Nintendo|E10+|3.91|93
The Legend of Zelda: A Link Between Worlds|2013|3DS|Action|Nintendo|Nintendo|E|2.86|91
Call of Duty 2|2005|X360,PC|Shooter|Activision|Infinity Ward|T|2.6|87
Call of Duty 4: Modern Warfare|2007|X360,PS3,PC|Shooter|Activision|Infinity Ward|M|17.1|94
Call of Duty: World at War|2008|X360,PS3,Wii,PC|Shooter|Activision|Treyarch|M|15.9|84
Call of Duty: Modern Warfare 2|2009|X360,PS3,PC|Shooter|Activision|Infinity Ward|M|25.0|94
Call of Duty: Black Ops|2010|X360,PS3,PC,Wii|Shooter|Activision|Treyarch|M|29.2|87
Call of Duty: Modern Warfare 3|2011|X360,PS3,PC,Wii|Shooter|Activision|Infinity Ward, Sledgehammer Games|M|\
30.6|88
Call of Duty: Black Ops II|2012|PS3,X360,PC,WiiU|Shooter|Activision|Treyarch|M|29.4|83
Call of Duty: Ghosts|2013|X360,PS3,PS4,XOne,PC|Shooter|Activision|Infinity Ward|M|27.4|75
Call of Duty: Advanced Warfare|2014|PS4,XOne,X360,PS3,PC|Shooter|Activision|Sledgehammer Games|M|21.9|82
Call of Duty: Black Ops 3|2015|PS4,XOne,PS3,X360,PC|Shooter|Activision|Treyarch|M|25.7|80
Halo: Combat Evolved|2001|XB|Shooter|Microsoft Game Studios|Bungie Software|M|6.43|97
Halo 2|2004|XB|Shooter|Microsoft Game Studios|Bungie Software|M|8.49|95
Halo 3|2007|X360|Shooter|Microsoft Game Studios|Bungie Software|M|12.1|94
Halo: Reach|2010|X360|Shooter|Microsoft Game Studios|Bungie|M|9.86|91
Halo 4|2012|X360|Shooter|Microsoft Game Studios|343 Industries|M|9.71|87
Halo 5: Guardians|2015|XOne|Shooter|Microsoft Game Studios|343 Industries|T|4.26|84
Gears of War|2006|X360|Shooter|Microsoft Game Studios|Epic Games|M|6.11|94
Gears of War 2|2008|X360|Shooter|Microsoft Game Studios|Epic Games|M|6.75|93
Kinect Adventures!|2010|X360|Misc|Microsoft Game Studios|Good Science Studio|E|21.8|61
Forza Motorsport 3|2009|X360|Racing|Microsoft Game Studios|Turn 10|E|5.48|92
Gran Turismo|1997|PS|Racing|Sony Computer Entertainment|Polyphony Digital|E|10.9|96
Gran Turismo 2|1999|PS|Racing|Sony Computer Entertainment|Polyphony Digital|E|9.49|93
Gran Turismo 3: A-Spec|2001|PS2|Racing|Sony Computer Entertainment|Polyphony Digital|E|15.0|95
Gran Turismo 4|2004|PS2|Racing|Sony Computer Entertainment|Polyphony Digital|E|11.7|89
Gran Turismo 5|2010|PS3|Racing|Sony Computer Entertainment|Polyphony Digital|E|10.7|84
God of War|2005|PS2|Action|Sony Computer Entertainment|SCEA|M|4.45|94
God of War III|2010|PS3|Action|Sony Computer Entertainment|SCE Santa Monica|M|5.14|92
Uncharted 2: Among Thieves|2009|PS3|Action|Sony Computer Entertainment|Naughty Dog|T|6.73|96
Uncharted 3: Drake's Deception|2011|PS3|Action|Sony Computer Entertainment|Naughty Dog|T|6.84|92
Uncharted 4: A Thief's End|2016|PS4|Shooter|Sony Computer Entertainment|Naughty Dog|T|5.39|93
The Last of Us|2013|PS3|Action|Sony Computer Entertainment|Naughty Dog|M|6.05|95
The Last of Us|2014|PS4|Action|Sony Computer Entertainment|Naughty Dog|M|5.65|95
Crash Bandicoot 2: Cortex Strikes Back|1997|PS|Platform|Sony Computer Entertainment|Naughty Dog|E|7.58|89
LittleBigPlanet|2008|PS3|Platform|Sony Computer Entertainment|Media Molecule|E|5.8|95
Final Fantasy VII|1997|PS|Role-Playing|Sony Computer Entertainment|SquareSoft|T|9.72|92
Final Fantasy VIII|1999|PS|Role-Playing|Square Enix|SquareSoft|T|7.86|90
Final Fantasy X|2001|PS2|Role-Playing|Sony Computer Entertainment|SquareSoft|T|8.05|92
Final Fantasy XII|2006|PS2|Role-Playing|Square Enix|Square Enix|T|5.95|92
Final Fantasy XIII|2009|PS3|Role-Playing|Square Enix|Square Enix|T|5.33|83
Final Fantasy XV|2016|PS4,XOne|Role-Playing|Square Enix|Square Enix|T|3.1|82
Dragon Quest VIII: Journey of the Cursed King|2004|PS2|Role-Playing|Square Enix|Level 5|T|5.21|89
Dragon Quest IX: Sentinels of the Starry Skies|2009|DS|Role-Playing|Nintendo|Level 5|E10+|5.84|87
Monster Hunter Freedom 3|2010|PSP|Role-Playing|Capcom|||4.87|
Monster Hunter 4|2013|3DS|Role-Playing|Capcom|||3.54|
Resident Evil 2|1998|PS|Action|Capcom|Capcom|M|5.82|89
Resident Evil 4|2005|GC,PS2|Action|Capcom|Capcom|M|5.3|96
Resident Evil 5|2009|PS3,X360|Action|Capcom|Capcom|M|7.9|84
Street Fighter II: The World Warrior|1992|SNES|Fighting|Capcom|||6.3|
Street Fighter IV|2009|PS3,X360|Fighting|Capcom|Capcom|T|7.1|94
Devil May Cry|2001|PS2|Action|Capcom|Capcom|M|2.99|94
Metal Gear Solid|1998|PS|Action|Konami Digital Entertainment|KCEJ|M|6.03|94
Metal Gear Solid 2: Sons of Liberty|2001|PS2|Action|Konami Digital Entertainment|KCEJ|M|6.05|96
Metal Gear Solid 4: Guns of the Patriots|2008|PS3|Action|Konami Digital Entertainment|Kojima Productions|M|\
5.99|94
Metal Gear Solid V: The Phantom Pain|2015|PS4,XOne,PS3,X360,PC|Action|Konami Digital Entertainment|\
Kojima Productions|M|5.7|93
Assassin's Creed|2007|X360,PS3|Adventure|Ubisoft|Ubisoft Montreal|M|10.3|81
Assassin's Creed II|2009|PS3,X360,PC|Action|Ubisoft|Ubisoft Montreal|M|10.9|90
Assassin's Creed III|2012|PS3,X360,PC,WiiU|Action|Ubisoft|Ubisoft Montreal|M|12.9|84
Assassin's Creed IV: Black Flag|2013|PS3,X360,PS4,XOne,PC,WiiU|Action|Ubisoft|Ubisoft Montreal|M|12.7|86
Just Dance|2009|Wii|Misc|Ubisoft|Ubisoft|E10+|7.27|49
Just Dance 2|2010|Wii|Misc|Ubisoft|Ubisoft Paris|E10+|9.44|74
Just Dance 3|2011|Wii,X360,PS3|Misc|Ubisoft|Ubisoft Paris|E10+|13.1|74
Watch Dogs|2014|PS4,XOne,PS3,X360,PC|Action|Ubisoft|Ubisoft Montreal|M|8.7|79
The Elder Scrolls IV: Oblivion|2006|X360,PC,PS3|Role-Playing|Bethesda Softworks|Bethesda Game Studios|M|7.4|94
The Elder Scrolls V: Skyrim|2011|X360,PS3,PC|Role-Playing|Bethesda Softworks|Bethesda Game Studios|M|19.2|95
Fallout 3|2008|X360,PS3,PC|Role-Playing|Bethesda Softworks|Bethesda Game Studios|M|8.1|92
Fallout 4|2015|PS4,XOne,PC|Role-Playing|Bethesda Softworks|Bethesda Game Studios|M|12.4|87
The Sims|2000|PC|Simulation|Electronic Arts|Maxis|T|4.12|92
The Sims 2|2004|PC|Simulation|Electronic Arts|Maxis|T|2.93|90
The Sims 3|2009|PC|Simulation|Electronic Arts|The Sims Studio|T|8.01|86
Battlefield 3|2011|X360,PS3,PC|Shooter|Electronic Arts|EA DICE|M|17.2|87
Battlefield 4|2013|PS3,X360,PS4,XOne,PC|Shooter|Electronic Arts|EA DICE|M|13.9|84
Battlefield 1|2016|PS4,XOne,PC|Shooter|Electronic Arts|EA DICE|M|7.26|88
Star Wars Battlefront|2015|PS4,XOne,PC|Shooter|Electronic Arts|EA DICE|T|12.1|73
Mass Effect 2|2010|X360,PC|Role-Playing|Electronic Arts|BioWare|M|3.7|95
Need for Speed Underground|2003|PS2,XB,GC,PC|Racing|Electronic Arts|EA Black Box|E|10.2|84
Need for Speed: Most Wanted|2005|PS2,XB,X360,PC,GC,DS|Racing|Electronic Arts|EA Canada|T|8.8|83
World of Warcraft|2004|PC|Role-Playing|Activision|Blizzard Entertainment|T|6.28|93
StarCraft II: Wings of Liberty|2010|PC|Strategy|Activision|Blizzard Entertainment|T|4.84|93
Diablo III|2012|PC|Role-Playing|Activision|Blizzard Entertainment|M|5.14|88
Half-Life|1997|PC|Shooter|Vivendi Games|Valve Software|M|4.12|96
Half-Life 2|2004|PC|Shooter|Vivendi Games|Valve Software|M|4.0|96
Sonic the Hedgehog|1991|GEN|Platform|Sega|||4.34|
Sonic the Hedgehog 2|1992|GEN|Platform|Sega|||6.03|
Sonic Heroes|2003|PS2,GC,XB|Platform|Sega|Sonic Team|E|5.0|70
Sonic Adventure|1998|DC|Platform|Sega|Sonic Team|E|2.42|86
Tekken 3|1998|PS|Fighting|Sony Computer Entertainment|Namco|T|7.16|96
Tekken 5|2005|PS2|Fighting|Sony Computer Entertainment|Namco|T|3.87|88
Tekken 6|2009|PS3,X360|Fighting|Namco Bandai Games|Namco Bandai Games|T|3.4|79
Guitar Hero II|2006|PS2,X360|Misc|RedOctane|Harmonix Music Systems|T|6.5|92
Guitar Hero III: Legends of Rock|2007|Wii,PS2,X360,PS3|Misc|Activision|Neversoft Entertainment|T|16.4|86
Tony Hawk's Pro Skater|1999|PS|Sports|Activision|Neversoft Entertainment|T|5.02|92
Tomb Raider II|1997|PS|Action|Eidos Interactive|Core Design|T|5.24|85
Tomb Raider|2013|PS3,X360,PC|Action|Square Enix|Crystal Dynamics|M|4.2|86
LEGO Star Wars: The Complete Saga|2007|Wii,X360,PS3,DS|Action|LucasArts|Traveller's Tales|E10+|15.3|80
LEGO Batman: The Videogame|2008|X360,PSP,Wii,PS3,PS2,DS,PC|Action|Warner Bros. Interactive Entertainment|\
Traveller's Tales|E10+|10.9|76
Batman: Arkham City|2011|PS3,X360,PC|Action|Warner Bros. Interactive Entertainment|Rocksteady Studios|T|\
10.0|95
Red Dead Redemption|2010|PS3,X360|Action|Take-Two Interactive|Rockstar San Diego|M|12.9|95
L.A. Noire|2011|PS3,X360|Adventure|Take-Two Interactive|Team Bondi|M|5.6|88
BioShock|2007|X360,PC|Shooter|Take-Two Interactive|Irrational Games|M|2.9|96
BioShock Infinite|2013|PS3,X360,PC|Shooter|Take-Two Interactive|Irrational Games|M|3.6|94
The Witcher 3: Wild Hunt|2015|PS4,XOne,PC|Role-Playing|Namco Bandai Games|CD Projekt Red Studio|M|5.3|92
Dark Souls II|2014|PS3,X360,PC,PS4|Role-Playing|Namco Bandai Games|From Software|T|2.9|90
Minecraft|2013|X360|Misc|Microsoft Game Studios|Mojang AB|E10+|9.2|
Minecraft|2014|PS3,PS4,XOne,PSV|Misc|Sony Computer Entertainment|Mojang AB|E10+|12.5|
Overwatch|2016|PS4,XOne,PC|Shooter|Activision|Blizzard Entertainment|T|3.9|91
Tom Clancy's The Division|2016|PS4,XOne,PC|Shooter|Ubisoft|Massive Entertainment|M|6.0|80
Pac-Man|1982|2600|Puzzle|Atari|||7.81|
Pitfall!|1981|2600|Platform|Activision|||4.5|
"""
# Platform, the first and the last year of its games, and how many there are.
PLATFORMS = """
2600|1980|1988|0.6
NES|1985|1993|0.7
GB|1989|2000|0.6
SNES|1991|1997|1.2
GEN|1990|1995|0.35
SAT|1994|1999|0.8
PS|1995|2002|5.2
N64|1996|2001|1.4
DC|1999|2001|0.45
PS2|2000|2010|8.6
XB|2002|2007|3.6
GC|2001|2007|2.3
GBA|2001|2007|3.5
DS|2004|2012|8.6
PSP|2005|2013|4.6
X360|2005|2015|5.2
PS3|2006|2015|5.4
Wii|2006|2012|5.4
3DS|2011|2016|2.1
PSV|2012|2016|1.8
WiiU|2012|2016|0.7
PS4|2013|2016|1.7
XOne|2013|2016|1.1
PC|1992|2016|4.2
"""
# Genre, how many games are of it, and how they are rated.
GENRES = """
Action|2|T M E E10+
Sports|1.35|E E E E10+ T
Misc|1.05|E E E10+ T
Role-Playing|0.9|T T E10+ M
Shooter|0.8|M M T
Adventure|0.78|E T M E10+
Racing|0.76|E E E10+ T
Platform|0.53|E E E10+
Simulation|0.52|E E T
Fighting|0.51|T T M
Strategy|0.41|T E10+ E
Puzzle|0.35|E E E EC
"""
# What the titles of a genre begin with and end in.
WORDS = """
Action|Shadow,Iron,Crimson,Urban,Savage,Neon,Blood,Lost,Silent,Burning|Vengeance,Outlaws,Siege,Legion,\
Hunters,Chaos,Rampage,Wrath,Blade,Fugitive
Sports|Pro,All-Star,Ultimate,Championship,World,Street,Backyard,Extreme|Tennis,Baseball,Golf,Skateboarding,\
Bowling,Snowboarding,Volleyball,Fishing,Cricket,Rugby
Misc|Party,Family,Super,Dance,Rock,Star,My|Quiz,Karaoke,Carnival,Trainer,Mania,Show,Jam,Cooking Coach
Role-Playing|Eternal,Crystal,Mystic,Arc,Dragon,Tales of,Sword of,Fallen,Celestial|Chronicle,Saga,Legacy,\
Destiny,Requiem,Odyssey,Kingdom,Memoria,Oath
Shooter|Black,Delta,Medal of,Ghost,Red,Steel,Zero,Dead|Squadron,Strike,Frontline,Division,Command,Recoil,\
Horizon,Sector,Hour
Adventure|Secret of,Mystery of,Curse of,Return to,Escape from,Journey to|Raven Manor,the Lost City,\
Monkey Bay,the Red Planet,Blackwood,the Old Castle,Atlantis,Grey Hill
Racing|Turbo,Street,Midnight,Rally,Grand,Speed,Nitro,Moto|Racers,Drift,GT,Circuit,Club,Challenge,Rush,Prix
Platform|Jumping,Crazy,Super,Tiny,Lucky,Rocket,Captain|Fox,Frog,Penguin,Hedge,Robot,Gecko,Monkey,Bear
Simulation|Farm,Pet,Train,Flight,City,Zoo,Hospital,Imagine:|Tycoon,Simulator,Story,Manager,Life,Planner,Vet,\
World
Fighting|Mortal,Soul,King of,Virtual,Bloody,Guilty,Battle|Fist,Arena,Brawlers,Combat,Kings,Clash,Fury,Warriors
Strategy|Empire,Age of,Total,Command &,War of,Heroes of,Rise of|Conquest,Nations,Generals,Kings,the East,\
Colonies,Rome,Magic
Puzzle|Magic,Jewel,Bubble,Puzzle,Brain,Color,Block|Quest,Match,Drop,Mania,Link,Swap,Towers,Academy
"""
# Publisher, and how many games are of it.
PUBLISHERS = """
Electronic Arts|7.6
Activision|5.6
Namco Bandai Games|5.3
Ubisoft|5.2
Konami Digital Entertainment|4.6
THQ|4
Nintendo|3.4
Sony Computer Entertainment|3.7
Sega|3.6
Take-Two Interactive|2.4
Capcom|2.2
Atari|2.1
Tecmo Koei|1.9
Square Enix|1.35
Warner Bros. Interactive Entertainment|1.3
Disney Interactive Studios|1.2
Eidos Interactive|1.1
Midway Games|1.1
505 Games|1.05
Microsoft Game Studios|1
D3Publisher|1.02
Acclaim Entertainment|1
Vivendi Games|0.9
Codemasters|0.85
Idea Factory|0.72
Deep Silver|0.7
Nippon Ichi Software|0.6
Zoo Digital Publishing|0.57
Majesco Entertainment|0.52
LucasArts|0.5
Rockstar Games|0.12
Bethesda Softworks|0.4
Hudson Soft|0.45
Rising Star Games|0.45
Infogrames|0.34
Atlus|0.38
Banpresto|0.4
Virgin Interactive|0.35
Focus Home Interactive|0.3
Level 5|0.15
Enix Corporation|0.12
Empire Interactive|0.3
Ignition Entertainment|0.3
Agetec|0.1
DreamCatcher Interactive|0.2
Telltale Games|0.25
SouthPeak Games|0.25
Natsume|0.2
Titus|0.2
System 3 Arcade Software|0.15
"""
# Publisher, and who develops for it.
DEVELOPERS = """
Electronic Arts|EA Sports|EA Tiburon|EA Canada|Maxis|Visceral Games
Activision|Neversoft Entertainment|Treyarch|Vicarious Visions|Raven Software|Beenox
Ubisoft|Ubisoft|Ubisoft Montreal|Ubisoft Paris|Gameloft
Konami Digital Entertainment|Konami|KCET|KCEJ|Hudson
THQ|Yuke's|Volition Inc.|Relic|Heavy Iron Studios|THQ
Nintendo|Nintendo|HAL Labs|Intelligent Systems|Retro Studios|Camelot Software Planning
Capcom|Capcom
Sega|Sega|Sonic Team|Creative Assembly|Sumo Digital
Namco Bandai Games|Namco|Bandai|Dimps Corporation|CyberConnect2|Namco Bandai Games
Tecmo Koei|Omega Force|Koei|Team Ninja
Square Enix|Square Enix|tri-Ace|IO Interactive
Codemasters|Codemasters|Codemasters Birmingham
Midway Games|Midway
Nippon Ichi Software|Nippon Ichi Software
Warner Bros. Interactive Entertainment|Traveller's Tales|Rocksteady Studios|NetherRealm Studios|\
Monolith Productions
Sony Computer Entertainment|Naughty Dog|Insomniac Games|SCEA San Diego Studios|Guerrilla|Sucker Punch
Telltale Games|Telltale Games
"""
OTHER_DEVELOPERS = [
    "Artificial Mind and Movement",
    "n-Space",
    "Eurocom Entertainment Software",
    "Rebellion",
    "Krome Studios",
    "Climax Group",
    "Radical Entertainment",
    "Griptonite Games",
    "Engine Software",
    "1C",
    "Kuju Entertainment",
    "Altron",
    "Big Blue Box",
    "Pandemic Studios",
    "Rare Ltd.",
    "Torus Games",
    "Papaya Studio",
    "Sanzaru Games",
    "Spike",
    "Access Games",
]
JAPANESE = [
    "Atlus",
    "Banpresto",
    "Capcom",
    "D3Publisher",
    "Enix Corporation",
    "Hudson Soft",
    "Idea Factory",
    "Konami Digital Entertainment",
    "Level 5",
    "Namco Bandai Games",
    "Nintendo",
    "Nippon Ichi Software",
    "Sega",
    "Sony Computer Entertainment",
    "Square Enix",
    "Tecmo Koei",
]
# Which publishers make games for few platforms alone.
OWN_PLATFORMS = {
    "Nintendo": "NES GB SNES N64 GC GBA DS Wii 3DS WiiU",
    "Sony Computer Entertainment": "PS PS2 PSP PS3 PSV PS4",
    "Microsoft Game Studios": "XB X360 XOne PC",
}
ENDINGS = [
    "",
    "",
    "",
    "",
    " II",
    " 2",
    " 3",
    ": The Beginning",
    ": Reloaded",
    " Deluxe",
    ": Origins",
    " DS",
    " Plus",
    " Gold",
]
# Title, developer, copies in millions and the years of a series that has a game each year, all of EA.
SPORTS = [
    ("FIFA", "EA Sports", 11, range(1998, 2017)),
    ("Madden NFL", "EA Tiburon", 6.5, range(1998, 2017)),
    ("NBA Live", "EA Sports", 2.4, [*range(1998, 2010), *range(2013, 2017)]),
    ("NHL", "EA Sports", 1.7, range(1998, 2017)),
    ("Tiger Woods PGA Tour", "EA Sports", 1.6, range(2002, 2013)),
]
SPORTS_ON = "PS PS2 PS3 X360 PS4 XB XOne Wii PC PSP GC GBA DS N64 3DS PSV"
NHL_ON = "PS PS2 PS3 X360 PS4 XOne XB PC GC"
SOCCER_ON = "PS2 PS3 PS4 PSP X360 PC"
WRESTLING_ON = "PS2 PS3 X360 Wii PSP DS"
ROLE_PLAYERS = ("Square Enix", "Nippon Ichi Software", "Atlus", "Idea Factory")
SERIOUS = ("Shooter", "Action", "Role-Playing")  # these sell less on a PC or a Wii than on other consoles
LOVED_IN_JAPAN = ("GB", "NES", "SNES", "SAT", "3DS", "PSV", "PSP", "DS")
OLD = 1996  # nobody scored games before


def _table(text: str) -> list[list[str]]:
    return [line.split("|") for line in text.strip().split("\n")]


def _shares(weights: list[str]) -> np.ndarray:
    figures = np.array([float(weight) for weight in weights])
    return figures / figures.sum()


PLATFORM_YEARS = {name: (int(first), int(last)) for name, first, last, _ in _table(PLATFORMS)}
PLATFORM_NAMES, PLATFORM_SHARES = list(PLATFORM_YEARS), _shares([row[3] for row in _table(PLATFORMS)])
GENRE_NAMES, GENRE_SHARES = [row[0] for row in _table(GENRES)], _shares([row[1] for row in _table(GENRES)])
RATINGS = {genre: ratings.split() for genre, _, ratings in _table(GENRES)}
TITLES = {genre: (first.split(","), last.split(",")) for genre, first, last in _table(WORDS)}
PUBLISHER_NAMES = [row[0] for row in _table(PUBLISHERS)]
PUBLISHER_SHARES = _shares([row[1] for row in _table(PUBLISHERS)])
STUDIOS = {publisher: studios for publisher, *studios in _table(DEVELOPERS)}


@dataclass
class Game:
    """A game on one or more platforms."""

    name: str
    year: int | None
    genre: str
    publisher: str
    developer: str
    rating: str

    @property
    def is_old(self) -> bool:
        """Whether it is known to be from before there were scores."""
        return self.year is not None and self.year < OLD


@dataclass
class Catalogue:
    """The games so far, and what draws the next ones."""

    rng: np.random.Generator
    rows: list[list[object]] = field(default_factory=list)
    seen: set[tuple[str, str]] = field(default_factory=set)

    def add(
        self, game: Game, platform: str, copies: float, critics: int | None = None, scored: float = 0.5
    ) -> None:
        """A game on a platform; one that is there already is left as it is."""
        if (game.name, platform) in self.seen:
            return

        self.seen.add((game.name, platform))
        sales, total = _sales(self.rng, game, platform, copies)
        if copies > 3 and sales[0] == 0:
            sales, total = _sales(self.rng, game, platform, copies)
        self.rows.append(
            [
                *(game.name, platform, game.year or "N/A", game.genre, game.publisher),
                *(f"{each:g}" for each in (*sales, total)),
                *_scores(self.rng, game, copies, critics, scored),
                *(game.developer, game.rating),
            ]
        )


def write(folder: Path) -> None:
    """Write the games as a CSV file, those that sold best first."""
    catalogue = Catalogue(np.random.default_rng(4711))
    _known(catalogue)
    for year in range(1998, 2017):
        _sports(catalogue, year)
    for year in range(2003, 2014):
        _wrestling(catalogue, year)
    while len(catalogue.rows) < GAMES:
        _invented(catalogue)

    columns = COLUMNS.split()
    at = columns.index("Global_Sales")
    rows = sorted(catalogue.rows, key=lambda row: -float(str(row[at])))
    with (folder / "video_games_sales.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([columns, *rows])


def _sales(rng: np.random.Generator, game: Game, platform: str, copies: float) -> tuple[list[float], float]:
    """What a game sells in each region and in all, which is not always their sum."""
    shares = rng.dirichlet(np.array(_regions(game, platform)) * 5)
    japan = _regions(game, platform)[2]
    if rng.random() < 0.25 and platform != "PC" and japan > 1:
        shares = np.array([0, 0, 1, 0.0])
    sales = [round(float(each), 2) for each in shares * copies]
    if platform == "PC":
        sales[2] = 0.0
    total = round(sum(sales) + float(rng.choice([0, 0, 0, 0.01, -0.01])), 2)
    return sales, max(total, 0.01)


def _regions(game: Game, platform: str) -> list[float]:
    """How much is sold in North America, Europe, Japan and elsewhere, beside each other."""
    america, europe, japan, other = 4.9, 2.7, 0.35, 0.9
    if game.publisher in JAPANESE:
        japan += 1.1
    if game.genre == "Role-Playing":
        japan += 1.8
    if game.genre in ("Shooter", "Sports", "Racing"):
        japan *= 0.4
        america += 0.5
    if platform in LOVED_IN_JAPAN:
        japan += 1.2
    if platform in ("X360", "XOne", "XB"):
        japan *= 0.06
        america += 1.4
    if platform == "PC":
        japan = 0
        europe += 2.5
        america -= 1.2
    if platform in ("PS2", "PS3", "PS4"):
        europe += 0.6
    return [america, europe, max(japan, 0.01), other]


def _scores(
    rng: np.random.Generator, game: Game, copies: float, critics: int | None, scored: float
) -> tuple[object, ...]:
    """The score and the number of critics, then of users; few users are no score yet."""
    if critics is None and not game.is_old and rng.random() < scored:
        critics = int(np.clip(rng.normal(66 + 4 * np.log10(copies + 0.02) + 3, 13), 13, 96))
    by_critics = (critics, int(np.clip(rng.gamma(2, 13) + 4, 4, 110))) if critics else ("", "")
    if game.is_old or not game.rating:
        return *by_critics, "", ""

    if rng.random() < 0.3:
        return *by_critics, "tbd" if rng.random() < 0.85 else "", ""

    users = np.clip(rng.normal((critics or 70) / 10 * 0.55 + 3.2, 1.2), 0.6, 9.6)
    return *by_critics, f"{users:.1f}", int(4 + rng.gamma(0.6, 120) * (1 + copies))


def _known(catalogue: Catalogue) -> None:
    """Games that everybody knows."""
    columns = "name year platforms genre publisher developer rating copies critics"
    for row in named(columns, _table(REAL)):
        platforms = row["platforms"].split(",")
        game = Game(
            row["name"], int(row["year"]), row["genre"], row["publisher"], row["developer"], row["rating"]
        )
        for platform, share in zip(platforms, _known_shares(row, platforms), strict=True):
            critics = int(row["critics"]) - int(catalogue.rng.integers(0, 3)) if row["critics"] else None
            catalogue.add(game, platform, float(row["copies"]) * share, critics, scored=0)


def _known_shares(row: Row, platforms: list[str]) -> np.ndarray:
    """The part of the copies that is for each platform, most for the first."""
    is_small = len(platforms) > 2 and row["genre"] in SERIOUS
    weights = np.array(
        [
            0.72**at * (0.25 if is_small and platform in ("PC", "Wii") else 1)
            for at, platform in enumerate(platforms)
        ]
    )
    return weights / weights.sum()


def _on(platforms: str, year: int) -> list[str]:
    """Those of the platforms that have games in a year."""
    return [each for each in platforms.split() if PLATFORM_YEARS[each][0] <= year <= PLATFORM_YEARS[each][1]]


def _sports(catalogue: Catalogue, year: int) -> None:
    """The games of a year that are named after the next one."""
    rng = catalogue.rng
    for title, developer, copies, years in SPORTS:
        if year not in years:
            continue

        platforms = _on(SPORTS_ON, year)
        if title == "NHL":
            platforms = [each for each in platforms if each in NHL_ON.split()]
        shares = rng.dirichlet(np.array([3 * 0.8**at for at in range(len(platforms))]))
        game = Game(f"{title} {(year + 1) % 100:02d}", year, "Sports", "Electronic Arts", developer, "E")
        for platform, share in zip(platforms, shares, strict=True):
            sold = max(copies * share, 0.02) * (1 + 0.5 * (year > 2007))
            catalogue.add(game, platform, sold, int(np.clip(rng.normal(79, 6), 45, 92)))

    if year >= 2001:
        publisher = "Konami Digital Entertainment"
        game = Game(f"Pro Evolution Soccer {year + 1}", year, "Sports", publisher, "Konami", "E")
        for platform in _on(SOCCER_ON, year):
            catalogue.add(game, platform, float(rng.gamma(1.4, 0.7)) + 0.03)


def _wrestling(catalogue: Catalogue, year: int) -> None:
    title = f"WWE SmackDown vs. Raw {year + 1}" if year < 2011 else f"WWE '{(year + 1) % 100}"
    publisher = "THQ" if year < 2013 else "Take-Two Interactive"
    game = Game(title, year, "Fighting", publisher, "Yuke's", "T")
    for platform in _on(WRESTLING_ON, year):
        catalogue.add(game, platform, float(catalogue.rng.gamma(1.6, 0.5)) + 0.05)


def _invented(catalogue: Catalogue) -> None:
    """A game that does not exist, on its platform and perhaps on others of its year."""
    rng = catalogue.rng
    platform = str(rng.choice(PLATFORM_NAMES, p=PLATFORM_SHARES))
    first, last = PLATFORM_YEARS[platform]
    year = round(first + (last - first) * rng.beta(2.3, 2.4))
    if year == 2016 and rng.random() < 0.3:
        year = 2015
    publisher = str(rng.choice(PUBLISHER_NAMES, p=PUBLISHER_SHARES))
    if platform not in OWN_PLATFORMS.get(publisher, platform).split():
        return

    genre = _genre(rng, publisher, platform)
    name = _name(rng, genre, year)
    copies = _copies(rng, publisher, platform)
    developer, rating = _developer_and_rating(rng, publisher, genre, year)
    platforms = [platform]
    if rng.random() < 0.28 and publisher not in OWN_PLATFORMS:
        others = [each for each in _on(" ".join(PLATFORM_NAMES), year) if each != platform]
        platforms += [each for each in others if rng.random() < 0.35][:3]
    known_year = None if rng.random() < 0.016 else year
    known = "N/A" if rng.random() < 0.004 else "Unknown" if rng.random() < 0.012 else publisher
    if any((name, each) in catalogue.seen for each in platforms):
        return

    game = Game(name, known_year, genre, known, developer, rating)
    for each in platforms:
        catalogue.add(game, each, copies * (1 if each == platform else float(rng.uniform(0.2, 0.9))))


def _genre(rng: np.random.Generator, publisher: str, platform: str) -> str:
    more = {
        "Sports": 3 if publisher == "Electronic Arts" else 1,
        "Role-Playing": 6 if publisher in ROLE_PLAYERS else 1,
        "Strategy": 6 if platform == "PC" else 1,
    }
    if platform in ("GBA", "DS", "3DS"):
        more |= {"Shooter": 0.2, "Puzzle": 2}
    weights = GENRE_SHARES * np.array([more.get(genre, 1) for genre in GENRE_NAMES])
    return str(rng.choice(GENRE_NAMES, p=weights / weights.sum()))


def _name(rng: np.random.Generator, genre: str, year: int) -> str:
    first, last = TITLES[genre]
    name = f"{rng.choice(first)} {rng.choice(last)}{rng.choice(ENDINGS)}"
    return f"{name} {year}" if rng.random() < 0.2 else name


def _copies(rng: np.random.Generator, publisher: str, platform: str) -> float:
    copies = float(np.clip(rng.lognormal(-1.75, 1.25), 0.01, 7))
    if publisher == "Nintendo":
        copies *= 2
    return copies * 0.4 if platform == "PC" else copies


def _developer_and_rating(rng: np.random.Generator, publisher: str, genre: str, year: int) -> tuple[str, str]:
    """A game that is not rated says nothing about its developer."""
    studios = STUDIOS.get(publisher, OTHER_DEVELOPERS)
    developer = str(rng.choice(studios if rng.random() < 0.75 else OTHER_DEVELOPERS))
    rating = str(rng.choice(RATINGS[genre])) if year >= OLD and rng.random() < 0.66 else ""
    if not rating:
        developer = ""
    if rng.random() < 0.003 and rating:
        rating = "RP" if rng.random() < 0.6 else "AO"
    return developer, rating
