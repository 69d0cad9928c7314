"""Numbers that a column keeps as text: with words for those that are missing, or with their units.

`7.6` and `tbd`, `$1,234.50`, `45%`, `90 min`, `1.2M`, `4.7/5`. All texts of a column are written in one way;
a column that has any other text stays what it is.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import singular

_FEWEST = 3  # different numbers: `1`, `2` and `unknown` may be names of things
_MANY = 10  # with a unit: terms of `36 months`, `48 months` and `60 months` are kinds
_SIGNS = "€$£¥₹"
_NUMBER = r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?"
_WRITTEN = re.compile(rf"(-?[{_SIGNS}]?) ?({_NUMBER})( ?)(\D*|/\d+)")
_THOUSANDS = "^[^0-9,]*[0-9]{1,3}(,[0-9]{3})+([^0-9,].*)?$"
_CODE = re.compile(r"[-+]?0\d")  # digits of a code, whose zeros count
_SIZES = {"k": 1_000, "m": 1_000_000, "b": 1_000_000_000}
_SCALES = frozenset({"/5", "/10", "/20", "/100"})


@dataclass(frozen=True, slots=True)
class WrittenNumber:
    """How the numbers of a column are written."""

    removed: tuple[str, ...] = ()  # what stands in the texts beside the digits, in lower case
    sizes: tuple[str, ...] = ()  # letters that stand for thousands and millions
    unit: str = ""
    is_least: bool = False  # whether each is that and more, as in `1,000+`
    example: str = ""
    missing: tuple[str, ...] = ()  # words for no number, in lower case
    is_whole: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether there are digits alone, which is a text where nothing is missing."""
        return not (self.removed or self.sizes or self.missing)

    def digits(self, text: str) -> str:
        """The digits of a text, as SQL."""
        found = f"LOWER({text})" if self.removed or self.sizes else text
        for each in (*self.removed, *self.sizes):
            found = f"REPLACE({found}, '{each}', '')"

        return f"TRIM({found})"

    def sql(self, text: str) -> str:
        """The number of a text, as SQL; none of a word for what is missing."""
        kind = "BIGINT" if self.is_whole and not self.sizes else "DOUBLE"
        number = f"TRY_CAST({self.digits(text)} AS {kind})"
        if self.sizes:
            sizes = " ".join(f"WHEN LOWER({text}) LIKE '%{each}%' THEN {_SIZES[each]}" for each in self.sizes)
            number = f"{number} * CASE {sizes} ELSE 1 END"

        words = ", ".join(f"'{each}'" for each in self.missing)
        return f"CASE WHEN LOWER(TRIM({text})) NOT IN ({words}) THEN {number} END" if words else number

    def others(self, text: str) -> str:
        """The condition, in SQL, of a text that is not written so."""
        digits = self.digits(text)
        is_number = f"REGEXP_MATCHES({digits}, '^[-+]?[0-9]*[.]?[0-9]+$')"
        has_commas = f"{text} LIKE '%,%' AND NOT REGEXP_MATCHES({text}, '{_THOUSANDS}')"
        return f"(NOT {is_number} OR REGEXP_MATCHES({digits}, '^[-+]?0[0-9]') OR ({has_commas}))"

    def told(self) -> str:
        """What a reader is to know about the numbers; of those that are `in minutes` the unit."""
        unit = f" in {self.unit}" if self.unit else ""
        least = ", of which each is that and more" if self.is_least else ""
        first = f"Numbers{unit} written as {self.example}{least}." if self.example else ""
        missing = [each or "blanks" for each in self.missing]
        words = " and ".join(filter(None, (", ".join(missing[:-1]), *missing[-1:])))
        return " ".join(filter(None, (first, f"No number where the data have {words}." if words else "")))


def written_number(values: Iterable[object]) -> WrittenNumber | None:
    """How the numbers of a column of texts are written; None where they are not all numbers."""
    texts = {str(each).strip() for each in values}
    found = [_WRITTEN.fullmatch(each) for each in texts if not is_missing(each)]
    numbers = [each for each in found if each and each[2] and not _CODE.match(each[2])]
    if len(numbers) < max(_FEWEST, len(found)):
        return None

    way = _way_of(numbers)
    signs = {sign for each in numbers for sign in each[1].lstrip("-") if sign}
    commas = {","} if any("," in each[2] for each in numbers) else set()
    return way and replace(way, removed=(*sorted(signs), *sorted(commas), *way.removed))


def is_missing(text: str) -> bool:
    """Whether a text says that there is no value, or nothing at all."""
    words = text.lower().split()
    return not words or "_".join(words) in words_that_are("missing")


def _way_of(numbers: Sequence[re.Match[str]]) -> WrittenNumber | None:
    """What stands behind the numbers: the same behind each."""
    ends = {each[4].lower() for each in numbers}
    example = next(each[0] for each in numbers)
    if ends == {""}:
        is_marked = any(each[1].strip("-") or "," in each[2] for each in numbers)
        return WrittenNumber(example=example if is_marked else "")

    bare = {each[2] for each in numbers if not each[4]}
    if ends <= {"k", "m", "b", ""} and _are_sizes(numbers, ends):
        return WrittenNumber(sizes=tuple(sorted(ends - {""})), example=example)

    if not bare <= {"0"}:
        return None

    ends -= {""}
    is_least = ends == {"+"}
    if is_least and len(numbers) < _MANY and not any("," in each[2] for each in numbers):
        return None  # ages of 4+, 12+ and 14+ are kinds

    if is_least or ends == {"%"} or (len(ends) == 1 and ends <= _SCALES):
        return WrittenNumber(tuple(ends), is_least=is_least, example=example)

    units = {singular(each) for each in ends}
    is_unit = len(numbers) >= _MANY and len(units) == 1 and units <= words_that_are("written_units")
    return WrittenNumber(_longest_first(ends), unit=max(ends), example=example) if is_unit else None


def _are_sizes(numbers: Sequence[re.Match[str]], ends: set[str]) -> bool:
    """Whether letters are sizes: several of them, of money or of fractions; `5k` and `10k` are runs."""
    return len(ends) > 1 or any(each[1].strip("-") or "." in each[2] for each in numbers)


def _longest_first(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(words, key=lambda each: (-len(each), each)))
