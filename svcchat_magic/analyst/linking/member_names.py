"""The phrases that name the members of a model, each with how surely it does."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from svcchat_magic.analyst.language.foreign_words import ForeignWords
from svcchat_magic.analyst.language.lexicon import Lexicon, Phrase
from svcchat_magic.analyst.language.spoken import in_english
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.flag_names import is_flagged
from svcchat_magic.analyst.linking.phrases_alike import phrases_alike
from svcchat_magic.analyst.linking.time_names import OF_DAYS, names_of_time
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.names import is_money, words_of

OWN, HEADED, SYNONYM, HEAD, LEXICON, PART = 1.0, 0.95, 0.93, 0.85, 0.8, 0.55  # how surely a phrase means it
_AGGREGATES = {
    "sum": ("total", "sum", "overall"),
    "avg": ("average", "avg", "mean"),
    "min": ("minimum", "min", "lowest"),
    "max": ("maximum", "max", "highest"),
    "count": ("number", "count", "total"),
    "count_distinct": ("number", "count", "distinct", "unique", "total"),
}
_COUNTING = ("number", "count", "amount", "value", "total", "no", "id", "quantity", "volume", "sum")
_RELATING = frozenset({"per", "at", "from", "since", "with"})  # the company of `years at company`
_SUMS = ("amount", "value", "sum", "total")
SUMMED = 1.4  # a sum of rows, before these, where both are called the same
_WHOLE = frozenset({"net", "gross", "total", "overall"})
_SORTS = ("type", "kind", "category", "sort")  # of rows, where a column is called so alone
_OUTGOING = frozenset({"refund", "return", "expense", "cost", "payout", "complaint"})  # no revenue
_SPENT = frozenset({"cost", "discount", "expense", "fee", "refund", "salary", "tax", "tip", "wage"})
_MOST_ALIKE = 4  # members that one word may be the head of
_MOST_TURNED, _TURNED = 3, 0.97  # words of a name that may be told from its end
_PLAIN = (
    *("count", "number", "amount", "value", "total", "rate", "type", "average", "avg", "date", "time"),
    *("different", "share", "percentage", "percent", "pct", "ratio"),
)
_BEHIND_HEADS = frozenset(
    (
        "a", "an", "of", "off", "per", "in", "on", "at", "by", "with", "for", "from", "to", "until", "since",
        "before", "after", "sold", "paid", "lost", "made", "kept", "sent", "hit", "spent", "won", "given",
        "taken",
    )
)  # fmt: skip
_FLAGS = ("is", "has", "was", "are", "had")
_OF_CONTACTS = {"email": "address"} | dict.fromkeys(("phone", "telephone", "mobile", "fax"), "number")
_OF_NAMES = ("name", "title", "label", "description")
_OF_KEYS = ("id", "key", "code", "number", "no", "uuid")
_SAYING_LITTLE = (*_OF_NAMES, *_OF_KEYS, *OF_DAYS, *_PLAIN)
SORTS = ("type", "kind", "category", "class", "sort")  # words for the same behind or before a noun
_UNITS_OF_TIME = ("second", "sec", "minute", "min", "hour", "hr", "day", "week", "month", "ms")
_UNITS = (
    *_UNITS_OF_TIME,
    *("kg", "g", "gram", "lb", "ton", "tonne", "km", "mile", "m", "cm", "mm", "meter", "usd", "eur", "gbp"),
    *("dollar", "euro", "cent", "pct", "percent", "kwh", "mwh", "kw", "mw", "liter", "litre", "celsius"),
)


def member_phrases(
    concepts: tuple[Concept, ...],
    entities: Mapping[str, Entity],
    lexicon: Lexicon,
    language: ForeignWords | None,
) -> Iterator[tuple[Phrase, Concept, float]]:
    """Every phrase for every member: its own ones, words for the same, and parts that only it has."""
    tails = Counter((each.kind, word) for each in concepts for word in _tails(each))
    nouns = {phrase_of(entity.noun)[-1:] for entity in entities.values()}
    heads = Counter((each.kind, head) for each in concepts for head in _heads(each, nouns))
    paid = {each.cube for each in concepts if _is_money(each) and not _SPENT & {*phrase_of(each.title)}}
    for each in concepts:
        is_unpaid = each.agg_type == "sum" and each.format == "" and each.cube in paid
        for phrase, weight in _called(each, entities[each.cube], lexicon, language):
            is_others = each.kind == "dimension" and phrase not in _tails(each) and tails[each.kind, phrase]
            if weight <= LEXICON and is_others:
                continue  # the state of an address, beside a status for which it is another word

            if weight > LEXICON or not (is_unpaid and is_money(" ".join(phrase))):
                yield phrase, each, weight  # a value beside what was charged is no revenue

        last = phrase_of(each.title)[-1:]
        if last in nouns and each.kind == "measure":
            yield from ((phrase, each, weight) for phrase, weight in _as_rows(each, entities, lexicon))
            continue  # "tickets" is no name for the open ones

        yield from (
            (head, each, HEAD if heads[each.kind, head] == 1 else PART)
            for head in _heads(each, nouns)
            if heads[each.kind, head] <= (_MOST_ALIKE if each.kind == "measure" else 1)
            and not (_is_below(each) and tails[each.kind, head])  # net revenue is it, and no revenue per unit
        )
        is_part = len(phrase_of(each.title)) > 1 and last and last[0] not in _SAYING_LITTLE
        most = _MOST_ALIKE if each.kind == "dimension" else 1  # the country of guests is their home country
        if tails[each.kind, last] <= most and is_part and not _is_below(each) and not is_flagged(each):
            yield last, each, PART


def _tails(of: Concept) -> set[Phrase]:
    return {phrase_of(of.title)[-1:], phrase_of(of.name)[-1:]}


def _called(
    concept: Concept, entity: Entity, lexicon: Lexicon, language: ForeignWords | None
) -> Iterator[tuple[Phrase, float]]:
    """Its own phrases, these turned around, and words for the same."""
    goes_out = not _OUTGOING.isdisjoint(phrase_of(entity.noun)[-1:])
    for phrase, weight in list(_own_phrases(concept, entity, language)):
        yield phrase, weight
        if len(phrase) > 1 and phrase[-1].endswith("ed") and concept.type == "number":
            yield (phrase[-1], *phrase[:-1]), weight * _TURNED  # worked hours are hours worked
        if concept.kind == "dimension" and _may_turn(phrase):
            yield (phrase[-1], "of", *phrase[:-1]), weight * _TURNED  # type of machine
            yield from ((other, weight * LEXICON) for other in _other_sorts(phrase))

        for other in lexicon.others(phrase) if not concept.primary_key else ():
            if not ((_counts(concept) or goes_out) and is_money(" ".join(other))):
                yield other, LEXICON * weight  # sales that are counted are no revenue, nor are refunds


def _as_rows(
    measure: Concept, entities: Mapping[str, Entity], lexicon: Lexicon
) -> Iterator[tuple[Phrase, float]]:
    """`sales` are net sales, where these are money and of the sales."""
    noun = phrase_of(entities[measure.cube].noun)
    if _is_money(measure) and _is_whole(measure, noun):
        yield noun, SUMMED
        yield from ((other, LEXICON) for other in lexicon.others(noun))


def _counts(concept: Concept) -> bool:
    return concept.agg_type in ("count", "count_distinct")


def _is_whole(concept: Concept, noun: Phrase) -> bool:
    """Whether a number is called as the rows are: `net sales` of sales, but not their `open fines`."""
    words = phrase_of(concept.title)
    return words[-len(noun) :] == noun and _WHOLE.issuperset(words[: -len(noun)])


def _is_money(concept: Concept) -> bool:
    return concept.agg_type == "sum" and (concept.format == "currency" or is_money(concept.title))


def _is_below(concept: Concept) -> bool:
    """Whether a name ends in what it is by, since or from: the bottle of `price per bottle` is no price."""
    words = phrase_of(concept.title)
    is_count = "number" in words[:2] and len(words) > 2 and words[-1].endswith("ed")  # of companies worked
    return concept.type == "number" and (is_count or not _RELATING.isdisjoint(words[:-1]))


def _may_turn(phrase: Phrase) -> bool:
    """Whether a name may be told from its end; `number of orders` is no order number."""
    return 1 < len(phrase) <= _MOST_TURNED and "of" not in phrase and phrase[-1] not in _COUNTING


def _other_sorts(phrase: Phrase) -> Iterator[Phrase]:
    """`kind of machine` and `machine kind` for a machine type."""
    for other in SORTS if phrase[-1] in SORTS else ():
        if other != phrase[-1]:
            yield (other, "of", *phrase[:-1])
            yield (*phrase[:-1], other)


def _heads(concept: Concept, nouns: set[Phrase]) -> set[Phrase]:
    """What stands before a participle or a preposition: `days` of days off, `customers` of those affected."""
    found: set[Phrase] = set()
    if concept.agg_type in ("count", "count_distinct") or concept.type == "boolean":
        return found  # "destinations" is no name for those served, nor "trains" for whether one was cancelled

    for phrase in (phrase_of(concept.title), phrase_of(concept.name)):
        at = next((at for at, word in enumerate(phrase) if at and _ends_head(word)), 0)
        if at and phrase[0] not in _PLAIN and (phrase[:at][-1:] not in nouns or concept.kind != "measure"):
            found.add(phrase[:at])

    return found


def _ends_head(word: str) -> bool:
    return word in _BEHIND_HEADS or (len(word) > 4 and word.endswith("ed"))


def _own_phrases(
    concept: Concept, entity: Entity, language: ForeignWords | None
) -> Iterator[tuple[Phrase, float]]:
    """The phrases that a member's name, titles and synonyms give, most sure first."""
    names = {phrase_of(concept.name), phrase_of(" ".join(spelled_out(words_of(concept.name))))}
    titles = {each for place in concept.places for each in phrases_of(place.title, language)}
    synonyms = {
        each for place in concept.places for text in place.synonyms for each in phrases_of(text, language)
    }
    nouns = tuple(phrases_of(entity.noun, language))
    is_amount = concept.agg_type in ("sum", "avg", "min", "max") and not _is_money(concept)
    is_amount &= not (concept.is_sampled and entity.cube == concept.cube)  # of measured levels no row is one
    called = phrase_of(concept.name)[1:]  # downloads of a table of downloads are their number
    rows = {noun[-1:] for noun in nouns if is_amount and called != noun[-1:]}  # lines are no total of theirs
    for phrase in dict.fromkeys((*titles, *names, *synonyms - rows)):
        own = OWN if phrase in titles | names else SYNONYM
        if phrase == ("count",) and concept.kind == "measure":
            yield (*nouns[0], "count"), OWN
            continue

        of_days = OF_DAYS if concept.type == "time" else ()  # the days of a text are its own: Thu, Fri
        is_plain = len(phrase) == 1 and phrase[0] in (*_OF_NAMES, *_OF_KEYS, *of_days)
        generic = is_plain and concept.kind == "dimension"
        yield phrase, own * (0.7 if generic else 1)
        yield from _with_noun(concept, phrase, nouns)
        yield from ((each, sure * own) for each, sure in phrases_alike(phrase, SYNONYM))

        if concept.kind == "dimension" and concept.type == "number":
            for rest in _without_unit(phrase, concept.title):  # `purchase amount`, in dollars
                yield from ((each, weight * HEADED) for each, weight in _with_noun(concept, rest, nouns))

        yield from (each for each in _shorter(concept, phrase) if each[0] not in rows)
        if concept.agg_type == "sum" and len(phrase) > 1 and phrase[-1] in _SUMS:
            yield from (((*phrase[:-1], each), HEADED * 0.9) for each in _SUMS if each != phrase[-1])
            money = phrase[1:-1] if phrase[0] == "total" else phrase[:-1]
            yield (*money, "money"), HEADED * 0.9  # scholarship money


