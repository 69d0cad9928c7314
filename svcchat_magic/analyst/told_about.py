"""Answers about the data themselves: what can be asked, which tables there are, and what a table holds."""

from collections.abc import Sequence

from svcchat_magic.analyst.asked_about import Asked
from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.words import plain_text
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.suggestions import questions
from svcchat_magic.semantic.model.model import View

_LISTED = 12  # titles in a row
_TABLES, _COLUMNS = 20, 40  # in a list
_SHOWN = 5  # columns of a table that is one of several


def told_about(asked: Asked, reader: Reader, words: AnswerWords) -> str:
    """The answer in Markdown, with questions to ask next."""
    catalog = reader.catalog
    if not catalog.concepts:
        return f"**{words.say('holds nothing')}**"

    match asked.kind:
        case "tables":
            told, tries = _tables(catalog, words), _looks(catalog, words)
        case "columns":
            entity = catalog.entities[asked.cube]
            told, tries = _columns(entity, catalog, words), _looks(catalog, words, entity)
        case "column":
            column = catalog.by_key[asked.cube, asked.name]
            told, tries = (
                (_column_line(column, words),),
                (words.say("look at values", what=words.lower(column.title)),),
            )
        case "greeting" | "thanks" | "undated":
            told, tries = (f"**{words.say(asked.kind)}**",), ()
        case _:
            told, tries = _members(catalog, words), ()

    offered = " · ".join(f"*{plain_text(each)}*" for each in (*tries, *questions(reader, words))[:3])
    return "\n\n".join((*told, words.say("try next", questions=offered)))


def _members(catalog: Catalog, words: AnswerWords) -> tuple[str, ...]:
    """A short list of what can be asked."""
    concepts = catalog.concepts
    table = next(catalog.model.tables())
    measures = _titles([each for each in concepts if each.kind == "measure"], words)
    dimensions = _titles([each for each in concepts if each.kind == "dimension"], words)
    return (
        f"**{words.say('ask about', subject=plain_text(table.title or table.name))}**",
        words.say("numbers", titles=measures),
        words.say("groups", titles=dimensions),
        *((words.say("time reads"),) if any(each.type == "time" for each in concepts) else ()),
    )


def _tables(catalog: Catalog, words: AnswerWords) -> tuple[str, ...]:
    """Each table with what the model says of it and its first columns."""
    entities = list(catalog.entities.values())
    if len(entities) == 1:
        return _columns(entities[0], catalog, words)

    lines = []
    for each in entities[:_TABLES]:
        shown = words.say("with columns", titles=_titles(_dimensions(each, catalog), words, _SHOWN))
        lines.append(f"- **{_title(each, catalog, words)}**:{_about(each, catalog)} {shown}")

    more = [f"- {words.say('and more', count=len(entities) - _TABLES)}"] if len(entities) > _TABLES else []
    return f"**{words.say('the tables', count=len(entities))}**", "\n".join((*lines, *more))


def _columns(entity: Entity, catalog: Catalog, words: AnswerWords) -> tuple[str, ...]:
    """What a table holds: its columns with their types, and the numbers that are computed of it."""
    columns = _dimensions(entity, catalog)
    lines = [f"- {_column_line(each, words)}" for each in columns[:_COLUMNS]]
    if len(columns) > _COLUMNS:
        lines.append(f"- {words.say('and more', count=len(columns) - _COLUMNS)}")

    measures = list(catalog.of_cube(entity.cube, "measure"))
    head = words.say("the columns", table=_title(entity, catalog, words), count=len(columns))
    about = _about(entity, catalog)
    numbers = words.say("numbers", titles=_titles(measures, words)) if measures else ""
    return tuple(each for each in (f"**{head}**", about.strip(), "\n".join(lines), numbers) if each)


def _column_line(column: Concept, words: AnswerWords) -> str:
    kind = words.say(f"type {column.type}")
    text = f": {plain_text(_first_sentence(_description(column)))}" if _description(column) else ""
    return f"{words.say('column line', title=plain_text(column.title), kind=kind)}{text}"


def _looks(catalog: Catalog, words: AnswerWords, entity: Entity | None = None) -> tuple[str, ...]:
    """A question that shows a few rows."""
    of = entity or next(iter(catalog.entities.values()))
    is_public = catalog.model.cubes[of.cube].public
    return (words.say("look at rows", what=words.plural(of.noun)),) if is_public else ()


def _dimensions(entity: Entity, catalog: Catalog) -> list[Concept]:
    return list(catalog.of_cube(entity.cube, "dimension"))


def _title(entity: Entity, catalog: Catalog, words: AnswerWords) -> str:
    view = _view_of(entity, catalog)
    noun = (view.title or view.name) if view else words.plural(entity.noun)
    return plain_text(f"{noun[:1].upper()}{noun[1:]}")


def _about(entity: Entity, catalog: Catalog) -> str:
    """What the model says of a table; of one that is not public, what it says of the view that shows it."""
    table = _view_of(entity, catalog) or catalog.model.cubes[entity.cube]
    return f" {plain_text(_first_sentence(table.description))}" if table.description else ""


def _view_of(entity: Entity, catalog: Catalog) -> View | None:
    """The view in which a table stands that is not public itself; None for a public one."""
    if catalog.model.cubes[entity.cube].public:
        return None

    shown = {place.table for each in catalog.concepts if each.cube == entity.cube for place in each.places}
    return next(view for view in catalog.model.views.values() if view.public and view.name in shown)


def _description(column: Concept) -> str:
    return next((each.description for each in column.places if each.description), "")


def _first_sentence(text: str) -> str:
    head, dot, _ = " ".join(text.split()).partition(". ")
    return head + dot.strip()


def _titles(concepts: Sequence[Concept], words: AnswerWords, most: int = _LISTED) -> str:
    titles = list(dict.fromkeys(plain_text(words.lower(each.title)) for each in concepts))
    more = [words.say("and more", count=len(titles) - most)] if len(titles) > most else []
    return ", ".join([*titles[:most], *more])
