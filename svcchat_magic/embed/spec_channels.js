// A chart's encoding, rebuilt channel by channel: which field is drawn where, and how.
// The same as frames/chart_channels.py.

import {
  AGGREGATES, AXIS, BIN, FRACTION, HEADER, LEGEND, SCALE, SHAPES, TIME_UNIT, TITLE_TEXT, TYPES,
} from "./spec_grammar.js";
import {
  ChartRefused, DROPPED, all, chartText, choice, colour, either, flag, has, isObject, kept, many, nothing, number,
  numberFormat, part, scalar, text,
} from "./spec_literals.js";

const MOST_LISTED = 20;
const POSITIONS = ["x", "y", "theta", "radius"];
const SECONDARY = [
  "x2", "y2", "theta2", "radius2", "xError", "yError", "xError2", "yError2", "xOffset", "yOffset",
];
const FACETS = ["facet", "row", "column"];
const LISTED = ["tooltip", "detail", "order"];
const UNTITLED = ["detail", "order", "xOffset", "yOffset", "x2", "y2"];
const VALUES = {
  ...all(["x", "y", "x2", "y2", "xOffset", "yOffset"], either(number(-2_000, 2_000), choice("width", "height"))),
  ...all(["theta", "theta2"], number(-10, 10)),
  ...all(["radius", "radius2"], number(0, 2_000)),
  ...all(["color", "fill", "stroke"], either(colour, nothing)),
  ...all(["opacity", "fillOpacity", "strokeOpacity"], FRACTION),
  strokeWidth: number(0, 50),
  strokeDash: many(number(0, 100), 4),
  size: number(0, 10_000),
  angle: number(-360, 360),
  shape: choice(...SHAPES),
  text,
  tooltip: either(nothing, text),
};
const DATUM = { datum: scalar, type: choice(...TYPES) };
const CONSTANTS = [
  "x", "y", "x2", "y2", "theta", "radius", "color", "fill", "stroke", "shape", "strokeDash", "text",
];
const CHANNELS = [
  ...new Set([...POSITIONS, ...SECONDARY, ...Object.keys(VALUES), ...FACETS, "detail", "order"]),
];
const SORTED_BY = [...POSITIONS, "color", "fill", "stroke", "size", "shape", "opacity", "text"];
const SORTED_DOWN = SORTED_BY.map((channel) => `-${channel}`);
const COMMON = {
  type: choice(...TYPES),
  aggregate: choice(...AGGREGATES),
  bin: BIN,
  timeUnit: TIME_UNIT,
  title: TITLE_TEXT,
  format: numberFormat,
  formatType: choice("number", "time"),
  bandPosition: FRACTION,
};
const STACKED = {
  stack: either(flag, nothing, choice("zero", "normalize", "center")),
  impute: part({
    value: either(nothing, number(-1e300, 1e300)),
    method: choice("value", "median", "max", "min", "mean"),
    frame: many(either(nothing, number(-1_000, 1_000)), 2),
  }),
};

// The channels that draw something; a field that does not exist refuses the chart.
export function rebuiltEncoding(given, fields) {
  const done = {};
  for (const channel of isObject(given) ? CHANNELS : []) {
    const definition = has(given, channel) ? given[channel] : undefined;
    let rebuilt;
    if (Array.isArray(definition) && LISTED.includes(channel)) {
      const listed = definition.slice(0, MOST_LISTED).map((each) => rebuiltChannel(channel, each, fields));
      rebuilt = listed.filter((each) => Object.keys(each).length);
    } else {
      rebuilt = rebuiltChannel(channel, definition, fields);
    }

    const isEmpty = Object.keys(rebuilt).length === 0;
    if (!isEmpty) {
      done[channel] = rebuilt;
    } else if (channel === "tooltip" && definition === null) {
      done[channel] = null;
    }
  }

  return done;
}

// The field that divides a view into small ones; how they are arranged stands beside it, not in it.
export function rebuiltFacet(given, fields) {
  const { columns: _columns, spacing: _spacing, ...facet } = rebuiltChannel("facet", given, fields);
  return facet;
}

function rebuiltChannel(channel, given, fields) {
  if (!isObject(given)) {
    return {};
  }

  if (!has(given, "field") && given.aggregate !== "count") {
    const constant = CONSTANTS.includes(channel) && has(given, "datum") ? DATUM : {};
    return kept(given, { value: VALUES[channel] ?? number(), ...constant });
  }

  const rebuilt = kept(given, { ...COMMON, ...guides(channel) });
  if (has(given, "field")) {
    const field = fields.read(given.field);
    rebuilt.field = field;
    if (field !== given.field && !has(rebuilt, "title") && !UNTITLED.includes(channel)) {
      rebuilt.title = given.field === "image" ? "Image" : chartText(fields.column(given.field));
    }
  }

  const sort = has(given, "sort") ? rebuiltSort(given.sort, fields) : DROPPED;
  return sort === DROPPED ? rebuilt : { ...rebuilt, sort };
}

// What surrounds a channel: an axis, a legend or a header.
function guides(channel) {
  if (POSITIONS.includes(channel)) {
    return { axis: either(nothing, part(AXIS)), scale: either(nothing, part(SCALE)), ...STACKED };
  }

  if (FACETS.includes(channel)) {
    return { header: either(nothing, part(HEADER)), columns: number(1, 40), spacing: number(0, 200) };
  }

  if (has(VALUES, channel) && !LISTED.includes(channel) && channel !== "text") {
    return { legend: either(nothing, part(LEGEND)), scale: either(nothing, part(SCALE)), ...STACKED };
  }

  return ["xOffset", "yOffset"].includes(channel) ? { scale: either(nothing, part(SCALE)) } : {};
}

// The order of a channel's values: a word, a list, another channel or a field.
function rebuiltSort(given, fields) {
  const words = choice("ascending", "descending", ...SORTED_BY, ...SORTED_DOWN);
  const plain = either(nothing, words, many(scalar))(given);
  if (plain !== DROPPED || !isObject(given)) {
    return plain;
  }

  const order = kept(given, { order: either(nothing, choice("ascending", "descending")) });
  if (SORTED_BY.includes(given.encoding)) {
    return { encoding: given.encoding, ...order };
  }

  if (!has(given, "field")) {
    return DROPPED;
  }

  if (has(given, "op") && !AGGREGATES.includes(given.op)) {
    throw new ChartRefused("The chart sorts by an aggregation that does not exist.");
  }

  return { field: fields.read(given.field), ...kept(given, { op: choice(...AGGREGATES) }), ...order };
}
