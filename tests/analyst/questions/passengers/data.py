"""Passengers of a ship that sank: class, age, fare and who survived."""

import random
from dataclasses import dataclass, field
from pathlib import Path

from tests.analyst.questions.tables import Rows, write_typed

COLUMNS = {
    "passengers": "PassengerId:int Survived:int Pclass:int Name:text Sex:text Age:real SibSp:int Parch:int "
    "Ticket:text Fare:real Cabin:text Embarked:text"
}
COUNT = 891
# The family names of those who came on board at each port.
FAMILY = {
    "S": "Braund Allen Palsson Saundercock Hewlett Rice Fynney Beesley Sloper Fortune Todd Glynn Turpin "
    "Rogers Goodwin Harris Skoog West Hart Cann Backstrom Ford Sage Panula Asplund Andersson Johnson "
    "Navratil Collyer Carter Becker Holverson Moran Sloane Chapman Bateman Pears Greenwood Slade "
    "Webber Ashby Morley Davies Bowen Hansen Olsen Nilsson Johansson Larsson Petersen Lefebre Strom "
    "Danbom Vestrom Ilmakangas Laitinen Jussila Kink Hirvonen Hocking Richards Mellors Gale Hickman "
    "Hunt Sedgwick Nicholls Parkes Renouf Jarvis Gaskell Harper Kent Wright Brewe Partner Silvey "
    "Taussig Hoyt Kenyon Thorne Frauenthal Stead Clifford Maioni",
    "C": "Cumings Nasser Masselmani Kraeff Uruchurtu Spencer Mamee Laroche Meyer Goldschmidt Boulos Zabour "
    "Yasbeck Touma Baclini Attalla Sarkis Hassan Moubarek Nakid Ryerson Harder Newell Fleming Blank Widener "
    "Astor Frolicher Lesurer Compton Bishop Lurette Mallet Padro Nicola Elias Thayer Hogeboom",
    "Q": "O'Dwyer McGowan Moran Buckley Murphy O'Brien Kelly Connolly Burke Healy Mannion Barry Ryan Kiernan "
    "Hagerty Sheerlinck Doherty Flynn McCoy O'Leary Lennon Foley",
}
MEN = (
    "Owen Harris|William Henry|James|John|Charles|George|Frederick|Thomas|Edward|Arthur|Albert|Karl|Johan|"
    "Ernst|Patrick|Martin|Victor|Hans|Alfred|Samuel|Robert|Joseph|Richard|Percival|Lawrence|Nils|Sigurd|Ivan|"
    "Stephen|Hugh|Walter|Leonard|Harry|Benjamin|Henry|Oscar|Peter|Daniel|Washington|Edgar"
)
MEN_BETWEEN = (
    "Joseph|Henry|John|Edvard|William|Achilles|Alexander|Bradley|Eugene|Ernest|Francis|Gustaf|Thomas|Percy|"
    "Howard|Emil|James|Olof|Bertram|Martin||||"
)
WOMEN = (
    "Laina|Elisabeth|Marguerite|Anna|Kate|Bridget|Hannah|Elizabeth|Margaret|Ellen|Mary|Agnes|Lillian|Florence|"
    "Alice|Edith|Emily|Amelia|Catherine|Hilda|Ida|Nellie|Rosa|Bertha|Jessie|Helen|Eleanor|Constance|Winnifred|"
    "Augusta|Maria|Sofia|Elin|Dagmar|Delia|Nora"
)
WOMEN_BETWEEN = "Maria|Vilhelmina|Jane|Louise|Helene|Mary|Ann|Rut|Grace|Briggs|Caroline|Teresa||||"
TITLES = {"Dr": 6, "Rev": 6, "Col": 2, "Major": 2, "Capt": 1}
# A class's tickets: what goes before the number, and its digits.
TICKETS = {
    1: ["PC 17|3", "113|3", "11|4", "19|3", "36|3"],
    2: ["24|4", "C.A. 3|4", "SC/PARIS 2|3", "23|4", "W./C. 14|3"],
    3: [
        *("A/5 2|4", "STON/O2. 31|5", "34|4", "37|4", "35|4", "2|3"),
        *("C.A. 2|3", "SOTON/OQ 39|4", "7|3"),
    ],
}
FARES = {
    1: [26.55, 30.5, 31.0, 26.2875, 39.6, 35.5, 27.7208, 41.5792, 49.5042, 55.4417, 76.7292],
    2: [10.5, 13.0, 13.0, 13.0, 12.35, 13.5, 15.05, 11.5],
    3: [7.25, 7.8958, 8.05, 7.75, 7.925, 7.775, 7.2292, 8.6625, 7.8542, 9.5, 7.125],
}
AGES = {1: (40, 13), 2: (32, 11.5), 3: (27.5, 9)}
AGE_UNKNOWN = {1: 0.14, 2: 0.06, 3: 0.27}
CABIN_KNOWN = {1: 0.81, 2: 0.09, 3: 0.025}
PORTS = {1: [59, 40, 1], 2: [88, 9, 3], 3: [71, 14, 15]}
KINDS = ["alone", "couple", "family", "siblings", "one parent", "friends"]
KIND_WEIGHTS = {1: [54, 22, 7, 5, 8, 4], 2: [64, 15, 8, 4, 7, 2], 3: [82, 4, 5, 4, 3, 2]}
CHILDREN = {1: [60, 30, 10, 0, 0, 0], 2: [55, 33, 12, 0, 0, 0], 3: [26, 24, 18, 15, 10, 7]}
MEN_ALONE = {1: 0.74, 2: 0.72, 3: 0.77}
# How often women, children and men of a class survived.
SURVIVED = {
    "women": {1: 0.965, 2: 0.91, 3: 0.5},
    "children": {1: 0.95, 2: 0.95, 3: 0.36},
    "men": {1: 0.36, 2: 0.12, 3: 0.13},
}


