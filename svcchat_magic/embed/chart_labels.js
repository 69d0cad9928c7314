// The names along a chart's foot: level where they fit, else slanted, and never over each other.
// The same as frames/chart_labels.py.

import { isDiscrete, units } from "./chart_parts.js";
import { has } from "./spec_literals.js";

const LETTER = 6.5; // pixels of a letter at this size
const LINE = 14; // and of a line of slanted names
const LEVEL = { labelAngle: 0, labelLimit: 140, labelOverlap: true };
const SLANTED = { ...LEVEL, labelAngle: -35, labelAlign: "right", labelBaseline: "middle" };

// The configuration for a chart so wide; what the chart itself says of its axis goes before it.
export function footLabels(spec, values, width) {
  for (const unit of units(spec)) {
    const across = unit.encoding.x ?? {};
    if (!isDiscrete(across) || !across.field || has(across, "timeUnit")) {
      continue;
    }

    const names = new Set(values.map((row) => String(row[across.field] ?? null)));
    const longest = Math.max(0, ...[...names].map((name) => Array.from(name).length));
    if (longest * LETTER * names.size > width) {
      return { axisXDiscrete: { ...SLANTED, labelOverlap: names.size * LINE > width } };
    }
  }

  return { axisXDiscrete: LEVEL };
}
