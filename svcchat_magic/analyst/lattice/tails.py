"""The fields that a list is to show, said at its end: `... : date, agent and queue`, `I need the serials`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.shown import Shown
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.record_fields import RecordFields
from svcchat_magic.analyst.meaning.tree import Concept, Entity, OwnField

_ASKING = frozenset(
    {
        "show", "give", "list", "tell", "need", "want", "display", "include", "add", "see", "like", "get",
        "i", "me", "us", "we", "you", "please", "just", "also", "and", "can", "could", "would", "to", "d",
        "i'd", "pls", "with", "'d",
    }
)  # fmt: skip
_VERBS = frozenset(
    {"show", "give", "list", "tell", "need", "want", "display", "include", "add", "get", "see"}
)
_DETERMINERS = frozenset(
    {"the", "their", "its", "his", "her", "a", "an", "each", "of", "'s", "my", "our", "many",
     "much"}
)  # fmt: skip
_PLEASE = frozenset({"please", "pls", "plz", "too", "thanks", "thx", "only", "each"})
_JOINTS = frozenset({",", "and", "&", "/", "plus"})
_BEHIND = frozenset({"with", "showing", "including", "plus"})
_GROUPING = frozenset({"by", "per", "each", "every"})
_NO_FIELDS = frozenset(
    {
        "by", "per", "for", "in", "since", "from", "at", "on", "to", "with", "within", "during", "over", "as",
        "who", "which", "that", "than", "each", "every", "across", "what", "how", "not", "no", "only",
    }
)  # fmt: skip
_ENDS = frozenset({"?", ".", ";", "!"})
_SORTING = frozenset({"first", "sorted", "sort", "ordered", "order", "by", "descending", "ascending"})
_LONGEST, _NEAR, _SHORT = 4, 4, 4
_SCORE, _EACH = 0.8, 0.95


@dataclass(frozen=True, slots=True)
class _Tail:
    """Where the words for fields begin, and how many there have to be for a sure sign of a list."""

    start: int  # of the joint before them
    first: int  # of the first field
    fewest: int


def tail_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`SHOWN`: what is shown of the rows that stand before, where every field is found among theirs."""
    tails = list(_tails(tokens))
    heads = _heads(chart, tails[0].start) if tails else ()
    for tail in tails:
        for place, head in enumerate(heads or _heads(chart, tail.start)):
            fields, stop = _fields(chart, tokens, tail.first, RecordFields(catalog, head))
            if not fields or not _ends_there(tokens, stop):
                continue

            is_named = stop - tail.first > 1 and not isinstance(fields[0], OwnField)
            if len(fields) >= tail.fewest - is_named:
                score = _SCORE + _EACH * (stop - tail.start) - 0.1 * place
                yield Item("SHOWN", tail.start, stop, Shown(tuple(fields)), score)


def _heads(chart: Chart, stop: int) -> tuple[Entity, ...]:
    """The entities that stand before, those whose rows may be listed."""
    found: dict[Entity, None] = {}
    for item in chart.all(("ENTITY",)):
        if item.stop <= stop:
            found.setdefault(item.value)

    return tuple(found)


def _tails(tokens: Sequence[Token]) -> Iterator[_Tail]:
    for at, token in enumerate(tokens):
        if at == 0:
            continue

        if token.form == "and" and at + 1 < len(tokens) and tokens[at + 1].form == "when":
            yield _Tail(at, at + 1, 1)
        elif "(" in token.before:
            yield _Tail(at, _first(tokens, at), 1)
        elif (
            token.text == ":"
            or (token.text in ("-", "–") and token.before.isspace())
            or (token.form in _BEHIND and token.form != "plus")
        ):
            is_with = token.form in _BEHIND
            yield _Tail(at, at + 1 if is_with else _first(tokens, at + 1), 2 if is_with else 1)
        elif token.text in _ENDS or token.text == ",":
            if at + 1 < len(tokens) and tokens[at + 1].form in _BEHIND:
                continue

            first = _first(tokens, at + 1)
            is_asked = not _VERBS.isdisjoint(each.form for each in tokens[at + 1 : first])
            near = {each.form for each in tokens[max(at - _NEAR, 0) : at]}
            if token.text != "," or is_asked or _GROUPING.isdisjoint(near):
                yield _Tail(at, first, 1 if is_asked else 2)


def _first(tokens: Sequence[Token], at: int) -> int:
    """Behind the words that only ask for fields."""
    while at < len(tokens) and tokens[at].form in _ASKING:
        at += 1

    return at


def _ends_there(tokens: Sequence[Token], at: int) -> bool:
    """Whether nothing is left of the fields: then only how they are sorted may follow."""
    while at < len(tokens) and tokens[at].form in _PLEASE:
        at += 1

    is_end = at >= len(tokens) or tokens[at].text in _ENDS or bool(tokens[at].before.strip())
    return is_end or not _SORTING.isdisjoint(each.form for each in tokens[at:])


def _fields(
    chart: Chart, tokens: Sequence[Token], at: int, known: RecordFields
) -> tuple[list[Concept | OwnField], int]:
    """The fields from a token on, as far as each of them is found, with where they end."""
    found: list[Concept | OwnField] = []
    stop = at
    while at < len(tokens):
        end = _end(tokens, at)
        said = [each.form for each in tokens[at:end] if not each.is_mark]
        words = [each for each in said if each not in _DETERMINERS | _PLEASE]
        is_done = words[:1] == ["when"]  # when they were handed back
        is_plain = is_done or (0 < len(words) <= _LONGEST and _NO_FIELDS.isdisjoint(said))
        field = known.named(words) if is_plain else None
        field = field or (_own_number(chart, at, end, known) if is_plain else None)
        if field is None:
            break

        found += [field] if field not in found else []
        stop = end
        if end >= len(tokens) or (tokens[end].form not in _JOINTS):
            break

        at = end + 1
        while at < len(tokens) and tokens[at].form in _JOINTS:
            at += 1

    return found, stop


def _is_abbreviated(tokens: Sequence[Token], at: int) -> bool:
    """Whether a point only says that the word before it is written short."""
    is_point = tokens[at].text == "." and 0 < at < len(tokens) - 1
    return is_point and len(tokens[at - 1].text) <= _SHORT and tokens[at + 1].text.islower()


def _own_number(chart: Chart, at: int, end: int, known: RecordFields) -> Concept | None:
    """What is added up of each of the rows: raised of an event."""
    found = [each.value for each in chart.starting(at, "FIELD") if each.stop == end]
    own = [each for each in found if isinstance(each, Concept) and each.cube == known.entity.cube]
    return own[0] if own else None


def _end(tokens: Sequence[Token], at: int) -> int:
    """Where the words for one field end."""
    for end in range(at, len(tokens)):
        if _is_abbreviated(tokens, end):
            continue  # est. value

        if tokens[end].form in _JOINTS or tokens[end].is_mark or (end > at and tokens[end].before.strip()):
            return end

    return len(tokens)
