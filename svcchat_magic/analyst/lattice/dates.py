"""Dates that verbs and nouns name: resolved, was shipped, paid in March, month of payment."""

from collections.abc import Iterator, Sequence, Set

from svcchat_magic.analyst.language.doings import doing_words
from svcchat_magic.analyst.language.exclusions import excluded_nouns
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.lattice.stretches import LENGTHS
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import (
    DateNames,
    date_names_of,
    is_year,
    purest,
    year_names_of,
)
from svcchat_magic.analyst.linking.deeds import begins, is_called
from svcchat_magic.analyst.linking.planned_dates import come_to_pass
from svcchat_magic.analyst.linking.sale_dates import is_past, sale_dates
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import ByTime, Concept, Entity
from svcchat_magic.semantic.search.thesaurus import stems_of

_ASKING_VERB = frozenset({"did", "do", "does", "to", "was", "were", "who", "that"})
_ALSO_VERBS = frozenset({"report", "return", "record", "present"})
_DOING = frozenset({"did", "do", "does"})
_BEING = frozenset({"have", "has", "had", "is", "are", "was", "were", "be", "still"})
_OF_TIMES = frozenset({"since", "until", "till", "before", "after"})  # never a verb, as in `customer since`
_EXPIRING = frozenset({"expire", "expires", "lapse", "lapses"})
_EXPIRE = frozenset({("expire",), ("lapse",), ("run", "out"), ("running", "out")})  # also of days to come
_TURNING = frozenset({"last", "next", "first"})
_DATES = frozenset({"date", "day", "time", "moment", "when"})
_PARTICLES = frozenset({"back", "out"})  # what is left in stock has left nowhere
_ENDS = frozenset({"to", "until", "till", "between", "after", "before", "of"})
_GETTING, _IT = frozenset({"getting", "receiving"}), frozenset({"it", "them", "one"})
_OWN, _LIKE = 1.1, 0.75
_SAME_YEARS = (  # stems of words for one event that a year may be of
    ("born", "birth"), ("publish", "public", "releas"), ("build", "construct", "manufactur"),
    ("found", "establish", "open"), ("launch", "introduc"),
)  # fmt: skip
_BUILT, _YEAR = 2, ("year",)
_YEARS_BY_VERB = {stem: group for group in _SAME_YEARS for stem in group}
_SURE = 0.9
_GROUPING = frozenset({"by", "per", "each", "every"})
_FARTHEST = 6  # tokens from `the date` to the verb that says which


def dated_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Times that a verb names, by its own word or by one for the same event."""
    names, forms = date_names_of(catalog), {each.form for each in tokens}
    speaks_of = frozenset(_stems(tokens))
    yield from _absent(tokens, catalog, names)
    for at in range(len(tokens)):
        yield from _by_noun(tokens, at, catalog, names)
        yield from _by_clause(tokens, at, names)
        for stop in (at + 1, at + 2):
            if stop <= len(tokens) and _is_verb(tokens, at) and not tokens[stop - 1].is_mark:
                for stems in _verb_stems(tokens[at:stop], asks_why="why" in forms):
                    named = purest(names.named(stems), stems, speaks_of)
                    own, like = come_to_pass(named, forms), names.meant(stems)
                    own = own or (sale_dates(stems, like) if is_past(tokens, at) else ())
                    yield from (Item("DATED", at, stop, each, _OWN * (stop - at)) for each in own)
                    is_whole = stop - at > 1 and tokens[stop - 1].text.endswith("ing")  # stopped selling
                    is_whole |= tuple(each.form for each in tokens[at:stop]) in _EXPIRE
                    kind = "DATED" if is_whole else "DATEDLIKE"
                    yield from (Item(kind, at, stop, each, _LIKE * (1 + is_whole)) for each in like)

        if _is_verb(tokens, at) and at + 1 < len(tokens) and tokens[at + 1].form in _PARTICLES:
            told = names.named(_stems(tokens[at : at + 1]))  # received back, sent out
            yield from (Item("DATED", at, at + 2, each, 2 * _OWN) for each in told)


def year_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`YEARED`: the year of an event that is kept as a number, by its name or by a verb."""
    names = year_names_of(catalog)
    for at, token in enumerate(tokens):
        stems = _stems(tokens[at : at + 1])
        is_dated = any(item for kind in ("DATED", "TDIM") for item in chart.starting(at, kind))
        if token.form in keywords().function or token.is_quoted or is_dated:
            continue  # a date says more than a year

        for each in _YEARS_BY_VERB.get(stems[0], ()) if stems else ():
            for year in names.named((each,)) or _plain_years(each, catalog):
                yield Item("YEARED", at, at + 1, year, _OWN)

    for item in list(chart.all(("NDIM",))):
        is_dated = any(each for kind in ("DATED", "TDIM") for each in chart.starting(item.start, kind))
        is_group = item.start > 0 and tokens[item.start - 1].form in _GROUPING  # by release year since 2015
        is_named = is_year(item.value) and item.score >= _SURE * (item.stop - item.start)
        if is_named and not (is_dated or is_group):
            yield Item("YEARED", item.start, item.stop, item.value, item.score + 0.1)

    for at in range(len(tokens)):
        yield from _years_of_rows(tokens, at, catalog)


