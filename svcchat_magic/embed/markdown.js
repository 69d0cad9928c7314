// Markdown of an answer as elements. The parser's tokens are read one by one and only the listed ones are made;
// no markup is ever written, so there is none to be cleaned. The same rules as notebook/safe_text.py.

import MarkdownIt from "./vendor/markdown-it.js";
import { element } from "./elements.js";
import { MOST_CHARACTERS, capped, visible } from "./visible_text.js";

const MOST_MARKS = 15_000; // ten times what a long answer holds; parsing costs time by the mark
const MARK = /[\n[\]*_~`<>&|\\#]/g;
const WEB_ADDRESS = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][!#-;=?-[\]-_a-z{-~]*)?$/i;
const LOWEST_HEADING = 6;
const BLOCKS = {
  paragraph_open: "p",
  blockquote_open: "blockquote",
  bullet_list_open: "ul",
  ordered_list_open: "ol",
  list_item_open: "li",
  thead_open: "thead",
  tbody_open: "tbody",
  tr_open: "tr",
  th_open: "th",
  td_open: "td",
};
const INLINE = { strong_open: "strong", em_open: "em", s_open: "s" };

const blocks = new MarkdownIt("commonmark", { html: false, linkify: false, maxNesting: 20 })
  .enable(["table", "strikethrough"])
  .disable(["image", "reference", "html_block", "html_inline"]);
const line = new MarkdownIt("zero", { html: false, maxNesting: 20 }).enable(["emphasis", "backticks", "escape"]);

// The elements of an answer; what is too long or has too many marks is shown as it came.
export function markdownElements(source) {
  const shown = visible(capped(source), MOST_CHARACTERS + 100);
  const end = markdownEnd(shown);
  const made = document.createDocumentFragment();
  fill(made, blocks.parse(shown.slice(0, end), {}));
  const rest = shown.slice(end);
  if (rest.trim()) {
    made.append(element("p", { className: "as-it-came" }, rest));
  }

  return made;
}

// Markdown that broke off, or is on its way, with the last bold words ended: no marks stand in the text.
export function closed(source) {
  const last = source.slice(source.lastIndexOf("\n\n") + 1);
  const marks = (text) => text.split("**").length - 1;
  if (last.includes("`") || marks(last) % 2 === 0) {
    return source;
  }

  const words = source.replace(/[*\s]+$/, "");
  return marks(words) === marks(source) ? `${words}**` : words;
}

// One line of thought: strong, emphasis and code; everything else as text.
export function markdownLine(source) {
  const made = document.createDocumentFragment();
  const text = visible(source.slice(0, 20_000)).split(/\s+/).join(" ").trim();
  fill(made, line.parseInline(text, {}));
  return made;
}

function markdownEnd(text) {
  let found = 0;
  MARK.lastIndex = 0;
  while (MARK.exec(text) !== null) {
    found += 1;
    if (found > MOST_MARKS) {
      return text.lastIndexOf("\n", MARK.lastIndex - 1) + 1;
    }
  }

  return text.length;
}

// Adds the tokens' elements to `root`; a token that is not listed brings its text alone.
function fill(root, tokens) {
  const open = [root];
  for (const token of tokens) {
    const place = open.at(-1);
    if (token.children) {
      fill(place, token.children);
    } else if (token.nesting === 1) {
      const made = opened(token);
      if (made === null) {
        open.push(place);
      } else {
        place.append(made);
        open.push(made.querySelector("table") ?? made);
      }
    } else if (token.nesting === -1) {
      open.pop();
    } else {
      place.append(leaf(token));
    }
  }
}

// The element that a token begins, or null for one that is not there, or not allowed.
function opened(token) {
  if (token.hidden) {
    return null;
  }

  if (token.type === "heading_open") {
    const level = Math.min(Number(token.tag.slice(1)) + 2, LOWEST_HEADING); // the page has two above
    return element(`h${level}`);
  }

  if (token.type === "table_open") {
    const label = "Table of the answer";
    return element("div", { className: "wide", tabIndex: 0, role: "region", "aria-label": label }, element("table"));
  }

  if (token.type === "link_open") {
    const href = token.attrGet("href") ?? "";
    return WEB_ADDRESS.test(href)
      ? element("a", { href, target: "_blank", rel: "noopener noreferrer nofollow" })
      : null;
  }

  const name = Object.hasOwn(BLOCKS, token.type) ? BLOCKS[token.type] : INLINE[token.type];
  return name === undefined ? null : dressed(element(name), token);
}

function dressed(made, token) {
  const side = /^text-align:(left|center|right)$/.exec(token.attrGet("style") ?? "");
  if (side) {
    made.classList.add(side[1]);
  }

  const start = token.attrGet("start");
  if (made.localName === "ol" && start !== null && /^\d{1,9}$/.test(String(start))) {
    made.start = Number(start);
  }

  return made;
}

function leaf(token) {
  switch (token.type) {
    case "code_inline":
      return element("code", {}, visible(token.content));
    case "fence":
    case "code_block":
      return element("pre", { tabIndex: 0 }, element("code", {}, visible(token.content)));
    case "hr":
      return element("hr");
    case "hardbreak":
      return element("br");
    case "softbreak":
      return "\n";
    default:
      return visible(token.content);
  }
}
