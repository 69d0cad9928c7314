// One result: its title, its chart, table and SQL as tabs, and an honest count of its rows.

import { MOST_COLUMNS, NULL, counted, rowCount, shownColumns } from "./cells.js";
import { Chart } from "./chart.js";
import { element, freshId } from "./elements.js";
import { withRows } from "./results.js";
import { Refused } from "./service.js";
import { sqlElements } from "./sql.js";
import { visible } from "./visible_text.js";

const FIRST_ROWS = 10;
const MOST_ROWS = 5_000; // as many as a chart draws
const MOST_ON_A_LINE = 32;
const COPIED_MILLISECONDS = 2_000;

// `announce` takes a sentence for screen readers; `load` has `chart` by a uuid and a width, and `rows` by a uuid and how
// many at most.
export function resultElement(result, announce, load) {
  const title = visible(result.title || "Result", 200);
  const heading = element("h3", { id: freshId("result") }, title);
  const section = element("section", { className: "result", "aria-labelledby": heading.id });
  const loaded = (whole) => {
    section.querySelector(".result-head > .muted").replaceWith(total(whole));
    announce(`${counted(whole.rows.length)} rows loaded`);
  };
  const table = ["Table", tableElement(result, title, load, loaded)];
  const rest = [table, ...(result.sql ? [["SQL", sqlElement(result.sql, announce)]] : [])];
  const fill = (panels, ...below) => {
    const named = panels.map(([name, panel]) => [name, panel]); // the tabs put a frame around each
    const head = element("div", { className: "result-head" }, heading, total(result), ...tabs(named, title));
    section.replaceChildren(head, ...named.map(([, panel]) => panel), ...below);
  };
  const refused = (why) => {
    const hadFocus = section.contains(document.activeElement);
    fill(rest, element("p", { className: "muted small" }, `No chart: ${why}`));
    if (hadFocus) {
      section.querySelector("[role=tab]").focus();
    }
  };
  const chart = result.vegaSpec ? new Chart((width) => load.chart(result.uuid, width), refused) : null;
  fill([...(chart ? [["Chart", chart.element]] : []), ...rest]);
  return section;
}

// How many rows there are, also where only some of them were loaded.
function total(result) {
  const [loaded, all] = [result.rows.length, result.totalRows].map((count) => count.toLocaleString("en-US"));
  const count = result.totalRows > result.rows.length ? `${loaded} of ${all}` : all;
  return element("span", { className: "muted small" }, `${count} ${count === "1" ? "row" : "rows"}`);
}

// The row of tabs over panels; arrows, Home and End move between them, as people with keyboards expect.
function tabs(panels, title) {
  const buttons = panels.map(([name, panel], at) => {
    const button = element("button", { type: "button", role: "tab", id: freshId("tab") }, name);
    const frame = element("div", { role: "tabpanel", id: freshId("panel"), "aria-labelledby": button.id });
    frame.tabIndex = name === "Chart" ? 0 : -1; // the others hold something to go to
    frame.append(panel);
    panels[at][1] = frame;
    button.setAttribute("aria-controls", frame.id);
    return button;
  });
  const choose = (chosen) => {
    buttons.forEach((button, at) => {
      button.setAttribute("aria-selected", String(at === chosen));
      button.tabIndex = at === chosen ? 0 : -1;
      panels[at][1].hidden = at !== chosen;
    });
  };
  buttons.forEach((button, at) => {
    button.addEventListener("click", () => choose(at));
    button.addEventListener("keydown", (event) => {
      const next = moved(event.key, at, buttons.length);
      if (next !== null) {
        event.preventDefault();
        choose(next);
        buttons[next].focus();
      }
    });
  });
  choose(0);
  return [element("div", { className: "tabs", role: "tablist", "aria-label": `Views of ${title}` }, ...buttons)];
}

function moved(key, at, count) {
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: count - 1 }[key];
  return to === undefined ? null : (to + count) % count;
}

// `loaded` takes the result once it has more rows.
function tableElement(result, title, load, loaded) {
  const place = element("div", { className: "table" });
  draw(FIRST_ROWS);
  return place;

  function draw(limit, ...more) {
    const count = element("p", { className: "muted small" }, rowCount(result, limit));
    const left = result.columns.length - MOST_COLUMNS;
    if (left > 0) {
      count.append(` · ${left} more columns are not shown`);
    }

    const most = Math.min(result.totalRows, MOST_ROWS);
    if (result.rows.length > limit || (result.rows.length < most && result.uuid)) {
      const all = result.totalRows > most ? `Show the first ${counted(most)} rows` : `Show all ${counted(most)} rows`;
      const button = element("button", { type: "button", className: "plain" }, all);
      button.addEventListener("click", () => void show(button, most));
      count.append(" · ", button);
    }

    place.replaceChildren(...(result.rows.length ? [rowsElement(result, limit, title)] : []), count, ...more);
  }

  // Draws the rows that there are room for, and loads those that the answer left out before.
  async function show(button, most) {
    button.disabled = true;
    try {
      if (result.rows.length < most) {
        result = withRows(result, await load.rows(result.uuid, most));
        loaded(result);
      }

      draw(result.rows.length);
    } catch (cause) {
      const why = cause instanceof Refused && cause.message ? cause.message : "The rows could not be loaded.";
      draw(result.rows.length, element("p", { className: "muted small", role: "status" }, visible(why, 500)));
    }

    place.firstElementChild?.focus();
  }
}

function rowsElement(result, limit, title) {
  const columns = shownColumns(result, limit);
  const side = (column) => (column.isNumber ? "number" : isLong(column) ? "lines" : "line");
  const head = columns.map((column) => element("th", { scope: "col", className: side(column) }, column.name));
  const rows = Array.from({ length: Math.min(limit, result.rows.length) }, (_, at) =>
    element("tr", {}, ...columns.map((column) => cell(column.cells[at], side(column)))),
  );
  const table = element(
    "table",
    {},
    element("caption", { className: "unseen" }, title),
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...rows),
  );
  return element("div", { className: "wide", tabIndex: 0, role: "region", "aria-label": `Rows of ${title}` }, table);
}

// Whether its cells are sentences; a date or a name is never broken into lines.
function isLong(column) {
  return column.cells.some((text) => (text ?? "").length > MOST_ON_A_LINE);
}

function cell(text, side) {
  return text === null ? element("td", { className: `${side} none` }, NULL) : element("td", { className: side }, text);
}

function sqlElement(sql, announce) {
  const code = element("pre", { tabIndex: 0 }, element("code", {}, sqlElements(sql)));
  const button = element("button", { type: "button", className: "copy" }, "Copy");
  button.addEventListener("click", async () => {
    const done = await copied(visible(sql), code);
    button.textContent = done ? "Copied" : "Selected";
    announce(done ? "SQL copied" : "SQL selected; press Control C to copy it");
    setTimeout(() => { button.textContent = "Copy"; }, COPIED_MILLISECONDS);
  });
  return element("div", { className: "sql" }, button, code);
}

// Inside a frame the clipboard may be closed to the page; then the text is at least selected.
async function copied(text, node) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection().selectAllChildren(node);
    return false;
  }
}
