"""What the numbers of a panel are over time, and how its measures say so."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_measures import mark_levels
from svcchat_magic.semantic.inference.column_members import name_of_column
from svcchat_magic.semantic.inference.column_names import Entry, column_sql, free_name, without_title
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.draft_cube import REMARK
from svcchat_magic.semantic.inference.measurements import Grid
from svcchat_magic.semantic.inference.names import member_name, title_of, words_of
from svcchat_magic.semantic.inference.running_columns import Running, running_columns
from svcchat_magic.semantic.inference.semi_additive import level_columns
from svcchat_magic.semantic.inference.table_profile import TableProfile

ON_HAND = "units on hand"  # what is kept of goods is called so too, and only that
_STOCK = (
    "stock",
    "stock on hand",
    "units on hand",
    "units in stock",
    "inventory",
    "stock level",
    "inventory level",
)
_OF_STEPS = ("new", "daily")


@dataclass(frozen=True, slots=True)
class Panel:
    """The columns of a table of measurements that are not added up over time."""

    levels: frozenset[str] = frozenset()  # the latest counts
    running: Running = field(default_factory=Running)

    @property
    def added_up(self) -> frozenset[str]:
        """The columns that are added up over things, whatever their names say."""
        return self.levels | frozenset(self.running.totals)

    def without(self, columns: frozenset[str]) -> "Panel":
        """The same but for the columns that refer to other tables."""
        return Panel(self.levels - columns, self.running.without(columns))


NO_PANEL = Panel()


def panel_of(engine: Engine, table: TableProfile, grid: Grid | None) -> Panel:
    """What the numbers of a table are over time; raises EngineError."""
    running = running_columns(engine, table, grid)
    return Panel(level_columns(engine, table, grid) - running.constants - set(running.totals), running)


def mark_panel(measures: list[Entry], dimensions: Sequence[Entry], table: TableProfile, panel: Panel) -> None:
    """The measures of a panel say what counts over time; of a running total only the last figure does."""
    running = panel.running
    things = [name_of_column(dimensions, table.column(each)) for each in running.things]
    mark_levels(measures, [table.column(each) for each in panel.levels], [each for each in things if each])
    _name_goods(measures, table, panel)
    for name in running.constants:
        for entry in _sums(measures, column_sql(table.column(name))):
            _mark(entry, "constant", things, "the same in all rows of a thing, so each counts once")

    for name, flow in running.totals.items():
        sql = column_sql(table.column(name))
        measures[:] = [each for each in measures if each.get("sql") != sql or each["type"] in ("sum", "max")]
        noun = _noun(name, table)
        for entry in _sums(measures, sql):
            _mark(entry, "cumulative", things, "a running total, of which each thing's last figure counts")
            if name in running.from_zero:
                entry["meta"] = {**_meta(entry), "from_zero": True}

            _call(entry, noun, _taken(measures, dimensions), is_flow=bool(flow))

        if flow and noun:
            running_sums = [str(each["name"]) for each in _sums(measures, sql)]
            _name_flow(measures, column_sql(table.column(flow)), noun, running_sums)


def _name_goods(measures: Sequence[Entry], table: TableProfile, panel: Panel) -> None:
    """What is kept of goods has many names, where a table has one number of it."""
    goods = [each for each in panel.levels if words_that_are("on_hand").intersection(words_of(each))]
    if len(goods) != 1:
        return

    sql = column_sql(table.column(goods[0]))
    before = {"sum": ("", "total "), "avg": ("average ",), "max": ("highest ",), "min": ("lowest ",)}
    for entry in measures:
        meta = entry.get("meta")
        if entry.get("sql") == sql and isinstance(meta, dict):
            leads = before.get(str(entry["type"]), ())
            added = [f"{lead}{each}" for lead in leads for each in _STOCK]
            meta["synonyms"] = list(
                dict.fromkeys([*meta["synonyms"], *without_title(str(entry["title"]), added)])
            )


def _sums(measures: Sequence[Entry], sql: str) -> Iterator[Entry]:
    return (each for each in measures if each["type"] == "sum" and each["sql"] == sql)


def _meta(entry: Entry) -> dict[str, object]:
    meta = entry.get("meta")
    return meta if isinstance(meta, dict) else {}


def _mark(entry: Entry, over_time: str, things: Sequence[str], why: str) -> None:
    meta = entry.get("meta")
    if isinstance(meta, dict):
        meta["over_time"] = over_time
        meta["of_each"] = [each for each in things if each]
        entry[REMARK] = f"guessed (80%): {why}"


def _call(entry: Entry, noun: str, names: set[str], *, is_flow: bool) -> None:
    """Beside what it adds up, a running total is only meant by a name that says so."""
    meta = entry.get("meta")
    if not noun or not isinstance(meta, dict):
        return

    said = [f"cumulative {noun}", f"running total of {noun}", f"cumulative total of {noun}"]
    if is_flow:
        entry["name"] = free_name(member_name(said[0]), names)
        entry["title"] = title_of(said[0])
        meta["synonyms"] = said[1:]
        return

    meta["synonyms"] = list(dict.fromkeys([*meta["synonyms"], noun, f"number of {noun}", *said]))


def _taken(measures: Sequence[Entry], dimensions: Sequence[Entry]) -> set[str]:
    return {str(each["name"]) for each in (*measures, *dimensions)}


def _name_flow(measures: Sequence[Entry], sql: str, noun: str, running: Sequence[str]) -> None:
    """What is added up in a running total is what its name without new, or with total, means."""
    names = {
        "sum": [noun, f"total {noun}", f"number of {noun}", f"total number of {noun}"],
        "avg": [f"average {noun}", f"average number of {noun}"],
        "max": [f"highest {noun}", f"highest number of {noun}"],
        "min": [f"lowest {noun}", f"lowest number of {noun}"],
    }
    for entry in measures:
        meta = entry.get("meta")
        if entry.get("sql") == sql and isinstance(meta, dict):
            added = [each for each in names.get(str(entry["type"]), []) if each != entry["title"]]
            meta["synonyms"] = list(dict.fromkeys([*meta["synonyms"], *added]))
            if entry["type"] == "sum" and running:
                meta["runs_as"] = running[0]


def _noun(name: str, table: TableProfile) -> str:
    """What is counted in a running total: cases of total_cases and of cumulative_cases."""
    said = words_that_are("running") | {"total", *_OF_STEPS}
    words = [each for each in spelled_out(words_of(name), table.column(name).kind) if each not in said]
    return " ".join(words)
