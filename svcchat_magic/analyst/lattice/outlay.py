"""What we spend on something that a table has the rows of: `what did we spend on fuel`, `fuel spend`."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.spans import WHOLE, score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.done_amounts import is_of_money
from svcchat_magic.analyst.linking.natural_amounts import sized
from svcchat_magic.analyst.linking.products import column_words
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.inference.column_words import words_that_are

_SPENDING = frozenset({"spend", "spent", "spending", "expenditure"})
_HELPING = frozenset({"did", "do", "does", "have", "has", "was", "were", "been"})
_DOERS = frozenset({"we", "they", "i"})
_ARTICLES = frozenset({"the", "our", "all", "any"})
_EARNING = frozenset({"revenue", "income", "turnover", "sale", "price"})
_LONGEST = 3
_SURE = 0.96


def outlay_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`MEASURE`: the one sum of money of these rows, where nothing else belongs to them."""
    places = [at for at, each in enumerate(tokens) if each.text.lower() in _SPENDING]
    entities = list(chart.all(("ENTITY",))) if places else []
    for at in places:
        behind = at + 1
        if behind < len(tokens) and tokens[behind].form == "on":
            behind += 1
            while behind < len(tokens) and tokens[behind].form in _ARTICLES:
                behind += 1

        for item in (*entities, *_purposes(tokens, behind, catalog)):
            is_on = item.start == behind > at + 1
            total = _outlay(item.value, catalog) if is_on or item.stop == at else None
            if total is not None:
                start, stop = (_asked(tokens, at), item.stop) if is_on else (item.start, at + 1)
                score = score_of(stop - start, _SURE) + WHOLE * (stop - start)
                yield Item("MEASURE", start, stop, total, score)


def _purposes(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[Item]:
    """`spent on maintenance`, of maintenance requests: what the rows of one table are for."""
    for stop in range(at + 1, min(at + _LONGEST, len(tokens)) + 1):
        said = tuple(each.form for each in tokens[at:stop])
        named = [each for each in catalog.entities.values() if phrase_of(each.noun)[:-1] == said]
        if len(named) == 1:
            yield Item("ENTITY", at, stop, named[0], 0.0)


def _outlay(entity: Entity, catalog: Catalog) -> Concept | None:
    """What the rows of a table cost: none of a list of prices, nor of rows that bring money in."""
    own = sized(entity, catalog)
    money = [each for each in catalog.of_cube(entity.cube, "measure") if each.agg_type == "sum"]
    of_money = [each for each in money if is_of_money(each)]
    total = own.total if own is not None and own.is_money else None
    total = total or (of_money[0] if len(of_money) == 1 else None)
    if total is None or not _EARNING.isdisjoint(column_words(total)) or _earns(entity):
        return None

    others = (cube for cube in catalog.model.cubes.values() if cube.name != entity.cube)
    is_listed = any(join.target == entity.cube for cube in others for join in cube.joins)
    return None if is_listed else total


def _earns(entity: Entity) -> bool:
    return not words_that_are("earning").isdisjoint(entity.noun.split())


def _asked(tokens: Sequence[Token], at: int) -> int:
    """Where the words begin that ask for it: `what did we`, `how much have we`."""
    start = at
    while start and tokens[start - 1].form in _HELPING | _DOERS:
        start -= 1

    forms = [each.form for each in tokens[:start]]
    if start == at:
        return at

    return start - 1 if forms[-1:] == ["what"] else start - 2 * (forms[-2:] == ["how", "much"])
