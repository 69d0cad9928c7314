// Names along a chart's foot and in a legend above it, laid out so that each that has a place is seen.
// The same as frames/chart_labels.py.

import { isDiscrete, units } from "./chart_parts.js";
import { AXIS } from "./chart_sizes.js";
import { rowsLeft } from "./empty_charts.js";
import { has, isObject } from "./spec_literals.js";

const LETTER = 6.5; // pixels of a letter at this size; those of East Asia take two
const WIDE = "\u1100"; // where they begin
const GAP = 4; // between names
const MOST = 140; // of a name at the foot, and its line when it is slanted
const LINE = 14;
const MOST_BESIDE = 180; // names beside the chart
const PAD = 12;
const MOST_IN_LEGEND = 160;
const SYMBOL = 28;
const LEAST = 40;

// Vega leaves out names that overlap. It takes slanted ones for such, and would leave out every second.
export const LEVEL = { labelAngle: 0, labelLimit: MOST, labelOverlap: true };
const SLANTED = { ...LEVEL, labelAngle: -35, labelAlign: "right", labelBaseline: "middle" };

// The view with its names level where they fit into its width, else slanted; it has its sizes already.
export function withLabels(view, given) {
  const rows = rowsLeft(view, given);
  if (has(view, "mark") || has(view, "layer")) {
    return laidOut(view, rows, Math.max(view.width - beside(view, rows), LEAST));
  }

  const done = { ...view };
  for (const word of ["concat", "hconcat", "vconcat"].filter((each) => has(view, each))) {
    done[word] = view[word].map((inner) => withLabels(inner, rows));
  }

  if (has(view, "spec")) {
    done.spec = withLabels(view.spec, rows);
  }

  return done;
}

function laidOut(view, rows, width) {
  const done = { ...view };
  if (has(view, "encoding")) {
    const channels = Object.entries(view.encoding);
    done.encoding = Object.fromEntries(channels.map(([name, each]) => [name, placed(name, each, rows, width)]));
  }

  if (has(view, "layer")) {
    done.layer = view.layer.map((inner) => laidOut(inner, rowsLeft(inner, rows), width));
  }

  return done;
}

function placed(name, channel, rows, width) {
  if (!hasNames(channel)) {
    return channel;
  }

  const { legend, axis = {} } = channel;
  if (isObject(legend) && ["top", "bottom"].includes(legend.orient)) {
    return { ...channel, legend: { ...legend, ...columns(channel, legend, rows, width) } };
  }

  const isOurs = name === "x" && axis !== null && !axis.labelAngle;
  if (isOurs && width < levelWidth(channel, rows)) {
    const isMany = width < namesOf(channel, rows).length * LINE;
    return { ...channel, axis: { ...axis, ...SLANTED, labelOverlap: isMany } };
  }

  return channel;
}

// How many entries a line of the legend holds, where it does not hold all.
function columns(channel, legend, rows, width) {
  const widths = namesOf(channel, rows).map((name) => lengthOf(name) + SYMBOL);
  if (sum(widths) <= width) {
    return {};
  }

  const fitting = Math.max(1, Math.floor(width / Math.max(...widths)));
  return { columns: Math.min(fitting, legend.columns || fitting) };
}

// The width from which on the two longest names could stand side by side.
function levelWidth(channel, rows) {
  const lengths = namesOf(channel, rows).map(lengthOf).sort((a, b) => a - b);
  const longestTwo = lengths.slice(-2);
  return lengths.length * (sum(longestTwo) / Math.max(longestTwo.length, 1) + GAP);
}

// What an axis and a legend take of the width; only a single chart counts these into its own.
function beside(view, rows) {
  if (!has(view, "autosize")) {
    return 0;
  }

  const drawn = units(view).map((unit) => unit.encoding);
  const axis = Math.max(0, ...drawn.map((each) => axisWidth(each.y, rows)));
  return axis + Math.max(0, ...drawn.flatMap((each) => legendWidths(each, rows)));
}

function axisWidth(y, rows) {
  if (!y || y.axis === null) {
    return 0;
  }

  return hasNames(y) ? Math.min(longest(y, rows), MOST_BESIDE) + PAD : AXIS;
}

// How wide each legend is that stands beside the chart.
function legendWidths(encoding, rows) {
  return ["color", "fill", "stroke", "shape", "size", "opacity"]
    .map((name) => encoding[name])
    .filter((channel) => isObject(channel) && has(channel, "field") && channel.legend !== null)
    .filter(({ legend = {} }) => ["left", "right"].includes(legend.orient ?? "right"))
    .map((channel) => {
      const names = hasNames(channel) ? longest(channel, rows) : 0;
      const title = [channel.legend?.title, channel.title, channel.field].find((each) => each !== undefined);
      return Math.min(Math.max(names, lengthOf(String(title ?? ""))), MOST_IN_LEGEND) + SYMBOL + PAD;
    });
}

const hasNames = (channel) =>
  isObject(channel) && Boolean(channel.field) && !has(channel, "timeUnit") && isDiscrete(channel);
const longest = (channel, rows) => Math.max(0, ...namesOf(channel, rows).map(lengthOf));
const namesOf = (channel, rows) => [...new Set(rows.map((row) => String(row[channel.field] ?? null)))];
const lengthOf = (name) => sum(Array.from(name).map((letter) => (letter >= WIDE ? 2 * LETTER : LETTER)));
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
