"""Read the questions of `svcchat eval`: a YAML file, each with the SQL that answers it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

import yaml

from svcchat_magic.errors import RequestRefused

KINDS = (
    *("total", "breakdown", "trend", "filter", "topn", "share", "growth", "compare", "ratio"),
    *("distinct", "having", "list", "model", "followup", "unanswerable", "why"),
)
LEVELS = ("easy", "medium", "hard")
REFUSE = "refuse"
_KEYS = {
    *("name", "question", "after", "now", "sql", "sql_alternatives", "kind", "level"),
    "expect",
}


class Need(StrEnum):
    """What a right answer is."""

    ROWS = "rows"
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One question; `after` are earlier questions of the same chat, never names of them."""

    name: str
    question: str
    kind: str
    level: str
    after: tuple[str, ...] = ()
    now: date | None = None  # what relative time is read against
    sql: tuple[str, ...] = ()  # over base tables; any of them is right
    need: Need = Need.ROWS


def read_question_file(path: Path) -> tuple[Item, ...]:
    """The questions of a file: a list of them, or `questions` beside the `now` of those without their own.

    Raises RequestRefused when it cannot be read or an item cannot be used, naming the item.
    """
    try:
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeError, yaml.YAMLError) as error:
        raise RequestRefused(f"The question file {path} cannot be read: {_one_line(error)}") from error

    given = document if isinstance(document, Mapping) else {"questions": document}
    questions = given.get("questions")
    if not isinstance(questions, list) or not questions:
        raise RequestRefused(f"The question file {path} has no list of questions.")

    items = tuple(_item(each, number, given.get("now")) for number, each in enumerate(questions, 1))
    _check_names(items)
    named = {each.name: each for each in items}
    return tuple(replace(each, after=_asked_before(each, named)) for each in items)


def _asked_before(item: Item, named: Mapping[str, Item], within: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The questions that go before one: a name stands for its question, behind those before that one."""
    if item.name in within:
        raise _unusable(item.name, "it comes after itself")

    found: list[str] = []
    for each in item.after:
        other = named.get(each)
        if other is None or other is item:
            found.append(each)
            continue

        before = (*_asked_before(other, named, (*within, item.name)), other.question)
        known = before[: len(found)] == tuple(found)  # `after: [one, two]` where two itself comes after one
        found.extend(before[len(found) :] if known else before)

    return tuple(found)


def _item(given: Any, number: int, now: object) -> Item:
    if not isinstance(given, Mapping):
        raise RequestRefused(f"Question {number} is not a mapping with a name and a question.")

    name = str(given.get("name") or f"question {number}")
    if unknown := sorted(str(key) for key in given.keys() - _KEYS):
        raise _unusable(name, f"it has the unknown key {unknown[0]}")

    return Item(
        name=name,
        question=_question(name, given.get("question")),
        kind=_one_of(name, "kind", given.get("kind"), KINDS),
        level=_one_of(name, "level", given.get("level"), LEVELS),
        after=_texts(name, "after", given.get("after")),
        now=_day(name, given.get("now", now)),
        sql=(
            *_texts(name, "sql", given.get("sql")),
            *_texts(name, "sql_alternatives", given.get("sql_alternatives")),
        ),
        need=_need(name, given),
    )


def _need(name: str, given: Mapping[str, Any]) -> Need:
    expect, sql = given.get("expect"), given.get("sql")
    if expect not in (None, REFUSE):
        raise _unusable(name, f"expect is {expect!r}; the only value is {REFUSE}")

    if (expect == REFUSE) == bool(sql):
        raise _unusable(name, f"give either sql or expect: {REFUSE}")

    return Need.REFUSAL if expect == REFUSE else Need.ROWS


def _question(name: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _unusable(name, "it has no question")

    return value.strip()


def _one_of(name: str, key: str, value: object, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise _unusable(name, f"{key} is {value!r}; use one of {', '.join(allowed)}")

    return str(value)


def _texts(name: str, key: str, value: object) -> tuple[str, ...]:
    """One text or a list of them."""
    listed: list[Any] = [] if value is None else value if isinstance(value, list) else [value]
    if not all(isinstance(each, str) and each.strip() for each in listed):
        raise _unusable(name, f"{key} must be a text or a list of texts")

    return tuple(each.strip().rstrip(";") for each in listed)


def _day(name: str, value: object) -> date | None:
    """A date as YAML reads it, or as ISO text."""
    if isinstance(value, datetime):
        return value.date()

    if value is None or isinstance(value, date):
        return value

    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise _unusable(name, f"now is {value!r}; use a date such as 2025-01-31") from None


def _check_names(items: tuple[Item, ...]) -> None:
    names = [item.name for item in items]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise RequestRefused(f"Two questions are named {twice!r}.")


def _unusable(name: str, reason: str) -> RequestRefused:
    return RequestRefused(f"The question {name!r} cannot be used: {reason}.")


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())
