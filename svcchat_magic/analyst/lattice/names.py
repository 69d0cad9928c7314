"""Names of measures whose words stand apart, and words that only descriptions have."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.linking.catalog import Catalog, stem
from svcchat_magic.analyst.linking.descriptions import Descriptions, Said
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.verbs import entity_of, is_participle, is_who_does
from svcchat_magic.analyst.meaning.tree import ByEntity, Concept, Missing

_WIDEST = 9  # tokens that the words of one name may lie within
_EACH_PART, _EACH_BETWEEN = 1.25, 0.03
_SAID, _UNIT = 0.25, 1.6
_LONGEST_TURN = 4
_BETWEEN = frozenset(  # what may stand between the parts of a name: `fines that are still unpaid`
    (
        "is", "are", "was", "were", "be", "been", "being", "that", "which", "who", "have", "has", "had",
        "do", "did", "does", "a", "an", "the", "it", "they", "we", "our", "actually", "currently", "really",
        "of",
    )
)  # fmt: skip
_NAMING_FLAGS = frozenset({"is", "has", "was", "a", "an", "the", "of", "to", "for", "get", "had", "are"})
_FEWEST_APART = 2
_BEING = frozenset({"is", "are", "was", "were", "be", "been", "that", "which", "who"})
_NEVER = frozenset({"never", "not", "n't", "weren't", "wasn't", "haven't", "hasn't", "didn't"})
_ANYTHING = frozenset({"anything", "something", "any", "yet"})
_ORDERS = {"most": "desc", "least": "asc"}
_ASKING_FOR_ROWS = frozenset({"which", "what", "who", "list", "name", "show", "all", "top", "best", "worst"})


def scattered_items(tokens: Sequence[Token], descriptions: Descriptions) -> Iterator[Item]:
    """`fines that are still unpaid` for the measure `Unpaid fines`."""
    forms = tuple(each.form for each in tokens)
    for start, word in enumerate(forms):
        if start and _asks_for_rows(tokens[:start]):
            continue

        for parts, measure in descriptions.parts.get(word, ()):
            stop = _end(forms, start, parts)
            between = [at for at in range(start, stop) if forms[at] not in parts]
            if (
                stop
                and not _asks_for_part(tokens, start, stop, between)
                and all(_may_part(tokens, at, measure, descriptions) for at in between)
            ):
                score = _EACH_PART * len(parts) + 0.15 * (len(parts) - 1) - _EACH_BETWEEN * (1 + len(between))
                yield Item("MEASURE", start, stop, measure, score)


def flag_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`opt in to e-mail` for the flag `E-mail opt-in`: its words in another order."""
    stems = [stem(each.form) for each in tokens]
    for flag in (each for each in catalog.concepts if each.type == "boolean" and each.kind == "dimension"):
        words = [stem(each) for each in phrase_of(flag.title) if each not in _NAMING_FLAGS]
        for start, word in enumerate(stems):
            if len(words) < _FEWEST_APART or word not in words:
                continue

            stop = _end(stems, start, frozenset(words))
            between = [at for at in range(start, stop) if stems[at] not in words]
            if stop and len(between) <= 2 and all(tokens[at].form in keywords().function for at in between):
                yield Item("BDIM", start, stop, flag, 0.85 * len(words) + 0.15 * (len(words) - 1))
                break


def said_items(tokens: Sequence[Token], taken: set[int], descriptions: Descriptions) -> Iterator[Item]:
    """Words that nothing else takes, and turns such as `before refunds`, with whom they are said of."""
    function = keywords().function | keywords().light
    for at, token in enumerate(tokens):
        is_word = token.form.isalpha() and len(token.form) > 2 and not token.is_quoted
        is_free = at not in taken and token.form not in function and not (token.is_name and at)
        if is_word and is_free and (of := descriptions.of_word(token.form)):
            yield Item("SAID", at, at + 1, Said(token.text, of), _SAID)

        for stop in range(at + 2, min(at + _LONGEST_TURN, len(tokens)) + 1):
            if of := descriptions.of_turn([each.form for each in tokens[at:stop]]):
                text = " ".join(each.text for each in tokens[at:stop])
                yield Item("SAID", at, stop, Said(text, of), _SAID + 0.9 * (stop - at))


def named_by_verb(tokens: Sequence[Token], descriptions: Descriptions) -> Iterator[Item]:
    """`how much gas did they use`: a verb names the one measure that it is said of."""
    forms = [each.form for each in tokens]
    asked = [at for at in range(1, len(forms)) if forms[at - 1 : at + 1] == ["how", "much"]]
    for at, form in enumerate(forms):
        if asked and at > asked[0] and form in keywords().light - keywords().function:
            said = [each for each in descriptions.of_word(form) if isinstance(each, Concept)]
            sums = [each for each in said if each.agg_type == "sum"]
            if len(sums) == 1:
                yield Item("SAID", at, at + 1, Said(tokens[at].text, frozenset(sums), sums[0]), _SAID)


