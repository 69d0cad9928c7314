"""What the rows of a model are called: by their table, its title, its synonyms, and what a table counts."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set

from svcchat_magic.analyst.language.foreign_words import ForeignWords
from svcchat_magic.analyst.language.lexicon import Lexicon, Phrase
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.member_names import HEADED, LEXICON, OWN, PART, phrases_of
from svcchat_magic.analyst.meaning.tree import Entity
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import entity_words, is_money, words_of, written_entity
from svcchat_magic.semantic.model.model import Cube, Model
from svcchat_magic.semantic.search.wordnet import wordnet

_REFERS = re.compile(r'\{CUBE\}\."?(?P<column>[^"=]+?)"? = \{\w+\}\..+')
_KEYS = frozenset({"id", "key", "code", "number"})
_NAMED = (
    0.97 * OWN
)  # tracks in spotify_tracks, by their track_name, which tells them apart and is no second thing
ROLE = 0.9  # below a name of theirs: those whose role is Optometrist are meant before all who test eyes
_OF_KEY = 2  # words of the name of a key: the thing, and `ID`
_STAFF = frozenset({"staff", "employee", "worker", "colleague", "personnel"})
_OF_ROWS = frozenset(  # nouns that only say that there is a row of something
    (
        "run", "record", "entry", "event", "log", "line", "item", "row", "movement", "master", "slot", "spot",
        "schedule", "transaction", "register", "detail",
    )
)  # fmt: skip

DAY_OF_ROWS = "dayrow"  # what days are read as where each row is one; nobody types it

_OF_HEADS = {"sale": OWN}  # how many sales are rows, and what they came to is money
_FOR_ROWS = ("attempt", "record", "entry", "transaction")


def counted_noun_of(cube: Cube) -> Phrase:
    """What the plain count of a cube's rows says that they are: `campaign` of campaigns."""
    for measure in cube.measures.values():
        if measure.type == "count" and not measure.filters and not measure.sql:
            words = phrase_of(measure.title or measure.name)
            return tuple(each for each in words if each not in ("number", "of", "count", "total"))

    return ()


def nouns_of_rows(
    model: Model,
    entities: Mapping[str, Entity],
    lexicon: Lexicon,
    language: ForeignWords | None,
    counted: Set[str],
) -> Iterator[tuple[Phrase, Entity, float]]:
    """What rows are called; a table whose rows the model does not count lends its noun to one that does."""
    heads = Counter(phrase_of(each.noun)[-1:] for each in entities.values())
    nouns = {phrase_of(each) for cube in entities for each in (cube, entities[cube].noun)}
    for name, entity in entities.items():
        synonyms = model.cubes[name].meta.get("synonyms", ())
        names = () if _is_flagged(model.cubes[name]) else (name,)
        texts = [*names, model.cubes[name].title, *(synonyms if isinstance(synonyms, (list, tuple)) else ())]
        texts += [" ".join(counted_noun_of(model.cubes[name])), *_named_after(model.cubes[name], entity.noun)]
        texts += [" ".join(entity_words(each)) for each in names]  # vehicles of a table called veh
        texts += [" ".join(written_entity(each)) for each in names]  # and PO lines of one called fct_po_lines
        texts += _called_too(model.cubes[name], entity)
        others = {phrase_of(each.noun) for cube, each in entities.items() if cube != name and cube in counted}
        for phrase in {each for text in texts for each in phrases_of(str(text), language)}:
            is_own = phrase == phrase_of(entity.noun) and name in counted
            is_lent = phrase in others and not is_own  # assisting players are players
            yield phrase, entity, HEADED * 0.8 if is_lent else OWN
            for other in lexicon.others(phrase):
                if not is_money(" ".join(other)):  # sales as rows are no revenue
                    yield other, entity, LEXICON

            if phrase[-1:] and phrase[-1] not in _OF_ROWS and not is_lent:
                yield from (((*phrase, each), entity, HEADED * 0.8) for each in _FOR_ROWS)  # payment attempts

            is_sold = phrase[-1:] == ("sale",) and not _counts_pieces(model.cubes[name])
            is_free = phrase[:-1] not in (*nouns, *_counted_apart(model.cubes[name]))
            if len(phrase) > 1 and (phrase[-1] in _OF_ROWS or is_sold) and is_free:
                yield phrase[:-1], entity, HEADED * 0.8  # trains of train runs

            if len(phrase) > 1 and heads[phrase[-1:]] == 1 and not _is_measured(phrase, model.cubes[name]):
                is_named = (phrase[-1], "name") in map(phrase_of, model.cubes[name].dimensions)
                yield phrase[-1:], entity, _NAMED if is_named else _OF_HEADS.get(phrase[-1], PART * 0.8)
                same = lexicon.others(phrase[-1:]) if is_named else ()
                yield from ((other, entity, LEXICON) for other in same if not is_money(" ".join(other)))


