"""Items put into one analysis: which is the quantity, what it is grouped by, what is kept."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.periods import Period, against
from svcchat_magic.analyst.language.tokens import Token, tokens_of
from svcchat_magic.analyst.meaning.titles import quantity_title
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    Bound,
    ByEntity,
    ByMember,
    ByPart,
    ByTime,
    Compared,
    Concept,
    Condition,
    Contains,
    Counted,
    DatedLast,
    Derived,
    Entity,
    Exists,
    Group,
    IsIn,
    Measured,
    Missing,
    OnPart,
    OverGroups,
    Quantity,
    Rank,
    Ratio,
    Within,
    cubes_of,
)
from svcchat_magic.analyst.parsing.chart import Item
from svcchat_magic.analyst.parsing.cover import Cover
from svcchat_magic.analyst.parsing.grammar import AS_THE_NOUN, Compares, Ranked

_SMALL, _BIG = 0.3, 1.5
_FIRST_FEW = 10
_JOINING = frozenset({"and", ",", "&", "vs", "versus", "plus", "or", "v", "against", "with", "also"})
_BEFORE_NOUNS = frozenset(
    {
        "which",
        "what",
        "the",
        "top",
        "best",
        "worst",
        "bottom",
        "of",
        "our",
        "selling",
        "performing",
        "highest",
        "lowest",
    }
)
_BEHIND_NOUNS = frozenset({"by", "with", "has", "have", "had", "of", "in", "per", "for", "that", "who"})


@dataclass(slots=True)
class Draft:
    """An analysis in the making; `penalty` grows with what does not fit."""

    quantities: list[Quantity] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    asked: list[Group] = field(default_factory=list)
    where: list[Condition] = field(default_factory=list)
    having: list[Bound] = field(default_factory=list)
    rank: Rank | None = None
    derived: Derived | None = None
    listed: Entity | None = None
    values_of: Concept | None = None
    entities: list[Entity] = field(default_factory=list)
    dimensions: list[Concept] = field(default_factory=list)
    chart: str = ""
    stops: list[str] = field(default_factory=list)
    penalty: float = 0.0
    marks: set[str] = field(default_factory=set)
    edits: set[str] = field(default_factory=set)
    released: list[Concept] = field(default_factory=list)
    time: Concept | None = None  # "resolved", "hired": what dates the rows here
    dropped: list[str] = field(default_factory=list)
    refers: list[Group] = field(default_factory=list)
    ends: tuple[Period, Period] | None = None  # two periods that stand beside each other
    shift: str = ""


@dataclass(frozen=True, slots=True)
class Assembled:
    """An analysis with how well it fits the words."""

    analysis: Analysis
    score: float
    cover: Cover
    stops: tuple[str, ...] = ()  # commands, the future, why
    dropped: tuple[str, ...] = ()  # what was read and has no place in the analysis
    is_implied: bool = False  # the quantity is only that rows of an entity were named
    edits: frozenset[str] = frozenset()  # what a follow-up does with the analysis before
    refers: tuple[Group, ...] = ()  # "that doctor": groups of the analysis before
    has_pronoun: bool = False
    released: tuple[Concept, ...] = ()  # "all countries": no condition on these any more
    shift: str = ""  # the unit of `the year before`
    follows: bool = False  # it goes on from the analysis before


def assembled(cover: Cover, tokens: Sequence[Token], *, follows: bool = False) -> Assembled:
    """The analysis that the items of a cover make; one that `follows` need not name a quantity."""
    draft = Draft()
    if follows:
        draft.marks.add("follows")

    for item in cover.items:
        _PLACED[item.category](draft, _counted_noun(item, tokens))

    unjoined = _unjoined(cover, tokens)
    draft.penalty += 0.9 * len(unjoined)
    draft.dropped += [quantity_title(each) for each in unjoined]
    _settle(draft)
    analysis = Analysis(
        quantities=tuple(dict.fromkeys(draft.quantities)),
        groups=tuple(dict.fromkeys(draft.groups)),
        where=tuple(dict.fromkeys(draft.where)),
        having=tuple(draft.having),
        rank=draft.rank,
        derived=draft.derived,
        rows_of=draft.listed,
        values_of=draft.values_of,
        chart=draft.chart,
        is_assumed=not draft.quantities and draft.listed is None and draft.values_of is None,
    )
    return Assembled(
        analysis,
        cover.score - draft.penalty,
        cover,
        tuple(draft.stops),
        is_implied="implied" in draft.marks,
        edits=frozenset(draft.edits),
        dropped=tuple(draft.dropped),
        released=tuple(draft.released),
        refers=tuple(draft.refers),
        has_pronoun="pronoun" in draft.marks,
        shift=draft.shift,
    )


def _counted_noun(item: Item, tokens: Sequence[Token]) -> object:
    """A ranking without a number has one row for a singular noun, and the first few for a plural."""
    value = item.value
    if not isinstance(value, Ranked) or value.rank.limit != AS_THE_NOUN:
        return value

    span = tokens[item.start : item.stop]
    behind = _BEHIND_NOUNS | keywords().light
    begins = next((at for at, each in enumerate(span) if each.form not in _BEFORE_NOUNS), 0)
    noun_ends = next((at for at, each in enumerate(span) if at > begins and each.form in behind), len(span))
    is_plural = any(
        each.text.lower() != each.form and each.text.lower().endswith("s") for each in span[:noun_ends]
    )
    return replace(value, rank=replace(value.rank, limit=_FIRST_FEW if is_plural else 1))


def _unjoined(cover: Cover, tokens: Sequence[Token]) -> list[Quantity]:
    """Quantities that follow each other without a word that joins them: one of them is something else."""
    found: list[Quantity] = []
    before = None
    for item in cover.items:
        if item.category not in ("QUANTITY", "COUNTED"):
            continue

        if before is not None and not any(each.form in _JOINING for each in tokens[before.stop : item.start]):
            found.append(item.value[0] if item.category == "COUNTED" else item.value)

        before = item

    return found


def _quantity(draft: Draft, value: Quantity) -> None:
    draft.quantities.append(value)


def _counted(draft: Draft, value: tuple[Quantity, object]) -> None:
    draft.quantities.append(value[0])
    _condition(draft, value[1])


def _groups(draft: Draft, value: tuple[Group, ...]) -> None:
    draft.groups.extend(value)


def _asked(draft: Draft, value: Group) -> None:
    draft.asked.append(value)


def _condition(draft: Draft, value: object) -> None:
    draft.where.extend(value if isinstance(value, tuple) else (value,))  # type: ignore[arg-type]


def _when(draft: Draft, span: object) -> None:
    period, grain = span.period, span.grain  # type: ignore[attr-defined]
    draft.where.append(Within(period))
    if grain:
        draft.marks.add("periods")
        draft.groups.append(ByTime(grain))

    draft.ends = span.ends  # type: ignore[attr-defined]


def _rank(draft: Draft, value: Ranked) -> None:
    if value.is_judged and value.rank.by is not None and _is_unwanted(value.rank.by):
        value = replace(value, rank=replace(value.rank, descending=not value.rank.descending))

    if draft.rank is not None:
        draft.penalty += _BIG

    draft.groups[:0] = value.groups
    draft.rank = value.rank
    if value.rank.by is not None:
        draft.quantities.append(value.rank.by)


def _is_unwanted(quantity: Quantity) -> bool:
    """Whether less of it is better: the worst delay is the longest."""
    words = {each.form for each in tokens_of(quantity_title(quantity))}
    return bool(words & keywords().unwanted)


def _highest(draft: Draft, value: Rank) -> None:
    if draft.rank is not None:
        draft.penalty += _BIG

    draft.rank = draft.rank or value
    if value.by is not None:
        draft.quantities.append(value.by)
        draft.marks.add("highest")


def _bare_rank(draft: Draft, value: Rank) -> None:
    draft.rank = draft.rank or value
    draft.marks.add("bare rank")


def _sorted(draft: Draft, value: Rank) -> None:
    if draft.rank is None:
        draft.rank = value
    elif draft.rank.by is None:
        draft.rank = replace(draft.rank, by=value.by, descending=value.descending)

    if value.by is not None and value.by not in draft.quantities:
        draft.quantities.append(value.by)


def _bound(draft: Draft, value: Bound | tuple[Bound, ...]) -> None:
    draft.having.extend(value if isinstance(value, tuple) else (value,))


def _such(draft: Draft, value: tuple[Entity, Bound | tuple[Bound, ...]]) -> None:
    draft.entities.append(value[0])
    _bound(draft, value[1])


def _subject(draft: Draft, value: tuple[Entity, object]) -> None:
    draft.entities.append(value[0])
    _condition(draft, value[1])


def _shared(draft: Draft, value: Quantity) -> None:
    draft.quantities.append(value)
    _derive(draft, Derived("share"))


def _changed(draft: Draft, value: tuple[Quantity, Derived]) -> None:
    draft.quantities.append(value[0])
    _derive(draft, value[1])


def _grew(draft: Draft, value: tuple[Group, Derived]) -> None:
    draft.groups.insert(0, value[0])
    _derive(draft, value[1])
    draft.rank = draft.rank or Rank(value[1].descending is not False, 1)


def _run(draft: Draft, value: tuple[object, ...]) -> None:
    draft.quantities.append(value[0])  # type: ignore[arg-type]
    _derive(draft, value[1])  # type: ignore[arg-type]
    draft.groups.extend(value[2:])  # type: ignore[arg-type]


def _derive(draft: Draft, value: Derived) -> None:
    if draft.derived is not None and draft.derived.kind != value.kind:
        draft.penalty += _BIG

    known = draft.derived
    draft.derived = replace(value, against=value.against or (known.against if known else ""))


def _compared(draft: Draft, value: Compares) -> None:
    conditions = [each for each in value.conditions if isinstance(each, IsIn)]
    of = conditions[0].of
    draft.where.append(IsIn(of, tuple(each for one in conditions for each in one.values)))
    draft.groups.append(ByMember(of))
    if value.is_difference:
        _derive(draft, Derived("difference"))


def _listed(draft: Draft, value: Entity) -> None:
    draft.listed = value


def _listed_such(draft: Draft, value: tuple[Entity, object]) -> None:
    draft.listed = value[0]
    _condition(draft, value[1])


def _values_of(draft: Draft, value: Concept) -> None:
    draft.values_of = value


def _entity(draft: Draft, value: Entity) -> None:
    draft.entities.append(value)


def _dimension(draft: Draft, value: Concept) -> None:
    draft.dimensions.append(value)


def _dated(draft: Draft, value: Concept) -> None:
    draft.time = value


def _last_of(draft: Draft, value: tuple[str, Entity]) -> None:
    draft.quantities.append(DatedLast(*value))


def _extent_of(draft: Draft, value: tuple[str, Entity]) -> None:
    draft.quantities += [DatedLast("minimum", value[1]), DatedLast("maximum", value[1])]


def _grain(draft: Draft, value: str) -> None:
    draft.groups.append(ByTime(value))


def _part(draft: Draft, value: str) -> None:
    draft.groups.append(ByPart(value))


def _against(draft: Draft, value: str) -> None:
    _derive(draft, Derived("change", against=value))


def _growth(draft: Draft, value: str) -> None:
    _derive(draft, Derived("change", descending={"up": True, "down": False}.get(value)))


def _share(draft: Draft, _value: str) -> None:
    _derive(draft, Derived("share"))


def _compare(draft: Draft, _value: str) -> None:
    draft.marks.add("compare")


def _edit(draft: Draft, value: str) -> None:
    draft.edits.add(value)


def _shift(draft: Draft, value: str) -> None:
    draft.shift = value


def _chart(draft: Draft, value: str) -> None:
    draft.chart = value


def _stop(kind: str):  # type: ignore[no-untyped-def]
    def place(draft: Draft, _value: object) -> None:
        draft.stops.append(kind)

    return place


def _also(draft: Draft, _value: str) -> None:
    draft.edits.add("add")


def _release(draft: Draft, value: Concept) -> None:
    draft.released.append(value)


def _nothing(_draft: Draft, _value: object) -> None:
    """Both forms of a change are told anyway."""


def _on_average(draft: Draft, _value: str) -> None:
    draft.marks.add("average")


def _referred(draft: Draft, value: Group) -> None:
    draft.refers.append(value)


def _pronoun(draft: Draft, _value: str) -> None:
    draft.marks.add("pronoun")


def _by_quantity(draft: Draft, value: Quantity) -> None:
    draft.rank = Rank(by=value)
    draft.quantities.append(value)
    draft.marks.add("bare rank")
    draft.edits.add("ranks anew")


_PLACED = {
    "QUANTITY": _quantity, "COUNTED": _counted, "GROUPS": _groups, "ASKED": _asked, "CONDITION": _condition,
    "WHEN": _when, "RANKED": _rank, "HIGHEST": _highest, "SORTED": _sorted, "BOUND": _bound, "SUCH": _such,
    "SUBJECT": _subject, "SHARED": _shared, "CHANGED": _changed, "RUN": _run, "COMPARED": _compared,
    "LISTED": _listed, "LISTEDSUCH": _listed_such, "VALUESOF": _values_of, "ENTITY": _entity, "DIM": _dimension, "GRAIN": _grain,
    "PART": _part, "AGAINST": _against, "GROWTH": _growth, "SHARE": _share, "COMPARE": _compare,
    "CHART": _chart, "WHY": _stop("why"), "FUTURE": _stop("future"), "COMMAND": _stop("command"),
    "ALSO": _also, "ASPERCENT": _nothing, "CHATTER": _nothing, "ONAVERAGE": _on_average, "REFERRED": _referred, "PRONOUN": _pronoun, "RELEASE": _release, "BYQUANTITY": _by_quantity, "LASTOF": _last_of, "DATED": _dated, "EXTENTOF": _extent_of, "GREW": _grew, "EDIT": _edit, "SHIFT": _shift, "BARERANK": _bare_rank,
}  # fmt: skip


def _settle(draft: Draft) -> None:
    """What the items say together."""
    _name_what_is_asked(draft)
    _count_what_is_kept(draft)
    _mind_own_numbers(draft)
    _mind_the_ratio(draft)
    _count_what_is_bounded(draft)
    _list_subjects(draft)
    _place_entities(draft)
    _place_dimensions(draft)
    _place_asked(draft)
    _group_compared(draft)
    _date_what_exists(draft)
    _one_unit(draft)
    _date_by_verb(draft)
    _derive_over(draft)
    if "compare" in draft.marks and not _compares(draft):
        draft.penalty += _SMALL

    names = draft.quantities or draft.listed is not None or draft.values_of is not None
    if not names and "follows" not in draft.marks:
        draft.penalty += 0.8

    if "highest" in draft.marks and not draft.groups:
        draft.penalty += 1.0

    if "bare rank" in draft.marks and "follows" not in draft.marks and not draft.groups:
        draft.penalty += _BIG

    if (
        "bare rank" not in draft.marks
        and draft.rank is not None
        and not draft.groups
        and draft.listed is None
        and draft.values_of is None
    ):
        draft.penalty += 1.0


def _name_what_is_asked(draft: Draft) -> None:
    """`which customers ...` without a quantity lists them; with one it groups by them."""
    if draft.listed is not None and draft.quantities:
        draft.groups.insert(0, ByEntity(draft.listed))
        draft.listed = None

    if draft.values_of is not None and (draft.quantities or draft.rank or draft.groups or draft.having):
        draft.groups.insert(0, ByMember(draft.values_of))
        draft.values_of = None


def _count_what_is_bounded(draft: Draft) -> None:
    """A bound keeps groups; without one it is about the entity that is counted or listed."""
    if draft.having and not draft.quantities:
        draft.quantities.extend(each.quantity for each in draft.having if each.quantity)
        draft.marks.add("bounded")

    if not draft.having or draft.groups:
        return

    if draft.listed is not None:
        draft.groups.append(ByEntity(draft.listed))
        draft.listed = None
    elif draft.asked:
        draft.groups.append(draft.asked.pop(0))
    elif "bounded" in draft.marks and draft.entities:
        draft.groups.append(ByEntity(draft.entities.pop(0)))


def _list_subjects(draft: Draft) -> None:
    """`customers who never ordered`: without a quantity or a group those rows are asked for."""
    if draft.quantities or draft.groups or draft.asked or draft.rank or draft.listed or draft.derived:
        return

    kept = [each for each in draft.where if isinstance(each, Exists | Compared | Missing | Contains)]
    if draft.entities and kept:
        draft.listed = draft.entities[0]


def _date_what_exists(draft: Draft) -> None:
    """`products that were refunded in 2024`: the period is that of the refunds."""
    within = [each for each in draft.where if isinstance(each, Within) and each.time is None]
    exists = [each for each in draft.where if isinstance(each, Exists) and not each.where]
    if draft.quantities or not within or len(exists) != 1:
        return

    draft.where = [each for each in draft.where if each not in within and each not in exists]
    draft.where.append(replace(exists[0], where=tuple(within)))


def _group_compared(draft: Draft) -> None:
    """`compare web and store`: one row for each of them."""
    if "compare" not in draft.marks:
        return

    for each in draft.where:
        if isinstance(each, IsIn) and len(each.values) > 1 and ByMember(each.of) not in draft.groups:
            draft.groups.append(ByMember(each.of))


def _count_what_is_kept(draft: Draft) -> None:
    """`women in Engineering`: where only values are named, the rows that have them are counted."""
    if draft.quantities or draft.groups or draft.asked or draft.rank or draft.listed or draft.entities:
        return

    cubes = {each.of.cube for each in draft.where if isinstance(each, IsIn)}
    others = [each for each in draft.where if not isinstance(each, IsIn | Within)]
    if len(cubes) == 1 and not others and draft.values_of is None and "follows" not in draft.marks:
        draft.quantities.append(Counted(Entity(cubes.pop())))
        draft.marks.add("implied")
        draft.penalty += _SMALL


def _mind_the_ratio(draft: Draft) -> None:
    """`revenue per customer by segment`: beside another group, per customer is a ratio."""
    ratios = [
        each for each in draft.quantities if isinstance(each, Ratio) and isinstance(each.below, Counted)
    ]
    if ratios and draft.groups and not ratios[0].is_share:
        draft.penalty -= 0.8

    averages = [each for each in draft.quantities if _is_average(each)]
    if "average" in draft.marks and not averages:
        draft.penalty += _BIG


def _is_average(quantity: Quantity) -> bool:
    match quantity:
        case Measured():
            return quantity.measure.agg_type in ("avg", "number")
        case Aggregated() | OverGroups():
            return quantity.function in ("average", "median")
        case _:
            return isinstance(quantity, Ratio)


def _mind_own_numbers(draft: Draft) -> None:
    """`tickets with a reply over 8 hours`: a number of the row itself is no bound on groups of rows."""
    for bound in draft.having:
        if bound.quantity is None or not isinstance(bound.quantity, Measured | Aggregated):
            continue

        home = set(cubes_of(bound.quantity))
        if any(each.cube in home for each in draft.entities) and not draft.groups:
            draft.penalty += 1.0


def _place_entities(draft: Draft) -> None:
    """A bare entity is what is counted, or says whose rows are meant."""
    for entity in dict.fromkeys(draft.entities):
        if draft.listed == entity or any(
            isinstance(each, ByEntity) and each.entity == entity for each in draft.groups
        ):
            continue

        if not draft.quantities and draft.listed is None and draft.values_of is None:
            draft.quantities.append(Counted(entity))
            draft.marks.add("implied")
        elif not _speaks_of(draft, entity):
            draft.penalty += _BIG
            draft.dropped.append(entity.noun)


def _speaks_of(draft: Draft, entity: Entity) -> bool:
    """Whether what is asked is about an entity anyway."""
    cubes = {each for quantity in draft.quantities for each in cubes_of(quantity)}
    cubes |= {each.of.cube for each in draft.where if isinstance(each, IsIn) or hasattr(each, "of")}  # type: ignore[union-attr]
    cubes |= {each.of.cube for each in draft.groups if isinstance(each, ByMember)}
    return entity.cube in cubes


def _place_dimensions(draft: Draft) -> None:
    """A bare dimension is a group when something is counted or measured; alone, its values are asked for."""
    for dimension in draft.dimensions:
        known = {each.of for each in draft.groups if isinstance(each, ByMember)}
        known |= {each.of for each in draft.where if isinstance(each, IsIn)}
        if dimension in known:
            continue

        draft.penalty += _SMALL
        if draft.listed is not None:
            continue

        if draft.quantities or draft.rank or draft.groups or "follows" in draft.marks:
            draft.groups.append(
                ByTime("auto", dimension) if dimension.type == "time" else ByMember(dimension)
            )
        elif draft.values_of is None and dimension.type in ("string", "boolean"):
            draft.values_of = dimension
            draft.penalty += _SMALL
        else:
            draft.penalty += _BIG


def _place_asked(draft: Draft) -> None:
    for group in draft.asked:
        if group not in draft.groups:
            draft.groups.append(group)

        if (
            draft.rank is None
            and not draft.having
            and draft.derived is None
            and isinstance(group, ByEntity)
            and not draft.quantities
        ):
            draft.listed = group.entity
            draft.groups.remove(group)


def _date_by_verb(draft: Draft) -> None:
    """`tickets resolved each month`: the time that the verb names."""
    if draft.time is None:
        return

    time = draft.time
    if not any(time.cube in set(cubes_of(each)) for each in draft.quantities):
        draft.penalty += _BIG

    timed = [each for each in draft.groups if isinstance(each, ByTime | ByPart)]
    periods = [each for each in draft.where if isinstance(each, Within | OnPart)]
    if not timed and not periods:
        draft.where.append(Missing(time, negated=True))

    draft.groups = [replace(each, time=each.time or time) if each in timed else each for each in draft.groups]  # type: ignore[union-attr]
    draft.where = [replace(each, time=each.time or time) if each in periods else each for each in draft.where]  # type: ignore[union-attr]


def _one_unit(draft: Draft) -> None:
    """`history by year`: a unit that is named takes the place of one that is left open."""
    if any(isinstance(each, ByTime) and each.grain != "auto" for each in draft.groups):
        draft.groups = [
            each for each in draft.groups if not (isinstance(each, ByTime) and each.grain == "auto")
        ]


def _derive_over(draft: Draft) -> None:
    """A change or a running total needs time to run along."""
    derived = draft.derived
    if derived is None:
        return

    if derived.kind == "change" and draft.ends:
        _change_between(draft, draft.ends)

    has_time = any(isinstance(each, ByTime) for each in draft.groups)
    if derived.kind in ("running", "moving") and not has_time:
        draft.groups.append(ByTime("auto"))

    if derived.kind == "share" and not draft.groups:
        _share_of_such(draft)

    if derived.kind == "change" and derived.against in ("month", "quarter", "week", "day") and not has_time:
        draft.groups.append(ByTime(derived.against))


def _share_of_such(draft: Draft) -> None:
    """`what share of 2024 revenue came from the web`: the part that conditions keep, of the whole."""
    kept = [each for each in draft.where if not isinstance(each, Within)]
    first = draft.quantities[0] if draft.quantities else None
    if not kept or not isinstance(first, Measured | Counted):
        draft.penalty += _BIG
        return

    draft.where = [each for each in draft.where if isinstance(each, Within)]
    draft.quantities[0] = Ratio(replace(first, where=tuple(kept)), first, is_share=True)
    draft.derived = None


def _change_between(draft: Draft, ends: tuple[Period, Period]) -> None:
    """`grew from 2023 to 2024`: the later period against the earlier one, not both as rows."""
    if "periods" in draft.marks:
        draft.groups = [each for each in draft.groups if each != ByTime(ends[0].unit)]

    draft.where = [each for each in draft.where if not (isinstance(each, Within) and each.time is None)]
    draft.where.append(Within(against(*ends)))


def _compares(draft: Draft) -> bool:
    values = [each for each in draft.where if isinstance(each, IsIn) and len(each.values) > 1]
    return bool(values or draft.groups or "periods" in draft.marks or len(draft.quantities) > 1)
