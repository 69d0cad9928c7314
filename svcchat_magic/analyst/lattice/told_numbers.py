"""A number that is asked for once more: `with the amount`, `number of trips`, `how much they spent`."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Chart
from svcchat_magic.analyst.lattice.shown import Told
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.search.thesaurus import stems_of

_AMOUNTS = frozenset({"amount", "total", "sum", "value", "figure", "spend", "spending", "overall", "money"})
_COUNTS = frozenset({"number", "count", "no", "tally", "frequency", "total"})
_POINTING = frozenset(
    {
        "they", "he", "she", "it", "we", "us", "each", "that", "was", "is", "are", "were", "have", "has",
        "had", "do", "did", "does", "been", "in", "total", "overall", "altogether", "all", "so", "far", "to",
        "there", "one", "up", "ever", "exactly", "this", "those", "of", "them", "him", "her",
    }
)  # fmt: skip
_PLAIN = frozenset(
    {
        "make", "made", "come", "came", "bring", "brought", "take", "took", "taken", "generate", "generated",
        "get", "got", "done", "amount", "place", "placed", "worth",
    }
)  # fmt: skip
_SPENT = frozenset({"spend", "spent", "spending", "buy", "bought", "pay", "paid"})
_DETERMINERS = frozenset(
    {"the", "their", "its", "his", "her", "a", "an", "each", "'s", "our", "please", "pls", "plz", "too", "of"}
)
_NOT_TOLD = frozenset({"min", "max", "count", "count_distinct"})  # with artist, with the highest total
_HOW = {"much": "amount", "many": "count", "often": "count"}


def told_by(chart: Chart, tokens: Sequence[Token], at: int, end: int, catalog: Catalog) -> Told | None:
    """The number that the words from `at` to `end` ask for; None where they ask for something else."""
    forms = [each.form for each in tokens[at:end] if not each.is_mark]
    if forms[:1] == ["how"] and len(forms) > 1 and forms[1] in _HOW:
        return _asked(chart, tokens, (at + 2, end), _HOW[forms[1]])

    if forms[:1] == ["what"] and not _SPENT.isdisjoint(forms):
        return _asked(chart, tokens, (at + 1, end), "amount")

    return _named(chart, tokens, at, end, catalog)


def _named(chart: Chart, tokens: Sequence[Token], at: int, end: int, catalog: Catalog) -> Told | None:
    """The number by a noun: `the amount`, `order count`, or what the model calls it."""
    while at < end and tokens[at].form in _DETERMINERS:
        at += 1

    while end > at and (tokens[end - 1].form in _DETERMINERS or tokens[end - 1].is_mark):
        end -= 1

    words = [each.form for each in tokens[at:end]]
    for what, known in (("amount", _AMOUNTS), ("count", _COUNTS)):
        if words and known.issuperset(words):
            return Told(what)

    counted = _counted(chart, tokens, at, end)
    if counted is not None and _is_named_before(chart, counted, at):
        return Told("count", (counted,))

    found = (each for kind in ("MEASURE", "NDIM") for each in chart.starting(at, kind) if each.stop == end)
    named = [each.value for each in found if each.value.agg_type not in _NOT_TOLD]
    sums = [catalog.sums[each] for each in named if each in catalog.sums]
    if named:
        return Told("named", tuple(dict.fromkeys((*named, *sums))))

    stems = stems_of(" ".join(words))
    before = {stem for each in tokens[: at - 1] for stem in stems_of(each.text)}
    return Told("called", said=stems) if stems and before.issuperset(stems) else None


def _is_named_before(chart: Chart, rows: Entity, at: int) -> bool:
    """Whether rows are named in what is ranked or bounded: their number is known by then."""
    named = (each.value for each in chart.all(("ENTITY", "MEASURE")) if each.stop <= at)
    counts = (each for each in named if isinstance(each, Entity) or each.agg_type == "count")
    return any(each.cube == rows.cube for each in counts)


def _counted(chart: Chart, tokens: Sequence[Token], at: int, end: int) -> Entity | None:
    """The rows of `number of orders`, and of `order count`."""
    words = [each.form for each in tokens[at:end]]
    if len(words) > 2 and words[0] in _COUNTS and words[1] == "of":
        found = [each for start in (at + 2, at + 3) for each in chart.starting(start, "ENTITY")]
        return next((each.value for each in found if each.stop == end), None)

    if len(words) > 1 and words[-1] == "count":
        return next((each.value for each in chart.starting(at, "ENTITY") if each.stop == end - 1), None)

    return None


def _asked(chart: Chart, tokens: Sequence[Token], span: tuple[int, int], what: str) -> Told | None:
    """`how many trips they made`: whose number it is and what they did says no more than the words before."""
    start, stop = span
    counted: list[Concept | Entity] = []
    at = start
    while at < stop:
        rows = [each for each in chart.starting(at, "ENTITY") if each.stop <= stop]
        sums = [each for each in chart.starting(at, "MEASURE") if each.stop <= stop] if not rows else []
        if sums and not counted:
            at = max(each.stop for each in sums)
            counted += [each.value for each in sums if each.stop == at]
            what = "named"
        elif what == "count" and rows and not counted:
            longest = max(rows, key=lambda each: each.stop)
            if not _is_named_before(chart, longest.value, at):
                return None

            counted.append(longest.value)
            at = longest.stop
        elif tokens[at].is_mark or _says_nothing_new(tokens, at, start):
            at += 1
        else:
            return None

    return Told(what, tuple(counted), is_asked=True)


def _says_nothing_new(tokens: Sequence[Token], at: int, start: int) -> bool:
    """Whether a word only points, or says what was said before: nobody pays what he spent back."""
    form = tokens[at].form
    before = [each for each in tokens[: start - 1] if not each.is_mark]
    if form in _POINTING | _PLAIN or (form in _SPENT and any(each.form in _SPENT for each in before)):
        return True

    stems = set(stems_of(tokens[at].text))
    return any(stems & set(stems_of(each.text)) for each in before)
