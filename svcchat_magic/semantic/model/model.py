"""What the data means: cubes, their members and joins, and the views cut from them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from svcchat_magic.semantic.model.calendar import DAYS, Calendar
from svcchat_magic.semantic.model.certified import CertifiedQuery
from svcchat_magic.semantic.model.derived_values import DerivedValues
from svcchat_magic.semantic.model.member_parts import (
    Folder,
    Granularity,
    Hierarchy,
    Mask,
    MemberChoice,
    RollingWindow,
    Stage,
    SwitchCase,
    TimeShift,
)
from svcchat_magic.semantic.model.member_sql import one_use
from svcchat_magic.semantic.model.told_synonyms import told_synonyms


@dataclass(frozen=True, slots=True)
class Dimension:
    """A column to group or filter by."""

    name: str
    type: str  # string, number, time or boolean; places (`geo` in files) are "latitude,longitude" as strings
    sql: str = ""  # with {CUBE} and {other_cube.member}; a `case` of the file is written out in it
    title: str = ""
    description: str = ""
    format: str = ""
    format_options: Mapping[str, object] = field(default_factory=dict)  # e.g. {"currency": "EUR"}
    primary_key: bool = False
    public: bool = True
    meta: Mapping[str, object] = field(default_factory=dict)
    granularities: Mapping[str, Granularity] = field(default_factory=dict)
    sub_query: bool = False  # `sql` is a measure of another cube, computed for each row
    propagate_filters: bool = False  # the query's filters hold in that sub-query too
    switch_values: tuple[str, ...] = ()  # a switch: no column, but a choice of the query among these
    mask: Mask | None = None
    owner_view: str = ""  # a member of this view only


@dataclass(frozen=True, slots=True)
class Measure:
    """A number computed over the rows of a group."""

    name: str
    type: str  # count, count_distinct, count_distinct_approx, sum, avg, min, max, rank or a composite's type
    sql: str = (
        ""  # empty for a plain count; a composite (number, string, time, boolean) names others as {name}
    )
    filters: tuple[str, ...] = ()  # conditions in SQL, all of which must hold
    title: str = ""
    description: str = ""
    format: str = ""
    format_options: Mapping[str, object] = field(default_factory=dict)
    public: bool = True
    meta: Mapping[str, object] = field(default_factory=dict)
    drill_members: tuple[str, ...] = ()
    rolling_window: RollingWindow | None = None
    time_shifts: tuple[TimeShift, ...] = ()
    stage: Stage | None = None  # a multi-stage measure: computed over the groups of other measures
    switch_case: SwitchCase | None = None
    mask: Mask | None = None
    owner_view: str = ""  # a member of this view only


@dataclass(frozen=True, slots=True)
class Segment:
    """A named condition."""

    name: str
    sql: str
    title: str = ""
    description: str = ""
    public: bool = True


@dataclass(frozen=True, slots=True)
class Join:
    """How rows of another cube belong to rows of this one."""

    target: str
    relationship: str  # one_to_one, one_to_many or many_to_one
    sql: str  # with {CUBE.x} and {target.y}


@dataclass(frozen=True, slots=True)
class AccessRule:
    """Which rows and members a group may see: one parsed `access_policy` entry."""

    group: str  # "*" is everyone
    filters: tuple[Mapping[str, object], ...] = ()
    allow_all: bool = False
    members: MemberChoice | None = None  # those that are seen as they are; all where it is None
    masked: MemberChoice | None = None  # those of the others that are seen masked
    conditions: tuple[str, ...] = ()  # on the viewer; the rule is theirs where all hold


@dataclass(frozen=True, slots=True)
class Cube:
    """A table of the data with its members."""

    name: str
    sql_table: str = ""
    sql: str = ""  # a SELECT, given in place of sql_table
    title: str = ""
    description: str = ""
    public: bool = True
    joins: tuple[Join, ...] = ()
    dimensions: Mapping[str, Dimension] = field(default_factory=dict)
    measures: Mapping[str, Measure] = field(default_factory=dict)
    segments: Mapping[str, Segment] = field(default_factory=dict)
    hierarchies: tuple[Hierarchy, ...] = ()
    data_source: str = ""
    access_policy: tuple[AccessRule, ...] | None = None
    meta: Mapping[str, object] = field(default_factory=dict)
    is_beside: bool = False  # a user's own table: no way between other cubes leads through it

    def value_type(self, measure: Measure) -> str:
        """The type of what a measure gives: a least or greatest value is of the type that it is one of."""
        if measure.type in {"string", "time", "boolean"}:
            return measure.type

        read = one_use(measure.sql) if measure.type in {"min", "max"} else None
        if read is None or read.cube not in {"", self.name}:
            return "number"

        if read.member in self.dimensions:
            return self.dimensions[read.member].type

        return "time" if read.column and self._is_time(read.column) else "number"

    def _is_time(self, column: str) -> bool:
        """Whether a column of the cube's table is a dimension of times; texts may well hold numbers."""
        times = (one_use(each.sql) for each in self.dimensions.values() if each.type == "time")
        return any(
            read and read.cube in {"", self.name} and read.column.lower() == column.lower() for read in times
        )


