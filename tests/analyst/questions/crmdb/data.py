"""A sales department's CRM: accounts, contacts, leads, opportunities, activities and users."""

from collections import defaultdict
from datetime import date, datetime, time, timedelta
from pathlib import Path

import numpy as np

from tests.analyst.questions.draws import picked
from tests.analyst.questions.tables import Row, Rows, write_typed

START, NOW = datetime(2023, 2, 13, 8), datetime(2026, 2, 11, 18)
SPAN = (NOW - START).total_seconds()
ACCOUNTS = 210
COLUMNS = {
    "Account": "Id:text Name:text Type:text Industry:text AnnualRevenue:real NumberOfEmployees:int "
    "BillingCountry:text BillingCity:text Rating:text OwnerId:text CreatedDate:time",
    "Contact": "Id:text AccountId:text FirstName:text LastName:text Email:text Phone:text Title:text "
    "HasOptedOutOfEmail:flag OwnerId:text CreatedDate:time",
    "Lead": "Id:text FirstName:text LastName:text Company:text Title:text Status:text Rating:text "
    "LeadSource:text Industry:text Country:text OwnerId:text CreatedDate:time IsConverted:flag "
    "ConvertedDate:date ConvertedAccountId:text ConvertedOpportunityId:text",
    "Opportunity": "Id:text AccountId:text Name:text OwnerId:text StageName:text Amount:real Probability:int "
    "CloseDate:date CreatedDate:time Type:text LeadSource:text IsClosed:flag IsWon:flag "
    "ForecastCategoryName:text Loss_Reason__c:text",
    "Activity": "Id:text Subject:text Type:text Status:text Priority:text ActivityDate:date OwnerId:text "
    "AccountId:text OpportunityId:text ContactId:text CallDurationMinutes:int IsClosed:flag",
    "Users": "Id:text Name:text Email:text Title:text Department:text ManagerId:text IsActive:flag "
    "CreatedDate:time LastLoginDate:time",
}
USERS = (
    "Rachel Moore|Tom Becker|Sofia Rossi|Liam Walsh|Nadia Haddad|Erik Lindqvist|Priya Nair|Marc Dubois|"
    "Julia Sommer|Carlos Vega|Amy Chen|Peter Novak|Hanna Koskinen|Oliver Grant|Ines Costa|Dan Fletcher|"
    "Mei Tanaka|Georg Huber"
)
GONE = (6, 11, 15)
INDUSTRIES = [
    "Manufacturing",
    "Technology",
    "Healthcare",
    "Financial Services",
    "Retail",
    "Energy",
    "Education",
    "Transportation",
]
CITIES = {
    "United States": ["Boston", "Chicago", "Denver"],
    "Germany": ["Berlin", "Munich", "Cologne"],
    "United Kingdom": ["London", "Leeds"],
    "France": ["Paris", "Lyon"],
    "Netherlands": ["Utrecht", "Rotterdam"],
    "Sweden": ["Malmö", "Stockholm"],
    "Spain": ["Madrid", "Valencia"],
}
COUNTRY_WEIGHTS = [0.3, 0.2, 0.16, 0.12, 0.08, 0.07, 0.07]
FIRM_NAMES = (
    "Alder Boreal Cinder Delta Evergreen Falcon Granite Helix Ionic Juniper Kestrel Lumen Meridian Northwind "
    "Orchid Pinnacle Quartz Redwood Summit Tidal Umbra Vertex Willow Zenith"
)
FIRM_KINDS = "Systems Logistics Foods Health Capital Energy Labs Industries Retail Robotics Media Insurance"
LEAD_KINDS = ["Partners", "Group", "Works", "Trading", "Software", "Clinics"]
RATINGS = ["Hot", "Warm", "Cold", None]
GIVEN = (
    "Adam Bella Chris Dora Elias Fiona Gavin Helen Ivan Joan Karl Laura Mona Noah Otis Paula Quinn Ruth Sven "
    "Tara Ugo Viola Wes Xenia"
)
FAMILY = (
    "Abbott Bryant Carver Dunn Ellis Foley Gibson Hartman Irwin Jarvis Kemp Lowell Marsh Nolan Ortega Payne "
    "Quigley Rowe Stark Tucker Upton Vance Wolfe York"
)
TITLES = [
    "CEO",
    "CFO",
    "CTO",
    "Head of Procurement",
    "IT Director",
    "Operations Manager",
    "Purchasing Manager",
    "VP Finance",
]
SOURCES = ["Web", "Referral", "Trade Show", "Cold Call", "Partner", "Webinar"]
SOURCE_WEIGHTS = [0.3, 0.18, 0.14, 0.16, 0.1, 0.12]
WINNING = dict(zip(SOURCES, [0.27, 0.45, 0.3, 0.19, 0.4, 0.29], strict=True))
CONVERTING = dict(zip(SOURCES, [0.2, 0.4, 0.26, 0.14, 0.36, 0.24], strict=True))
RATED = {"Hot": 1.5, "Warm": 1.0, "Cold": 0.6, None: 0.8}
DELAYS = {"Hot": 6, "Warm": 12, "Cold": 17, None: 14}
# Probability and forecast of each open stage.
STAGES = {
    "Prospecting": (10, "Pipeline"),
    "Qualification": (20, "Pipeline"),
    "Needs Analysis": (35, "Pipeline"),
    "Proposal/Price Quote": (60, "Best Case"),
    "Negotiation/Review": (80, "Commit"),
}
# How long a deal of a kind takes, as the logarithm of days, and how often it is won.
DEALS = {"New Business": (4.35, 0.95), "Existing Business": (3.8, 1.3), "Renewal": (3.5, 1.7)}
SUBJECTS = ["Platform", "Expansion", "Pilot", "Add-on", "Rollout", "Licences", "Services"]
LOSSES = ["Price", "Competitor", "No Budget", "No Decision", "Missing Feature", "Timing"]
ACTIVITIES = {
    "Call": ["Discovery call", "Follow-up call", "Pricing call"],
    "Email": ["Send proposal", "Intro email", "Follow-up email"],
    "Meeting": ["On-site meeting", "Quarterly review", "Kick-off"],
    "Demo": ["Product demo", "Technical demo"],
}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = np.random.default_rng(2212)
    users = _users(rng)
    accounts = _accounts(rng)
    contacts = _contacts(rng, accounts)
    deals = _Deals(rng, accounts)
    opportunities = deals.opportunities()
    for account in accounts:
        is_customer = account["Id"] in deals.won
        account["Type"] = "Customer" if is_customer else picked(rng, ["Prospect", "Partner"], [0.85, 0.15])
    leads = [_lead(rng, at, opportunities) for at in range(700)]
    activities = _activities(rng, opportunities, contacts)
    tables = {
        "Account": accounts,
        "Contact": contacts,
        "Lead": leads,
        "Opportunity": opportunities,
        "Activity": activities,
        "Users": users,
    }
    write_typed(folder, COLUMNS, {name: _to_the_second(rows) for name, rows in tables.items()})


