"""The members and entities that the words of a question may name, each with how surely they do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.adjectives import tables_with
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.member_kinds import categories_of, counts, is_text, is_told, value_of
from svcchat_magic.analyst.lattice.named_cubes import named_cubes, nearest, places_of_names
from svcchat_magic.analyst.lattice.owned import is_owner
from svcchat_magic.analyst.lattice.short_names import initials, joined, written_short
from svcchat_magic.analyst.lattice.spans import WHOLE, score_of, spans
from svcchat_magic.analyst.lattice.value_nouns import cubes_of_kind
from svcchat_magic.analyst.linking.catalog import Catalog, stem
from svcchat_magic.analyst.linking.date_names import is_dated
from svcchat_magic.analyst.linking.doer_names import is_called_without, is_doer_of, is_only_a_doer
from svcchat_magic.analyst.linking.member_names import HEAD, OWN, SYNONYM
from svcchat_magic.analyst.linking.persons_of_rows import is_person_of
from svcchat_magic.analyst.linking.rates import RATES
from svcchat_magic.analyst.linking.role_names import is_counted_seller
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.linking.verbs import is_participle, is_verb_form, is_who_does
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.search.thesaurus import Link, is_word, meanings

_RATES = RATES - {"quota"}
_TIME_WORDS = frozenset(
    {"since", "until", "till", "before", "after", "ago", "when", "last", "first", "next", "between"}
)
_NOUNS = frozenset(  # of the words that may say nothing: a member may be called so
    (
        "kind", "type", "group", "record", "value", "figure", "amount", "number", "sum", "result",
        "list", "split", "report", "unit", "dataset", "breakdown", "display", "plot", "return", "break",
    )
)  # fmt: skip
_BEFORE_NOUNS = frozenset({"by", "per", "each", "every", "which", "of", "one"})
_ORDERS = frozenset({("take",), ("make",), ("give",), ("keep",), ("put",)})  # `take 2024` is no takings
_TOGETHER = frozenset({"RUNNING", "MOVING", "AGAINST"})
_LONGEST_SYNONYM = 4
_LEAST_LIKENESS, _STEMMED = 0.5, 0.85
_NEAR_LINKS = frozenset({Link.WORDNET, Link.BEGINNING})
_OF_UNIT = 0.8  # of a name of a measure, below which its words are no more than units of time
_BELOW_UNIT = 0.45
_AS_SUM = 0.8  # the amount of each row, named where all of them are added up


def member_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Members and entities by their own names, or by these without the endings of verbs."""
    forms = tuple(each.form for each in tokens)
    said, asked = _said_together(forms), named_cubes(forms, catalog)
    whole = places_of_names(forms, catalog)
    for start, stop in spans(len(forms), catalog.longest):
        is_apart = not said.issuperset(range(start, stop))
        is_noun = _stands_as_noun(tokens, start, stop)
        named = _named(forms[start:stop], catalog, asked, is_apart=is_apart, is_noun=is_noun)
        verbs = _verbed(named.phrase, tokens[start].text, catalog) or is_owner(tokens, stop, catalog)
        for of, weight in named.weights.items():
            is_unit = weight < SYNONYM and is_told(tokens, start, stop)
            is_part = (
                start in whole and stop == start + 1 and isinstance(of, Concept) and of.type == "boolean"
            )
            if is_unit or is_counted_seller(tokens, start, weight) or not named.may_mean(of, weight):
                continue

            if is_part and not _is_of_whole(of, forms, start, catalog) and {start + 1, start - 1} & whole:
                continue  # a housing loan is no loan of another column

            score = score_of(stop - start, weight) + (WHOLE * (stop - start - 1) if weight >= SYNONYM else 0)
            if _is_dimension(of) and _is_unit(named.phrase) and catalog.times:
                score = min(score, _BELOW_UNIT)  # by year is by that of a date, not of a car

            is_verb = verbs or (weight < OWN and stop == start + 1 and is_verb_form(tokens, start))
            if is_verb and isinstance(of, Entity) and _has_done(tokens[start].text, of, catalog):
                continue

            for category in ("VERBED",) if is_verb and isinstance(of, Entity) else categories_of(of):
                if not named.is_out_of_place(category, of, weight):
                    yield Item(category, start, stop, value_of(of), score)

            if isinstance(of, Concept) and (column := catalog.columns.get(of)):
                yield Item("MCOL", start, stop, (of, column), score)

            if isinstance(of, Concept) and (measure := catalog.sums.get(of)) and not named.has_measure:
                yield Item("MEASURE", start, stop, measure, score * _AS_SUM)


def _is_of_whole(of: Concept | Entity, forms: Phrase, at: int, catalog: Catalog) -> bool:
    """Whether a longer name here is that of the same flag: `active` of active clients."""
    names = (forms[max(at - 1, 0) : at + 1], forms[at : at + 2])
    return any(each.of == of for name in names if len(name) > 1 for each in catalog.phrases.get(name, ()))


