// What a literal in a chart may be: each check gives the value back, or DROPPED; nothing is repaired.
// The same as frames/chart_literals.py.

import { visible } from "./visible_text.js";

export const DROPPED = Symbol("dropped");
export const MOST_TEXT = 300;
export const MOST_VALUES = 1_000;

// The specification was refused; its message is for the reader.
export class ChartRefused extends Error {}

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
export const has = (given, name) => Object.hasOwn(given, name);

// The properties of `given` that are on the list and pass their check.
export function kept(given, properties) {
  const found = {};
  if (!isObject(given)) {
    return found;
  }

  for (const [name, check] of Object.entries(properties)) {
    const value = has(given, name) ? check(given[name]) : DROPPED;
    if (value !== DROPPED) {
      found[name] = value;
    }
  }

  return found;
}

// The same check for several properties, or for several made of one pattern.
export const all = (names, check) => Object.fromEntries(names.map((name) => [name, check]));
export const named = (places, pattern, check) => all(places.map(pattern), check);

export const number = (low = -1e6, high = 1e6) => (value) =>
  isNumber(value) && low <= value && value <= high ? value : DROPPED;
export const choice = (...words) => (value) => (words.includes(value) ? value : DROPPED);
export const part = (properties) => (value) => {
  const found = kept(value, properties);
  return Object.keys(found).length ? found : DROPPED;
};
export const flag = (value) => (typeof value === "boolean" ? value : DROPPED);
export const nothing = (value) => (value === null ? null : DROPPED);
export const text = (value) => (typeof value === "string" ? chartText(value) : DROPPED);

// What the first fitting check gives.
export const either = (...checks) => (value) => {
  for (const check of checks) {
    const found = check(value);
    if (found !== DROPPED) {
      return found;
    }
  }

  return DROPPED;
};

// A list; dropped as a whole when one of its values is.
export const many = (check, most = MOST_VALUES) => (value) => {
  if (!Array.isArray(value) || value.length > most) {
    return DROPPED;
  }

  const found = value.map((each) => check(each));
  return found.includes(DROPPED) ? DROPPED : found;
};

// A title; a tooltip would load a row called image.
export function titleText(value) {
  const found = text(value);
  return found === "image" ? "Image" : found;
}

const matching = (pattern) => (value) => (typeof value === "string" && pattern.test(value) ? value : DROPPED);

export const colour = matching(
  /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,24}|(?:rgb|hsl)a?\([0-9., %]{5,40}\))$/i,
);
// A format of numbers, or of times with a part such as %b; nothing at all would be drawn with another.
export const numberFormat = either(
  matching(/^(?:[A-Za-z0-9_ .]?[<>=^])?[-+( ]?[$#]?0?[0-9]{0,2},?(?:\.[0-9]{1,2})?~?[bcdeEfFgGnoprsxX%]?$/),
  matching(
    /^(?=.{1,40}$)(?=.*%[a-zA-Z])(?!.*\/\/)(?:%[-_0]?[aAbBcdefgGHIjLmMpqQsSuUVwWxXyYZ%]|[A-Za-z0-9_ .,\-:/])+$/,
  ),
);
export const timeUnit = matching(
  /^(?:utc|binned)?(?:year|quarter|month|week|dayofyear|day|date|hours|minutes|seconds|milliseconds){1,7}$/,
);

const TIME_PARTS = {
  year: number(0, 9999),
  quarter: number(1, 4),
  month: either(
    number(1, 12),
    choice("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
  ),
  date: number(1, 31),
  hours: number(0, 24),
  minutes: number(0, 60),
  seconds: number(0, 60),
  utc: flag,
};

// A value as it may stand in rows: number, text, truth, or a time in parts.
export function scalar(value) {
  if (typeof value === "boolean" || isNumber(value)) {
    return value;
  }

  return typeof value === "string" ? text(value) : part(TIME_PARTS)(value);
}

// Text that is the same for every renderer: no hidden character, nothing that opens or ends a tag.
export const chartText = (value) => visible(value, MOST_TEXT).replace(/<(?=[/!?a-zA-Z])/g, "‹");

function isNumber(value) {
  return typeof value === "number" && Math.abs(value) < 1e300;
}
