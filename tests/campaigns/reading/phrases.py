"""An analysis said in English, in many ways: pieces of text, with what each of them stands for."""

import random
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    ByEntity,
    ByMember,
    ByTime,
    Compared,
    Concept,
    Condition,
    Counted,
    Distinct,
    Entity,
    Exists,
    Group,
    IsIn,
    Measured,
    Missing,
    Quantity,
    Ratio,
    Within,
)
from tests.campaigns.reading.grounds import Ground
from tests.campaigns.reading.names import Names, key, many

MONTHS = tuple(date(2000, month, 1).strftime("%B") for month in range(1, 13))
WEEKDAYS = tuple(date(2000, 1, 2 + day).strftime("%A") for day in range(1, 8))
_SENTENCES = re.compile(  # what begins so is no part of a larger sentence
    r"(what|what's|how|which|who|list|show|give|name|for|break|split|compare|count|plot|tell|report|work|on)\b"
)
_CODE = 3  # letters: short codes are written as they are
_OPERATORS = {">": "over", "<": "under", ">=": "least", "<=": "most"}
_OF_COUNTS = {">": "many", "<": "few", ">=": "least_many", "<=": "most_many"}
_LISTS = re.compile(r".*\b(the|our|what)\b.*\{q\}")
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a question; `slot` is what of the analysis it says, empty for words that give form."""

    text: str
    slot: str = ""


Pieces = tuple[Piece, ...]


class Unsayable(Exception):
    """A part of the analysis has no name that is its alone."""


def text_of(pieces: Pieces) -> str:
    """The pieces as one question."""
    return re.sub(r"\s+", " ", "".join(each.text for each in pieces)).strip()


@dataclass
class Speaker:
    """Says analyses over one model."""

    ground: Ground
    names: Names
    dice: random.Random

    def say(self, shape: str, analysis: Analysis, *, chatter: bool = True) -> Pieces:
        """A question for the analysis.

        Raises Unsayable when something in it has no name that is its alone.
        """
        said = self._filled(self._template(shape, analysis), self._parts(analysis))
        if not chatter or self.dice.random() < 0.5:
            return (*said, Piece(self.dice.choice(("", "?", ""))))

        words = _words()["chatter"]
        begins = _SENTENCES.match(text_of(said)) or _counts_rows(analysis)
        wished = () if begins else words["wish"]
        before = self.dice.choice([*words["greeting"], *wished]) if self.dice.random() < 0.7 else ""
        behind = self.dice.choice(words["behind"]) if self.dice.random() < 0.4 else ""
        return Piece(before), *said, Piece(behind)

    def _template(self, shape: str, analysis: Analysis) -> str:
        shapes = _words()["shape"]
        first = analysis.quantities[0] if analysis.quantities else None
        if shape == "top":
            shape = "top_high" if analysis.rank and analysis.rank.descending else "top_low"
        elif shape in ("total", "having") and isinstance(first, Counted):
            shape = "counted" if shape == "total" else "having_counted"

        found = [each for each in shapes[shape] if self._fits(each, analysis)]
        if not found:
            raise Unsayable

        return self.dice.choice(found)

    def _fits(self, template: str, analysis: Analysis) -> bool:
        """`per customer` may be a ratio: it is no clear word for a group of an entity's rows."""
        nouns = {
            key(name) for each in self.ground.catalog.entities.values() for name in self.names.all_of(each)
        }
        first = analysis.quantities[0] if analysis.quantities else None
        if isinstance(first, Measured) and first.measure.agg_type == "count" and _LISTS.match(template):
            return False  # `tell me the cancelled orders` may be a list of them

        if analysis.derived and template.endswith("{q}{w}") and not _only_times(analysis):
            return False  # a share of what is kept, or the kept one's share

        named = [
            name for group in analysis.groups if (of := _of_group(group)) for name in self.names.all_of(of)
        ]
        is_entity = any(key(name) in nouns for name in named)
        return not (is_entity and re.search(r"\b(per|each|every|its)\b", template))

    def _parts(self, analysis: Analysis) -> Mapping[str, object]:
        return {
            "q": lambda: self._quantity(analysis.quantities[0]),
            "r": lambda: self._quantity(analysis.quantities[1]),
            "g": lambda: self._group(_inner(analysis)),
            "gs": lambda: self._group(_inner(analysis), plural=True),
            "h": lambda: self._group(_outer(analysis)),
            "es": lambda: self._entities(analysis),
            "fs": lambda: self._plural(analysis.where[0].of),
            "n": lambda: (Piece(_number(self.dice, analysis.rank.limit), "limit"),),
            "t": lambda: (Piece(_words()["grain"][_unit(analysis)][0], "grain"),),
            "ty": lambda: (Piece(_words()["grain"][_unit(analysis)][1], "grain"),),
            "cmp": lambda: self._comparison(analysis),
            "b": lambda: (Piece(f"{analysis.having[0].value:,}", "bound"),),
            "w": lambda: self._conditions(analysis),
            "d": lambda: self._name(_kept_in(analysis).of, "named"),
            "v": lambda: self._values(_kept_in(analysis)),
            "be": lambda: (Piece(self.dice.choice(("are", "were"))),),
        }

    def _filled(self, template: str, parts: Mapping[str, object]) -> Pieces:
        found: list[Piece] = []
        last = 0
        for match in _SLOT.finditer(template):
            found.append(Piece(template[last : match.start()]))
            found += parts[match[1]]()
            last = match.end()

        return tuple(each for each in (*found, Piece(template[last:])) if each.text)

    # Quantities and groups

    def _quantity(self, quantity: Quantity) -> Pieces:
        words = _words()["quantity"]
        match quantity:
            case Measured():
                name = self._text(quantity.measure)
                is_sum = quantity.measure.agg_type == "sum" and "total" not in name.lower()
                template = self.dice.choice(words["sum"]) if is_sum else "{m}"
                return self._filled(template, {"m": lambda: (Piece(name, "quantity"),)})
            case Counted():
                return self._filled(
                    self.dice.choice(words["counted"]), {"es": lambda: self._plural(quantity.entity)}
                )
            case Distinct():
                template = self.dice.choice(words["distinct"])
                return self._filled(template, {"ds": lambda: self._plural(quantity.of)})
            case Aggregated():
                template = self.dice.choice(words[quantity.function])
                return self._filled(template, {"d": lambda: self._name(quantity.of, "quantity")})
            case _:
                raise Unsayable

    def _entities(self, analysis: Analysis) -> Pieces:
        if analysis.rows_of:
            return self._plural(analysis.rows_of)

        first = analysis.quantities[0]
        counted = first.below if isinstance(first, Ratio) else first
        return self._plural(counted.entity)

    def _plural(self, of: Concept | Entity) -> Pieces:
        return (Piece(many(self._text(of)), "quantity"),)

    def _group(self, group: Group, *, plural: bool = False) -> Pieces:
        match group:
            case ByMember() | ByEntity():
                text = self._text(_of_group(group))
                return (Piece(many(text) if plural else text, "group"),)
            case ByTime():
                return (Piece(_words()["grain"][group.grain][0], "grain"),)
            case _:
                raise Unsayable

    def _name(self, of: Concept, slot: str) -> Pieces:
        return (Piece(self._text(of), slot),)

    def _text(self, of: Concept | Entity) -> str:
        text = self.names.of(self.dice, of)
        if text is None:
            raise Unsayable

        return text.lower() if self.dice.random() < 0.15 else text

    # Conditions

    def _conditions(self, analysis: Analysis) -> Pieces:
        kept = [each for each in analysis.where if not isinstance(each, Exists)]
        kept.sort(key=lambda each: isinstance(each, Within))
        return tuple(piece for each in kept for piece in self._condition(each))

    def _condition(self, condition: Condition) -> Pieces:
        words = _words()["condition"]
        match condition:
            case Within():
                return (Piece(f" {period_text(self.dice, condition.period)}", "period"),)
            case IsIn():
                return self._kept_values(condition)
            case Compared():
                template = self.dice.choice(words[_OPERATORS[condition.operator]])
                bound = (Piece(f"{condition.value}", "filter"),)
                return self._filled(
                    template, {"d": lambda: self._name(condition.of, "filter"), "b": lambda: bound}
                )
            case Missing():
                return self._filled(
                    self.dice.choice(words["missing"]), {"d": lambda: self._name(condition.of, "filter")}
                )
            case _:
                return (self._weekdays(condition.values),)

    def _weekdays(self, days: tuple[int, ...]) -> Piece:
        if len(days) > 1:
            return Piece(self.dice.choice(_words()["condition"]["weekend"]), "filter")

        return Piece(f" on {WEEKDAYS[days[0] - 1]}s", "filter")

    def _kept_values(self, condition: IsIn) -> Pieces:
        kind = {(1, False): "is", (2, False): "either", (1, True): "not", (2, True): "neither"}[
            len(condition.values), condition.negated
        ]
        words = _words()["condition"]
        if not all(map(self._is_clear, condition.values)):
            if kind == "neither":
                raise Unsayable

            kind += "_clear"

        parts = {"d": lambda: self._name(condition.of, "named")}
        for slot, value in zip("vu", condition.values, strict=False):
            text = value.lower() if self.dice.random() < 0.1 and len(value) > _CODE else value
            parts[slot] = lambda text=text: (Piece(text, "filter"),)

        return self._filled(self.dice.choice(words[kind]), parts)

    def _is_clear(self, value: str) -> bool:
        """Whether a value alone says which dimension is meant, and nothing else."""
        owners = [of for of, values in self.ground.values.items() if value in values]
        is_name = self.names.is_one(value)
        return len(owners) == 1 and not is_name and len(value) > _CODE and self.ground.name != "adversarial"

    def _values(self, condition: IsIn) -> Pieces:
        text = " or ".join(condition.values)
        return (Piece(f"not {text}" if condition.negated else text, "filter"),)

    def _comparison(self, analysis: Analysis) -> Pieces:
        counts = isinstance(analysis.quantities[0], Counted)
        kinds = _OF_COUNTS if counts else _OPERATORS
        return (Piece(self.dice.choice(_words()["bound"][kinds[analysis.having[0].operator]])),)


