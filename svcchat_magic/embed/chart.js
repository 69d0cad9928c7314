// Draws a result's chart. The library is loaded with the first one; it runs expressions by an interpreter, never
// as code, and its loader refuses every address.

import { chartOf } from "./result_chart.js";
import { element } from "./elements.js";
import { visible } from "./visible_text.js";

const LEAST_CHANGE = 8; // pixels of width that are worth drawing anew
const LAST_NUMBER = 10; // pixels that may stand beyond what was measured
const SETTLED_MILLISECONDS = 120;
const SILENT = Object.fromEntries(["level", "error", "warn", "info", "debug"].map((name) => [name, () => SILENT]));
const FONT = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

let library = null;

export class Chart {
  #result;
  #width = 0;
  #view = null;
  #timer = 0;

  // Throws ChartRefused when the result has no chart that can be drawn.
  constructor(result) {
    this.#result = result;
    const { description } = chartOf(result, 600);
    this.description = description;
    this.element = element("div", { className: "chart", role: "img", "aria-label": description });
    new ResizeObserver(() => this.#resized()).observe(this.element);
  }

  #resized() {
    const width = Math.floor(this.element.clientWidth);
    if (width && Math.abs(width - this.#width) >= LEAST_CHANGE) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#draw(width), this.#width ? SETTLED_MILLISECONDS : 0);
    }
  }

  async #draw(width) {
    this.#width = width;
    const drawn = element("div", { "aria-hidden": "true" }); // told by the label around it
    try {
      const view = await viewOf(ofThePage(chartOf(this.#result, width), this.#result.title, width), drawn);
      this.#view?.finalize();
      this.#view = view;
      this.element.replaceChildren(drawn);
    } catch {
      this.element.replaceChildren(element("p", { className: "muted" }, "This chart could not be drawn; see the table."));
    }
  }
}

// As wide as the page has room, and without the title that stands above it already.
function ofThePage(spec, title, width) {
  const own = typeof spec.title === "object" && spec.title !== null ? spec.title : { text: spec.title };
  const { text, subtitle, ...looks } = own;
  const told = text === title ? subtitle : text;
  const named = {
    ...spec,
    title: told && told !== text ? { ...looks, text: told, fontSize: 12, fontWeight: "normal" } : told && spec.title,
  };
  // A single chart counts its axes into its width, and measures where the last number stands before it does.
  return spec.autosize ? { ...named, width, padding: { ...spec.padding, right: LAST_NUMBER } } : named;
}

async function viewOf(spec, container) {
  library ??= import("./vendor/vega.js");
  const { View, compile, expressionInterpreter, parse } = await library;
  const config = { aria: false, font: FONT };
  const compiled = compile(spec, { config, logger: SILENT }).spec;
  const view = new View(parse(compiled, {}, { ast: true }), {
    expr: expressionInterpreter,
    loader: REFUSING,
    logger: SILENT,
    renderer: "svg",
    container,
    hover: true,
    tooltip: showTip,
  });
  await view.runAsync();
  container.querySelector("form")?.remove(); // an empty place for controls that no chart here has
  return view;
}

const refuse = () => Promise.reject(new Error("Charts load nothing."));
const REFUSING = { options: {}, load: refuse, sanitize: refuse, http: refuse, file: refuse };

const tip = element("div", { className: "tip", hidden: true, "aria-hidden": "true" });

// A tooltip of names and values, as text.
function showTip(_handler, event, _item, value) {
  if (value === null || value === undefined || value === "") {
    tip.hidden = true;
    return;
  }

  const rows = typeof value === "object" ? Object.entries(value) : [["", value]];
  const shown = rows.slice(0, 20).flatMap(([name, each]) => [
    element("dt", {}, visible(String(name), 80)),
    element("dd", {}, visible(String(each), 200)),
  ]);
  tip.replaceChildren(element("dl", {}, ...shown));
  document.body.append(tip);
  tip.hidden = false;
  const { offsetWidth, offsetHeight } = tip;
  tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, innerWidth - offsetWidth - 4))}px`;
  tip.style.top = `${Math.max(4, Math.min(event.clientY + 14, innerHeight - offsetHeight - 4))}px`;
}

addEventListener("scroll", () => { tip.hidden = true; }, { capture: true, passive: true });
