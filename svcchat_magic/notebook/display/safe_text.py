"""The one sanitiser: text from an agent becomes HTML only here.

There are three layers: Markdown is read with raw HTML and images off, its HTML passes a short allow-list,
and only our own styles are added to what is left.
"""

import html
import re
from collections.abc import Iterable
from itertools import groupby, islice

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments.token import Comment, Keyword, String

from svcchat_magic.protocol.garbage_collection import without_garbage_collection
from svcchat_magic.protocol.visible_text import capped, visible


def answer_html(markdown: str) -> str:
    """An answer's Markdown as HTML without the agent's scripts, styles, images or relative links."""
    shown = capped(markdown)
    end = markdown_end(shown)
    return blocks_html(shown[:end]) + plain_html(shown[end:])


def inline_html(markdown: str) -> str:
    """One line of reasoning: strong, emphasis and code; everything else as text."""
    line = " ".join(visible(markdown, _INLINE_CHARACTERS).split())
    cleaned = nh3.clean(_INLINE.renderInline(line), tags={"strong", "em", "code"}, attributes={"*": set()})
    return _dressed(cleaned)


def escaped(text: str) -> str:
    """Text that is only text; for the inside of an element, not of an attribute."""
    return _UNTYPESET.sub(r"<span>\g<0></span>", html.escape(visible(text)))


def code_html(sql: str) -> str:
    """SQL with coloured keywords and strings, for the inside of a `<pre>`."""
    from pygments.lexers.sql import SqlLexer  # slow to import, and most answers show no SQL

    tokens = SqlLexer().get_tokens_unprocessed(visible(sql, _SQL_CHARACTERS))
    runs = groupby(tokens, key=lambda token: _sql_style(token[1]))
    texts = ((style, "".join(text for *_, text in run)) for style, run in runs)
    return "".join(_coloured(style, text) for style, text in _joined(texts))


Tokens = list[Token]

_MONO = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace"
_HEADING = "margin:14px 0 6px;font-weight:600;font-size"
_CELL = "border:0;padding:3px 14px 3px 0;text-align"
_HEAD_CELL = _CELL.replace("border:0", "opacity:.62;border:0;border-bottom:1px solid rgba(128,128,128,.35)")
# Mixed with the text's colour, a hue has 4.5:1 of contrast on white and on #111; none has alone. On a page
# that removes the mixing, as JupyterLab does in an untrusted notebook, the text has its usual colour.
_KEYWORD_STYLE = "color:color-mix(in srgb,#7c6fd8 80%,currentColor)"
_STRING_STYLE = "color:color-mix(in srgb,#2f9e6e 75%,currentColor)"
_SQL_STYLES = (
    (String.Symbol, ""),  # a quoted name
    (String, _STRING_STYLE),
    (Keyword, _KEYWORD_STYLE),
    (Comment, "opacity:.62"),
)

_INLINE_CHARACTERS = 20_000
_SQL_CHARACTERS = 20_000
# Ten times a long answer. Further text is shown as plain text, as each mark costs parsing time.
_MOST_MARKS = 15_000
_MARKS = "\n[]*_~`<>&|\\#"
_MARK = re.compile(r"[\n\[\]*_~`<>&|\\#]")

_MARKDOWN = (
    MarkdownIt("commonmark", {"html": False, "linkify": False, "maxNesting": 20})
    .enable(["table", "strikethrough"])
    # A late link reference would change blocks that were already drawn.
    .disable(["image", "reference", "html_block", "html_inline"])
)
_INLINE = MarkdownIt("zero", {"html": False, "maxNesting": 20}).enable(["emphasis", "backticks", "escape"])

