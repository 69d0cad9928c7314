"""What search looks through: each member and table of a model with the words that are said of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from svcchat_magic.semantic.model.listings import folders_of, hierarchies_of
from svcchat_magic.semantic.model.model import Cube, Field, Model, View


@dataclass(frozen=True, slots=True)
class Entry:
    """A member or a table as search knows it; every text but `name` is optional.

    `kind` is dimension, measure, segment, cube or view; `type` is that of a dimension's values and
    `agg_type` how a measure aggregates.
    """

    table: str
    name: str
    kind: str
    title: str = ""
    synonyms: tuple[str, ...] = ()
    description: str = ""
    context: str = ""  # `meta.ai_context`, what the modeller tells machines, and what lists it
    table_words: str = ""  # the names of its table
    type: str = ""
    agg_type: str = ""


def entries_of(model: Model) -> tuple[tuple[Entry, Field | None], ...]:
    """The public tables of a model with their members and segments; the field of what can be queried."""
    return tuple(entry for table in model.tables() for entry in _table_entries(model, table))


def _table_entries(model: Model, table: Cube | View) -> Iterator[tuple[Entry, Field | None]]:
    words = " ".join((table.name, table.title, *_synonyms(table.meta)))
    kind = "view" if isinstance(table, View) else "cube"
    yield _table_entry(table, kind), None
    lists = _lists(model, table)
    for field in model.fields(table.name):
        yield _member_entry(model, field, words, lists.get(field.name, "")), field

    if isinstance(table, Cube):
        for segment in table.segments.values():
            if segment.public:
                named = Entry(table.name, segment.name, "segment", segment.title, (), segment.description)
                yield named, None


def _table_entry(table: Cube | View, kind: str) -> Entry:
    return Entry(
        table=table.name,
        name=table.name,
        kind=kind,
        title=table.title,
        synonyms=_synonyms(table.meta),
        description=table.description,
        context=_context(table.meta),
    )


def _lists(model: Model, table: Cube | View) -> Mapping[str, str]:
    """The names of the folders and hierarchies that have a member, by its name."""
    found: dict[str, str] = {}
    for folder in folders_of(model, table):
        for name in folder.members:
            found[name] = f"{found.get(name, '')} {folder.name}"

    for hierarchy in hierarchies_of(model, table):
        for name in hierarchy.levels:
            found[name] = f"{found.get(name, '')} {hierarchy.title or hierarchy.name}"

    return found


def _member_entry(model: Model, field: Field, table_words: str, lists: str) -> Entry:
    cube = model.cubes[field.cube]
    member = cube.dimensions.get(field.member) or cube.measures[field.member]
    return Entry(
        table=field.table,
        name=field.name,
        kind=field.kind,
        title=field.title,
        synonyms=field.synonyms,
        description=field.description,
        context=f"{_context(member.meta)} {lists}".strip(),
        table_words=table_words,
        type=field.type,
        agg_type=field.agg_type,
    )


def _synonyms(meta: Mapping[str, object]) -> tuple[str, ...]:
    synonyms = meta.get("synonyms", ())
    return tuple(map(str, synonyms)) if isinstance(synonyms, (list, tuple)) else ()


def _context(meta: Mapping[str, object]) -> str:
    context = meta.get("ai_context", "")
    return context if isinstance(context, str) else ""
