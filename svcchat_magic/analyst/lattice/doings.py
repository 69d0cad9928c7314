"""What persons did, with an object that says no more: `gave us anything`, `bought nothing at all`."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from svcchat_magic.analyst.language.doings import doing_words, told_by_first, told_by_row
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.rows_done import BEING, rows_done_items, things_named
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.coming_dates import coming_dates
from svcchat_magic.analyst.linking.date_names import is_dated
from svcchat_magic.analyst.linking.deeds import deed_of, facts_of, is_told_by
from svcchat_magic.analyst.linking.doers import doing, done_by, usual_deed
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Bound, ByEntity, Counted, Entity

_US = frozenset({"us", "me"})
_ANYTHING = frozenset({"anything", "something", "nothing"})
_TOWARDS = frozenset({"in", "from", "to", "with", "for", "on", "at", "into", "through", "by"})
_ONE = frozenset({"a", "an", "any", "one", "some", "single", "another", "even", "at", "least", "our", "no"})
_DENYING = frozenset({"didn't", "don't", "doesn't", "not", "never"})
_OF_TIME = frozenset({"in", "on", "during", "since", "before", "after", "between", "last", "this"})
_OF_UNITS = frozenset({"each", "every", "per", "by"})
_UNITS = frozenset({"day", "week", "month", "quarter", "year", "hour", "weekday"})
_OF_AMOUNTS = frozenset({"much", "total", "sum", "average", "value", "worth", "amount"})
_ASKING_DID = frozenset({"did", "do", "does"})
_OF_SUMS = frozenset({"total", "sum", "overall", "median", "maximum", "minimum"})
_JOINTS = frozenset({"and", "to", "until"})
_FIRST_TIME = ("first", "time")
_DAYS = frozenset({"date", "day"})
_NEW = "new"
_LONGEST = 5  # words of a phrase
_FARTHEST = 24  # words from a verb back to who did it
_SURE = 0.9

Did = tuple[Entity, Entity]  # who, and the rows of what was done


def doing_items(tokens: Sequence[Token], catalog: Catalog, values: Values) -> Iterator[Item]:
    """`DID`, `DIDNOTHING`, `NAUGHT`, `FIRSTTIME`, `FIRSTONES`, `BYFIRST`, `ROWSDONE` and `SUCH`."""
    yield from (
        *_by_first(tokens, catalog),
        *rows_done_items(tokens, catalog, values),
        *_second_items(tokens, catalog),
    )
    for at, token in enumerate(tokens):
        if token.is_quoted:
            continue

        yield from _done(tokens, at, catalog)
        if token.form == "nothing":
            yield Item("NAUGHT", at, _behind_all(tokens, at + 1), "nothing", _SURE)

        if stop := behind_phrase(tokens, at, doing_words().first):
            yield Item("FIRSTTIME", at, stop, "first", _SURE * (stop - at))

        if not _is_known(tokens, at, catalog, values):
            yield from (*_first_ones(tokens, at, catalog), *_repeated(tokens, at, catalog))


def _done(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[Item]:
    """A verb with each object that it may have, and who did so."""
    subject = _subject(tokens, at, catalog) if _is_done(tokens, at) else None
    made = done_by(tokens[at].form, subject.cube, catalog) if subject else None
    if subject is None or made is None:
        return

    yield from _dated(tokens, at, made, catalog)
    for stop in _behind_objects(tokens, at + 1, made, catalog):
        words = {each.form for each in tokens[at + 1 : stop]}
        category = "DIDNOTHING" if words & {"nothing", "no"} else "DID"
        yield Item(category, at, stop, (subject, made), _SURE * (stop - at))


def _dated(tokens: Sequence[Token], at: int, made: Entity, catalog: Catalog) -> Iterator[Item]:
    """`members visited in May`: by the one date of their visits, where none is called so."""
    behind = [each.form for each in (*tokens[at + 1 : at + 3], tokens[at], tokens[at])][:2]
    is_timed = behind[0] in _OF_TIME or (behind[0] in _OF_UNITS and behind[1] in _UNITS)
    times = [each for each in catalog.times if each.cube == made.cube]
    is_named = is_dated(tokens[at].text, catalog)
    if is_timed and len(times) == 1 and not is_named:
        yield Item("DATED", at, at + 1, times[0], _SURE)


def _is_done(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word says what was done: in its form, or behind `did not`."""
    before = [each.form for each in tokens[max(at - 2, 0) : at]]
    is_behind_not = before[-1:] == ["not"] and before[0] in _ASKING_DID
    is_behind_not |= bool(before) and before[-1] in _DENYING - {"not", "never"}
    return is_participle(tokens[at].text.lower()) or is_behind_not


