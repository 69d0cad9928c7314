"""The check of a language model's sentences, measured: `python -m tests.campaigns.grounding [N]`.

False alarms: how many of the built-in analyst's own sentences, which are true, the check would strike.
Catches: how many of N of them are struck once a number, a name, a direction or a period is changed.
"""

import argparse
import asyncio
import random
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from svcchat_magic.analyst.grounding.directions import DOWN, HIGHEST, LOWEST, UP, word_lists
from svcchat_magic.analyst.grounding.sentences import Sentences
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


_Change = Callable[[str, Told, random.Random], str | None]
_CHANGES: dict[str, _Change] = {
    "number": _other_number,
    "name": _other_name,
    "direction": _other_direction,
    "period": _other_period,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=1_000, help="changed sentences")
    parser.add_argument("--set", action="append", dest="sets", help="only this set; repeatable")
    parser.add_argument("--list", action="store_true", help="list false alarms and what was not caught")
    given = parser.parse_args()
    answers = list(told_answers(given.sets or set_names(held_out=False)))
    total = sum(len(each.sentences) for each in answers)
    alarms = [(told.question, *pair) for told in answers for pair in struck(told, told.sentences)]
    print(f"answers {len(answers)}, sentences {total}, false alarms {len(alarms)}")
    asked, caught, missed = Counter[str](), Counter[str](), []
    dice = random.Random(7)
    while asked.total() < given.count:
        told = dice.choice(answers)
        at = dice.randrange(len(told.sentences))
        made = changed(told, at, dice)
        if made is None:
            continue

        kind, wrong = made
        asked[kind] += 1
        before = (*told.sentences[:at], wrong)
        if any(sentence == wrong for sentence, _ in struck(told, before)):
            caught[kind] += 1
        else:
            missed.append((kind, told.question, told.sentences[at], wrong))

    for kind in sorted(asked):
        print(f"{kind:<10} {caught[kind]:>5} of {asked[kind]:>5} caught")

    print(f"all        {caught.total():>5} of {asked.total():>5} caught")
    if given.list:
        for question, sentence, problem in alarms:
            print(f"\nFALSE ALARM {question}\n  {sentence}\n  {problem}")

        for kind, question, right, wrong in missed:
            print(f"\nMISSED {kind}: {question}\n  {right}\n  {wrong}")


if __name__ == "__main__":
    main()
