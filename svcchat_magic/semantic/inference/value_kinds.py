"""What a column holds by its values: a `location` of Chile is a country, an `origin` of LHR an airport."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import yaml

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.draft_cube import Entry
from svcchat_magic.semantic.inference.names import singular, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

_MOST = 0.9  # of the different values are of a kind
_FEWEST = 3  # different values that tell; of sexes there are two
_PAIRS = frozenset({"gender"})
_AIRPORT = re.compile(r"[A-Z]{3}")
_ENDS_OF_WAYS = frozenset(
    {"airport", "arrival", "departure", "destination", "from", "iata", "origin", "source", "target", "to"}
)
_ALSO = {"gender": ("gender", "sex"), "age rating": ("age rating", "content rating")}


def with_kinds(dimensions: Sequence[Entry], table: TableProfile) -> None:
    """Give the dimensions of columns the word for what their values are, where no other has that word."""
    kinds = {each.name: kind for each in table.columns if (kind := kind_of(each))}
    said = {singular(word) for each in table.columns for word in spelled_out(words_of(each.name))}
    for entry, column in zip(dimensions, table.columns, strict=False):  # dimensions of parts have no column
        kind = kinds.get(column.name, "")
        if not kind or entry["type"] != "string":
            continue

        is_alone = list(kinds.values()).count(kind) == 1 and said.isdisjoint(_words_for(kind))
        title = str(entry["title"])
        plain = title[:1].lower() + title[1:]
        named = list(_words_for(kind)) if is_alone else [f"{plain} {kind}"]
        meta = entry.setdefault("meta", {})
        if isinstance(meta, dict) and (is_alone or kind not in words_of(column.name)):
            meta["synonyms"] = [*meta.get("synonyms", ()), *named]


def kind_of(column: ColumnProfile) -> str:
    """The kind of which nearly all values of a column are; an empty text for none."""
    values = {text for each in (*column.seen, *column.others) if (text := str(each).strip())}
    if column.kind != "text" or len(values) < 2:
        return ""

    return next(_kinds(column, values), "")


def _kinds(column: ColumnProfile, values: set[str]) -> Iterator[str]:
    words = {singular(each) for each in spelled_out(words_of(column.name))}
    if words & _ENDS_OF_WAYS and all(map(_AIRPORT.fullmatch, values)):
        yield "airport"

    low = {each.lower() for each in values}
    for kind, known in _known().items():
        fewest = 2 if kind in _PAIRS else _FEWEST
        if len(low) >= fewest and len(low & known) >= _MOST * len(low):
            yield kind


def _words_for(kind: str) -> tuple[str, ...]:
    return _ALSO.get(kind, (kind,))


@cache
def _known() -> Mapping[str, frozenset[str]]:
    data = yaml.safe_load(Path(__file__).with_suffix(".yml").read_text(encoding="utf-8"))
    return {kind: frozenset(each.strip() for each in text.split(",")) for kind, text in data.items()}
