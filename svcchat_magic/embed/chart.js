// Draws a result's chart, exactly as the service laid it out for the width that there is. The library is loaded with
// the first one; it runs expressions by an interpreter, never as code, and its loader refuses every address.

import { element } from "./elements.js";
import { visible } from "./visible_text.js";

const LEAST_WIDTH = 100; // narrower, or wider, than the service lays out
const MOST_WIDTH = 1_600;
const LEAST_CHANGE = 8; // pixels of width that are worth drawing anew
const SETTLED_MILLISECONDS = 120;
const SILENT = Object.fromEntries(["level", "error", "warn", "info", "debug"].map((name) => [name, () => SILENT]));
const FONT = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

let library = null;

export class Chart {
  #ask;
  #refused;
  #width = 0;
  #view = null;
  #timer = 0;

  // `ask` takes a width and gives {chart} or {refused}; `refused` takes the sentence of a refusal.
  constructor(ask, refused) {
    this.#ask = ask;
    this.#refused = refused;
    const waiting = element("p", { className: "muted" }, "Drawing the chart…");
    this.element = element("div", { className: "chart" }, waiting);
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
    const reply = await this.#asked(width);
    if (reply === null || width !== this.#width) {
      return; // there is none, or the page has another width by now
    }

    if (typeof reply.refused === "string") {
      this.#refused(visible(reply.refused, 500));
      return;
    }

    const drawn = element("div", { "aria-hidden": "true" }); // told by the label around it
    try {
      const view = await viewOf(reply.chart, drawn);
      this.#view?.finalize();
      this.#view = view;
      this.element.setAttribute("role", "img");
      this.element.setAttribute("aria-label", visible(String(reply.chart.description), 500));
      this.element.replaceChildren(drawn);
    } catch {
      this.element.removeAttribute("role");
      this.element.removeAttribute("aria-label");
      this.element.replaceChildren(element("p", { className: "muted" }, "This chart could not be drawn; see the table."));
    }
  }

  // The service's reply; without one, the chart that is drawn already stays as it is.
  async #asked(width) {
    try {
      return await this.#ask(Math.min(Math.max(width, LEAST_WIDTH), MOST_WIDTH));
    } catch {
      if (!this.#view && width === this.#width) {
        const again = element("button", { type: "button", className: "plain" }, "Try again");
        again.addEventListener("click", () => void this.#draw(this.#width));
        const sentence = "This chart could not be loaded; see the table. ";
        this.element.replaceChildren(element("p", { className: "muted" }, sentence, again));
      }

      return null;
    }
  }
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
