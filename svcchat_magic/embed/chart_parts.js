// Looks into a rebuilt specification: its views, what each draws, the fields it reads, and a sentence of it.
// The same as frames/chart_parts.py and frames/chart_summary.py.

import { chartText, has, isObject } from "./spec_literals.js";

const LISTS = ["layer", "concat", "hconcat", "vconcat"];
const KINDS = {
  line: ["line chart", "point"],
  trail: ["line chart", "point"],
  area: ["area chart", "point"],
  bar: ["bar chart", "bar"],
  arc: ["pie chart", "slice"],
  point: ["scatter plot", "point"],
  circle: ["scatter plot", "point"],
  square: ["scatter plot", "point"],
  rect: ["heat map", "cell"],
  boxplot: ["box plot", "row"],
  tick: ["strip plot", "tick"],
  text: ["text chart", "label"],
};
const CHANNELS = ["theta", "y", "x", "color", "xOffset", "facet", "row", "column"];

// The marks of a view, in drawing order, each with every channel that holds for it.
export function units(view, shared = {}) {
  const encoding = { ...shared, ...view.encoding };
  const { mark } = view;
  const own = has(view, "mark") ? [{ mark: mark.type ?? mark, encoding, hasPoints: Boolean(mark.point) }] : [];
  return [...own, ...innerViews(view).flatMap((inner) => units(inner, has(view, "layer") ? encoding : {}))];
}

// The views that a layered, concatenated or faceted view is made of.
export function innerViews(view) {
  return view.spec ? [view.spec] : (view[LISTS.find((word) => has(view, word))] ?? []);
}

// The fields that divide a chart into small ones.
export function facets(view) {
  const encoding = view.encoding ?? {};
  const by = view.facet ?? {};
  return [
    ...[encoding.facet, encoding.row, encoding.column, by, by.row, by.column]
      .filter((each) => isObject(each) && typeof each.field === "string")
      .map((each) => each.field),
    ...innerViews(view).flatMap(facets),
  ];
}

// How many rows each row becomes at most, where columns are folded into rows.
export function folded(spec) {
  const times = (spec.transform ?? []).reduce((product, each) => product * (each.fold?.length || 1), 1);
  return times * Math.max(1, ...innerViews(spec).map(folded));
}

// Every field that is named anywhere, and every one that is drawn as a time.
export function fieldsRead(spec) {
  return new Set(walked(spec, (part) => [part.field, ...(part.fold ?? []), ...(part.groupby ?? [])]));
}

export function timesRead(spec) {
  return new Set(walked(spec, (part) => (part.type === "temporal" || has(part, "timeUnit") ? [part.field] : [])));
}

// Whether a channel has a place for each value rather than a continuous scale.
export function isDiscrete(channel) {
  if (has(channel, "type")) {
    return ["ordinal", "nominal"].includes(channel.type);
  }

  return !["aggregate", "bin", "timeUnit"].some((name) => has(channel, name));
}

// "line chart: revenue by month, 12 points"; `names` gives the column of each field.
export function summary(spec, rows, names) {
  const drawn = units(spec);
  const main = drawn.find((unit) => has(KINDS, unit.mark)) ?? drawn[0];
  const [kind, usual] = KINDS[main.mark] ?? ["chart", "row"];
  const several = has(spec, "layer") ? [] : drawn.filter((unit) => unit !== main && unit.mark === main.mark);
  const what = subject([main, ...several], names) || title(spec);
  const noun = isComputed(spec, main) ? "row" : usual;
  const counted = `${rows.toLocaleString("en-US")} ${noun}${rows === 1 ? "" : "s"}`;
  return chartText(what ? `${kind}: ${what}, ${counted}` : `${kind}, ${counted}`);
}

function walked(spec, named) {
  if (Array.isArray(spec)) {
    return spec.flatMap((each) => walked(each, named));
  }

  if (!isObject(spec)) {
    return [];
  }

  const own = named(spec).filter((name) => typeof name === "string");
  return [...own, ...Object.values(spec).flatMap((each) => walked(each, named))];
}

function subject(drawn, names) {
  const measures = [];
  const groups = [];
  for (const [unit, channel] of drawn.flatMap((unit) => CHANNELS.map((channel) => [unit, channel]))) {
    const definition = unit.encoding[channel];
    if (!isObject(definition) || !(has(definition, "field") || has(definition, "aggregate"))) {
      continue;
    }

    const isMeasure = ["theta", "y", "x"].includes(channel) && definition.type === "quantitative";
    const chosen = isMeasure || has(definition, "aggregate") ? measures : groups;
    const name = nameOf(definition, names);
    if (!chosen.includes(name)) {
      chosen.push(name);
    }
  }

  const isScatter = drawn.length === 1 && measures.length === 2;
  if (isScatter && !["x", "y"].some((channel) => isDiscrete(drawn[0].encoding[channel] ?? {}))) {
    return [measures[0], [measures[1], ...groups].join(" and ")].join(" by ");
  }

  return [measures, groups].filter((part) => part.length).map((part) => part.join(" and ")).join(" by ");
}

function nameOf(definition, names) {
  if (typeof definition.title === "string" && definition.title) {
    return definition.title;
  }

  const field = definition.field ?? "";
  if (definition.aggregate === "count") {
    return "count";
  }

  const name = names.get(field) ?? field;
  return has(definition, "aggregate") ? `${definition.aggregate} of ${name}` : name;
}

// Whether the chart draws something else than one mark for each row.
function isComputed(spec, unit) {
  const channels = Object.values(unit.encoding).filter(isObject);
  return has(spec, "transform") || channels.some((each) => has(each, "aggregate") || Boolean(each.bin));
}

function title(spec) {
  const given = isObject(spec.title) ? spec.title.text : spec.title;
  return typeof given === "string" ? given : "";
}
