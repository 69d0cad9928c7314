"""`NUM`: the average that something is compared with, `more than the average of their department`.

A number that a question leaves to the data stands where any number may: in `older than average`, in
`customers who spent more than the average customer`. What it is the average of is told by what it is
compared with, once the question is read (`intent.averages`).
"""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import HEAD
from svcchat_magic.analyst.linking.products import number_column
from svcchat_magic.analyst.meaning.averages import Mean
from svcchat_magic.analyst.meaning.tree import Concept, Entity

_AVERAGES = frozenset({"average", "mean", "avg"})
_BEFORE = frozenset({"the", "a", "an", "their", "its", "our", "his", "her", "overall", "general", "company"})
_OF = frozenset({"of", "in", "for", "within", "across", "among"})
_OWN = frozenset({"their", "its", "his", "her", "own", "the", "same", "respective", "all", "that"})
_ONE = frozenset({"one", "value", "figure", "level"})
_WORTH = frozenset({"value", "size", "amount", "total", "spend"})  # of the average order
_OF_MOMENTS = frozenset({"later", "earlier", "before", "after"})
_LONGEST_COMPARISON, _LONGEST_NAME = 3, 5
_EACH_WORD = 0.75  # more than a number, as the words between are no others' then


def mean_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Only behind a comparison: an average alone is what is asked for."""
    for at, token in enumerate(tokens):
        start = at
        while start and tokens[start - 1].form in _BEFORE:
            start -= 1

        if token.form not in _AVERAGES or not _is_compared(tokens, start):
            continue

        for stop, of, rows in _named(tokens, at + 1, catalog):
            for end, within in _within(tokens, stop, catalog):
                yield Item("NUM", start, end, Mean.of_column(of, within, rows), _EACH_WORD * (end - start))


def _is_compared(tokens: Sequence[Token], stop: int) -> bool:
    """Whether a comparison ends there: `more than`, `above`."""
    for start in range(max(stop - _LONGEST_COMPARISON, 0), stop):
        phrase = tuple(each.form for each in tokens[start:stop])
        if not _OF_MOMENTS.isdisjoint(phrase):
            return False  # there is no average moment

        if any(category in ("CMP", "BEYOND") for category, _ in keywords().meanings.get(phrase, ())):
            return True

    return stop > 0 and tokens[stop - 1].form == "than"


def _named(
    tokens: Sequence[Token], start: int, catalog: Catalog
) -> Iterator[tuple[int, Concept | None, Entity | None]]:
    """Where the words end that say of what it is: of a number, or of one of the rows."""
    yield start, None, None
    if start < len(tokens) and tokens[start].form in _ONE:
        yield start + 1, None, None

    for stop in range(start + 1, min(start + _LONGEST_NAME, len(tokens)) + 1):
        phrase = tuple(each.form for each in tokens[start:stop])
        for meaning in catalog.phrases.get(phrase, ()):
            column = number_column(meaning.of, catalog) if meaning.weight >= HEAD else None
            if column is not None:
                yield stop, column, None
            elif isinstance(meaning.of, Entity) and meaning.weight >= HEAD:
                yield stop, None, meaning.of
                if stop < len(tokens) and tokens[stop].form in _WORTH:
                    yield stop + 1, None, meaning.of


def _within(tokens: Sequence[Token], start: int, catalog: Catalog) -> Iterator[tuple[int, Concept | None]]:
    """`of their own department`: where it ends, and the column that tells the groups."""
    yield start, None
    if start >= len(tokens) or tokens[start].form not in _OF:
        return

    begins = start + 1
    while begins < len(tokens) and tokens[begins].form in _OWN:
        begins += 1

    is_all = any(each.form == "all" for each in tokens[start:begins])
    for stop in range(begins + 1, min(begins + _LONGEST_NAME, len(tokens)) + 1):
        phrase = tuple(each.form for each in tokens[begins:stop])
        for meaning in catalog.phrases.get(phrase, ()) if begins > start + 1 else ():
            named = catalog.name_of(meaning.of) if isinstance(meaning.of, Entity) else meaning.of
            is_group = isinstance(named, Concept) and named.kind == "dimension" and named.type == "string"
            if meaning.weight >= HEAD and is_all and isinstance(meaning.of, Entity):
                yield stop, None
            elif meaning.weight >= HEAD and is_group and not is_all:
                yield stop, named
