"""The check of a language model's sentences, measured: `python -m tests.campaigns.grounding [N]`.

False alarms: how many of the built-in analyst's own sentences, which are true, the check would strike.
Catches: how many of N of them are struck once a number, a name, a direction, a comparison or
a date is changed. A few changes are still true, such as the lowest of rows that are all the same.
"""

import argparse
import asyncio
import random
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

from svcchat_magic.analyst.grounding.directions import DOWN, HIGHEST, LOWEST, UP, word_lists
from svcchat_magic.analyst.grounding.sentences import Sentences
from svcchat_magic.analyst.language.date_names import date_names
from svcchat_magic.analyst.language_model.speech import grounding_of
from svcchat_magic.analyst.language_model.toolbox import Answered
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.telling.additivity import is_additive
from svcchat_magic.analyst.telling.narration import tell
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.told import told_query
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.evaluation.question_file import read_question_file
from tests.campaigns.question_sets import SETS, SetTools, open_set, set_names

_WORDS = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "7": "seven",
    "11": "eleven",
    "12": "a dozen",
    "20": "twenty",
}
_IN_A_DATE = re.compile(r"\s(?:[A-Z]|to\s\d)")
_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_DIRECTIONS = {
    "rose": "fell",
    "fell": "rose",
    "grew": "shrank",
    "highest": "lowest",
    "lowest": "highest",
    "most": "fewest",
    "fewest": "most",
    "higher": "lower",
    "lower": "higher",
    "peaked": "bottomed",
    "more": "less",
    "largest": "smallest",
    "up": "down",
    "down": "up",
    "increase": "decrease",
    "rise": "drop",
    "drop": "rise",
    "went up": "went down",
}


@dataclass(frozen=True)
class Told:
    """A true answer with the rows behind it."""

    question: str
    results: tuple[Answered, ...]
    sentences: tuple[str, ...]
    catalog: Catalog


def told_answers(names: list[str]) -> Iterator[Told]:
    """The built-in analyst's answers to every question of these sets that stands for itself."""
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            tools, engine = open_set(name, Path(folder))
            for item in read_question_file(SETS / name / "questions.yml"):
                told = (
                    None if item.after else asyncio.run(_told(item.question, item.now or date.today(), tools))
                )
                if told is not None:
                    yield told

            engine.close()


async def _told(question: str, today: date, tools: SetTools) -> Told | None:
    reader = Reader(tools, today)
    read = await reader.read(question)
    if read.planned is None or not read.is_sure:
        return None

    planned = read.planned
    home = next((each.cube for each in planned.source.fields.values()), "")
    query = told_query(planned, reader.sources.dates(planned.source.root or home))
    try:
        rows = await tools.run_sql(query.sql)
    except (QueryRefused, EngineError):
        return None

    additive = frozenset(each.name for each in query.measures if is_additive(tools.model, each, query))
    result = Result(0, query, rows, additive, today)
    text = " ".join(tell([result], today).paragraphs)
    cutter = Sentences()
    return Told(
        question, (Answered(query.sql, rows, result),), (*cutter.feed(text), *cutter.end()), reader.catalog
    )


def struck(told: Told, sentences: tuple[str, ...]) -> list[tuple[str, str]]:
    """The sentences that the check strikes, with what it did not find."""
    check = grounding_of(told.question, told.results, told.catalog)
    found = [(each, check.check(each)) for each in sentences]
    return [(sentence, checked.problem) for sentence, checked in found if not checked.holds]


def changed(told: Told, at: int, dice: random.Random) -> tuple[str, str] | None:
    """A sentence made wrong, with the kind of change; None when that kind does not fit it."""
    kind, change = dice.choice(tuple(_CHANGES.items()))
    text = told.sentences[at]
    wrong = change(text, told, dice)
    return (kind, wrong) if wrong and wrong != text else None


def _other_number(text: str, told: Told, dice: random.Random) -> str | None:
    spots = [match for match in _FIGURE.finditer(text) if not re.fullmatch(r"(19|20)\d\d", match[0])]
    if not spots:
        return None

    spot = dice.choice(spots)
    at = dice.choice([index for index, each in enumerate(spot[0]) if each.isdigit()])
    digit = dice.choice([each for each in "123456789" if each != spot[0][at]])
    wrong = spot[0][:at] + digit + spot[0][at + 1 :]
    return text[: spot.start()] + wrong + text[spot.end() :]


def _other_name(text: str, told: Told, dice: random.Random) -> str | None:
    (answered,) = told.results
    places = [at for at, each in enumerate(answered.rows.columns) if each.column_type == "String"]
    names = sorted({str(row[at]) for row in answered.rows.rows for at in places if row[at]})
    here = [each for each in names if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", text)]
    if not here or len(names) < 2:
        return None

    old = dice.choice(here)
    new = dice.choice([*(each for each in names if each != old), "Atlantis"])
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: new, text, count=1)


