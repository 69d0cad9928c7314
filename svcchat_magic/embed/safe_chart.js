// A chart specification from a stream, rebuilt from what is allowed; nothing of it is passed on unread.
// The same as frames/safe_chart.py.

import { rebuiltEncoding, rebuiltFacet } from "./spec_channels.js";
import { Fields } from "./spec_fields.js";
import { COMPOSITE_MARKS, MARK, MARKS, TITLE, TITLE_TEXT, VIEW } from "./spec_grammar.js";
import {
  ChartRefused, DROPPED, all, choice, either, flag, has, isObject, kept, number, part,
} from "./spec_literals.js";
import { rebuiltTransforms } from "./spec_transforms.js";

const SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"; // a name: nothing is fetched from it
const MOST_CHARACTERS = 100_000;
const MOST_DEPTH = 12;
const MOST_VIEWS = 12;
export const LEAST_SIDE = 10;
export const MOST_SIDE = 1_600;

// A Vega-Lite v5 specification without data, for rows whose keys are fieldNames(columns).
export function rebuildSpec(specText, columns) {
  const rebuilt = new Views().rebuilt(readSpec(specText), Fields.of(columns));
  if (!readsAField(rebuilt)) {
    throw new ChartRefused("The chart draws no column of the result.");
  }

  return { $schema: SCHEMA, ...rebuilt };
}

function readSpec(specText) {
  if (specText.length > MOST_CHARACTERS || new TextEncoder().encode(specText).length > MOST_CHARACTERS) {
    throw new ChartRefused(`The chart's specification is longer than ${MOST_CHARACTERS / 1000} KB.`);
  }

  const given = readJson(specText);
  if (!isObject(given)) {
    throw new ChartRefused("The chart's specification is not an object.");
  }

  if (depth(given) > MOST_DEPTH) {
    throw new ChartRefused("The chart's specification is nested too deeply.");
  }

  return given;
}

function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new ChartRefused("The chart's specification is not JSON.");
  }
}

// How deep objects and lists stand in each other.
function depth(given) {
  let level = [given];
  let deep = 0;
  for (;;) {
    level = level
      .filter((each) => typeof each === "object" && each !== null)
      .flatMap((each) => (Array.isArray(each) ? each : Object.values(each)));
    if (!level.length) {
      return deep;
    }

    deep += 1;
  }
}

const side = (value) => {
  const pixels = number(-1e300, 1e300)(value);
  return pixels === DROPPED ? DROPPED : Math.min(Math.max(pixels, LEAST_SIDE), MOST_SIDE);
};
const SIDE = either(side, part({ step: number(4, 60) }));
const FRAME = { title: either(TITLE_TEXT, part(TITLE)), width: SIDE, height: SIDE, view: part(VIEW) };
const COMPOSITIONS = ["layer", "hconcat", "vconcat", "concat"];
const RESOLUTION = part(
  all(
    [
      "x", "y", "theta", "radius", "color", "fill", "stroke", "size", "shape", "opacity", "xOffset", "yOffset",
    ],
    choice("independent", "shared"),
  ),
);
const ARRANGED = {
  align: choice("all", "each", "none"),
  bounds: choice("full", "flush"),
  center: flag,
  columns: number(1, 40),
  resolve: part({ axis: RESOLUTION, legend: RESOLUTION, scale: RESOLUTION }),
  spacing: number(0, 200),
};

// Rebuilds a view and those inside it, and counts them.
class Views {
  count = 0;

  rebuilt(given, fields, inside = "") {
    this.count += 1;
    if (!isObject(given) || this.count > MOST_VIEWS) {
      throw new ChartRefused(`The chart has a part that is no chart, or more than ${MOST_VIEWS} parts.`);
    }

    const view = kept(given, inside === "layer" ? {} : FRAME);
    if (has(given, "transform")) {
      const [transforms, after] = rebuiltTransforms(given.transform, fields);
      fields = after;
      if (transforms.length) {
        view.transform = transforms;
      }
    }

    const composition = COMPOSITIONS.find((word) => has(given, word));
    if (composition) {
      return { ...view, ...this.composed(composition, given, fields) };
    }

    if (has(given, "spec") && has(given, "facet") && !inside) {
      return { ...view, ...this.faceted(given, fields) };
    }

    const encoding = has(given, "encoding") ? given.encoding : undefined;
    return { ...view, mark: mark(given.mark), encoding: rebuiltEncoding(encoding, fields) };
  }

  composed(word, given, fields) {
    if (!Array.isArray(given[word]) || !given[word].length) {
      throw new ChartRefused("The chart is made of parts that are not there.");
    }

    const done = { [word]: given[word].map((each) => this.rebuilt(each, fields, word)) };
    if (word === "layer") {
      const encoding = rebuiltEncoding(given.encoding, fields);
      if (Object.keys(encoding).length) {
        done.encoding = encoding;
      }
    }

    return { ...done, ...kept(given, ARRANGED) };
  }

  faceted(given, fields) {
    const { facet } = given;
    const sides = ["row", "column"].filter((each) => isObject(facet) && has(facet, each) && isObject(facet[each]));
    const divided = sides.map((each) => [each, rebuiltFacet(facet[each], fields)]);
    const by = sides.length
      ? Object.fromEntries(divided.filter(([, found]) => Object.keys(found).length))
      : rebuiltFacet(facet, fields);
    return { facet: by, spec: this.rebuilt(given.spec, fields, "facet"), ...kept(given, ARRANGED) };
  }
}

function mark(given) {
  const name = isObject(given) ? given.type : given;
  if (![...MARKS, ...COMPOSITE_MARKS].includes(name)) {
    throw new ChartRefused("The chart is drawn in a way that is not allowed here; lines, bars and points are.");
  }

  const properties = kept(given, MARK);
  return Object.keys(properties).length ? { type: name, ...properties } : name;
}

function readsAField(rebuilt) {
  if (isObject(rebuilt)) {
    return has(rebuilt, "field") || Object.values(rebuilt).some(readsAField);
  }

  return Array.isArray(rebuilt) && rebuilt.some(readsAField);
}
