"""Measures of one head that other words tell apart: the bottles that were sold, and those in stock."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.linking.descriptions import Said
from svcchat_magic.analyst.linking.member_names import HEAD, PART
from svcchat_magic.semantic.search.thesaurus import stems_of

_SAID = 0.5
_KEPT = frozenset({"stock", "hand", "inventory"})
_STILL_KEPT = frozenset({"left", "remain", "remaining", "still", "available"})


def told_apart(chart: Chart, tokens: Sequence[Token]) -> Iterator[Item]:
    """`MEASURE`, surer than the others by a word of its name that stands elsewhere in the question."""
    forms = tuple(each.form for each in tokens)
    for item in list(chart.all(("MEASURE",))):
        title = phrase_of(item.value.title)
        head = forms[item.start : item.stop]
        if item.score > score_of(len(head), PART) or title[: len(head)] != head or len(title) == len(head):
            continue

        said = list(_said(tokens, item, title[len(head) :]))
        if said:
            score = score_of(len(head), HEAD)
            yield Item("MEASURE", item.start, item.stop, item.value, score)
            for at in said:
                of = Said(tokens[at].text, frozenset({item.value}))
                yield Item("SAID", at, at + 1, of, _SAID)


def _said(tokens: Sequence[Token], item: Item, rest: Sequence[str]) -> Iterator[int]:
    words = [each for each in rest if each not in keywords().function]
    stems = {stem for each in words for stem in stems_of(each)}
    places = [at for at in range(len(tokens)) if not item.start <= at < item.stop]
    found = [at for at in places if stems & set(stems_of(tokens[at].text))]
    yield from found
    if found and not _KEPT.isdisjoint(words):
        yield from (at for at in places if tokens[at].form in _STILL_KEPT)
