"""Moving windows and moved times over groups in plain Python, row by row."""

from calendar import monthrange
from collections import defaultdict
from datetime import timedelta
from itertools import product

MODEL = """
cubes:
  - name: orders
    sql_table: orders
    joins:
      - {name: items, relationship: one_to_many, sql: "{CUBE}.id = {items}.order_id"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: placed, sql: placed, type: time}
      - {name: month, sql: "{placed.month}", type: time}
      - {name: channel, sql: channel, type: string}
    measures:
      - {name: total, type: sum, sql: amount}
      - {name: people, type: count_distinct, sql: person}
      - {name: mean, type: avg, sql: amount}
      - {name: total_trailing, type: sum, sql: amount, rolling_window: {trailing: 2 month}}
      - {name: people_trailing, type: count_distinct, sql: person, rolling_window: {trailing: 45 day}}
      - {name: mean_before, type: avg, sql: amount, rolling_window: {trailing: 3 month, offset: start}}
      - {name: total_around, type: sum, sql: amount, rolling_window: {trailing: 1 week, leading: 10 day}}
      - {name: total_so_far, type: sum, sql: amount, rolling_window: {trailing: unbounded}}
      - {name: people_left, type: count_distinct, sql: person,
         rolling_window: {leading: unbounded, offset: start}}
      - {name: total_to_date, type: sum, sql: amount, rolling_window: {type: to_date, granularity: year}}
      - {name: total_earlier, type: number, multi_stage: true, sql: "{total}",
         time_shift: [{interval: 2 month}]}
      - {name: people_later, type: number, multi_stage: true, sql: "{people}",
         time_shift: [{time_dimension: placed, interval: 1 quarter, type: next}]}
      - {name: to_date_earlier, type: number, multi_stage: true, sql: "{total_to_date}",
         time_shift: [{interval: 1 year, type: prior}]}
  - name: items
    sql_table: items
    joins:
      - {name: orders, relationship: many_to_one, sql: "{CUBE}.order_id = {orders.id}"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: size, sql: size, type: string}
views:
  - name: sold
    cubes:
      - {join_path: items, includes: [size]}
      - {join_path: items.orders, includes: "*"}
"""
AGGREGATES = {
    "total": lambda rows: sum(row["amount"] for row in rows) if rows else None,
    "people": lambda rows: len({row["person"] for row in rows}),
    "mean": lambda rows: sum(row["amount"] for row in rows) / len(rows) if rows else None,
}
# measure -> aggregate, months that times are moved by, and the window around a period: (start, end) -> times
MEASURES = {
    "total": ("total", 0, lambda start, end: (start, end)),
    "people": ("people", 0, lambda start, end: (start, end)),
    "total_trailing": ("total", 0, lambda start, end: (months_later(end, -2), end)),
    "people_trailing": ("people", 0, lambda start, end: (end - timedelta(days=45), end)),
    "mean_before": ("mean", 0, lambda start, end: (months_later(start, -3), start)),
    "total_around": (
        "total",
        0,
        lambda start, end: (end - timedelta(days=7), end + timedelta(days=10)),
    ),
    "total_so_far": ("total", 0, lambda start, end: (None, end)),
    "people_left": ("people", 0, lambda start, end: (start, None)),
    "total_to_date": ("total", 0, lambda start, end: (start.replace(month=1, day=1), end)),
    "total_earlier": ("total", 2, lambda start, end: (start, end)),
    "people_later": ("people", -3, lambda start, end: (start, end)),
    "to_date_earlier": ("total", 12, lambda start, end: (start.replace(month=1, day=1), end)),
}
MOVED_ONLY = {"total_earlier", "people_later"}


def months_later(moment, months):
    """The same day some months later, or the last one of that month."""
    years, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    return moment.replace(year=years, month=month + 1, day=min(moment.day, monthrange(years, month + 1)[1]))


def begin_of(moment, unit):
    """The beginning of the period that holds a moment."""
    if unit == "day":
        return moment.replace(hour=0)

    if unit == "week":
        return moment.replace(hour=0) - timedelta(days=moment.weekday())

    month = moment.month if unit == "month" else moment.month - (moment.month - 1) % 3
    return moment.replace(month=month, day=1, hour=0)


def end_of(begin, unit):
    """The beginning of the next period."""
    days = {"day": 1, "week": 7}.get(unit)
    return begin + timedelta(days=days) if days else months_later(begin, {"month": 1, "quarter": 3}[unit])


def grouped(rows, unit, names, key, since, until):
    """A row for each period and key that some measure has rows in."""
    times = [row["placed"] for row in rows if row["placed"] is not None]
    periods = _periods(min(times), max(times), unit) if times else []
    chosen = [each for each in periods if end_of(each, unit) > since and each < until]
    groups = defaultdict(dict)
    for name in names:
        for period, value in product(chosen, {key(row) for row in rows}):
            found = _rows_in(name, [row for row in rows if key(row) == value], period, unit, since, until)
            if found:
                groups[period, value][name] = AGGREGATES[MEASURES[name][0]](found)

    return {
        group: tuple(found.get(name, AGGREGATES[MEASURES[name][0]]([])) for name in names)
        for group, found in groups.items()
    }


def _periods(first, last, unit):
    found = [begin_of(first, unit)]
    while end_of(found[-1], unit) <= last:
        found.append(end_of(found[-1], unit))

    return found


def _rows_in(name, rows, period, unit, since, until):
    _, months, window = MEASURES[name]
    start, end = window(period, end_of(period, unit))
    found = []
    for row in rows:
        if row["placed"] is None:
            continue

        at = months_later(row["placed"], months)
        is_asked = since <= at < until or name not in {"total", "people", *MOVED_ONLY}
        if is_asked and (start is None or at >= start) and (end is None or at < end):
            found.append(row)

    return found
