"""What a list may show of its records, and the numbers that these have of their own."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.amounts import Amount, in_unit_of, tells_unit
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.lattice.totals import number_and_sum_items
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.natural_amounts import Sized, is_part_of_amount, sized, texts_of
from svcchat_magic.analyst.linking.verbs import entity_of, is_participle
from svcchat_magic.analyst.meaning.tree import Concept, Entity, OwnField
from svcchat_magic.semantic.inference.column_words import words_that_are

_OF_ROWS = {
    "date": "date", "day": "date", "when": "date",
    "name": "name", "title": "name",
    "id": "key", "key": "key",
    "amount": "amount", "value": "amount", "price": "amount",
}  # fmt: skip
_OWN, _BY_ENTITY, _TOGETHER, _WORTH = 0.75, 0.9, 1.4, 0.9
_OF_WORTH = frozenset({"value", "amount", "total", "size", "worth", "bill"})
_PART, _SHORT = 0.7, 3
_OF_THINGS = frozenset({"code", "number", "no", "id", "card", "text", "reference", "ref"})


def field_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`FIELD`: a dimension, the name of another entity, an amount, or a plain word for one of these."""
    amounts = {measure: amount for amount, measure in catalog.sums.items()}
    for item in list(chart.all(("DIM", "ENTITY", "MEASURE"))):
        if isinstance(item.value, Concept) and _is_in_another_unit(item, tokens):
            continue

        match item.value:
            case Entity():
                told = catalog.name_of(item.value) or catalog.key_of(item.value)
                if told is not None:
                    yield Item("FIELD", item.start, item.stop, told, item.score * _BY_ENTITY)

                behind = tokens[item.stop].form if item.stop < len(tokens) else ""
                own = _own_field(item.value, behind, catalog)
                if own is not None:
                    yield Item("FIELD", item.start, item.stop + 1, own, item.score + _TOGETHER)
            case Concept(kind="measure") if item.value in amounts:
                yield Item("FIELD", item.start, item.stop, amounts[item.value], item.score)
            case Concept(kind="measure") if item.value.agg_type != "sum":
                continue  # an average is asked of many rows
            case _:
                yield Item("FIELD", item.start, item.stop, item.value, item.score)

    for at, token in enumerate(tokens):
        if token.form in _OF_ROWS:
            yield Item("FIELD", at, at + 1, OwnField(_OF_ROWS[token.form]), _OWN)


def _is_in_another_unit(item: Item, tokens: Sequence[Token]) -> bool:
    """`minutes` of a column in seconds: what is shown of it would not be these."""
    one = Amount(1)
    one.unit = tokens[item.start].form
    is_unit = item.stop == item.start + 1 and one.unit in keywords().units
    texts = texts_of(item.value) if is_unit else ()
    return is_unit and tells_unit(one.unit, texts) and in_unit_of(one, texts) != 1


def _own_field(entity: Entity, word: str, catalog: Catalog) -> Concept | None:
    """`show name`, `supplier id`: what tells one thing, called by its noun."""
    match _OF_ROWS.get(word):
        case "name":
            return catalog.name_of(entity) or catalog.label_of(entity)
        case "key":
            return catalog.key_of(entity)
        case _:
            return None


def sized_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`SIZED`: rows whose numbers may be meant without their names, as in `gifts over 1,000`."""
    yield from _worth_items(chart, tokens, catalog)
    yield from number_and_sum_items(chart, tokens, catalog)
    for item in list(chart.all(("ENTITY", "MEASURE"))):
        if isinstance(item.value, Entity):
            found = sized(item.value, catalog)
        elif item.value.agg_type == "count":
            entity = catalog.entities[item.value.cube]
            found = sized(entity, catalog, item.value)
        else:
            continue

        if found is not None:
            yield Item("SIZED", item.start, item.stop, found, item.score)
            last = tokens[item.stop - 1]
            if found.amount is not None and last.text.lower() == last.form and _is_of_amounts(found):
                yield Item("ONESIZED", item.start, item.stop, found, item.score)


def _is_of_amounts(rows: Sized) -> bool:
    """Whether rows are called by what they come to, or have no other number: an invoice, a rating."""
    nouns = set(phrase_of(rows.entity.noun)[-1:])
    return len(rows.numbers) == 1 or (rows.is_money and bool(nouns & words_that_are("earning")))


def _worth_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`order value`: what a row comes to; `WORTH` where that stands in rows of theirs."""
    named = catalog.phrases.get(("revenue",), ())
    sums = [each.of for each in named if isinstance(each.of, Concept) and each.of.agg_type == "sum"]
    for item in list(chart.all(("ENTITY",))):
        if item.stop >= len(tokens) or tokens[item.stop].form not in _OF_WORTH:
            continue

        phrase = tuple(each.form for each in tokens[item.start : item.stop + 1])
        if phrase in catalog.phrases or ("average", *phrase) in catalog.phrases:
            continue  # the model has such a number itself

        own = sized(item.value, catalog)
        is_none = own is None or (own.amount is None and getattr(own.of_each, "cube", "") != item.value.cube)
        is_part = own is not None and own.amount is not None and is_part_of_amount(own.amount)
        if (is_none or is_part) and len(sums) == 1:
            yield Item("WORTH", item.start, item.stop + 1, (sums[0], item.value), item.score + 0.9)
        elif own is not None and own.is_money and phrase[:-1] == phrase_of(item.value.noun):
            score = score_of(len(phrase), _WORTH)
            yield Item("NDIM", item.start, item.stop + 1, own.amount, score)
            if own.total is not None:
                yield Item("MEASURE", item.start, item.stop + 1, own.total, score)


