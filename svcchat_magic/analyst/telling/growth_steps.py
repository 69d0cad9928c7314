"""Groups with what they grew or fell by, behind the one that did so the most."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from svcchat_magic.analyst.telling.evidence import Cell, Sentence
from svcchat_magic.analyst.telling.wording import Line, is_plural
from svcchat_magic.semantic.model.model import Field

_FEW, _FIRST = 4, 2  # all of a few are named, else the first ones and the last


@dataclass(frozen=True, slots=True)
class Step:
    """A quantity before and now: of one group, or of one unit of time."""

    name: str
    old: Cell
    new: Cell
    difference: Decimal
    day: date | None = None

    @property
    def is_rise(self) -> bool:
        """Whether it grew."""
        return self.difference > 0


def amounts(line: Line, step: Step, measure: Field) -> tuple[str, str]:
    """(`+171,993`, `+12.6%`); points alone for a rate."""
    units = line.step(step.old, step.new, measure, absolute=True)
    rate = line.step(step.old, step.new, measure)
    return units, "" if units == rate else rate


def others_told(line: Line, best: Step, others: Sequence[Step], measure: Field) -> list[Sentence]:
    """Those behind the first one: the ones that went the same way, then those that went the other."""
    same = [each for each in others if each.is_rise is best.is_rise and each.difference]
    turned = [each for each in others if each not in same]
    told = (
        [line.told("next" if len(_named(same)) > 1 else "one next", **_parts(line, same, measure))]
        if same
        else []
    )
    if not turned:
        return told

    still = not any(each.difference for each in turned)
    way = "stayed for" if still else "fell for" if best.is_rise else "grew for"
    it = line.say("They" if is_plural(measure) else "It")
    return [*told, line.told(way, it=it, **_parts(line, turned, measure))]


def _named(steps: Sequence[Step]) -> Sequence[Step]:
    return steps if len(steps) <= _FEW else steps[:_FIRST]


def _parts(line: Line, steps: Sequence[Step], measure: Field) -> dict[str, str]:
    """The names with their amounts, and the last of many."""
    names = line.listed([_bracketed(line, each, measure) for each in _named(steps)])
    if len(steps) <= _FEW:
        return {"names": names, "last": ""}

    sizes = ", ".join(filter(None, amounts(line, steps[-1], measure)))
    return {"names": names, "last": line.say("last is", name=line.name(steps[-1].name), number=sizes)}


def _bracketed(line: Line, step: Step, measure: Field) -> str:
    return f"{line.name(step.name)} ({', '.join(filter(None, amounts(line, step, measure)))})"
