"""The model searched by words: members ranked by BM25 over their names, titles, descriptions and synonyms."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import log

from svcchat_magic.semantic.model.model import Cube, Field, Model, View

_SATURATION = 1.2  # BM25's k1: how soon more of the same word stops counting
_LENGTH_PENALTY = 0.4  # BM25's b
_TITLE_WEIGHT = 3
_SYNONYM_WEIGHT = 2
_STOP_WORDS = frozenset({
    "a", "an", "and", "are", "by", "for", "from", "how", "in", "is", "many", "me", "much", "of", "on", "show",
    "the", "to", "was", "were", "what", "which",
})  # fmt: skip
_TIME_WORDS = "time date day week month quarter year"  # what people ask a time dimension for


@dataclass(frozen=True, slots=True)
class _Entry:
    field: Field
    table: Cube | View
    words: Counter[str]
    length: int


def search_members(model: Model, words: str, *, limit: int = 20) -> tuple[dict[str, object], ...]:
    """The public tables with the members that match best, in the shape of 2.5.

    Views come before cubes, because they join what belongs together. At most `limit` members in all;
    nothing when no word matches.
    """
    entries = tuple(_entry(table, field) for table in model.tables() for field in model.fields(table.name))
    scores = _scores(entries, set(_words(words)))
    ranked = sorted(
        (place for place, score in enumerate(scores) if score > 0), key=lambda place: -scores[place]
    )
    tables: dict[str, list[_Entry]] = {}
    for place in ranked[:limit]:
        tables.setdefault(entries[place].table.name, []).append(entries[place])

    views_first = sorted(tables.values(), key=lambda hits: not isinstance(hits[0].table, View))
    return tuple(_table_hit(hits) for hits in views_first)


def _entry(table: Cube | View, field: Field) -> _Entry:
    words = Counter(_words(field.description))
    for word in _words(f"{field.name} {field.title}"):
        words[word] += _TITLE_WEIGHT

    implied = _TIME_WORDS if field.type == "time" else ""
    for word in _words(" ".join((*field.synonyms, implied))):
        words[word] += _SYNONYM_WEIGHT

    return _Entry(field, table, words, words.total())


def _scores(entries: tuple[_Entry, ...], wanted: Iterable[str]) -> list[float]:
    """The BM25 score of each entry."""
    scores = [0.0] * len(entries)
    mean = sum(entry.length for entry in entries) / max(len(entries), 1)
    for word in sorted(wanted):  # in one order, so that sums are the same every time
        holders = sum(word in entry.words for entry in entries)
        rarity = log(1 + (len(entries) - holders + 0.5) / (holders + 0.5))
        for place, entry in enumerate(entries):
            count = entry.words[word]
            share = 1 - _LENGTH_PENALTY + _LENGTH_PENALTY * entry.length / mean
            scores[place] += rarity * count * (_SATURATION + 1) / (count + _SATURATION * share)

    return scores


def _table_hit(hits: list[_Entry]) -> dict[str, object]:
    table = hits[0].table
    return {
        "name": table.name,
        "type": "view" if isinstance(table, View) else "cube",
        "title": table.title or table.name.replace("_", " ").capitalize(),
        "members": [_member_hit(hit.field) for hit in hits],
    }


def _member_hit(field: Field) -> dict[str, str]:
    hit = {
        "name": field.qualified,
        "title": field.title,
        "description": field.description,
        "type": field.type,
    }
    return hit | {"aggType": field.agg_type} if field.agg_type else hit


def _words(text: str) -> list[str]:
    """The telling words of a text in lower case, plurals cut to their stem."""
    found = re.findall(r"[^\W_]+", text.lower())
    return [_stem(word) for word in found if word not in _STOP_WORDS]


def _stem(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"

    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
