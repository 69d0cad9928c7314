"""Whether a word such as `delivered` says which state rows are in, or when it happened to them."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.moments import NOW
from svcchat_magic.analyst.language.participles import is_done_state, is_participle
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Chart, Item

_OF_EVENTS = frozenset(  # then a verb is something that has happened or not, and no status
    {
        "not",
        "yet",
        "never",
        "nobody",
        "noone",
        "no",
        "n't",
        "still",
        "already",
        "after",
        "before",
        "between",
        "since",
        "when",
    }
)
_DONE = frozenset({"let", "out", "off", "down"})  # small words that may be a state
_WAYS = frozenset({"on", "in"})  # on average
_OF_GROUPS = frozenset({"in", "at", "for", "per", "by", "each", "every"})
_COMING = frozenset({"come", "came", "coming", "back"})
_BEING = frozenset(  # what is done to rows makes them no more
    {"are", "is", "were", "was", "been", "being", "got", "get", "gets"}
)


def is_stated(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word of the grammar can only be a value: as a name, between quotes, or `were declined`."""
    token = tokens[at]
    is_done = is_participle(token.text.lower()) or token.form in _DONE
    is_done &= is_told_of(tokens, at)
    is_done |= token.text.lower() == "done" and is_told_of(tokens, at)
    return token.is_quoted or is_done or (at > 0 and token.is_name)


def is_told_of(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word stands behind `are` or `were currently`, or says of which state several are."""
    if is_done_state(tokens, at):
        return True

    before = at - 1
    while before > 0 and tokens[before].form in NOW:
        before -= 1

    return before >= 0 and tokens[before].form in _BEING


def let_places(tokens: Sequence[Token]) -> frozenset[int]:
    """The places of `let` where it is no order: of flats that are let no word may be passed over."""
    return frozenset(at for at, each in enumerate(tokens) if each.form == "let" and is_told_of(tokens, at))


def is_afterthought(tokens: Sequence[Token], start: int, stop: int) -> bool:
    """`what did a seat cost on average in each hall`: the average is of what was said, and of no halls."""
    behind = tokens[stop].form if stop < len(tokens) else ""
    said = {each.form for each in tokens[max(start - 1, 0) : stop - 1]}
    return not said.isdisjoint(_WAYS) and behind in _OF_GROUPS


def comes_again(tokens: Sequence[Token], item: Item) -> bool:
    """`guests who came back` have come again: no arrival tells that, as it does of parcels."""
    said = {each.form for each in tokens[item.start : item.stop]}
    is_back = item.category in ("DATED", "DATEDLIKE") and said <= _COMING and "back" in said
    return is_back and not keywords().persons.isdisjoint(each.form for each in tokens[: item.start])


def is_value(chart: Chart, item: Item) -> bool:
    """Whether a word that names a date is a value of its rows here."""
    return _is_status(chart, item) or _is_one_of(chart, item)


def _is_status(chart: Chart, item: Item) -> bool:
    """`slots that aired`: without a period or a plan the status of that name is meant, and not its date."""
    is_timed = any(_is_of_time(chart, item, each) for each in chart.all(("CMP",)))
    is_timed |= any(chart.all(("PERIOD", "LATE", "INTIME")))
    if is_timed or not _OF_EVENTS.isdisjoint(chart.forms):
        return False

    values = (each.value for at in range(item.start, item.stop) for each in chart.starting(at, "VALUE"))
    said = chart.forms[item.stop - 1]
    own = (each for each in values if each.of.cube == item.value.cube)
    return any(phrase_of(str(each.values[0])) == (said,) for each in own)


def _is_one_of(chart: Chart, item: Item) -> bool:
    """`Issued or Finaled in 2023`: beside another value of the same column a word is a value, and no date."""
    at = item.start
    beside = [(at - 1, at - 2)] if at > 1 else []
    beside += [(item.stop, item.stop + 1)] if item.stop + 1 < len(chart.forms) else []
    own = {each.value.of for each in chart.starting(at, "VALUE") if each.stop == item.stop}
    return any(
        chart.forms[joint] in ("and", "or", ",", "nor")
        and any(each.value.of in own for each in chart.starting(other, "VALUE"))
        for joint, other in beside
    )


def _is_of_time(chart: Chart, verb: Item, bound: Item) -> bool:
    """`resolved in under 3 hours`, but not `published courses that cost under 50`."""
    behind = range(bound.stop, min(bound.stop + 3, len(chart.forms)))
    is_length = any(item for at in behind for item in chart.starting(at, "GRAIN"))
    return is_length or 0 <= bound.start - verb.stop <= 1
