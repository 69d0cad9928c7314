// Charts that would show nothing, found before they are drawn, each with the reason.
// The same as frames/empty_charts.py.

import { innerViews, units } from "./chart_parts.js";
import { ChartRefused, has, isObject } from "./spec_literals.js";

const POSITIONS = ["x", "y", "theta"];
const SERIES = ["color", "stroke", "detail", "strokeDash", "opacity", "size", "facet", "row", "column"];
const NUMBER = /^\s*[+-]?(?:(?:\d+(?:_\d+)*\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)\s*$/i;

// Throws ChartRefused when no mark of the chart would show any of the rows; only what is certain is refused.
export function checkDrawn(spec, rows, names) {
  const found = reasons(spec, rows, names);
  if (found.length && found.every(Boolean)) {
    throw new ChartRefused(`The chart would be empty: ${found[0]}.`);
  }
}

// The rows that a view's filters leave; a condition that cannot be judged here leaves them all.
export function rowsLeft(view, rows) {
  const filters = makesRows(view) ? [] : (view.transform ?? []);
  return filters.reduce((left, each) => left.filter((row) => holds(each.filter, row) !== false), rows);
}

const makesRows = (view) =>
  (view.transform ?? []).some((each) => Object.keys(each).some((name) => name !== "filter"));

// Why each mark of the view shows nothing; an empty reason for one that shows something.
function reasons(view, rows, names) {
  const made = makesRows(view);
  const left = rowsLeft(view, rows);
  if (!left.length) {
    return ["its filter leaves no row"];
  }

  if (has(view, "layer") || has(view, "mark")) {
    const layers = view.layer ?? [view];
    return layers.flatMap((layer) => layerReasons(layer, view.encoding ?? {}, left, names, made));
  }

  return innerViews(view).flatMap((inner) => reasons(inner, left, names));
}

function layerReasons(view, shared, rows, names, made) {
  if (made || has(view, "transform") || has(view, "layer")) {
    return [""];
  }

  return units(view, shared).map((unit) => unitReason(unit, rows, names));
}

function unitReason(unit, rows, names) {
  for (const channel of POSITIONS) {
    const definition = unit.encoding[channel] ?? {};
    const { field } = definition;
    if (field === undefined || !has(rows[0], field)) {
      continue;
    }

    const values = rows.map((row) => row[field]).filter((value) => value !== null);
    const name = names.get(field) ?? field;
    if (!values.length) {
      return `${name} has no value in any row`;
    }

    if (definition.type === "quantitative" && !values.some(isNumber) && !counts(definition)) {
      return `${name} holds no number`;
    }

    if (definition.type === "temporal" && !values.some(couldBeATime)) {
      return `${name} holds no date`;
    }
  }

  return lineReason(unit, rows);
}

// A line or an area through a single point has no length.
function lineReason(unit, rows) {
  const [x, y] = [fieldOf(unit, "x"), fieldOf(unit, "y")];
  if (!["line", "area", "trail"].includes(unit.mark) || bins(unit) || !x || !y) {
    return "";
  }

  const series = SERIES.map((channel) => fieldOf(unit, channel)).filter(Boolean);
  const points = new Map();
  for (const row of rows.filter((each) => (each[x] ?? null) !== null && (each[y] ?? null) !== null)) {
    const key = JSON.stringify(series.map((field) => String(row[field])));
    const known = points.get(key) ?? new Set();
    points.set(key, known.add(JSON.stringify([String(row[x]), String(row[y])])));
  }

  const isShort = [...points.values()].every((each) => each.size < 2);
  return isShort ? "a line needs two points, and there is one" : "";
}

function fieldOf(unit, channel) {
  const definition = unit.encoding[channel];
  return isObject(definition) ? definition.field : undefined;
}

// Whether the chart itself makes points of the rows, or marks the points of the line.
function bins(unit) {
  const channels = Object.values(unit.encoding).filter(isObject);
  return channels.some((each) => ["aggregate", "bin", "impute"].some((name) => has(each, name))) || unit.hasPoints;
}

const counts = (definition) => ["count", "distinct", "valid", "missing"].includes(definition.aggregate);
const isNumber = (value) => typeof value !== "string" || NUMBER.test(value);
const couldBeATime = (value) => typeof value !== "string" || /\p{N}/u.test(value);

// Whether a condition holds for a row, null where that is not certain.
function holds(test, row) {
  if (has(test, "not")) {
    const inner = holds(test.not, row);
    return inner === null ? null : !inner;
  }

  if (has(test, "and") || has(test, "or")) {
    const decisive = !has(test, "and");
    const found = (decisive ? test.or : test.and).map((each) => holds(each, row));
    if (found.includes(decisive)) {
      return decisive;
    }

    return found.includes(null) ? null : !decisive;
  }

  if (!has(row, test.field) || has(test, "timeUnit")) {
    return null;
  }

  const value = row[test.field];
  const results = Object.entries(TESTS).filter(([name]) => has(test, name));
  return results.length === 1 ? results[0][1](value, test[results[0][0]]) : null;
}

const isPlainNumber = (value) => typeof value === "number";
const compared = (compare) => (value, limit) =>
  isPlainNumber(value) && isPlainNumber(limit) ? compare(value, limit) : null;

// Certain for two texts or two numbers that are no times.
function equal(value, other) {
  if (typeof value === "string" && typeof other === "string") {
    return /^\p{Nd}+$/u.test(value.slice(0, 4)) ? null : value === other;
  }

  return isPlainNumber(value) && isPlainNumber(other) ? value === other : null;
}

function oneOf(value, others) {
  const found = others.map((other) => equal(value, other));
  if (found.includes(true)) {
    return true;
  }

  return found.includes(null) ? null : false;
}

const TESTS = {
  equal,
  oneOf,
  lt: compared((value, limit) => value < limit),
  lte: compared((value, limit) => value <= limit),
  gt: compared((value, limit) => value > limit),
  gte: compared((value, limit) => value >= limit),
  valid: (value, wanted) => (value !== null) === wanted,
};
