"""Another look at words that nothing knew: some say no more than others do, some are near a known one."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.member_names import HEADED
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Contains, Entity, IsIn, Missing
from svcchat_magic.analyst.readings.empty_objects import empty_object
from svcchat_magic.analyst.readings.read import Read

Tokens = tuple[Token, ...]

_MOST = 2  # words that may be looked at anew
_NOW = frozenset({"still", "already", "currently", "presently"})
_NAMED = frozenset(  # as what, or that, something is kept
    (
        "flagged", "marked", "tagged", "labelled", "labeled", "classified", "classed", "categorised",
        "categorized", "noted", "deemed", "considered", "identified", "listed",
    )
)  # fmt: skip
_ON = frozenset({"on", "for"})
_SPENDING = frozenset({"spend", "spent", "spending", "pay", "paid", "cost", "bill", "expense"})
_SHORTEST = 4
_FARTHEST = 3  # words from a verb to what it is said of
_DOERS = ("er", "or", "ee", "ant", "ist")


def read_anew(read: Read, again: Callable[[Tokens], Read], catalog: Catalog) -> Read:
    """The question in words that are known, where nothing else is left open then; else as it was read."""
    best = read.best
    said = _said_of_others(read.tokens, best) if best else ()
    places = (*best.cover.unknown, *said) if best else ()
    if best is None or len(best.dropped) > len(said) or not 0 < len(places) <= _MOST:
        return read

    objects = {at: empty_object(read.tokens, at, catalog) for at in places}
    empty = {at for at in places if objects[at] or _says_no_more(read.tokens, at, best, catalog)}
    meant = {
        at: None if at in said else _known_for(read.tokens, at, catalog) for at in places if at not in empty
    }
    if not all(meant.values()):
        return read

    tokens = tuple(
        replace(each, form=meant.get(at) or each.form)
        for at, each in enumerate(read.tokens)
        if at not in empty.union(*objects.values())
    )
    found = again(tokens)
    if not found.is_sure or found.best is None or not _keeps(found.best, best):
        return read

    return replace(found, repairs=tuple((read.tokens[at].text, word) for at, word in meant.items() if word))


def _said_of_others(tokens: Tokens, best: Assembled) -> tuple[int, ...]:
    """The words that descriptions have, and not of what is asked: the game of game sessions."""
    single = (
        each.start for each in best.cover.items if each.category == "SAID" and each.stop - each.start == 1
    )
    return tuple(at for at in single if tokens[at].text in best.dropped)


def _keeps(found: Assembled, before: Assembled) -> bool:
    """Whether everything that was kept still is: a word left out may not take others with it."""
    return set(before.analysis.where) <= set(found.analysis.where)


def _says_no_more(tokens: Sequence[Token], at: int, read: Assembled, catalog: Catalog) -> bool:
    """`still` before a state that is asked for, `diagnosed` before a diagnosis."""
    lost = read.cover.unknown
    words = (each for each in range(at + 1, len(tokens)) if not (_is_small(tokens[each]) or each in lost))
    behind = next(words, None)
    if behind is None:
        return False

    said = [each for each in read.cover.items if each.start <= behind < each.stop]
    is_said = any(each.category in ("CONDITION", "DATED", "SUBJECT", "SUCH") for each in said)
    if not is_participle(tokens[at].text.lower()):
        return is_said and tokens[at].form in _NOW

    if is_said and behind - at <= _FARTHEST:
        is_named = tokens[at].form in _NAMED
        return is_named or any(akin(tokens[at].form, word) for word in _kept_words(read))

    return any(akin(tokens[at].form, word) for word in _words_of_rows(read, catalog))


def _words_of_rows(read: Assembled, catalog: Catalog) -> Iterator[str]:
    """What the rows are called that are counted or added up: hours guided of guided tours."""
    for cube in {cube for each in read.analysis.quantities for cube in cubes_of(each)} - {""}:
        yield from phrase_of(catalog.entities[cube].noun)
        yield from phrase_of(cube.replace("_", " "))


def _is_small(token: Token) -> bool:
    return token.is_mark or token.form in keywords().function


def _kept_words(read: Assembled) -> Iterator[str]:
    """The words of the columns that rows are kept by."""
    for each in read.analysis.where:
        if isinstance(each, IsIn | Missing | Compared | Contains):
            yield from phrase_of(f"{each.of.title} {each.of.name}")


def _known_for(tokens: Sequence[Token], at: int, catalog: Catalog) -> str | None:
    """The one word of the model of the same family; who does something is not what is done."""
    token = tokens[at]
    if len(token.form) < _SHORTEST or token.is_quoted or token.is_name or token.form in catalog.words:
        return None

    found = {word for word in _single_names(catalog) if akin(word, token.form)}
    found = {each for each in found if _does(each) == _does(token.form)}
    found -= {each for each in found if _is_bought(tokens, at) and _is_flag(each, catalog)}
    return found.pop() if len(found) == 1 else None


def _is_bought(tokens: Sequence[Token], at: int) -> bool:
    """`what did we spend on electricity`: what money goes on is nothing that rows only have or not."""
    before = {each.form for each in tokens[: at - 1]}
    return at > 0 and tokens[at - 1].form in _ON and not _SPENDING.isdisjoint(before)


def _is_flag(word: str, catalog: Catalog) -> bool:
    return any(getattr(each.of, "type", "") == "boolean" for each in catalog.phrases[(word,)])


def _single_names(catalog: Catalog) -> Iterator[str]:
    for phrase, meanings in catalog.phrases.items():
        if len(phrase) == 1 and any(each.weight >= HEADED and _is_told(each.of) for each in meanings):
            yield phrase[0]


def _is_told(of: Concept | Entity) -> bool:
    return isinstance(of, Entity) or not of.primary_key


def _does(word: str) -> bool:
    return word.endswith(_DOERS)
