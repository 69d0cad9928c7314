"""`which customers ordered in every month`: those that did so in all of them, which is no number for each."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.meaning.different import EVERY
from svcchat_magic.analyst.meaning.tree import Analysis, ByEntity, ByMember, ByTime, Counted, Distinct, Within

_EVERY = frozenset({"every", "each"})
_UNITS = frozenset({"day", "week", "month", "quarter", "year"})
_ASKING = frozenset({"which", "who", "what"})
_RELATIVE = frozenset({"who", "that", "which"})
_RANKING = frozenset({"RANKED", "HIGHEST", "HOWMANY", "TALLY", "AGGREGATED", "SHARED", "BARERANK"})
_NUMBERS = _RANKING | {"QUANTITY", "COUNTED"}


def with_every_unit(tokens: Sequence[Token], read: Assembled) -> Assembled:
    """The reading; where those are asked for that did something in all units, these words have no place."""
    read = replace(read, analysis=_of_each(read.analysis))
    groups = read.analysis.groups
    if (unit := _asked(tokens)) and any(isinstance(each, ByTime) and each.grain == unit for each in groups):
        return replace(read, dropped=(*read.dropped, f"how many {unit}s"))

    at = next((at for at, each in enumerate(tokens) if _is_every(tokens, at)), None)
    if at is None or not any(isinstance(each, ByTime) for each in groups):
        return read

    told, forms = {each.category for each in read.cover.items}, [each.form for each in tokens]
    is_asked = forms[0] in _ASKING and any(isinstance(each, ByMember | ByEntity) for each in groups)
    if is_asked and forms[at] == "every" and not told & _RANKING:
        return replace(read, dropped=(*read.dropped, f"every {forms[at + 1]}"))

    if not _RELATIVE.isdisjoint(forms[1:at]) and not told & _NUMBERS:
        return replace(read, dropped=(*read.dropped, f"{forms[at]} {forms[at + 1]}"))

    return read


def _of_each(analysis: Analysis) -> Analysis:
    """`repairs finished in every month`: each is finished once, so they are counted in each of them."""
    bound = next((each for each in analysis.having if each.operator == EVERY), None)
    units = bound.quantity if bound is not None else None
    if not isinstance(units, Distinct):
        return analysis

    named = [each.entity for each in analysis.groups if isinstance(each, ByEntity)]
    named += [each.entity for each in analysis.quantities if isinstance(each, Counted)]
    entity = next((each for each in named if each.cube == units.of.cube), None)
    if entity is None:
        return analysis

    others = tuple(each for each in analysis.groups if each != ByEntity(entity))
    time = units.of if units.of.name else None
    return replace(
        analysis,
        quantities=(Counted(entity),),
        groups=(ByTime(units.unit, time), *others),
        where=tuple(
            replace(each, time=each.time or time) if isinstance(each, Within) else each
            for each in analysis.where
        ),
        having=tuple(each for each in analysis.having if each is not bound),
    )


def _is_every(tokens: Sequence[Token], at: int) -> bool:
    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    return tokens[at].form in _EVERY and behind in _UNITS


def _asked(tokens: Sequence[Token]) -> str:
    """The unit of which it is asked how many there are: `how many days do orders take` lists no days."""
    forms = tuple(each.form for each in tokens)
    found = (forms[at + 2] for at in range(len(forms) - 2) if forms[at : at + 2] == ("how", "many"))
    return next((each for each in found if each in _UNITS), "")