def empty_items(tokens: Sequence[Token], descriptions: Descriptions) -> Iterator[Item]:
    """`in service` where a date is described as empty while the meter is in service."""
    forms = tuple(each.form for each in tokens)
    for said, of in descriptions.emptied.items():
        for at in range(len(forms) - len(said) + 1):
            if forms[at : at + len(said)] == said:
                yield Item("CONDITION", at, at + len(said), Missing(of), 0.9 * len(said))


def done_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`most borrowed`: an order by how many rows a verb has made."""
    for at, token in enumerate(tokens[1:], 1):
        way = _ORDERS.get(tokens[at - 1].form)
        if way and is_participle(token.text.lower()) and (entity := entity_of(token.form, catalog)):
            yield Item("MOSTDONE", at - 1, at + 1, (way, entity), 1.6)


def verbed_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`never borrowed`: the loans, where a date of theirs is called so."""
    for at, token in enumerate(tokens[1:], 1):
        is_negated = any(each.form in _NEVER for each in tokens[max(at - 2, 0) : at])
        entity = entity_of(token.form, catalog) if is_negated and is_participle(token.text.lower()) else None
        is_doer = entity is not None and is_who_does(token.text, entity)
        if entity is not None and not is_person(ByEntity(entity)) and not is_doer:
            # cases that have not left are no staff, and orders that have not been shipped have a shipper
            stop = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].form in _ANYTHING)
            yield Item("VERBED", at, stop, entity, 0.9 * (stop - at))


def _end(forms: Sequence[str], start: int, parts: frozenset[str]) -> int:
    """Behind the last of the words, each once from the first one on; 0 where one is missing."""
    missing = set(parts)
    for at in range(start, min(start + _WIDEST, len(forms))):
        missing.discard(forms[at])
        if not missing:
            return at + 1

    return 0


def _may_part(tokens: Sequence[Token], at: int, measure: Concept, descriptions: Descriptions) -> bool:
    form = tokens[at].form
    is_on_average = form == "on" and at + 1 < len(tokens) and tokens[at + 1].form == "average"
    return form in _BETWEEN or is_on_average or measure in descriptions.of_word(form)


def unit_items(tokens: Sequence[Token], descriptions: Descriptions) -> Iterator[Item]:
    """`how much money`, `how many days`: the unit of what is asked, told before it is named."""
    for at, token in enumerate(tokens[1:], 1):
        if token.form == "money" and tokens[at - 1].form == "in":
            yield Item("SAID", at - 1, at + 1, Said("in money", descriptions.in_unit("money")), _UNIT)
        elif tokens[at - 1].form == "in" and (of := descriptions.named_in_unit(token.form)):
            yield Item("SAID", at - 1, at + 1, Said(f"in {token.text}", of), _UNIT)

        if at > 1 and tokens[at - 2].form == "how" and tokens[at - 1].form in ("many", "much"):
            of = descriptions.in_unit(token.form)
            if of:
                text = " ".join(each.text for each in tokens[at - 2 : at + 1])
                yield Item("SAID", at - 2, at + 1, Said(text, of), _UNIT)


def _asks_for_part(tokens: Sequence[Token], start: int, stop: int, between: Sequence[int]) -> bool:
    """`what share of meters is smart`: a part of all of them, no name of a measure."""
    ends_so = is_participle(tokens[stop - 1].text.lower()) and not is_participle(tokens[start].text.lower())
    says_so = ends_so or any(tokens[at].form in _BEING for at in between)
    before = [at for at in range(max(start - 4, 0), start) if not _is_counted_off(tokens, at)]
    said = (each for at in before for each, _ in keywords().meanings.get((tokens[at].form,), ()))
    return says_so and "SHARE" in said


def _is_counted_off(tokens: Sequence[Token], at: int) -> bool:
    """`90 % of the impressions booked`: so many percent are said, and no share is asked for."""
    return at > 0 and number_of(tokens[at - 1]) is not None


def _asks_for_rows(before: Sequence[Token]) -> bool:
    """Whether rows are asked for right before: `which customers are active` asks for no number."""
    articles = {"the", "our", "all", "of", "are", "were", "me"}
    words = [each.form for each in before if each.form not in articles]
    return bool(words) and words[-1] in _ASKING_FOR_ROWS