def row_sums(chart: Chart, catalog: Catalog) -> Iterator[Item]:
    """`ROWSUM`: sums whose column the model does not show, so that only they tell what one row has."""
    shown = set(catalog.sums.values())
    for item in list(chart.all(("MEASURE",))):
        if item.value.agg_type == "sum" and item.value not in shown:
            yield Item("ROWSUM", item.start, item.stop, item.value, item.score)


def done_sums(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`DONESUM`: what is added up of the rows that a verb makes, as in `over 50,000 donated`."""
    for at, token in enumerate(tokens):
        if not is_participle(token.text.lower()):
            continue

        named = [each.value for kind in ("ENTITY", "VERBED") for each in chart.starting(at, kind)]
        entity = entity_of(token.form, catalog) or next(iter(named), None)
        found = sized(entity, catalog) if entity is not None else None
        amount = found.amount if found is not None and found.is_money else None
        if amount is not None and amount in catalog.sums:
            yield Item("DONESUM", at, at + 1, catalog.sums[amount], 0.9)


def text_parts(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`PSDIM`: the one text that is of a thing, as in `without a voucher` of the voucher code."""
    nouns = {word for each in catalog.entities.values() for word in phrase_of(each.noun)}
    named: dict[str, set[Concept]] = {}
    for each in catalog.concepts:
        words = phrase_of(each.title)
        if each.kind == "dimension" and each.type == "string" and len(words) > 1 and words[-1] in _OF_THINGS:
            named.setdefault(words[-2], set()).add(each)

    for at, token in enumerate(tokens):
        found = named.get(token.form, set())
        if len(found) == 1 and token.form not in nouns and len(token.form) > _SHORT:
            yield Item("PSDIM", at, at + 1, next(iter(found)), _PART)


def part_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`PNDIM`: the one number that has a word in its name, as in `waves above 2.5 m` of the wave height."""
    named: dict[str, set[Concept]] = {}
    for each in catalog.concepts:
        if each.kind == "dimension" and each.type == "number" and not each.primary_key:
            for word in {*phrase_of(each.title), *phrase_of(each.name.replace("_", " "))}:
                named.setdefault(word, set()).add(each)

    for at, token in enumerate(tokens):
        found = named.get(token.form, set())
        says_nothing = (
            token.form in keywords().function | keywords().light | keywords().units | keywords().all_words
        )
        is_taken = (token.form,) in catalog.phrases or says_nothing or chart.is_named(at)
        is_taken |= _says_rows(tokens, at)
        if len(found) == 1 and not is_taken and len(token.form) > _SHORT:
            yield Item("PNDIM", at, at + 1, next(iter(found)), _PART)

    yield from _summed_items(chart, tokens, catalog)


def _summed_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`RNDIM`: the number of each row by what its sum alone is called: rides with more than 2 passengers."""
    amounts = {measure: amount for amount, measure in catalog.sums.items()}
    for item in list(chart.all(("MEASURE",))):
        amount = amounts.get(item.value) if isinstance(item.value, Concept) else None
        if amount is None or catalog.key_of(catalog.entities[amount.cube]) is not None:
            continue

        said = {each.form for each in tokens[item.start : item.stop]}
        is_named = any(each.stop == item.stop for each in chart.starting(item.start, "NDIM"))
        if not is_named and said <= {*phrase_of(amount.title)}:  # and no verb that means it
            yield Item("RNDIM", item.start, item.stop, amount, max(item.score, _PART))


def _says_rows(tokens: Sequence[Token], at: int) -> bool:
    """`trips with more than 2 passengers`: several of something that have a number, and none themselves."""
    is_several = tokens[at].text.lower() != tokens[at].form and tokens[at].text.lower().endswith("s")
    return is_several and [each.form for each in tokens[at + 1 : at + 2]] in (["with"], ["that"], ["which"])
