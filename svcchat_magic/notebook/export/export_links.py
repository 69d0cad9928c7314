"""Addresses in exported text that no reader of the file turns into a link by itself.

Readers differ: some link `http://`, some `www.`, mail addresses, a bare `//host` or a mere `name.com`. An
element around a character that each of them needs breaks the word for all, and is not seen in what they show.
"""

import re

# Of names without a scheme, readers link those with these ends; others are columns, files, abbreviations.
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
# A link whose address is a plain web address, as the sanitiser of answers lets through.
_KEPT = re.compile(
    r"(\]\(https?://[A-Za-z0-9.-]+(?::\d{1,5})?(?:[/?#](?:[^\s()<>\\\"]|\([^\s()<>\\\"]*\))*)?(?=[\s)]))"
)


def has_address(text: str) -> bool:
    """Whether some reader could make a link of a part of the text."""
    return _LINKED.search(text) is not None


def unlinked(text: str) -> str:
    """Text, with what HTML and Markdown need before a character in place, in which nothing becomes a link."""
    return _LINKED.sub(lambda found: f"<span>{found[0]}</span>", text)


def unlinked_but_links(markdown: str) -> str:
    """The same, with the links to web addresses that the Markdown itself has."""
    pieces = _KEPT.split(markdown)
    return "".join(
        piece.replace("@", "%40") if at % 2 else unlinked(piece.replace("](", "] ("))
        for at, piece in enumerate(pieces)
    )