def _subject(tokens: Sequence[Token], at: int, catalog: Catalog) -> Entity | None:
    """The persons that are named last before a verb, unless it is said of other rows right before it."""
    before = at
    while before > 0 and tokens[before - 1].form in BEING | _DENYING:
        before -= 1

    if any(each for size in (1, 2) for each in things_named(tokens, before - size, before, catalog)):
        return None

    for place in range(at, max(at - _FARTHEST, 0), -1):
        named = {each for size in (1, 2) for each in _persons(tokens, place - size, place, catalog)}
        if named:
            return named.pop() if len(named) == 1 else None

    return None


def _persons(tokens: Sequence[Token], start: int, stop: int, catalog: Catalog) -> Iterator[Entity]:
    phrase = tuple(each.form for each in tokens[max(start, 0) : stop])
    for each in catalog.phrases.get(phrase, ()):
        if isinstance(each.of, Entity) and each.weight >= OWN and is_person(ByEntity(each.of)):
            yield each.of


def _behind_objects(tokens: Sequence[Token], at: int, made: Entity, catalog: Catalog) -> Iterator[int]:
    """Where what is done may end: at once, behind `us`, behind `anything` and behind such a row."""
    yield at
    start = at + (at < len(tokens) and tokens[at].form in _US)
    if start > at:
        yield start

    start += start < len(tokens) and tokens[start].form in _TOWARDS
    if start < len(tokens) and tokens[start].form in _ANYTHING:
        yield _behind_all(tokens, start + 1)
    elif start < len(tokens) and tokens[start].form in _US:
        yield start + 1

    stop = start
    while stop < len(tokens) and tokens[stop].form in _ONE:
        stop += 1

    yield from (end for end in (stop + 2, stop + 1) if _is_object(tokens, (start, stop, end), made, catalog))


def _is_object(tokens: Sequence[Token], places: tuple[int, int, int], made: Entity, catalog: Catalog) -> bool:
    """Whether words only say again what is done: `an order`, `food` of food donations."""
    start, stop, end = places
    phrase = tuple(each.form for each in tokens[stop:end])
    if end > len(tokens) or not phrase:
        return False

    named = (each.of for each in catalog.phrases.get(phrase, ()) if each.weight >= OWN)
    is_such = stop > start and any(
        isinstance(each, Entity) and is_told_by(made.cube, each.cube, catalog) for each in named
    )
    return is_such or (len(phrase) == 1 and phrase[0] in phrase_of(made.noun)[:-1])


def _behind_all(tokens: Sequence[Token], at: int) -> int:
    """Behind `at all` and `whatsoever`."""
    forms = tuple(each.form for each in tokens[at : at + 2])
    return at + 2 if forms == ("at", "all") else at + (forms[:1] == ("whatsoever",))


