"""Nouns of what happened, told by a date: signups where customers have a sign-up date."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.member_names import HEAD
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.search.thesaurus import is_word

_OF_DATES = frozenset({"at", "date", "time", "day", "on", "ts", "timestamp", "datetime"})
_ONE = frozenset({"a", "an"})
_EACH = frozenset({"per", "each", "every", *_ONE})
_SCORE = 0.75


def event_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Plural nouns that no member has, where the name of one date is made of them."""
    for at, token in enumerate(tokens):
        yield from _of_two_words(tokens, at, catalog)
        low = token.text.lower()
        is_plural = low != token.form and low.endswith("s") and not token.is_quoted
        is_each = at > 0 and tokens[at - 1].form in _EACH
        if is_plural or is_each:
            times = [each for each in catalog.times if _tells_of(each, token.form)]
            is_one = at > 0 and tokens[at - 1].form in _ONE
            if len(times) == 1 and not _is_known(token.form, catalog, times if is_plural or is_one else ()):
                item = _item(at, times[0], catalog)
                yield item
                yield from _with_rows(item, times[0], tokens, catalog)


def _with_rows(item: Item, time: Concept, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`new client registrations`: behind what registered."""
    start = item.start - 1
    named = catalog.phrases.get((tokens[start].form,), ()) if start >= 0 else ()
    if any(each.of == catalog.entities[time.cube] for each in named):
        start -= start > 0 and tokens[start - 1].form == "new"
        yield Item(item.category, start, item.stop, item.value, _SCORE * (item.stop - start))


def _of_two_words(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[Item]:
    """`sign ups`, `check-ins`: written apart."""
    pair = tokens[at : at + 2]
    if (
        len(pair) == 2
        and pair[1].text.lower() == f"{pair[1].form}s"
        and not any(each.is_mark for each in pair)
    ):
        times = [each for each in catalog.times if _tells_of(each, pair[0].form + pair[1].form)]
        if len(times) == 1:
            item = _item(at, times[0], catalog)
            yield Item(item.category, at, at + 2, item.value, _SCORE * 2)


def _item(at: int, time: Concept, catalog: Catalog) -> Item:
    """Where no other date tells of the same rows, they are what the word calls them."""
    is_only = sum(each.cube == time.cube for each in catalog.times) == 1
    of = catalog.entities[time.cube] if is_only else time
    return Item("ENTITY" if is_only else "EVENTS", at, at + 1, of, _SCORE)


def _is_known(word: str, catalog: Catalog, times: Sequence[Concept] = ()) -> bool:
    """Whether a word surely means something else: several of a date are what happened then."""
    meanings = catalog.phrases.get((word,), ())
    surely = any(each.weight >= HEAD and each.of not in times for each in meanings)
    said = {category for category, _ in keywords().meanings.get((word,), ())}
    is_command = said == {"COMMAND"}  # which stands first: `hires` of last year command nothing
    return surely or word in keywords().function or (word in keywords().structural and not is_command)


def _tells_of(time: Concept, word: str) -> bool:
    """Whether a date is called by a word and by what says that it is a date: `visit_date` of visits."""
    names = (phrase_of(time.name), phrase_of(time.title))
    of_one = [name for name in names if len(name) > 1 and _OF_DATES.issuperset(name[1:])]
    return any(
        name[0] == word or (is_participle(name[0]) and is_word(word) and akin(name[0], word))
        for name in of_one
    )
