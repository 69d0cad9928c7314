"""The words that give a question its structure, read once from `keywords.toml`."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from itertools import product

from svcchat_magic.analyst.language.tokens import tokens_of

Phrase = tuple[str, ...]


@dataclass(frozen=True)
class Keywords:
    """What phrases mean to the grammar: (category, meaning), and the words that may say nothing."""

    meanings: Mapping[Phrase, tuple[tuple[str, str], ...]]
    function: frozenset[str]
    light: frozenset[str]
    units: frozenset[str]
    general: frozenset[str]  # nouns and adverbs that stand for anybody, anything, any place
    things: frozenset[str]  # those for anything
    places: frozenset[str]  # those for any place
    persons: frozenset[str]  # what rows are called that are persons whom somebody serves
    staff: frozenset[str]  # and those who do
    spenders: frozenset[str]  # who are called by what they pay
    colleagues: frozenset[str]  # who may do anything at a firm
    by_staff: frozenset[str]  # what only these do
    of_staff: frozenset[str]  # and what is done to them
    unwanted: frozenset[Phrase]  # the worst of these is the highest
    wanted: frozenset[Phrase]  # and the best of these, be they a part of all or not
    begins: frozenset[str]  # in names of dates: when rows come to be
    ends: frozenset[str]  # and when something happens to them later
    entered: frozenset[str]  # and when somebody wrote down that they are
    deals: frozenset[str]  # rows that are written when something is dealt with
    directions: Mapping[str, frozenset[str]]  # what is said of places behind `to` and `from`
    ways: Mapping[str, str]  # verbs before a place, and which of these two they mean
    events_of_ways: frozenset[str]  # those that are nouns
    longest: int

    def is_unwanted(self, forms: Phrase) -> bool:
        """Whether words name what less of is better: a delay, a resolution time."""
        return _names(forms, self.unwanted)

    def is_wanted(self, forms: Phrase) -> bool:
        """Whether words name what more of is better, and do not deny it."""
        return _names(forms, self.wanted) and "not" not in forms

    @cached_property
    def all_words(self) -> frozenset[str]:
        """Every word of a phrase that has a meaning in the grammar."""
        return frozenset(word for phrase in self.meanings for word in phrase)

    @cached_property
    def structural(self) -> frozenset[str]:
        """Words that give a question its structure; those that only say of what sort a value is do not."""
        return frozenset(
            word
            for phrase, meanings in self.meanings.items()
            if any(category != "CLASSIFIER" for category, _ in meanings)
            for word in phrase
        )


@cache
def keywords() -> Keywords:
    """The keywords that ship with the package."""
    text = files("svcchat_magic.analyst.language").joinpath("keywords.toml").read_text("utf-8")
    data = tomllib.loads(text)
    fillers = data.pop("fillers")
    directions, ways = data.pop("directions"), data.pop("ways")
    events = ways.pop("events")
    patterns = data.pop("against_patterns")
    found: dict[Phrase, list[tuple[str, str]]] = {}
    for category, meanings in data.items():
        for meaning, phrases in meanings.items():
            for phrase in dict.fromkeys(map(_forms, phrases)):
                found.setdefault(phrase, []).append((category.upper(), meaning))

    _add_patterns(found, patterns)
    return Keywords(
        meanings={phrase: tuple(found[phrase]) for phrase in found},
        function=frozenset(form for word in fillers["function"] for form in _forms(word)),
        light=frozenset(form for word in fillers["light"] for form in _forms(word)),
        units=frozenset(form for word in fillers["units"] for form in _forms(word)),
        general=frozenset(form for word in fillers["general"] for form in _forms(word)),
        things=frozenset(form for word in fillers["things"] for form in _forms(word)),
        places=frozenset(form for word in fillers["places"] for form in _forms(word)),
        persons=frozenset(_forms(word)[-1] for word in fillers["persons"]),
        staff=frozenset(_forms(word)[-1] for word in fillers["staff"]),
        spenders=frozenset(fillers["spenders"]),
        colleagues=frozenset(fillers["colleagues"]),
        by_staff=frozenset(fillers["by_staff"]),
        of_staff=frozenset(fillers["of_staff"]),
        unwanted=frozenset(map(_forms, fillers["unwanted"])),
        wanted=frozenset(map(_forms, fillers["wanted"])),
        begins=frozenset(fillers["begins"]),
        ends=frozenset(fillers["ends"]),
        entered=frozenset(fillers["entered"]),
        deals=frozenset(fillers["deals"]),
        directions={word: frozenset(named) for word, named in directions.items()},
        ways={verb: word for word, verbs in ways.items() for verb in verbs},
        events_of_ways=frozenset(events),
        longest=max(map(len, found)),
    )


def _add_patterns(found: dict[Phrase, list[tuple[str, str]]], patterns: Mapping[str, Sequence[str]]) -> None:
    for unit in patterns["units"]:
        for phrase in dict.fromkeys(_against(unit, patterns)):
            if ("AGAINST", unit) not in found.setdefault(phrase, []):
                found[phrase].append(("AGAINST", unit))


def _against(unit: str, patterns: Mapping[str, Sequence[str]]) -> Iterator[Phrase]:
    """`compared with the week before`; of a year also `vs the same months of last year`."""
    joints = tuple(map(_forms, patterns["joints"]))
    earlier = [_forms(each.format(unit=unit)) for each in patterns["earlier"]]
    yield from (joint + each for joint, each in product(joints, earlier))
    if unit == "year":
        bare = tuple(map(_forms, patterns["bare_joints"]))
        same = [_forms(f"{the}same {part}") for the in ("", "the ") for part in patterns["parts"]]
        alone = tuple(map(_forms, patterns["alone"]))
        years = tuple(map(_forms, patterns["year_earlier"]))
        yield from (joint + part + year for joint, part, year in product((*bare, *joints), same, years))
        yield from (part + year for part, year in product(alone, years))


def _forms(phrase: str) -> Phrase:
    return tuple(each.form for each in tokens_of(phrase))


def _names(forms: Phrase, phrases: frozenset[Phrase]) -> bool:
    longest = max(map(len, phrases))
    return any(
        forms[start : start + size] in phrases
        for start in range(len(forms))
        for size in range(1, longest + 1)
    )