_TAGS = {
    *("p", "br", "hr", "strong", "em", "s", "del", "code", "pre", "blockquote", "ul", "ol", "li", "a"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"),
}
# Alignment and a list's first number come from the parser, not from the agent's markup.
# The empty set under * removes title and lang, which the sanitiser allows everywhere by default.
_ATTRIBUTES: dict[str, set[str]] = {"*": set(), "a": {"href"}, "ol": {"start"}}
_ALIGNED = {"align": {"left", "center", "right"}}
_WEB_ADDRESS = re.compile(r"https?://[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][!#-;=?-\[\]-_a-z{-~]*)?", re.IGNORECASE)
_LIST_START = re.compile(r"\d{1,9}")

# A page's typesetter looks for $..$, \(..\) and \begin{..} within one run of text; a <span> breaks the run.
_UNTYPESET = re.compile(r"[$\\]")
_TAG_OR_MATH = re.compile(r'<[^/>"][^>"]*(?:"[^"]*"[^>"]*)*>|[$\\]')
BETWEEN_WORDS = "white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere"  # JupyterLab breaks anywhere

_STYLES = {
    "<p>": "margin:0 0 8px",
    "<table>": "border-collapse:collapse;border:0;font-size:13px;margin:4px 0 10px;"
    "font-variant-numeric:tabular-nums",
    "<tr>": "background:none",
    "<pre>": f"{_MONO};font-size:12px;margin:4px 0 8px;padding:6px 10px;line-height:1.5;background:none;"
    f"border-left:2px solid rgba(128,128,128,.4);{BETWEEN_WORDS}",
    "<code>": f"{_MONO};font-size:.92em;background:none",
    "<blockquote>": "margin:4px 0 8px;padding:0 0 0 10px;border-left:2px solid rgba(128,128,128,.4)",
    "<hr>": "border:0;border-top:1px solid rgba(128,128,128,.35);margin:10px 0",
    "<h1>": f"{_HEADING}:17px",
    "<h2>": f"{_HEADING}:16px",
    "<h3>": f"{_HEADING}:15px",
    **{f"<h{level}>": f"{_HEADING}:14px" for level in (4, 5, 6)},
    "<th>": f"{_HEAD_CELL}:left",
    "<td>": f"{_CELL}:left",
    **{f'<th align="{side}">': f"{_HEAD_CELL}:{side}" for side in _ALIGNED["align"]},
    **{f'<td align="{side}">': f"{_CELL}:{side}" for side in _ALIGNED["align"]},
}
_DRESSED = {tag: f'<{tag[1:-1].split(" ", 1)[0]} style="{style}">' for tag, style in _STYLES.items()}
_DRESSED |= {letter: f"<span>{letter}</span>" for letter in "$\\"}


def blocks_html(source: str) -> str:
    """Whole blocks as HTML, through all three layers."""
    return tokens_html(parsed(source))


def parsed(source: str) -> Tokens:
    """Markdown as tokens, whose `map` are numbers of lines of the source."""
    with without_garbage_collection():
        return _MARKDOWN.parse(visible(source, len(source)))


def tokens_html(tokens: Tokens) -> str:
    """Tokens as HTML, through the other two layers."""
    for token in tokens:
        if token.type in ("th_open", "td_open"):
            token.attrs = {"align": str(token.attrs.pop("style", "")).removeprefix("text-align:")}

    rendered = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    cleaned = nh3.clean(
        rendered,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        tag_attribute_values={"th": _ALIGNED, "td": _ALIGNED},
        attribute_filter=_kept_attribute,
        url_schemes={"http", "https"},
        url_relative="deny",
        link_rel="noopener noreferrer nofollow",
    )
    return _dressed(cleaned)


def _kept_attribute(tag: str, attribute: str, value: str) -> str | None:
    if attribute == "href":
        return value if _WEB_ADDRESS.fullmatch(value) else None

    if tag == "ol":
        return value if _LIST_START.fullmatch(value) else None

    return value


def _dressed(cleaned: str) -> str:
    """Sanitised HTML with our styles, without hidden characters from character references."""
    return _TAG_OR_MATH.sub(_styled, visible(cleaned, len(cleaned)))


def _styled(found: re.Match[str]) -> str:
    return _DRESSED.get(found[0], found[0])


def plain_html(text: str) -> str:
    """Text that is no Markdown, with its lines."""
    return f'<div style="white-space:pre-wrap">{escaped(text)}</div>' if text.strip() else ""


def markdown_end(text: str) -> int:
    """The position up to which text is read as Markdown: before the line that exceeds the limit."""
    if sum(map(text.count, _MARKS)) <= _MOST_MARKS:
        return len(text)

    excess = next(islice(_MARK.finditer(text), _MOST_MARKS, None))
    return text.rfind("\n", 0, excess.start()) + 1


def _sql_style(kind: object) -> str:
    return next((style for kinds, style in _SQL_STYLES if kind in kinds), "")


def _joined(runs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The runs, those of one style with only space between them as one: `GROUP BY` names its colour once."""
    joined: list[tuple[str, str]] = []
    for style, text in runs:
        if len(joined) > 1 and joined[-2][0] == style and joined[-1][1].isspace():
            space = joined.pop()[1]
            joined[-1] = (style, joined[-1][1] + space + text)
        else:
            joined.append((style, text))

    return joined


def _coloured(style: str, text: str) -> str:
    return f'<span style="{style}">{escaped(text)}</span>' if style else escaped(text)
