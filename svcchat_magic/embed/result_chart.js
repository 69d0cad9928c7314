// A result's chart, ready to be drawn: the rebuilt specification, the result's rows, our quiet looks.
// The same as frames/result_charts.py; colours are legible on white and on black.

import { LEVEL, withLabels } from "./chart_labels.js";
import { facets, fieldsRead, folded, summary, timesRead } from "./chart_parts.js";
import { drawnColumn } from "./chart_times.js";
import { sized } from "./chart_sizes.js";
import { checkDrawn } from "./empty_charts.js";
import { rebuildSpec } from "./safe_chart.js";
import { fieldNames } from "./spec_fields.js";
import { ChartRefused } from "./spec_literals.js";

const MOST_ROWS = 5_000;
const MOST_FACETS = 40;
const GREY = "#767676";
const ACCENT = "#5b6ee1";
const SOFT = "rgba(128,128,128,.4)";
const INK = "currentColor"; // the page's own, in either theme
const PALE = { fill: INK, fillOpacity: 0.7 };
const LABELS = { labelFontSize: 11, titleFontSize: 11 };
const LOOKS = {
  usermeta: { embedOptions: { renderer: "svg" } },
  background: "transparent",
  padding: { left: 0, top: 5, right: 4, bottom: 5 },
  config: {
    view: { stroke: null },
    title: { anchor: "start", color: INK, fontSize: 13, fontWeight: 600, subtitleColor: INK },
    axis: {
      ...LABELS,
      labelPadding: 6,
      labelSeparation: 4,
      titleFontWeight: 500,
      gridColor: "rgba(128,128,128,.22)",
      tickColor: SOFT,
      domainColor: SOFT,
    },
    legend: { ...LABELS, titleFontWeight: 500 },
    header: LABELS,
    style: { "guide-label": PALE, "guide-title": { ...PALE, fontWeight: 500 }, "group-subtitle": PALE },
    mark: { color: ACCENT },
    text: { color: INK },
    rule: { color: GREY },
    range: {
      category: [ACCENT, "#2f9e6e", "#e08a3c", "#c2569b", "#3aa6b9", "#9a7b4f", "#7c6fd8", "#b5534c"],
    },
  },
};

// A whole specification with its rows, for that many pixels. Throws ChartRefused when there is none to draw.
export function chartOf(result, room) {
  if (!result.vegaSpec) {
    throw new ChartRefused("The service drew no chart for this result.");
  }

  if (!result.rows.length) {
    throw new ChartRefused("The result has no rows to draw.");
  }

  if (result.rows.length > MOST_ROWS) {
    throw new ChartRefused("The result has too many rows for a chart; ask for fewer, or for totals.");
  }

  const columns = result.columns.map((column) => column.name);
  const spec = rebuildSpec(result.vegaSpec, columns);
  const values = chartValues(result, columns, spec);
  const names = new Map([...fieldNames(columns)].map(([name, field]) => [field, name]));
  checkSize(spec, values);
  checkDrawn(spec, values, names);
  const description = summary(spec, values.length, names);
  const chart = withLabels(sized(spec, values, room), values);
  const config = { ...LOOKS.config, axisXDiscrete: LEVEL };
  return { ...chart, description, ...LOOKS, config, data: { values } };
}

// The rows with the fields that the chart reads.
function chartValues(result, columns, spec) {
  const read = fieldsRead(spec);
  const times = timesRead(spec);
  const drawn = [...fieldNames(columns)]
    .filter(([, field]) => read.has(field))
    .map(([name, field]) => {
      const at = columns.indexOf(name);
      return [field, drawnColumn(result.rows.map((row) => row[at] ?? null), times.has(field))];
    });
  return result.rows.map((_, at) => Object.fromEntries(drawn.map(([field, values]) => [field, values[at]])));
}

function checkSize(spec, values) {
  if (folded(spec) * values.length > MOST_ROWS) {
    throw new ChartRefused("The chart would make too many rows of its columns; ask for fewer.");
  }

  for (const field of facets(spec)) {
    if (new Set(values.map((row) => String(row[field]))).size > MOST_FACETS) {
      throw new ChartRefused(`The chart would fall into more than ${MOST_FACETS} small ones.`);
    }
  }
}