def _to_the_second(rows: Rows) -> Rows:
    return [
        {
            column: value.replace(microsecond=0) if isinstance(value, datetime) else value
            for column, value in row.items()
        }
        for row in rows
    ]


def _key(table: str, number: int) -> str:
    """The key of a row, which starts with three characters of its table."""
    return f"{table}5g00000{number * 37 + 1000:07d}AAQ"


SELLERS = [_key("005", at) for at in range(4, 14)]
SELLING = [_key("005", at) for at in range(4, 14) if at not in GONE]
CALLERS = [_key("005", at) for at in (14, 15, 4, 7, 9, 12)]


def _users(rng: np.random.Generator) -> Rows:
    users: Rows = []
    for at, name in enumerate(USERS.split("|")):
        title, department, manager = _position(at)
        created = datetime(2021, 3, 1) + timedelta(days=int(rng.integers(0, 700)))
        if at in GONE:
            seen = NOW - timedelta(days=int(rng.integers(150, 600)))
        else:
            seen = NOW - timedelta(hours=float(rng.integers(1, 200)))
        users.append(
            {
                "Id": _key("005", at),
                "Name": name,
                "Email": name.lower().replace(" ", ".") + "@corvexa.com",
                "Title": title,
                "Department": department,
                "ManagerId": None if manager is None else _key("005", manager),
                "IsActive": at not in GONE,
                "CreatedDate": created,
                "LastLoginDate": seen,
            }
        )
    return users


