"""Constructions over the items of a question: from words to quantities, groups, conditions.

An item is a stretch of tokens with a meaning. A construction says which items in a row make a larger one.
All readings are kept side by side; which of them make up the question is chosen last.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

MOST_OF_A_SPAN = 6  # readings of one kind for the same words
_MOST_SKIPPED = 3
_NAMING = ("MEASURE", "VALUE", "BDIM")
_SURE = 0.9
_LONGEST = 40  # tokens of one item, so that the work grows with the question's length and no faster


@dataclass(frozen=True, slots=True)
class Item:
    """A meaning of the tokens from `start` up to, not including, `stop`."""

    category: str
    start: int
    stop: int
    value: Any
    score: float


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of a pattern: categories in upper case, or words."""

    names: tuple[str, ...]
    optional: bool = False
    gap: bool = False  # function words and light verbs may stand before it


@dataclass(frozen=True, slots=True)
class Construction:
    """Items in a row that make a larger one; `build` gives its value, or None where they do not fit."""

    name: str
    slots: tuple[Slot, ...]
    makes: str
    build: Callable[..., Any]
    bonus: float
    examples: tuple[str, ...]


class Grammar:
    """Constructions in the order of their levels: later ones see what earlier ones made."""

    def __init__(self) -> None:
        self.levels: list[list[Construction]] = []

    @classmethod
    def of(cls, *parts: "Grammar") -> "Grammar":
        """One grammar of several, the levels of each behind those of the one before."""
        whole = cls()
        whole.levels = [level for part in parts for level in part.levels]
        return whole

    @cached_property
    def beginnings(self) -> list[Mapping[str, tuple[int, ...]]]:
        """For each level the places in it of the constructions that a category or a word may begin."""
        return [_beginnings_of(level) for level in self.levels]

    def level(self) -> None:
        """Begin the next level."""
        self.levels.append([])

    def rule(
        self, pattern: str, makes: str, *examples: str, bonus: float = 0.1
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Declare a construction; the function is given the value of each slot, None for one left out.

        In a pattern `A|B` is either, `A?` may be left out, `~A` may have function words before it.
        """

        def add(build: Callable[..., Any]) -> Callable[..., Any]:
            slots = tuple(_slot(part) for part in pattern.split())
            self.levels[-1].append(Construction(build.__name__, slots, makes, build, bonus, examples))
            return build

        return add


class Chart:
    """All items found so far, by where they start."""

    def __init__(
        self,
        forms: Sequence[str],
        skipped: frozenset[str],
        passed: frozenset[str],
        kept: frozenset[int] = frozenset(),
        nouns: frozenset[int] = frozenset(),
    ) -> None:
        self.forms = forms
        self._kept = kept  # places of words that say something though others like them do not
        self.nouns = nouns  # those of them that nothing may leave out, be they verbs elsewhere
        self._skipped = skipped  # articles: they may stand between any two items
        self._passed = passed  # function words and light verbs: only where a pattern says so
        self._items: list[dict[str, list[Item]]] = [{} for _ in range(len(forms) + 1)]

    def add(self, item: Item) -> bool:
        """Keep an item unless it is known or too many better ones are; whether it is new."""
        known = self._items[item.start].setdefault(item.category, [])
        same = [each for each in known if each.stop == item.stop]
        for each in same:
            if each.value == item.value:
                if each.score >= item.score:
                    return False

                known.remove(each)
                known.append(item)
                return True

        if len(same) >= MOST_OF_A_SPAN:
            worst = min(same, key=lambda each: each.score)
            if worst.score >= item.score:
                return False

            known.remove(worst)

        known.append(item)
        return True

    def starting(self, at: int, category: str) -> Iterable[Item]:
        """The items of a category that start at a token."""
        return self._items[at].get(category, ())

    def all(self, categories: Iterable[str]) -> Iterator[Item]:
        """Every item of some categories."""
        for by_category in self._items:
            for category in categories:
                yield from by_category.get(category, ())

    def build(self, grammar: Grammar) -> None:
        """Add everything that the constructions make of what is there."""
        for level, beginnings in zip(grammar.levels, grammar.beginnings, strict=True):
            for _ in range(3):
                begun = sorted(
                    {pair for start in range(len(self.forms)) for pair in self._begun(beginnings, start)}
                )
                made = [item for place, start in begun for item in self._made(level[place], start)]
                if not sum(self.add(item) for item in made):
                    break

    def _begun(self, beginnings: Mapping[str, tuple[int, ...]], start: int) -> Iterator[tuple[int, int]]:
        """The constructions that may begin at a token, with that."""
        here = self._items[start]
        for name in (*(name for name, items in here.items() if items), self.forms[start]):
            for place in beginnings.get(name, ()):
                yield place, start

    def _made(self, construction: Construction, start: int) -> Iterator[Item]:
        for values, stop, score in self._matches(construction.slots, start, start):
            value = construction.build(*values) if stop - start <= _LONGEST else None
            if value is not None:
                yield Item(construction.makes, start, stop, value, score + construction.bonus)

    def _matches(
        self, slots: tuple[Slot, ...], at: int, start: int
    ) -> Iterator[tuple[tuple[Any, ...], int, float]]:
        if not slots:
            yield (), at, 0.0
            return

        slot, rest = slots[0], slots[1:]
        for begin in self._beginnings(at, start, gap=slot.gap):
            for name in slot.names:
                for value, stop, score in self._filling(name, begin):
                    for values, end, more in self._matches(rest, stop, start):
                        yield (value, *values), end, score + more

        if slot.optional:
            for values, end, more in self._matches(rest, at, start):
                yield (None, *values), end, more

    def _filling(self, name: str, at: int) -> Iterator[tuple[Any, int, float]]:
        if name.isupper():
            for item in self._items[at].get(name, ()) if at < len(self.forms) else ():
                yield item.value, item.stop, item.score
        elif at < len(self.forms) and self.forms[at] == name:
            yield name, at + 1, 0.2

    def is_named(self, at: int) -> bool:
        """Whether a word surely names something of the model: `attended` is a verb and an outcome."""
        named = (item for category in _NAMING for item in self._items[at].get(category, ()))
        return any(item.score >= _SURE for item in named)

    def _beginnings(self, at: int, start: int, *, gap: bool) -> Iterator[int]:
        """Where the next item may start: here, or behind a few words that say nothing."""
        yield at
        if at == start:
            return

        for begin in range(at, min(at + _MOST_SKIPPED, len(self.forms))):
            form = self.forms[begin]
            says_nothing = form in self._skipped or (gap and form in self._passed)
            if not says_nothing or begin in self._kept or self.is_named(begin):
                return

            yield begin + 1


def _beginnings_of(level: Sequence[Construction]) -> Mapping[str, tuple[int, ...]]:
    found: dict[str, dict[int, None]] = {}
    for place, each in enumerate(level):
        for slot in each.slots:
            for name in slot.names:
                found.setdefault(name, {})[place] = None

            if not slot.optional:
                break

    return {name: tuple(places) for name, places in found.items()}


def _slot(text: str) -> Slot:
    gap, optional = text.startswith("~"), text.endswith("?")
    return Slot(tuple(text.strip("~?").split("|")), optional, gap)
