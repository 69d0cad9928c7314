// SQL with coloured keywords and strings, as elements.

import { element } from "./elements.js";
import { visible } from "./visible_text.js";

const MOST = 20_000;
const WORDS = new Set(
  (
    "select from where group by having order limit offset as and or not in is null like ilike between " +
    "exists case when then else end distinct all union intersect except join left right full inner outer " +
    "cross lateral on using with recursive over partition rows range preceding following unbounded " +
    "current row asc desc nulls first last true false cast interval date timestamp qualify filter values "
  ).trim().split(" "),
);
const TOKEN = new RegExp(
  "(?<string>'(?:[^']|'')*'?)" +
    "|(?<comment>--[^\\n]*|/\\*(?:[^*]|\\*(?!/))*(?:\\*/)?)" +
    '|"(?:[^"]|"")*"?' +
    "|(?<word>[A-Za-z_]\\w*)(?<call>(?=\\s{0,3}\\())?" +
    "|[^'\"A-Za-z_/-]+|.",
  "gs",
);

export function sqlElements(sql) {
  const made = document.createDocumentFragment();
  for (const token of visible(sql, MOST).matchAll(TOKEN)) {
    const kind = kindOf(token.groups);
    made.append(kind ? element("span", { className: kind }, token[0]) : token[0]);
  }

  return made;
}

function kindOf({ string, comment, word, call }) {
  if (string !== undefined) {
    return "sql-string";
  }

  if (comment !== undefined) {
    return "sql-comment";
  }

  return word !== undefined && (call !== undefined || WORDS.has(word.toLowerCase())) ? "sql-word" : "";
}
