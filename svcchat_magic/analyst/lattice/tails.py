"""The fields that a list is to show, said at its end: `... : date, agent and queue`, `I need the serials`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.shown import Shown, Told
from svcchat_magic.analyst.lattice.told_numbers import told_by
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
        "exactly", "one", "two", "three", "least", "more", "less", "fewer", "under", "above", "below",
    }
)  # fmt: skip
_BOUNDING = ("CMP", "SUPER", "BEYOND", "ORMORE", "BETWEEN", "LONGEST", "SIZE")
_TELLING = frozenset({"how", "what", "the", "their", "his", "her", "its"})
_ENDS = frozenset({"?", ".", ";", "!"})
_SORTING = frozenset({"first", "sorted", "sort", "ordered", "order", "by", "descending", "ascending"})
_LONGEST, _NEAR, _SHORT = 4, 4, 4
_SCORE, _EACH, _EACH_ASKED = 0.8, 0.95, 0.3
_HOW_MANY = 2  # words
_KNOWN = 0.05  # of rows that are listed it is a field like any other


@dataclass(frozen=True, slots=True)
class _Tail:
    """Where the words for fields begin, and how many there have to be for a sure sign of a list."""

    start: int  # of the joint before them
    first: int  # of the first field
    fewest: int
    tells: bool = False  # nothing but a number that is known by then: `and how much they spent`


def tail_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`SHOWN`: what is shown of the rows that stand before, where every field is found among theirs.

    Where it may be the number that these are ranked or kept by, it is read so as well.
    """
    tails = list(_tails(tokens))
    heads = heads_before(chart, tails[0].start) if tails else ()
    asked: set[tuple[int, int]] = set()
    for tail in tails:
        rows = heads or heads_before(chart, tail.start) or _valued(chart, tail.start, catalog)
        ways = (False, True) if _is_bounded(chart, tail.start) else (False,)
        for place, head in enumerate(rows or (None,)):
            for tells in ways if head else ways[1:]:
                columns = _Columns(chart, tokens, catalog, head, tells=tells)
                columns.read(tail.first)
                if tells > bool(columns.told) or not _ends_there(tokens, columns.stop):
                    continue

                span = (tail.first, columns.stop)
                is_twice = columns.asks and (span in asked or _is_tally(tokens, tail, columns.stop))
                asked |= {span} if columns.asks else set()
                if columns.fits(tail) and not is_twice:
                    each = _EACH_ASKED if columns.asks else _EACH
                    score = _SCORE + each * (columns.stop - tail.start) - 0.1 * place - _KNOWN * tells
                    yield Item("SHOWN", tail.start, columns.stop, columns.shown, score)


def _is_bounded(chart: Chart, stop: int) -> bool:
    """Whether something before is ranked or bounded: only then a number is known by then."""
    return any(each.stop <= stop for each in chart.all(_BOUNDING))


def _is_tally(tokens: Sequence[Token], tail: _Tail, stop: int) -> bool:
    """`... - how many?`, with nothing that joins it: how many there are of what was named."""
    is_joined = tokens[tail.first - 1].form in ("and", *_BEHIND)
    return stop - tail.first <= _HOW_MANY and not is_joined


def heads_before(chart: Chart, stop: int) -> tuple[Entity, ...]:
    """The entities that stand before, those whose rows may be listed."""
    found: dict[Entity, None] = {}
    for item in chart.all(("ENTITY",)):
        if item.stop <= stop:
            found.setdefault(item.value)

    return tuple(found)


def _valued(chart: Chart, stop: int, catalog: Catalog) -> tuple[Entity, ...]:
    """The entities whose rows are only called by a value of theirs: paintings."""
    cubes = dict.fromkeys(each.value.of.cube for each in chart.all(("VALUE",)) if each.stop <= stop)
    return tuple(catalog.entities[each] for each in cubes if each in catalog.entities)


def _tails(tokens: Sequence[Token]) -> Iterator[_Tail]:
    for at, token in enumerate(tokens):
        if at == 0:
            continue

        if token.form == "and" and at + 1 < len(tokens) and tokens[at + 1].form == "when":
            yield _Tail(at, at + 1, 1)
        elif token.form == "and" and at + 1 < len(tokens) and tokens[at + 1].form in _TELLING:
            yield _Tail(at, at + 1, 1, tells=True)
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
    while at < len(tokens) and _is_please(tokens, at):
        at += 1

    is_end = at >= len(tokens) or tokens[at].text in _ENDS or bool(tokens[at].before.strip())
    return is_end or not _SORTING.isdisjoint(each.form for each in tokens[at:])


def _is_please(tokens: Sequence[Token], at: int) -> bool:
    """`please`, and the comma before it."""
    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    return tokens[at].form in _PLEASE or (tokens[at].text == "," and behind in _PLEASE)


@dataclass(slots=True)
class _Columns:
    """The fields from a token on, as far as each of them is found, with where they end."""

    chart: Chart
    tokens: Sequence[Token]
    catalog: Catalog
    entity: Entity | None  # whose rows they are of
    tells: bool  # whether a number may be the one that the rows are ranked or kept by
    fields: list[Concept | OwnField] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    stop: int = 0

    @property
    def shown(self) -> Shown:
        return Shown(tuple(self.fields), told=tuple(self.told))

    def fits(self, tail: _Tail) -> bool:
        """Whether there are enough of them for a list; a number that is known by then is enough."""
        if not self.fields or tail.tells:
            return bool(self.told) and not self.fields

        if self.tokens[tail.start].form == "with" and all(map(_is_flag, self.fields)):
            return False  # customers with phone service are those who have it

        is_named = self.stop - tail.first > 1 and not isinstance(self.fields[0], OwnField)
        return len(self.fields) + len(self.told) >= tail.fewest - is_named

    @property
    def asks(self) -> bool:
        """Whether a number is asked for by what somebody did: how much they spent."""
        return any(each.is_asked for each in self.told)

    def read(self, at: int) -> None:
        """Read on from a token."""
        tokens, self.stop = self.tokens, at
        while at < len(tokens):
            end = _end(tokens, at)
            if not self._read_one(at, end):
                return

            self.stop = at = end
            if end >= len(tokens) or (tokens[end].form not in _JOINTS):
                return

            while at < len(tokens) and tokens[at].form in _JOINTS:
                at += 1

    def _read_one(self, at: int, end: int) -> bool:
        said = [each.form for each in self.tokens[at:end] if not each.is_mark]
        words = [each for each in said if each not in _DETERMINERS | _PLEASE]
        told = told_by(self.chart, self.tokens, at, end, self.catalog) if self.tells else None
        if told is not None or self.entity is None:
            self.told += [told] if told else []
            return told is not None

        is_done = words[:1] == ["when"]  # when they were handed back
        is_plain = is_done or (0 < len(words) <= _LONGEST and _NO_FIELDS.isdisjoint(said))
        known = RecordFields(self.catalog, self.entity)
        found = known.named(words) if is_plain else None
        found = found or (_own_number(self.chart, at, end, known) if is_plain else None)
        if found is not None and found not in self.fields:
            self.fields.append(found)

        return found is not None


def _is_flag(field: Concept | OwnField) -> bool:
    return isinstance(field, Concept) and field.type == "boolean"


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