def _titled(model: Model, entity: Entity) -> bool:
    """Whether each row is a title: films, whose `title` is what they are called."""
    column = model.cubes[entity.cube].dimensions.get("title")
    return column is not None and phrase_of(column.title or "title") in (("title",), phrase_of(entity.noun))


def nouns_of_roles(model: Model, entities: Mapping[str, Entity]) -> Iterator[tuple[Phrase, Entity, float]]:
    """What other rows call them by the column that refers to them: the users of an `owner_id` are owners.

    Where a table refers twice to the same rows, each role has a cube of its own, with a name of its own.
    """
    nouns = {phrase_of(each.noun) for each in entities.values()}
    found = {
        (phrase_of(" ".join(role)), join.target)
        for cube in model.cubes.values()
        for join in cube.joins
        if join.target in entities and (role := _role_in(join.sql))
    }
    for phrase, target in sorted(found):
        noun = phrase_of(entities[target].noun)
        is_own = phrase == noun[: len(phrase)] and len(noun) > len(phrase)  # the assignees of assignee users
        if phrase and phrase not in nouns and (is_own or not set(phrase) & set(noun)):
            yield phrase, entities[target], ROLE

    for entity, role in _own_roles(model, entities):
        if role not in nouns:
            yield role, entity, ROLE

    yield from ((("title",), each, PART) for each in entities.values() if _titled(model, each))


def _own_roles(model: Model, entities: Mapping[str, Entity]) -> Iterator[tuple[Entity, Phrase]]:
    """Rows that others of the same table lead to: the managers of employees."""
    for cube in (each for each in model.cubes.values() if each.name in entities):
        own = phrase_of(entities[cube.name].noun)
        for join in (each for each in cube.joins if each.target in entities):
            other, noun = model.cubes[join.target], phrase_of(entities[join.target].noun)
            is_same = (cube.sql_table, cube.sql) == (other.sql_table, other.sql)
            if is_same and noun[-len(own) :] == own and len(noun) > len(own):
                yield entities[join.target], noun[: -len(own)]


def _role_in(sql: str) -> tuple[str, ...]:
    """The words of the column of a join without those for a key: owner of `{CUBE}.owner_id = {users}.id`."""
    match = _REFERS.fullmatch(sql.strip())
    words = spelled_out(words_of(match["column"])) if match else ()
    return words[:-1] if len(words) > 1 and words[-1] in _KEYS else ()


def _is_flagged(cube: Cube) -> bool:
    """Whether a table is called by what rows have, and its rows by another name: a `stroke`, their `mpg`."""
    is_flag = cube.name in cube.dimensions and cube.dimensions[cube.name].type in ("boolean", "number")
    return is_flag and entity_words(cube.title or cube.name) != entity_words(cube.name)


def _counted_apart(cube: Cube) -> Iterator[Phrase]:
    """What the rows are several of and what a number counts apart: the athletes of athlete events."""
    for each in cube.measures.values():
        if each.type == "count_distinct":
            yield phrase_of(each.title)


def _called_too(cube: Cube, entity: Entity) -> Iterator[str]:
    """What they are called whatever their table is: days of rows for each, the headcount of staff."""
    if cube.meta.get("each") == "day":
        yield DAY_OF_ROWS

    if _STAFF & set(phrase_of(entity.noun)[-1:]):
        yield "headcount"

    for each in cube.dimensions.values():  # sales that each have an invoice ID of their own are invoices
        words = phrase_of(each.title or each.name.replace("_", " "))
        is_key = each.primary_key and len(words) == _OF_KEY and words[1] in _KEYS
        if is_key and words[0] in words_that_are("documents"):
            yield words[0]


def _is_measured(phrase: Phrase, cube: Cube) -> bool:
    """Whether rows of measurements are called after the number in them: the level of water levels."""
    words = {each for name in cube.measures for each in phrase_of(name.replace("_", " "))}
    return cube.meta.get("rows") == "measurements" and phrase[-1] in words


def _counts_pieces(cube: Cube) -> bool:
    """Whether a row may be of several: then ticket sales are not the tickets."""
    pieces = words_that_are("pieces")
    return any(
        not pieces.isdisjoint(spelled_out(words_of(each))) for each in (*cube.measures, *cube.dimensions)
    )


def _named_after(cube: Cube, noun: str) -> Iterator[str]:
    """What the rows are called by the column of their names: the animals of a `pet_name` are pets."""
    for each in cube.dimensions:
        words = phrase_of(each.replace("_", " "))
        if len(words) == 2 and words[1] == "name" and words[0] != noun:
            near = {other.words for other in wordnet().near(words[0])}
            if tuple(noun.split()) in near:
                yield words[0]
