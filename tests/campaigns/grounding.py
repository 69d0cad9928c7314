"""The check of a language model's sentences, measured: `python -m tests.campaigns.grounding [N]`.

False alarms: how many of the built-in analyst's own sentences, which are true, the check would strike: of its
answers to the question sets, and with `--drawn` of as many random analyses over the sets' models.
Catches: how many of N of them are struck once a number, a name, a direction, a comparison or
a date is changed. A few changes are still true, such as the lowest of rows that are all the same.
"""

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.language_model.speech import grounding_of
from tests.campaigns.inventions import changed
from tests.campaigns.question_sets import set_names
from tests.campaigns.told_answers import Told, asked_answers, drawn_answers


def struck(told: Told, sentences: tuple[str, ...]) -> list[tuple[str, str]]:
    """The sentences that the check strikes, with what it did not find."""
    today = next((each.told.today for each in told.results if each.told), date.max)
    check = grounding_of(told.question, told.results, told.catalog, calendar=Calendar(today))
    found = [(each, check.check(each)) for each in sentences]
    return [(sentence, checked.problem) for sentence, checked in found if not checked.holds]


@dataclass
class Rates:
    """What the check struck: of true sentences, and of changed ones by the kind of change."""

    answers: int = 0
    sentences: int = 0
    alarms: list[tuple[str, str, str]] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    missed: list[tuple[str, str, str, str]] = field(default_factory=list)


def run(count: int, sets: Sequence[str], seed: int = 7, drawn: int = 0) -> Rates:
    """The rates over the answers to these sets and to drawn analyses, with this many changed sentences."""
    answers = [*asked_answers(sets), *(drawn_answers(sets, drawn, seed) if drawn else ())]
    found = Rates(len(answers), sum(len(each.sentences) for each in answers))
    found.alarms = [(told.question, *pair) for told in answers for pair in struck(told, told.sentences)]
    dice = random.Random(seed)
    answers = [each for each in answers if each.sentences]  # a list of records may have none
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
    parser.add_argument("--drawn", type=int, default=0, help="random analyses to tell besides")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--list", action="store_true", help="list false alarms and what was not caught")
    given = parser.parse_args()
    found = run(given.count, given.sets or set_names(held_out=False), given.seed, given.drawn)
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
