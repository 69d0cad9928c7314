"""The ends of what is measured, as people say them: the strongest gust, the deepest snow, the daily high.

Said in the words of the model: its highest wind gust, its highest snow depth, its maximum temperature.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.measured_places import with_places_asked
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.entity_names import DAY_OF_ROWS
from svcchat_magic.analyst.linking.measured_things import adds_over_things
from svcchat_magic.analyst.linking.member_names import HEADED
from svcchat_magic.analyst.meaning.same_quantities import families, plain_quantity
from svcchat_magic.analyst.meaning.tree import Concept

_HIGHEST = frozenset(
    {"strongest", "deepest", "greatest", "largest", "biggest", "heaviest", "fiercest", "record"}
)
_LOWEST = frozenset({"weakest", "shallowest"})
_OF_HEAT = {"hottest": "highest", "warmest": "highest", "coldest": "lowest", "coolest": "lowest"}
_HEAT = frozenset({"temperature", "temp"})
_ALONE: Mapping[Phrase, Phrase] = {("wind",): ("speed",)}  # what is meant where only that is said
_SIZES = {"deepest": "depth", "shallowest": "depth"}
_ENDS = {
    "high": "maximum", "maximum": "maximum", "max": "maximum", "peak": "maximum",
    "low": "minimum", "minimum": "minimum", "min": "minimum",
}  # fmt: skip
_BEFORE_NOUNS = frozenset({"daily", "average", "avg", "mean", "the", "a", "with", "and", "or"})
_OF_TWO = frozenset(  # numbers, and no end of one: the biggest temperature difference
    (
        "difference",
        "range",
        "change",
        "swing",
        "drop",
        "rise",
        "increase",
        "decrease",
        "gap",
        "spread",
        "variation",
    )
)
_OF_ENDS = frozenset({"difference", "range", "swing", "spread", "amplitude"})
_AGAINST = frozenset(
    {"between", "from", "to", "than", "against", "versus", "compared", "since", "last", "previous"}
)
_ONE_NUMBER = frozenset({"average", "avg", "mean", "difference", "between", "highest", "lowest"})
_BEHIND_NOUNS = frozenset({"below", "above", "over", "under", "of", "than", "between", "at"})
_LONGEST = 3


def with_ends_of_measures(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with such ends named."""
    if (DAY_OF_ROWS,) not in catalog.phrases:
        return tuple(tokens)

    found: list[Token] = []
    at = 0
    while at < len(tokens):
        end, size = _end_of(tokens, at), _SIZES.get(tokens[at].form)
        words, stop = _measured(tokens, at + 1, size, catalog) if end else ((), at + 1)
        if not words or (stop < len(tokens) and tokens[stop].form in _OF_TWO):
            found.append(tokens[at])
            at += 1
            continue

        found.append(replace(tokens[at], form=end))
        found += [replace(tokens[at + 1], form=each, before=" ") for each in words]
        at = stop

    return _with_bare_ends(with_places_asked(found, catalog), catalog)


def _end_of(tokens: Sequence[Token], at: int) -> str:
    """The end that an adjective says: of heat alone where it is the coldest one."""
    form = tokens[at].form
    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    if form in _OF_HEAT:
        return _OF_HEAT[form] if behind in _HEAT else ""

    is_far = form in _HIGHEST or form == "highest"
    return "highest" if is_far else "lowest" if form in _LOWEST or form == "lowest" else ""


def _measured(
    tokens: Sequence[Token], at: int, size: str | None, catalog: Catalog
) -> tuple[tuple[str, ...], int]:
    """The name of what is measured that stands there, alone or with the size that is said of it."""
    forms = tuple(each.form for each in tokens[at : at + _LONGEST])
    if size and forms and (found := _named((forms[0], size), catalog)):
        return found, at + 1 + (forms[1:2] == (size,))

    for stop in range(len(forms), 0, -1):
        if found := _named(forms[:stop], catalog):
            return found, at + stop

    return (), at


def _named(phrase: Phrase, catalog: Catalog) -> Phrase:
    """The whole name of the number of rows of measurements that a phrase names, or the end of that."""
    meanings = [each for each in catalog.phrases.get(phrase, ()) if isinstance(each.of, Concept)]
    own = [each.of for each in meanings if isinstance(each.of, Concept) and each.of.is_sampled]
    named = {
        phrase_of(each.title): each for each in own if each.kind == "dimension" and each.type == "number"
    }
    if any(adds_over_things(each) for each in named.values()):
        return ()  # the biggest sales are those of all days together

    if phrase in named or any(each.weight >= HEADED for each in meanings):
        return phrase if own and all(each.type == "number" for each in own) else ()

    tails = [
        title
        for title in named
        if title[-len(phrase) :] == phrase or title == (*phrase, *_ALONE.get(phrase, ()))
    ]
    is_one = len({plain_quantity(named[each]) for each in tails}) == 1
    return tails[0] if len(tails) == 1 else phrase if is_one else ()


def _with_bare_ends(tokens: list[Token], catalog: Catalog) -> tuple[Token, ...]:
    """`the daily high`: of the one quantity whose highest and lowest values are kept."""
    known = families(catalog.concepts)
    if len(known) != 1:
        return tuple(tokens)

    words = next(iter(known))
    found: list[Token] = []
    for at, token in enumerate(tokens):
        if not _is_bare(tokens, at):
            found.append(token)
            continue

        found.append(replace(token, form=_ENDS[token.form]))
        found += [replace(token, text=each, form=each, before=" ") for each in words]

    found = [_untold(each, found, at, words) for at, each in enumerate(found)]
    is_one = not _ONE_NUMBER.isdisjoint(each.form for each in tokens)
    return tuple(each for at, each in enumerate(found) if not (is_one and _is_daily(found, at, words)))


def _untold(token: Token, tokens: Sequence[Token], at: int, words: Sequence[str]) -> Token:
    """`the biggest temperature range`: that of each day, which no column has, and no change over time."""
    is_of_days = at > 0 and tokens[at - 1].form == words[-1] and token.form in _OF_ENDS
    is_told = not _AGAINST.isdisjoint(each.form for each in tokens)
    return replace(token, form=f"daily{token.form}") if is_of_days and not is_told else token


def _is_bare(tokens: Sequence[Token], at: int) -> bool:
    """Whether such a word is a noun: nothing that it could be said of stands behind it."""
    token = tokens[at]
    before = tokens[at - 1].form if at else ""
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    ends = behind is None or behind.is_mark or behind.form in keywords().function | _BEHIND_NOUNS
    begins = before in _BEFORE_NOUNS or "(" in token.before
    return token.form in _ENDS and begins and ends


def _is_daily(tokens: Sequence[Token], at: int, words: Sequence[str]) -> bool:
    """`the daily maximum temperature` of rows that are days is that of each row."""
    behind = [each.form for each in tokens[at + 1 : at + 2 + len(words)]]
    return tokens[at].form == "daily" and behind[:1] != [] and behind[0] in _ENDS and behind[1:] == [*words]
