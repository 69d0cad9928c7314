"""Make untrusted text safe to display by showing hidden and reordering characters."""

import re

MOST_CHARACTERS = 200_000

# Terminal sequences for colours, cursor movements and links. None spans lines, so text can be handled line by
# line; an unterminated one is kept, as removing it would hide the text after it.
_TERMINAL_SEQUENCE = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|\x1b[\]PX^_][^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)"  # OSC and similar: titles, hyperlinks
    r"|\x1b[ -/]+[0-~]|\x1b[0-OQ-WYZ\\`-~]"
)

_HIDDEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, without tab and newline
    "\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0"  # invisible letters and marks
    "\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f"  # direction, separators
    "\u200b-\u200d\ufeff"  # zero width
    "\ufe00-\ufe0d\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e0fff"  # selectors, tags: text inside text
)
_EMOJI = "\u2600-\u27bf\U0001f000-\U0001faff"
_SHOWN = re.compile(
    "[\ud800-\udfff]"
    f"|(?<=[{_EMOJI}\ufe0f])\u200d(?=[{_EMOJI}])"  # joins two emoji into one: harmless, so it is kept
    f"|([{_HIDDEN}])\\1*"
)


def visible(text: str, cap: int = MOST_CHARACTERS) -> str:
    r"""`text` without characters that hide, reorder or overwrite text.

    Tabs and newlines stay, terminal sequences are removed, other controls become text such as `‹U+202E›`,
    lone surrogates become U+FFFD, and text longer than `cap` characters is cut with a notice.
    """
    shown = capped(text, cap).replace("\r\n", "\n")
    if shown.isascii() and shown.replace("\n", "").replace("\t", "").isprintable():
        return shown

    if "\x1b" in shown:
        shown = _TERMINAL_SEQUENCE.sub("", shown)

    return _SHOWN.sub(_shown, shown)


def capped(text: str, cap: int = MOST_CHARACTERS) -> str:
    """The first `cap` characters, with a notice if there are more."""
    if len(text) <= cap:
        return text

    return f"{text[:cap]}\n\n… cut here: the first {cap:,} of {len(text):,} characters are shown"


def _shown(found: re.Match[str]) -> str:
    run = found[0]
    if "\ud800" <= run <= "\udfff":
        return "\N{REPLACEMENT CHARACTER}"

    if not found[1]:
        return run

    times = f" ×{len(run)}" if len(run) > 1 else ""
    return f"‹U+{ord(run[0]):04X}{times}›"
