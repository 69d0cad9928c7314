"""`deals closed in May`: no longer open, where a flag says so and the date may only be planned."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.flags import flags_of
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Concept, IsIn, Within
from svcchat_magic.semantic.inference.names import words_of
from svcchat_magic.semantic.search.thesaurus import stems_of

_ASKING = frozenset({"did", "have", "has"})
_TO_COME = frozenset({"to", "will", "expected", "due", "should", "planned"})


def with_closed(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading without rows that have only planned what was done, where a flag says that it was."""
    analysis = read.analysis
    told = {each.of for each in analysis.where if isinstance(each, IsIn)}
    found = {
        IsIn(flag, (True,))
        for each in analysis.where
        if isinstance(each, Within) and not each.negated and _may_be_planned(each.time)
        for token in _done(tokens)
        if each.time in date_names_of(catalog).named(stems_of(token.text))
        for flag in flags_of(stems_of(token.text), catalog)
        if flag.cube == each.time.cube and flag not in told
    }
    return replace(read, analysis=replace(analysis, where=(*analysis.where, *found))) if found else read


def _done(tokens: Sequence[Token]) -> Iterator[Token]:
    """What was done: `closed`, `did we close`."""
    for at, token in enumerate(tokens):
        before = {each.form for each in tokens[max(at - 3, 0) : at]}
        is_done = is_participle(token.text.lower()) or not _ASKING.isdisjoint(before)
        if is_done and _TO_COME.isdisjoint(before):
            yield token


def _may_be_planned(time: Concept | None) -> bool:
    """Whether a date may be one that is still to come: a close date, but not when it was closed."""
    return time is not None and not any(is_participle(each) for each in words_of(time.name))
