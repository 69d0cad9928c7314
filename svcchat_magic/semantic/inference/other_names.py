"""Other names of rows and columns: what has a ticker is a stock, and who gave a response a respondent."""

from collections.abc import Mapping, Sequence

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_names import column_sql
from svcchat_magic.semantic.inference.column_words import words_for, words_that_are
from svcchat_magic.semantic.inference.draft_cube import DraftCube, Entry
from svcchat_magic.semantic.inference.names import entity_words, singular, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

_KEYS = frozenset({"id", "key", "code", "number"})


def with_other_names(cubes: Mapping[str, DraftCube], tables: Sequence[TableProfile]) -> None:
    """Add such names where nothing else in the data is called so."""
    taken = {singular(word) for each in tables for word in _words_in(each)}
    for table in tables:
        cube = cubes[table.name]
        said = words_for("rows_too").get(entity_words(table.spoken)[-1], "").split()
        said += _by_columns(table)
        said += _documents(table) if table.table.read_from else []
        said += ["transaction"] if table.flows else []
        said += _titles(table, said)
        _add(cube.entry, [each for each in said if each not in taken])
        _name_flags(cube)
        for column in table.columns:
            free = [each for each in _things_of(column) if each not in taken]
            own = next((each for each in cube.dimensions if each["sql"] == column_sql(column)), None)
            if free and column.name == cube.key:
                _add(cube.entry, free)
            elif free and own is not None and not _is_reference(cube, own):
                _add(own, free)


def _name_flags(cube: DraftCube) -> None:
    """Those in default of a flag called so, and housing loans where `housing` stands beside `loan`."""
    flags = {str(each["name"]): each for each in cube.dimensions if each["type"] == "boolean"}
    kinds = [each for each in flags if each in words_that_are("kinds_of_loans")]
    for name, flag in flags.items():
        said = words_for("flags_too").get(name, "")
        _add(flag, said.split(", ") if said else [])
        if "loan" in flags and name in kinds:
            _add(flag, [f"{name} loan", *(["home loan", "mortgage"] if name == "housing" else [])])
        elif name == "loan" and kinds:
            _add(flag, ["personal loan", "consumer loan"])


def _documents(table: TableProfile) -> list[str]:
    """Orders, of invoices whose lines say what was bought."""
    return words_for("documents_too").get(entity_words(table.spoken)[-1], "").split()


def _titles(table: TableProfile, said: Sequence[str]) -> list[str]:
    """Titles, of games and books that have a name."""
    is_named = any(words_of(each.name) == ("name",) for each in table.columns)
    are_titled = not words_that_are("titled").isdisjoint((entity_words(table.spoken)[-1], *said))
    return ["title"] if is_named and are_titled else []


def _by_columns(table: TableProfile) -> list[str]:
    """Page views, of rows that have a page and whose session it was."""
    words = {word for each in table.columns for word in words_of(each.name)}
    found = (names for pair, names in words_for("rows_by_columns").items() if words.issuperset(pair.split()))
    names = [each.replace("_", " ") for each in dict.fromkeys(" ".join(found).split())]
    own = {singular(word) for word in words}
    is_column = any(own.issuperset(map(singular, each.split())) for each in names)
    return [] if is_column else names  # where a column has their number, it is not that of the rows


def _things_of(column: ColumnProfile) -> list[str]:
    """What has such a number, by the word for it: a ticker, an ISBN."""
    words = [each for each in spelled_out(words_of(column.name), column.kind) if each not in _KEYS]
    return words_for("identifiers").get(words[-1], "").split() if words else []


def _is_reference(cube: DraftCube, dimension: Entry) -> bool:
    """Whether a column leads to rows that are called so themselves."""
    return dimension["name"] in cube.references.values() or any(
        str(dimension["sql"]).removeprefix("{CUBE}.") in str(join["sql"]) for join, _ in cube.joins
    )


def _words_in(table: TableProfile) -> tuple[str, ...]:
    return (*entity_words(table.spoken), *(word for each in table.columns for word in words_of(each.name)))


def _add(entry: Entry, names: Sequence[str]) -> None:
    meta = entry.setdefault("meta", {}) if names else {}
    if isinstance(meta, dict):
        meta["synonyms"] = [*meta.get("synonyms", ()), *names]
