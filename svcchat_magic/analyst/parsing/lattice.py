"""Every meaning that the words of a question can have, side by side: nothing is chosen here."""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.analyst.language.hours import hours_at
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.time_phrases import spans_at
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.language.time_words import Phrase as TimePhrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog, stem
from svcchat_magic.analyst.linking.descriptions import Descriptions
from svcchat_magic.analyst.linking.member_names import OWN, SYNONYM
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Concept, Entity, Holds, IsIn, OnPart
from svcchat_magic.analyst.parsing.chart import Chart, Item
from svcchat_magic.analyst.parsing.lattice_adjectives import adjective_items
from svcchat_magic.analyst.parsing.lattice_names import (
    done_items,
    empty_items,
    named_by_verb,
    said_items,
    scattered_items,
    unit_items,
)
from svcchat_magic.analyst.parsing.lattice_numbers import number_items, number_of
from svcchat_magic.analyst.parsing.short_names import initials, written_short
from svcchat_magic.semantic.search.thesaurus import Link, meanings

ARTICLES = frozenset(
    {"the", "a", "an", "our", "my", "their", "its", "your", "all", "-", "–", "'s", "total", "overall"}
)
_OFTEN_EMPTY = frozenset(
    {"WHICH", "HAVE", "LIST", "EACH", "PER", "AND", "OR", "COMPARE", "EXIST", "WHEN", "BETWEEN", "WHATIS"}
)
_TIME_WORDS = frozenset(
    {"since", "until", "till", "before", "after", "ago", "when", "last", "first", "next", "between"}
)
_BEFORE_COMMANDS = frozenset(
    {
        "please",
        "can",
        "could",
        "you",
        "would",
        "kindly",
        "now",
        "then",
        "and",
        "we",
        "let",
        "us",
        "go",
        "just",
        "ok",
    }
)
_NOUNS = frozenset(  # of the words that may say nothing: a member may be called so
    (
        "kind", "type", "group", "record", "value", "figure", "amount", "number", "sum", "result",
        "list", "split", "report", "unit", "dataset", "breakdown", "display", "plot", "return", "break",
    )
)  # fmt: skip
_STRUCTURE = frozenset({"AGG", "SUPER", "SHARE", "GROWTH", "HOWMANY", "NOT", "BY", "PER"})
_RELATIVE = frozenset({"where", "whose"})
_PRONOUNS = frozenset({"who", "which"})
_ASKING_VERB = frozenset({"did", "do", "does", "to", "was", "were"})
_LONGEST_SYNONYM = 4
_LEAST_LIKENESS = 0.5
_NEAR_LINKS = frozenset({Link.WORDNET, Link.BEGINNING})
_OF_UNIT = 0.8  # of a name, below which its last word is no more than a unit of time
_STEMMED = 0.85
_WHOLE = 0.3  # for each more word of a name: `cancelled orders` is that measure before it is orders of a kind


def lattice(tokens: Sequence[Token], catalog: Catalog, values: Values, calendar: Calendar) -> Chart:
    """The chart with every meaning of single words and phrases."""
    forms = tuple(token.form for token in tokens)
    words = keywords()
    chart = Chart(forms, ARTICLES, words.function | words.light)
    descriptions, taken = Descriptions(catalog), set[int]()
    for found in (
        _members(tokens, catalog),
        _short_names(tokens, catalog),
        _synonyms(tokens, catalog),
        _dates_by_verb(tokens, catalog),
        _keywords(tokens),
        number_items(tokens),
        adjective_items(tokens, catalog),
        _periods(tokens, calendar),
        _values(tokens, values),
        _quoted(tokens),
        scattered_items(tokens, descriptions),
        unit_items(tokens, descriptions),
        named_by_verb(tokens, descriptions),
        empty_items(tokens, descriptions),
        done_items(tokens, catalog),
    ):
        for item in found:
            chart.add(item)
            if item.category != "TEXT":
                taken.update(range(item.start, item.stop))

    for item in said_items(tokens, taken, descriptions):
        chart.add(item)

    return chart