def _other_direction(text: str, told: Told, dice: random.Random) -> str | None:
    spots = [
        match
        for old in _DIRECTIONS
        for match in re.finditer(rf"(?<!\w){old}(?!\w)", text)
        if any(old in word_lists()[kind] for kind in (UP, DOWN, HIGHEST, LOWEST))
    ]
    if not spots:
        return None

    spot = dice.choice(spots)
    return text[: spot.start()] + _DIRECTIONS[spot[0]] + text[spot.end() :]


def _other_period(text: str, told: Told, dice: random.Random) -> str | None:
    spots = list(re.finditer(r"(?<!\d)(?:19|20)\d\d(?!\d)", text))
    if not spots:
        return None

    spot = dice.choice(spots)
    year = int(spot[0]) + dice.choice((-7, -5, 5, 9))
    return f"{text[: spot.start()]}{year}{text[spot.end() :]}"


def _other_month(text: str, told: Told, dice: random.Random) -> str | None:
    months = date_names().months
    spots = [match for each in months for match in re.finditer(rf"(?<!\w){each}(?!\w)", text)]
    if not spots:
        return None

    spot = dice.choice(spots)
    named = {each for row in told.results[0].rows.rows for cell in row for each in _months(cell)}
    wrong = dice.choice([each for each in months if each not in {spot[0], *named}] or [""])
    return text[: spot.start()] + wrong + text[spot.end() :] if wrong else None


def _months(cell: object) -> Iterator[str]:
    if isinstance(cell, (date, datetime)):
        yield date_names().months[cell.month - 1]


def _other_words(text: str, told: Told, dice: random.Random) -> str | None:
    """A small number as a word, and not the right one."""
    spots = [
        match
        for match in _FIGURE.finditer(text)
        if match[0] in _WORDS and not _IN_A_DATE.match(text[match.end() :])
    ]
    if not spots:
        return None

    spot = dice.choice(spots)
    others = [word for number, word in _WORDS.items() if number != spot[0]]
    return text[: spot.start()] + dice.choice(others) + text[spot.end() :]


def _other_comparison(text: str, told: Told, dice: random.Random) -> str | None:
    for old, new in (("more than", "less than"), ("less than", "more than")):
        if old in text and "have more than" not in text:
            return text.replace(old, new, 1)

    return None


_Change = Callable[[str, Told, random.Random], str | None]
_CHANGES: dict[str, _Change] = {
    "number": _other_number,
    "name": _other_name,
    "direction": _other_direction,
    "period": _other_period,
    "month": _other_month,
    "words": _other_words,
    "comparison": _other_comparison,
}


@dataclass
class Rates:
    """What the check struck: of true sentences, and of changed ones by the kind of change."""

    answers: int = 0
    sentences: int = 0
    alarms: list[tuple[str, str, str]] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    missed: list[tuple[str, str, str, str]] = field(default_factory=list)


def run(count: int, sets: list[str], seed: int = 7) -> Rates:
    """The rates over the answers to these sets, with this many changed sentences."""
    answers = list(told_answers(sets))
    found = Rates(len(answers), sum(len(each.sentences) for each in answers))
    found.alarms = [(told.question, *pair) for told in answers for pair in struck(told, told.sentences)]
    dice = random.Random(seed)
    while found.asked.total() < count:
        told = dice.choice(answers)
        at = dice.randrange(len(told.sentences))
        if (made := changed(told, at, dice)) is not None:
            _count(found, told, at, made)

    return found


def _count(found: Rates, told: Told, at: int, made: tuple[str, str]) -> None:
    kind, wrong = made
    found.asked[kind] += 1
    if any(sentence == wrong for sentence, _ in struck(told, (*told.sentences[:at], wrong))):
        found.caught[kind] += 1
    else:
        found.missed.append((kind, told.question, told.sentences[at], wrong))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=1_000, help="changed sentences")
    parser.add_argument("--set", action="append", dest="sets", help="only this set; repeatable")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--list", action="store_true", help="list false alarms and what was not caught")
    given = parser.parse_args()
    found = run(given.count, given.sets or set_names(held_out=False), given.seed)
    print(f"answers {found.answers}, sentences {found.sentences}, false alarms {len(found.alarms)}")
    for kind in sorted(found.asked):
        print(f"{kind:<10} {found.caught[kind]:>5} of {found.asked[kind]:>5} caught")

    print(f"all        {found.caught.total():>5} of {found.asked.total():>5} caught")
    if given.list:
        for question, sentence, problem in found.alarms:
            print(f"\nFALSE ALARM {question}\n  {sentence}\n  {problem}")

        for kind, question, right, wrong in found.missed:
            print(f"\nMISSED {kind}: {question}\n  {right}\n  {wrong}")


if __name__ == "__main__":
    main()
