"""Verbs that are all that is said in their clause: `guests who stayed with us but never left a review`."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.participles import is_participle
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.leftovers.cover import Cover

_BEFORE = frozenset({"who", "that", "which", "have", "has", "had"})
_ENDS = frozenset({"but", "and", "yet", ",", ";", "?", "."})
_NOTHING_MORE = frozenset(
    {"with", "at", "us", "in", "place", "up", "here", "there", "ever", "already", "before"}
)
_BEING = frozenset(
    (
        "happen", "happened", "occur", "occurred", "come", "came", "get", "got", "take", "took", "taken",
        "made", "done",
    )
)  # fmt: skip
_ASKED, _SORTS = frozenset({"which", "what"}), frozenset({"group", "type", "kind"})
_HAVING = frozenset({"have", "has", "had"})


def passed_deals(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`orders by country`, where nothing is called an order: what is asked for, and no order to sort."""
    begun = min((each.start for each in cover.items), default=0)
    for at in (each for each in cover.light if each < begun):
        is_several = tokens[at].text.lower() != tokens[at].form and tokens[at].text.lower().endswith("s")
        if is_several and tokens[at].form in keywords().deals:
            yield tokens[at].text


def first_of_more(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`the best first response time`: what comes first there is no order of what is shown."""
    for item in cover.items:
        is_order = item.category in ("JUDGEDORDER", "SORTED", "SCALEORDER")
        behind = tokens[item.stop] if item.stop < len(tokens) else None
        if not is_order or tokens[item.stop - 1].form != "first" or behind is None:
            continue

        if not (behind.is_mark or behind.before.strip() or behind.form in keywords().function):
            yield tokens[item.stop - 1].text


def said_alone(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """A verb behind `who` or `have` with nothing behind it says which rows are meant: it is not empty."""
    taken = {at for each in cover.items for at in range(each.start, each.stop)}
    for at in cover.light:
        behind = at + 1
        while behind < len(tokens) and tokens[behind].form in _NOTHING_MORE and behind not in taken:
            behind += 1

        ends = behind == len(tokens) or (tokens[behind].form in _ENDS and behind not in taken)
        before = tokens[at - 1].form if at else ""
        if ends and before in _BEFORE and tokens[at].form not in _BEING:
            yield tokens[at].text

        if at and tokens[at].form == "alone" and _is_done(tokens[at - 1]):
            yield tokens[at].text  # who travelled alone; `in Germany alone` says no more than `only`

    for at in range(1, len(tokens) - 1):
        is_asked = tokens[at - 1].form in _ASKED and tokens[at + 1].form in _HAVING
        if is_asked and tokens[at].form in _SORTS and at not in taken:
            yield tokens[at].text  # `which group has the highest score`: no group, no answer


def _is_done(verb: Token) -> bool:
    """Whether a word says what somebody does, `living alone`, and is no name of a value or a number."""
    text = verb.text.lower()
    return is_participle(text) or text.endswith("ing") or verb.form in keywords().light