def period_text(dice: random.Random, period: Period) -> str:
    """A period in one of the ways in which it is said."""
    return dice.choice(list(_period_texts(period)))


def _period_texts(period: Period) -> Iterator[str]:
    first = period.start
    if first is None:
        raise Unsayable

    month = MONTHS[first.month - 1]
    if period.end is None:
        yield from (
            f"since {month} {first.year}",
            f"from {month} {first.year} on",
            f"since {month[:3]} {first.year}",
        )
        return

    last = period.end - timedelta(days=1)
    if (first.month, last.month, first.day) == (1, 12, 1):
        yield from (f"in {first.year}", f"for {first.year}", f"during {first.year}", f"{first.year}")
    elif first.day != 1:
        yield from (_days(first, last), f"between {first.isoformat()} and {last.isoformat()}")
    elif (first.year, first.month) == (last.year, last.month):
        yield from (
            f"in {month} {first.year}",
            f"during {month} {first.year}",
            f"in {month[:3]} {first.year}",
        )
    elif (last.month - first.month, first.month % 3) == (2, 1):
        quarter = (first.month + 2) // 3
        nth = ("first", "second", "third", "fourth")[quarter - 1]
        yield from (f"in Q{quarter} {first.year}", f"in the {nth} quarter of {first.year}")
    else:
        yield f"from {month} to {MONTHS[last.month - 1]} {first.year}"
        yield f"between {month} and {MONTHS[last.month - 1]} {first.year}"