def _position(at: int) -> tuple[str, str, int | None]:
    """The title, department and manager of a user."""
    if at == 0:
        return "VP Sales", "Sales", None
    if at <= 3:
        return "Sales Manager", "Sales", 0
    if at < 14:
        return "Account Executive" if at % 3 else "Senior Account Executive", "Sales", 1 + at % 3
    if at < 16:
        return "Sales Development Rep", "Sales", 1
    return ("Marketing Manager", "Marketing", None) if at == 16 else ("CRM Administrator", "Operations", None)


def _accounts(rng: np.random.Generator) -> Rows:
    """The accounts; most of those whose owner is gone are handed over."""
    names = [f"{name} {kind}" for name in FIRM_NAMES.split() for kind in FIRM_KINDS.split()]
    rng.shuffle(names)
    accounts = [{"Id": _key("001", at), "Name": names[at], **_account(rng)} for at in range(ACCOUNTS)]
    for account in accounts:
        if account["OwnerId"] not in SELLING and rng.random() < 0.7:
            account["OwnerId"] = picked(rng, SELLING)
    return accounts


def _account(rng: np.random.Generator) -> Row:
    country = picked(rng, list(CITIES), COUNTRY_WEIGHTS)
    revenue = round(float(np.exp(rng.normal(17.2, 1.3))), -3)
    account = {
        "Industry": picked(rng, INDUSTRIES) if rng.random() > 0.05 else None,
        "AnnualRevenue": revenue if rng.random() > 0.09 else None,
        "NumberOfEmployees": int(max(8, revenue / 190000 * rng.uniform(0.6, 1.6))),
        "BillingCountry": country,
        "BillingCity": picked(rng, CITIES[country]),
        "Rating": picked(rng, RATINGS, [0.2, 0.35, 0.3, 0.15]),
        "OwnerId": picked(rng, SELLERS),
    }
    created = START - timedelta(days=200) + timedelta(days=float(rng.beta(1, 1.6) * 1270))
    if created > NOW:
        created = NOW - timedelta(days=float(rng.integers(3, 90)))
    return account | {"CreatedDate": created}


def _contacts(rng: np.random.Generator, accounts: Rows) -> Rows:
    contacts: Rows = []
    for at in range(430):
        account = accounts[int(rng.integers(0, 195 if rng.random() < 0.7 else 60))]
        first, last = picked(rng, GIVEN.split()), picked(rng, FAMILY.split())
        created = account["CreatedDate"] + timedelta(days=float(rng.exponential(160)))
        created = min(created, NOW - timedelta(days=float(rng.integers(1, 60))))
        email = f"{first}.{last}@{account['Name'].replace(' ', '')}.com".lower()
        contacts.append(
            {
                "Id": _key("003", at),
                "AccountId": account["Id"],
                "FirstName": first,
                "LastName": last,
                "Email": email if rng.random() > 0.05 else None,
                "Phone": _phone(rng) if rng.random() > 0.22 else None,
                "Title": picked(rng, TITLES),
                "HasOptedOutOfEmail": rng.random() < 0.12,
                "OwnerId": account["OwnerId"],
                "CreatedDate": created,
            }
        )
    return contacts


def _phone(rng: np.random.Generator) -> str:
    return f"+{rng.integers(1, 50)} {rng.integers(100, 999)} {rng.integers(100000, 999999)}"


