// How cells of a result read: numbers with separators, short dates, one line each.
// The same as frames/result_rows.py and frames/percent_fields.py.

import { has, isObject } from "./json_values.js";
import { visible } from "./visible_text.js";

export const NULL = "–";
export const MOST_COLUMNS = 40;
const MOST_CELL = 120;
const MOST_SPEC = 100_000;
const ISO_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d{1,9})?(Z|[+-]\d\d(?::?\d\d)?)?)?$/;
const UTC = ["", "Z", "+00:00", "+0000", "+00"];
const QUARTERS = ["01", "04", "07", "10"];
// Numbers that name something: a separator would make them harder to read.
const NAMES_SOMETHING = /^(?:.*[_. ])?(?:id|key|code|year|zip|number|no|nr)$/i;

// Each column with {name, isNumber, cells}; a cell that holds nothing is null.
export function shownColumns(result, limit) {
  const percents = percentFields(result.vegaSpec);
  return result.columns.slice(0, MOST_COLUMNS).map((column, at) => {
    const values = result.rows.slice(0, limit).map((row) => row[at]);
    const given = values.filter((value) => value !== null);
    const isNumber = given.length
      ? given.every((value) => typeof value === "number")
      : ["Int64", "Double", "Decimal"].includes(column.type);
    const read = reader(column, given, isNumber, percents.has(column.name));
    const cells = values.map((value) => (value === null ? null : cut(read(value))));
    return { name: oneLine(column.name) || NULL, isNumber, cells };
  });
}

// How many rows are shown, loaded and there, without rounding anything away.
export function rowCount(result, limit) {
  const loaded = result.rows.length;
  const shown = Math.min(loaded, limit);
  const [all, total] = [counted(loaded), counted(result.totalRows)];
  if (!loaded) {
    return "No rows";
  }

  if (result.totalRows > loaded) {
    const first = shown < loaded ? `First ${counted(shown)} rows · ` : "";
    return `${first}${all} of ${total} rows loaded`;
  }

  return shown < loaded ? `First ${counted(shown)} of ${all} rows` : `${all} ${loaded === 1 ? "row" : "rows"}`;
}

// `2024-01-31` or `2024-01-31 10:30:00` for an ISO time, null for any other text.
export function plainTime(text) {
  const found = ISO_TIME.exec(text);
  if (!found) {
    return null;
  }

  const [, day, clock = "", fraction = "", zone = ""] = found;
  const isMidnight = ["00:00", "00:00:00"].includes(clock) && !fraction.replace(/[0.]/g, "");
  if (!clock || (isMidnight && UTC.includes(zone))) {
    return day;
  }

  return `${day} ${clock}${fraction.replace(/0+$/, "").replace(/\.$/, "")}${UTC.includes(zone) ? "" : zone}`;
}

export const counted = (count) => count.toLocaleString("en-US");

function reader(column, given, isNumber, isPercent) {
  if (isNumber && isPercent) {
    return (value) => `${fixed(100 * value, 1)}%`;
  }

  if (isNumber) {
    return numberReader(column.name, given);
  }

  return ["Timestamp", "Date"].includes(column.type) ? timeReader(column.name, given) : oneLine;
}

function numberReader(name, numbers) {
  if (NAMES_SOMETHING.test(name)) {
    return String;
  }

  const isWhole = numbers.every(Number.isInteger);
  const isSmall = !isWhole && Math.max(...numbers.map(Math.abs)) < 1;
  const places = isWhole ? 0 : isSmall ? 4 : 2;
  return (number) => {
    const size = Math.abs(number);
    return size > Number.MAX_SAFE_INTEGER || (number && size < 0.5 * 10 ** -places)
      ? number.toPrecision(3)
      : fixed(number, places);
  };
}

function fixed(number, places) {
  return number.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
}

// Dates without midnights; a column called month, quarter or year whose days all begin one shows just that.
function timeReader(name, values) {
  const plain = values.map((value) => (typeof value === "string" ? plainTime(value) : null));
  const are = (pattern) => plain.length > 0 && plain.every((day) => day !== null && pattern.test(day));
  const last = name.toLowerCase();
  const day = (value) => plainTime(value) ?? value;
  if (last.endsWith("month") && are(/^\d{4}-\d\d-01$/)) {
    return (value) => day(value).slice(0, 7);
  }

  if (last.endsWith("quarter") && are(/^\d{4}-(?:01|04|07|10)-01$/)) {
    return (value) => `${day(value).slice(0, 4)}-Q${QUARTERS.indexOf(day(value).slice(5, 7)) + 1}`;
  }

  if (last.endsWith("year") && are(/^\d{4}-01-01$/)) {
    return (value) => day(value).slice(0, 4);
  }

  const midnight = plain.some((each) => each !== null && each.length > 10) ? " 00:00:00" : "";
  return (value) => {
    const found = typeof value === "string" ? plainTime(value) : null;
    return found === null ? oneLine(value) : found.length > 10 ? found : found + midnight;
  };
}

function oneLine(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return visible(text.slice(0, 2 * MOST_CELL), 2 * MOST_CELL).replace(/[\t\n ]+/g, " ");
}

const cut = (line) => (line.length <= MOST_CELL ? line : `${line.slice(0, MOST_CELL - 1)}…`);

// The columns that the chart writes as percentages: the one sure sign that 0.53 means 53 %.
function percentFields(specText) {
  if (!specText || specText.length > MOST_SPEC) {
    return new Set();
  }

  try {
    return new Set(percentsIn(JSON.parse(specText)));
  } catch {
    return new Set();
  }
}

function percentsIn(part) {
  if (Array.isArray(part)) {
    return part.flatMap(percentsIn);
  }

  if (!isObject(part)) {
    return [];
  }

  const forms = [part, part.axis].filter(isObject).map((each) => each.format);
  const isPercent = forms.some((form) => typeof form === "string" && form.endsWith("%"));
  const isPlain = part.type === "quantitative" && !has(part, "aggregate") && !has(part, "bin");
  const own = isPercent && isPlain && typeof part.field === "string" ? [part.field] : [];
  return [...own, ...Object.values(part).flatMap(percentsIn)];
}
