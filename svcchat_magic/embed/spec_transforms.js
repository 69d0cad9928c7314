// The transforms a chart may use: aggregate, timeUnit, window, fold, and filters without expressions.
// The same as frames/chart_transforms.py.

import { madeName } from "./spec_fields.js";
import { AGGREGATES, TIME_UNIT, WINDOW_OPERATIONS } from "./spec_grammar.js";
import {
  ChartRefused, DROPPED, MOST_VALUES, all, choice, either, flag, has, isObject, kept, many, nothing, number, scalar,
} from "./spec_literals.js";

const MOST_TRANSFORMS = 20;
const MOST_DEPTH = 6;
const TESTS = {
  ...all(["equal", "lt", "lte", "gt", "gte"], scalar),
  oneOf: many(scalar),
  range: many(either(scalar, nothing), 2),
  valid: flag,
  timeUnit: TIME_UNIT,
};
const ORDER = { order: choice("ascending", "descending") };
const FRAME = { frame: many(either(number(-10_000, 10_000), nothing), 2), ignorePeers: flag };

// The transforms that are on the list, in order, and the fields that exist after them.
export function rebuiltTransforms(given, fields) {
  if (!Array.isArray(given) || given.length > MOST_TRANSFORMS) {
    throw new ChartRefused("The chart has transforms that cannot be read.");
  }

  const done = [];
  for (const each of given.filter(isObject)) {
    const [transform, after] = rebuilt(each, fields);
    fields = after;
    if (Object.keys(transform).length) {
      done.push(transform);
    }
  }

  return [done, fields];
}

// A filter's condition as an object, or DROPPED; text would be an expression.
function rebuiltPredicate(given, fields, depth = MOST_DEPTH) {
  if (!isObject(given) || depth === 0) {
    return DROPPED;
  }

  for (const word of ["and", "or"]) {
    if (has(given, word) && Array.isArray(given[word])) {
      const parts = given[word].slice(0, MOST_VALUES).map((each) => rebuiltPredicate(each, fields, depth - 1));
      return parts.includes(DROPPED) ? DROPPED : { [word]: parts };
    }
  }

  if (has(given, "not")) {
    const inner = rebuiltPredicate(given.not, fields, depth - 1);
    return inner === DROPPED ? DROPPED : { not: inner };
  }

  const test = kept(given, TESTS);
  if (!has(given, "field") || !Object.keys(test).some((name) => name !== "timeUnit")) {
    return DROPPED;
  }

  return { field: fields.read(given.field), ...test };
}

function rebuilt(given, fields) {
  if (has(given, "filter")) {
    const predicate = rebuiltPredicate(given.filter, fields);
    return [predicate === DROPPED ? {} : { filter: predicate }, fields];
  }

  if (has(given, "aggregate")) {
    const operations = rebuiltOperations(given.aggregate, AGGREGATES, fields);
    const groups = fields.readAll(has(given, "groupby") ? given.groupby : []);
    return [{ aggregate: operations, groupby: groups }, fields.only(groups, operations.map((each) => each.as))];
  }

  if (has(given, "window")) {
    return rebuiltWindow(given, fields);
  }

  if (has(given, "fold")) {
    const folded = fields.readAll(given.fold);
    const made = names(has(given, "as") ? given.as : ["key", "value"], 2);
    return [{ fold: folded, as: made }, fields.having(made)];
  }

  if (has(given, "timeUnit")) {
    return rebuiltTimeUnit(given, fields);
  }

  return [{}, fields];
}

function rebuiltTimeUnit(given, fields) {
  const unit = TIME_UNIT(given.timeUnit);
  const made = names([given.as], 1);
  if (unit === DROPPED) {
    throw new ChartRefused("The chart groups times by a unit that does not exist.");
  }

  return [{ timeUnit: unit, field: fields.read(given.field), as: made[0] }, fields.having(made)];
}

function rebuiltWindow(given, fields) {
  const operations = rebuiltOperations(given.window, [...AGGREGATES, ...WINDOW_OPERATIONS], fields);
  const done = { window: operations, ...kept(given, FRAME) };
  if (has(given, "groupby")) {
    done.groupby = fields.readAll(given.groupby);
  }

  if (has(given, "sort") && Array.isArray(given.sort)) {
    const sorted = given.sort.slice(0, MOST_TRANSFORMS).filter(isObject);
    done.sort = sorted.map((each) => ({ field: fields.read(each.field), ...kept(each, ORDER) }));
  }

  return [done, fields.having(operations.map((each) => each.as))];
}

function rebuiltOperations(given, known, fields) {
  if (!Array.isArray(given) || given.length === 0 || given.length > MOST_TRANSFORMS) {
    throw new ChartRefused("The chart aggregates in a way that cannot be read.");
  }

  return given.map((each) => {
    if (!isObject(each) || !known.includes(each.op)) {
      throw new ChartRefused("The chart aggregates in a way that does not exist.");
    }

    return {
      op: each.op,
      as: madeName(each.as),
      ...(has(each, "field") ? { field: fields.read(each.field) } : {}),
      ...kept(each, { param: number(0, 10_000) }),
    };
  });
}

function names(given, count) {
  if (!Array.isArray(given) || given.length !== count) {
    throw new ChartRefused("The chart gives a computed field a name that cannot be used.");
  }

  return given.map(madeName);
}
