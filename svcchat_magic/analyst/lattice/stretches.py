"""Stretches of time that the rows of a table have: from when they begin, or from one date on to another."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.search.thesaurus import stems_of

Pairs = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]

LENGTHS = frozenset(
    (
        "day", "week", "time", "long", "quickly", "fast", "soon", "duration", "delay", "gap",
        "interval", "lag", "turnaround", "wait", "waiting", "minute", "hour", "length", "slowest",
        "fastest", "quickest",
    )
)  # fmt: skip
_TO_BE = frozenset({"be", "get", "being", "have", "a", "an", "the", "its", "their", "our"})
_PAIRS = tuple(  # how the names of the times say that rows begin and end, as stems
    (stems_of(first), stems_of(last))
    for first, last in (
        ("start", "end"), ("start", "finish"), ("start", "stop"), ("begin", "end"), ("started", "ended"),
        ("began", "ended"), ("check in", "check out"), ("checkin", "checkout"), ("pickup", "return"),
        ("pick up", "drop off"), ("pickup", "dropoff"), ("admission", "discharge"),
        ("admitted", "discharged"), ("opened", "closed"), ("open", "close"), ("clock in", "clock out"),
        ("departed", "arrived"), ("created", "closed"), ("opened", "resolved"), ("created", "resolved"),
        ("hired", "left"), ("hire", "leave"), ("start", "leave"), ("from", "to"), ("from", "until"),
        ("loan", "return"), ("rented", "returned"), ("rental", "return"), ("borrowed", "returned"),
        ("entry", "exit"), ("entered", "exited"), ("entered", "left"), ("login", "logout"),
        ("arrival", "departure"), ("departure", "arrival"),
    )
)  # fmt: skip
_WORK = tuple(  # and how they say that something is taken up and done with
    (stems_of(first), stems_of(last))
    for first, lasts in (
        ("received", "finished completed closed shipped returned resolved delivered ready reported answered"),
        ("reported", "closed resolved finished completed fixed repaired settled"),
        ("opened", "finished completed settled"),
        ("submitted", "decided approved completed closed graded"),
        ("requested", "completed closed delivered decided resolved approved paid finished"),
        ("started", "cancelled completed"), ("joined", "left cancelled"), ("signup", "cancelled"),
        ("signed", "cancelled"), ("logged", "closed resolved completed"),
        ("ordered", "delivered completed finished shipped fulfilled ready"),
        ("placed", "delivered completed fulfilled"), ("created", "completed finished delivered"),
        ("collected", "delivered"), ("picked", "delivered"), ("dispatched", "delivered"),
        ("shipped", "delivered"), ("quoted", "decided accepted"), ("asked", "answered"),
    )
    for last in lasts.split()
)  # fmt: skip
_PRESENT = tuple(  # and that somebody is there
    (stems_of(first), stems_of(last))
    for first, last in (
        ("check in", "check out"), ("checkin", "checkout"), ("checked in", "checked out"),
        ("admission", "discharge"), ("admitted", "discharged"), ("arrival", "departure"),
        ("arrived", "departed"), ("arrived", "left"), ("entry", "exit"), ("entered", "exited"),
        ("entered", "left"), ("arrive", "depart"),
    )
)  # fmt: skip
_TAKING = (
    ("turnaround", "time"), ("turnaround",), ("processing", "time"), ("cycle", "time"),
    ("throughput", "time"), ("handling", "time"), ("completion", "time"), ("turn", "around", "time"),
)  # fmt: skip
_LEAD = ("lead", "time")
_ORDERED = frozenset(map(stems_of, ("ordered", "placed", "requested")))  # what is waited for
_STAY = "stay"
_UNTIL = frozenset({"until", "till"})
_LENGTH = frozenset({"time", "duration"})
_BEGUN = frozenset({"from", "between"})  # the other end is said as well
_FARTHEST = 7  # tokens from `until` to the verb
_EACH_WORD = 0.6
_LEADS = tuple(  # what is waited for since what, as stems, where rows have an earlier date of something else
    (stems_of(first), stems_of(last))
    for first in ("invoiced", "invoice", "billed", "bill", "issued")
    for last in ("paid", "payment")
)
_LASTED, _LASTS = frozenset({"last", "lasted", "lasting", "took", "taking"}), 0.8
_SO = frozenset({"that", "which", "who", "have", "had", "has"})


def stretch_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`STRETCH`: `to pay` from the first date on; `LASTING`: rows that begin and end."""
    forms = [each.form for each in tokens]
    if LENGTHS.isdisjoint(forms):
        return

    lasting = [(item, pair) for item in chart.all(("ENTITY",)) if (pair := _whole_of(item.value, catalog))]
    yield from (Item("LASTING", item.start, item.stop, pair, item.score) for item, pair in lasting)
    for item, pair in lasting:
        at = next((at for at in range(item.stop, len(forms)) if forms[at] not in _SO), len(forms))
        if forms[at : at + 1] and forms[at] in _LASTED:
            yield Item("STRETCHED", at, at + 1, pair, _LASTS)

    for at in (at for at, form in enumerate(forms) if form == "to" and "from" not in forms[:at]):
        verb = next((each for each in range(at + 1, len(forms)) if forms[each] not in _TO_BE), len(forms))
        for end, stop in _said_at(tokens, verb, catalog):
            if (begin := first_of(end, catalog)) is not None:
                yield Item("STRETCH", at, stop, (begin, end), 1.2 * (stop - verb))

    yield from _until_items(tokens, catalog)
    yield from _taken_items(tokens, catalog)


