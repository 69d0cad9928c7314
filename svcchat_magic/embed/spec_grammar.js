// The properties that marks, axes, legends, scales and titles may have: what is not listed is not drawn.
// The same list as frames/chart_grammar.py; tests/browser/test_embed_charts.py compares what both let through.

import {
  all, choice, colour, either, flag, many, named, nothing, number, numberFormat, part, scalar, text, timeUnit, titleText,
} from "./spec_literals.js";

export const MARKS = ["bar", "line", "area", "point", "circle", "square", "tick", "rect", "rule", "text", "arc", "trail"];
export const COMPOSITE_MARKS = ["boxplot", "errorbar", "errorband"];
export const TYPES = ["quantitative", "temporal", "ordinal", "nominal"];
export const AGGREGATES = [
  "count", "valid", "missing", "distinct", "sum", "mean", "average", "median", "min", "max",
  "q1", "q3", "ci0", "ci1", "stdev", "stdevp", "stderr", "variance", "variancep", "product"
];
export const WINDOW_OPERATIONS = [
  "row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile",
  "lag", "lead", "first_value", "last_value", "nth_value"
];
export const SHAPES = [
  "circle", "square", "cross", "diamond", "stroke",
  "triangle", "triangle-up", "triangle-down", "triangle-right", "triangle-left"
];
export const SCHEMES = [
  "accent", "category10", "category20", "dark2", "paired", "pastel1", "pastel2", "set1", "set2", "set3",
  "tableau10", "tableau20", "blues", "tealblues", "teals", "greens", "browns", "oranges", "reds", "purples",
  "warmgreys", "greys", "viridis", "magma", "inferno", "plasma", "cividis", "turbo", "bluegreen",
  "bluepurple", "goldgreen", "goldorange", "goldred", "greenblue", "orangered", "purpleblue", "purplered",
  "redpurple", "yellowgreenblue", "yellowgreen", "yelloworangered", "blueorange", "brownbluegreen",
  "purplegreen", "pinkyellowgreen", "purpleorange", "redblue", "redgrey", "redyellowblue",
  "redyellowgreen", "spectral", "rainbow", "sinebow"
];

export const FRACTION = number(0, 1);
const SIZE = number(0, 1_000);
const FONT_SIZE = number(1, 60);
const WIDTH = number(0, 50);
const ANGLE = number(-360, 360);
const DASH = many(number(0, 100), 4);
const WEIGHT = either(choice("normal", "bold", "lighter", "bolder"), number(100, 900));
const STYLE = choice("normal", "italic");
const ALIGN = choice("left", "center", "right");
const BASELINE = choice("top", "middle", "bottom", "alphabetic", "line-top", "line-bottom");
const ANCHOR = either(choice("start", "middle", "end"), nothing);
const SIDE = choice("left", "right", "top", "bottom");
const FORMAT_TYPE = choice("number", "time");
// Finer intervals over a long time are more ticks than a page can draw.
const TICK_INTERVAL = choice("year", "month");

export const TITLE_TEXT = either(titleText, nothing, many(titleText, 4));

const FILLED = {
  color: colour,
  fill: either(colour, nothing),
  stroke: either(colour, nothing),
  opacity: FRACTION,
  fillOpacity: FRACTION,
  strokeOpacity: FRACTION,
  strokeWidth: WIDTH,
  strokeDash: DASH,
  filled: flag,
};
const POINT = {...FILLED, size: number(0, 10_000), shape: choice(...SHAPES)};
const PIECE = either(flag, part({...POINT, thickness: WIDTH, extent: number(0, 1_000)}));
const BAND = either(number(0, 1_600), part({band: FRACTION}));

export const MARK = {
  ...POINT,
  ...named(["", "End", "TopLeft", "TopRight", "BottomLeft", "BottomRight"], (at) => `cornerRadius${at}`, SIZE),
  ...all(["innerRadius", "outerRadius", "radius", "radiusOffset"], number(0, 2_000)),
  ...all(["theta", "theta2", "thetaOffset", "padAngle"], number(-10, 10)),
  ...all(["xOffset", "yOffset", "x2Offset", "y2Offset", "dx", "dy"], number(-1_000, 1_000)),
  ...all(["box", "median", "rule", "outliers", "borders", "band"], PIECE),
  interpolate: choice(
    "linear", "linear-closed", "step", "step-before", "step-after", "basis", "cardinal", "monotone", "natural",
  ),
  tension: FRACTION,
  strokeCap: choice("butt", "round", "square"),
  strokeJoin: choice("miter", "round", "bevel"),
  point: either(flag, choice("transparent"), part(POINT)),
  line: either(flag, part(FILLED)),
  tooltip: either(flag, nothing, part({content: choice("encoding", "data")})),
  ticks: PIECE,
  orient: choice("horizontal", "vertical"),
  width: BAND,
  height: BAND,
  binSpacing: SIZE,
  bandSize: SIZE,
  thickness: WIDTH,
  extent: either(choice("min-max", "iqr", "stdev", "stderr", "ci"), number(0, 100)),
  invalid: either(choice("filter", "break-paths-filter-domains", "break-paths-show-domains"), nothing),
  clip: flag,
  text: text,
  align: ALIGN,
  baseline: BASELINE,
  angle: ANGLE,
  fontSize: FONT_SIZE,
  fontWeight: WEIGHT,
  fontStyle: STYLE,
  limit: number(0, 2_000),
  lineHeight: number(0, 200),
};