def write(folder: Path) -> None:
    """Write the passengers as a Parquet file."""
    rng = random.Random(19120415)
    titles = [title for title, count in TITLES.items() for _ in range(count)]
    rng.shuffle(titles)
    tickets: set[str] = set()
    passengers: Rows = []
    while len(passengers) < COUNT:
        passengers += _party(rng, titles, tickets)
    passengers = passengers[:COUNT]
    rng.shuffle(passengers)
    _set_apart(passengers)
    numbered = [{"PassengerId": number, **each} for number, each in enumerate(passengers, 1)]
    write_typed(folder, COLUMNS, {"passengers": numbered})


def _set_apart(passengers: Rows) -> None:
    """One very old man, one outstanding fare, and two women whose port nobody wrote down."""
    alone = [each for each in passengers if each["Pclass"] == 1 and each["SibSp"] + each["Parch"] == 0]
    women = [each for each in alone if each["Sex"] == "female"]
    old = next(each for each in alone if ", Mr." in each["Name"])
    old["Age"], old["Survived"] = 80.0, 1
    rich = next(each for each in women if each["Embarked"] == "C")
    rich["Fare"], rich["Cabin"] = 512.3292, "B51"
    for woman in [each for each in women if each["Embarked"] == "S" and each["Fare"] < 100][:2]:
        woman["Embarked"] = None


def _party(rng: random.Random, titles: list[str], tickets: set[str]) -> Rows:
    """Those who travel on one ticket, which is none of these; titles that are given are taken out."""
    pclass = rng.choices([1, 2, 3], [23, 21, 56])[0]
    port = rng.choices("SCQ", PORTS[pclass])[0]
    kind = rng.choices(KINDS, KIND_WEIGHTS[pclass])[0]
    family = rng.choice(FAMILY[port].split())
    ticket = _ticket(rng, pclass, tickets)
    fare = rng.choice(FARES[pclass])
    party = _Party(rng, pclass, port, family, ticket, fare, _cabin(rng, pclass))
    if kind == "alone":
        party.one(titles)
    elif kind == "couple":
        party.couple()
    elif kind == "siblings":
        party.siblings()
    elif kind == "friends":
        party.friends()
    else:
        party.parents(has_both=kind == "family")
    return party.members


def _ticket(rng: random.Random, pclass: int, taken: set[str]) -> str:
    while True:
        start, digits = rng.choice(TICKETS[pclass]).split("|")
        ticket = f"{start}{rng.randrange(10 ** int(digits)):0{digits}d}"
        if ticket not in taken:
            taken.add(ticket)
            return ticket


def _cabin(rng: random.Random, pclass: int) -> str | None:
    if pclass == 1:
        deck = rng.choices("ABCDE", [15, 45, 58, 30, 25])[0]
    else:
        deck = rng.choice("DEFF" if pclass == 2 else "FGEG")
    return f"{deck}{rng.randint(2, 128)}" if rng.random() < CABIN_KNOWN[pclass] else None