def _days(first: date, last: date) -> str:
    return f"from {_day(first)} to {_day(last)}"


def _day(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def _counts_rows(analysis: Analysis) -> bool:
    """Whether a count is asked for by a name such as `cancelled orders`: showing them may mean a list."""
    return any(
        isinstance(each, Measured) and each.measure.agg_type == "count" for each in analysis.quantities
    )


def _only_times(analysis: Analysis) -> bool:
    return all(isinstance(each, Within) for each in analysis.where)


def _number(dice: random.Random, limit: int) -> str:
    spelt = {2: "two", 3: "three", 4: "four", 5: "five", 7: "seven", 12: "twelve"}
    return spelt[limit] if limit in spelt and dice.random() < 0.25 else str(limit)


def _unit(analysis: Analysis) -> str:
    return next(each.grain for each in analysis.groups if isinstance(each, ByTime))


def _inner(analysis: Analysis) -> Group:
    """The group that is ranked, else the first one; of a list of values their dimension."""
    if analysis.values_of:
        return ByMember(analysis.values_of)

    within = analysis.rank.within if analysis.rank else ()
    return next(each for each in analysis.groups if each not in within)


def _outer(analysis: Analysis) -> Group:
    if analysis.rank and analysis.rank.within:
        return analysis.rank.within[0]

    return analysis.groups[1]


def _kept_in(analysis: Analysis) -> IsIn:
    """The condition of a list, or of the part whose share is asked for."""
    first = analysis.quantities[0] if analysis.quantities else None
    return first.above.where[0] if isinstance(first, Ratio) else analysis.where[0]


def _of_group(group: Group) -> Concept | Entity | None:
    match group:
        case ByMember():
            return group.of
        case ByEntity():
            return group.entity
        case _:
            return None


@cache
def _words() -> Mapping[str, Mapping[str, list[str]]]:
    return tomllib.loads(Path(__file__).with_name("phrases.toml").read_text("utf-8"))
