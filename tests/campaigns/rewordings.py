"""Changes of a question that must or must not change its reading: `python -m tests.campaigns.rewordings [N]`.

A question that was read as meant is asked again: politely, in capitals, in British and American spelling,
with a slip of typing, its parts in another order. An unknown word added to it stops the answer. Without one
of its parts it means something else, or stops. `--failures` prints what broke a rule.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from svcchat_magic.analyst.meaning.tree import Analysis
from tests.campaigns.figures import Figure, table
from tests.campaigns.reading.analyses import Sampler
from tests.campaigns.reading.grounds import Ground, grounds
from tests.campaigns.reading.likeness import Outcome, normal, outcome
from tests.campaigns.reading.names import Names
from tests.campaigns.reading.phrases import Piece, Pieces, Speaker, Unsayable, text_of

# Words that no model of a business has a member, a value or an entity for.
_UNKNOWN = (
    "zeppelin",
    "quokka",
    "marzipan",
    "trombone",
    "glacier",
    "pterodactyl",
    "oboe",
    "lichen",
    "gazebo",
)
_SPELT = (("color", "colour"), ("center", "centre"), ("canceled", "cancelled"), ("specialty", "speciality"))
_POLITE = ("{}, please", "please {}", "hello, {}", "{} - thanks", "hi, {}, thank you")
_SLIPS = 5  # letters that a word must have to be misspelt
_MOST_REFUSED = 0.1  # of questions with a slip: it may be beyond repair


@dataclass(frozen=True)
class Reworded:
    """A question after a change, and what became of it."""

    rule: str
    question: str
    outcome: Outcome


_SAYING = ("quantity", "group", "filter", "bound", "period")  # the slots that no other part says as well

Change = Callable[[random.Random, Pieces], str | None]


def _polite(dice: random.Random, pieces: Pieces) -> str:
    return dice.choice(_POLITE).format(text_of(pieces).rstrip("?"))


def _in_capitals(_dice: random.Random, pieces: Pieces) -> str:
    return text_of(pieces)[:1].upper() + text_of(pieces)[1:]


def _respelt(_dice: random.Random, pieces: Pieces) -> str | None:
    text = text_of(pieces)
    for american, british in _SPELT:
        if british in text:
            return text.replace(british, american)

        if american in text:
            return text.replace(american, british)

    return None


def _misspelt(dice: random.Random, pieces: Pieces) -> str | None:
    """Two letters in the middle of a member's name swapped."""
    places = [
        (at, word)
        for at, each in enumerate(pieces)
        if each.slot in ("quantity", "group")
        for word in each.text.split()
        if len(word) > _SLIPS and word.isalpha() and word[2] != word[3]
    ]
    if not places:
        return None

    at, word = dice.choice(places)
    slip = f"{word[:2]}{word[3]}{word[2]}{word[4:]}"
    changed = Piece(pieces[at].text.replace(word, slip, 1), pieces[at].slot)
    return text_of((*pieces[:at], changed, *pieces[at + 1 :]))


def _period_first(_dice: random.Random, pieces: Pieces) -> str | None:
    periods = [each for each in pieces if each.slot == "period"]
    if len(periods) != 1 or not periods[0].text.strip().startswith(("in ", "since ", "during ")):
        return None

    rest = text_of(tuple(each for each in pieces if each is not periods[0]))
    return f"{periods[0].text.strip()}, {rest}"


def _with_unknown(dice: random.Random, pieces: Pieces) -> str:
    words = text_of(pieces).split(" ")
    at = dice.randint(0, len(words))
    return " ".join([*words[:at], dice.choice(_UNKNOWN), *words[at:]])


def _without_part(dice: random.Random, pieces: Pieces) -> str | None:
    """The question without one thing that it says."""
    said = [at for at, each in enumerate(pieces) if each.slot in _SAYING]
    if len(said) < 2:
        return None

    left_out = dice.choice(said)
    return text_of(tuple(each for at, each in enumerate(pieces) if at != left_out))