def _members(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    forms = tuple(each.form for each in tokens)
    stems = _by_stems(catalog)
    empty = keywords().function | _TIME_WORDS
    for start, stop in _spans(len(forms), catalog.longest):
        phrase = forms[start:stop]
        found = {each.of: each.weight for each in catalog.phrases.get(phrase, ())}
        if empty.issuperset(phrase):
            found = {of: weight for of, weight in found.items() if weight >= OWN and phrase[-1] in _NOUNS}
            if not found:
                continue

        if stop - start > 1 or len(phrase[0]) > 3:
            for of, weight in stems.get(tuple(map(stem, phrase)), {}).items():
                if not (isinstance(of, Concept) and of.primary_key):  # `ordered` is no order number
                    found[of] = max(found.get(of, 0.0), weight * _STEMMED)

        verbs = _verbed(forms[start:stop], tokens[start].text, catalog)
        names_entity = any(isinstance(of, Entity) and weight >= OWN for of, weight in found.items())
        surest = max((each for of, each in found.items() if isinstance(of, Concept)), default=0.0)
        names_measure = any(
            isinstance(of, Concept) and of.kind == "measure" and weight >= OWN for of, weight in found.items()
        )
        for of, weight in found.items():
            if names_measure and weight < OWN and (isinstance(of, Entity) or _is_number(of)):
                continue  # "units" are that measure before they are items, or a number of each row

            if names_entity and weight < OWN and isinstance(of, Concept) and of.agg_type == "count_distinct":
                continue  # "patients" are those of their own table before they are the ones seen

            if weight < _OF_UNIT and _is_unit(phrase):
                continue  # the last word of `leave days` is a unit of time before it is theirs

            if isinstance(of, Entity) and weight < SYNONYM <= surest:
                continue  # "chargebacks" are the measure of that name before they are rows like refunds

            score = _score(stop - start, weight) + (_WHOLE * (stop - start - 1) if weight >= SYNONYM else 0)
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


def _short_names(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Members whose names are short for what was said."""
    forms = tuple(each.form for each in tokens)
    short = written_short(tokens, catalog)
    stretches = [
        (start, stop, short[start:stop])
        for start, stop in _spans(len(forms), catalog.longest)
        if short[start:stop] != forms[start:stop]
    ]
    for start, stop, phrase in (*stretches, *initials(forms, catalog)):
        for each in catalog.phrases.get(phrase, ()):
            score = _score(stop - start, each.weight * _STEMMED)
            for category in _categories(each.of):
                yield Item(category, start, stop, _value(each.of), score)


def _is_unit(phrase: Phrase) -> bool:
    return any(category == "GRAIN" for category, _ in keywords().meanings.get(phrase, ()))


def _synonyms(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Members by business terms and short forms; words that are only near to a member are no name for it."""
    for start, stop in _spans(len(tokens), _LONGEST_SYNONYM):
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
                score = _score(stop - start, weight * meaning.likeness * _STEMMED)
                for category in _categories(of):
                    yield Item(category, start, stop, _value(of), score)


def _dates_by_verb(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Times that a verb names: resolved, hired, was shipped."""
    times = [each for each in catalog.concepts if each.kind == "dimension" and each.type == "time"]
    named = {stem(phrase_of(each.name)[0]): each for each in reversed(times) if len(phrase_of(each.name)) > 1}
    for at, token in enumerate(tokens):
        low = token.text.lower()
        is_verb = low.endswith(("ed", "en")) or any(
            each.form in _ASKING_VERB for each in tokens[max(at - 3, 0) : at]
        )
        if is_verb and stem(low) in named:
            yield Item("DATED", at, at + 1, named[stem(low)], 1.1)


def _by_stems(catalog: Catalog) -> Mapping[Phrase, Mapping[Concept | Entity, float]]:
    found: dict[Phrase, dict[Concept | Entity, float]] = {}
    for phrase, named in catalog.phrases.items():
        known = found.setdefault(tuple(map(stem, phrase)), {})
        for each in named:
            known[each.of] = max(known.get(each.of, 0.0), each.weight)

    return found


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


def _keywords(tokens: Sequence[Token]) -> Iterator[Item]:
    words, forms = keywords(), tuple(token.form for token in tokens)
    for start, stop in _spans(len(forms), words.longest):
        for category, meaning in words.meanings.get(forms[start:stop], ()):
            if category == "PART" and start and number_of(tokens[start - 1]) is not None:
                continue  # eight hours are no hours of the day

            if category == "WHICH" and start and _is_relative(tokens, start):
                continue  # "orders where the status is ..." asks for no status

            if category == "COMMAND" and not _BEFORE_COMMANDS.issuperset(forms[:start]):
                continue

            each = 0.8 if category in ("PART", "EDIT", "SHIFT", "AGAINST") and stop - start > 1 else 0.5
            score = 0.15 if category in _OFTEN_EMPTY else each * (stop - start)
            yield Item(category, start, stop, meaning, score + 0.05 * (stop - start - 1))


def _is_relative(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word such as `which` goes on from a noun: `students who signed up` asks for no one."""
    before = tokens[at - 1]
    follows_noun = not before.is_mark and before.form not in keywords().function | keywords().light
    return tokens[at].form in _RELATIVE or (tokens[at].form in _PRONOUNS and follows_noun)


def _periods(tokens: Sequence[Token], calendar: Calendar) -> Iterator[Item]:
    phrase = TimePhrase(
        tuple(token.text.lower() for token in tokens), tuple(token.form for token in tokens), calendar
    )
    for at in range(len(tokens)):
        for span in spans_at(phrase, at):
            yield Item("PERIOD", span.start, span.stop, span, _score(span.stop - span.start, 0.9))

        if hours := hours_at(phrase, at):
            yield Item("CONDITION", at, hours[1], OnPart("hour", hours[0]), _score(hours[1] - at, 0.9))


def _values(tokens: Sequence[Token], values: Values) -> Iterator[Item]:
    longest = max(map(len, values), default=0)
    for start, stop in _spans(len(tokens), longest):
        phrase = tuple(each.form for each in tokens[start:stop])
        structure = {category for category, _ in keywords().meanings.get(phrase, ())} & _STRUCTURE
        is_plain = start == 0 or not tokens[start].is_name  # Split is a town, split is a word
        is_marked = is_plain and (structure or keywords().function.issuperset(phrase))
        for concept, value in values.get(phrase, ()):
            score = _score(stop - start, 0.9) + _WHOLE * (stop - start - 1)
            yield Item("MARKED" if is_marked else "VALUE", start, stop, IsIn(concept, (value,)), score)


def _quoted(tokens: Sequence[Token]) -> Iterator[Item]:
    for at, token in enumerate(tokens):
        if token.is_quoted:
            yield Item("TEXT", at, at + 1, token.text, 0.8)
        elif not token.is_mark:
            yield Item("TEXT", at, at + 1, token.text, 0.1)


def _spans(length: int, longest: int) -> Iterator[tuple[int, int]]:
    for start in range(length):
        for stop in range(start + 1, min(start + longest, length) + 1):
            yield start, stop


def _score(words: int, weight: float) -> float:
    return words * weight + 0.15 * (words - 1)
