// Text from elsewhere made safe to look at: what would hide, reorder or overwrite it is shown instead.
// The same as protocol/visible_text.py.

export const MOST_CHARACTERS = 200_000;

const TERMINAL_SEQUENCE = new RegExp(
  "\\x1b\\[[0-?]*[ -/]*[@-~]" +
    "|\\x1b[\\]PX^_][^\\x07\\x1b\\x9c\\n]*(?:\\x07|\\x1b\\\\|\\x9c)" +
    "|\\x1b[ -/]+[0-~]|\\x1b[0-OQ-WYZ\\\\`-~]",
  "gu",
);
const HIDDEN =
  "\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f" + // controls, without tab and newline
  "\\xad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u3164\\uffa0" + // invisible letters and marks
  "\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f" + // direction, separators
  "\\u200b-\\u200d\\ufeff" + // zero width
  "\\ufe00-\\ufe0d\\ufff0-\\ufffb\\ufffe\\uffff\\u{e0000}-\\u{e0fff}"; // selectors, tags: text inside text
const EMOJI = "\\u2600-\\u27bf\\u{1f000}-\\u{1faff}";
const SHOWN = new RegExp(
  `[\\ud800-\\udfff]|(?<=[${EMOJI}\\ufe0f])\\u200d(?=[${EMOJI}])|([${HIDDEN}])\\1*`,
  "gu",
);
const PLAIN = /^[\n\t -~]*$/;

// Tabs and newlines stay, terminal sequences go, other controls read as ‹U+202E›, half characters become U+FFFD.
export function visible(text, cap = MOST_CHARACTERS) {
  const shown = capped(text, cap).replaceAll("\r\n", "\n");
  if (PLAIN.test(shown)) {
    return shown;
  }

  return shown.replace(TERMINAL_SEQUENCE, "").replace(SHOWN, named);
}

export function capped(text, cap = MOST_CHARACTERS) {
  if (text.length <= cap) {
    return text;
  }

  const characters = Array.from(text);
  if (characters.length <= cap) {
    return text;
  }

  const [most, all] = [cap, characters.length].map((count) => count.toLocaleString("en-US"));
  return `${characters.slice(0, cap).join("")}\n\n… cut here: the first ${most} of ${all} characters are shown`;
}

function named(run, hidden) {
  const code = run.codePointAt(0);
  if (code >= 0xd800 && code <= 0xdfff) {
    return "\ufffd";
  }

  if (hidden === undefined) {
    return run;
  }

  const count = run.length / hidden.length;
  const times = count > 1 ? ` ×${count}` : "";
  return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}${times}›`;
}
