"""Where each kind of item goes in the draft of an analysis."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from svcchat_magic.analyst.constructions.constructions import Reference, TakenOut, ToldOf
from svcchat_magic.analyst.linking.descriptions import Said
from svcchat_magic.analyst.meaning.tree import (
    ByPart,
    ByTime,
    Concept,
    Condition,
    DatedLast,
    Entity,
    Group,
    Quantity,
)
from svcchat_magic.analyst.placing.bounds import (
    place_bare_bound,
    place_bound,
    place_own_counted,
    place_own_such,
    place_such,
)
from svcchat_magic.analyst.placing.computed import (
    place_against,
    place_changed,
    place_compared,
    place_compared_to,
    place_difference,
    place_growing,
    place_growth,
    place_mix,
    place_moving,
    place_new_function,
    place_percent_of,
    place_percent_of_each,
    place_running,
    place_running_total,
    place_share,
    place_share_of_each,
    place_shared,
    place_unit,
    place_when,
)
from svcchat_magic.analyst.placing.dates import place_dated, place_dated_like, place_done, place_taxed
from svcchat_magic.analyst.placing.days import DAYS_PLACED
from svcchat_magic.analyst.placing.draft import Draft
from svcchat_magic.analyst.placing.included import place_included
from svcchat_magic.analyst.placing.losses import place_losing_told, place_losses
from svcchat_magic.analyst.placing.numbers import NUMBERS_PLACED
from svcchat_magic.analyst.placing.orders import ORDERS_PLACED
from svcchat_magic.analyst.placing.ranks import (
    place_bare_rank,
    place_by_quantity,
    place_highest,
    place_new_limit,
    place_one_has,
    place_order,
    place_rank,
    place_ranked_rows,
)
from svcchat_magic.analyst.placing.rows import (
    place_dimension,
    place_entity,
    place_first,
    place_list,
    place_listing,
    place_loose_dimension,
    place_shown,
    place_such_list,
    place_values,
    place_verb,
)
from svcchat_magic.analyst.placing.sides import (
    PERIODS_BESIDE,
    place_distribution,
    place_more,
    place_several,
    place_split,
)


def _quantity(draft: Draft, value: Quantity) -> None:
    if draft.derived is not None and draft.derived.kind == "share":
        draft.of_whole.extend(draft.where)

    draft.quantities.append(value)


def _counted(draft: Draft, value: tuple[Quantity, object]) -> None:
    draft.quantities.append(value[0])
    _condition(draft, value[1])


def _groups(draft: Draft, value: tuple[Group, ...]) -> None:
    draft.groups.extend(value)
    draft.marks.add("by")


def _grouped_such(draft: Draft, value: tuple[Group, tuple[Condition, ...]]) -> None:
    draft.groups.append(value[0])
    draft.where.extend(value[1])


def _asked(draft: Draft, value: Group) -> None:
    draft.asked.append(value)
    draft.marks.add("asked")


def _condition(draft: Draft, value: Any) -> None:
    draft.where.extend(value if isinstance(value, tuple) else (value,))


def _subject(draft: Draft, value: tuple[Entity, object]) -> None:
    draft.entities.append(value[0])
    draft.marks |= set() if draft.quantities else {"subject first"}
    _condition(draft, value[1])


def _inside(draft: Draft, value: Group) -> None:
    draft.groups.append(value)
    draft.inside.append(value)


def _last_of(draft: Draft, value: tuple[str, Entity]) -> None:
    draft.quantities.append(DatedLast(*value))


def _extent_of(draft: Draft, value: tuple[str, Entity]) -> None:
    draft.quantities += [DatedLast("minimum", value[1]), DatedLast("maximum", value[1])]


def _grain(draft: Draft, value: str) -> None:
    draft.groups.append(ByTime(value))


def _part(draft: Draft, value: str) -> None:
    draft.groups.append(ByPart(value))


def _compare(draft: Draft, value: str) -> None:
    draft.marks |= {"compare", value}


def _edit(draft: Draft, value: str) -> None:
    draft.edits.add(value)


def _shift(draft: Draft, value: str) -> None:
    draft.shift = value


def _chart(draft: Draft, value: str) -> None:
    draft.chart = value


def _stop(kind: str) -> Callable[[Draft, object], None]:
    def place(draft: Draft, _value: object) -> None:
        draft.stops.append(kind)

    return place


def _also(draft: Draft, _value: str) -> None:
    draft.edits.add("add")


def _release(draft: Draft, value: Concept | Entity) -> None:
    draft.released.append(value)


def _as_percent(draft: Draft, _value: str) -> None:
    draft.marks.add("percent")


def _nothing(_draft: Draft, _value: object) -> None:
    """Both forms of a change are told anyway."""


def _on_average(draft: Draft, _value: str) -> None:
    draft.marks.add("average")


def _referred(draft: Draft, value: Reference) -> None:
    draft.refers.append(value)


def _said(draft: Draft, value: Said) -> None:
    draft.said.append(value)


def _those_by(draft: Draft, value: ToldOf) -> None:
    """`which campaigns was that`: what was asked before, for each of them."""
    draft.groups.append(value.group)
    draft.refers.append(value.of)
    draft.edits.add("which")


def _taken_out(draft: Draft, value: TakenOut) -> None:
    draft.taken_out.append(value)


PLACED: Mapping[str, Callable[[Draft, Any], None]] = MappingProxyType(
    {
        "QUANTITY": _quantity,
        "COUNTED": _counted,
        "SEVERAL": place_several,
        "DURATION": _said,
        "GROUPS": _groups,
        "GROUPEDSUCH": _grouped_such,
        "ASKED": _asked,
        "CONDITION": _condition,
        "WHEN": place_when,
        **DAYS_PLACED,
        "RANKED": place_rank,
        "RANKEDROWS": place_ranked_rows,
        "SHOWN": place_shown,
        "LISTING": place_listing,
        "FIRSTOF": place_first,
        "HIGHEST": place_highest,
        "SORTED": place_order,
        **ORDERS_PLACED,
        "BOUND": place_bound,
        "SUCH": place_such,
        "OWNSUCH": place_own_such,
        "OWNCOUNTED": place_own_counted,
        "SUBJECT": _subject,
        "DATEDROWS": _subject,
        "SHARED": place_shared,
        "SHAREOFEACH": place_share_of_each,
        "MIXED": place_mix,
        "CHANGED": place_changed,
        "RUN": place_running,
        "COMPARED": place_compared,
        "DIFFERED": place_difference,
        **PERIODS_BESIDE,
        "SPLIT": place_split,
        "INSIDE": _inside,
        "EACHOF": place_when,
        "LISTED": place_list,
        "LISTEDSUCH": place_such_list,
        "VALUESOF": place_values,
        "ENTITY": place_entity,
        "VERBED": place_verb,
        "LOOSEDIM": place_loose_dimension,
        "DIM": place_dimension,
        "GRAIN": _grain,
        "PART": _part,
        "AGAINST": place_against,
        "GROWTH": place_growth,
        "MORE": place_more,
        "DISTRIBUTION": place_distribution,
        "SHARE": place_share,
        "COMPARE": _compare,
        "CHART": _chart,
        "WHY": _stop("why"),
        "FUTURE": _stop("future"),
        "COMMAND": _stop("command"),
        "ALSO": _also,
        "INCLUDED": place_included,
        "ASPERCENT": _as_percent,
        "LOSSES": place_losses,
        "LOSINGTOLD": place_losing_told,
        **NUMBERS_PLACED,
        "CHATTER": _nothing,
        "AND": _nothing,
        "RUNNING": place_running_total,
        "MOVINGTOLD": place_moving,
        "ONAVERAGE": _on_average,
        "REFERRED": _referred,
        "TAKENOUT": _taken_out,
        "RELEASE": _release,
        "BYQUANTITY": place_by_quantity,
        "LASTOF": _last_of,
        "DATED": place_dated,
        "DATEDLIKE": place_dated_like,
        "DONE": place_done,
        "EXTENTOF": _extent_of,
        "GREW": place_growing,
        "EDIT": _edit,
        "ANEW": _edit,
        "SHIFT": _shift,
        "BARERANK": place_bare_rank,
        "SAID": _said,
        "TAXED": place_taxed,
        "INUNIT": place_unit,
        "ONEHAS": place_one_has,
        "THOSEBY": _those_by,
        "NEWLIMIT": place_new_limit,
        "NEWFUNCTION": place_new_function,
        "PERCENTOF": place_percent_of,
        "PERCENTOFEACH": place_percent_of_each,
        "COMPAREDTO": place_compared_to,
        "BAREBOUND": place_bare_bound,
    }
)
