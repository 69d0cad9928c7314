"""Values that stand for the rows of their kind: `consumers` are customers, `trade accounts` too."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.value_nouns import says_of_what_kind
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import ByEntity, IsIn
from svcchat_magic.semantic.search.thesaurus import stems_of

_PEOPLE = frozenset({"people", "person"})
_BESIDE = 0.05  # less than the condition alone, where something else is counted
_WITH_NOUN = 0.7
_AS = frozenset({"as", "with", "under"})
_ENDS = ("ised", "ized", "ified", "ed", "y", "s")
_MARKED = 1.3  # for the word that says of which column, which then names no column itself


def kind_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`SUBJECT`: a plural value of a column of theirs, alone or before a noun that says no more."""
    for item in list(chart.all(("VALUE", "MARKED"))):
        yield from _marked_so(item, tokens)

    for item in list(chart.all(("VALUE",))):
        value, stop = item.value, item.stop
        entity = catalog.entities.get(value.of.cube) if isinstance(value, IsIn) else None
        if entity is None or value.of.type != "string" or value.of == catalog.name_of(entity):
            continue

        if _is_of_one_name(tuple(chart.forms[item.start : stop]), value):
            continue  # `how many coaches` are more than those of the one model `Lion's Coach`

        is_so_spelt = tokens[stop - 1].text.lower() == str(value.values[0]).lower()  # Thermodynamics is one
        if _is_plural(tokens[stop - 1]) and (is_person(ByEntity(entity)) or not is_so_spelt):
            yield Item("SUBJECT", item.start, stop, (entity, value), item.score + _BESIDE)

        if (
            stop < len(tokens)
            and is_person(ByEntity(entity))
            and _is_plural(tokens[stop])
            and any(chart.starting(stop, "CLASSIFIER"))
        ):
            yield Item("SUBJECT", item.start, stop + 1, (entity, value), item.score + _WITH_NOUN)


def _marked_so(item: Item, tokens: Sequence[Token]) -> Iterator[Item]:
    """`VALUE`: notes tagged urgent, parts categorised as spare, by columns called tags and category."""
    at = item.start - 1
    at -= at > 0 and tokens[at].form in _AS
    if at < 1 or not isinstance(item.value, IsIn) or not is_participle(tokens[at].text.lower()):
        return

    said = {_stem(tokens[at].text), *stems_of(tokens[at].text)}
    if any(said & {_stem(each), *stems_of(each)} for each in phrase_of(item.value.of.title)):
        yield Item("VALUE", at, item.stop, item.value, item.score + _MARKED * (item.start - at))


def _stem(word: str) -> str:
    """The word without what makes a verb or a participle of it: categor of categorised and category."""
    low = word.lower()
    end = next((each for each in _ENDS if low.endswith(each) and len(low) > len(each) + 2), "")
    plain = low.removesuffix(end)
    return plain[:-1] if end and plain[-1:] == plain[-2:-1] else plain


def _is_of_one_name(phrase: Phrase, value: IsIn) -> bool:
    """Whether words are only a part of one value, of a column that does not say of what kind a row is."""
    is_part = len(value.values) == 1 and set(phrase) < set(phrase_of(str(value.values[0])))
    return is_part and not says_of_what_kind(value.of)


def _is_plural(token: Token) -> bool:
    low = token.text.lower()
    return not token.is_quoted and (token.form in _PEOPLE or (low != token.form and low.endswith("s")))
