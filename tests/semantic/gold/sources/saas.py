"""A subscription business: accounts, their users, subscriptions, invoices and events."""

import random
from datetime import datetime, timedelta

from tests.semantic.gold.sources.tables import Table

START = datetime(2024, 1, 1)


def tables():
    """The tables of the business; the same rows every time."""
    chance = random.Random(99)
    return (
        Table(
            "accounts",
            "id INTEGER, company VARCHAR, plan VARCHAR, created_at TIMESTAMP",
            _accounts(chance),
        ),
        Table(
            "app_users",
            "id INTEGER, account_id INTEGER, email VARCHAR, role VARCHAR, created_at TIMESTAMP",
            _users(chance),
        ),
        Table(
            "invoices",
            "id INTEGER, account_id INTEGER, status VARCHAR, amount_cents INTEGER, issued_at TIMESTAMP",
            _invoices(chance),
        ),
        Table(
            "events",
            "event_id VARCHAR, user_id INTEGER, name VARCHAR, happened_at TIMESTAMP, seconds DOUBLE",
            _events(chance),
        ),
    )


def _accounts(chance):
    return [
        (number, f"Company {number}", chance.choice(["free", "team", "business"]), _moment(chance, 200))
        for number in range(1, 31)
    ]


def _users(chance):
    domains = ("example.com", "mail.example", "corp.test")
    return [
        (
            number,
            None if chance.random() < 0.05 else chance.randint(1, 27),
            None if chance.random() < 0.1 else f"user{number}@{chance.choice(domains)}",
            chance.choice(["admin", "member", "Member ", "guest"]),
            _moment(chance, 300),
        )
        for number in range(1, 121)
    ]


def _invoices(chance):
    return [
        (
            number,
            chance.randint(1, 30),
            chance.choice(["paid", "paid", "open", "void"]),
            chance.randint(0, 90_000),
            _moment(chance, 365),
        )
        for number in range(1, 201)
    ]


def _events(chance):
    return [
        (
            f"e-{number:05}",
            None if chance.random() < 0.05 else chance.randint(1, 110),
            chance.choice(["login", "export", "share", "login", "view"]),
            _moment(chance, 365),
            None if chance.random() < 0.2 else round(chance.expovariate(0.02), 3),
        )
        for number in range(1, 901)
    ]


def _moment(chance, days):
    return START + timedelta(seconds=chance.randint(0, days * 86_400))