def _with_noun(concept: Concept, phrase: Phrase, nouns: tuple[Phrase, ...]) -> Iterator[tuple[Phrase, float]]:
    """The phrase behind the noun of its rows, and without it."""
    if concept.kind == "measure":
        for noun in (each[:-1] for each in nouns if len(each) > 1):
            yield (*noun, *phrase), HEADED * 0.85  # snack revenue of snack sales

    for noun in filter(None, nouns):
        if phrase[: len(noun)] != noun and concept.kind in ("dimension", "measure"):
            yield (*noun, *phrase), OWN if concept.kind == "dimension" else HEADED * 0.9
            if concept.agg_type == "sum" and len(phrase) > 1 and phrase[-1] == "sold":
                yield (*phrase[:-1], "sale"), SYNONYM  # bottle sales

            if concept.agg_type == "count" and len(phrase) == 1 and phrase[0].endswith("ed"):
                yield (*phrase, *noun), HEADED * 0.9  # settled claims

        if concept.type == "string" and len(phrase) == 1 and phrase[0] in _SORTS:
            yield from (((*noun, each), HEADED * 0.9) for each in _SORTS if each != phrase[0])

        if len(phrase) > len(noun) and phrase[: len(noun)] == noun and phrase[len(noun) :] != ("count",):
            yield phrase[len(noun) :], HEADED * 0.8


