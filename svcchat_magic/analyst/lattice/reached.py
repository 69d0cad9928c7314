"""How far rows got: those that `got to an interview` have the date of one, whatever their status is now."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.meaning.tree import AnyOf, Missing
from svcchat_magic.semantic.search.thesaurus import stems_of

_REACHING = (
    ("get", "to"), ("got", "to"), ("made", "it", "to"), ("make", "it", "to"), ("reach",), ("reached",),
    ("came", "to"), ("get", "as", "far", "as"), ("got", "as", "far", "as"),
)  # fmt: skip
_ARTICLES = frozenset({"a", "an", "the", "their", "its", "any", "first"})
_EACH_WORD = 1.0


def reached_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`CONDITION`, where a noun behind the verb names the one date of such an event.

    It is no date of the rows: applications per month that got to an interview are still those of the month
    in which they came in.
    """
    forms, names = tuple(each.form for each in tokens), date_names_of(catalog)
    for start in range(len(forms)):
        for turn in _REACHING:
            if forms[start : start + len(turn)] != turn:
                continue

            at = start + len(turn)
            while at < len(forms) and forms[at] in _ARTICLES:
                at += 1

            times = names.named(stems_of(tokens[at].text)) if at < len(forms) else ()
            if len(times) == 1:
                reached = AnyOf((Missing(times[0], negated=True),))
                yield Item("CONDITION", start, at + 1, reached, _EACH_WORD * (at + 1 - start))
