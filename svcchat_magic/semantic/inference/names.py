"""Names of tables and columns as words: titles people read, and the words that say what a column holds."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import chain, count

from svcchat_magic.semantic.inference.abbreviations import is_lasting, spelled_out
from svcchat_magic.semantic.inference.column_words import words_for, words_that_are
from svcchat_magic.semantic.search.plurals import many_of_one, one_of_many
from svcchat_magic.semantic.search.thesaurus import compound_parts, is_english

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")  # orderDate, HTTPStatus
_LENGTHS = frozenset({"seconds", "minutes", "hours", "days", "weeks", "months", "years"})
_WORD = re.compile(r"[^\W_]+")


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in lower case: `OrderDate_UTC` is order, date, utc."""
    return tuple(word.lower() for word in _WORD.findall(_HUMP.sub(" ", name)))


def counted_noun(name: str) -> str:
    """What a column says that it counts, as plural: `ticket_count` and `num_tickets` count tickets."""
    words = spelled_out(words_of(name))
    if len(words) > 1 and words[-1] == "count":
        rest = words[:-1]
    elif len(words) > 1 and words[0] in {"number", "count"}:
        rest = words[2:] if words[1] == "of" else words[1:]
    else:
        return ""

    is_noun = bool(rest) and not words_that_are("keys") & set(rest)
    return " ".join((*rest[:-1], plural(rest[-1]))) if is_noun else ""


def title_of(name: str) -> str:
    """A title for a column or table: `order_ts` becomes Order time."""
    words = spelled_out(words_of(name))
    text = " ".join(map(_in_title, words))
    return text[:1].upper() + text[1:] if text else name


def _in_title(word: str) -> str:
    if word in words_that_are("capitals"):
        return word.upper()

    return word.capitalize() if word in words_that_are("lands") else word


def in_speech(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a column's name in the order they are said: temp, max is maximum, temperature."""
    spelled = spelled_out(words)
    if len(spelled) > 1 and spelled[-1] == "minutes" and words[-1] == "min" and is_lasting(words[-2]):
        return words[:-1]

    is_turned = len(spelled) > 1 and spelled[-1] in words_that_are("leading")
    if is_turned and spelled[-1] == "total" and spelled[-2] in words_that_are("totalled"):
        return words

    return (spelled[-1], *spelled[:-1]) if is_turned else words


def is_money(name: str) -> bool:
    """Whether a name says that its numbers are money: `total_revenue`."""
    return not words_that_are("money").isdisjoint(spelled_out(words_of(name)))


def currency_of(words: frozenset[str]) -> str:
    """The format of a column whose name has these words: currency, or none of payment terms in days."""
    is_other = words & (words_that_are("rates") | _LENGTHS | {"count", "number"})
    return "currency" if words & words_that_are("money") and not is_other else ""


def entity_words(table: str) -> tuple[str, ...]:
    """What one row of the table is called, as words: `dim_customers` is customer, `stu_mst` is student."""
    return spelled_out(written_entity(table))


def written_entity(table: str) -> tuple[str, ...]:
    """The same as the table's name has it, be it written short."""
    words = _without_kind(table)
    is_sheet = words[-2:] in (("time", "sheet"), ("score", "sheet"), ("work", "sheet"))
    if not words or (words[-1].rstrip("0123456789") in words_that_are("nameless") and not is_sheet):
        words = (*words[:-1], "row")

    return (*words[:-1], singular(words[-1]))


def _without_kind(table: str) -> tuple[str, ...]:
    """The words of a table's name without those that say what kind of table or file it is."""
    words = words_of(table)
    while len(words) > 1 and words[0] in words_that_are("table_prefixes"):
        words = words[1:]

    while len(words) > 1 and (words[-1] in words_that_are("table_suffixes") or words[-1].isdigit()):
        words = words[:-1]

    return (*words[:-1], *(compound_parts(words[-1]) or words[-1:])) if words else words


def is_nameless(table: str) -> bool:
    """Whether a table's name says not what its rows are: a frame called `df`, a file called `survey.csv`."""
    if entity_words(table) == ("row",):
        return True

    last = spelled_out(_without_kind(table)[-1:])[-1]
    is_noun = last in words_that_are("entities") | words_that_are("earning") | words_that_are("uncountable")
    return not is_noun and singular(last) == last


def entity_title(table: str) -> str:
    """What the rows of the table are called, as a title: `fct_order_line` becomes Order lines."""
    words = entity_words(table)
    return title_of(" ".join((*words[:-1], plural(words[-1]))))


def joined_words(one: Sequence[str], name: Sequence[str]) -> tuple[str, ...]:
    """What a name is of, before it, without words said twice: home team and team id are home team id."""
    before, behind = [[singular(each) for each in words] for words in (one, name)]
    sizes = range(min(len(one), len(name)), 0, -1)
    return (*one, *name[next((size for size in sizes if before[-size:] == behind[:size]), 0) :])


def singular(word: str) -> str:
    """One of many; a word that is no plural stays."""
    if word in words_for("singulars"):
        return words_for("singulars")[word]

    if one := one_of_many(word):
        return one

    is_plural = len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if is_plural else word


def is_plural(name: str) -> bool:
    """Whether a column is called after several of something: `fatalities`, and not `diabetes`."""
    pairs = ((each, singular(each)) for each in words_of(name)[-1:])
    return any(plural(one) == each != one and is_english(one) >= is_english(each) for each, one in pairs)


def plural(word: str) -> str:
    """Many of one."""
    if word in words_that_are("uncountable"):
        return word

    irregular = next((many for many, one in words_for("singulars").items() if one == word), None)
    if irregular is not None:
        return irregular

    if several := many_of_one(word):
        return several

    if singular(word) != word:
        return word

    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"

    return word + ("es" if word.endswith(("s", "sh", "ch", "x", "z")) else "s")


def member_name(text: str) -> str:
    """A name that a model file takes: letters, digits and underscores, not beginning with a digit."""
    apart = unicodedata.normalize("NFKD", "_".join(words_of(text))).casefold()
    plain = "".join(each for each in apart if not unicodedata.combining(each))  # größe is grosse
    name = "_".join(re.findall(r"[a-z0-9]+", plain))
    return f"column_{name}".rstrip("_") if not name or name[0].isdigit() else name[:60]


def distinct_name(name: str, used: set[str]) -> str:
    """The name, with a number behind it where it is taken; it is not taken by this."""
    numbered = (f"{name}_{number}" for number in count(2))
    return next(each for each in chain([name], numbered) if each not in used)
