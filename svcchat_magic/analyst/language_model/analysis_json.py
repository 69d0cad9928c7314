"""Reads the JSON of `ask_model` into an analysis; what does not fit is refused with a sentence.

The sentences go back to the language model, which may try again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from difflib import get_close_matches

from svcchat_magic.analyst.language.periods import Period, hull
from svcchat_magic.analyst.language_model import analysis_schema as schema
from svcchat_magic.analyst.language_model.json_fields import (
    BadAnalysis,
    day_of,
    fields_of,
    list_of,
    number_of,
    one_of,
    value_of,
)
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    Bound,
    ByBucket,
    ByMember,
    ByPart,
    ByTime,
    Compared,
    Concept,
    Condition,
    Contains,
    Counted,
    Derived,
    Distinct,
    Entity,
    Group,
    IsIn,
    Measured,
    Missing,
    Quantity,
    Rank,
    Ratio,
    Within,
)

_MOST_NEAR = 5
_PLACES = {"contains": "anywhere", "starts": "start", "ends": "end"}
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class AnalysisReader:
    """Reads analyses over one model."""

    catalog: Catalog

    def read(self, given: object) -> Analysis:
        """The analysis; raises BadAnalysis."""
        fields = fields_of(given, "the arguments", _TOP_LEVEL)
        records = fields.get("list")
        quantities = tuple(self._quantity(each, "quantities") for each in list_of(fields, "quantities"))
        if not quantities and records is None:
            raise BadAnalysis("`quantities` or `list` is needed.")

        rank = self._rank(fields["top"]) if fields.get("top") else None
        about = fields_of(records, "list", ("of", "fields")) if records is not None else {}
        return Analysis(
            quantities=() if records is not None else quantities,
            groups=tuple(self._group(each) for each in list_of(fields, "groups")),
            where=(*map(self._filter, list_of(fields, "filters")), *self._period(fields.get("period"))),
            having=tuple(map(self._bound, list_of(fields, "having"))),
            rank=rank,
            derived=_derived(fields["compute"]) if fields.get("compute") else None,
            rows_of=self._entity(about.get("of"), "list.of") if records is not None else None,
            fields=tuple(self._dimension(each, "list.fields") for each in list_of(about, "fields")),
            chart=one_of(fields.get("chart", ""), ("", *schema.CHARTS), "chart"),
        )

    def _quantity(self, given: object, place: str) -> Quantity:
        fields = fields_of(given, place, _QUANTITY)
        kinds = [each for each in fields if each != "percent"]
        if len(kinds) != 1:
            raise BadAnalysis(f"{place}: give exactly one of {', '.join(_QUANTITY[:-1])}.")

        (kind,) = kinds
        value = fields[kind]
        if kind == "measure":
            return Measured(self._member(value, "measure", place))

        if kind == "count_of":
            return Counted(self._entity(value, place))

        if kind == "ratio":
            return self._ratio(value, place, is_share=fields.get("percent") is True)

        of = self._dimension(value, place)
        if kind == "distinct":
            return Distinct(of)

        if of.type != "number" and not (of.type == "time" and kind in ("minimum", "maximum")):
            raise BadAnalysis(f"{place}: {value} is no number, so it has no {kind}.")

        return Aggregated(kind, of)

    def _ratio(self, value: object, place: str, *, is_share: bool) -> Ratio:
        parts = value if isinstance(value, list) else []
        if len(parts) != 2 or any(isinstance(each, dict) and "ratio" in each for each in parts):
            raise BadAnalysis(f"{place}: `ratio` is a list of two plain quantities.")

        above, below = (self._quantity(each, f"{place}.ratio") for each in parts)
        return Ratio(above, below, is_share)

    def _group(self, given: object) -> Group:
        if isinstance(given, str):
            return ByMember(self._dimension(given, "groups"))

        fields = fields_of(given, "groups", ("member", "unit", "part", "width"))
        member = fields.get("member")
        of = self._dimension(member, "groups") if member is not None else None
        if "unit" in fields or "part" in fields:
            if of is not None and of.type != "time":
                raise BadAnalysis(f"groups: {member} is no time.")

            if "unit" in fields:
                return ByTime(one_of(fields["unit"], schema.UNITS, "groups.unit"), of)

            return ByPart(one_of(fields["part"], schema.PARTS, "groups.part"), of)

        if of is None:
            raise BadAnalysis("groups: give a `member`.")

        if of.type == "time":
            raise BadAnalysis(f"groups: {member} is a time; give its `unit`.")

        if "width" not in fields:
            return ByMember(of)

        width = number_of(fields["width"], "groups.width")
        if width <= 0 or of.type != "number":
            raise BadAnalysis("groups: `width` is above zero, and its member a number.")

        return ByBucket(of, width)

    def _filter(self, given: object) -> Condition:
        fields = fields_of(given, "filters", ("member", "operator", "values"))
        of = self._dimension(fields.get("member"), "filters")
        operator = one_of(fields.get("operator"), schema.OPERATORS, "filters.operator")
        values = list_of(fields, "values")
        if operator in ("missing", "not missing"):
            return Missing(of, negated=operator != "missing")

        if not values or any(isinstance(each, (list, dict)) or each is None for each in values):
            raise BadAnalysis(f"filters: give `values` for {fields.get('member')}.")

        if operator in _PLACES:
            return Contains(of, str(values[0]), _PLACES[operator])

        if operator in ("=", "!=", "in", "not in"):
            return IsIn(
                of, tuple(value_of(each, of) for each in values), negated=operator in ("!=", "not in")
            )

        return self._compared(of, operator, values[0])

    def _compared(self, of: Concept, operator: str, value: object) -> Compared:
        if of.type == "number":
            return Compared(of, operator, number_of(value, "filters.values"))

        if of.type != "time":
            raise BadAnalysis(f"filters: {of.name} is a text and has no order.")

        return Compared(of, operator, day_of(value, "filters.values").isoformat())

    def _period(self, given: object) -> Iterator[Within]:
        if given is None:
            return

        fields = fields_of(given, "period", ("first_day", "last_day", "member"))
        first, last = (fields.get(each) for each in ("first_day", "last_day"))
        start = day_of(first, "period.first_day") if first else None
        end = day_of(last, "period.last_day") + _DAY if last else None
        if start is None and end is None:
            raise BadAnalysis("period: give `first_day` or `last_day`.")

        if start and end and start >= end:
            raise BadAnalysis("period: `last_day` is before `first_day`.")

        member = fields.get("member")
        time = self._dimension(member, "period.member") if member is not None else None
        if time is not None and time.type != "time":
            raise BadAnalysis(f"period: {member} is no time.")

        plain = Period(start, end)
        yield Within(hull(plain, plain) if start and end else plain, time)

    def _bound(self, given: object) -> Bound:
        fields = fields_of(given, "having", ("quantity", "operator", "value"))
        operator = one_of(fields.get("operator"), schema.COMPARISONS, "having.operator")
        quantity = fields.get("quantity")
        return Bound(
            operator.replace("!=", "<>"),
            number_of(fields.get("value"), "having.value"),
            self._quantity(quantity, "having.quantity") if quantity is not None else None,
        )

    def _rank(self, given: object) -> Rank:
        fields = fields_of(given, "top", ("rows", "order", "by", "within"))
        rows = fields.get("rows")
        if rows is not None and (not isinstance(rows, int) or isinstance(rows, bool) or rows < 1):
            raise BadAnalysis("top: `rows` is a whole number above zero.")

        order = one_of(fields.get("order", "highest first"), ("highest first", "lowest first"), "top.order")
        return Rank(
            descending=order == "highest first",
            limit=rows,
            by=self._quantity(fields["by"], "top.by") if fields.get("by") else None,
            within=tuple(ByMember(self._dimension(each, "top.within")) for each in list_of(fields, "within")),
        )

    def _dimension(self, given: object, place: str) -> Concept:
        return self._member(given, "dimension", place)

    def _member(self, given: object, kind: str, place: str) -> Concept:
        """A member by `table.name`, or by its name alone where only one has it."""
        known = [each for each in self.catalog.concepts if each.kind == kind]
        named = {place.qualified: each for each in known for place in each.places}
        if not isinstance(given, str):
            raise BadAnalysis(f"{place}: a {kind}'s name such as {next(iter(named), 'orders.id')} is needed.")

        found = named.get(given)
        if found is not None:
            return found

        alike = {each for qualified, each in named.items() if qualified.partition(".")[2] == given}
        if len(alike) == 1:
            return alike.pop()

        near = get_close_matches(given, named, n=_MOST_NEAR, cutoff=0.4)
        raise BadAnalysis(
            f"{place}: there is no {kind} {given[:80]!r}."
            + (f" The nearest are {', '.join(near)}." if near else " Search the model for it.")
        )

    def _entity(self, given: object, place: str) -> Entity:
        entity = self.catalog.entities.get(given) if isinstance(given, str) else None
        if entity is None:
            raise BadAnalysis(f"{place}: give one of the cubes {', '.join(sorted(self.catalog.entities))}.")

        return entity


_QUANTITY = ("measure", "count_of", "distinct", *schema.FUNCTIONS, "ratio", "percent")
_TOP_LEVEL = (
    "quantities", "groups", "filters", "period", "having", "top", "compute", "list", "chart",
)  # fmt: skip


def _derived(given: object) -> Derived:
    fields = fields_of(given, "compute", ("kind", "against", "rows"))
    kind = one_of(fields.get("kind"), schema.COMPUTED, "compute.kind")
    against = one_of(fields.get("against", ""), ("", "previous", "year"), "compute.against")
    rows = fields.get("rows", 3)
    if not isinstance(rows, int) or isinstance(rows, bool) or rows < 2:
        raise BadAnalysis("compute: `rows` is a whole number of at least 2.")

    return Derived(
        kind,
        against=(against or "previous") if kind == "change" else "",
        count=rows if kind == "moving" else 0,
    )