KEEPING: MappingProxyType[str, Change] = MappingProxyType(
    {
        "polite": _polite,
        "capital": _in_capitals,
        "spelling": _respelt,
        "slip": _misspelt,
        "order": _period_first,
    }
)
BREAKING: MappingProxyType[str, Change] = MappingProxyType(
    {"unknown word": _with_unknown, "part left out": _without_part}
)


def reworded(ground: Ground, count: int, seed: int) -> Iterator[Reworded]:
    """Questions over a model that are read as meant, each changed in every way."""
    dice = random.Random(f"{ground.name} {seed}")
    names = Names(ground)
    sampler, speaker = Sampler(ground, names, dice), Speaker(ground, names, dice)
    for _ in range(count):
        shape, analysis = sampler.analysis()
        try:
            pieces = speaker.say(shape, analysis, chatter=False)
        except Unsayable:
            continue

        if outcome(ground, analysis, text_of(pieces)) is not Outcome.SAME:
            continue

        for rule, change in (*KEEPING.items(), *BREAKING.items()):
            if rule == "part left out" and shape == "part_of":
                continue  # of what it is a part, its condition says too

            question = change(dice, pieces)
            if question is not None:
                yield Reworded(rule, question, _outcome(ground, analysis, rule, question))


def _outcome(ground: Ground, analysis: Analysis, rule: str, question: str) -> Outcome:
    """What became of a changed question; without a part the tree counts, not its rows.

    A measure that was not named and a period that a change needs are assumed, and the answer says so.
    """
    found = outcome(ground, analysis, question)
    if rule != "part left out" or found is not Outcome.SAME:
        return found

    (read,), truth = ground.read(question), ground.planned(analysis)
    is_told = read.best is not None and read.best.analysis.is_assumed
    unchanged = truth and read.planned and normal(read.planned.analysis) == normal(truth.analysis)
    return Outcome.SAME if unchanged and not is_told and not analysis.derived else Outcome.OTHER


def run(count: int, only: Sequence[str] = (), seed: int = 1) -> list[Figure]:
    """The figures of `count` questions over all models, or over those of these names."""
    with grounds(only=only) as found:
        return figures([each for one in found for each in reworded(one, -(-count // len(found)), seed)])


def broken(each: Reworded) -> bool:
    """Whether a change had an effect that it must not have."""
    if each.rule in KEEPING:
        return each.outcome is Outcome.OTHER or (each.outcome is Outcome.REFUSED and each.rule != "slip")

    if each.rule == "unknown word":
        return each.outcome is not Outcome.REFUSED

    return each.outcome is Outcome.SAME


def figures(made: list[Reworded]) -> list[Figure]:
    """One line for each rule; a rule that keeps and one that breaks are each other's control."""
    found = []
    for rule in (*KEEPING, *BREAKING):
        mine = [each for each in made if each.rule == rule]
        wrong = sum(map(broken, mine))
        by = Counter(each.outcome for each in mine)
        control = f"same {by[Outcome.SAME]}, other {by[Outcome.OTHER]}, refused {by[Outcome.REFUSED]}"
        found.append(Figure(f"{rule}: broken", f"{wrong} of {len(mine)}", "0", not wrong, control))

    slips = [each for each in made if each.rule == "slip"]
    refused = sum(each.outcome is Outcome.REFUSED for each in slips) / max(1, len(slips))
    found.append(Figure("slip: refused", f"{refused:.1%}", "<= 10%", refused <= _MOST_REFUSED))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--failures", action="store_true", help="print what broke a rule")
    given = parser.parse_args()
    with grounds() as found:
        size = -(-given.count // len(found))
        made = [each for one in found for each in reworded(one, size, given.seed)]
        lines = figures(made)
        print(table(f"rewordings, N = {given.count:,}", lines))
        if given.failures:
            print(
                "\n".join(
                    f"{each.rule}: {each.outcome.value}: {each.question}" for each in made if broken(each)
                )
            )

    return 0 if all(each.is_reached for each in lines) else 1


if __name__ == "__main__":
    raise SystemExit(main())