def _said_together(forms: Phrase) -> frozenset[int]:
    """Places of words that say something only together: a `running total` is no number of runs."""
    words = keywords()
    return frozenset(
        at
        for start, stop in spans(len(forms), words.longest)
        if stop - start > 1
        and any(category in _TOGETHER for category, _ in words.meanings.get(forms[start:stop], ()))
        for at in range(start, stop)
    )


@dataclass(frozen=True, slots=True)
class _Named:
    """What a phrase may name, each with how surely; `exact` without regard to the endings of verbs."""

    phrase: Phrase
    weights: Mapping[Concept | Entity, float]
    exact: frozenset[Concept | Entity]

    @property
    def has_entity(self) -> bool:
        """Whether it is an entity's own name."""
        return any(isinstance(of, Entity) and weight >= OWN for of, weight in self.weights.items())

    @property
    def has_measure(self) -> bool:
        """Whether it is a measure's own name."""
        return any(_is_measure(of) and weight >= OWN for of, weight in self.weights.items())

    @property
    def has_dimension(self) -> bool:
        """Whether it is a dimension's own name."""
        return any(_is_dimension(of) and weight >= OWN for of, weight in self.weights.items())

    def may_mean(self, of: Concept | Entity, weight: float) -> bool:
        """Whether a member is meant beside the others that the same words name more surely."""
        if self.has_measure and weight < OWN and (isinstance(of, Entity) or _is_number(of)):
            return False  # "units" are that measure before they are items, or a number of each row

        if self.has_entity and weight < OWN and isinstance(of, Concept):
            if of.agg_type == "count_distinct" or of.type == "boolean":
                return False  # "patients" are those of their own table before they are the ones seen

            if _is_measure(of) and of not in self.exact:
                return False  # "claims" are these before they are what was claimed

        surely = SYNONYM * _STEMMED + (0.01 if counts(of) else 0)  # what was recorded are no records
        is_derived = _is_measure(of) and of not in self.exact and weight < surely
        if is_derived and is_participle(self.phrase[-1]):
            return False  # "returned" is what was done, and no late returns

        if self.has_dimension and _is_dimension(of) and weight < HEAD:
            return False  # a dimension's own name is no other word for another dimension

        if _is_unit(self.phrase) and weight < (_OF_UNIT if _is_measure(of) else SYNONYM):
            return False  # a word of `leave days` or `year of birth` is a unit of time before it is theirs

        if _adds_up(of) and weight < OWN and _RATES.issuperset(self.phrase):
            return False  # a rate is neither a sum nor a count, but a quota may be a number that is to be met

        surest = max((each for of, each in self.weights.items() if isinstance(of, Concept)), default=0.0)
        # "chargebacks" are the measure of that name before they are rows like refunds
        return not (isinstance(of, Entity) and weight < SYNONYM <= surest)

    def is_out_of_place(self, category: str, of: Concept | Entity, weight: float) -> bool:
        """Whether a member is not meant in this place, beside the others that the same words mean."""
        is_near = self.has_entity and weight < OWN
        if (category == "NDIM" and self.has_entity) or (category == "SDIM" and is_near):
            return True  # the longest flight is no flight number; "the agents" are more than their names

        if category != "DIM" or not isinstance(of, Concept):
            return False

        # what is measured is no group of its own; "borrowed" dates something, but asks for no dates
        is_verb = is_participle(self.phrase[-1])
        asks_for_none = is_verb and (of.type == "time" or of not in self.exact)
        return asks_for_none or (self.has_measure and _is_number(of))


def _stands_as_noun(tokens: Sequence[Token], start: int, stop: int) -> bool:
    """Whether a word that is a verb elsewhere can only be a noun here: `shows`, `by show`, `each show`."""
    last, before = tokens[stop - 1], tokens[start - 1].form if start else ""
    is_plural = last.text.lower() != last.form and last.text.lower().endswith("s")
    return stop - start == 1 and (before in _BEFORE_NOUNS or is_plural)


def _named(
    phrase: Phrase, catalog: Catalog, asked: frozenset[str], *, is_apart: bool, is_noun: bool
) -> _Named:
    """What a phrase may name; words that say something only together are no endings of others."""
    found = nearest(catalog.phrases.get(phrase, ()), lambda each: each.of.cube, asked)
    weights = {each.of: each.weight for each in found if each.weight >= OWN or phrase != ("no",)}
    if (keywords().function | _TIME_WORDS).issuperset(phrase):
        may_be = phrase[-1] in _NOUNS or is_noun
        weights = {of: each for of, each in weights.items() if each >= OWN and may_be}
        if not weights:
            return _Named(phrase, {}, frozenset())

    exact = frozenset(weights)
    is_rate = not RATES.isdisjoint(phrase[-1:])  # a win rate is no rating
    if is_apart and not is_rate and phrase not in _ORDERS and (len(phrase) > 1 or len(phrase[0]) > 3):
        for of, weight in catalog.by_endings.get(tuple(map(stem, phrase)), {}).items():
            # `ordered` is no order number, and counts no different ones
            is_key = isinstance(of, Concept) and (of.primary_key or _counts_once(of, phrase))
            if not is_key and not is_doer_of(of, phrase):
                weights[of] = max(weights.get(of, 0.0), weight * _STEMMED)

    return _Named(phrase, weights, exact)


