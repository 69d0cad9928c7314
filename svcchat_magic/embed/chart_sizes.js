// How large a chart is drawn: as its specification says, or as its values need, never wider than its room.
// The same as frames/chart_sizes.py, for a room that differs from page to page.

import { innerViews, isDiscrete } from "./chart_parts.js";
import { LEAST_SIDE, MOST_SIDE } from "./safe_chart.js";
import { has } from "./spec_literals.js";

export const AXIS = 78; // beside each of several charts: only a single one counts its axes into its width
const GAP = 20;
const SMALL_WIDTH = 240;
const HEIGHT = 220;
const SMALL_HEIGHT = 160;
const STEP = 22;
const LEAST = LEAST_SIDE * 3;
const FITTED = { autosize: { type: "fit-x", contains: "padding" } };

// The view with a width and a height in pixels, and so the views inside it.
export function sized(view, values, room) {
  if (isSingle(view) && !isDivided(view)) {
    return { ...view, ...sides(view, values, [room, room], HEIGHT), ...FITTED };
  }

  return composed(view, values, room);
}

function composed(view, values, room) {
  const done = { ...view };
  for (const word of ["concat", "hconcat", "vconcat"].filter((each) => has(view, each))) {
    const across = word === "vconcat" ? 1 : wrapped(view[word].length, view);
    done[word] = view[word].map((inner) => partSized(inner, values, room / across, 1, across > 1));
  }

  if (has(view, "spec")) {
    const by = view.facet;
    const across = wrapped(acrossOf(has(by, "field") ? { facet: by } : by, values), view);
    done.spec = partSized(view.spec, values, room, across, true);
  }

  return isSingle(view) ? partSized(view, values, room) : done;
}

// A chart among others, its axis beside its width.
function partSized(view, values, room, across = 1, isSmall = false) {
  if (!isSingle(view)) {
    return composed(view, values, room);
  }

  const abreast = across * acrossOf(view.encoding ?? {}, values);
  const most = Math.max(Math.floor((room - AXIS - GAP * (abreast - 1)) / abreast), LEAST);
  if (isSmall || isDivided(view)) {
    return { ...view, ...sides(view, values, [Math.min(SMALL_WIDTH, most), most], SMALL_HEIGHT) };
  }

  return { ...view, ...sides(view, values, [most, most], HEIGHT) };
}

// `widths` are the usual one and the largest.
function sides(view, values, [usual, most], height) {
  return {
    width: Math.min(side(view, "width", "x", values, usual), most),
    height: side(view, "height", "y", values, height),
  };
}

function side(view, name, channel, values, usual) {
  const given = view[name];
  if (typeof given === "number") {
    return given;
  }

  const needed = places(view, channel, values) * (given ? given.step : STEP);
  // Names side by side share the usual width; names below each other need a line each.
  const isFitted = given || (needed && name === "height");
  return isFitted && needed ? Math.min(Math.max(needed, LEAST), MOST_SIDE) : usual;
}

// How many places a discrete axis has; 0 for a continuous one.
function places(view, channel, values) {
  for (const part of [view, ...innerViews(view)]) {
    const found = { ...view.encoding, ...part.encoding }[channel];
    if (found && has(found, "field") && isDiscrete(found)) {
      return counted(found.field, values);
    }
  }

  return 0;
}

// How many small charts stand side by side.
function acrossOf(by, values) {
  const divided = by.column ?? by.facet ?? {};
  return has(divided, "field") ? wrapped(counted(divided.field, values), divided) : 1;
}

function wrapped(count, arranged) {
  return Math.max(1, Math.min(count, Math.floor(arranged.columns ?? count)));
}

function counted(field, values) {
  return new Set(values.map((row) => String(row[field] ?? null))).size;
}

const isSingle = (view) => has(view, "mark") || has(view, "layer");
const isDivided = (view) => ["facet", "row", "column"].some((channel) => has(view.encoding ?? {}, channel));
