"""The roles in which a table refers to another: the PU of `PULocationID` is the pickup, which has a borough.

Letters before a name are what another column of the table writes out. Two columns that are otherwise called
alike have such letters, each of which stands in the word of one other column alone: `tpep_pickup_datetime`.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.draft_cube import DraftCube, Entry
from svcchat_magic.semantic.inference.names import plural, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile
from svcchat_magic.semantic.search.thesaurus import is_english

_SAYING_LITTLE = frozenset({"name", "title", "label", "description", "id", "key", "code", "number", "no"})
_OTHER_TIMES = frozenset({"previous", "prior", "past", "planned", "predicted", "expected", "actual"})
_SHORTEST = 4  # letters of a word behind a single one
_MOST_LETTERS = 3
_LEAST = 2  # more letters that the word has


def written_out(names: Sequence[str]) -> Mapping[str, str]:
    """The words of short beginnings of columns that have the same ending, where only one fits each."""
    words = [words_of(name) for name in names]
    found: dict[str, str] = {}
    for rest in {each[1:] for each in words if len(each) > 1}:
        short = sorted({each[0] for each in words if each[1:] == rest and len(each[0]) <= _MOST_LETTERS})
        others = {word for each in words if each[1:] != rest for word in each}
        full = [[word for word in sorted(others) if _is_short_for(each, word)] for each in short]
        named = {each[0] for each in full if len(each) == 1}
        if len(short) > 1 and len(named) == len(short):
            found |= {each: one for each, (one,) in zip(short, full, strict=True)}

    return {**_behind_letters(names), **found}


def _behind_letters(names: Sequence[str]) -> Mapping[str, str]:
    """Names of one word with a letter before it that another column writes out: `poutcome` by `previous`."""
    words = [each[0] for name in names if len(each := words_of(name)) == 1]
    found: dict[str, str] = {}
    for letter in {each[0] for each in words}:
        full = [each for each in words if each in _OTHER_TIMES and each[0] == letter]
        short = [each for each in words if each[0] == letter and _is_behind_letter(each)]
        if len(full) == 1 and len(short) >= _LEAST:
            found |= {each: f"{full[0]} {each[1:]}" for each in short}

    return found


def _is_behind_letter(word: str) -> bool:
    return len(word) > _SHORTEST and is_english(word[1:]) and not is_english(word)


def says_nothing(columns: Sequence[ColumnProfile]) -> Mapping[str, str]:
    """The beginnings that only the dates of a table share and that are no words: `tpep_pickup_datetime`."""
    begin: dict[str, list[ColumnProfile]] = {}
    for each in columns:
        if len(words := words_of(each.name)) > 1:
            begin.setdefault(words[0], []).append(each)

    return {
        word: ""
        for word, found in begin.items()
        if len(found) > 1 and all(each.kind in ("date", "time") for each in found) and _is_no_word(word)
    }


def _is_no_word(word: str) -> bool:
    return word.isalpha() and spelled_out((word,)) == (word,) and not is_english(word)


def name_in_role(dimensions: Sequence[Entry], role: Sequence[str]) -> None:
    """Let the borough of the pickup zones be the pickup borough too."""
    for each in dimensions:
        title = words_of(str(each["title"]))
        says_role = title[: len(role)] == tuple(role) or not _SAYING_LITTLE.isdisjoint(title[-1:])
        if each["type"] != "string" or each.get("primary_key") or not role or says_role:
            continue

        meta = each.setdefault("meta", {})
        if isinstance(meta, dict):
            others = [f"{' '.join(role)} {said}" for said in meta.get("synonyms", ()) if said != "name"]
            meta["synonyms"] = [" ".join((*role, *title)), *others]


def name_events(cube: DraftCube, role: Sequence[str]) -> None:
    """Let trips be counted as pickups where each has a pickup zone and a date of the pickup."""
    dated = any(role[-1] in words_of(name) for name in cube.times) if len(role) == 1 else False
    counts = next((each for each in cube.measures if each["type"] == "count"), None)
    meta = counts.get("meta") if counts else None
    if dated and isinstance(meta, dict):
        meta["synonyms"] = [*meta.get("synonyms", ()), plural(role[-1])]


def _is_short_for(short: str, word: str) -> bool:
    """Whether a word begins with the first letter and has the others behind it, in their order."""
    if len(word) < len(short) + _LEAST or word[:1] != short[:1] or not (short + word).isalpha():
        return False

    places = [0]
    for letter in short[1:]:
        places.append(word.find(letter, places[-1] + 1))

    return all(before < at for before, at in pairwise(places))