def _counts_once(of: Concept, phrase: Phrase) -> bool:
    return of.agg_type == "count_distinct" and is_participle(phrase[-1])


def _has_done(verb: str, entity: Entity, catalog: Catalog) -> bool:
    """Whether rows are those who did it, where a date says when: what has not been shipped has a shipper."""
    return is_who_does(verb, entity) and is_dated(verb, catalog)


def _verbed(phrase: Phrase, text: str, catalog: Catalog) -> bool:
    """Whether what names something does so as a verb: `borrowed` is what loans are, and no loan."""
    return len(phrase) == 1 and text.lower().endswith("ed") and phrase not in catalog.phrases


def short_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Members whose names are short for what was said."""
    forms = tuple(each.form for each in tokens)
    short = written_short(tokens, catalog)
    stretches = [
        (start, stop, short[start:stop])
        for start, stop in spans(len(forms), catalog.longest)
        if short[start:stop] != forms[start:stop]
    ]
    for start, stop, phrase in (*stretches, *initials(forms, catalog), *joined(tokens, catalog)):
        for each in catalog.phrases.get(phrase, ()):
            score = score_of(stop - start, each.weight * _STEMMED)
            for category in categories_of(each.of):
                yield Item(category, start, stop, value_of(each.of), score)


def _is_unit(phrase: Phrase) -> bool:
    return any(category == "GRAIN" for category, _ in keywords().meanings.get(phrase, ()))


def synonym_items(tokens: Sequence[Token], catalog: Catalog, values: Values) -> Iterator[Item]:
    """Members by business terms and short forms; words that are only near to a member are no name for it."""
    whole = places_of_names(tuple(each.form for each in tokens), catalog)
    for start, stop in spans(len(tokens), _LONGEST_SYNONYM):
        if whole.issuperset(range(start, stop)):
            continue  # `personal` of a personal loan is near to nothing else

        words = tuple(each.text.lower() for each in tokens[start:stop])
        forms = tuple(each.form for each in tokens[start:stop])
        says_nothing = (keywords().function | keywords().light).issuperset(forms)
        is_said = any(category != "CLASSIFIER" for category, _ in keywords().meanings.get(forms, ()))
        if forms in catalog.phrases or is_said or says_nothing or RATES.issuperset(forms):
            continue

        kinds, priced = cubes_of_kind(forms, values), tables_with(forms, catalog)
        for meaning in meanings(words):
            is_far = meaning.likeness < _LEAST_LIKENESS or meaning.link in _NEAR_LINKS
            is_thing = meaning.link is Link.SHORT and _are_things(tokens[start:stop])
            if is_far or is_thing or is_told(tokens, start, stop):
                continue

            for of, weight in catalog.by_stems.get(meaning.stems, {}).items():
                is_done = is_verb_form(tokens, stop - 1) and (counts(of) or is_text(of))
                is_done |= meaning.said.endswith("ing") and is_called_without(meaning.said, of, catalog)
                is_done |= isinstance(of, Entity) and is_person_of(of, meaning.said, catalog.model)
                is_other = bool(priced - {of.cube})  # the expensive product is no expense
                if of.cube in kinds or is_other or is_done or is_only_a_doer(words[-1], of, catalog):
                    continue  # permits that were approved are no approvals, and who shopped is no shop

                score = score_of(stop - start, weight * meaning.likeness * _STEMMED)
                for category in categories_of(of):
                    yield Item(category, start, stop, value_of(of), score)


def _are_things(tokens: Sequence[Token]) -> bool:
    """Whether a word is several of what it says: `cats` are no short categories."""
    token = tokens[0]
    return len(tokens) == 1 and token.text.lower() != token.form and is_word(token.form)


def _is_measure(of: Concept | Entity) -> bool:
    return isinstance(of, Concept) and of.kind == "measure"


def _adds_up(of: Concept | Entity) -> bool:
    return isinstance(of, Entity) or of.agg_type in ("sum", "count", "count_distinct")


def _is_dimension(of: Concept | Entity) -> bool:
    return isinstance(of, Concept) and of.kind == "dimension"


def _is_number(of: Concept | Entity) -> bool:
    return isinstance(of, Concept) and of.kind == "dimension" and of.type == "number"
