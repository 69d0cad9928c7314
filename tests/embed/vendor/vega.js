// What charts are drawn with. vega-embed is left out: its menu, its addresses and its style sheet are not wanted.
export { View, parse } from "vega";
export { compile } from "vega-lite";
export { expressionInterpreter } from "vega-interpreter";