def _said_at(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[tuple[Concept, int]]:
    """The dates that words name, by two of them where these are a name: the `first reply`."""
    names = date_names_of(catalog)
    pair = tokens[at : at + 2]
    stems = _stems(pair) if len(pair) == 2 and not pair[1].is_mark else ()
    if both := names.named(stems) if stems else ():
        yield from ((each, at + 2) for each in both)
        return

    stems = _stems(tokens[at : at + 1])
    yield from ((each, at + 1) for each in (names.named(stems) or names.meant(stems) if stems else ()))


def _until_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`how long until a claim is reported`: from the first date of the claims on."""
    forms = [each.form for each in tokens]
    for at in (at for at, form in enumerate(forms) if form in _UNTIL and _BEGUN.isdisjoint(forms[:at])):
        verb = at + 1
        while verb < min(at + _FARTHEST, len(tokens)):
            rows = _rows_at(forms, verb, catalog) or _is_noun(tokens, verb)
            ends = [] if rows else list(_said_at(tokens, verb, catalog))
            for end, stop in ends:
                if (begin := first_of(end, catalog)) is not None:
                    yield Item("STRETCH", at, stop, (begin, end), _EACH_WORD * (stop - at))

            if ends or not (rows or _says_nothing(forms[verb])):
                break

            verb += rows or 1


def _taken_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`TAKEN`: `resolution time`, `turnaround`, `stay`: from when rows begin until they are done with."""
    forms = tuple(each.form for each in tokens)
    for at in range(len(forms)):
        said = next((each for each in _TAKING if forms[at : at + len(each)] == each), ())
        waited = forms[at : at + 2] == _LEAD
        pairs = tuple(each for each in _WORK if each[0] in _ORDERED or not waited)
        said = _LEAD if waited else said
        if said and said not in catalog.phrases and (pair := _only(pairs, catalog)):
            yield Item("TAKEN", at, at + len(said), pair, _EACH_WORD * (len(said) + 1))

        if forms[at] == _STAY and (_STAY,) not in catalog.phrases and (pair := _only(_PRESENT, catalog)):
            yield Item("LASTING", at, at + 1, pair, 2 * _EACH_WORD)

        if forms[at + 1 : at + 2] and forms[at + 1] in _LENGTH and forms[at : at + 2] not in catalog.phrases:
            for end in dict.fromkeys(each for each, stop in _said_at(tokens[: at + 1], at, catalog)):
                begin = first_of(end, catalog)
                if begin is not None and _is_later(end):
                    yield Item("TAKEN", at, at + 2, (begin, end), 3 * _EACH_WORD)


def _is_later(time: Concept) -> bool:
    return not keywords().ends.isdisjoint(phrase_of(f"{time.name} {time.title}"))


def _rows_at(forms: Sequence[str], at: int, catalog: Catalog) -> int:
    """How many words say what rows are called: until a refund is paid, not until something is refunded."""
    for size in (3, 2, 1):
        named = catalog.phrases.get(tuple(forms[at : at + size]), ())
        if at + size <= len(forms) and any(isinstance(each.of, Entity) for each in named):
            return size

    return 0


def _is_noun(tokens: Sequence[Token], at: int) -> bool:
    """`an order`, of which one table alone tells: behind an article stands no verb, if one comes later."""
    is_told = tokens[at - 1].form in ("a", "an") and not tokens[at].text.lower().endswith("ed")
    return is_told and any(is_participle(each.text.lower()) for each in tokens[at + 1 : at + _FARTHEST])


def _says_nothing(form: str) -> bool:
    words = keywords()
    return form in words.function | words.general | words.light


def _only(pairs: Pairs, catalog: Catalog) -> tuple[Concept, Concept] | None:
    """The one pair of dates in all of the tables that says so."""
    found = {pair for each in catalog.entities.values() for pair in _pairs_of(each, pairs, catalog)}
    return found.pop() if len(found) == 1 else None


def _whole_of(entity: Entity, catalog: Catalog) -> tuple[Concept, Concept] | None:
    """From when rows begin until they end, or until they are done with."""
    if (lasting := lasting_of(entity, catalog)) is not None:
        return lasting

    found = set(_purest(_pairs_of(entity, _WORK, catalog)))
    return found.pop() if len(found) == 1 and not _pairs_of(entity, _PAIRS, catalog) else None


def _purest(pairs: list[tuple[Concept, Concept]]) -> list[tuple[Concept, Concept]]:
    """Those that begin with a date which is called nothing else: when it started, and not its trial."""
    least = min((len(_stems_of_name(start)) for start, _ in pairs), default=0)
    pure = [(start, end) for start, end in pairs if len(_stems_of_name(start)) == least]
    return pure if len({end for _, end in pairs}) == 1 else pairs


def lasting_of(entity: Entity, catalog: Catalog) -> tuple[Concept, Concept] | None:
    """When rows of an entity begin and end, where one pair of times says so."""
    pairs = _pairs_of(entity, _PAIRS, catalog)  # of two directions the one in which the table tells them
    return pairs[0] if len(set(map(frozenset, pairs))) == 1 else None


def _pairs_of(entity: Entity, pairs: Pairs, catalog: Catalog) -> list[tuple[Concept, Concept]]:
    own = [each for each in catalog.times if each.cube == entity.cube]
    return [
        (start, end)
        for start in own
        for end in own
        if start != end and any(_is_called(start, first) and _is_called(end, last) for first, last in pairs)
    ]


def _is_called(time: Concept, stems: tuple[str, ...]) -> bool:
    words = _stems_of_name(time)
    return any(words[at : at + len(stems)] == stems for at in range(len(words)))


def first_of(end: Concept, catalog: Catalog) -> Concept | None:
    """What leads to the end, else what dates the rows at first: their first time of no later event."""
    words = keywords()
    own = [each for each in catalog.times if each.cube == end.cube and each != end]
    for first, last in _LEADS:
        leading = [each for each in own if _is_called(end, last) and _is_called(each, first)]
        if leading:
            return leading[0]

    if any(_is_called(end, each) for each in _ORDERED):  # nothing is shipped before it is ordered
        own = [each for each in own if not words.begins.isdisjoint(phrase_of(f"{each.name} {each.title}"))]

    return next((each for each in own if words.ends.isdisjoint(phrase_of(f"{each.name} {each.title}"))), None)


def _stems_of_name(time: Concept) -> tuple[str, ...]:
    return stems_of(time.name.replace("_", " "))


def _stems(tokens: Sequence[Token]) -> tuple[str, ...]:
    return tuple(stem for each in tokens for stem in stems_of(each.text))