def _shorter(concept: Concept, phrase: Phrase) -> Iterator[tuple[Phrase, float]]:
    """The phrase without the word that only says what kind of member it is."""
    if concept.kind == "measure":
        marks = _AGGREGATES.get(concept.agg_type, ("total",) if concept.agg_type == "number" else ())
        for rest in (phrase[1:] if phrase[:1] and phrase[0] in marks else (), _without_of(phrase, marks)):
            if rest and rest[0] != "of":  # "amount of orders" names no second number
                is_told = phrase[0] not in ("distinct", "unique")  # without it all of them are meant
                is_whole = concept.agg_type in ("sum", "count", "count_distinct", "number") and is_told
                yield rest, HEADED if is_whole else PART
                yield from ((each, PART) for each in _without_unit(rest))

        if len(phrase) > 1 and phrase[0] == "net" and _is_money(concept):
            yield phrase[1:], HEADED * 0.95

        if concept.agg_type == "avg" and "average" not in phrase and "avg" not in phrase:
            yield ("average", *phrase), OWN
        elif phrase[:1] in (("avg",), ("mean",)):
            yield ("average", *phrase[1:]), OWN

        return

    if concept.type == "number":
        yield from ((each, HEADED) for each in _without_unit(phrase, concept.title))

    if concept.type == "boolean" and phrase[:1] and phrase[0] in _FLAGS and len(phrase) > 1:
        yield phrase[1:], OWN

    if concept.type == "time":
        yield from ((each, weight * OWN) for each, weight in names_of_time(phrase))

    if concept.type == "string" and phrase[-1] in _OF_CONTACTS:
        yield (*phrase, _OF_CONTACTS[phrase[-1]]), OWN

    if concept.type == "string" and len(phrase) > 1 and phrase[-1] in _OF_NAMES:
        yield phrase[:-1], HEADED

    if not concept.primary_key and len(phrase) > 1 and phrase[-1] in _OF_KEYS:
        yield phrase[:-1], HEADED * 0.9  # customers are told apart by their number


def _without_unit(phrase: Phrase, title: str = "") -> Iterator[Phrase]:
    """`first reply` and `first reply time` for `first reply minutes`; `temp_min` is in no minutes."""
    if len(phrase) > 1 and phrase[-1] in _UNITS and not (phrase[-1] == "min" and "minimum" in title.lower()):
        yield phrase[:-1]
        if phrase[-1] in _UNITS_OF_TIME:
            yield (*phrase[:-1], "time")


def _without_of(phrase: Phrase, marks: Iterable[str]) -> Phrase:
    """`number of orders` without its first two words."""
    return phrase[2:] if len(phrase) > 2 and phrase[0] in marks and phrase[1] == "of" else ()


def phrases_of(text: str, language: ForeignWords | None) -> Iterator[Phrase]:
    """A name as it is, and in English."""
    yield phrase_of(text)
    if language is not None and (english := in_english(text)):
        yield phrase_of(english)
