"""The members and entities that the words of a question may name, each with how surely they do."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog, stem
from svcchat_magic.analyst.linking.member_names import OWN, SYNONYM
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Concept, Entity, Holds
from svcchat_magic.analyst.parsing.chart import Item
from svcchat_magic.analyst.parsing.lattice_spans import WHOLE, score_of, spans
from svcchat_magic.analyst.parsing.short_names import initials, written_short
from svcchat_magic.semantic.search.thesaurus import Link, meanings

_TIME_WORDS = frozenset(
    {"since", "until", "till", "before", "after", "ago", "when", "last", "first", "next", "between"}
)
_NOUNS = frozenset(  # of the words that may say nothing: a member may be called so
    (
        "kind", "type", "group", "record", "value", "figure", "amount", "number", "sum", "result",
        "list", "split", "report", "unit", "dataset", "breakdown", "display", "plot", "return", "break",
    )
)  # fmt: skip
_TOGETHER = frozenset({"RUNNING", "MOVING", "AGAINST"})
_LONGEST_SYNONYM = 4
_LEAST_LIKENESS = 0.5
_NEAR_LINKS = frozenset({Link.WORDNET, Link.BEGINNING})
_OF_UNIT = 0.8  # of a name of a measure, below which its words are no more than units of time
_STEMMED = 0.85


def member_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Members and entities by their own names, or by these without the endings of verbs."""
    forms = tuple(each.form for each in tokens)
    stems = catalog.by_endings
    empty = keywords().function | _TIME_WORDS
    said = _said_together(forms)
    for start, stop in spans(len(forms), catalog.longest):
        phrase = forms[start:stop]
        found = {each.of: each.weight for each in catalog.phrases.get(phrase, ())}
        if empty.issuperset(phrase):
            found = {of: weight for of, weight in found.items() if weight >= OWN and phrase[-1] in _NOUNS}
            if not found:
                continue

        exact = frozenset(found)
        if (stop - start > 1 or len(phrase[0]) > 3) and not said.issuperset(range(start, stop)):
            for of, weight in stems.get(tuple(map(stem, phrase)), {}).items():
                if not (isinstance(of, Concept) and of.primary_key):  # `ordered` is no order number
                    found[of] = max(found.get(of, 0.0), weight * _STEMMED)

        verbs = _verbed(forms[start:stop], tokens[start].text, catalog)
        names_entity = any(isinstance(of, Entity) and weight >= OWN for of, weight in found.items())
        names_rows = names_entity and any(isinstance(of, Entity) for of in exact)
        surest = max((each for of, each in found.items() if isinstance(of, Concept)), default=0.0)
        names_measure = any(
            isinstance(of, Concept) and of.kind == "measure" and weight >= OWN for of, weight in found.items()
        )
        for of, weight in found.items():
            if names_measure and weight < OWN and (isinstance(of, Entity) or _is_number(of)):
                continue  # "units" are that measure before they are items, or a number of each row

            if names_rows and _is_measure(of) and of not in exact:
                continue  # "claims" are rows before they are what was claimed

            is_derived = _is_measure(of) and of not in exact and weight < SYNONYM * _STEMMED
            if is_derived and is_participle(phrase[-1]):
                continue  # "returned" is what was done, and no late returns

            if names_entity and weight < OWN and isinstance(of, Concept) and of.agg_type == "count_distinct":
                continue  # "patients" are those of their own table before they are the ones seen

            if _is_unit(phrase) and weight < (_OF_UNIT if _is_measure(of) else SYNONYM):
                continue  # a word of `leave days` or `year of birth` is a unit of time before it is theirs

            if isinstance(of, Entity) and weight < SYNONYM <= surest:
                continue  # "chargebacks" are the measure of that name before they are rows like refunds

            score = score_of(stop - start, weight) + (WHOLE * (stop - start - 1) if weight >= SYNONYM else 0)
            for category in ("VERBED",) if verbs and isinstance(of, Entity) else _categories(of):
                is_near = names_entity and weight < OWN
                if not _is_out_of_place(
                    category,
                    of,
                    phrase,
                    names_entity=names_entity,
                    is_near=is_near,
                    is_measured=names_measure,
                ):
                    yield Item(category, start, stop, _value(of), score)


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


def _is_out_of_place(
    category: str,
    of: Concept | Entity,
    phrase: Phrase,
    *,
    names_entity: bool,
    is_near: bool,
    is_measured: bool,
) -> bool:
    """Whether a member is not meant in this place, beside the others that the same words mean."""
    if (category == "NDIM" and names_entity) or (category == "SDIM" and is_near):
        return True  # the longest flight is no flight number; "list the agents" lists more than their names

    if category != "DIM" or not isinstance(of, Concept):
        return False

    # what is measured is no group of its own; "borrowed" dates something, but asks for no dates
    return (is_measured and _is_number(of)) or (of.type == "time" and is_participle(phrase[-1]))


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
    for start, stop, phrase in (*stretches, *initials(forms, catalog)):
        for each in catalog.phrases.get(phrase, ()):
            score = score_of(stop - start, each.weight * _STEMMED)
            for category in _categories(each.of):
                yield Item(category, start, stop, _value(each.of), score)


def _is_unit(phrase: Phrase) -> bool:
    return any(category == "GRAIN" for category, _ in keywords().meanings.get(phrase, ()))


def synonym_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Members by business terms and short forms; words that are only near to a member are no name for it."""
    for start, stop in spans(len(tokens), _LONGEST_SYNONYM):
        words = tuple(each.text.lower() for each in tokens[start:stop])
        forms = tuple(each.form for each in tokens[start:stop])
        says_nothing = (keywords().function | keywords().light).issuperset(forms)
        is_said = any(category != "CLASSIFIER" for category, _ in keywords().meanings.get(forms, ()))
        if forms in catalog.phrases or is_said or says_nothing:
            continue

        for meaning in meanings(words):
            if meaning.likeness < _LEAST_LIKENESS or meaning.link in _NEAR_LINKS:
                continue

            for of, weight in catalog.by_stems.get(meaning.stems, {}).items():
                score = score_of(stop - start, weight * meaning.likeness * _STEMMED)
                for category in _categories(of):
                    yield Item(category, start, stop, _value(of), score)


def _categories(of: Concept | Entity) -> tuple[str, ...]:
    if isinstance(of, Entity):
        return ("ENTITY",)

    if of.kind == "measure":
        return ("MEASURE",)

    if of.kind == "segment":
        return ("CONDITION",)

    if of.primary_key or _is_key(of):
        return "DIM", "KDIM"

    return "DIM", {"number": "NDIM", "time": "TDIM", "boolean": "BDIM"}.get(of.type, "SDIM")


def _is_measure(of: Concept | Entity) -> bool:
    return isinstance(of, Concept) and of.kind == "measure"


def _is_number(of: Concept) -> bool:
    return of.kind == "dimension" and of.type == "number"


def _is_key(of: Concept) -> bool:
    """Whether the numbers of a dimension only name something: nobody asks for ids above 500."""
    return of.type == "number" and of.name.lower().rpartition("_")[2] in (
        "id",
        "key",
        "code",
        "no",
        "number",
        "zip",
    )


def _value(of: Concept | Entity) -> object:
    return Holds(of) if isinstance(of, Concept) and of.kind == "segment" else of