class _Deals:
    """Who sells what to whom: sellers differ in skill, and thirty accounts never buy."""

    def __init__(self, rng: np.random.Generator, accounts: Rows):
        self._rng = rng
        self._accounts = accounts
        skills = rng.uniform(0.7, 1.35, len(SELLERS))
        self._skills = {seller: float(skill) for seller, skill in zip(SELLERS, skills, strict=True)}
        self._demand = rng.gamma(1.1, 1, ACCOUNTS)
        self._demand *= np.array([1] * 180 + [0] * 30)[rng.permutation(ACCOUNTS)]
        self.won: set[str] = set()

    def opportunities(self) -> Rows:
        """The opportunities by the time they were found."""
        beginnings = sorted(
            START + timedelta(seconds=float(SPAN * self._rng.beta(1.25, 1.0))) for _ in range(1350)
        )
        return [self._opportunity(at, created) for at, created in enumerate(beginnings)]

    def _opportunity(self, at: int, created: datetime) -> Row:
        rng = self._rng
        weights = self._demand * [account["CreatedDate"] < created for account in self._accounts]
        account = picked(rng, self._accounts, weights / weights.sum())
        owner = self._owner(account, created)
        is_known = account["Id"] in self.won
        kinds = ["Existing Business", "Renewal", "New Business"]
        kind = picked(rng, kinds, [0.5, 0.4, 0.1]) if is_known else "New Business"
        source = picked(rng, SOURCES, SOURCE_WEIGHTS)
        size = float(np.exp(rng.normal(9.9 if kind == "Existing Business" else 10.3, 0.85)))
        amount = round(size * (1 + 0.07 * (created.year - 2023)), -1) + float(rng.integers(0, 10))
        days = float(np.exp(rng.normal(DEALS[kind][0], 0.55)))
        subject = picked(rng, SUBJECTS)
        name = f"{account['Name']} - {'Renewal' if kind == 'Renewal' else subject} {created:%y%m}-{at}"
        row = {
            "Id": _key("006", at),
            "AccountId": account["Id"],
            "Name": name,
            "OwnerId": owner,
            "Amount": amount,
            "CreatedDate": created,
            "Type": kind,
            "LeadSource": source,
        }
        closes = created + timedelta(days=days)
        if closes <= NOW and rng.random() > 0.025:
            return row | self._closed(row) | {"CloseDate": closes.date()}
        return row | self._open(row, days)

    def _owner(self, account: Row, created: datetime) -> str:
        """The owner of the account or another seller; who is gone has hardly a new one since March 2025."""
        owner = account["OwnerId"] if self._rng.random() < 0.7 else picked(self._rng, SELLERS)
        if owner not in SELLING and created > datetime(2025, 3, 1) and self._rng.random() < 0.97:
            return picked(self._rng, SELLING)
        return str(owner)

    def _closed(self, row: Row) -> Row:
        chance = WINNING[row["LeadSource"]] * self._skills[row["OwnerId"]] * DEALS[row["Type"]][1]
        is_won = self._rng.random() < min(0.9, chance)
        if is_won:
            self.won.add(row["AccountId"])
        is_unexplained = is_won or self._rng.random() < 0.08
        weights = [0.28, 0.24, 0.15, 0.16, 0.09, 0.08]
        return {
            "StageName": "Closed Won" if is_won else "Closed Lost",
            "Probability": 100 if is_won else 0,
            "IsClosed": True,
            "IsWon": is_won,
            "ForecastCategoryName": "Closed" if is_won else "Omitted",
            "Loss_Reason__c": None if is_unexplained else picked(self._rng, LOSSES, weights),
        }

    def _open(self, row: Row, days: float) -> Row:
        """How far an open deal is: as far as its time has gone by, early ones without an amount."""
        rng, created = self._rng, row["CreatedDate"]
        gone = (NOW - created).days / max(days, 1)
        at = min(4, max(0, int(gone * 4 + rng.normal(0.3, 0.8))))
        closes = created + timedelta(days=days)
        if closes <= NOW:
            closes = NOW - timedelta(days=float(rng.integers(4, 75)))
        if closes < created:
            closes = created + timedelta(days=2)
        owner = row["OwnerId"] if row["OwnerId"] in SELLING else picked(rng, SELLING)
        stage, (probability, forecast) = list(STAGES.items())[at]
        return {
            "OwnerId": owner,
            "StageName": stage,
            "Amount": None if at < 2 and rng.random() < 0.3 else row["Amount"],
            "Probability": probability,
            "CloseDate": closes.date(),
            "IsClosed": False,
            "IsWon": False,
            "ForecastCategoryName": forecast,
            "Loss_Reason__c": None,
        }


