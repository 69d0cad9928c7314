"""Keep addresses in exported text from becoming links.

Markdown readers differ: some link `http://`, some `www.`, mail addresses, a bare `//host` or even `name.com`.
An invisible element around a character that all of them need prevents the link.
"""

import re

# Without a scheme, readers link names with these endings; others are columns, files or abbreviations.
_ENDINGS = (
    "[a-z]{2}|biz|com|edu|gov|net|org|pro|web|xxx|aero|asia|coop|info|museum|name|shop|app|dev|xn--[a-z0-9-]+"
)
_LINKED = re.compile(
    r":(?=//)|(?<=/)/(?=[^\s/])"  # a scheme, or none before two slashes
    r"|(?<=mailto):|(?<=xmpp):|(?<=tel):"
    r"|(?<=\S)@(?=\S)"
    r"|(?<=www)[.。．｡]"
    rf"|(?<=[^\W_]|-)[.。．｡](?=(?:{_ENDINGS})(?![\w-])|[^\x00-\x7f])",
    re.IGNORECASE,
)
# A link to a plain web address, as the sanitiser of answers allows.
_KEPT = re.compile(
    r"(\]\(https?://[A-Za-z0-9.-]+(?::\d{1,5})?(?:[/?#](?:[^\s()<>\\\"]|\([^\s()<>\\\"]*\))*)?(?=[\s)]))"
)


def has_address(text: str) -> bool:
    """Whether some reader could turn part of the text into a link."""
    return _LINKED.search(text) is not None


def unlinked(text: str) -> str:
    """The text, already escaped for HTML and Markdown, without anything that becomes a link."""
    return _LINKED.sub(lambda found: f"<span>{found[0]}</span>", text)


def unlinked_but_links(markdown: str) -> str:
    """The same, but keep the Markdown's own links to web addresses."""
    pieces = _KEPT.split(markdown)
    return "".join(
        piece.replace("@", "%40") if at % 2 else unlinked(piece.replace("](", "] ("))
        for at, piece in enumerate(pieces)
    )