def _first_ones(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[Item]:
    """`first-time buyers`; and `new customers` who have no date of their own."""
    if not _OF_AMOUNTS.isdisjoint(each.form for each in tokens):
        return  # what they gave is asked, and not how many they are

    forms = tuple(each.form for each in tokens[at : at + 2])
    start = 2 if forms[:2] == _FIRST_TIME else int(forms[:1] == (_NEW,))
    behind = tokens[at + start] if start and at + start < len(tokens) else None
    found = whose_first(behind, catalog) if behind is not None else None
    if found is None or (forms[0] == _NEW and _has_come(found[0], catalog)):
        return

    stop = at + start + 1
    yield Item("FIRSTONES", at, stop, found, 1.2 * (stop - at))
    end = _behind_winning(tokens, stop)
    if end > stop:
        yield Item("FIRSTONES", at, end, found, 1.2 * (end - at))


def whose_first(token: Token, catalog: Catalog) -> Did | None:
    """The persons that a word names, or who are called by what they do, and the rows that make them so."""
    known = catalog.phrases.get((token.form,), ())
    named = {each.of for each in known if isinstance(each.of, Entity) and is_person(ByEntity(each.of))}
    if len(named) != 1:
        return None if named else doing(token.form, catalog)

    who = named.pop()
    own = doing(token.form, catalog)
    made = own[1] if own is not None and own[0] == who else usual_deed(who.cube, catalog)
    return (who, made) if made is not None else None


def _second_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`FIRSTSECOND`: `a customer's first and second order`."""
    forms = [each.form for each in tokens]
    is_average = _OF_SUMS.isdisjoint(forms)
    for at in (at for at, each in enumerate(forms) if each == "first" and is_average):
        places = range(at + 1, min(at + 4, len(forms)))
        joint = next((place for place in places if forms[place] in _JOINTS), 0)
        second = joint + 1 + (forms[joint + 1 : joint + 2] in (["the"], ["their"]))
        is_said = joint > 0 and forms[second : second + 1] == ["second"]
        subject = _subject(tokens, at, catalog) if is_said else None
        if subject is None or second + 1 >= len(forms):
            continue

        made = rows_called(forms[second + 1], subject, catalog)
        if made is not None and (joint == at + 1 or rows_called(forms[at + 1], subject, catalog) == made):
            yield Item("FIRSTSECOND", at, second + 2, (subject, made), _SURE * (second + 2 - at))


def rows_called(noun: str, subject: Entity, catalog: Catalog) -> Entity | None:
    """The rows of a person that are called so, or by what makes them: a purchase."""
    named = {each.of.cube for each in catalog.phrases.get((noun,), ()) if isinstance(each.of, Entity)}
    rows = [each for each in facts_of(subject.cube, catalog) if each in named]
    return catalog.entities[rows[0]] if len(rows) == 1 else deed_of(noun, subject.cube, catalog)


def _by_first(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`count someone in the month of their first order`: the persons and the rows that this is said of."""
    told = told_by_first(tokens)
    is_new = any(each.form == _NEW for each in tokens)
    told = told or (told_by_row(tokens) if is_new else None)
    subject = _subject(tokens, told[0], catalog) if told else None
    if told is None or subject is None:
        return

    made = rows_called(tokens[told[1] - 1].form, subject, catalog)
    if made is not None:
        stop = told[1] + any(each.form in _DAYS for each in tokens[told[1] : told[1] + 1])
        yield Item("BYFIRST", told[0], stop, (subject, made), _SURE * (stop - told[0]))


def _repeated(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[Item]:
    """`repeat customers`, who have more than one such row; `one-time donors`, who have just one."""
    words = doing_words()
    for phrases, operator in ((words.repeated, ">"), (words.single, "=")):
        stop = behind_phrase(tokens, at, phrases)
        found = whose_first(tokens[stop], catalog) if stop and stop < len(tokens) else None
        if found is not None:
            bound = Bound(operator, Decimal(1), Counted(found[1]))
            yield Item("SUCH", at, stop + 1, (found[0], bound), 1.2 * (stop + 1 - at))


def _is_known(tokens: Sequence[Token], at: int, catalog: Catalog, values: Values) -> bool:
    """Whether the model itself has such a name, a kind or a value: new and returning customers."""
    said = tuple(each.form for each in tokens[at : at + 3])
    sizes = (2, 3) if said[:2] == _FIRST_TIME else (1, 2, 3)  # a first name is no first time
    return any(said[:size] in catalog.phrases or said[:size] in values for size in sizes)


def _has_come(who: Entity, catalog: Catalog) -> bool:
    return bool(coming_dates(who.cube, catalog))


def _behind_winning(tokens: Sequence[Token], at: int) -> int:
    """Behind `did we win`: that we have them is all that it says."""
    words = keywords()
    stop = at
    while stop < len(tokens) and tokens[stop].form in words.function:
        stop += 1

    return behind_phrase(tokens, stop, doing_words().won) or at


def behind_phrase(tokens: Sequence[Token], at: int, phrases: frozenset[Phrase]) -> int:
    """Behind the longest of these phrases that begins there; 0 where none does."""
    said = tuple(each.form for each in tokens[at : at + _LONGEST])
    return max((at + len(each) for each in phrases if said[: len(each)] == each), default=0)
