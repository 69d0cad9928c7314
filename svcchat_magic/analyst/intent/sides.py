"""Both sides of what rows have or have not: `with and without overtime`, `by home delivery or not`."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.lexicon import lexicon
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.meaning.tree import AnyOf, ByMember, Concept, Condition, IsIn

_JOINTS = frozenset({"and", "or", "vs", "versus", "against", "/", "&"})
_SPLIT = frozenset({"split", "grouped", "broken", "separated", "divided", "down"})


def with_sides(tokens: Sequence[Token], read: Assembled) -> Assembled:
    """The reading with a row for each of the two, where both are asked for; what is no flag stays open."""
    forms = [each.form for each in tokens]
    at = next((at for at in range(len(forms) - 2) if _asks_for_both(forms[at : at + 3])), None)
    if at is None:
        return _by_either(forms, read)

    near = {id(each.value) for each in read.cover.items if each.start <= at + 2 < each.stop}
    flags = [
        each for each in read.analysis.where if (of := _flag(each)) and (id(each) in near or _is_false(each))
    ]
    if len(flags) == 1 and (of := _flag(flags[0])):
        return _grouped(read, flags[0], of)

    return replace(read, dropped=(*read.dropped, " ".join(each.text for each in tokens[at : at + 3])))


def _asks_for_both(forms: Sequence[str]) -> bool:
    return forms[0] == "with" and forms[1] in _JOINTS and forms[2] == "without"


def _by_either(forms: Sequence[str], read: Assembled) -> Assembled:
    """`by home delivery or not` keeps all rows, and tells them apart."""
    for each in read.analysis.where:
        if not isinstance(each, AnyOf) or (of := _both_of(each)) is None:
            continue

        item = next((one for one in read.cover.items if one.value == each), None)
        before = forms[item.start - 1] if item and item.start else ""
        if before in _SPLIT or lexicon().is_by(before):
            return _grouped(read, each, of)

    return read


def _grouped(read: Assembled, condition: Condition, of: Concept) -> Assembled:
    where = tuple(each for each in read.analysis.where if each != condition)
    return replace(
        read, analysis=replace(read.analysis, where=where, groups=(*read.analysis.groups, ByMember(of)))
    )


def _flag(condition: Condition) -> Concept | None:
    is_flag = isinstance(condition, IsIn) and condition.of.type == "boolean"
    return condition.of if isinstance(condition, IsIn) and is_flag else None


def _is_false(condition: Condition) -> bool:
    return isinstance(condition, IsIn) and condition.values == (condition.negated,)


def _both_of(either: AnyOf) -> Concept | None:
    """The flag whose two values are both kept."""
    flags = [_flag(each) for each in either.conditions]
    values = {value for each in either.conditions if isinstance(each, IsIn) for value in each.values}
    return flags[0] if len(set(flags)) == 1 and values == {True, False} else None