@dataclass
class _Party:
    rng: random.Random
    pclass: int
    port: str
    family: str
    ticket: str
    fare: float
    cabin: str | None
    members: Rows = field(default_factory=list)

    def one(self, titles: list[str]) -> None:
        rng = self.rng
        if rng.random() < MEN_ALONE[self.pclass]:
            title = "Mr"
            if self.pclass < 3 and titles and rng.random() < 0.10:
                title = titles.pop()
            if title == "Mr" and rng.random() < 0.022:
                self.fare = 0.0
            age = self._age() if title == "Mr" else rng.randint(38, 66)
            self._add(f"{self.family}, {title}. {self._man()}", "male", age)
        elif rng.random() < 0.72:
            self._add(f"{self.family}, Miss. {self._woman()}", "female", min(self._age(), 45))
        else:
            self._add(self._wife(self._man()), "female", self._age() + 4)

    def couple(self) -> None:
        man, age = self._man(), self._age() + 3
        self._add(f"{self.family}, Mr. {man}", "male", age, siblings=1, count=2)
        name, younger = self._wife(man), max(17, age - self.rng.randint(0, 9))
        self._add(name, "female", younger, siblings=1, count=2)

    def parents(self, has_both: bool) -> None:
        """Children with both of their parents or with one."""
        rng = self.rng
        children = rng.choices([1, 2, 3, 4, 5, 6], CHILDREN[self.pclass])[0]
        children = children if has_both else min(children, 3)
        man, age = self._man(), rng.randint(28, 46)
        spouses = int(has_both)
        count = children + 1 + spouses
        share = 0.62 if count > 3 else 0.8
        has_mother = has_both or rng.random() < 0.7
        if has_both or not has_mother:
            self._add(f"{self.family}, Mr. {man}", "male", age, spouses, children, count, share)
        if has_mother:
            name, younger = self._wife(man), max(20, age - rng.randint(0, 8))
            self._add(name, "female", younger, spouses, children, count, share)
        for _ in range(children):
            self._add(*self._child(), children - 1, 1 + spouses, count, share)

    def siblings(self) -> None:
        count = self.rng.choices([2, 3], [85, 15])[0]
        for _ in range(count):
            is_man = self.rng.random() < 0.6
            name = f"Mr. {self._man()}" if is_man else f"Miss. {self._woman()}"
            sex = "male" if is_man else "female"
            self._add(f"{self.family}, {name}", sex, min(self._age(), 36), siblings=count - 1, count=count)

    def friends(self) -> None:
        count = self.rng.choices([2, 3, 5, 7], [60, 25, 10, 5])[0]
        for _ in range(count):
            family = self.rng.choice(FAMILY[self.port].split())
            self._add(f"{family}, Mr. {self._man()}", "male", self._age(), count=count)

    def _add(
        self,
        name: str,
        sex: str,
        age: float,
        siblings: int = 0,  # or a spouse
        parents: int = 0,  # or children
        count: int = 1,
        share: float = 1.0,
    ) -> None:
        survived = int(self.rng.random() < self._chance(sex, age, siblings + parents))
        self.members.append(
            {
                "Survived": survived,
                "Pclass": self.pclass,
                "Name": name,
                "Sex": sex,
                "Age": None if self.rng.random() < AGE_UNKNOWN[self.pclass] else age,
                "SibSp": siblings,
                "Parch": parents,
                "Ticket": self.ticket,
                "Fare": round(self.fare * count * share, 4),
                "Cabin": self.cabin,
                "Embarked": self.port,
            }
        )

    def _chance(self, sex: str, age: float, relatives: int) -> float:
        """How likely one is to survive: less in a large family of the third class."""
        group = "women" if sex == "female" else "children" if age < 13 else "men"
        chance = SURVIVED[group][self.pclass]
        if self.pclass == 3 and relatives >= 4:
            chance = {"women": 0.22, "children": 0.2, "men": chance}[group]
        return min(0.98, chance * 1.12) if self.port == "C" else chance

    def _age(self) -> float:
        mean, spread = AGES[self.pclass]
        while True:
            age = self.rng.gauss(mean, spread)
            if 15 <= age <= 74:
                return int(age) + (0.5 if self.rng.random() < 0.03 else 0)

    def _child(self) -> tuple[str, str, float]:
        """Name, sex and age of a child; in the first class half of them are grown up."""
        rng = self.rng
        if self.pclass == 1 and rng.random() >= 0.5:
            age = float(rng.randint(14, 24))
        elif rng.random() < 0.10:
            age = rng.choice([0.42, 0.67, 0.75, 0.83, 0.92])
        else:
            age = float(rng.randint(1, 15))
        if rng.random() < 0.52:
            return f"{self.family}, {'Master' if age < 14 else 'Mr'}. {self._man()}", "male", age

        return f"{self.family}, Miss. {self._woman()}", "female", age

    def _man(self) -> str:
        return self._given(MEN, MEN_BETWEEN)

    def _woman(self) -> str:
        return self._given(WOMEN, WOMEN_BETWEEN)

    def _wife(self, man: str) -> str:
        """A wife has her husband's name, and in brackets her own."""
        born = f"{self._woman()} {self.rng.choice(FAMILY['S'].split())}"
        return f"{self.family}, Mrs. {man} ({born})"

    def _given(self, first: str, between: str) -> str:
        return f"{self.rng.choice(first.split('|'))} {self.rng.choice(between.split('|'))}".strip()
