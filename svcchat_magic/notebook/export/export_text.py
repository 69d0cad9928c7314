"""Make untrusted text safe in an exported file: Markdown that loads nothing, and plain text.

The program that reads the file is unknown: a front end, a converter, an editor that takes `%%` for a cell.
So nothing here depends on how one of them separates code from prose.
"""

import re
from html import escape

from svcchat_magic.notebook.export.export_links import has_address, unlinked, unlinked_but_links
from svcchat_magic.protocol.visible_text import visible


def plain_markdown(markdown: str) -> str:
    """An agent's Markdown without HTML, images, formulas and code languages; of links only those to the web.

    A bare address in it is text in every reader.
    """
    text = _TAG.sub("< ", visible(markdown))
    text = _IMAGE.sub("! [", text)
    text = _OTHER_LINK.sub("] (", text)
    text = _REFERENCE.sub("] :", text)
    text = _FENCE_LANGUAGE.sub(r"\1", text)
    text = _evaluated_never(text)
    pieces = _CODE.split(text)
    return "".join(
        _unlinked_code(piece) if at % 2 else unlinked_but_links(_without_formulas(piece))
        for at, piece in enumerate(pieces)
    )


def literal(text: str) -> str:
    """One line of text that Markdown shows literally: a title, a question, a table cell."""
    return _literal(" ".join(visible(text, _MOST_IN_LINE).split()))


def fenced(code: str, language: str) -> str:
    """The agent's code in a fence that no backticks within it can end."""
    shown = _evaluated_never(visible(code)).strip("\n")
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    return f"{fence}{language}\n{shown}\n{fence}"


def commented(text: str) -> str:
    """Lines as Python comments, none of which an editor reads as a cell or a magic."""
    lines = (_CELL_MARK.sub(r"\g<1>\\", line) for line in visible(text).split("\n"))
    return "\n".join(f"# {line}".rstrip() for line in lines)


_MOST_IN_LINE = 2_000
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_IMAGE = re.compile(r"!\[")
_OTHER_LINK = re.compile(r"\]\((?!https?://[A-Za-z0-9.-]+(?::\d{1,5})?(?:[/?#)]|\s))")
_REFERENCE = re.compile(r"\]:")
_FENCE_LANGUAGE = re.compile(r"^([^\S\n]*(?:[>*+-][^\S\n]*)*(?:`{3,}|~{3,}))[^`\n]*$", re.MULTILINE)
# Some front ends evaluate {{...}}, or backticks after {...}.
_EVALUATED = re.compile(r"\{(?=\{)|\}(?=`)")
# Every reader takes this for code: a fence at the margin after an empty line, without another fence inside.
# What else is code for one reader may be prose for another.
_CODE = re.compile(
    r"((?m:(?:(?<=\A)|(?<=\n\n))^```[^\S\n]*\n(?:(?![^\n]*(?:```|~~~))[^\n]*\n)*?```[^\S\n]*$)"
    r"|`[^`\n]+`)"
)
_FENCE = "```"
_FORMULA = re.compile(r"\\?\$|\\(?=[A-Za-z\\])")
_MARK = re.compile(r"[\\$`*_\[\]|~#]")
_APART = {"$": "<span>$</span>", "\\": "<span>&#92;</span>"}
_CELL_MARK = re.compile(r"^(\s*)(?=[%!?+]|-\s*$|In\[|<codecell>|(?:end)?region\b)")


def _literal(line: str) -> str:
    shown = _MARK.sub(lambda found: _APART.get(found[0], f"\\{found[0]}"), escape(line, quote=False))
    return unlinked(_evaluated_never(shown))


def _unlinked_code(code: str) -> str:
    """A code block unchanged; an address in inline code as an element, so that no reader links it."""
    if code.startswith(_FENCE) or not has_address(code):
        return code

    return f"<code>{_literal(code[1:-1])}</code>"


def _evaluated_never(text: str) -> str:
    return _EVALUATED.sub(r"\g<0> ", text)


def _without_formulas(text: str) -> str:
    """Prevent formulas: a typesetter looks for $..$ within one run of text, which an element splits."""
    return _FORMULA.sub(lambda found: _APART[found[0][-1]], text)
