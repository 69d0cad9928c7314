"""Text from elsewhere for a file that others open: Markdown that loads nothing, and text that is only text.

What reads the file later is not known: a front end, a converter, an editor that takes `%%` for a cell.
So nothing here depends on how one of them tells code from prose.
"""

import re
from html import escape

from svcchat_magic.notebook.export.export_links import has_address, unlinked, unlinked_but_links
from svcchat_magic.protocol.visible_text import visible


def plain_markdown(markdown: str) -> str:
    """An agent's Markdown without HTML, images, formulas, links but to the web, or a language of code.

    A bare address in it is text, whoever reads the file.
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
    """One line of text that Markdown shows as it is: a title, a question, a cell of a table."""
    return _literal(" ".join(visible(text, _MOST_IN_LINE).split()))


def fenced(code: str, language: str) -> str:
    """Code of the agent's that is looked at; no run of backticks within it ends the fence."""
    shown = _evaluated_never(visible(code)).strip("\n")
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    return f"{fence}{language}\n{shown}\n{fence}"


def commented(text: str) -> str:
    """Lines as comments of Python, none of which begins a cell or a magic where comments are read."""
    lines = (_CELL_MARK.sub(r"\g<1>\\", line) for line in visible(text).split("\n"))
    return "\n".join(f"# {line}".rstrip() for line in lines)


_MOST_IN_LINE = 2_000
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_IMAGE = re.compile(r"!\[")
_OTHER_LINK = re.compile(r"\]\((?!https?://[A-Za-z0-9.-]+(?::\d{1,5})?(?:[/?#)]|\s))")
_REFERENCE = re.compile(r"\]:")
_FENCE_LANGUAGE = re.compile(r"^([^\S\n]*(?:[>*+-][^\S\n]*)*(?:`{3,}|~{3,}))[^`\n]*$", re.MULTILINE)
# Some front ends run what stands in {{...}}, or in backticks behind {...}.
_EVALUATED = re.compile(r"\{(?=\{)|\}(?=`)")
# Code for every reader: a fence at the margin after an empty line, with no other fence within. Of the rest,
# where one reader sees code another one may see prose.
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
    """A block of code as it is; an address in a line of code as an element, so that no reader links it."""
    if code.startswith(_FENCE) or not has_address(code):
        return code

    return f"<code>{_literal(code[1:-1])}</code>"


def _evaluated_never(text: str) -> str:
    return _EVALUATED.sub(r"\g<0> ", text)


def _without_formulas(text: str) -> str:
    """A page's typesetter looks for $..$ within one run of text; an element around the sign breaks it."""
    return _FORMULA.sub(lambda found: _APART[found[0][-1]], text)