def _lead(rng: np.random.Generator, at: int, opportunities: Rows) -> Row:
    """A lead; what it was converted to is the next opportunity that was found."""
    created = START + timedelta(seconds=float(SPAN * rng.beta(1.2, 1.0)))
    source = picked(rng, SOURCES, SOURCE_WEIGHTS)
    rating = picked(rng, RATINGS, [0.2, 0.35, 0.33, 0.12])
    converted = created + timedelta(days=float(rng.gamma(2, DELAYS[rating])))
    is_converted = rng.random() < CONVERTING[source] * RATED[rating] and converted < NOW
    status = "Closed - Converted" if is_converted else _unconverted(rng, (NOW - created).days)
    country = picked(rng, list(CITIES), COUNTRY_WEIGHTS)
    later = [each for each in opportunities if each["CreatedDate"] >= converted]
    found: Row = later[0] if is_converted and later else {}
    return {
        "Id": _key("00Q", at),
        "FirstName": picked(rng, GIVEN.split()),
        "LastName": picked(rng, FAMILY.split()),
        "Company": f"{picked(rng, FIRM_NAMES.split())} {picked(rng, LEAD_KINDS)}",
        "Title": picked(rng, TITLES),
        "Status": status,
        "Rating": rating,
        "LeadSource": source,
        "Industry": picked(rng, INDUSTRIES) if rng.random() > 0.1 else None,
        "Country": country,
        "OwnerId": picked(rng, CALLERS),
        "CreatedDate": created,
        "IsConverted": is_converted,
        "ConvertedDate": converted.date() if is_converted else None,
        "ConvertedAccountId": found.get("AccountId"),
        "ConvertedOpportunityId": found.get("Id"),
    }


def _unconverted(rng: np.random.Generator, age: int) -> str:
    if rng.random() < min(0.85, age / 300):
        return "Closed - Not Converted"
    return picked(rng, ["Open - Not Contacted", "Working - Contacted"], [0.45, 0.55])


def _activities(rng: np.random.Generator, opportunities: Rows, contacts: Rows) -> Rows:
    """The activities of random opportunities, each while its deal was open."""
    people = defaultdict(list)
    for contact in contacts:
        people[contact["AccountId"]].append(contact["Id"])
    activities: Rows = []
    for at in range(2600):
        deal = opportunities[int(rng.integers(0, len(opportunities)))]
        day = _while_open(rng, deal)
        kind = picked(rng, list(ACTIVITIES), [0.38, 0.36, 0.18, 0.08])
        is_done = rng.random() < 0.93
        subject = picked(rng, ACTIVITIES[kind])
        priority = picked(rng, ["High", "Normal", "Low"], [0.2, 0.65, 0.15])
        known = people[deal["AccountId"]]
        person = picked(rng, known) if known and rng.random() < 0.8 else None
        activities.append(
            {
                "Id": _key("00T", at),
                "Subject": subject,
                "Type": kind,
                "Status": "Completed" if is_done else "Not Started",
                "Priority": priority,
                "ActivityDate": day,
                "OwnerId": deal["OwnerId"],
                "AccountId": deal["AccountId"],
                "OpportunityId": deal["Id"],
                "ContactId": person,
                "CallDurationMinutes": int(rng.integers(3, 55)) if kind == "Call" and is_done else None,
                "IsClosed": is_done,
            }
        )
    return activities


def _while_open(rng: np.random.Generator, deal: Row) -> date:
    end = min(datetime.combine(deal["CloseDate"], time(17)), NOW) if deal["IsClosed"] else NOW
    seconds = max(1, (end - deal["CreatedDate"]).total_seconds())
    day: date = (deal["CreatedDate"] + timedelta(seconds=float(rng.random() * seconds))).date()
    return day
