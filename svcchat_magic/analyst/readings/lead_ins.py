"""A question that another one behind it puts more exactly: `how do people pay? payments by method`."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.following.edits import without_subjects
from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.meaning.flag_shares import are_told_again, is_all_or_none
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    ByMember,
    ByPart,
    ByTime,
    Concept,
    Condition,
    Counted,
    Group,
    IsIn,
    Missing,
    Quantity,
    Ratio,
)
from svcchat_magic.analyst.planning.completion import Completion
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.statements import Planner
from svcchat_magic.analyst.readings.read import Read, planned_or_problem

_ASKING = frozenset(
    {
        *("who", "what", "which", "where", "when", "why", "how", "whats", "do", "does", "did", "are", "is"),
        *("were", "was", "have", "has", "can"),
    }
)
_SHOWING_ALL = frozenset(
    {"show", "give", "list", "display", "me", "us", "all", "of", "them", "these", "please", "the", "first",
     "best", "worst", "highest", "lowest", "biggest", "smallest", "largest"}
)  # fmt: skip
_REFINING = frozenset({"count", "take", "use", "sum", "measure"})  # `count loans, not titles`
_BOTH = frozenset({"both", "each"})
_OF_ROWS = frozenset({"who", "which"})
_FEW = 8  # words that only say from when on
_COMPARING = frozenset({"SUPER", "LONGEST"})
_RESTRICTING = _COMPARING | {"NOT", "BETWEEN", "NEITHER", "FUTURE", "LATEST", "OTHERS", "REFER"}
_COUNTING = frozenset({"count", "number", "row", "record", "case"})


def led_in(lead: Read, told: Read, completion: Completion, sources: Sources) -> Read | None:
    """The second reading with what the first one keeps, where that asks the same less exactly; else None."""
    if _says_when_it_begins(lead, told):
        return lead

    if lead.is_sure and (_counts_the_same(lead, told) or _shows_all(told)):
        return _of_all(lead, completion, sources)

    if lead.is_sure and told.is_sure and _says_it_again(lead, told):
        return told if told.planned and told.planned.analysis.rank else lead

    best, refines = told.best, _first(told.tokens) in _REFINING
    if told.is_sure and best is not None and _names_number(lead, told):
        return _with_number(lead, told, completion, sources)

    if not told.is_sure or best is None or best.follows or not (refines or _asks(lead)):
        return None

    is_lost = lead.best is not None and bool(lead.best.cover.unknown)
    if is_lost and (_first(lead.tokens) in _OF_ROWS or _is_unsaid_why(lead, told)):
        return None  # `who travelled for nothing? name and class`: of those, whoever they are

    if not best.analysis.groups and all(map(_is_of_nothing, best.analysis.quantities)):
        return None  # `do more of them pay by card or by cash? show me both counts`: of what, nobody knows

    sides = _sides(lead)
    kept = (sides,) if sides else _kept(lead)
    if kept is None or told.planned is None or not told.planned.analysis.quantities:
        return None

    if any(is_all_or_none(each, kept) for each in best.analysis.quantities):
        return told if are_told_again(kept, best.analysis) else None

    return _with_kept(lead, told, kept, sides, completion, sources)


def _with_kept(
    lead: Read,
    told: Read,
    kept: tuple[Condition, ...],
    sides: IsIn | None,
    completion: Completion,
    sources: Sources,
) -> Read | None:
    if told.best is None:
        return None

    analysis = told.best.analysis
    where = (*without_subjects(kept, analysis.where), *analysis.where)
    compared = (ByMember(sides.of),) if sides else (*_day_types(lead), *_told_for_both(told, kept))
    beside = tuple(each for each in compared if each not in analysis.groups)
    whole = replace(analysis, where=where, groups=(*beside, *analysis.groups))
    if whole == analysis:
        return told

    planned, _ = planned_or_problem(Planner(sources), completion.of(whole))
    return replace(told, best=replace(told.best, analysis=whole), planned=planned) if planned else None


def _is_unsaid_why(lead: Read, told: Read) -> bool:
    """`why do members leave? count by reason`: of those who leave, which nobody knows."""
    return _first(lead.tokens) == "why" and not _says_of_what(told)


def _counts_the_same(lead: Read, told: Read) -> bool:
    """`which weekday has most orders? show the count for each weekday`: of these, and of nothing else."""
    if lead.best is None or told.best is None:
        return False

    one, other = lead.best.analysis, told.best.analysis
    is_bare = all(map(_is_of_nothing, other.quantities)) and not (other.derived or other.rank)
    is_alike = {*map(_undated, other.groups)} == {*map(_undated, one.groups)}
    is_each = not other.groups and any(each.form == "each" for each in told.tokens)  # the count for each
    groups = bool(one.groups) and (is_each or (is_alike and bool(other.groups)))
    return is_bare and groups and not (other.where or other.having)


def _shows_all(told: Read) -> bool:
    """`Show all of them, best first.` asks for nothing else."""
    said = {each.form for each in told.tokens if not each.is_mark}
    return "all" in said and said <= _SHOWING_ALL


def _of_all(lead: Read, completion: Completion, sources: Sources) -> Read:
    """The reading in its order, but of each group and not of the first ones alone."""
    best = lead.best
    if best is None or best.analysis.rank is None or best.analysis.rank.limit is None:
        return lead

    whole = replace(best.analysis, rank=replace(best.analysis.rank, limit=None))
    planned, _ = planned_or_problem(Planner(sources), completion.of(whole))
    return replace(lead, best=replace(best, analysis=whole), planned=planned) if planned else lead


def _undated(group: Group) -> Group:
    return replace(group, time=None) if isinstance(group, ByTime | ByPart) else group


def _says_it_again(lead: Read, told: Read) -> bool:
    """`revenue per word by service, i.e. revenue divided by words`: the same number, and nothing else."""
    if lead.planned is None or told.planned is None or told.best is None:
        return False

    one, other = lead.planned.analysis, told.planned.analysis
    is_number = told.best.analysis == Analysis(quantities=told.best.analysis.quantities)
    is_same = replace(one, rank=None) == replace(other, rank=None)  # `highest first` only orders it
    is_formula = any(isinstance(each, Ratio) or _is_product(each) for each in other.quantities)
    return is_same or (is_number and (one.groups or is_formula) and one.quantities == other.quantities)


def _is_product(quantity: Quantity) -> bool:
    """Whether a number is told by how it is computed: `the wage bill? hours worked times rate`."""
    return isinstance(quantity, Aggregated) and quantity.times is not None


def _told_for_both(told: Read, kept: Sequence[Condition]) -> tuple[Group, ...]:
    """`give me the average for both`: a number for each of the values that were compared."""
    if _BOTH.isdisjoint(each.form for each in told.tokens):
        return ()

    several = (each for each in kept if isinstance(each, IsIn) and len(each.values) > 1)
    return tuple(ByMember(each.of) for each in several)


def _day_types(lead: Read) -> tuple[Group, ...]:
    """`are waits longer on weekends than on weekdays?`: what was compared is."""
    groups = lead.best.analysis.groups if lead.best else ()
    return tuple(each for each in groups if isinstance(each, ByPart) and each.part == "weekend")


def _says_when_it_begins(lead: Read, told: Read) -> bool:
    """`how long do people take to pay? average days from issue`: from the moment on that it is told from."""
    asked = lead.best.analysis.quantities[:1] if lead.is_sure and lead.best else ()
    start = asked[0].since if asked and isinstance(asked[0], Aggregated) else None
    if start is None or told.chart is None or told.is_sure or len(told.tokens) > _FEW:
        return False

    kinds = {each.category for each in told.chart.all(("ELAPSED", "QUANTITY"))}
    named = told.chart.all(("MOMENT", "DATED", "TDIM"))
    return kinds == {"ELAPSED"} and any(each.value == start for each in named)


def _is_of_nothing(quantity: Quantity) -> bool:
    return isinstance(quantity, Counted) and not quantity.entity.cube


def _says_of_what(told: Read) -> bool:
    """`number of refunds by reason`, but not `count by reason`."""
    items = told.best.cover.items if told.best else ()
    numbers = (each for each in items if each.category in ("QUANTITY", "COUNTED"))
    said = [told.tokens[at] for each in numbers for at in range(each.start, each.stop)]
    empty = keywords().function  # where it is one of several, a return is no verb
    return any(
        each.form not in _COUNTING and (each.form not in empty or each.text.lower() == f"{each.form}s")
        for each in said
    )


def _names_number(lead: Read, told: Read) -> bool:
    """`how much downtime did each shop have? sum of hours`: behind groups a number and nothing else."""
    asked, said = lead.best, told.best
    if asked is None or said is None or not asked.analysis.groups or _first(told.tokens) in _ASKING:
        return False

    if not lead.is_sure and all(map(_is_of_nothing, said.analysis.quantities)):
        return False

    is_number = said.analysis == Analysis(quantities=said.analysis.quantities) and not said.edits
    return is_number and len(said.cover.items) == 1 and _first(lead.tokens) in _ASKING


def _with_number(lead: Read, told: Read, completion: Completion, sources: Sources) -> Read | None:
    """The first reading with the number of the second one, where its other words only ask for that."""
    if lead.best is None or told.best is None or _kept(lead) is None or lead.best.analysis.rank:
        return None

    whole = replace(lead.best.analysis, quantities=told.best.analysis.quantities, is_assumed=False)
    planned, _ = planned_or_problem(Planner(sources), completion.of(whole))
    return replace(told, best=replace(told.best, analysis=whole), planned=planned) if planned else None


def _asks(lead: Read) -> bool:
    """Whether it only asks, and is not understood; `how many` asks for a number of its own."""
    counts = any(each.form in ("many", "much") for each in lead.tokens[:2])
    return not lead.is_sure and not counts and _first(lead.tokens) in _ASKING


def _first(tokens: Sequence[Token]) -> str:
    return next((each.text.lower() for each in tokens if not each.is_mark), "")


def _kept(read: Read) -> tuple[Condition, ...] | None:
    """The conditions of a question whose other words only name its topic; None where they may keep more."""
    best = read.best
    stops = [each for each in best.stops if each != "why"] if best else []
    if best is None or stops or best.analysis.having or best.refers or best.taken_out:
        return None

    taken = {at for item in best.cover.items for at in range(item.start, item.stop)}
    free = (each for at, each in enumerate(read.tokens) if at not in taken)
    if any(_restricts(each, _RESTRICTING) for each in free):
        return None

    if any(isinstance(each, Missing) and not each.negated for each in best.analysis.where):
        return None  # what did not happen keeps other rows

    return tuple(each for each in best.analysis.where if not isinstance(each, Missing))


def _restricts(token: Token, categories: frozenset[str]) -> bool:
    """Whether a word may keep some rows: a name, a number, a negation, a comparison."""
    if token.is_mark:
        return False

    is_name = token.is_name and token.place > 0 and token.text != "I"
    is_number = any(map(str.isdigit, token.text)) or calendar_words().numbers.get(token.form, 0) > 1
    is_compared = token.form == "than" and categories >= _COMPARING
    return bool(token.is_quoted or is_name or is_number or is_compared or _said(token) & categories)


def _sides(read: Read) -> IsIn | None:
    """The two values of `does desktop convert better than mobile`, where nothing else is named."""
    compares = any(_said(each) & _COMPARING or each.form == "than" for each in read.tokens)
    if read.chart is None or not compares:
        return None

    found: dict[Concept, dict[object, tuple[int, int]]] = {}
    for item in read.chart.all(("VALUE",)):
        found.setdefault(item.value.of, {})[item.value.values[0]] = (item.start, item.stop)

    pairs = [(of, places) for of, places in found.items() if len(places) == 2]
    known = {each.of for each in read.best.analysis.where if isinstance(each, IsIn)} if read.best else set()
    pairs = [each for each in pairs if len(pairs) == 1 or each[0] in known]
    if len(pairs) != 1:
        return None

    of, places = pairs[0]
    taken = {at for start, stop in places.values() for at in range(start, stop)}
    free = (each for at, each in enumerate(read.tokens) if at not in taken)
    others = any(_restricts(each, _RESTRICTING - _COMPARING) for each in free)
    return None if others or len(taken) < 2 else IsIn(of, tuple(places))


def _said(token: Token) -> set[str]:
    return {category for category, _ in keywords().meanings.get((token.form,), ())}