@dataclass(frozen=True, slots=True)
class ViewFilter:
    """A condition of a view that holds unless the query filters by one of some members."""

    filter: Mapping[str, object]  # in the form of an access rule's
    unless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ViewMember:
    """One member of a view and the cube member that stands behind it."""

    name: str  # its name in the view
    path: tuple[str, ...]  # the join path from the view's root, e.g. ("line_items", "products")
    member: str  # its name in the last cube of the path
    title: str = ""
    description: str = ""
    format: str = ""
    meta: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class View:
    """A chosen set of members over a join tree: what people ask about."""

    name: str
    members: Mapping[str, ViewMember]
    title: str = ""
    description: str = ""
    public: bool = True
    access_policy: tuple[AccessRule, ...] | None = None
    meta: Mapping[str, object] = field(default_factory=dict)
    folders: tuple[Folder, ...] = ()
    filters: tuple[ViewFilter, ...] = ()

    @property
    def root(self) -> str:
        """The cube that every join path starts from."""
        return next(iter(self.members.values())).path[0]


@dataclass(frozen=True, slots=True)
class Field:
    """A member as a reader of the model sees it: the same shape for cubes and views.

    `kind` is "dimension" or "measure"; `type` is the dimension's type, or "number" for
    most measures; `agg_type` is the measure's aggregation, empty for a dimension.
    """

    table: str
    name: str
    kind: str
    type: str
    agg_type: str
    title: str
    description: str
    format: str
    synonyms: tuple[str, ...]
    cube: str  # where it is defined
    member: str  # its name there

    @property
    def qualified(self) -> str:
        """`table.name`, the form used in SQL and in tool results (2.5)."""
        return f"{self.table}.{self.name}"


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """What holds for a whole model: its calendar, and the SQL dialect of each data source that it names."""

    first_day_of_week: str = "monday"
    fiscal_year_start: int = 1  # the month, 1 to 12
    dialect: str = ""  # of the SQL in the files, where no data source says otherwise; empty until it is known
    data_sources: Mapping[str, str] = field(default_factory=dict)

    @property
    def calendar(self) -> Calendar:
        """How weeks and fiscal years begin, as numbers."""
        return Calendar(DAYS.index(self.first_day_of_week), self.fiscal_year_start)


@dataclass(frozen=True, slots=True)
class Model:
    """All cubes and views of an account, checked: every reference in it resolves."""

    cubes: Mapping[str, Cube]
    views: Mapping[str, View]
    settings: ModelSettings = field(default_factory=ModelSettings)
    notices: tuple[str, ...] = ()  # what the files say that has no effect here
    left_out: tuple[str, ...] = ()  # what is wrong with members that cannot be asked for
    certified: tuple[CertifiedQuery, ...] = ()  # run under the rights of whoever asks
    derived: DerivedValues = field(default_factory=DerivedValues, init=False, repr=False, compare=False)

    def table(self, name: str) -> Cube | View | None:
        """The view or cube of that name."""
        return self.views.get(name) or self.cubes.get(name)

    def tables(self) -> Iterator[Cube | View]:
        """Public views first, then public cubes."""
        yield from (view for view in self.views.values() if view.public)
        yield from (cube for cube in self.cubes.values() if cube.public)

    def fields(self, table: str) -> tuple[Field, ...]:
        """The public members of a cube or view, in the order of the model files."""
        found = self.table(table)
        if found is None:
            return ()

        if isinstance(found, View):
            fields = (self._view_field(found, member) for member in found.members.values())
        else:
            fields = (_field(found.name, name, found, name) for name in (*found.dimensions, *found.measures))

        return tuple(field for field in fields if field is not None)

    def _view_field(self, view: View, member: ViewMember) -> Field | None:
        return _field(view.name, member.name, self.cubes[member.path[-1]], member.member, member)


def _field(table: str, name: str, cube: Cube, member: str, shown: ViewMember | None = None) -> Field | None:
    """What a table shows of a member; `shown` is what a view says of it in place of its cube."""
    found = cube.dimensions.get(member) or cube.measures.get(member)
    if found is None or not found.public or found.owner_view not in ("", table):
        return None

    is_measure = isinstance(found, Measure)
    kind = cube.value_type(found) if isinstance(found, Measure) else found.type
    synonyms = {**found.meta, **(shown.meta if shown is not None else {})}.get("synonyms", ())
    own = tuple(str(word) for word in synonyms) if isinstance(synonyms, (list, tuple)) else ()
    description = (shown is not None and shown.description) or found.description
    title = (shown is not None and shown.title) or found.title or name.replace("_", " ").capitalize()
    return Field(
        table=table,
        name=name,
        kind="measure" if is_measure else "dimension",
        type=kind,
        agg_type=found.type if is_measure else "",
        title=title,
        description=description,
        format=(shown is not None and shown.format) or found.format,
        synonyms=tuple(dict.fromkeys((*own, *told_synonyms(description, title)))),
        cube=cube.name,
        member=member,
    )