def _plain_years(stem: str, catalog: Catalog) -> tuple[Concept, ...]:
    """The one column that is called `year` and no more: of what is built it is the year of that."""
    found = [each for each in catalog.concepts if is_year(each) and phrase_of(each.title) == _YEAR]
    return tuple(found) if stem in _SAME_YEARS[_BUILT] and len(found) == 1 else ()


def _years_of_rows(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[Item]:
    """`DIM` and `NDIM` of `year of the car`: the column of that name, and no year of an event."""
    if (tokens[at].form, *(each.form for each in tokens[at + 1 : at + 2])) != (*_YEAR, "of"):
        return

    start = at + 2 + (at + 2 < len(tokens) and tokens[at + 2].form in ("the", "a", "each", "its", "their"))
    named = catalog.phrases.get((tokens[start].form,), ()) if start < len(tokens) else ()
    cubes = {each.of.cube for each in named if isinstance(each.of, Entity)}
    years = [each for each in _plain_years(_SAME_YEARS[_BUILT][0], catalog) if each.cube in cubes]
    score = score_of(start + 1 - at, _OWN)
    yield from (Item(kind, at, start + 1, each, score) for kind in ("DIM", "NDIM") for each in years)


def _absent(tokens: Sequence[Token], catalog: Catalog, names: DateNames) -> Iterator[Item]:
    """`no thank-you`, `without a return`, `drops left out`: what has not happened has no date."""
    excluded = excluded_nouns(tokens)
    for at in range(len(tokens)):
        before = [each.form for each in tokens[max(at - 2, 0) : at] if each.form not in ("a", "an", "any")]
        is_noun = at in excluded and (tokens[at].form,) not in catalog.phrases
        is_absent = before[-1:] in (["no"], ["without"]) or is_noun
        for stop in (at + 1, at + 2) if is_absent else ():
            for time in names.named(_stems(tokens[at:stop])) if stop <= len(tokens) else ():
                yield Item("DATED", at, stop, time, _OWN * (stop - at))


def moment_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`from booking to check-in`: times that nouns and verbs name, where a length of time is asked for."""
    forms = [each.form for each in tokens]
    if LENGTHS.isdisjoint(forms) or _ENDS.isdisjoint(forms):
        return

    names, speaks_of = date_names_of(catalog), frozenset(_stems(tokens))
    cubes = {at: {each.cube for each in names.named(_stems((token,)))} for at, token in enumerate(tokens)}
    for at in range(1, len(tokens)):
        others = {cube for place, named in cubes.items() if place != at for cube in named}
        for stop in (at + 1, at + 2):
            is_told = stop <= len(tokens) and not any(each.is_mark for each in tokens[at:stop])
            said = _verb_stems(tokens[at:stop], asks_why=False) if is_told else ()
            found = ((_times(each, catalog, others), each) for each in said)
            times = next((purest(each, stems, speaks_of) for each, stems in found if each), ())
            for time in come_to_pass(times, set(forms)):
                start = at - _is_of_name(tokens[at - 1], time)  # permit submission, of the permits submitted
                end = stop + _is_date(tokens[stop : stop + 1])
                yield Item("MOMENT", start, end, time, 0.8 * (end - start))

        yield from (*_begun_items(tokens, at, catalog), *_got_items(tokens, at, others, catalog))


def _got_items(tokens: Sequence[Token], at: int, others: Set[str], catalog: Catalog) -> Iterator[Item]:
    """`getting it`: the one date of rows that have another date named on which somebody receives them."""
    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    if tokens[at].text.lower() not in _GETTING or behind not in _IT:
        return

    words = {word for (word,) in doing_words().got}
    known = (each.of for one in tokens for each in catalog.phrases.get((one.form,), ()))
    cubes = others | {of.cube for of in known if isinstance(of, Entity)}
    times = [each for each in catalog.times if each.cube in cubes and not begins(each, catalog)]
    found = [each for each in times if words & {*phrase_of(each.name.replace("_", " "))}]
    if len(found) == 1:
        yield Item("MOMENT", at, at + 2, found[0], 2.4)


def _begun_items(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[Item]:
    """When rows begin, by their noun, `a viewing session`, and by what makes them: `ordering`."""
    phrases = (tuple(each.form for each in tokens[at:stop]) for stop in (at + 1, at + 2, at + 3))
    for phrase in phrases:
        for each in catalog.phrases.get(phrase, ()) if len(phrase) <= len(tokens) - at else ():
            begin = _begin_of(each.of, catalog) if isinstance(each.of, Entity) else None
            if begin is not None:
                yield Item("MOMENT", at, at + len(phrase), begin, 0.6 * len(phrase))

    word = tokens[at].text.lower()
    if word.endswith("ing") and not date_names_of(catalog).named(_stems(tokens[at : at + 1])):
        made = [each for each in catalog.entities.values() if is_called(word, each.cube, catalog)]
        begin = _begin_of(made[0], catalog) if len(made) == 1 else None
        yield from [Item("MOMENT", at, at + 1, begin, 0.6)] if begin is not None else []


def _is_date(behind: Sequence[Token]) -> bool:
    """`2 days after the promised date`: the date of a moment is no group by days."""
    return any(each.form in _DATES and each.text.lower() == each.form for each in behind)


def _times(stems: tuple[str, ...], catalog: Catalog, others: Set[str]) -> tuple[Concept, ...]:
    """The dates of that name; an end of rows of a further table before that of the rows that have begun."""
    names = date_names_of(catalog)
    named, meant = (names.named(stems), names.meant(stems)) if stems else ((), ())
    met = tuple(each for each in meant if each.cube in others)
    is_apart = all(each.cube not in others and not begins(each, catalog) for each in named)
    return met if met and is_apart else named or meant


def _is_of_name(token: Token, time: Concept) -> bool:
    """Whether a word stands in the name of a date as well, or is what its rows are."""
    stems = _stems((token,))
    known = {
        *stems_of(time.name.replace("_", " ")),
        *stems_of(time.title),
        *stems_of(time.cube.replace("_", " ")),
    }
    return bool(stems) and token.form not in _DATES and known.issuperset(stems)


def _begin_of(entity: Entity, catalog: Catalog) -> Concept | None:
    """The first time of an entity that is of no later event."""
    words = keywords()
    own = [each for each in catalog.times if each.cube == entity.cube]
    found = [each for each in own if words.ends.isdisjoint(phrase_of(f"{each.name} {each.title}"))]
    return found[0] if found else None


def _is_verb(tokens: Sequence[Token], at: int) -> bool:
    low = tokens[at].text.lower()
    if tuple(each.form for each in tokens[at : at + 1 + (low not in _EXPIRING)]) in _EXPIRE:
        return True

    asked = any(each.form in _ASKING_VERB for each in tokens[max(at - 3, 0) : at])
    is_done = any(each.form in _DOING for each in tokens[max(at - 3, 0) : max(at - 1, 0)])
    is_verb = is_done and tokens[at].form in _ALSO_VERBS  # `how many claims did they report`
    empty = keywords().function | _OF_TIMES
    is_time = tokens[at].form in _TURNING and _is_grain(tokens, at + 1)
    is_sort = low == "selling"  # best selling products are told apart by how much, and not when
    says_nothing = is_time or is_sort or tokens[at].is_quoted or (tokens[at].form in empty and not is_verb)
    is_done_form = low.endswith(("ed", "en", "ing")) and low != "open"  # open repairs are not all opened ones
    if low == "open" and at and tokens[at - 1].form in _BEING:
        return False  # the shops that we have open are not all that were opened

    return not says_nothing and (is_participle(low) or is_done_form or asked)


def _is_grain(tokens: Sequence[Token], at: int) -> bool:
    """Whether a unit of time stands there: last month is no end of anything."""
    said = keywords().meanings.get((tokens[at].form,), ()) if at < len(tokens) else ()
    return any(category == "GRAIN" for category, _ in said)


def _by_noun(tokens: Sequence[Token], at: int, catalog: Catalog, names: DateNames) -> Iterator[Item]:
    """`month of payment`, `date of occurrence`, `year of the sale`."""
    word = tokens[at].form
    stop = at + 3 + (at + 3 < len(tokens) and tokens[at + 2].form in ("the", "their", "its"))
    if stop > len(tokens) or tokens[at + 1].form != "of":
        return

    if tuple(each.form for each in tokens[at:stop]) in catalog.phrases:
        return

    stems = _stems(tokens[stop - 1 : stop])
    grain = dict(keywords().meanings.get((word,), ())).get("GRAIN", "")
    for time in names.named(stems) or names.meant(stems):
        if word in _DATES:
            yield from _dates(at, stop, time)
        elif grain not in ("", "auto"):
            yield Item("GROUPABLE", at, stop, ByTime(grain, time), score_of(stop - at, 0.9))


def _by_clause(tokens: Sequence[Token], at: int, names: DateNames) -> Iterator[Item]:
    """`by the date on which they occurred`, `by when they were reported`."""
    before = {each.form for each in tokens[max(at - 2, 0) : at]}
    if tokens[at].form not in _DATES or "by" not in before:
        return

    for verb in range(at + 1, min(at + _FARTHEST, len(tokens))):
        stems = _stems(tokens[verb : verb + 1])
        if times := names.named(stems) or names.meant(stems):
            for time in times:
                yield from _dates(at, verb + 1, time)

            return

        if tokens[verb].form not in keywords().function:
            return


def _dates(start: int, stop: int, time: Concept) -> Iterator[Item]:
    for category in ("DIM", "TDIM"):
        yield Item(category, start, stop, time, score_of(stop - start, 0.9))


def _verb_stems(tokens: Sequence[Token], *, asks_why: bool) -> Iterator[tuple[str, ...]]:
    """The stems of a verb; `leaving` is of `leave`, as `left` is, unless it is asked why they do."""
    stems = _stems(tokens)
    yield stems
    if len(tokens) == 1 and not asks_why and tokens[0].text.lower().endswith("ing") and stems:
        yield (f"{stems[0]}e",)


def _stems(tokens: Sequence[Token]) -> tuple[str, ...]:
    return tuple(stem for each in tokens for stem in stems_of(each.text))