const LABELS = {
  format: numberFormat,
  formatType: FORMAT_TYPE,
  labelAngle: ANGLE,
  labelAlign: ALIGN,
  labelBaseline: BASELINE,
  labelColor: colour,
  labelFontSize: FONT_SIZE,
  labelFontStyle: STYLE,
  labelFontWeight: WEIGHT,
  labelLimit: number(0, 2_000),
  labelOpacity: FRACTION,
  labelPadding: number(-200, 200),
  title: TITLE_TEXT,
  titleAlign: ALIGN,
  titleAnchor: ANCHOR,
  titleAngle: ANGLE,
  titleBaseline: BASELINE,
  titleColor: colour,
  titleFontSize: FONT_SIZE,
  titleFontStyle: STYLE,
  titleFontWeight: WEIGHT,
  titleLimit: number(0, 2_000),
  titleOpacity: FRACTION,
  titlePadding: number(-200, 200),
};
const TICK_COUNT = either(
  number(0, 100), TICK_INTERVAL, part({interval: TICK_INTERVAL, step: number(1, 1_000)})
);

export const AXIS = {
  ...LABELS,
  ...named(["grid", "domain", "tick"], (at) => `${at}Color`, colour),
  ...named(["grid", "domain", "tick"], (at) => `${at}Dash`, DASH),
  ...named(["grid", "domain", "tick"], (at) => `${at}Opacity`, FRACTION),
  ...named(["grid", "domain", "tick"], (at) => `${at}Width`, WIDTH),
  ...all(["domain", "grid", "labels", "ticks", "tickExtra", "tickRound"], flag),
  ...all(["offset", "position", "titleX", "titleY", "tickOffset"], number(-2_000, 2_000)),
  bandPosition: FRACTION,
  labelBound: either(flag, SIZE),
  labelFlush: either(flag, SIZE),
  labelOffset: number(-200, 200),
  labelOverlap: either(flag, choice("parity", "greedy")),
  labelSeparation: number(0, 200),
  maxExtent: SIZE,
  minExtent: SIZE,
  orient: SIDE,
  tickBand: choice("center", "extent"),
  tickCount: TICK_COUNT,
  tickMinStep: number(0, 1e300),
  tickSize: number(-100, 100),
  values: many(scalar, 200),
  zindex: number(0, 10),
};

export const LEGEND = {
  ...LABELS,
  ...all(["offset", "legendX", "legendY"], number(-2_000, 2_000)),
  ...all(["padding", "rowPadding", "columnPadding"], number(0, 200)),
  columns: number(0, 40),
  cornerRadius: SIZE,
  direction: choice("horizontal", "vertical"),
  gradientLength: SIZE,
  gradientThickness: SIZE,
  labelOffset: number(-200, 200),
  labelOverlap: either(flag, choice("parity", "greedy")),
  orient: choice(
    "none", "left", "right", "top", "bottom", "top-left", "top-right", "bottom-left", "bottom-right"
  ),
  symbolLimit: number(0, 200),
  symbolOpacity: FRACTION,
  symbolSize: number(0, 10_000),
  symbolStrokeWidth: WIDTH,
  symbolType: choice(...SHAPES),
  tickCount: TICK_COUNT,
  titleOrient: SIDE,
  type: choice("symbol", "gradient"),
  values: many(scalar, 200),
};

export const HEADER = {
  ...LABELS,
  labelAnchor: ANCHOR,
  labelOrient: SIDE,
  labels: flag,
  orient: SIDE,
  titleOrient: SIDE,
};

const RANGE = either(
  choice("category", "ordinal", "diverging", "ramp", "heatmap", "symbol", "width", "height"),
  many(either(colour, number(-10_000, 10_000), choice(...SHAPES), many(number(0, 100), 4)), 200),
);
export const SCALE = {
  type: choice(
    "linear", "log", "pow", "sqrt", "symlog", "time", "utc", "ordinal", "band", "point", "bin-ordinal", "quantile", "quantize", "threshold",
  ),
  domain: either(many(scalar), choice("unaggregated")),
  domainMax: scalar,
  domainMid: number(-1e300, 1e300),
  domainMin: scalar,
  range: RANGE,
  rangeMax: either(number(-10_000, 10_000), colour),
  rangeMin: either(number(-10_000, 10_000), colour),
  scheme: choice(...SCHEMES),
  align: FRACTION,
  base: number(2, 100),
  clamp: flag,
  constant: number(1e-6, 1e9),
  exponent: number(0.1, 10),
  nice: either(flag, number(0, 100), choice("year", "month", "week", "day", "hour", "minute", "second")),
  padding: number(0, 1_000),
  paddingInner: FRACTION,
  paddingOuter: number(0, 100),
  reverse: flag,
  round: flag,
  zero: flag,
};

export const TITLE = {
  text: TITLE_TEXT,
  subtitle: TITLE_TEXT,
  align: ALIGN,
  anchor: ANCHOR,
  angle: ANGLE,
  baseline: BASELINE,
  color: colour,
  dx: number(-1_000, 1_000),
  dy: number(-1_000, 1_000),
  fontSize: FONT_SIZE,
  fontStyle: STYLE,
  fontWeight: WEIGHT,
  frame: choice("bounds", "group"),
  limit: number(0, 2_000),
  lineHeight: number(0, 200),
  offset: number(-200, 200),
  orient: SIDE,
  subtitleColor: colour,
  subtitleFontSize: FONT_SIZE,
  subtitleFontStyle: STYLE,
  subtitleFontWeight: WEIGHT,
  subtitlePadding: number(-200, 200),
};

export const VIEW = {
  cornerRadius: SIZE,
  fill: either(colour, nothing),
  fillOpacity: FRACTION,
  stroke: either(colour, nothing),
  strokeOpacity: FRACTION,
  strokeWidth: WIDTH,
};

export const TIME_UNIT = either(timeUnit, part({unit: timeUnit, step: number(1, 1_000)}));
export const BIN = either(flag, nothing, choice("binned"), part({maxbins: number(2, 100), nice: flag}));
